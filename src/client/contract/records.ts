// What the service answers, by name.
// Written from the contract: UPDATE_DOCS=1 npx vitest run test/client/contract.test.ts

/**
 * A voucher. `amount` is what was granted, `amountRedeemed` what invoices took of it and did not give back, and
 * `amountPaidOut` what an operator paid out in money, absent where that is nothing.
 */
export interface Voucher {
  readonly voucherId: string
  readonly organizationId: string
  readonly name: string
  readonly amount: number
  readonly currency: "BRL" | "USD" | "EUR"
  readonly amountRedeemed: number
  readonly amountPaidOut?: number
  readonly effectiveAt: string
  readonly expiresAt: string | null
  readonly status: "PENDING" | "ACTIVE" | "FROZEN" | "DEPLETED" | "EXPIRED" | "REVOKED"
  readonly createdAt: string
}

/** A subscription. `coupons` has one element at most; what does not apply is null. */
export interface Subscription {
  readonly subscriptionId: string
  readonly organizationId: string
  readonly planId: string
  readonly planIntervalId: string
  readonly quantity?: number
  readonly paymentMethodId: string
  readonly currency: "BRL" | "USD" | "EUR"
  readonly status: "ACTIVE" | "PAST_DUE" | "PAUSED" | "CANCELLED"
  readonly pastDueReason:
    | "PAYMENT_DECLINED"
    | "INSUFFICIENT_FUNDS"
    | "CARD_EXPIRED"
    | "NO_PAYMENT_METHOD"
    | "BOLETO_EXPIRED"
    | "PAYMENT_ERROR"
    | null
  readonly coupons: ReadonlyArray<SubscriptionCoupon>
  readonly trialEndsAt?: string | null
  readonly currentPeriodStart: string
  readonly currentPeriodEnd: string
  readonly usageAllowed: boolean
  readonly scheduledChange: {
    readonly planId: string
    readonly planIntervalId: string
    readonly effectiveAt: string
  } | null
  readonly scheduledQuantityChange?: { readonly quantity: number; readonly effectiveAt: string } | null
  readonly cancelAt: string | null
  readonly pastDueAt: string | null
  readonly pausedAt: string | null
  readonly pauseReason?: "UNPAID"
  readonly cancelledAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The coupon of a subscription; `amount` is in percent or in minor units, by its type. GAP-32 */
export type SubscriptionCoupon =
  | {
      readonly couponId: string
      readonly code: string
      readonly status: "ACTIVE" | "DEPLETED" | "EXPIRED"
      readonly duration: "ONCE" | "REPEATING" | "FOREVER"
      readonly durationInMonths: number | null
      readonly createdAt: string
      readonly type: "PERCENTAGE"
      readonly amount: number
    }
  | {
      readonly couponId: string
      readonly code: string
      readonly status: "ACTIVE" | "DEPLETED" | "EXPIRED"
      readonly duration: "ONCE" | "REPEATING" | "FOREVER"
      readonly durationInMonths: number | null
      readonly createdAt: string
      readonly type: "FIXED"
      readonly amount: number
    }

/** An invoice, or the upcoming one. What does not apply is null. */
export interface Invoice {
  readonly invoiceId: string
  readonly organizationId: string
  readonly subscriptionId: string
  readonly currency: "BRL" | "USD" | "EUR"
  readonly totalAmount: number
  readonly discountAmount: number
  readonly payableAmount: number
  readonly amountPaid: number
  readonly amountRefunded?: number
  readonly amountCredited?: number
  readonly amountDue: number
  readonly lines: ReadonlyArray<InvoiceLine>
  readonly discounts: ReadonlyArray<{
    readonly type: "COUPON" | "VOUCHER"
    readonly code: string
    readonly amount: number
  }>
  readonly dueDate: string
  readonly billingThreshold: {
    readonly value: number
    readonly currency: "BRL" | "USD" | "EUR"
    readonly accumulatedAmount: number
    readonly exceeded: boolean
  } | null
  readonly attempts: ReadonlyArray<PaymentAttempt>
  readonly paymentMethodId: string | null
  readonly boleto: {
    readonly barcode: string
    readonly digitableLine: string
    readonly expiresAt: string
  } | null
  readonly nextPaymentAttemptAt?: string
  readonly periodStart: string
  readonly periodEnd: string
  readonly issuedAt: string | null
  readonly paidAt: string | null
  readonly createdAt: string
  readonly status:
    | "DRAFT"
    | "OPEN"
    | "PAID"
    | "PAYMENT_FAILED"
    | "UNCOLLECTIBLE"
    | "VOID"
    | "EXPIRED"
    | "REFUNDED"
    | "PARTIALLY_REFUNDED"
    | "DISPUTED"
    | "CHARGEBACK"
    | "CHARGEBACK_RESOLVED"
}

/** A try to pay an invoice. GAP-45 */
export interface PaymentAttempt {
  readonly attemptId: string
  readonly status: "STARTED" | "UNKNOWN" | "PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "CANCELLED"
  readonly declineCode:
    | "card_declined"
    | "insufficient_funds"
    | "stolen_card"
    | "expired_card"
    | "processing_error"
    | null
  readonly at: string
}

/** A line of an invoice; a one-off charge is for no time. GAP-196 */
export interface InvoiceLine {
  readonly name: string
  readonly unitPrice: number
  readonly quantity: number
  readonly amount: number
  readonly periodStart?: string
  readonly periodEnd?: string
  readonly proration?: { readonly unitPrice: number; readonly quantity: number }
}

/** A fault of one member of the input: its dotted path (`billingDetails.address.country`) and the reason. */
export interface FieldError {
  readonly message: string
  readonly path: string
}

/** Tokens; `expiresIn` is in seconds. GAP-15 */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresIn: number
}

