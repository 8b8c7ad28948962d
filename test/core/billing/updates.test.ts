// What is told of a commit that no other event tells, and what is not.
import { describe, expect, it } from "vitest"
import { Account, Boletos, Lifecycle, Operators, Payments, Updates } from "../../../src/index.ts"
import { boleto, card, decided, declined, makeAccount, rulesOf, slipUntil } from "../../support/account.ts"
import { startAt } from "../../support/billing.ts"
import { importing, period } from "../../support/imports.ts"
import { DAY, feb28, HOUR, jan31, on } from "./fixtures.ts"

/** What is told of a change. */
const toldOf = (before: Account.Account, change: Account.Change): ReadonlyArray<Account.BillingEvent> =>
  decided(Updates.tellUpdates(before, change, feb28, rulesOf())).billingEvents

/** An account whose card is being charged for the invoice of February, which a boleto can pay before. */
const charging = () => {
  const billing = makeAccount({ at: jan31, paymentMethods: [boleto, card] })
  billing.answerWith(slipUntil(on(3, 3)))
  billing.runUntil(feb28)
  const { invoiceId } = billing.now().invoices[0] ?? { invoiceId: "" }
  const command = {
    invoiceId,
    paymentMethodId: card.paymentMethodId,
    expectedPayableAmount: null,
    now: feb28 + DAY,
  }
  const cancelledAttemptId = Boletos.slipToCancel(billing.now(), command, billing.rules)?.attemptId ?? null
  const change = decided(Payments.pay(billing.now(), { ...command, cancelledAttemptId }, billing.rules))
  return { rules: billing.rules, before: billing.now(), invoiceId, change }
}

describe("of an invoice whose charge begins", () => {
  it("nothing is told", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.runUntil(feb28)
    const { invoiceId } = billing.now().invoices[0] ?? { invoiceId: "" }
    const command = { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now: feb28 + HOUR }
    const change = decided(Payments.pay(billing.now(), command, billing.rules))
    expect(change.charges).toHaveLength(1)
    expect(toldOf(billing.now(), change)).toEqual([])
  })

  it("it is told that its boleto was cancelled", () => {
    const { before, change, invoiceId } = charging()
    const invoice = Account.findInvoice(change.account, invoiceId)
    expect(invoice?.attempts.map(({ status }) => status)).toEqual(["CANCELLED", "STARTED"])
    expect(toldOf(before, change)).toEqual([{ type: "invoice.updated", at: feb28 + DAY, invoice }])
  })

  it("it is told that money came meanwhile", () => {
    const { change, rules, invoiceId } = charging()
    const receipt = { invoiceId, receiptId: "transfer", amount: 4000, now: feb28 + DAY }
    const received = decided(Operators.receive(change.account, receipt, rules))
    const invoice = Account.findInvoice(received.account, invoiceId)
    expect(invoice).toMatchObject({ status: "OPEN", amountPaid: 4000 })
    expect(toldOf(change.account, received)).toEqual([{ type: "invoice.updated", at: feb28 + DAY, invoice }])
  })
})

it("of an invoice that was paid before an import its credit is told, and not its issue", () => {
  const { account, billingEvents } = decided(
    importing({ period: { ...period, feePaid: true } }, { now: startAt + DAY }),
  )
  expect(billingEvents.map(({ type }) => type)).toEqual(["subscription.created"])
  const cancelled = decided(Lifecycle.cancel(account, startAt + 14 * DAY, rulesOf()))
  expect(toldOf(account, cancelled)).toContainEqual(
    expect.objectContaining({
      type: "invoice.updated",
      invoice: expect.objectContaining({ amountPaid: 9990, amountCredited: 4995 }),
    }),
  )
})
