// The life cycles whose tables stand in docs/model.md: for each state and each column of its tables, the state and the
// command that the decider is asked with. `none` is what does not exist yet.
import * as Session from "../../src/core/access/Session.ts"
import type { Decider } from "../../src/core/Decider.ts"
import * as Coupon from "../../src/core/discount/Coupon.ts"
import * as Invoice from "../../src/core/invoice/Invoice.ts"
import * as Otp from "../../src/core/otp/Otp.ts"
import { defaultOtpPolicy } from "../../src/core/otp/OtpPolicy.ts"
import * as Attempt from "../../src/core/payment/PaymentAttempt.ts"
import type { PlanTerms } from "../../src/core/plan/Plan.ts"
import * as Subscription from "../../src/core/subscription/Subscription.ts"

const NOW = Date.UTC(2025, 0, 15)
const LATER = Date.UTC(2025, 1, 1)

/** A life cycle: what its states are called, and what each column of its tables stands for. */
export interface Life<State, Command> {
  readonly decider: Decider<State | null, Command, never, unknown>
  readonly states: Readonly<Record<string, State | null>>
  readonly columns: Readonly<Record<string, (state: State | null) => readonly [State | null, Command]>>
  readonly nameOf: (state: State) => string
}

const ofEvents = <State, Command, Event>(
  life: Omit<Life<State, Command>, "decider"> & {
    readonly decider: Decider<State | null, Command, Event, unknown>
  },
): Life<State, Command> => life as unknown as Life<State, Command>

const just =
  <State, Command>(command: Command) =>
  (state: State | null) =>
    [state, command] as const

const terms: PlanTerms = {
  planId: "plan-1",
  planName: "Pro",
  planIntervalId: "interval-1",
  interval: "MONTHLY",
  amount: 1000,
  currency: "BRL",
  prices: [],
}
const otherTerms: PlanTerms = { ...terms, planId: "plan-2", planIntervalId: "interval-2" }
const anchor = { anchorAt: 0, anchorDay: 1, interval: "MONTHLY", firstCycle: 0 } as const
const cycle = { cycle: 0, startAt: 0, endAt: LATER }
const nextCycle = { cycle: 1, startAt: LATER, endAt: LATER + 1 }
const group = { cycle: 0, month: 0, months: 1 }
const coupon: Coupon.Coupon = {
  couponId: "coupon-1",
  code: "HALF3",
  name: "Half",
  discount: { type: "PERCENTAGE", basisPoints: 5000 },
  duration: { type: "REPEATING", months: 3 },
  planIds: null,
  redemptionsMax: null,
  redeemBy: null,
  timesRedeemed: 1,
  amountRedeemed: 0,
  createdAt: 0,
}

const inStatus = (status: Subscription.SubscriptionStatus): Subscription.Subscription => ({
  subscriptionId: "subscription-1",
  organizationId: "organization-1",
  status,
  pastDueReason: status === "PAST_DUE" ? "PAYMENT_DECLINED" : null,
  pastDueAt: status === "PAST_DUE" ? 0 : null,
  terms,
  paymentMethodId: "method-1",
  coupon: Coupon.apply(coupon, 0),
  anchor,
  anchorMonth: 0,
  cycle,
  scheduledTerms: null,
  cancelAt: null,
  pausedAt: status === "PAUSED" ? 0 : null,
  cancelledAt: status === "CANCELLED" ? 0 : null,
  createdAt: 0,
  updatedAt: 0,
})

const create = {
  _tag: "Create",
  subscriptionId: "subscription-1",
  organizationId: "organization-1",
  terms,
  paymentMethodId: "method-1",
  coupon,
  anchor,
  cycle,
  now: NOW,
} as const

const change = { _tag: "ChangePlan", anchor, anchorMonth: 0, cycle, now: NOW } as const

const subscriptionStates: Readonly<
  Record<"none" | Subscription.SubscriptionStatus, Subscription.Subscription | null>
> = {
  none: null,
  ACTIVE: inStatus("ACTIVE"),
  PAST_DUE: inStatus("PAST_DUE"),
  PAUSED: inStatus("PAUSED"),
  CANCELLED: inStatus("CANCELLED"),
}

const subscription = ofEvents<
  Subscription.Subscription,
  Subscription.SubscriptionCommand,
  Subscription.SubscriptionEvent
