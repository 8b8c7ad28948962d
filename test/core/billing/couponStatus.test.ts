// The status of a coupon on a subscription: whether it can discount anything any more.
import { describe, expect, it } from "vitest"
import { type Coupon, CouponStatus } from "../../../src/index.ts"
import { makeAccount } from "../../support/account.ts"
import { coupon } from "../../support/billing.ts"

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

  it("of a subscription that ended can discount nothing", () => {
    expect(statuses({ type: "FOREVER" }, 40)).toEqual(["ACTIVE", "ACTIVE", "EXPIRED", "EXPIRED"])
    expect(statuses({ type: "ONCE" }, 1)).toEqual(["ACTIVE", "DEPLETED", "DEPLETED", "DEPLETED"])
  })
})
