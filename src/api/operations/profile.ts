// The profile: who the caller is, where it belongs, and going on in another organization. GAP-17, GAP-128
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ALL_PERMISSIONS } from "../../core/identity/Permission.ts"
import { failsWith } from "../errors/errors.ts"
import { Email, Text, Uuid } from "../records/wire.ts"
import { WireTokens } from "./auth.ts"
import { SignedIn } from "./authorization.ts"
import { bodyRefusals, operation } from "./operation.ts"

/** A user with the organizations that it belongs to, and the permissions that tokens get there. */
export const WireProfile = Schema.Struct({
  userId: Uuid,
  email: Email,
  emailVerified: Schema.Boolean,
  organizations: Schema.Array(
    Schema.Struct({
      organizationId: Uuid,
      name: Text,
      permissions: Schema.Array(Schema.Literals(ALL_PERMISSIONS)),
    }),
  ),
}).annotate({ identifier: "Profile" })
export type WireProfile = typeof WireProfile.Type

/** The organization to switch to. */
export const WireSwitch = Schema.Struct({ organizationId: Uuid })
export type WireSwitch = typeof WireSwitch.Type

/** The operations on the profile. */
export const profile = HttpApiGroup.make("profile")
  .add(
    HttpApiEndpoint.get("get", "/", { success: WireProfile }).annotateMerge(
      operation({
        summary: "View the profile",
        description: "The user of the access token, with its organizations.",
        permission: null,
      }),
    ),
    HttpApiEndpoint.post("switchOrganization", "/switch-organization", {
      payload: WireSwitch,
      success: WireTokens,
      error: failsWith("organization.not_found", ...bodyRefusals),
    }).annotateMerge(
      operation({
        summary: "Switch to another organization",
        description:
          "Gives tokens of the same session for another organization of the user, with at most the permissions of the sign-in. They take the place of the refresh token; 401 where the session has ended, or the token is of none: sign in again.",
        permission: null,
      }),
    ),
  )
  .prefix("/profile")
  .middleware(SignedIn)
  .annotateMerge(OpenApi.annotations({ title: "Profile", description: "Who calls, and where it belongs." }))