>({
  decider: Subscription.Subscription,
  states: subscriptionStates,
  nameOf: ({ status }) => status,
  columns: {
    Create: just(create),
    "Assess (delinquent)": just({ _tag: "Assess", delinquent: "PAYMENT_ERROR", now: NOW }),
    "Assess (nothing owed)": just({ _tag: "Assess", delinquent: null, now: NOW }),
    Pause: just({ _tag: "Pause", now: NOW }),
    "Pause (a change or an end is scheduled)": (state) => [
      state === null ? null : { ...state, cancelAt: LATER },
      { _tag: "Pause", now: NOW },
    ],
    "Resume (delinquent)": just({ _tag: "Resume", delinquent: "PAYMENT_ERROR", now: NOW }),
    "Resume (nothing owed)": just({ _tag: "Resume", delinquent: null, now: NOW }),
    Cancel: just({ _tag: "Cancel", now: NOW }),
    ScheduleCancel: just({ _tag: "ScheduleCancel", cancelAt: LATER, now: NOW }),
    UndoCancel: (state) => [
      // Only where an end can be scheduled there is one to take back.
      state === null || !["ACTIVE", "PAST_DUE"].includes(state.status)
        ? state
        : { ...state, cancelAt: LATER },
      { _tag: "UndoCancel", now: NOW },
    ],
    ChangePlan: just({ ...change, terms: otherTerms }),
    "ChangePlan (another currency)": just({ ...change, terms: { ...otherTerms, currency: "USD" } }),
    SchedulePlanChange: just({ _tag: "SchedulePlanChange", terms: otherTerms, now: NOW }),
    "SchedulePlanChange (the current plan)": just({ _tag: "SchedulePlanChange", terms, now: NOW }),
    ChangePaymentMethod: just({ _tag: "ChangePaymentMethod", paymentMethodId: "method-2", now: NOW }),
    StartCycle: just({ _tag: "StartCycle", cycle: nextCycle, now: LATER }),
    RecordDiscount: just({ _tag: "RecordDiscount", group, now: NOW }),
    ReturnDiscount: (state) => [
      state?.coupon ? { ...state, coupon: Coupon.withDiscounted(state.coupon, group) } : state,
      { _tag: "ReturnDiscount", cycle: 0, now: NOW },
    ],
  },
})

