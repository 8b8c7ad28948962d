import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { payInvoice, updatePaymentMethod, viewAccount } from "../../src/index.ts"
import { addCard, makeBilling, organizationId, subscribed } from "../support/billing.ts"

const update = (paymentMethodId: string, members: Partial<Parameters<typeof updatePaymentMethod>[0]> = {}) =>
  updatePaymentMethod({ organizationId, paymentMethodId, isDefault: false, billingDetails: {}, ...members })

describe("changing a payment method", () => {
  it("to the default: an empty payment charges it, the subscription goes on charging its own", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { paymentMethodId, upcoming } = await billing.run(subscribed({ cardToken: "tok_charge_declined" }))
    const other = await billing.run(addCard("tok_visa"))
    expect(await billing.run(update(other.paymentMethodId, { isDefault: true }))).toEqual({
      ...other,
      isDefault: true,
    })
    const { paymentMethods, subscription } = await billing.run(viewAccount(organizationId))
    expect(paymentMethods.map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect(subscription?.paymentMethodId).toBe(paymentMethodId)
    const { invoiceId } = upcoming
    const payment = { organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: null }
    expect((await billing.run(payInvoice(payment))).status).toBe("PAID")
  })

  it("writes what differs, once, and stores it", async () => {
    let commits = 0
    const billing = makeBilling({
      wrapStore: (store) => ({
        ...store,
        commit: (commit) => {
          commits += 1
          return store.commit(commit)
        },
      }),
    })
    await billing.seeded()
    const { paymentMethodId } = await billing.run(addCard("tok_visa"))
    commits = 0
    const change = { isDefault: true, billingDetails: { name: "Bia", phone: "+5511999999999" } }
    const first = await billing.run(update(paymentMethodId, change))
    expect(first.billingDetails).toEqual({ name: "Bia", email: "ana@example.com", phone: "+5511999999999" })
    expect(await billing.run(update(paymentMethodId, change))).toEqual(first)
    expect(commits).toBe(1)
    expect((await billing.run(viewAccount(organizationId))).paymentMethods).toEqual([first])
  })

  it("of nobody is refused", async () => {
    const billing = makeBilling()
    await billing.seeded()
    expect(await billing.run(Effect.flip(update("none")))).toEqual({
      _tag: "PaymentMethodNotFound",
      paymentMethodId: "none",
    })
  })
})
