// The threshold as its organization sets, sees and removes it, and what it cuts at once.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  cancelSubscription,
  checkSubscription,
  createSubscription,
  listInvoices,
  pauseSubscription,
  recordUsage,
  removeThreshold,
  setThreshold,
  viewThreshold,
} from "../../src/index.ts"
import { dollars, makeBilling, organizationId, plan, subscribed } from "../support/billing.ts"

const set = (value: number, currency = "BRL") => setThreshold({ organizationId, value, currency })
const view = viewThreshold(organizationId)
const remove = removeThreshold(organizationId)
const use = (eventId: string, quantity: number) =>
  recordUsage({ organizationId, events: [{ eventId, meter: "messages", quantity, occurredAt: null }] })
const documents = Effect.map(
  listInvoices({ organizationId, status: null, page: 1, limit: 100 }),
  ({ items }) => items.map(({ kind, status, totalAmount }) => [kind, status, totalAmount]),
)

const started = async (cardToken = "tok_visa") => {
  const billing = makeBilling()
  await billing.seeded()
  const { paymentMethodId } = await billing.run(subscribed({ cardToken }))
  return { ...billing, paymentMethodId }
}

describe("a threshold", () => {
  it("is set, seen, changed and removed", async () => {
    const billing = await started()
    expect(await billing.run(Effect.flip(view))).toEqual({ _tag: "ThresholdNotFound", organizationId })
    expect(await billing.run(set(500))).toEqual({ value: 500, currency: "BRL" })
    expect(await billing.run(view)).toEqual({ value: 500, currency: "BRL" })
    expect(await billing.run(set(700))).toEqual({ value: 700, currency: "BRL" })
    expect(await billing.run(view)).toEqual({ value: 700, currency: "BRL" })
    await billing.run(remove)
    expect(await billing.run(Effect.flip(view))).toMatchObject({ _tag: "ThresholdNotFound" })
    expect(await billing.run(Effect.flip(remove))).toMatchObject({ _tag: "ThresholdNotFound" })
  })

  it("that is lowered below what accumulated bills all of it and charges it before it answers", async () => {
    const billing = await started()
    await billing.run(set(500))
    await billing.run(use("e1", 100))
    expect(await billing.run(documents)).toEqual([])
    expect(await billing.run(set(299))).toEqual({ value: 299, currency: "BRL" })
    expect(await billing.run(documents)).toEqual([["CUT", "PAID", 300]])
    expect(billing.charges()).toMatchObject([{ amount: 300, status: "APPROVED" }])
  })

  it("stands when the charge of its cut is refused, and the subscription is PAST_DUE", async () => {
    const billing = await started("tok_charge_declined")
    await billing.run(use("e1", 100))
    expect(await billing.run(set(1))).toEqual({ value: 1, currency: "BRL" })
    expect(await billing.run(documents)).toEqual([["CUT", "PAYMENT_FAILED", 300]])
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("PAST_DUE")
  })

  it("set again as it is does nothing", async () => {
    const billing = await started()
    await billing.run(set(500))
    const before = billing.state.snapshot()
    await billing.run(set(500))
    expect(billing.state.snapshot()).toEqual(before)
  })

  it("cuts nothing while the subscription is paused", async () => {
    const billing = await started()
    await billing.run(pauseSubscription(organizationId))
    await billing.run(set(1))
    expect(await billing.run(documents)).toEqual([])
  })

  it("that was removed cuts nothing any more", async () => {
    const billing = await started()
    await billing.run(set(1))
    await billing.run(remove)
    await billing.run(use("e1", 100))
    expect(await billing.run(documents)).toEqual([])
  })

  it.each([
    ["zero", 0, "BRL", "ThresholdInvalid"],
    ["less than zero", -1, "BRL", "ThresholdInvalid"],
    ["a fraction", 0.5, "BRL", "ThresholdInvalid"],
    ["another currency than the live subscription's", 500, "USD", "SubscriptionCurrencyMismatch"],
  ])("of %s is refused, and the one before stays", async (_, value, currency, tag) => {
    const billing = await started()
    await billing.run(set(700))
    expect(await billing.run(Effect.flip(set(value, currency)))).toMatchObject({ _tag: tag })
    expect(await billing.run(view)).toEqual({ value: 700, currency: "BRL" })
  })

  it("of any currency is set without a live subscription, and then binds the next one", async () => {
    const billing = await started()
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    await billing.run(set(500, "EUR"))
    const create = createSubscription({
      organizationId,
      planId: plan.planId,
      planIntervalId: dollars,
      paymentMethodId: billing.paymentMethodId,
      couponCode: null,
    })
    expect(await billing.run(Effect.flip(create))).toMatchObject({ _tag: "ThresholdCurrencyMismatch" })
    await billing.run(remove)
    expect((await billing.run(create)).terms.currency).toBe("USD")
  })
})
