// The seed of a world: the records that it begins with, as one value that another one can take the place of. It is
// checked as a whole before anything of it is written, and written as a whole.
import * as Result from "effect/Result"
import { type Access, type Commit, type Coupon, Otp, Plan, type Put, type Scope } from "../../../src/index.ts"

/** The first records of a world. Plans and coupons are created at the instant at which it begins. */
export interface Seed {
  /** The first one is meant by control calls that name none. */
  readonly organizations: ReadonlyArray<Access.Organization>
  /** The users who can sign in. */
  readonly users: ReadonlyArray<Access.User>
  /** In the order in which they are listed. */
  readonly plans: ReadonlyArray<Omit<Plan.Plan, "createdAt">>
  /** Each code once. */
  readonly coupons: ReadonlyArray<Omit<Coupon.Coupon, "createdAt">>
}

/** The fault of an invalid seed: its place and its reason. */
export interface SeedInvalid {
  readonly _tag: "SeedInvalid"
  readonly path: string
  readonly reason: string
}

/**
 * The commit that writes a seed into an empty store, at the instant at which the world begins.
 *
 * Refused when a plan is no plan, an id, address or code occurs twice, or a record names another one that is not
 * in the seed.
 */
export const commitOfSeed = (given: Seed, createdAt: number): Result.Result<Commit, SeedInvalid> => {
  // As they are looked for.
  const users = given.users.map((user) => ({ ...user, email: Otp.normaliseEmail(user.email) }))
  const seed = { ...given, users }
  const fault = faultOf(seed, createdAt)
  if (fault !== null) return Result.fail(fault)
  const plans = seed.plans.map((plan) => ({ ...plan, createdAt }))
  const coupons = seed.coupons.map((coupon) => ({ ...coupon, createdAt }))
  const puts: ReadonlyArray<Put> = [
    ...plans.map((record) => ({ kind: "Plan" as const, record })),
    ...coupons.map((record) => ({ kind: "Coupon" as const, record })),
    ...seed.organizations.map((record) => ({ kind: "Organization" as const, record })),
    ...seed.users.map((record) => ({ kind: "User" as const, record })),
  ]
  const scopes: ReadonlyArray<Scope> = [
    ...plans.map(({ planId: id }) => ({ kind: "plan" as const, id })),
    ...coupons.map(({ couponId: id }) => ({ kind: "coupon" as const, id })),
    ...seed.organizations.map(({ organizationId: id }) => ({ kind: "organization" as const, id })),
    ...seed.users.map(({ userId: id }) => ({ kind: "user" as const, id })),
  ]
  const expects = scopes.map((scope) => ({ scope, version: 0 }))
  return Result.succeed({ expects, puts, deletes: [], outbox: [], couponCounts: [], due: [] })
}

const faultOf = (seed: Seed, createdAt: number): SeedInvalid | null => {
  const { organizations, users, plans, coupons } = seed
  for (const [index, plan] of plans.entries()) {
    const checked = Plan.check({ ...plan, createdAt })
    if (Result.isSuccess(checked)) continue
    const { member, reason } = checked.failure
    return invalid(`plans.${index}.${member}`, reason)
  }
  if (organizations.length === 0) return invalid("organizations", "EMPTY")
  return (
    repeated("organizations", "organizationId", organizations) ??
    repeated("users", "userId", users) ??
    repeated("users", "email", users) ??
    repeated("plans", "planId", plans) ??
    repeated("coupons", "couponId", coupons) ??
    repeated("coupons", "code", coupons) ??
    unknownReference(seed)
  )
}

const repeated = <K extends string>(
  list: string,
  member: K,
  records: ReadonlyArray<{ readonly [member in K]: string }>,
): SeedInvalid | null => {
  const seen = new Set<string>()
  for (const [index, record] of records.entries()) {
    if (seen.has(record[member])) return invalid(`${list}.${index}.${member}`, "DUPLICATE")
    seen.add(record[member])
  }
  return null
}

const unknownReference = ({ organizations, users, plans, coupons }: Seed): SeedInvalid | null => {
  const organizationIds = new Set(organizations.map(({ organizationId }) => organizationId))
  const planIds = new Set(plans.map(({ planId }) => planId))
  for (const [index, { memberships }] of users.entries()) {
    const unknown = memberships.findIndex(({ organizationId }) => !organizationIds.has(organizationId))
    if (unknown !== -1) return invalid(`users.${index}.memberships.${unknown}.organizationId`, "UNKNOWN")
  }
  for (const [index, coupon] of coupons.entries()) {
    const unknown = coupon.planIds?.findIndex((planId) => !planIds.has(planId)) ?? -1
    if (unknown !== -1) return invalid(`coupons.${index}.planIds.${unknown}`, "UNKNOWN")
  }
  return null
}

const invalid = (path: string, reason: string): SeedInvalid => ({ _tag: "SeedInvalid", path, reason })
