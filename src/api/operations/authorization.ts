// Who calls, and what a call requires: a bearer token, a permission, and the organization of the path. Models
// "Authentication" of the specification; permissions and precedence by GAP-18, GAP-19, GAP-70 and GAP-128.
import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Access from "../../core/identity/Access.ts"
import type { Permission } from "../../core/identity/Permission.ts"
import { failsWith } from "../errors/errors.ts"

/** The caller by the access token; in scope of every secured operation. */
export class Caller extends Context.Service<Caller, Access.Caller>()("studio-billing/Caller") {}

/**
 * The permission that an endpoint requires; null where a valid token is enough. An endpoint without this annotation is
 * open to everybody. GAP-18
 */
export class RequiredPermission extends Context.Service<RequiredPermission, Permission | null>()(
  "studio-billing/RequiredPermission",
) {}

const security = {
  bearer: HttpApiSecurity.bearer.pipe(
    HttpApiSecurity.annotateMerge(
      OpenApi.annotations({ format: "JWT", description: "The access token that sign-in answers with." }),
    ),
  ),
}

/**
 * Secures an endpoint, in the order of GAP-70: the token, the organization, the user, the organization's status, the
 * permission. A path of another organization than the token's answers as if that one did not exist. GAP-18
 */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()(
  "studio-billing/Authorization",
  {
    security,
    error: failsWith(
      "unauthorized",
      "organization.not_found",
      "user.not_verified",
      "organization.inactive",
      "forbidden",
    ),
  },
) {}

/**
 * Secures an endpoint that is about the user alone: a valid token of a user that exists is enough, whatever became of
 * its organization. GAP-128
 */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: Caller }>()(
  "studio-billing/SignedIn",
  { security, error: failsWith("unauthorized") },
) {}
