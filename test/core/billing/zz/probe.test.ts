import * as Result from "effect/Result"
import { it } from "vitest"
import { type Coupon, CouponStatus, Invoice, Lifecycle, type Plan } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"
import { coupon, plan, pro, proMonthly, yearly, monthly } from "../../../support/billing.ts"
import { type Billing, jan31, on } from "../fixtures.ts"
const feb14 = on(2, 14)
const hundredOff: Coupon.Coupon = { ...coupon, code: "LATE", discount: { type: "FIXED", amount: 100, currency: "BRL" }, duration: { type: "FOREVER" }, planIds: null }
const withInterval = (members: Partial<Plan.PlanInterval>): Plan.Plan => ({ ...plan, intervals: plan.intervals.map((one) => ({ ...one, ...members })) })
const inAdvance = withInterval({ feeTiming: "ADVANCE" })
const statusOf = (billing: Billing) => { const { subscription } = billing.now(); return subscription?.coupon ? [CouponStatus.couponStatus(subscription, subscription.coupon), subscription.coupon.startCycle, subscription.coupon.endedCycle] : "none" }
const discounts = (billing: Billing) => billing.now().invoices.map((invoice) => [`${invoice.cycle}/${invoice.kind}`, Invoice.couponAmount(invoice)])
it("yearly to monthly", () => {
  const billing = makeAccount({ at: jan31, plan: inAdvance, planIntervalId: yearly })
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), { plan: inAdvance, planIntervalId: monthly, now: feb14 }, billing.rules))
  const r = Lifecycle.applyCoupon(billing.now(), { code: "LATE", coupon: { ...hundredOff, duration: { type: "REPEATING", months: 3 } }, now: feb14 })
  console.log(Result.isFailure(r) ? r.failure : "ok")
  billing.apply(r)
  console.log(statusOf(billing))
  billing.runUntil(jan31 + 366 * 86400000)
  console.log(statusOf(billing), discounts(billing))
})
it("schedule taken back", () => {
  const billing = makeAccount({ at: jan31, plan: inAdvance })
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), { plan: pro, planIntervalId: proMonthly, now: feb14 }, billing.rules))
  billing.apply(Lifecycle.applyCoupon(billing.now(), { code: "LATE", coupon: { ...hundredOff, planIds: [pro.planId] }, now: feb14 }))
  console.log(statusOf(billing))
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), { plan: inAdvance, planIntervalId: monthly, now: feb14 + 1 }, billing.rules))
  console.log("taken back", statusOf(billing))
  billing.runUntil(on(5, 1))
  console.log(statusOf(billing), discounts(billing))
  billing.apply(Lifecycle.changePlan(billing.now(), { plan: pro, planIntervalId: proMonthly, now: on(5, 2) }, billing.rules))
  billing.runUntil(on(6, 10))
  console.log(statusOf(billing), discounts(billing))
})
it("scheduled to a misfit", () => {
  const billing = makeAccount({ at: jan31, plan: inAdvance })
  billing.apply(Lifecycle.applyCoupon(billing.now(), { code: "LATE", coupon: { ...hundredOff, planIds: [plan.planId] }, now: feb14 }))
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), { plan: pro, planIntervalId: proMonthly, now: feb14 }, billing.rules))
  console.log("misfit", statusOf(billing))
  billing.runUntil(on(3, 20))
  console.log(statusOf(billing), discounts(billing))
})
