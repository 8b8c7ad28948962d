// Giving a running subscription a coupon, as a use case: what it tells, what it redeems, and what is billed after.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  applyCoupon,
  type Coupon,
  cancelSubscription,
  checkSubscription,
  defineCoupon,
  listCoupons,
  listInvoices,
  previewUpcomingInvoice,
  removeCoupon,
} from "../../../src/index.ts"
import { coupon, makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"

const DAY = 86_400_000
const half: Coupon.Coupon = {
  ...coupon,
  couponId: "half",
  code: "HALF",
  discount: { type: "PERCENTAGE", basisPoints: 5000 },
  duration: { type: "FOREVER" },
  planIds: null,
}
const given = { organizationId, code: half.code }

const started = async (members: Partial<Coupon.Coupon> = {}) => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(defineCoupon({ ...half, ...members }))
  await billing.run(subscribed())
  const told = () =>
    billing.state.outbox().flatMap((message) => (message.kind === "EVENT" ? [message.billingEvent.type] : []))
  const redemptions = async () =>
    (await billing.run(listCoupons({ organizationId, page: 1, limit: 10 }))).items.map(
      ({ coupon: { code, timesRedeemed, amountRedeemed } }) => ({ code, timesRedeemed, amountRedeemed }),
    )
  return { billing, told, redemptions }
}

describe("giving a coupon", () => {
  it("discounts what is not billed yet, tells so once, and charges nothing", async () => {
    const { billing, told, redemptions } = await started()
    await billing.moveTo(startAt + 5 * DAY)
    const before = told().length
    const subscription = await billing.run(applyCoupon(given))
    expect(subscription).toEqual(await billing.run(checkSubscription(organizationId)))
    expect(subscription.coupon).toMatchObject({ code: "HALF", startCycle: 0 })
    expect(told().slice(before)).toEqual(["subscription.updated"])
    expect(billing.charges()).toEqual([])
    expect(await redemptions()).toEqual([{ code: "HALF", timesRedeemed: 1, amountRedeemed: 0 }])
    expect(await billing.run(previewUpcomingInvoice(organizationId))).toMatchObject({ discountAmount: 4995 })
    await billing.moveTo(startAt + 70 * DAY)
    expect(billing.charges().map(({ amount }) => amount)).toEqual([4995, 4995])
    expect(await redemptions()).toEqual([{ code: "HALF", timesRedeemed: 1, amountRedeemed: 9990 }])
  })

  it("by several at once is one change, and one redemption", async () => {
    const { billing, told, redemptions } = await started({ redemptionsMax: 1 })
    const before = told().length
    const results = await billing.race([1, 2, 3].map(() => applyCoupon(given)))
    expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveLength(1)
    expect(told()).toHaveLength(before + 1)
    expect(await redemptions()).toMatchObject([{ timesRedeemed: 1 }])
  })

  it("redeems nothing where it is refused", async () => {
    const { billing, redemptions } = await started()
    await billing.run(applyCoupon(given))
    await billing.run(removeCoupon(organizationId))
    expect(await billing.run(Effect.flip(applyCoupon(given)))).toMatchObject({
      _tag: "SubscriptionHasCoupon",
      code: "HALF",
    })
    expect(await billing.run(Effect.flip(applyCoupon({ organizationId, code: "NONE" })))).toMatchObject({
      _tag: "SubscriptionHasCoupon",
    })
    expect(await redemptions()).toMatchObject([{ timesRedeemed: 1 }])
  })

  it("says which coupon there is none of, and when it is too late", async () => {
    const { billing } = await started()
    const refused = (code: string) => billing.run(Effect.flip(applyCoupon({ organizationId, code })))
    expect(await refused("NONE")).toEqual({ _tag: "CouponNotFound", code: "NONE" })
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    expect(await refused("HALF")).toMatchObject({
      _tag: "SubscriptionTransitionInvalid",
      command: "ApplyCoupon",
    })
  })

  it("leaves the invoices that there are as they are", async () => {
    const { billing } = await started()
    await billing.moveTo(startAt + 40 * DAY)
    const invoices = () => billing.run(listInvoices({ organizationId, status: null, page: 1, limit: 10 }))
    const before = await invoices()
    await billing.run(applyCoupon(given))
    expect(await invoices()).toEqual(before)
  })
})
