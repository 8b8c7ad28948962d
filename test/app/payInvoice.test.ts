// Paying: the specified flow, its refusals, and that nobody is charged twice however calls interleave.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  addPaymentMethod,
  type BillingStore,
  checkSubscription,
  type InvoiceRef,
  listInvoices,
  loseDispute,
  openDispute,
  payInvoice,
  previewUpcomingInvoice,
  refundInvoice,
  viewInvoice,
} from "../../src/index.ts"
import { addCard, makeBilling, organizationId, subscribed } from "../support/billing.ts"
import { atPoint } from "../support/processes.ts"
import { withoutVersionCheck } from "../support/withoutVersionCheck.ts"

const pay = (invoiceId: string, more: { paymentMethodId?: string; expectedPayableAmount?: number } = {}) =>
  payInvoice({ organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: null, ...more })

const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>): string =>
  Result.isSuccess(result) ? "ok" : result.failure._tag

describe("the specified flow", () => {
  it("previews fee, coupon and payable amount, charges exactly that once, and stays ACTIVE", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed({ couponCode: "WELCOME10" }))
    expect(upcoming).toMatchObject({
      lines: [{ name: "Starter", unitPrice: 9990, quantity: 1, amount: 9990 }],
      discounts: [{ type: "COUPON", code: "WELCOME10", amount: 999 }],
      totalAmount: 9990,
      discountAmount: 999,
      payableAmount: 8991,
    })
    const paid = await billing.run(pay(upcoming.invoiceId))
    expect(paid).toMatchObject({ status: "PAID", amountPaid: 8991, invoiceId: upcoming.invoiceId })
    expect(paid).toMatchObject({ ...upcoming, createdAt: paid.createdAt })
    expect(billing.charges()).toMatchObject([{ amount: 8991, currency: "BRL", status: "APPROVED" }])
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("ACTIVE")
    expect(await billing.run(viewInvoice({ organizationId, invoiceId: upcoming.invoiceId }))).toEqual(paid)
    const again = await billing.run(Effect.result(pay(upcoming.invoiceId)))
    expect(tagOf(again)).toBe("InvoiceNotPayable")
    expect(billing.charges()).toHaveLength(1)
  })

  it("the next upcoming invoice has another id and no lines, and cannot be paid", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed())
    await billing.run(pay(upcoming.invoiceId))
    const next = await billing.run(previewUpcomingInvoice(organizationId))
    expect(next.invoiceId).not.toBe(upcoming.invoiceId)
    expect(next.lines).toEqual([])
    expect(tagOf(await billing.run(Effect.result(pay(next.invoiceId))))).toBe("InvoiceNotPayable")
  })

  it.each([
    ["tok_charge_declined", "PAYMENT_DECLINED", "card_declined"],
    ["tok_insufficient_funds", "INSUFFICIENT_FUNDS", "insufficient_funds"],
    ["tok_expired_card", "CARD_EXPIRED", "expired_card"],
  ])("%s is refused and leaves the subscription PAST_DUE", async (cardToken, reason, declineCode) => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed({ cardToken }))
    const refused = await billing.run(Effect.flip(pay(upcoming.invoiceId)))
    expect(refused).toMatchObject({ _tag: "PaymentDeclined", declineCode })
    const subscription = await billing.run(checkSubscription(organizationId))
    expect(subscription).toMatchObject({ status: "PAST_DUE", pastDueReason: reason })
    const { paymentMethodId } = await billing.run(addCard("tok_visa"))
    expect(await billing.run(pay(upcoming.invoiceId, { paymentMethodId }))).toMatchObject({ status: "PAID" })
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      status: "ACTIVE",
      pastDueReason: null,
    })
  })

  it("an unknown outcome locks the invoice and is nobody's failure", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed({ cardToken: "tok_timeout_approved" }))
    expect(await billing.run(pay(upcoming.invoiceId))).toMatchObject({
      status: "OPEN",
      attempts: [{ status: "UNKNOWN" }],
    })
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("ACTIVE")
    expect(tagOf(await billing.run(Effect.result(pay(upcoming.invoiceId))))).toBe("PaymentInProgress")
    expect(billing.charges()).toHaveLength(1)
  })

  it("refuses an amount that the payer did not expect, and charges nothing", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed())
    const refused = await billing.run(Effect.flip(pay(upcoming.invoiceId, { expectedPayableAmount: 1 })))
    expect(refused).toMatchObject({ _tag: "InvoiceChanged", payableAmount: 9990 })
    expect(billing.charges()).toEqual([])
    expect(
      (await billing.run(listInvoices({ organizationId, status: null, page: 1, limit: 10 }))).totalItems,
    ).toBe(0)
  })

  it.each([
    ["another method", { paymentMethodId: "nobody" }, "PaymentMethodNotFound"],
    ["nothing", {}, "ok"],
  ])("with %s: %s", async (_, more, tag) => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed())
    expect(tagOf(await billing.run(Effect.result(pay(upcoming.invoiceId, more))))).toBe(tag)
  })
})

