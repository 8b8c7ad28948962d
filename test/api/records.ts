// One literal example of every record on the wire, as a client would read it.
import type {
  WireBillingThreshold,
  WireCoupon,
  WireCouponAvailability,
  WireInvoice,
  WireOtp,
  WirePage,
  WirePaymentMethod,
  WirePlan,
  WireProfile,
  WireRedeemedCoupon,
  WireSubscription,
  WireTokens,
  WireVoucher,
  WireVoucherUsage,
} from "../../src/api/index.ts"

export const organizationId = "0190a000-0000-7000-8000-000000000001"
export const subscriptionId = "0190a000-0000-7000-8000-00000000a001"
export const invoiceId = "0190a000-0000-7000-8000-00000000b001"
export const planId = "0190a000-0000-7000-8000-00000000c001"
export const planIntervalId = "0190a000-0000-7000-8000-00000000d001"

export const plan: WirePlan = {
  planId,
  name: "Pro",
  description: "For teams",
  intervals: [{ id: planIntervalId, interval: "MONTHLY", amount: 9990, currency: "BRL" }],
  status: "ACTIVE",
}

export const card: WirePaymentMethod = {
  paymentMethodId: "pm_1",
  organizationId,
  type: "CARD",
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2030,
  isDefault: true,
  billingDetails: { name: "Ana Souza", email: "ana@example.com" },
  test: true,
}

export const boleto: WirePaymentMethod = {
  paymentMethodId: "pm_2",
  organizationId,
  type: "BOLETO",
  isDefault: false,
  billingDetails: { name: "Ana Souza", email: "ana@example.com" },
  test: false,
}

export const subscription: WireSubscription = {
  subscriptionId,
  organizationId,
  planId,
  planIntervalId,
  paymentMethodId: "pm_1",
  currency: "BRL",
  status: "ACTIVE",
  pastDueReason: null,
  coupons: [
    {
      couponId: "0190a000-0000-7000-8000-00000000e001",
      code: "WELCOME10",
      status: "ACTIVE",
      type: "PERCENTAGE",
      amount: 12.5,
      duration: "ONCE",
      durationInMonths: null,
      createdAt: "2026-03-01T00:00:00.000Z",
    },
  ],
  currentPeriodStart: "2026-03-01T00:00:00.000Z",
  currentPeriodEnd: "2026-04-01T00:00:00.000Z",
  usageAllowed: true,
  scheduledChange: null,
  cancelAt: null,
  pastDueAt: null,
  pausedAt: null,
  cancelledAt: null,
  createdAt: "2026-03-01T00:00:00.000Z",
  updatedAt: "2026-03-01T00:00:00.000Z",
}

export const scheduled: WireSubscription = {
  ...subscription,
  scheduledChange: { planId, planIntervalId, effectiveAt: "2026-04-01T00:00:00.000Z" },
}

export const threshold: WireBillingThreshold = { value: 50000, currency: "BRL" }

export const invoice: WireInvoice = {
  invoiceId,
  organizationId,
  subscriptionId,
  currency: "BRL",
  totalAmount: 12990,
  discountAmount: 1299,
  payableAmount: 11691,
  amountPaid: 0,
  amountDue: 11691,
  lines: [
    { name: "Pro, monthly", unitPrice: 9990, quantity: 1, amount: 9990 },
    { name: "Messages", unitPrice: 3, quantity: 1000, amount: 3000 },
  ],
  discounts: [{ type: "COUPON", code: "WELCOME10", amount: 1299 }],
  dueDate: "2026-04-01T00:00:00.000Z",
  billingThreshold: { value: 50000, currency: "BRL", accumulatedAmount: 3000, exceeded: false },
  attempts: [],
  paymentMethodId: null,
  boleto: null,
  periodStart: "2026-03-01T00:00:00.000Z",
  periodEnd: "2026-04-01T00:00:00.000Z",
  issuedAt: null,
  paidAt: null,
  createdAt: "2026-03-01T00:00:00.000Z",
  status: "OPEN",
}

