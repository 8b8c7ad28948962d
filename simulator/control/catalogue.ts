// Plans and coupons, as an account manager would define them. Ids are chosen, or made. GAP-49, GAP-101
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  Count,
  Currency,
  paging,
  presentCoupon,
  presentPage,
  refusalOf,
  Text,
  Uuid,
} from "../../src/api/index.ts"
import { Coupon, defineCoupon, definePlan, Iso, type Plan, type Price, paginate } from "../../src/index.ts"
import { respondJson } from "../http/exchange.ts"
import type { ControlledWorld, ControlRoute } from "./ControlledWorld.ts"
import { bodyOf, instantOf, parametersOf, Time } from "./input.ts"

const id = Schema.optionalKey(Uuid)
const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** How high a fee or a price is at most: thousands of the highest fit into an amount. GAP-101 */
const FEE_MAX = 1_000_000_000_000
const Fee = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: FEE_MAX }, { expected: `an integer from 0 to ${FEE_MAX}` }),
)

const metered = { meter: Text, name: Text, currency: Currency }

const WirePrice = Schema.Union([
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

const readPlan = bodyOf(
  Schema.Struct({
    planId: id,
    name: Text,
    description: Text,
    status: Schema.optionalKey(Schema.Literals(["ACTIVE", "INACTIVE"])),
    intervals: Schema.Array(
      Schema.Struct({
        id,
        interval: Schema.Literals(["MONTHLY", "YEARLY"]),
        amount: Fee,
        currency: Currency,
      }),
    ),
    prices: Schema.Array(WirePrice),
  }),
)

const NewCoupon = Schema.Struct({
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
type NewCoupon = typeof NewCoupon.Type

/** What a coupon's members say of each other. */
const misfit = ({ type, amount, currency = null, duration, durationInMonths = null }: NewCoupon) => {
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

const readCoupon = bodyOf(NewCoupon.check(Schema.makeFilter(misfit)))

const readPage = parametersOf(Schema.Struct(paging))

/**
 * `POST /_simulator/plans` and `/coupons`: 201 with the record. `GET`: all of them, in the order in which they were made
 * and as they were answered then. GAP-114
 */
export const catalogueRoutes = ({ clock, state }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/plans",
    handle: (request) =>
      Effect.map(readPage(request), (list) =>
        respondJson(200, presentPage(paginate(state.plans(), list), list, presentPlan)),
      ),
  },
  {
    method: "GET",
    path: "/_simulator/coupons",
    handle: (request) =>
      Effect.map(readPage(request), (list) => {
        const page = paginate(state.coupons(), list)
        return respondJson(
          200,
          presentPage(page, list, (coupon) => presentDefined(coupon, clock.now())),
        )
      }),
  },
  {
    method: "POST",
    path: "/_simulator/plans",
    handle: Effect.fnUntraced(function* (request) {
      const { planId = null, status = "ACTIVE", ...wish } = yield* readPlan(request)
      const intervals = wish.intervals.map(({ id = null, ...interval }) => ({ id, ...interval }))
      const defined = definePlan({ ...wish, planId, status, intervals, prices: wish.prices.map(priceOf) })
      return respondJson(201, presentPlan(yield* Effect.mapError(defined, refusalOf)))
    }),
  },
  {
    method: "POST",
    path: "/_simulator/coupons",
    handle: Effect.fnUntraced(function* (request) {
      const defined = defineCoupon(couponOf(yield* readCoupon(request)))
      return respondJson(201, presentDefined(yield* Effect.mapError(defined, refusalOf), clock.now()))
    }),
  },
]

const priceOf = (price: typeof WirePrice.Type): Price.Price =>
  price.model === "PACKAGE" ? { ...price, freeUnits: price.freeUnits ?? 0 } : price

const couponOf = (wish: NewCoupon): Parameters<typeof defineCoupon>[0] => {
  const {
    couponId = null,
    code,
    name,
    type,
    amount,
    currency,
    duration,
    durationInMonths,
    redeemBy = null,
  } = wish
  return {
    couponId,
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

/** A plan with its price book. */
const presentPlan = ({ planId, name, description, status, intervals, prices }: Plan.Plan) => ({
  planId,
  name,
  description,
  status,
  intervals,
  prices,
})

/** A coupon as clients see it, with what they are not told of it. GAP-49 */
const presentDefined = (coupon: Coupon.Coupon, now: number) => ({
  ...presentCoupon({ ...coupon, status: Coupon.statusOf(coupon, now) }),
  planIds: coupon.planIds,
  createdAt: Iso.toIso(coupon.createdAt),
})
