// The status of a coupon that ended before its time: with a change of plan, or with the subscription.
import { describe, expect, it } from "vitest"
import { type Coupon, CouponStatus, Lifecycle } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"
import { coupon, plan, pro, proMonthly } from "../../../support/billing.ts"

const at = Date.UTC(2026, 0, 31)
const feb14 = Date.UTC(2026, 1, 14)

const statusOf = (billing: ReturnType<typeof makeAccount>) => {
  const { subscription } = billing.now()
  return subscription?.coupon ? CouponStatus.couponStatus(subscription, subscription.coupon) : "none"
}

/** The status in a cycle that the coupon discounted, after a change to Pro in the middle of it. */
const afterChange = (members: Pick<Coupon.Coupon, "duration" | "planIds">): string => {
  const billing = makeAccount({ at, coupon: { ...coupon, ...members } })
  const change = { plan: pro, planIntervalId: proMonthly, now: feb14 }
  billing.apply(Lifecycle.changePlan(billing.now(), change, billing.rules))
  expect(billing.now().invoices).toMatchObject([{ kind: "CHANGE", discounts: [{ type: "COUPON" }] }])
  return statusOf(billing)
}

describe("a coupon that does not fit the new plan", () => {
  it.each<readonly [Coupon.CouponDuration, string]>([
    [{ type: "FOREVER" }, "EXPIRED"],
    [{ type: "REPEATING", months: 3 }, "EXPIRED"],
    [{ type: "ONCE" }, "DEPLETED"],
  ])("has ended, also in the cycle of the change: %j", (duration, status) => {
    expect(afterChange({ duration, planIds: [plan.planId] })).toBe(status)
    expect(afterChange({ duration, planIds: null })).toBe("ACTIVE")
  })
})

describe("a coupon for one time", () => {
  it("is not used up where nothing was there to discount before the end", () => {
    const billing = makeAccount({ at, coupon })
    billing.cancel(at)
    expect(billing.now().invoices).toEqual([])
    expect(statusOf(billing)).toBe("EXPIRED")
  })
})
