import * as Invoice from "../../../src/core/invoice/Invoice.ts"
import * as Attempt from "../../../src/core/payment/PaymentAttempt.ts"
import { just, LATER, NOW, ofEvents } from "./Lifecycle.ts"

const attemptIn = (status: Attempt.AttemptStatus): Attempt.PaymentAttempt => ({
  attemptId: "attempt-1",
  paymentMethodId: "method-1",
  amount: 1000,
  status,
  declineCode: status === "DECLINED" ? "card_declined" : null,
  retryable: status === "DECLINED",
  slip: null,
  lookups: 0,
  startedAt: 0,
  at: 0,
})

const answers = {
  approved: { _tag: "Approved" },
  declined: { _tag: "Declined", declineCode: "card_declined", retryable: true },
  pending: { _tag: "Pending", slip: { barcode: "1", digitableLine: "1", expiresAt: LATER } },
  unknown: { _tag: "Unknown" },
} as const satisfies Record<string, Attempt.GatewayAnswer>

const answered = (answer: Attempt.GatewayAnswer) => ({ _tag: "RecordAnswer", answer, now: NOW }) as const

const attemptStates: Readonly<Record<"none" | Attempt.AttemptStatus, Attempt.PaymentAttempt | null>> = {
  none: null,
  STARTED: attemptIn("STARTED"),
  UNKNOWN: attemptIn("UNKNOWN"),
  PENDING: attemptIn("PENDING"),
  APPROVED: attemptIn("APPROVED"),
  DECLINED: attemptIn("DECLINED"),
  EXPIRED: attemptIn("EXPIRED"),
  CANCELLED: attemptIn("CANCELLED"),
}

export const attempt = ofEvents<Attempt.PaymentAttempt, Attempt.AttemptCommand, Attempt.AttemptEvent>({
  decider: Attempt.PaymentAttempt,
  states: attemptStates,
  nameOf: ({ status }) => status,
  columns: {
    Start: just({
      _tag: "Start",
      attemptId: "attempt-1",
      paymentMethodId: "method-1",
      amount: 1000,
      now: NOW,
    }),
    "RecordAnswer (Approved)": just(answered(answers.approved)),
    "RecordAnswer (Declined)": just(answered(answers.declined)),
    "RecordAnswer (Pending)": just(answered(answers.pending)),
    "RecordAnswer (Unknown)": just(answered(answers.unknown)),
    CountLookup: just({ _tag: "CountLookup", lookups: 1, now: NOW }),
    CallOperator: just({ _tag: "CallOperator", now: NOW }),
    MarkCharged: just({ _tag: "MarkCharged", chargedAt: NOW, now: NOW }),
    RecordSettlement: just({ _tag: "RecordSettlement", now: NOW }),
    Expire: just({ _tag: "Expire", now: NOW }),
    Cancel: just({ _tag: "Cancel", now: NOW }),
  },
})

const draft: Invoice.InvoiceDraft = {
  invoiceId: "invoice-1",
  organizationId: "organization-1",
  subscriptionId: "subscription-1",
  kind: "CYCLE",
  cycle: 0,
  sequence: 0,
  currency: "BRL",
  lines: [],
  discounts: [],
  totalAmount: 1000,
  discountAmount: 0,
  payableAmount: 1000,
  dueAt: LATER,
  periodStartAt: 0,
  periodEndAt: LATER,
  billingThreshold: null,
  createdAt: 0,
}

type IssuedStatus = Invoice.Invoice["status"]

/** Those that are never paid before: of all others the money has arrived. */
const UNPAID: ReadonlyArray<IssuedStatus> = ["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE", "VOID"]

const refundedIn = (status: IssuedStatus): number =>
  status === "REFUNDED" ? 1000 : status === "PARTIALLY_REFUNDED" ? 400 : 0

const refund = (amount: number | null) =>
  ({ _tag: "Refund", refundId: "refund-1", amount, now: NOW }) as const

const invoiceIn = (status: IssuedStatus): Invoice.Invoice => {
  const paid = !UNPAID.includes(status)
  const receipt = {
    receiptId: "receipt-0",
    kind: "CHARGE",
    attemptId: null,
    reportedAmount: 1000,
    voucherId: null,
    amount: 1000,
    appliedAmount: 1000,
    at: 0,
  } as const
  return {
    ...draft,
    status,
    amountPaid: paid ? 1000 : 0,
    amountRefunded: refundedIn(status),
    amountCredited: 0,
    receipts: paid ? [receipt] : [],
    refunds: [],
    credits: [],
    attempts: [],
    rebilled: false,
    issuedAt: 0,
    paidAt: paid ? 0 : null,
    updatedAt: 0,
  }
}

