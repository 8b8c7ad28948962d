// The subscriptions that an organization has had: page by page, and one by its id.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  cancelSubscription,
  createSubscription,
  listSubscriptions,
  viewSubscription,
} from "../../src/index.ts"
import {
  makeBilling,
  monthly,
  organizationId,
  plan,
  startAt,
  subscribed,
  yearly,
} from "../support/billing.ts"

const other = organizationId.replace(/1$/, "2")
const boundary = Date.UTC(2026, 1, 28, 12)
const list = (page = 1, limit = 10, id = organizationId) =>
  listSubscriptions({ organizationId: id, page, limit })

/** Three subscriptions, of which the last is live. */
const started = async () => {
  const billing = makeBilling({ organizations: [organizationId, other] })
  await billing.seeded()
  const { subscription, paymentMethodId } = await billing.run(subscribed())
  const ids = [subscription.subscriptionId]
  for (const planIntervalId of [yearly, monthly]) {
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    billing.setNow(startAt + ids.length * 1000)
    const next = createSubscription({
      organizationId,
      planId: plan.planId,
      planIntervalId,
      paymentMethodId,
      couponCode: null,
    })
    ids.push((await billing.run(next)).subscriptionId)
  }
  return { ...billing, ids }
}

describe("the history", () => {
  it("is newest first, page by page", async () => {
    const billing = await started()
    const [first, second, third] = billing.ids
    const { items, totalItems } = await billing.run(list())
    expect(totalItems).toBe(3)
    expect(items.map(({ subscriptionId, status }) => [subscriptionId, status])).toEqual([
      [third, "ACTIVE"],
      [second, "CANCELLED"],
      [first, "CANCELLED"],
    ])
    const page = await billing.run(list(2, 2))
    expect(page.items.map(({ subscriptionId }) => subscriptionId)).toEqual([first])
    expect(await billing.run(list(3, 2))).toEqual({ items: [], totalItems: 3 })
  })

  it("is empty where there was never one", async () => {
    const billing = await started()
    expect(await billing.run(list(1, 10, other))).toEqual({ items: [], totalItems: 0 })
  })

  it("shows what the engine did", async () => {
    const billing = await started()
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: true }))
    await billing.moveTo(boundary + 2000)
    expect((await billing.run(list())).items[0]).toMatchObject({ status: "CANCELLED" })
  })
})

describe("a subscription by its id", () => {
  it("is found, live or ended, and as the engine left it", async () => {
    const billing = await started()
    const { items } = await billing.run(list())
    for (const [index, subscriptionId] of billing.ids.toReversed().entries()) {
      expect(await billing.run(viewSubscription({ organizationId, subscriptionId }))).toEqual(items[index])
    }
    await billing.moveTo(boundary + 2000)
    expect(
      await billing.run(viewSubscription({ organizationId, subscriptionId: billing.ids[2] ?? "" })),
    ).toMatchObject({
      cycle: { cycle: 1 },
    })
  })

  it("is nobody else's", async () => {
    const billing = await started()
    const foreign = viewSubscription({ organizationId: other, subscriptionId: billing.ids[2] ?? "" })
    expect(await billing.run(Effect.flip(foreign))).toEqual({
      _tag: "SubscriptionNotFound",
      organizationId: other,
    })
  })
})
