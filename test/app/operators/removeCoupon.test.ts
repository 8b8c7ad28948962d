// Taking the coupon off a subscription, as a use case: what it tells, and what is billed after.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
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

const started = async (couponCode: string | null = half.code) => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(defineCoupon(half))
  await billing.run(subscribed({ couponCode }))
  const told = () =>
    billing.state.outbox().flatMap((message) => (message.kind === "EVENT" ? [message.billingEvent.type] : []))
  const discounts = async () =>
    (await billing.run(listInvoices({ organizationId, status: null, page: 1, limit: 10 }))).items
      .map(({ discountAmount }) => discountAmount)
      .toReversed()
  return { billing, told, discounts }
}

describe("taking the coupon off", () => {
  it("ends it with the running cycle, and tells so once", async () => {
    const { billing, told, discounts } = await started()
    await billing.moveTo(startAt + 5 * DAY)
    const before = told().length
    const subscription = await billing.run(removeCoupon(organizationId))
    expect(subscription).toEqual(await billing.run(checkSubscription(organizationId)))
    expect(subscription.coupon).toMatchObject({ code: "HALF", endedCycle: 0 })
    expect(told().slice(before)).toEqual(["subscription.updated"])
    expect(await billing.run(previewUpcomingInvoice(organizationId))).toMatchObject({ discountAmount: 4995 })
    await billing.moveTo(startAt + 70 * DAY)
    expect(await discounts()).toEqual([4995, 0])
    expect(billing.charges().map(({ amount }) => amount)).toEqual([9990, 4995])
  })

  it("gives no redemption back", async () => {
    const { billing } = await started()
    await billing.run(removeCoupon(organizationId))
    const { items } = await billing.run(listCoupons({ organizationId, page: 1, limit: 10 }))
    expect(items.map(({ coupon }) => coupon.timesRedeemed)).toEqual([1])
  })

  it("by several at once is one change", async () => {
    const { billing, told } = await started()
    const before = told().length
    const results = await billing.race([1, 2, 3].map(() => removeCoupon(organizationId)))
    expect(new Set(results.map((result) => JSON.stringify(result)))).toHaveLength(1)
    expect(told()).toHaveLength(before + 1)
  })

  it("changes nothing where there is none", async () => {
    const { billing, told } = await started(null)
    const before = told().length
    await billing.run(removeCoupon(organizationId))
    expect(told()).toHaveLength(before)
  })

  it("is refused after the end of the subscription", async () => {
    const { billing } = await started()
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    expect(await billing.run(Effect.flip(removeCoupon(organizationId)))).toMatchObject({
      _tag: "SubscriptionTransitionInvalid",
      command: "RemoveCoupon",
    })
  })
})