/** A user with the organizations that it belongs to, and the permissions that tokens get there. */
export interface Profile {
  readonly userId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly organizations: ReadonlyArray<{
    readonly organizationId: string
    readonly name: string
    readonly permissions: ReadonlyArray<
      | "plan:read"
      | "payment_method:read"
      | "payment_method:write"
      | "subscription:read"
      | "subscription:write"
      | "invoice:read"
      | "invoice:pay"
      | "coupon:read"
      | "voucher:read"
      | "billing_threshold:read"
      | "billing_threshold:write"
    >
  }>
}

/** A billing threshold; its currency is that of the live subscription. */
export interface BillingThreshold {
  readonly value: number
  readonly currency: "BRL" | "USD" | "EUR"
}

/** The number of a page, and the size of its list. */
export interface PageMeta {
  readonly page: number
  readonly limit: number
  readonly totalItems: number
  readonly totalPages: number
}

/**
 * What moved a voucher's balance: GRANT and RELEASE raise it, CONSUME, EXPIRE, REVOKE and PAYOUT lower it.
 * `invoiceId` is the invoice that took it or gave it back, or whose money it is that a lost dispute took back or
 * an operator paid out; null for the grant and for what was left at the expiry. GAP-50, GAP-118, GAP-189
 */
export interface VoucherUsage {
  readonly type: "GRANT" | "CONSUME" | "RELEASE" | "EXPIRE" | "REVOKE" | "PAYOUT"
  readonly amount: number
  readonly invoiceId: string | null
  readonly createdAt: string
}

/** A coupon that an organization used; `redemption` is what this organization got of it so far. GAP-49 */
export type RedeemedCoupon =
  | {
      readonly couponId: string
      readonly code: string
      readonly name: string
      readonly duration: "ONCE" | "REPEATING" | "FOREVER"
      readonly durationInMonths: number | null
      readonly maxRedemptions: number | null
      readonly redeemBy: string | null
      readonly timesRedeemed: number
      readonly amountRedeemed: number
      readonly status: "ACTIVE" | "DEPLETED" | "EXPIRED"
      readonly type: "PERCENTAGE"
      readonly amount: number
      readonly currency: null
      readonly redemption: {
        readonly subscriptionId: string
        readonly currency: "BRL" | "USD" | "EUR"
        readonly amountRedeemed: number
        readonly redeemedAt: string
      }
    }
  | {
      readonly couponId: string
      readonly code: string
      readonly name: string
      readonly duration: "ONCE" | "REPEATING" | "FOREVER"
      readonly durationInMonths: number | null
      readonly maxRedemptions: number | null
      readonly redeemBy: string | null
      readonly timesRedeemed: number
      readonly amountRedeemed: number
      readonly status: "ACTIVE" | "DEPLETED" | "EXPIRED"
      readonly type: "FIXED"
      readonly amount: number
      readonly currency: "BRL" | "USD" | "EUR"
      readonly redemption: {
        readonly subscriptionId: string
        readonly currency: "BRL" | "USD" | "EUR"
        readonly amountRedeemed: number
        readonly redeemedAt: string
      }
    }

