// The records of the document's examples: one story, which a simulator with the default seed tells in these very words,
// but for ids, tokens and slip numbers. An organization subscribes with a coupon and a voucher, and pays by card.
import { ALL_PERMISSIONS } from "../../core/identity/Permission.ts"
import type { WireTokens } from "../operations/auth.ts"
import type { WireCoupon, WireRedeemedCoupon } from "../operations/coupons.ts"
import type { WireInvoice, WirePaidInvoice, WirePendingInvoice } from "../operations/invoices.ts"
import type { WireBoleto, WireCard } from "../operations/paymentMethods.ts"
import type { WirePlan } from "../operations/plans.ts"
import type { WireProfile } from "../operations/profile.ts"
import type { WireVoucher } from "../operations/vouchers.ts"
import type { WireEvent } from "../records/events.ts"
import type { WirePage } from "../records/paging.ts"
import type { WireSubscription } from "../records/subscriptionRecord.ts"

const id = (digits: string): string => `0190a000-0000-7000-8000-${digits.padStart(12, "0")}`

/** The ids of the story. */
export const ids = {
  organization: id("1"),
  otherOrganization: id("2"),
  user: id("11"),
  plan: id("100"),
  interval: id("101"),
  nextCard: id("a103"),
  seats: id("a601"),
  seatsInterval: id("a602"),
  seatedSubscription: id("a203"),
  nextPlan: id("200"),
  nextInterval: id("201"),
  coupon: id("501"),
  voucher: id("901"),
  otp: id("a001"),
  card: id("a101"),
  boleto: id("a102"),
  subscription: id("a201"),
  invoice: id("a301"),
  openInvoice: id("a302"),
  attempt: id("a401"),
  openAttempt: id("a402"),
  event: id("a501"),
} as const

/** When it happens. */
export const now = "2026-03-02T12:00:00.000Z"

/** When the period ends: what is scheduled happens then. */
export const periodEnd = "2026-04-02T12:00:00.000Z"

/** A page of all there is. */
export const pageOf = <const Data extends ReadonlyArray<unknown>>(...data: Data): WirePage<Data[number]> => ({
  data,
  meta: { page: 1, limit: 20, totalItems: data.length, totalPages: 1 },
})

const tokensOf = (signature: string): WireTokens => ({
  accessToken: `eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTkwYTAwMCJ9.${signature}`,
  refreshToken: `N2QzNzE4NmQ.cnB8q7zX3a4.${signature}`,
  expiresIn: 3600,
})

/** Tokens, shortened: those of the sign-in, those that took their place, and those of the other organization. */
export const tokens = {
  first: tokensOf("jbsLYfK6pSh"),
  next: tokensOf("OoHQKi6MAeh"),
  other: tokensOf("c368FXnVxVR"),
}

/** The user who signed in. */
export const profile: WireProfile = {
  userId: ids.user,
  email: "owner@example.com",
  emailVerified: true,
  organizations: [{ organizationId: ids.organization, name: "Exemplo Ltda", permissions: ALL_PERMISSIONS }],
}

/** The plan of the subscription. */
export const plan: WirePlan = {
  planId: ids.plan,
  name: "Starter",
  description: "For trying things out.",
  intervals: [
    { id: ids.interval, interval: "MONTHLY", amount: 9990, currency: "BRL" },
    { id: id("102"), interval: "YEARLY", amount: 99900, currency: "BRL" },
    { id: id("103"), interval: "MONTHLY", amount: 1990, currency: "USD" },
    { id: id("104"), interval: "YEARLY", amount: 19900, currency: "USD" },
  ],
  status: "ACTIVE",
}

/** The payer. */
export const billingDetails = { name: "Ana Souza", email: "ana@example.com" }

/** The default method. */
export const card: typeof WireCard.Type = {
  paymentMethodId: ids.card,
  organizationId: ids.organization,
  isDefault: true,
  billingDetails,
  test: true,
  type: "CARD",
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2099,
}

/** The other method. */
export const boleto: typeof WireBoleto.Type = {
  paymentMethodId: ids.boleto,
  organizationId: ids.organization,
  isDefault: false,
  billingDetails,
  test: false,
  type: "BOLETO",
}

/** The coupon, before it is used. */
export const coupon: WireCoupon = {
  couponId: ids.coupon,
  code: "WELCOME10",
  name: "10 % off the first invoice",
  duration: "ONCE",
  durationInMonths: null,
  maxRedemptions: null,
  redeemBy: null,
  timesRedeemed: 0,
  amountRedeemed: 0,
  status: "ACTIVE",
  type: "PERCENTAGE",
  amount: 10,
  currency: null,
}

/** The coupon, once both invoices had it. */
export const redeemedCoupon: WireRedeemedCoupon = {
  ...coupon,
  timesRedeemed: 1,
  amountRedeemed: 1349,
  redemption: { subscriptionId: ids.subscription, currency: "BRL", amountRedeemed: 1349, redeemedAt: now },
}

