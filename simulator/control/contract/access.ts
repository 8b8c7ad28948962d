// Ways in without a mailbox: access tokens, and the codes that were sent.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { Email, pageOf, paging, Timestamp, Uuid } from "../../../src/api/index.ts"
import { Otp, Permission } from "../../../src/index.ts"
import { call, changeRefusals } from "./call.ts"
import { failsWith } from "./errors.ts"
import { integer } from "./records.ts"

/** The longest that a call waits for a code. */
export const WAIT_MILLIS_MAX = 60_000

const YEAR_SECONDS = 365 * 24 * 3600

/** The lifetime of a token by default. */
export const EXPIRES_IN_SECONDS = 10 * YEAR_SECONDS

/** A token to issue. A member that is left out has a default. */
export const TokenWish = Schema.Struct({
  /** The user's address; the first user's by default. */
  email: Schema.optionalKey(Email),
  /** The organization where it is valid; the user's first one by default. */
  organizationId: Schema.optionalKey(Uuid),
  /** The permissions of the token; those of the membership by default. */
  permissions: Schema.optionalKey(
    Schema.Array(Schema.Literals(Permission.ALL_PERMISSIONS)).check(
      Schema.isMaxLength(Permission.ALL_PERMISSIONS.length),
    ),
  ),
  /** Its lifetime; ten years by default. */
  expiresInSeconds: Schema.optionalKey(integer(1, 100 * YEAR_SECONDS)),
})
export type TokenWish = typeof TokenWish.Type

/** A token that was issued. */
export const IssuedToken = Schema.Struct({ accessToken: Schema.String, expiresIn: Schema.Int })

/** A code that was sent. */
export const SentOtp = Schema.Struct({
  /** The id under which it is validated. */
  otpId: Schema.String,
  /** The address that it was sent to. */
  email: Schema.String,
  /** As it was sent. */
  code: Schema.String,
  /** Its purpose. */
  context: Schema.Literals(Otp.OTP_CONTEXTS),
  /** ISO 8601. */
  createdAt: Timestamp,
  /** ISO 8601; from then on it is of no use. */
  expiresAt: Timestamp,
  /** As it is now. */
  status: Schema.Literals(Otp.OTP_STATUSES),
}).annotate({ identifier: "SentOtp" })
export type SentOtp = typeof SentOtp.Type

/** The calls that let somebody in. */
export const access = HttpApiGroup.make("access")
  .add(
    HttpApiEndpoint.post("issueToken", "/tokens", {
      payload: TokenWish,
      success: IssuedToken.pipe(HttpApiSchema.status(201)),
      error: failsWith(
        "user.not_found",
        "organization.not_found",
        "organization.user_required",
        ...changeRefusals,
      ),
    }).annotateMerge(
      call({
        summary: "Issue an access token",
        description:
          "Gives a token without the walk through a code. Every member is optional; without any it is one of the first user of the first organization.",
        answer: "A token.",
        body: { email: "owner@example.com" },
      }),
    ),
    HttpApiEndpoint.get("otps", "/otps", {
      query: {
        ...paging,
        email: Schema.optionalKey(Email),
        wait: Schema.optionalKey(
          Schema.String.check(
            Schema.makeFilter((text: string) => /^\d{1,5}$/.test(text) && Number(text) <= WAIT_MILLIS_MAX, {
              expected: `an integer from 0 to ${WAIT_MILLIS_MAX}`,
            }),
          ),
        ),
      },
      success: pageOf(SentOtp),
    }).annotateMerge(
      call({
        summary: "List codes",
        description:
          "Lists the codes that were sent. With `wait` it answers as soon as there is one that was not used yet, and after so many milliseconds in any case.",
        answer: "Codes sent, newest first.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Access", description: "Tokens and codes, without a mailbox." }),
  )