/** The coupon of a code, and whether it can be used; `reason` is null where it can. GAP-37 */
export interface CouponAvailability {
  readonly coupon: Coupon | null
  readonly meta: {
    readonly available: boolean
    readonly reason:
      | "not_found"
      | "expired"
      | "depleted"
      | "not_for_plan"
      | "not_for_interval"
      | "currency_mismatch"
      | "already_used"
      | null
  }
}

/**
 * A coupon; `amount` is in percent, or in minor units of `currency`, by its type. `timesRedeemed` and
 * `amountRedeemed` count every organization. GAP-49
 */
export type Coupon =
  | {
      readonly couponId: string
      readonly code: string
      readonly name: string
      readonly duration: "ONCE" | "REPEATING" | "FOREVER"
      readonly durationInMonths: number | null
      readonly maxRedemptions: number | null
      readonly redeemBy: string | null
      readonly timesRedeemed: number
      readonly amountRedeemed: number
      readonly status: "ACTIVE" | "DEPLETED" | "EXPIRED"
      readonly type: "PERCENTAGE"
      readonly amount: number
      readonly currency: null
    }
  | {
      readonly couponId: string
      readonly code: string
      readonly name: string
      readonly duration: "ONCE" | "REPEATING" | "FOREVER"
      readonly durationInMonths: number | null
      readonly maxRedemptions: number | null
      readonly redeemBy: string | null
      readonly timesRedeemed: number
      readonly amountRedeemed: number
      readonly status: "ACTIVE" | "DEPLETED" | "EXPIRED"
      readonly type: "FIXED"
      readonly amount: number
      readonly currency: "BRL" | "USD" | "EUR"
    }

/** An invoice whose payment is under way: a boleto to pay, or a charge whose outcome is not known yet. */
export interface PendingInvoice extends Omit<Invoice, "status"> {
  readonly status: "OPEN" | "PAYMENT_FAILED" | "EXPIRED" | "UNCOLLECTIBLE"
}

/** An invoice that a payment settled. */
export interface PaidInvoice extends Omit<Invoice, "status"> {
  readonly status: "PAID"
}

/** A way to pay. */
export type PaymentMethod = CardPaymentMethod | BoletoPaymentMethod

/** A boleto: the members of a card are absent. GAP-20 */
export interface BoletoPaymentMethod {
  readonly paymentMethodId: string
  readonly organizationId: string
  readonly isDefault: boolean
  readonly billingDetails: { readonly name: string | null; readonly email: string | null }
  readonly test: boolean
  readonly type: "BOLETO"
}

/** A stored card. */
export interface CardPaymentMethod {
  readonly paymentMethodId: string
  readonly organizationId: string
  readonly isDefault: boolean
  readonly billingDetails: { readonly name: string | null; readonly email: string | null }
  readonly test: boolean
  readonly type: "CARD"
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** A plan of the catalogue. */
export interface Plan {
  readonly planId: string
  readonly name: string
  readonly description: string
  readonly intervals: ReadonlyArray<PlanInterval>
  readonly status: "ACTIVE" | "INACTIVE"
}

/** One way to pay for a plan; its `id` is the `planIntervalId` of a new subscription. */
export interface PlanInterval {
  readonly id: string
  readonly interval: "MONTHLY" | "YEARLY"
  readonly amount: number
  readonly currency: "BRL" | "USD" | "EUR"
  readonly trialDays?: number
  readonly quantityAllowed?: boolean
  readonly feeTiming?: "ARREARS" | "ADVANCE"
}

/** A code was sent; until when it is valid. */
export interface Otp {
  readonly otpId: string
  readonly expiresAt: string
}

/** A page of a list. */
export interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: PageMeta
}
