// A coupon that comes to a running subscription: it discounts the first cycle of which nothing is billed yet, and those
// after it. Starter is 9990 for the 28 days from 31 January, Pro 29990; a message is 3. Coupons take 100 or a tenth off.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  Account,
  type Coupon,
  Invoice,
  Lifecycle,
  type Plan,
  Threshold,
  Usage,
  Voids,
} from "../../../../src/index.ts"
import { approved, declined, makeAccount } from "../../../support/account.ts"
import { monthly, plan, pro, proMonthly, yearly } from "../../../support/billing.ts"
import { type Billing, jan31, on } from "../fixtures.ts"
import { hundredOff, inAdvance, statusOf, tenth, withInterval } from "./coupons.ts"

const [feb14, feb15, mar1] = [on(2, 14), on(2, 15), on(3, 1)]

const applied = (billing: Billing, coupon: Coupon.Coupon | null, now: number) =>
  Lifecycle.applyCoupon(billing.now(), { code: "LATE", coupon, now })
const apply = (billing: Billing, coupon: Coupon.Coupon, now: number) =>
  billing.apply(applied(billing, coupon, now))
const discounts = (billing: Billing) =>
  billing.now().invoices.map((invoice) => [`${invoice.cycle}/${invoice.kind}`, Invoice.couponAmount(invoice)])

