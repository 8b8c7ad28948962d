// What is said of a record that is to be made: the same in a call of the control plane and in a file of a seed. Members
// that are left out have the values of GAP-101.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  Amount,
  Count,
  Currency,
  Email,
  type FieldError,
  Text,
  Uuid,
  WirePlanInterval,
  WirePlanStatus,
} from "../../../src/api/index.ts"
import { type Access, type Coupon, Iso, Otp, Permission, Plan, type Price } from "../../../src/index.ts"

/** A time as text, in any zone. */
export const Time = Schema.String.check(
  Schema.makeFilter((text: string) => Result.isSuccess(Iso.fromIso(text)), {
    expected: "an ISO 8601 time with a zone and at most three decimals, such as 2026-01-31T00:00:00.000Z",
    toJsonSchema: () => ({ format: "date-time" }),
  }),
)

/** The instant of a `Time`. */
export const instantOf = (time: string): number => Result.getOrThrow(Iso.fromIso(time))

/** An integer of a range. */
export const integer = (minimum: number, maximum: number) => {
  const expected = `an integer from ${minimum} to ${maximum}`
  return Schema.Int.check(Schema.isBetween({ minimum, maximum }, { expected }))
}

/** A member that may be left out, or null. */
export const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const id = Schema.optionalKey(Uuid)
const status = Schema.optionalKey(WirePlanStatus)

/** An organization. */
export const OrganizationWish = Schema.Struct({ organizationId: id, name: Text, currency: Currency, status })

/** What of an organization changes. */
export const OrganizationChange = Schema.Struct({
  name: Schema.optionalKey(Text),
  currency: Schema.optionalKey(Currency),
  status,
})

/** An organization but for its id. */
export const organizationOf = ({
  name,
  currency,
  status = "ACTIVE",
}: typeof OrganizationWish.Type): Omit<Access.Organization, "organizationId"> => ({ name, currency, status })

const Memberships = Schema.Array(
  Schema.Struct({
    organizationId: Uuid,
    permissions: Schema.optionalKey(Schema.Array(Schema.Literals(Permission.ALL_PERMISSIONS))),
  }),
)
const emailVerified = Schema.optionalKey(Schema.Boolean)

const membershipsOf = (wish: typeof Memberships.Type): ReadonlyArray<Access.Membership> =>
  wish.map(({ organizationId, permissions = Permission.ALL_PERMISSIONS }) => ({
    organizationId,
    permissions,
  }))

/** A user. */
export const UserWish = Schema.Struct({ userId: id, email: Email, emailVerified, memberships: Memberships })

/** A user but for its id. */
export const userOf = (wish: typeof UserWish.Type): Omit<Access.User, "userId"> => ({
  email: Otp.normaliseEmail(wish.email),
  emailVerified: wish.emailVerified ?? true,
  memberships: membershipsOf(wish.memberships),
})

/** What of a user changes; its memberships all at once. */
export const UserChange = Schema.Struct({
  email: Schema.optionalKey(Email),
  emailVerified,
  memberships: Schema.optionalKey(Memberships),
})

/** The members of a user that change. */
export const userChangeOf = ({ memberships, ...change }: typeof UserChange.Type): Partial<Access.User> => ({
  ...change,
  ...(memberships !== undefined && { memberships: membershipsOf(memberships) }),
})

/** The highest fee or price: thousands of it fit into an amount. GAP-101 */
const Fee = integer(0, 1_000_000_000_000)

const metered = { meter: Text, name: Text, currency: Currency }

const PriceWish = Schema.Union([
  Schema.Struct({ ...metered, model: Schema.Literal("STANDARD"), unitPrice: Fee }),
  Schema.Struct({
    ...metered,
    model: Schema.Literal("PACKAGE"),
    packageSize: Count,
    packagePrice: Fee,
    freeUnits: Schema.optionalKey(Count),
  }),
  Schema.Struct({
    ...metered,
    model: Schema.Literal("GRADUATED"),
    bands: Schema.Array(Schema.Struct({ upTo: Schema.NullOr(Count), unitPrice: Fee })),
  }),
])

const TrialDays = Schema.Finite.check(
  Schema.makeFilter((days: number) => Number.isInteger(days) && days >= 1 && days <= Plan.TRIAL_DAYS_MAX, {
    expected: `1 to ${Plan.TRIAL_DAYS_MAX} days, or no member`,
    toJsonSchema: () => ({ type: "integer", minimum: 1, maximum: Plan.TRIAL_DAYS_MAX }),
  }),
)

/** An interval of a plan. */
export const IntervalWish = Schema.Struct({
  id,
  interval: WirePlanInterval.fields.interval,
  amount: Fee,
  currency: Currency,
  /** The days of a trial; without it there is none. */
  trialDays: Schema.optionalKey(TrialDays),
  /** Whether a subscription may have more than one unit. */
  quantityAllowed: Schema.optionalKey(Schema.Boolean),
  /** ADVANCE where the fee of a cycle is billed as it begins; without it, as it ends. */
  feeTiming: WirePlanInterval.fields.feeTiming,
})