const invoiceStates: Readonly<Record<"none" | IssuedStatus, Invoice.Invoice | null>> = {
  none: null,
  OPEN: invoiceIn("OPEN"),
  PAYMENT_FAILED: invoiceIn("PAYMENT_FAILED"),
  EXPIRED: invoiceIn("EXPIRED"),
  UNCOLLECTIBLE: invoiceIn("UNCOLLECTIBLE"),
  PAID: invoiceIn("PAID"),
  VOID: invoiceIn("VOID"),
  PARTIALLY_REFUNDED: invoiceIn("PARTIALLY_REFUNDED"),
  REFUNDED: invoiceIn("REFUNDED"),
  DISPUTED: invoiceIn("DISPUTED"),
  CHARGEBACK: invoiceIn("CHARGEBACK"),
  CHARGEBACK_RESOLVED: invoiceIn("CHARGEBACK_RESOLVED"),
}

/** The invoice with an attempt, and something that is told of it. */
const during =
  (status: Attempt.AttemptStatus, command: Invoice.InvoiceCommand) => (state: Invoice.Invoice | null) =>
    [state === null ? null : { ...state, attempts: [attemptIn(status)] }, command] as const

const told = (answer: Attempt.GatewayAnswer) =>
  during("STARTED", { _tag: "RecordAnswer", attemptId: "attempt-1", answer, now: NOW })

const arrived = (kind: "SETTLEMENT" | "VOUCHER", amount: number) =>
  ({
    _tag: "RecordReceipt",
    receiptId: "receipt-1",
    ...(kind === "VOUCHER" ? { kind, voucherId: "voucher-1" } : { kind, attemptId: null }),
    amount,
    now: NOW,
  }) as const

const start = {
  _tag: "StartAttempt",
  attemptId: "attempt-2",
  paymentMethodId: "method-1",
  now: NOW,
} as const

export const invoice = ofEvents<Invoice.Invoice, Invoice.InvoiceCommand, Invoice.InvoiceEvent>({
  decider: Invoice.Invoice,
  states: invoiceStates,
  nameOf: ({ status }) => status,
  columns: {
    Issue: just({ _tag: "Issue", draft, now: NOW }),
    "Issue (nothing to pay)": just({ _tag: "Issue", draft: { ...draft, payableAmount: 0 }, now: NOW }),
    StartAttempt: just(start),
    "StartAttempt (one is in flight)": during("UNKNOWN", start),
    "RecordAnswer (Approved)": told(answers.approved),
    "RecordAnswer (Declined)": told(answers.declined),
    "RecordAnswer (Pending)": told(answers.pending),
    "RecordAnswer (Unknown)": told(answers.unknown),
    "RecordReceipt (settlement)": just(arrived("SETTLEMENT", 1000)),
    "RecordReceipt (part of it)": just(arrived("SETTLEMENT", 1)),
    "RecordReceipt (voucher)": just(arrived("VOUCHER", 1000)),
    CountLookup: during("UNKNOWN", { _tag: "CountLookup", attemptId: "attempt-1", lookups: 1, now: NOW }),
    CallOperator: during("UNKNOWN", { _tag: "CallOperator", attemptId: "attempt-1", now: NOW }),
    MarkCharged: during("UNKNOWN", { _tag: "MarkCharged", attemptId: "attempt-1", chargedAt: NOW, now: NOW }),
    ExpireSlip: during("PENDING", { _tag: "ExpireSlip", attemptId: "attempt-1", now: NOW }),
    CancelSlip: during("PENDING", { _tag: "CancelSlip", attemptId: "attempt-1", now: NOW }),
    WriteOff: just({ _tag: "WriteOff", now: NOW }),
    Void: just({ _tag: "Void", rebill: false, now: NOW }),
    "Void (an attempt is in flight)": during("PENDING", { _tag: "Void", rebill: true, now: NOW }),
    "Refund (part)": just(refund(100)),
    "Refund (the rest)": just(refund(null)),
    Credit: just({
      _tag: "Credit",
      credit: { creditId: "credit-1", moneyAmount: 100, releases: [], at: NOW },
      now: NOW,
    }),
    OpenDispute: just({ _tag: "OpenDispute", now: NOW }),
    WinDispute: just({ _tag: "WinDispute", now: NOW }),
    LoseDispute: just({ _tag: "LoseDispute", now: NOW }),
  },
})