describe("a coupon that comes to a running subscription", () => {
  it("discounts the running cycle where nothing of it is billed, and those after", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, on(2, 1))
    apply(billing, tenth, feb14)
    expect(billing.upcoming(feb14)).toMatchObject({ totalAmount: 9990 + 30, discountAmount: 1002 })
    billing.runUntil(on(4, 1))
    expect(discounts(billing)).toEqual([
      ["0/CYCLE", 1002],
      ["1/CYCLE", 999],
    ])
  })

  it("is redeemed once, by the subscription, and counts what it gives", () => {
    const billing = makeAccount({ at: jan31 })
    const change = applied(billing, hundredOff, feb14)
    billing.apply(change)
    expect(Result.getOrThrow(change).couponCounts).toEqual([
      { couponId: hundredOff.couponId, redemptions: 1, amount: 0 },
    ])
    billing.runUntil(mar1)
    expect(billing.now().couponUses).toMatchObject([{ code: "LATE", at: feb14, amountRedeemed: 100 }])
  })

  it("leaves a cycle of which something is billed, and begins with the next one", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 1000, on(2, 1))
    const threshold = { value: 100, currency: "BRL", now: on(2, 2) }
    billing.apply(Threshold.setThreshold(billing.now(), threshold, billing.rules))
    billing.apply(Result.succeed(Threshold.removeThreshold(billing.now())))
    apply(billing, hundredOff, feb14)
    expect(statusOf(billing)).toBe("ACTIVE")
    billing.runUntil(on(4, 1))
    expect(discounts(billing)).toEqual([
      ["0/CUT", 0],
      ["0/CYCLE", 0],
      ["1/CYCLE", 100],
    ])
  })

  it("lasts for its months from the first cycle that it discounts", () => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(feb14)
    apply(billing, { ...hundredOff, duration: { type: "REPEATING", months: 2 } }, feb15)
    billing.runUntil(on(6, 1))
    expect(discounts(billing).map(([, amount]) => amount)).toEqual([0, 100, 100, 0])
    expect(statusOf(billing)).toBe("EXPIRED")
  })

  it("discounts the next fee in advance, and no usage before it", () => {
    const billing = makeAccount({ at: jan31, plan: inAdvance })
    billing.use("messages", 1000, on(2, 1))
    apply(billing, tenth, feb14)
    billing.runUntil(mar1)
    expect(discounts(billing)).toEqual([
      ["0/CREATION", 0],
      ["0/CYCLE", 999],
    ])
  })

  it("begins after a fee in advance that is paid already", () => {
    const billing = makeAccount({ at: jan31, plan: inAdvance })
    billing.payEarly(feb14)
    apply(billing, tenth, feb15)
    billing.runUntil(on(4, 1))
    expect(discounts(billing).map(([, amount]) => amount)).toEqual([0, 0, 999])
  })

  it("discounts nothing that comes late of the cycles before it", () => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(feb14)
    apply(billing, tenth, feb15)
    billing.runUntil(mar1)
    const events = [{ eventId: "late", meter: "messages", quantity: 100, occurredAt: feb15 }]
    billing.apply(Usage.recordUsage(billing.now(), { events, known: [], now: mar1 }, billing.rules))
    expect(billing.upcoming(mar1)).toMatchObject({ totalAmount: 9990 + 300, discountAmount: 999 })
  })

  it("discounts what is billed again once what was wrong is void", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.payEarly(feb14)
    const [{ invoiceId = "" } = {}] = billing.now().invoices
    billing.apply(
      Voids.voidInvoice(billing.now(), { invoiceId, rebill: true, now: feb14 + 1 }, billing.rules),
    )
    apply(billing, hundredOff, feb15)
    billing.answerWith(approved)
    billing.runUntil(mar1)
    expect(discounts(billing).at(-1)).toEqual(["0/CYCLE", 100])
  })

  it("begins with the first cycle after a trial", () => {
    const billing = makeAccount({ at: jan31, plan: withInterval({ trialDays: 14 }) })
    apply(billing, hundredOff, on(2, 1))
    expect(statusOf(billing)).toBe("ACTIVE")
    billing.runUntil(on(4, 20))
    expect(discounts(billing)).toEqual([
      ["0/CYCLE", 100],
      ["1/CYCLE", 100],
    ])
  })

  it("comes in a pause, and is there after it", () => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(Lifecycle.pause(billing.now(), feb14, billing.rules))
    apply(billing, hundredOff, feb15)
    billing.runUntil(mar1)
    billing.apply(Lifecycle.resume(billing.now(), mar1, billing.rules))
    billing.runUntil(on(4, 1))
    expect(discounts(billing)).toEqual([
      ["0/PAUSE", 0],
      ["1/CYCLE", 100],
    ])
  })

  it("has to fit the plan of its first cycle, also one that is scheduled", () => {
    const forPro = { ...tenth, planIds: [pro.planId] }
    const billing = makeAccount({ at: jan31, plan: inAdvance })
    const notForPlan = { failure: { _tag: "CouponNotForPlan", planId: plan.planId } }
    expect(applied(billing, forPro, feb14)).toMatchObject(notForPlan)
    const change = { plan: pro, planIntervalId: proMonthly, now: feb14 }
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change, billing.rules))
    apply(billing, forPro, feb15)
    billing.runUntil(on(4, 1))
    expect(discounts(billing)).toEqual([
      ["0/CREATION", 0],
      ["1/CYCLE", 2999],
    ])
  })

  it("never begins where the plan changes before to one that it does not fit", () => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(feb14)
    apply(billing, { ...tenth, planIds: [plan.planId] }, feb15)
    const change = { plan: pro, planIntervalId: proMonthly, now: on(2, 16) }
    billing.apply(Lifecycle.changePlan(billing.now(), change, billing.rules))
    expect(statusOf(billing)).toBe("EXPIRED")
    billing.runUntil(on(4, 1))
    expect(discounts(billing).map(([, amount]) => amount)).toEqual([0, 0, 0])
  })

  it("is as its first plan says, which may change before it begins", () => {
    const year = makeAccount({ at: jan31, plan: inAdvance, planIntervalId: yearly })
    const toMonths = { plan: inAdvance, planIntervalId: monthly, now: feb14 }
    year.apply(Lifecycle.schedulePlanChange(year.now(), toMonths, year.rules))
    apply(year, { ...hundredOff, duration: { type: "REPEATING", months: 3 } }, feb14)
    expect(statusOf(year)).toBe("ACTIVE")
    const billing = makeAccount({ at: jan31, plan: inAdvance })
    const changeTo = (next: Plan.Plan, planIntervalId: string, now: number) =>
      billing.apply(
        Lifecycle.schedulePlanChange(billing.now(), { plan: next, planIntervalId, now }, billing.rules),
      )
    changeTo(pro, proMonthly, feb14)
    apply(billing, { ...hundredOff, planIds: [pro.planId] }, feb14)
    expect(statusOf(billing)).toBe("ACTIVE")
    changeTo(inAdvance, monthly, feb15)
    expect(statusOf(billing)).toBe("EXPIRED")
    changeTo(pro, proMonthly, on(2, 16))
    expect(statusOf(billing)).toBe("ACTIVE")
    changeTo(inAdvance, monthly, on(2, 17))
    billing.runUntil(mar1)
    expect(discounts(billing).map(([, amount]) => amount)).toEqual([0, 0])
    expect(statusOf(billing)).toBe("EXPIRED")
  })

  it("keeps its months where its plan comes at once after all, with a fee in advance", () => {
    const later = {
      ...pro,
      intervals: pro.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE" as const })),
    }
    const billing = makeAccount({ at: jan31, plan: inAdvance })
    const change = (next: Plan.Plan, planIntervalId: string, now: number) => ({
      plan: next,
      planIntervalId,
      now,
    })
    const schedule = (command: Lifecycle.ChangePlanCommand) =>
      billing.apply(Lifecycle.schedulePlanChange(billing.now(), command, billing.rules))
    schedule(change(later, proMonthly, feb14))
    const months: Coupon.CouponDuration = { type: "REPEATING", months: 2 }
    apply(billing, { ...hundredOff, duration: months, planIds: [pro.planId] }, feb14)
    schedule(change(inAdvance, monthly, feb15))
    billing.runUntil(mar1)
    const now = on(3, 2)
    billing.apply(Lifecycle.changePlan(billing.now(), change(later, proMonthly, now), billing.rules))
    billing.runUntil(on(5, 1))
    expect(discounts(billing)).toEqual([
      ["0/CREATION", 0],
      ["0/CYCLE", 0],
      ["1/CHANGE", 100],
      ["1/CYCLE", 100],
      ["2/CYCLE", 0],
    ])
  })

  it("never begins where it is taken off before", () => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(feb14)
    apply(billing, hundredOff, feb15)
    billing.apply(Lifecycle.removeCoupon(billing.now(), on(2, 16)))
    expect(statusOf(billing)).toBe("EXPIRED")
    billing.runUntil(on(4, 1))
    expect(discounts(billing).map(([, amount]) => amount)).toEqual([0, 0])
  })
})

