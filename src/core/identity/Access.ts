// Users and organizations, and the permissions of a caller. A token acts in one organization, with the permissions it
// carries, as long as its user belongs there. Whether another organization exists is never revealed. Models
// "Authentication" of the specification (a verified user account, an active organization, a token with permissions).
import * as Result from "effect/Result"
import { isStorable } from "../isStorable.ts"
import { EMAIL } from "../isText.ts"
import { isCurrency } from "../money/Currency.ts"
import { ALL_PERMISSIONS, allows, type Permission } from "./Permission.ts"

/** A user's place in an organization, with the permissions that it can have there. */
export interface Membership {
  readonly organizationId: string
  readonly permissions: ReadonlyArray<Permission>
}

/** A person who signs in with an address. GAP-19 */
export interface User {
  readonly userId: string
  /** Normalised as OTP addresses are. */
  readonly email: string
  readonly emailVerified: boolean
  /** At most one an organization. */
  readonly memberships: ReadonlyArray<Membership>
}

/** The status of an organization. In an INACTIVE one nothing can be called. GAP-19 */
export type OrganizationStatus = "ACTIVE" | "INACTIVE"

/** An organization: the customer that is billed. */
export interface Organization {
  readonly organizationId: string
  readonly name: string
  /** A default only: every subscription has its own. */
  readonly currency: string
  readonly status: OrganizationStatus
}

/** Why an organization is not valid: the member and its value. */
export interface InvalidOrganization {
  readonly _tag: "InvalidOrganization"
  readonly member: "name" | "currency"
  readonly value: string
}

/** Checks an organization before it is created: it has a name and a known currency. */
export const checkOrganization = (
  organization: Organization,
): Result.Result<Organization, InvalidOrganization> => {
  const { name, currency } = organization
  if (name === "") return Result.fail({ _tag: "InvalidOrganization", member: "name", value: name })
  return isCurrency(currency)
    ? Result.succeed(organization)
    : Result.fail({ _tag: "InvalidOrganization", member: "currency", value: currency })
}

/** Why a user is not valid: the path of the member. */
export interface InvalidUser {
  readonly _tag: "InvalidUser"
  readonly member: string
  readonly reason: "NOT_AN_ADDRESS" | "DUPLICATE" | "UNKNOWN"
}

/** Checks a user before it is created: it has an address, each organization once, and known permissions. */
export const checkUser = (user: User): Result.Result<User, InvalidUser> => {
  const invalid = (member: string, reason: InvalidUser["reason"]): Result.Result<never, InvalidUser> =>
    Result.fail({ _tag: "InvalidUser", member, reason })
  if (!EMAIL.test(user.email) || !isStorable(user.email)) return invalid("email", "NOT_AN_ADDRESS")
  const seen = new Set<string>()
  for (const [index, { organizationId, permissions }] of user.memberships.entries()) {
    const at = `memberships.${index}`
    if (seen.has(organizationId)) return invalid(`${at}.organizationId`, "DUPLICATE")
    seen.add(organizationId)
    const unknown = permissions.findIndex((permission) => !ALL_PERMISSIONS.includes(permission))
    if (unknown !== -1) return invalid(`${at}.permissions.${unknown}`, "UNKNOWN")
  }
  return Result.succeed(user)
}

/** The content of a valid access token. GAP-15 */
export interface Caller {
  readonly userId: string
  readonly organizationId: string
  readonly permissions: ReadonlyArray<Permission>
  /** The session that the token is of; null where it is of none, as where an operator issued it. GAP-128 */
  readonly sessionId: string | null
}

/** The user has no such organization; whether it exists is not revealed. GAP-18 */
export interface OrganizationNotFound {
  readonly _tag: "OrganizationNotFound"
  /** The id that was named; `null` without one. */
  readonly organizationId: string | null
}

/** Makes that rejection. */
export const organizationNotFound = (organizationId: string | null): OrganizationNotFound => ({
  _tag: "OrganizationNotFound",
  organizationId,
})

/** There is no such user. */
export interface UserNotFound {
  readonly _tag: "UserNotFound"
  readonly userId: string
}

/** Makes that rejection. */
export const userNotFound = (userId: string): UserNotFound => ({ _tag: "UserNotFound", userId })

/** The user's address is not verified. GAP-19 */
export interface UserNotVerified {
  readonly _tag: "UserNotVerified"
  readonly userId: string
}

