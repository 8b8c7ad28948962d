// What the world is told, word for word: every change of state once, in order, with the record as it then was.
import { describe, expect, it } from "vitest"
import { type Account, Corrections, Lifecycle, Operators, Payments, Threshold } from "../../../src/index.ts"
import { answerTo, approved, declined, makeAccount, unknown } from "../../support/account.ts"
import { coupon } from "../../support/billing.ts"

const DAY = 86_400_000
const at = Date.UTC(2026, 0, 31)
const boundary = Date.UTC(2026, 1, 28)
const slip = { barcode: "0".repeat(44), digitableLine: "0".repeat(47), expiresAt: at + DAY }

/** An announcement in one line: its instant from the start, its type, and what its record says. */
const inWords = (told: Account.BillingEvent): string => {
  const when = `${(told.at - at) / DAY}`
  if ("voucher" in told) return `${when} ${told.type} ${told.voucher.amount} ${told.voucher.name}`
  const record = "invoice" in told ? `${told.invoice.kind} ${told.invoice.status}` : told.subscription.status
  const was = "previousStatus" in told ? ` was ${told.previousStatus}` : ""
  return `${when} ${told.type} ${record}${was}`
}

type Billing = ReturnType<typeof makeAccount>

const start = (options: Partial<Parameters<typeof makeAccount>[0]> = {}): Billing => {
  const billing = makeAccount({ at, ...options })
  billing.told()
  return billing
}
const said = (billing: Billing): ReadonlyArray<string> => billing.told().map(inWords)
const firstInvoice = (billing: Billing): string => billing.now().invoices[0]?.invoiceId ?? ""