it("changes nothing where it is there already", () => {
  const billing = makeAccount({ at: jan31 })
  apply(billing, hundredOff, feb14)
  const before = billing.now()
  expect(applied(billing, hundredOff, feb15)).toEqual(Result.succeed(Account.unchanged(before)))
})

describe("is refused", () => {
  const refused = (billing: Billing, coupon: Coupon.Coupon | null, now: number) => {
    const result = applied(billing, coupon, now)
    return Result.isFailure(result) ? result.failure : "accepted"
  }

  it("where the subscription has another coupon, or had one", () => {
    const billing = makeAccount({ at: jan31, coupon: { ...hundredOff, couponId: "first", code: "FIRST" } })
    const hasCoupon = { _tag: "SubscriptionHasCoupon", code: "FIRST" }
    expect(refused(billing, hundredOff, feb14)).toMatchObject(hasCoupon)
    billing.apply(Lifecycle.removeCoupon(billing.now(), feb14))
    billing.runUntil(on(4, 1))
    expect(refused(billing, hundredOff, on(4, 1))).toMatchObject(hasCoupon)
  })

  it("where it was taken off before", () => {
    const billing = makeAccount({ at: jan31 })
    apply(billing, hundredOff, feb14)
    billing.apply(Lifecycle.removeCoupon(billing.now(), feb15))
    expect(refused(billing, hundredOff, feb15)).toMatchObject({
      _tag: "SubscriptionHasCoupon",
      code: "LATE",
    })
  })

  it("where the coupon cannot be redeemed", () => {
    const billing = makeAccount({ at: jan31 })
    expect(refused(billing, null, feb14)).toMatchObject({ _tag: "CouponNotFound", code: "LATE" })
    expect(refused(billing, { ...tenth, redeemBy: feb14 }, feb14)).toMatchObject({ _tag: "CouponExpired" })
    const used = { ...tenth, redemptionsMax: 1, timesRedeemed: 1 }
    expect(refused(billing, used, feb14)).toMatchObject({ _tag: "CouponDepleted" })
    const dollars: Coupon.CouponDiscount = { type: "FIXED", amount: 1, currency: "USD" }
    expect(refused(billing, { ...tenth, discount: dollars }, feb14)).toMatchObject({
      _tag: "CouponCurrencyMismatch",
    })
    const year = makeAccount({ at: jan31, planIntervalId: yearly })
    const months: Coupon.CouponDuration = { type: "REPEATING", months: 3 }
    expect(refused(year, { ...tenth, duration: months }, feb14)).toMatchObject({
      _tag: "CouponNotForInterval",
    })
  })

  it("where an earlier subscription of the organization used it", () => {
    const billing = makeAccount({ at: jan31, coupon: hundredOff })
    billing.cancel(feb14)
    const again = makeAccount({ at: jan31 })
    const { couponUses } = billing.now()
    const command = { code: "LATE", coupon: hundredOff, now: feb15 }
    expect(Lifecycle.applyCoupon({ ...again.now(), couponUses }, command)).toMatchObject({
      failure: { _tag: "CouponAlreadyUsed" },
    })
  })

  it("after the end of the subscription, and without one", () => {
    const billing = makeAccount({ at: jan31 })
    billing.cancel(feb14)
    expect(refused(billing, hundredOff, feb15)).toMatchObject({
      _tag: "SubscriptionTransitionInvalid",
      status: "CANCELLED",
      command: "ApplyCoupon",
    })
    const none = { ...billing.now(), subscription: null }
    expect(Lifecycle.applyCoupon(none, { code: "LATE", coupon: hundredOff, now: feb15 })).toMatchObject({
      failure: { _tag: "SubscriptionNotFound" },
    })
  })
})