describe("a card in the place of a bank slip", () => {
  const slip = { type: "BOLETO", isDefault: false } as const
  const address = { line1: "Rua A", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
  const billingDetails = { name: "Ana", email: "ana@example.com", address }

  it("has the slip cancelled first, and not for a payment that is refused", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed())
    const { invoiceId } = upcoming
    const { paymentMethodId } = await billing.run(
      addPaymentMethod({ organizationId, billingDetails, ...slip }),
    )
    expect(await billing.run(pay(invoiceId, { paymentMethodId }))).toMatchObject({ status: "OPEN" })
    const refused = await billing.run(Effect.result(pay(invoiceId, { expectedPayableAmount: 1 })))
    expect(tagOf(refused)).toBe("InvoiceChanged")
    expect(billing.charges().map(({ status }) => status)).toEqual(["PENDING"])
    expect(await billing.run(pay(invoiceId))).toMatchObject({ status: "PAID" })
    expect(billing.charges().map(({ status }) => status)).toEqual(["APPROVED", "CANCELLED"])
  })
})

const tenPays = async (wrapStore?: (store: BillingStore["Service"]) => BillingStore["Service"]) => {
  const billing = makeBilling(wrapStore === undefined ? {} : { wrapStore })
  await billing.seeded()
  const { upcoming } = await billing.run(subscribed())
  const results = await billing.race(Array.from({ length: 10 }, () => pay(upcoming.invoiceId)))
  return { tags: results.map(tagOf), charges: billing.charges() }
}

describe("ten concurrent pays of one invoice", () => {
  it("make one charge; the others are told that it is in progress or paid", async () => {
    const { tags, charges } = await tenPays()
    expect(charges).toHaveLength(1)
    expect(tags.filter((tag) => tag === "ok")).toHaveLength(1)
    for (const tag of tags) expect(["ok", "PaymentInProgress", "InvoiceNotPayable"]).toContain(tag)
  })

  it("would be seen to fail without the version check", async () => {
    const { tags } = await tenPays(withoutVersionCheck)
    expect(tags.filter((tag) => tag === "ok").length).toBeGreaterThan(1)
  })
})

describe("a payer who leaves", () => {
  it("interrupts neither the charge nor its record", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed())
    await billing.run(
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(pay(upcoming.invoiceId))
        while (billing.charges().length === 0) yield* Effect.yieldNow
        fiber.interruptUnsafe()
        for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
      }),
    )
    expect(await billing.run(viewInvoice({ organizationId, invoiceId: upcoming.invoiceId }))).toMatchObject({
      status: "PAID",
    })
  })
})

describe("an invoice that changed hands while its payer waited", () => {
  it.each([
    ["is disputed", [openDispute], "DISPUTED"],
    ["lost its dispute", [openDispute, loseDispute], "CHARGEBACK"],
    [
      "was refunded",
      [(ref: InvoiceRef) => refundInvoice({ ...ref, amount: 9990, refundId: null })],
      "REFUNDED",
    ],
  ] as const)("%s: the payer is told that it cannot be paid", async (_, acts, status) => {
    const billing = makeBilling()
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed())
    const ref = { organizationId, invoiceId: upcoming.invoiceId }
    // Another process learns that it was paid, and the money goes back, before this one records its answer.
    const meanwhile = Effect.promise(async () => {
      for (const _ of [1, 2]) await billing.moveTo(billing.now() + 60 * 60_000)
      for (const act of acts) await billing.run(act(ref))
    })
    const payer = billing.processOf(atPoint({ call: "commit", nth: 2, when: "before" }, () => meanwhile))
    expect(await payer.run(Effect.flip(pay(upcoming.invoiceId)))).toMatchObject({
      _tag: "InvoiceNotPayable",
      status,
    })
    expect(billing.charges()).toHaveLength(1)
  })
})
