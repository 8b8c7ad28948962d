// The status of a coupon on a subscription: whether it can discount anything any more.
import { describe, expect, it } from "vitest"
import { type Coupon, CouponStatus, Lifecycle, type Plan } from "../../../src/index.ts"
import { makeAccount } from "../../support/account.ts"
import { ahead, coupon, plan, pro, proMonthly } from "../../support/billing.ts"

const DAY = 86_400_000
const at = Date.UTC(2026, 0, 31)

const statuses = (duration: Coupon.CouponDuration, cancelAt?: number): ReadonlyArray<string> => {
  const billing = makeAccount({ at, coupon: { ...coupon, duration } })
  return [0, 1, 40, 70].map((day) => {
    billing.runUntil(at + day * DAY)
    if (day === 1) billing.payEarly(at + DAY)
    if (cancelAt === day) billing.cancel(at + day * DAY)
    const { subscription } = billing.now()
    return subscription?.coupon ? CouponStatus.couponStatus(subscription, subscription.coupon) : "none"
  })
}

describe("a coupon", () => {
  it.each<readonly [string, Coupon.CouponDuration, ReadonlyArray<string>]>([
    ["used once: DEPLETED after the group", { type: "ONCE" }, ["ACTIVE", "ACTIVE", "DEPLETED", "DEPLETED"]],
    [
      "over: EXPIRED after its last month",
      { type: "REPEATING", months: 2 },
      ["ACTIVE", "ACTIVE", "ACTIVE", "EXPIRED"],
    ],
    ["for ever: ACTIVE", { type: "FOREVER" }, ["ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE"]],
  ])("%s", (_, duration, expected) => {
    expect(statuses(duration)).toEqual(expected)
  })

  it.each<readonly [Coupon.CouponDuration, string]>([
    [{ type: "ONCE" }, "DEPLETED"],
    [{ type: "REPEATING", months: 1 }, "EXPIRED"],
  ])("that begins with the next fee, paid early, is not over before that cycle is: %j", (duration, over) => {
    const free: Plan.Plan = { ...plan, intervals: plan.intervals.map((one) => ({ ...one, amount: 0 })) }
    const billing = makeAccount({ at, plan: free, coupon: { ...coupon, duration } })
    const status = () => {
      const { subscription } = billing.now()
      return subscription?.coupon ? CouponStatus.couponStatus(subscription, subscription.coupon) : "none"
    }
    const change = { plan: ahead(pro), planIntervalId: proMonthly, now: at + DAY }
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change, billing.rules))
    billing.payEarly(at + DAY)
    expect(billing.now().invoices).toMatchObject([{ discounts: [{ amount: 2999 }] }])
    expect(status()).toBe("ACTIVE")
    billing.runUntil(at + 40 * DAY)
    expect(status()).toBe("ACTIVE")
    billing.runUntil(at + 70 * DAY)
    expect(status()).toBe(over)
  })

  it("of a subscription that ended can discount nothing", () => {
    expect(statuses({ type: "FOREVER" }, 40)).toEqual(["ACTIVE", "ACTIVE", "EXPIRED", "EXPIRED"])
    expect(statuses({ type: "ONCE" }, 1)).toEqual(["ACTIVE", "DEPLETED", "DEPLETED", "DEPLETED"])
  })
})