/** The organization is not active. GAP-19 */
export interface OrganizationInactive {
  readonly _tag: "OrganizationInactive"
  readonly organizationId: string
}

/** The token does not allow this. */
export interface PermissionMissing {
  readonly _tag: "PermissionMissing"
  readonly required: Permission
}

/** The user belongs to several organizations and has to name one of these. GAP-17, GAP-72 */
export interface OrganizationSelectionRequired {
  readonly _tag: "OrganizationSelectionRequired"
  readonly organizations: ReadonlyArray<{ readonly organizationId: string; readonly name: string }>
}

/** Why a caller is refused. */
export type AccessRejection =
  | OrganizationNotFound
  | UserNotVerified
  | OrganizationInactive
  | PermissionMissing

/**
 * Checks that a caller may do what needs a permission, in the order of GAP-70: organization, verified user, active
 * organization, permission.
 *
 * `user` and `organization` are the records that the token names; `organization` is null without a record.
 * `pathOrganizationId` is null on paths that name no organization. A path with another organization than the token's is
 * `OrganizationNotFound`, even if the user belongs to it: switch first (GAP-17). The permissions are those of the
 * token. But the membership must still exist, so that who leaves an organization is out at once.
 *
 * @example
 * ```ts
 * import { Access } from "studio-billing"
 *
 * const membership = { organizationId: "org-1", permissions: ["plan:read", "subscription:write"] } as const
 * Access.authorize({
 *   caller: { userId: "user-1", ...membership },
 *   user: { userId: "user-1", email: "owner@example.com", emailVerified: true, memberships: [membership] },
 *   organization: { organizationId: "org-1", name: "One", currency: "BRL", status: "ACTIVE" },
 *   pathOrganizationId: "org-1",
 *   required: "subscription:read",
 * }) // Result.succeed(undefined)
 * ```
 */
export const authorize = (request: {
  readonly caller: Omit<Caller, "sessionId">
  readonly user: User
  readonly organization: Organization | null
  readonly pathOrganizationId: string | null
  readonly required: Permission
}): Result.Result<void, AccessRejection> => {
  const { caller, user, organization, required } = request
  const organizationId = request.pathOrganizationId ?? caller.organizationId
  if (
    organizationId !== caller.organizationId ||
    organizationId !== organization?.organizationId ||
    !user.memberships.some((membership) => membership.organizationId === organizationId)
  ) {
    return Result.fail(organizationNotFound(organizationId))
  }
  if (!user.emailVerified) return Result.fail({ _tag: "UserNotVerified", userId: user.userId })
  if (organization.status !== "ACTIVE") return Result.fail({ _tag: "OrganizationInactive", organizationId })
  if (!allows(caller.permissions, required)) return Result.fail({ _tag: "PermissionMissing", required })
  return Result.succeed(undefined)
}

/**
 * The membership for a sign-in, or for a switch of organization. GAP-17
 *
 * It is the requested one, or without a request the only one. Several without a request are
 * `OrganizationSelectionRequired`. One that the user does not belong to, or no membership at all, is
 * `OrganizationNotFound`.
 *
 * `organizations` are the records of the user's memberships: a membership without a record does not count. INACTIVE
 * ones can be selected; `authorize` then refuses calls in them.
 */
export const selectOrganization = (selection: {
  readonly user: User
  readonly organizations: ReadonlyArray<Organization>
  readonly requested: string | null
}): Result.Result<Membership, OrganizationNotFound | OrganizationSelectionRequired> => {
  const { user, organizations, requested } = selection
  const held = user.memberships.flatMap((membership) => {
    const organization = organizations.find((record) => record.organizationId === membership.organizationId)
    return organization === undefined ? [] : [{ membership, name: organization.name }]
  })
  if (requested === null && held.length > 1) {
    return Result.fail({
      _tag: "OrganizationSelectionRequired",
      organizations: held.map(({ membership, name }) => ({
        organizationId: membership.organizationId,
        name,
      })),
    })
  }
  const chosen = held.find(({ membership }) => requested === null || membership.organizationId === requested)
  return chosen === undefined
    ? Result.fail(organizationNotFound(requested))
    : Result.succeed(chosen.membership)
}

/** Marks the user's address as verified: an OTP of it was validated, in any context. GAP-19 */
export const verifyEmail = (user: User): User =>
  user.emailVerified ? user : { ...user, emailVerified: true }