/** The voucher, all of it taken. */
export const voucher: WireVoucher = {
  voucherId: ids.voucher,
  organizationId: ids.organization,
  name: "Goodwill",
  amount: 2000,
  currency: "BRL",
  amountRedeemed: 2000,
  effectiveAt: now,
  expiresAt: null,
  status: "DEPLETED",
  createdAt: now,
}

/** The subscription as it is created. */
export const subscription: WireSubscription = {
  subscriptionId: ids.subscription,
  organizationId: ids.organization,
  planId: ids.plan,
  planIntervalId: ids.interval,
  paymentMethodId: ids.card,
  currency: "BRL",
  status: "ACTIVE",
  pastDueReason: null,
  coupons: [
    {
      couponId: ids.coupon,
      code: "WELCOME10",
      status: "ACTIVE",
      duration: "ONCE",
      durationInMonths: null,
      createdAt: now,
      type: "PERCENTAGE",
      amount: 10,
    },
  ],
  currentPeriodStart: now,
  currentPeriodEnd: periodEnd,
  usageAllowed: true,
  scheduledChange: null,
  cancelAt: null,
  pastDueAt: null,
  pausedAt: null,
  cancelledAt: null,
  createdAt: now,
  updatedAt: now,
}

/** The subscription with a change of plan that waits for the end of the period. */
export const changing: WireSubscription = {
  ...subscription,
  scheduledChange: { planId: ids.nextPlan, planIntervalId: ids.nextInterval, effectiveAt: periodEnd },
}

/** The subscription to a plan that is sold by quantity, which has five units from now on. */
export const seated: WireSubscription = {
  ...subscription,
  subscriptionId: ids.seatedSubscription,
  planId: ids.seats,
  planIntervalId: ids.seatsInterval,
  paymentMethodId: ids.nextCard,
  quantity: 5,
  coupons: [],
  scheduledQuantityChange: null,
}

const invoice = {
  organizationId: ids.organization,
  subscriptionId: ids.subscription,
  currency: "BRL",
  dueDate: periodEnd,
  periodStart: now,
  periodEnd,
  createdAt: now,
} as const

const time = { periodStart: now, periodEnd }

/** The upcoming invoice: fee and usage less coupon and voucher. */
export const upcomingInvoice: WireInvoice = {
  ...invoice,
  invoiceId: ids.invoice,
  totalAmount: 10990,
  discountAmount: 3099,
  payableAmount: 7891,
  amountPaid: 0,
  amountDue: 7891,
  lines: [
    { name: "Starter", unitPrice: 9990, quantity: 1, amount: 9990, ...time },
    { name: "Messages", unitPrice: 10, quantity: 100, amount: 1000, ...time },
  ],
  discounts: [
    { type: "COUPON", code: "WELCOME10", amount: 1099 },
    { type: "VOUCHER", code: ids.voucher, amount: 2000 },
  ],
  billingThreshold: { value: 50000, currency: "BRL", accumulatedAmount: 1000, exceeded: false },
  attempts: [],
  paymentMethodId: null,
  boleto: null,
  issuedAt: null,
  paidAt: null,
  status: "OPEN",
}

/** That invoice, paid. */
export const paidInvoice: typeof WirePaidInvoice.Type = {
  ...upcomingInvoice,
  amountPaid: 7891,
  amountDue: 0,
  attempts: [{ attemptId: ids.attempt, status: "APPROVED", declineCode: null, at: now }],
  paymentMethodId: ids.card,
  issuedAt: now,
  paidAt: now,
  status: "PAID",
}

/** The next one, for which a boleto was made. */
export const openInvoice: typeof WirePendingInvoice.Type = {
  ...upcomingInvoice,
  invoiceId: ids.openInvoice,
  totalAmount: 2500,
  discountAmount: 250,
  payableAmount: 2250,
  amountDue: 2250,
  lines: [{ name: "Messages", unitPrice: 10, quantity: 250, amount: 2500, ...time }],
  discounts: [{ type: "COUPON", code: "WELCOME10", amount: 250 }],
  billingThreshold: { value: 50000, currency: "BRL", accumulatedAmount: 2500, exceeded: false },
  attempts: [{ attemptId: ids.openAttempt, status: "PENDING", declineCode: null, at: now }],
  paymentMethodId: ids.boleto,
  boleto: {
    barcode: "99996137600000022506742194004826704051936271",
    digitableLine: "99996742129400482670040519362715613760000002250",
    expiresAt: "2026-03-06T02:59:59.999Z",
  },
  issuedAt: now,
  status: "OPEN",
}

/** The event that receivers get when the invoice is paid. */
export const event: WireEvent = {
  id: ids.event,
  type: "payment.approved",
  createdAt: now,
  organizationId: ids.organization,
  position: 7_000_002,
  data: { object: paidInvoice },
}
