// Passwordless sign-in: an OTP by e-mail, exchanged for tokens. Models "Complete passwordless sign-in", "OTP request
// and validation" and "Token response" of the specification; paths and members by GAP-10, GAP-11, GAP-13, GAP-16 and
// GAP-17. No token is needed, and one that is sent is ignored: GAP-14.
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { OTP_CONTEXTS } from "../../core/identity/Otp.ts"
import { failsWith } from "../errors/errors.ts"
import { Count, Email, Storable, Text, Timestamp, Uuid } from "../records/wire.ts"
import { bodyRefusals, operation } from "./operation.ts"

const context = Schema.Literals(OTP_CONTEXTS)
const secret = Storable.check(Schema.isBetweenLength(1, 4096, { expected: "a text of 1 to 4096 characters" }))

/** An OTP to send. Exactly one of `email` and `recipient` is given; they mean the same. GAP-10 */
export const WireOtpRequest = Schema.Struct({
  email: Schema.optionalKey(Email),
  recipient: Schema.optionalKey(Email),
  context,
}).check(
  Schema.makeFilter(
    ({ email, recipient }: { readonly email?: string; readonly recipient?: string }) => {
      if ((email === undefined) !== (recipient === undefined)) return undefined
      return recipient === undefined
        ? { path: ["email"], issue: "Required" }
        : { path: ["recipient"], issue: "Expected email or recipient, not both" }
    },
    { toJsonSchema: () => ({ oneOf: [{ required: ["email"] }, { required: ["recipient"] }] }) },
  ),
)
export type WireOtpRequest = typeof WireOtpRequest.Type

/** A code was sent; until when it is valid. */
export const WireOtp = Schema.Struct({ otpId: Text, expiresAt: Timestamp }).annotate({ identifier: "Otp" })
export type WireOtp = typeof WireOtp.Type

/** Proof that the code arrived. */
export const WireOtpValidation = Schema.Struct({ email: Email, code: Text, context })
export type WireOtpValidation = typeof WireOtpValidation.Type

/** A verified OTP to exchange; `organizationId` when the user has several. GAP-17 */
export const WireSignIn = Schema.Struct({ otpId: Text, code: Text, organizationId: Schema.optionalKey(Uuid) })
export type WireSignIn = typeof WireSignIn.Type

/** A refresh token, to use or to revoke. */
export const WireRefresh = Schema.Struct({ refreshToken: secret })
export type WireRefresh = typeof WireRefresh.Type

/** Tokens; `expiresIn` is in seconds. GAP-15 */
export const WireTokens = Schema.Struct({
  accessToken: Schema.String,
  refreshToken: Schema.String,
  expiresIn: Count,
}).annotate({ identifier: "Tokens" })
export type WireTokens = typeof WireTokens.Type

/** The operations of sign-in. */
export const auth = HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("requestOtp", "/otp", {
      payload: WireOtpRequest,
      success: WireOtp.pipe(HttpApiSchema.status(201)),
      error: failsWith("otp.locked", ...bodyRefusals),
    }).annotateMerge(
      operation({
        summary: "Request an OTP",
        description: "Sends a one-time code. Known and unknown addresses get the same answer.",
      }),
    ),
    HttpApiEndpoint.post("validateOtp", "/otp/:otpId/validate", {
      params: { otpId: Text },
      payload: WireOtpValidation,
      success: HttpApiSchema.NoContent,
      error: failsWith("otp.invalid", "otp.expired", "otp.already_used", "otp.locked", ...bodyRefusals),
    }).annotateMerge(
      operation({
        summary: "Validate an OTP",
        description: "Verifies the code; a verified OTP can be exchanged once.",
      }),
    ),
    HttpApiEndpoint.post("signIn", "/sign-in/magic-auth", {
      payload: WireSignIn,
      success: WireTokens,
      error: failsWith(
        "otp.invalid",
        "otp.expired",
        "otp.already_used",
        "otp.locked",
        "ORGANIZATION_SELECTION_REQUIRED",
        "organization.not_found",
        ...bodyRefusals,
      ),
    }).annotateMerge(
      operation({
        summary: "Complete passwordless sign-in",
        description: "Exchanges a verified OTP for tokens, once.",
      }),
    ),
    HttpApiEndpoint.post("refresh", "/refresh", {
      payload: WireRefresh,
      success: WireTokens,
      error: failsWith("token.invalid", "token.reused", ...bodyRefusals),
    }).annotateMerge(
      operation({
        summary: "Refresh tokens",
        description: "Exchanges a refresh token for new tokens; the old one is used up.",
      }),
    ),
    HttpApiEndpoint.post("signOut", "/sign-out", {
      payload: WireRefresh,
      success: HttpApiSchema.NoContent,
      error: failsWith(...bodyRefusals),
    }).annotateMerge(
      operation({ summary: "Sign out", description: "Revokes a refresh token with its whole family." }),
    ),
  )
  .prefix("/auth")
  .annotateMerge(OpenApi.annotations({ title: "Sign-in", description: "Tokens without a password." }))
