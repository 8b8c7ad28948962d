// Records to store, as they come out of the core, with as little in them as a case of a contract names.

import type { BillingPeriod } from "../../core/billing/periods/BillingPeriod.ts"
import type { Coupon } from "../../core/coupon/Coupon.ts"
import type { Organization, User } from "../../core/identity/Access.ts"
import type { IdempotencyKey } from "../../core/identity/IdempotencyKey.ts"
import type { OtpAddress } from "../../core/identity/OtpAddress.ts"
import type { Session } from "../../core/identity/Session.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { CardMethod } from "../../core/payment-method/PaymentMethod.ts"
import type { Plan } from "../../core/plan/Plan.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import type { Voucher, VoucherEntry } from "../../core/voucher/Voucher.ts"
import type { Commit } from "../../ports/BillingStore.ts"
import type { UndeliveredOtp, WaitingOtp } from "../../ports/OtpSender.ts"

/** A commit of these members and nothing else. */
export const commitWith = (members: Partial<Commit>): Commit => ({
  expects: [],
  puts: [],
  deletes: [],
  outbox: [],
  couponCounts: [],
  due: [],
  ...members,
})

/** An active organization of BRL. */
export const organizationOf = (organizationId: string): Organization => ({
  organizationId,
  name: organizationId,
  currency: "BRL",
  status: "ACTIVE",
})

/** A user of a verified address who belongs to no organization. */
export const userOf = (userId: string, email: string): User => ({
  userId,
  email,
  emailVerified: true,
  memberships: [],
})

/** A session from 0 to 100. */
export const sessionOf = (sessionId: string, userId: string): Session => ({
  sessionId,
  userId,
  organizationId: "org-1",
  permissions: [],
  tokenHash: "hash",
  previousHash: null,
  rotatedAt: 0,
  expiresAt: 100,
  revokedAt: null,
})

/** An active plan with one monthly interval and one price. */
export const planOf = (planId: string, members: Partial<Plan> = {}): Plan => ({
  planId,
  name: planId,
  description: "",
  status: "ACTIVE",
  intervals: [{ id: `${planId}-monthly`, interval: "MONTHLY", amount: 10_000, currency: "BRL" }],
  prices: [{ model: "STANDARD", meter: "api_calls", name: "API calls", currency: "BRL", unitPrice: 2 }],
  createdAt: 0,
  ...members,
})

/** A coupon of 10 % that nobody has redeemed; its code is its id in upper case. */
export const couponOf = (couponId: string, redemptionsMax: number | null): Coupon => ({
  couponId,
  code: couponId.toUpperCase(),
  name: couponId,
  discount: { type: "PERCENTAGE", basisPoints: 1_000 },
  duration: { type: "ONCE" },
  planIds: null,
  redemptionsMax,
  redeemBy: null,
  timesRedeemed: 0,
  amountRedeemed: 0,
  createdAt: 0,
})

/** A default card. */
export const cardOf = (paymentMethodId: string, organizationId: string): CardMethod => ({
  type: "CARD",
  paymentMethodId,
  organizationId,
  isDefault: true,
  billingDetails: { name: "Owner", email: "owner@example.com" },
  test: true,
  createdAt: 0,
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2099,
  gatewayReference: `tok_visa:${paymentMethodId}`,
})

/** An active subscription of `org-1`. */
export const subscriptionOf = (
  subscriptionId: string,
  members: Partial<Subscription> = {},
): Subscription => ({
  subscriptionId,
  organizationId: "org-1",
  status: "ACTIVE",
  pastDueReason: null,
  pastDueAt: null,
  terms: {
    planId: "plan-1",
    planName: "plan-1",
    planIntervalId: "plan-1-monthly",
    interval: "MONTHLY",
    amount: 10_000,
    currency: "BRL",
    prices: [],
  },
  paymentMethodId: "method-1",
  coupon: null,
  anchor: { anchorAt: 0, anchorDay: 1, interval: "MONTHLY", firstCycle: 0 },
  anchorMonth: 0,
  cycle: { cycle: 0, startAt: 0, endAt: Date.UTC(1970, 1, 1) },
  scheduledTerms: null,
  cancelAt: null,
  dunning: null,
  pausedAt: null,
  cancelledAt: null,
  createdAt: 0,
  updatedAt: 0,
  ...members,
})