describe("what is announced", () => {
  it("of a new subscription", () => {
    expect(said(makeAccount({ at }))).toEqual(["0 subscription.created ACTIVE"])
  })

  it("of a payment that is approved: issue, outcome, status", () => {
    const billing = start()
    billing.payEarly(at + DAY)
    expect(said(billing)).toEqual([
      "1 invoice.issued CYCLE OPEN",
      "1 payment.approved CYCLE PAID",
      "1 invoice.status_changed CYCLE PAID was OPEN",
    ])
  })

  it("of one that is refused, and of its recovery", () => {
    const billing = start()
    billing.answerWith(declined)
    const invoiceId = billing.payEarly(at)
    expect(said(billing)).toEqual([
      "0 invoice.issued CYCLE OPEN",
      "0 payment.failed CYCLE PAYMENT_FAILED",
      "0 invoice.status_changed CYCLE PAYMENT_FAILED was OPEN",
      "0 subscription.status_changed PAST_DUE was ACTIVE",
    ])
    billing.answerWith(declined)
    billing.pay(invoiceId, at + DAY / 2)
    expect(said(billing)).toEqual(["0.5 payment.failed CYCLE PAYMENT_FAILED"])
    billing.answerWith(approved)
    billing.pay(invoiceId, at + DAY / 2)
    expect(said(billing)).toEqual([
      "0.5 payment.approved CYCLE PAID",
      "0.5 invoice.status_changed CYCLE PAID was PAYMENT_FAILED",
      "0.5 subscription.status_changed ACTIVE was PAST_DUE",
    ])
  })

  it("of an outcome that is unknown, or a slip that is to be paid: nothing but the issue", () => {
    for (const answer of [unknown, { _tag: "Pending", slip } as const]) {
      const billing = start()
      billing.answerWith(answer)
      billing.payEarly(at)
      expect(said(billing)).toEqual(["0 invoice.issued CYCLE OPEN"])
    }
  })

  it("of a slip that expires: a payment that failed", () => {
    const billing = start()
    billing.answerWith({ _tag: "Pending", slip })
    billing.payEarly(at)
    billing.told()
    billing.runUntil(at + 10 * DAY - 1)
    expect(
      said(billing)
        .slice(0, 3)
        .map((line) => line.slice(line.indexOf(" ") + 1)),
    ).toEqual([
      "payment.failed CYCLE EXPIRED",
      "invoice.status_changed CYCLE EXPIRED was OPEN",
      "subscription.status_changed PAST_DUE was ACTIVE",
    ])
  })

  it("of a boundary with nothing to pay: an invoice that is PAID at its issue", () => {
    const billing = start({
      coupon: { ...coupon, discount: { type: "PERCENTAGE", basisPoints: 10_000 } },
    })
    billing.runUntil(boundary)
    expect(said(billing)).toEqual(["28 invoice.issued CYCLE PAID"])
  })

  it("of a surplus: the voucher, and that its money was not applied", () => {
    const billing = start()
    const invoiceId = billing.payEarly(at)
    billing.told()
    const command = { invoiceId, receiptId: "r", amount: 70, now: at + DAY }
    billing.apply(Payments.settle(billing.now(), command, billing.rules))
    expect(said(billing)).toEqual([
      "1 voucher.granted 70 Unapplied payment",
      "1 payment.unapplied 70 Unapplied payment",
    ])
    expect(billing.now().vouchers.map(({ voucherId }) => voucherId)).toEqual([
      `voucher/unapplied/${invoiceId}/r`,
    ])
  })

  it("of a pause after an early payment: the status and the credit", () => {
    const billing = start()
    billing.payEarly(at)
    billing.told()
    billing.pause(at + 14 * DAY)
    expect(said(billing)).toEqual([
      "14 subscription.status_changed PAUSED was ACTIVE",
      "14 voucher.granted 4995 Credit for unused time",
    ])
    expect(billing.now().vouchers.map(({ voucherId }) => voucherId)).toEqual([
      `voucher/credit/${firstInvoice(billing)}/0`,
    ])
    billing.resume(at + 15 * DAY)
    expect(said(billing)).toEqual(["15 subscription.status_changed ACTIVE was PAUSED"])
  })

  it("of a cancellation: the end, then its document", () => {
    const billing = start()
    billing.cancel(at + 14 * DAY)
    expect(said(billing)).toEqual([
      "14 subscription.status_changed CANCELLED was ACTIVE",
      "14 invoice.issued FINAL OPEN",
      "14 payment.approved FINAL PAID",
      "14 invoice.status_changed FINAL PAID was OPEN",
    ])
  })

  it("of a cut, whose usage exceeded the threshold", () => {
    const billing = start()
    const threshold = { value: 10, currency: "BRL", now: at }
    billing.apply(Threshold.setThreshold(billing.now(), threshold, billing.rules))
    billing.use("messages", 4, at + DAY)
    expect(said(billing)).toEqual([
      "1 invoice.issued CUT OPEN",
      "1 payment.approved CUT PAID",
      "1 invoice.status_changed CUT PAID was OPEN",
    ])
  })

  it("of what an operator does", () => {
    const billing = start()
    const invoiceId = billing.payEarly(at)
    billing.told()
    const now = at + DAY
    const operate = (command: Parameters<typeof Operators.operate>[2]): ReadonlyArray<string> => {
      billing.apply(Operators.operate(billing.now(), invoiceId, command, billing.rules))
      return said(billing)
    }
    expect(operate({ _tag: "Refund", refundId: "r", amount: 1, now })).toEqual([
      "1 invoice.status_changed CYCLE PARTIALLY_REFUNDED was PAID",
    ])
    expect(operate({ _tag: "OpenDispute", now })).toEqual([
      "1 invoice.status_changed CYCLE DISPUTED was PARTIALLY_REFUNDED",
    ])
    expect(operate({ _tag: "WinDispute", now })).toEqual([
      "1 invoice.status_changed CYCLE CHARGEBACK_RESOLVED was DISPUTED",
    ])
  })

  it("of a void with rebilling: the void, what was paid, and the document that takes its place", () => {
    const billing = start()
    billing.answerWith(declined)
    billing.runUntil(boundary)
    const invoiceId = firstInvoice(billing)
    const part = { invoiceId, receiptId: "r", amount: 90, now: boundary }
    billing.apply(Payments.settle(billing.now(), part, billing.rules))
    billing.told()
    billing.answerWith(approved)
    billing.rebill(invoiceId, boundary)
    expect(said(billing)).toEqual([
      "28 invoice.status_changed CYCLE VOID was PAYMENT_FAILED",
      "28 voucher.granted 90 Payment of a voided invoice",
      "28 invoice.issued REISSUE OPEN",
      "28 subscription.status_changed ACTIVE was PAST_DUE",
      "28 payment.approved REISSUE PAID",
      "28 invoice.status_changed REISSUE PAID was OPEN",
    ])
    expect(billing.now().vouchers.map(({ voucherId, balance }) => [voucherId, balance])).toEqual([
      [`voucher/void/${invoiceId}`, 0],
    ])
  })

  it("of a change that changes nothing: nothing", () => {
    const billing = start()
    const corrected = Corrections.correctFees(
      {
        account: billing.now(),
        billingEvents: [],
        charges: [],
        lookups: [],
        usageEvents: [],
        voucherEntries: [],
        couponCounts: [],
      },
      at + DAY,
      billing.rules,
    )
    expect(corrected).toMatchObject({ success: { change: { billingEvents: [] }, voided: [] } })
    billing.pause(at)
    billing.told()
    billing.pause(at + 1)
    billing.apply(Lifecycle.undoCancel(billing.now(), at + 1, billing.rules))
    expect(said(billing)).toEqual([])
  })

  it("of a late answer to a payment that was settled: the money only", () => {
    const billing = start()
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(at)
    const attemptId = billing.charges()[0]?.attemptId ?? ""
    const paid = { invoiceId, receiptId: "bank", amount: 9990, now: at + 1 }
    billing.apply(Payments.settle(billing.now(), paid, billing.rules))
    billing.told()
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: approved, now: at + DAY }))
    expect(said(billing)).toEqual([
      "1 payment.approved CYCLE PAID",
      "1 voucher.granted 9990 Unapplied payment",
      "1 payment.unapplied 9990 Unapplied payment",
    ])
  })
})
