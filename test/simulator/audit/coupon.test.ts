// The audit of coupons: what a period got too little, what a coupon gave for too long, and what came back too early.
import { expect, it } from "vitest"
import { audit } from "../../../simulator/audit/audit.ts"
import type { Coupon } from "../../../src/index.ts"
import type { Step } from "../../core/billing/laws/world.ts"
import { type Edit, edit, fixed, pause, payEarly, refuse, rulesOf, slip, worldAfter } from "./stories.ts"

/** As if the coupon of the subscription had been another one. */
const withCoupon = (terms: Partial<Coupon.AppliedCoupon>): Edit =>
  edit("Subscription", ({ coupon }) => ({ coupon: { ...coupon, ...terms } }))
const more = withCoupon({ discount: { type: "FIXED", amount: 5001, currency: "BRL" } })

it("finds a period that is over and got less than one invoice would have got", () => {
  const over = worldAfter([payEarly], { coupon: fixed }, 28)
  expect(rulesOf(over)).toEqual([])
  expect(rulesOf(more(over))).toEqual(["coupon_budget"])
})

it("does not ask for the rest before a period is over, nor while a payment of it is awaited", () => {
  expect(rulesOf(more(worldAfter([payEarly], { coupon: fixed })))).toEqual([])
  // The slip of the first cycle was taken at the boundary.
  const awaited = worldAfter([refuse, { ...slip, after: 1 }], { coupon: fixed }, 28)
  expect(rulesOf(awaited)).toEqual([])
  expect(rulesOf(more(awaited))).toEqual([])
})

it("finds a coupon that discounts for longer than it lasts", () => {
  const coupon: Coupon.Coupon = { ...fixed, duration: { type: "REPEATING", months: 2 } }
  const twice = worldAfter([payEarly], { coupon }, 60)
  expect(rulesOf(twice)).toEqual([])
  expect(rulesOf(withCoupon({ duration: { type: "REPEATING", months: 1 } })(twice))).toEqual([
    "coupon_duration",
  ])
})

it("finds a rest that came back before its period was over", () => {
  const world = worldAfter([payEarly, pause], { coupon: fixed })
  const rest = edit("BillingPeriod", ({ credits }) => ({
    credits: [...credits, { parts: [], couponAmount: -1, at: credits[0]?.at ?? 0 }],
  }))
  expect(audit(rest(world)).findings.map(({ message }) => message)).toContain("-1 of a discount left with 0")
})

it("begins with its first cycle where it came to a running subscription", () => {
  const given: Step = { do: "applyCoupon", coupon: { ...fixed, couponId: "given", code: "GIVEN" }, after: 1 }
  const later = worldAfter([payEarly, given], {}, 60)
  expect(rulesOf(later)).toEqual([])
  expect(rulesOf(withCoupon({ startCycle: 2 })(later))).toEqual(["coupon_budget"])
})