/** A paid invoice of 100 of `subscription-1` of `org-1`, without lines. */
export const invoiceOf = (invoiceId: string, members: Partial<Invoice> = {}): Invoice => ({
  invoiceId,
  organizationId: "org-1",
  subscriptionId: "subscription-1",
  kind: "CYCLE",
  cycle: 0,
  sequence: 0,
  currency: "BRL",
  lines: [],
  discounts: [],
  totalAmount: 100,
  discountAmount: 0,
  payableAmount: 100,
  dueAt: 0,
  periodStartAt: 0,
  periodEndAt: 0,
  billingThreshold: null,
  createdAt: 0,
  status: "PAID",
  amountPaid: 100,
  amountRefunded: 0,
  amountCredited: 0,
  receipts: [],
  refunds: [],
  credits: [],
  attempts: [],
  rebilled: false,
  issuedAt: 0,
  paidAt: 0,
  updatedAt: 0,
  ...members,
})

/** A cycle of a month of thirty days. */
export const cycleOf = (cycle: number): Subscription["cycle"] => ({
  cycle,
  startAt: cycle * 30 * 86_400_000,
  endAt: (cycle + 1) * 30 * 86_400_000,
})

/** The period of a cycle of the subscription of `invoiceOf`. */
export const periodOf = (cycle: number, settled: boolean): BillingPeriod => ({
  subscriptionId: "subscription-1",
  ...cycleOf(cycle),
  month: cycle,
  segments: [],
  credits: [],
  settled,
})

/** A voucher of 100 of `org-1` that the invoices consumed, 50 each. */
export const voucherOf = (
  voucherId: string,
  consumedBy: ReadonlyArray<string>,
  members: Partial<Voucher> = {},
): Voucher => ({
  voucherId,
  organizationId: "org-1",
  name: voucherId,
  currency: "BRL",
  amount: 100,
  balance: 100 - 50 * consumedBy.length,
  amountRedeemed: 50 * consumedBy.length,
  version: 1 + consumedBy.length,
  effectiveAt: 0,
  expiresAt: null,
  creditOf: null,
  frozen: false,
  revokedAt: null,
  createdAt: 0,
  ...members,
})

/** An entry of the ledger of a voucher of `org-1`: its GRANT, or one by which an invoice of its number took 1. */
export const voucherEntryOf = (
  voucherId: string,
  sequence: number,
): VoucherEntry & { readonly organizationId: string } => ({
  organizationId: "org-1",
  voucherId,
  sequence,
  invoiceId: sequence === 0 ? null : `invoice-${sequence}`,
  at: sequence,
  ...(sequence === 0
    ? { kind: "GRANT", cause: voucherId, amount: 100 }
    : { kind: "CONSUME", cause: `invoice-${sequence}`, amount: 1 }),
})

/** A key that is in use since 0, for a day. */
export const idempotencyKeyOf = (keyId: string, members: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
  keyId,
  status: "IN_USE",
  callId: "call-1",
  fingerprint: "body-1",
  answer: null,
  takenAt: 0,
  expiresAt: 86_400_000,
  ...members,
})

/** An address with these OTPs, none of them tried yet. */
export const addressOf = (email: string, otpIds: ReadonlyArray<string>): OtpAddress => ({
  email,
  otps: otpIds.map((otpId) => ({
    otpId,
    email,
    context: "MAGIC_AUTH",
    codeHash: "hash",
    decoy: false,
    status: "REQUESTED",
    wrongAttempts: 0,
    createdAt: 0,
    expiresAt: 600_000,
    verifiedAt: null,
    exchangedAt: null,
  })),
  wrongCodes: { dayAt: 0, count: 0 },
  unlocksAt: null,
})

/** A code whose first attempt was begun at 0, and that is ready for the next one. */
export const waitingOtpOf = (otpId: string, members: Partial<WaitingOtp> = {}): WaitingOtp => ({
  kind: "OTP",
  messageId: otpId,
  message: {
    otpId,
    email: "a@example.com",
    code: "000000",
    context: "MAGIC_AUTH",
    createdAt: 0,
    expiresAt: 600_000,
    decoy: false,
  },
  attempts: 1,
  readyAt: 0,
  ...members,
})

/** The dead letter of a code. */
export const undeliveredOtpOf = (otpId: string): UndeliveredOtp => ({
  kind: "OTP_UNDELIVERED",
  messageId: otpId,
  email: "a@example.com",
  context: "MAGIC_AUTH",
  reason: "EXPIRED",
  attempts: 1,
  createdAt: 0,
  givenUpAt: 600_000,
})