const attemptIn = (status: Attempt.AttemptStatus): Attempt.PaymentAttempt => ({
  attemptId: "attempt-1",
  paymentMethodId: "method-1",
  amount: 1000,
  status,
  declineCode: status === "DECLINED" ? "card_declined" : null,
  retryable: status === "DECLINED",
  slip: null,
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

const attempt = ofEvents<Attempt.PaymentAttempt, Attempt.AttemptCommand, Attempt.AttemptEvent>({
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

const invoiceIn = (status: IssuedStatus): Invoice.Invoice => {
  const paid = !UNPAID.includes(status)
  const receipt = {
    receiptId: "receipt-0",
    kind: "CHARGE",
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
  ({ _tag: "RecordReceipt", receiptId: "receipt-1", kind, amount, now: NOW }) as const

const start = {
  _tag: "StartAttempt",
  attemptId: "attempt-2",
  paymentMethodId: "method-1",
  now: NOW,
} as const

const invoice = ofEvents<Invoice.Invoice, Invoice.InvoiceCommand, Invoice.InvoiceEvent>({
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
    ExpireSlip: during("PENDING", { _tag: "ExpireSlip", attemptId: "attempt-1", now: NOW }),
    CancelSlip: during("PENDING", { _tag: "CancelSlip", attemptId: "attempt-1", now: NOW }),
    WriteOff: just({ _tag: "WriteOff", now: NOW }),
    Void: just({ _tag: "Void", rebill: false, now: NOW }),
    "Void (an attempt is in flight)": during("PENDING", { _tag: "Void", rebill: true, now: NOW }),
    "Refund (part)": just({ _tag: "Refund", amount: 100, now: NOW }),
    "Refund (the rest)": (state) => [
      state,
      { _tag: "Refund", amount: state === null ? 1000 : 1000 - state.amountRefunded, now: NOW },
    ],
    Credit: just({ _tag: "Credit", amount: 100, now: NOW }),
    OpenDispute: just({ _tag: "OpenDispute", now: NOW }),
    WinDispute: just({ _tag: "WinDispute", now: NOW }),
    LoseDispute: just({ _tag: "LoseDispute", now: NOW }),
  },
})

const otpIn = (status: Otp.OtpStatus): Otp.Otp => ({
  otpId: "otp-1",
  email: "owner@example.com",
  context: "MAGIC_AUTH",
  codeHash: "hash",
  decoy: false,
  status,
  wrongAttempts: 0,
  createdAt: NOW,
  expiresAt: LATER,
  verifiedAt: null,
  exchangedAt: null,
})

const otpStates: Readonly<Record<"none" | Otp.OtpStatus, Otp.Otp | null>> = {
  none: null,
  REQUESTED: otpIn("REQUESTED"),
  VERIFIED: otpIn("VERIFIED"),
  EXCHANGED: otpIn("EXCHANGED"),
  LOCKED: otpIn("LOCKED"),
  EXPIRED: otpIn("EXPIRED"),
}

const { email, context, codeHash } = otpIn("REQUESTED")
const validate = (codeMatches: boolean, now = NOW): Otp.OtpCommand => ({
  _tag: "Validate",
  otpId: "otp-1",
  email,
  context,
  codeMatches,
  now,
})
const exchange = (codeMatches: boolean, now = NOW): Otp.OtpCommand => ({
  _tag: "Exchange",
  otpId: "otp-1",
  codeMatches,
  now,
})
const lastTry = (command: Otp.OtpCommand) => (state: Otp.Otp | null) =>
  [
    state === null ? null : { ...state, wrongAttempts: defaultOtpPolicy.wrongAttemptsMax - 1 },
    command,
  ] as const

const otp = ofEvents<Otp.Otp, Otp.OtpCommand, Otp.OtpEvent>({
  decider: Otp.decider(defaultOtpPolicy),
  states: otpStates,
  nameOf: ({ status }) => status,
  columns: {
    Request: just({ _tag: "Request", otpId: "otp-1", email, context, codeHash, decoy: false, now: NOW }),
    "Validate (right code)": just(validate(true)),
    "Validate (wrong code)": just(validate(false)),
    "Validate (fifth wrong code)": lastTry(validate(false)),
    "Validate (too late)": just(validate(true, LATER)),
    "Exchange (right code)": just(exchange(true)),
    "Exchange (wrong code)": just(exchange(false)),
    "Exchange (fifth wrong code)": lastTry(exchange(false)),
    "Exchange (too late)": just(exchange(true, LATER)),
    Expire: just({ _tag: "Expire", otpId: "otp-1", now: LATER }),
    "Expire (too early)": just({ _tag: "Expire", otpId: "otp-1", now: NOW }),
  },
})

const open: Session.Session = {
  sessionId: "session-1",
  userId: "user-1",
  organizationId: "organization-1",
  permissions: [],
  tokenHash: "#1",
  previousHash: "#0",
  rotatedAt: NOW - Session.SAME_SUCCESSOR_MILLIS + 1,
  expiresAt: LATER,
  revokedAt: null,
}

const refresh = (presentedHash: string): Session.SessionCommand => ({
  _tag: "Refresh",
  presentedHash,
  successorHash: "#2",
  now: NOW,
})

const session = ofEvents<Session.Session, Session.SessionCommand, Session.SessionEvent>({
  decider: Session.Session,
  states: { none: null, OPEN: open, OVER: { ...open, expiresAt: NOW }, ENDED: { ...open, revokedAt: 0 } },
  nameOf: ({ revokedAt, expiresAt }) => (revokedAt !== null ? "ENDED" : expiresAt <= NOW ? "OVER" : "OPEN"),
  columns: {
    Open: just({ ...open, _tag: "Open", now: NOW }),
    "Refresh (current token)": just(refresh("#1")),
    "Refresh (the one before, within 10 s)": just(refresh("#0")),
    "Refresh (the one before, later)": (state) => [
      state === null ? null : { ...state, rotatedAt: NOW - Session.SAME_SUCCESSOR_MILLIS },
      refresh("#0"),
    ],
    "Refresh (an older one)": just(refresh("#-1")),
    SignOut: just({ _tag: "SignOut", now: NOW }),
  },
})

/** Every life cycle by the heading of its tables. */
export const lives: Readonly<Record<string, Life<never, never>>> = {
  Subscription: subscription as unknown as Life<never, never>,
  Invoice: invoice as unknown as Life<never, never>,
  "Payment attempt": attempt as unknown as Life<never, never>,
  "One-time password": otp as unknown as Life<never, never>,
  Session: session as unknown as Life<never, never>,
}
