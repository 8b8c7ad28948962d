// The file of a seed: its records in the shapes of the control plane, where each has the id that tests know it by, and the
// members of the billing policy that differ from the defaults. GAP-120 A seed that a program made has the records themselves.
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type FieldError, type Rejection, refusalOf, Uuid } from "../../../src/api/index.ts"
import { Access, Coupon, Currency, Plan } from "../../../src/index.ts"
import { commitOfSeed, type Seed } from "../../adapters/seed/Seed.ts"
import {
  CouponWish,
  couponFault,
  couponFits,
  couponOf,
  IntervalWish,
  OrganizationWish,
  organizationOf,
  PlanWish,
  planOf,
  UserWish,
  userOf,
} from "../../control/contract/records.ts"
import * as records from "../../world/state/schemas/access.ts"
import * as catalogue from "../../world/state/schemas/catalogue.ts"
import { Natural } from "../../world/state/schemas/scalars.ts"
import { strictDecoder } from "../../world/state/strictDecoder.ts"

/** A seed file: the seed, and members of the policy, which are not checked yet. */
export interface SeedFile {
  readonly seed: Seed
  readonly policy: Readonly<Record<string, unknown>>
}

const SeedDocument = Schema.Struct({
  organizations: Schema.Array(Schema.Struct({ ...OrganizationWish.fields, organizationId: Uuid })),
  users: Schema.optionalKey(Schema.Array(Schema.Struct({ ...UserWish.fields, userId: Uuid }))),
  plans: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        ...PlanWish.fields,
        planId: Uuid,
        intervals: Schema.Array(Schema.Struct({ ...IntervalWish.fields, id: Uuid })),
      }),
    ),
  ),
  coupons: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        ...CouponWish.fields,
        couponId: Uuid,
        timesRedeemed: Schema.optionalKey(Natural),
        amountRedeemed: Schema.optionalKey(Natural),
      }).check(couponFits),
    ),
  ),
  policy: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
})

const decode = strictDecoder(SeedDocument)

/** The seed that a value is, or all that is wrong with it. What is left out of it is empty. */
export const seedOf = (value: unknown): Result.Result<SeedFile, ReadonlyArray<FieldError>> => {
  const decoded = decode(value)
  if (Result.isFailure(decoded)) return Result.fail(decoded.failure)
  const { organizations, users = [], plans = [], coupons = [], policy = {} } = decoded.success
  const seed: Seed = {
    organizations: organizations.map((wish) => ({
      organizationId: wish.organizationId,
      ...organizationOf(wish),
    })),
    users: users.map((wish) => ({ userId: wish.userId, ...userOf(wish) })),
    plans: plans.map((wish) => ({ planId: wish.planId, ...planOf(wish), intervals: wish.intervals })),
    coupons: coupons.map((wish) => ({
      couponId: wish.couponId,
      ...couponOf(wish),
      timesRedeemed: wish.timesRedeemed ?? 0,
      amountRedeemed: wish.amountRedeemed ?? 0,
    })),
  }
  const faults = faultsOf(seed).map(couponFault)
  return faults.length === 0 ? Result.succeed({ seed, policy }) : Result.fail(faults)
}

const sentences: { readonly [reason: string]: string } = {
  EMPTY: "Expected at least one",
  DUPLICATE: "One before it has the same",
  UNKNOWN: "Expected the id of one that is in this file",
}

/** The faults of each record by itself, or else of all records together. */
const faultsOf = (seed: Seed): ReadonlyArray<FieldError> => {
  const createdAt = 0
  const faults = [
    ...seed.organizations.flatMap(faultAt("organizations", Access.checkOrganization)),
    ...seed.users.flatMap(faultAt("users", Access.checkUser)),
    ...seed.plans.flatMap(faultAt("plans", (plan) => Plan.check({ ...plan, createdAt }))),
    ...seed.coupons.flatMap(faultAt("coupons", (coupon) => Coupon.check({ ...coupon, createdAt }))),
  ]
  if (faults.length > 0) return faults
  const commit = commitOfSeed(seed, createdAt)
  if (Result.isSuccess(commit)) return []
  const { path, reason } = commit.failure
  return [{ path, message: sentences[reason] ?? reason }]
}

const decodeRecords = strictDecoder(
  Schema.Struct({
    organizations: Schema.Array(records.Organization),
    users: Schema.Array(records.User),
    plans: Schema.Array(catalogue.Plan),
    coupons: Schema.Array(catalogue.Coupon),
  }),
)

/** Plans and coupons are created when a world begins. */
const dated = (list: unknown): unknown =>
  Array.isArray(list)
    ? list.map((item) => (Predicate.isReadonlyObject(item) ? { ...item, createdAt: 0 } : item))
    : list

/** All that is wrong with a seed that a program made. */
export const faultsOfSeed = (seed: Seed): ReadonlyArray<FieldError> => {
  const decoded = decodeRecords({ ...seed, plans: dated(seed.plans), coupons: dated(seed.coupons) })
  if (Result.isFailure(decoded)) return decoded.failure
  const faults = faultsOf(seed)
  return faults.length === 0 ? currencyFaults(seed) : faults
}

/** Currencies that the rules know and the API does not: each call that shows one would be a 500. */
const currencyFaults = ({ organizations, plans, coupons }: Seed): ReadonlyArray<FieldError> => {
  const named: ReadonlyArray<readonly [path: string, currency: string]> = [
    ...organizations.map(({ currency }, index) => [`organizations.${index}`, currency] as const),
    ...plans.flatMap(({ intervals, prices }, index) => [
      ...intervals.map(({ currency }, at) => [`plans.${index}.intervals.${at}`, currency] as const),
      ...prices.map(({ currency }, at) => [`plans.${index}.prices.${at}`, currency] as const),
    ]),
    ...coupons.flatMap(({ discount }, index) =>
      discount.type === "FIXED" ? [[`coupons.${index}.discount`, discount.currency] as const] : [],
    ),
  ]
  return named
    .filter(([, currency]) => !Currency.WIRE_CURRENCIES.some((known) => known === currency))
    .map(([path]) => ({
      path: `${path}.currency`,
      message: `Expected one of ${Currency.WIRE_CURRENCIES.join(", ")}`,
    }))
}

const faultAt =
  <A>(
    list: string,
    check: (record: A) => Result.Result<A | { readonly [member: string]: unknown }, Rejection>,
  ) =>
  (record: A, index: number): ReadonlyArray<FieldError> => {
    const checked = check(record)
    if (Result.isSuccess(checked)) return []
    return refusalOf(checked.failure).errors.map(({ path, message }) => ({
      path: `${list}.${index}.${path}`,
      message,
    }))
  }
