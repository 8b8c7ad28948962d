// Removing a payment method: after what was due, in one commit with the change of the subscription, and never under a
// charge that is being made.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type BillingStore,
  checkSubscription,
  payInvoice,
  removePaymentMethod,
  viewAccount,
  viewInvoice,
} from "../../src/index.ts"
import { addCard, makeBilling, organizationId, startAt, subscribed } from "../support/billing.ts"

const remove = (paymentMethodId: string) => removePaymentMethod({ organizationId, paymentMethodId })
const pay = (invoiceId: string) =>
  payInvoice({ organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: null })
const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>): string =>
  Result.isSuccess(result) ? "ok" : result.failure._tag

/** Counts the commits. */
const counting = () => {
  const count = { commits: 0 }
  const wrapStore = (store: BillingStore["Service"]): BillingStore["Service"] => ({
    ...store,
    commit: (commit) => {
      count.commits += 1
      return store.commit(commit)
    },
  })
  return { count, wrapStore }
}

describe("removing the method that the subscription charges", () => {
  it("is one commit with the change of the subscription", async () => {
    const { count, wrapStore } = counting()
    const billing = makeBilling({ wrapStore })
    await billing.seeded()
    const { paymentMethodId } = await billing.run(subscribed())
    const other = await billing.run(addCard("tok_mastercard"))
    count.commits = 0
    await billing.run(remove(paymentMethodId))
    expect(count.commits).toBe(1)
    const { paymentMethods, subscription } = await billing.run(viewAccount(organizationId))
    expect(paymentMethods).toEqual([{ ...other, isDefault: true }])
    expect(subscription?.paymentMethodId).toBe(other.paymentMethodId)
  })

  it("comes after what was due before, which that method still paid", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { paymentMethodId } = await billing.run(subscribed())
    const other = await billing.run(addCard("tok_charge_declined"))
    billing.setNow(Date.UTC(2026, 1, 28, 13))
    await billing.run(remove(paymentMethodId))
    expect(billing.charges()).toMatchObject([{ amount: 9990, status: "APPROVED" }])
    await billing.moveTo(Date.UTC(2026, 2, 31, 13))
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      status: "PAST_DUE",
      paymentMethodId: other.paymentMethodId,
    })
  })

  it("is refused for the last one, and again for one that is gone", async () => {
    const { count, wrapStore } = counting()
    const billing = makeBilling({ wrapStore })
    await billing.seeded()
    const { paymentMethodId } = await billing.run(subscribed())
    count.commits = 0
    expect(tagOf(await billing.run(Effect.result(remove(paymentMethodId))))).toBe("PaymentMethodInUse")
    await billing.run(addCard("tok_visa"))
    expect(tagOf(await billing.run(Effect.result(remove(paymentMethodId))))).toBe("ok")
    expect(tagOf(await billing.run(Effect.result(remove(paymentMethodId))))).toBe("PaymentMethodNotFound")
    expect(count.commits).toBe(2)
  })
})

describe("a payment and the removal of its method at the same time", () => {
  it.each([
    ["tok_visa", "PAID"],
    ["tok_timeout_approved", "OPEN"],
  ])("with %s: the payment is recorded with its method, or made with another one", async (token, status) => {
    const billing = makeBilling()
    await billing.seeded()
    const { paymentMethodId, upcoming } = await billing.run(subscribed({ cardToken: token }))
    await billing.run(addCard(token))
    const [paid, removed] = await billing.race<unknown, { readonly _tag: string }>([
      pay(upcoming.invoiceId),
      remove(paymentMethodId),
    ])
    expect(paid && tagOf(paid)).toBe("ok")
    const invoice = await billing.run(viewInvoice({ organizationId, invoiceId: upcoming.invoiceId }))
    expect(invoice).toMatchObject({ status })
    const { paymentMethods, invoices } = await billing.run(viewAccount(organizationId))
    const kept = paymentMethods.map((method) => method.paymentMethodId)
    const open = invoices.flatMap(({ attempts }) =>
      attempts.filter((attempt) => attempt.status === "UNKNOWN"),
    )
    for (const attempt of open) expect(kept).toContain(attempt.paymentMethodId)
    if (removed && tagOf(removed) === "ok") expect(kept).not.toContain(paymentMethodId)
    else expect(removed && tagOf(removed)).toBe("PaymentMethodInUse")
    expect(billing.charges()).toHaveLength(1)
  })

  it("two removals leave a live subscription one method, which it charges", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { paymentMethodId } = await billing.run(subscribed())
    const other = await billing.run(addCard("tok_mastercard"))
    const results = await billing.race([remove(paymentMethodId), remove(other.paymentMethodId)])
    expect(results.map(tagOf).sort()).toEqual(["PaymentMethodInUse", "ok"])
    const { paymentMethods, subscription } = await billing.run(viewAccount(organizationId))
    expect(paymentMethods.map((method) => method.paymentMethodId)).toEqual([subscription?.paymentMethodId])
  })
})

it("an organization without a subscription can remove its last method", async () => {
  const billing = makeBilling()
  await billing.seeded()
  billing.setNow(startAt)
  const { paymentMethodId } = await billing.run(addCard("tok_visa"))
  await billing.run(remove(paymentMethodId))
  expect((await billing.run(viewAccount(organizationId))).paymentMethods).toEqual([])
})
