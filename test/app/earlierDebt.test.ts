// What a cancelled subscription still owes: it goes on being collected, also when there is no new subscription, and
// beside one, whose status it does not touch. A new method of the organization becomes its method and is tried at once.
import { describe, expect, it } from "vitest"
import {
  addPaymentMethod,
  cancelSubscription,
  createSubscription,
  removePaymentMethod,
  runDue,
} from "../../src/index.ts"
import { dayOf } from "../support/account.ts"
import {
  addCard,
  dollars,
  makeBilling,
  monthly,
  organizationId,
  plan,
  startAt,
  subscribed,
} from "../support/billing.ts"

const DAY = 24 * 60 * 60_000
const feb28 = Date.UTC(2026, 1, 28, 12)
const on = (month: number, day: number): number => Date.UTC(2026, month - 1, day, 12)

/** The first cycle's document was refused at its boundary, 28 February, and the subscription cancelled two days later. */
const cancelledWithDebt = async (options: { planIntervalId?: string } = {}) => {
  const billing = makeBilling()
  await billing.seeded()
  const { subscription, paymentMethodId } = await billing.run(
    subscribed({ cardToken: "tok_charge_declined", ...options }),
  )
  const told: Array<string> = []
  const goTo = async (at: number) => {
    billing.setNow(at)
    const { billingEvents, failures } = await billing.run(runDue(at))
    expect(failures).toEqual([])
    for (const { billingEvent } of billingEvents) {
      if (billingEvent.type === "dunning.exhausted") {
        told.push(`${dayOf(billingEvent.at)} exhausted ${billingEvent.subscription.subscriptionId}`)
      }
    }
  }
  await goTo(feb28)
  await goTo(feb28 + 2 * DAY)
  await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
  const records = () => billing.state.ofOrganization(organizationId)
  return {
    billing,
    goTo,
    told,
    earlierId: subscription.subscriptionId,
    paymentMethodId,
    subscribeAgain: (methodId: string) =>
      billing.run(
        createSubscription({
          organizationId,
          planId: plan.planId,
          planIntervalId: monthly,
          paymentMethodId: methodId,
          couponCode: null,
        }),
      ),
    /** Each charge by its invoice: "28 February CYCLE DECLINED". */
    charges: () =>
      billing
        .charges()
        .toReversed()
        .map(({ invoiceId, at, status }) => {
          const invoice = records()?.invoices.find((one) => one.invoiceId === invoiceId)
          return `${dayOf(at).slice(0, 5)} ${invoice?.kind} ${status}`
        }),
    invoices: () => records()?.invoices.map(({ kind, status }) => `${kind} ${status}`),
    statuses: () => records()?.subscriptions.map(({ status }) => status),
  }
}

describe("what a cancelled subscription owes", () => {
  it("is tried at once with a card that is added, and is paid before another subscription begins", async () => {
    const scene = await cancelledWithDebt()
    expect(scene.invoices()).toEqual(["CYCLE PAYMENT_FAILED", "FINAL OPEN"])
    const { paymentMethodId } = await scene.billing.run(addCard("tok_visa"))
    expect(scene.invoices()).toEqual(["CYCLE PAID", "FINAL PAID"])
    await scene.subscribeAgain(paymentMethodId)
    expect(scene.statuses()).toEqual(["CANCELLED", "ACTIVE"])
  })

  it("is tried on the days of the schedule beside another subscription, which stays ACTIVE", async () => {
    const scene = await cancelledWithDebt()
    const { paymentMethodId } = await scene.billing.run(addCard("tok_charge_declined"))
    await scene.subscribeAgain(paymentMethodId)
    await scene.goTo(on(3, 20))
    expect(scene.charges()).toEqual([
      "02-28 CYCLE DECLINED",
      "03-01 CYCLE DECLINED",
      "03-02 CYCLE DECLINED",
      "03-03 CYCLE DECLINED",
      "03-07 CYCLE DECLINED",
      "03-14 CYCLE DECLINED",
    ])
    expect(scene.statuses()).toEqual(["CANCELLED", "ACTIVE"])
    expect(scene.told).toEqual([`03-14 12:00:00.000 exhausted ${scene.earlierId}`])
  })

  it("is tried again from its start, where dunning was exhausted and a card comes beside the new subscription", async () => {
    const scene = await cancelledWithDebt()
    const refused = await scene.billing.run(addCard("tok_charge_declined"))
    const { subscriptionId } = await scene.subscribeAgain(refused.paymentMethodId)
    await scene.goTo(on(3, 20))
    await scene.billing.run(addCard("tok_visa"))
    expect(scene.charges().slice(6)).toEqual(["03-20 CYCLE APPROVED", "03-20 FINAL APPROVED"])
    expect(scene.statuses()).toEqual(["CANCELLED", "ACTIVE"])
    const own = scene.billing.state.ofOrganization(organizationId)?.subscriptions[1]
    expect(own).toMatchObject({ subscriptionId, paymentMethodId: refused.paymentMethodId, dunning: null })
  })

  it("is left to its own method where the new one does not take its currency", async () => {
    const scene = await cancelledWithDebt({ planIntervalId: dollars })
    const address = { line1: "Rua A, 1", city: "Recife", state: "PE", postalCode: "50000-000", country: "BR" }
    const billingDetails = { name: "Ana", email: "ana@example.com", address }
    await scene.billing.run(
      addPaymentMethod({ organizationId, type: "BOLETO", isDefault: false, billingDetails }),
    )
    expect(scene.billing.state.ofOrganization(organizationId)?.subscriptions).toMatchObject([
      { paymentMethodId: scene.paymentMethodId },
    ])
    expect(scene.charges()).toHaveLength(2)
  })

  it("goes on with the default where its method is removed", async () => {
    const scene = await cancelledWithDebt()
    await scene.billing.run(removePaymentMethod({ organizationId, paymentMethodId: scene.paymentMethodId }))
    await scene.goTo(on(3, 3))
    expect(scene.charges()).toHaveLength(2)
    await scene.billing.run(addCard("tok_visa"))
    expect(scene.invoices()).toEqual(["CYCLE PAID", "FINAL PAID"])
  })

  it("is nothing once it is paid, and a card that is added charges nothing", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    billing.setNow(startAt + DAY)
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    const before = billing.charges().length
    await billing.run(addCard("tok_mastercard"))
    expect(billing.charges()).toHaveLength(before)
  })
})