/** Why an invoice is issued. */
export const BillingReason = Schema.Literals([
  "CUT",
  "CYCLE",
  "PAUSE",
  "CHANGE",
  "FINAL",
  "REISSUE",
  "CREATION",
  "QUANTITY_CHANGE",
  "RESUME",
])

/** A plan. */
export const PlanWish = Schema.Struct({
  planId: id,
  name: Text,
  description: Text,
  status,
  intervals: Schema.Array(IntervalWish),
  prices: Schema.Array(PriceWish),
})

/** What of a plan changes. */
export const PlanChange = Schema.Struct({
  name: Schema.optionalKey(Text),
  description: Schema.optionalKey(Text),
  status,
})

/** A plan but for its ids. */
export const planOf = ({ name, description, status = "ACTIVE", prices }: typeof PlanWish.Type) => ({
  name,
  description,
  status,
  prices: prices.map(priceOf),
})

const priceOf = (price: typeof PriceWish.Type): Price.Price =>
  price.model === "PACKAGE" ? { ...price, freeUnits: price.freeUnits ?? 0 } : price

/** A coupon. */
export const CouponWish = Schema.Struct({
  couponId: id,
  code: Text,
  name: Text,
  type: Schema.Literals(["PERCENTAGE", "FIXED"]),
  amount: Schema.Finite,
  currency: optional(Currency),
  duration: Schema.Literals(["ONCE", "REPEATING", "FOREVER"]),
  durationInMonths: optional(Count),
  maxRedemptions: optional(Count),
  redeemBy: optional(Time),
  planIds: optional(Schema.Array(Uuid)),
})
type CouponWish = typeof CouponWish.Type

const misfit = ({ type, amount, currency = null, duration, durationInMonths = null }: CouponWish) => {
  if (type === "PERCENTAGE" && Number(amount.toFixed(2)) !== amount) {
    return { path: ["amount"], issue: "Expected a percentage with at most two decimals" }
  }
  if ((type === "FIXED") !== (currency !== null)) {
    return { path: ["currency"], issue: "Expected with FIXED, and with nothing else" }
  }
  return (duration === "REPEATING") === (durationInMonths !== null)
    ? undefined
    : { path: ["durationInMonths"], issue: "Expected with REPEATING, and with nothing else" }
}

/** The rules between the members of a coupon. */
export const couponFits = Schema.makeFilter(misfit)

/** A coupon but for its id and what was redeemed. */
export const couponOf = (
  wish: CouponWish,
): Omit<Coupon.Coupon, "couponId" | "timesRedeemed" | "amountRedeemed" | "createdAt"> => {
  const { code, name, type, amount, currency, duration, durationInMonths, redeemBy = null } = wish
  return {
    code,
    name,
    discount:
      type === "FIXED"
        ? { type, amount, currency: currency ?? "" }
        : { type, basisPoints: Math.round(amount * 100) },
    duration:
      duration === "REPEATING" ? { type: duration, months: durationInMonths ?? 0 } : { type: duration },
    planIds: wish.planIds ?? null,
    redemptionsMax: wish.maxRedemptions ?? null,
    redeemBy: redeemBy === null ? null : instantOf(redeemBy),
  }
}

/** What of a coupon changes; null removes a limit. */
export const CouponChange = Schema.Struct({
  name: Schema.optionalKey(Text),
  maxRedemptions: CouponWish.fields.maxRedemptions,
  redeemBy: CouponWish.fields.redeemBy,
  planIds: CouponWish.fields.planIds,
})

/** The members of a coupon that change. */
export const couponChangeOf = ({
  maxRedemptions,
  redeemBy,
  ...change
}: typeof CouponChange.Type): Partial<Coupon.Coupon> => ({
  ...change,
  ...(maxRedemptions !== undefined && { redemptionsMax: maxRedemptions }),
  ...(redeemBy !== undefined && { redeemBy: redeemBy === null ? null : instantOf(redeemBy) }),
})

/** The members of a coupon that are called otherwise here. GAP-49 */
const couponMembers: Readonly<Record<string, string>> = {
  discount: "amount",
  "discount.currency": "currency",
  "duration.months": "durationInMonths",
  redemptionsMax: "maxRedemptions",
}

/** What is wrong with a coupon, at the member that a call or a file has for it. */
export const couponFault = ({ path, message }: FieldError): FieldError => ({
  path: path.replace(/[a-zA-Z]+(?:\.[a-z]+)?$/, (member) => couponMembers[member] ?? member),
  message,
})

/** What was paid out of a voucher; without an amount all that is left. */
export const PayoutWish = Schema.Struct({
  amount: Schema.optionalKey(Amount),
  payoutId: Schema.optionalKey(Text),
})

/** A voucher to grant. */
export const VoucherWish = Schema.Struct({
  voucherId: Schema.optionalKey(Uuid),
  name: Text,
  amount: Amount,
  currency: Currency,
  effectiveAt: Schema.optionalKey(Time),
  expiresAt: Schema.optionalKey(Schema.NullOr(Time)),
})

/** A one-off charge of the subscription. */
export const InvoiceItemWish = Schema.Struct({
  itemId: Text,
  name: Text,
  unitPrice: Schema.Int,
  quantity: Schema.Int,
})