export const paidInvoice: WireInvoice = {
  ...invoice,
  amountPaid: 11691,
  amountDue: 0,
  attempts: [{ attemptId: "at_1", status: "APPROVED", declineCode: null, at: "2026-03-09T12:00:00.000Z" }],
  paymentMethodId: "pm_1",
  issuedAt: "2026-03-09T12:00:00.000Z",
  paidAt: "2026-03-09T12:00:00.000Z",
  status: "PAID",
}

export const pendingInvoice: WireInvoice = {
  ...invoice,
  attempts: [{ attemptId: "at_1", status: "PENDING", declineCode: null, at: "2026-03-09T12:00:00.000Z" }],
  paymentMethodId: "pm_2",
  boleto: {
    barcode: "00191000000000000000000000000000000000000000",
    digitableLine: "00190000090000000000000000000000100000000000000",
    expiresAt: "2026-03-13T02:59:59.999Z",
  },
  issuedAt: "2026-03-09T12:00:00.000Z",
}

export const coupon: WireCoupon = {
  couponId: "0190a000-0000-7000-8000-00000000e001",
  code: "WELCOME10",
  name: "Half a quarter off",
  type: "PERCENTAGE",
  amount: 12.5,
  currency: null,
  duration: "ONCE",
  durationInMonths: null,
  maxRedemptions: null,
  redeemBy: null,
  timesRedeemed: 2,
  amountRedeemed: 2598,
  status: "ACTIVE",
}

export const fixedCoupon: WireCoupon = {
  ...coupon,
  code: "FIXED20",
  type: "FIXED",
  amount: 2000,
  currency: "BRL",
  duration: "REPEATING",
  durationInMonths: 3,
  maxRedemptions: 100,
  redeemBy: "2027-01-01T00:00:00.000Z",
}

export const redeemedCoupon: WireRedeemedCoupon = {
  ...coupon,
  redemption: {
    subscriptionId,
    currency: "BRL",
    amountRedeemed: 1299,
    redeemedAt: "2026-03-01T00:00:00.000Z",
  },
}

export const couponAvailability: WireCouponAvailability = {
  coupon,
  meta: { available: false, reason: "already_used" },
}

export const voucherId = "0190a000-0000-7000-8000-00000000f001"

export const voucher: WireVoucher = {
  voucherId,
  organizationId,
  name: "Goodwill",
  amount: 5000,
  currency: "BRL",
  amountRedeemed: 1299,
  effectiveAt: "2026-03-01T00:00:00.000Z",
  expiresAt: "2027-03-01T00:00:00.000Z",
  status: "ACTIVE",
  createdAt: "2026-03-01T00:00:00.000Z",
}

export const voucherUsage: WireVoucherUsage = {
  type: "CONSUME",
  amount: 1299,
  invoiceId,
  createdAt: "2026-04-01T00:00:00.000Z",
}

export const voucherGrant: WireVoucherUsage = {
  type: "GRANT",
  amount: 5000,
  invoiceId: null,
  createdAt: "2026-03-01T00:00:00.000Z",
}

export const profile: WireProfile = {
  userId: "0190a000-0000-7000-8000-000000000011",
  email: "ana@example.com",
  emailVerified: true,
  organizations: [{ organizationId, name: "One", permissions: ["plan:read", "invoice:pay"] }],
}

export const tokens: WireTokens = { accessToken: "ey.J.h", refreshToken: "r3fr35h", expiresIn: 3600 }

export const otp: WireOtp = { otpId: "otp_1", expiresAt: "2026-03-01T00:10:00.000Z" }

export const pageOf = <A>(...data: ReadonlyArray<A>): WirePage<A> => ({
  data,
  meta: { page: 1, limit: 20, totalItems: data.length, totalPages: 1 },
})
