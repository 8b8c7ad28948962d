import * as Result from "effect/Result"
import type { BillableLine } from "../../../src/core/invoice/BilledLine.ts"
import { computeInvoice } from "../../../src/core/invoice/computeInvoice.ts"
import { Invoice, type InvoiceCommand, type InvoiceDraft } from "../../../src/core/invoice/Invoice.ts"
import type { GatewayAnswer } from "../../../src/core/payment/PaymentAttempt.ts"
import { given } from "../../support/decider.ts"

export const NOON = Date.UTC(2025, 0, 31, 12)
export const slip = { barcode: "237", digitableLine: "237 9", expiresAt: NOON + 86_400_000 }

/** A draft of 10,500 with a voucher of 500, unless the fee and the voucher are given: payable is 10,000. */
export const draftOf = ({ fee = 10_500, voucher = 500 } = {}): InvoiceDraft => {
  const line: BillableLine = {
    name: "Starter",
    unitPrice: fee,
    quantity: 1,
    planId: "p1",
    item: { kind: "FEE", cycle: 0, segment: 0 },
  }
  const vouchers = [{ voucherId: "v0", currency: "BRL", balance: voucher }]
  return {
    ...Result.getOrThrow(computeInvoice({ currency: "BRL", lines: [line], coupon: null, vouchers })),
    invoiceId: "i1",
    organizationId: "o1",
    subscriptionId: "s1",
    kind: "CYCLE",
    cycle: 0,
    sequence: 0,
    dueAt: NOON,
    periodStartAt: NOON - 31 * 86_400_000,
    periodEndAt: NOON,
    billingThreshold: null,
    createdAt: NOON - 31 * 86_400_000,
  }
}

export const answers = {
  Approved: { _tag: "Approved" },
  Declined: { _tag: "Declined", declineCode: "card_declined", retryable: true },
  Pending: { _tag: "Pending", slip },
  Unknown: { _tag: "Unknown" },
} satisfies Record<GatewayAnswer["_tag"], GatewayAnswer>

type Of<Tag extends InvoiceCommand["_tag"]> = Extract<InvoiceCommand, { readonly _tag: Tag }>

export const issue = (draft = draftOf()): Of<"Issue"> => ({ _tag: "Issue", draft, now: NOON })
export const attempt = (attemptId = "a1"): Of<"StartAttempt"> => ({
  _tag: "StartAttempt",
  attemptId,
  paymentMethodId: "pm1",
  now: NOON,
})
export const answer = (kind: keyof typeof answers, attemptId = "a1"): Of<"RecordAnswer"> => ({
  _tag: "RecordAnswer",
  attemptId,
  answer: answers[kind],
  now: NOON,
})
export const receipt = (
  kind: "SETTLEMENT" | "VOUCHER",
  amount: number,
  receiptId = `${kind} ${amount}`,
): Of<"RecordReceipt"> => ({
  _tag: "RecordReceipt",
  receiptId,
  ...(kind === "VOUCHER" ? { kind, voucherId: "v1" } : { kind, attemptId: null }),
  amount,
  now: NOON,
})
export const expireSlip = (attemptId = "a1"): Of<"ExpireSlip"> => ({
  _tag: "ExpireSlip",
  attemptId,
  now: NOON,
})
export const cancelSlip = (attemptId = "a1"): Of<"CancelSlip"> => ({
  _tag: "CancelSlip",
  attemptId,
  now: NOON,
})
export const writeOff: Of<"WriteOff"> = { _tag: "WriteOff", now: NOON }
export const voidIt = (rebill = false): Of<"Void"> => ({ _tag: "Void", rebill, now: NOON })
export const refund = (amount: number | null, refundId = `refund ${amount}`): Of<"Refund"> => ({
  _tag: "Refund",
  refundId,
  amount,
  now: NOON,
})
/** A credit of money, and of what the draft took of its voucher. */
export const credit = (moneyAmount: number, released = 0): Of<"Credit"> => ({
  _tag: "Credit",
  credit: {
    creditId: `credit ${moneyAmount} ${released}`,
    moneyAmount,
    releases: released === 0 ? [] : [{ voucherId: "v0", cause: "i1", amount: released }],
    at: NOON,
  },
  now: NOON,
})
export const openDispute: Of<"OpenDispute"> = { _tag: "OpenDispute", now: NOON }
export const winDispute: Of<"WinDispute"> = { _tag: "WinDispute", now: NOON }
export const loseDispute: Of<"LoseDispute"> = { _tag: "LoseDispute", now: NOON }

/** The invoice after it was issued and told these commands. */
export const issued = (...commands: ReadonlyArray<InvoiceCommand>): Invoice =>
  given(Invoice, null, issue(), ...commands) as Invoice
