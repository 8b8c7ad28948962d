// Cancelling: at once, at the period's end, and taking that back.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  cancelSubscription,
  checkSubscription,
  createSubscription,
  listInvoices,
  pauseSubscription,
  previewUpcomingInvoice,
  recordUsage,
  runDue,
  undoCancelSubscription,
} from "../../src/index.ts"
import { makeBilling, monthly, organizationId, plan, startAt, subscribed } from "../support/billing.ts"

const DAY = 24 * 60 * 60 * 1000
const boundary = Date.UTC(2026, 1, 28, 12)
const yearsLater = Date.UTC(2028, 0, 1)

const cancel = (atPeriodEnd: boolean) => cancelSubscription({ organizationId, atPeriodEnd })
const documents = Effect.map(
  listInvoices({ organizationId, status: null, page: 1, limit: 100 }),
  ({ items }) => items.map(({ kind, status, totalAmount }) => [kind, status, totalAmount]),
)

const started = async (cardToken = "tok_visa") => {
  const billing = makeBilling()
  await billing.seeded()
  const { paymentMethodId } = await billing.run(subscribed({ cardToken }))
  billing.setNow(startAt + 10 * DAY)
  const runUntil = async (at: number) => {
    billing.setNow(at)
    expect((await billing.run(runDue(at, { catchUp: true }))).failures).toEqual([])
  }
  return { ...billing, paymentMethodId, runUntil }
}

describe("cancelling at once", () => {
  it("bills usage and the fee of the active time, and nothing ever after", async () => {
    const billing = await started()
    const events = [{ eventId: "e1", meter: "messages", quantity: 10, occurredAt: null }]
    await billing.run(recordUsage({ organizationId, events }))
    expect(await billing.run(cancel(false))).toMatchObject({
      status: "CANCELLED",
      cancelledAt: startAt + 10 * DAY,
      cancelAt: null,
    })
    await billing.runUntil(yearsLater)
    expect(await billing.run(documents)).toEqual([["FINAL", "PAID", 3598]])
  })

  it("while paused bills only what is not billed", async () => {
    const billing = await started()
    await billing.run(pauseSubscription(organizationId))
    billing.setNow(startAt + 20 * DAY)
    expect(await billing.run(cancel(false))).toMatchObject({ status: "CANCELLED", pausedAt: null })
    expect(await billing.run(documents)).toEqual([["PAUSE", "PAID", 3568]])
  })

  it("makes room for another subscription", async () => {
    const billing = await started()
    const first = await billing.run(cancel(false))
    const again = createSubscription({
      organizationId,
      planId: plan.planId,
      planIntervalId: monthly,
      paymentMethodId: billing.paymentMethodId,
      couponCode: null,
    })
    const second = await billing.run(again)
    expect(second).toMatchObject({ status: "ACTIVE", cancelledAt: null })
    expect(second.subscriptionId).not.toBe(first.subscriptionId)
  })
})

describe("cancelling at the period's end", () => {
  it("goes on until the boundary, whose document is the last one", async () => {
    const billing = await started()
    expect(await billing.run(cancel(true))).toMatchObject({ status: "ACTIVE", cancelAt: boundary })
    expect((await billing.run(previewUpcomingInvoice(organizationId))).totalAmount).toBe(9990)
    await billing.runUntil(yearsLater)
    expect(await billing.run(documents)).toEqual([["CYCLE", "PAID", 9990]])
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      status: "CANCELLED",
      cancelledAt: boundary,
      cancelAt: null,
    })
  })

  it("that is taken back lets it go on", async () => {
    const billing = await started()
    await billing.run(cancel(true))
    expect(await billing.run(undoCancelSubscription(organizationId))).toMatchObject({ cancelAt: null })
    await billing.runUntil(boundary)
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      status: "ACTIVE",
      cycle: { startAt: boundary },
    })
  })

  it("cannot be taken back a moment after it came", async () => {
    const billing = await started()
    await billing.run(cancel(true))
    billing.setNow(boundary)
    expect(await billing.run(Effect.flip(undoCancelSubscription(organizationId)))).toMatchObject({
      _tag: "SubscriptionTransitionInvalid",
      status: "CANCELLED",
    })
  })

  it("ends also a subscription whose last charge is refused", async () => {
    const billing = await started("tok_charge_declined")
    await billing.run(cancel(true))
    await billing.runUntil(boundary)
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("CANCELLED")
    expect(await billing.run(documents)).toEqual([["CYCLE", "PAYMENT_FAILED", 9990]])
  })
})
