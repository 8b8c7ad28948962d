// From a record of the core to the record on the wire: the specification's names, times as text, everything that
// does not apply as null.

import type { InvoiceView } from "../../app/invoices/invoiceViews.ts"
import type { BillingThreshold } from "../../core/billing/Account.ts"
import { couponStatus } from "../../core/billing/subscriptions/CouponStatus.ts"
import type { AppliedCoupon, CouponDuration } from "../../core/coupon/Coupon.ts"
import { amountDue, attemptInFlight, type InvoiceDraft } from "../../core/invoice/Invoice.ts"
import type { WireCurrency } from "../../core/money/Currency.ts"
import type { PaymentMethod } from "../../core/payment-method/PaymentMethod.ts"
import type { Plan } from "../../core/plan/Plan.ts"
import type { BillingPolicy } from "../../core/policy/BillingPolicy.ts"
import { quantityOf } from "../../core/subscription/Quantity.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import { currentPeriod, inTrial } from "../../core/subscription/Trial.ts"
import { toIso } from "../../core/time/Iso.ts"
import type { WireInvoice } from "../operations/invoices.ts"
import type { WirePaymentMethod } from "../operations/paymentMethods.ts"
import type { WirePlan } from "../operations/plans.ts"
import type { WireBillingThreshold } from "../operations/thresholds.ts"
import type { WirePage } from "../records/paging.ts"
import type { WireSubscription, WireSubscriptionCoupon } from "../records/subscriptionRecord.ts"

/** The wire knows fewer currencies than the library; a record of another one is a defect that encoding finds. */
export const wireCurrency = (currency: string): WireCurrency => currency as WireCurrency

/** An instant as text, where there is one. */
export const isoOrNull = (instant: number | null): string | null => (instant === null ? null : toIso(instant))

/** A plan of the catalogue, without its price book. */
export const presentPlan = ({ planId, name, description, intervals, status }: Plan): WirePlan => ({
  planId,
  name,
  description,
  intervals: intervals.map(({ id, interval, amount, currency, trialDays, quantityAllowed, feeTiming }) => ({
    id,
    interval,
    amount,
    currency: wireCurrency(currency),
    ...(trialDays !== undefined && { trialDays }),
    ...(quantityAllowed === true && { quantityAllowed }),
    ...(feeTiming === "ADVANCE" && { feeTiming }),
  })),
  status,
})

/** A payment method. The gateway's reference stays inside. GAP-20, GAP-23 */
export const presentPaymentMethod = (method: PaymentMethod): WirePaymentMethod => {
  const { paymentMethodId, organizationId, isDefault, test, billingDetails } = method
  const { name, email } = billingDetails
  const common = { paymentMethodId, organizationId, isDefault, test, billingDetails: { name, email } }
  if (method.type === "BOLETO") return { ...common, type: "BOLETO" }
  const { brand, last4, expMonth, expYear } = method
  return { ...common, type: "CARD", brand, last4, expMonth, expYear }
}

/** A share in percent: 1250 basis points are 12.5. */
export const presentPercent = (basisPoints: number): number => basisPoints / 100

/** The duration of a coupon. */
export const presentDuration = (duration: CouponDuration) => ({
  duration: duration.type,
  durationInMonths: duration.type === "REPEATING" ? duration.months : null,
})

/** The coupon of a subscription; a percentage is shown in percent. GAP-32 */
const presentAppliedCoupon = (subscription: Subscription, coupon: AppliedCoupon): WireSubscriptionCoupon => {
  const { couponId, code, discount, duration } = coupon
  const common = {
    couponId,
    code,
    status: couponStatus(subscription, coupon),
    ...presentDuration(duration),
    createdAt: toIso(coupon.createdAt),
  }
  return discount.type === "PERCENTAGE"
    ? { ...common, type: "PERCENTAGE", amount: presentPercent(discount.basisPoints) }
    : { ...common, type: "FIXED", amount: discount.amount }
}

/** A subscription. Whether usage is allowed is the policy's word, for the host to act on. GAP-36 */
export const presentSubscription = (
  subscription: Subscription,
  policy: Pick<BillingPolicy, "usageAllowedPastDue">,
): WireSubscription => ({
  subscriptionId: subscription.subscriptionId,
  organizationId: subscription.organizationId,
  planId: subscription.terms.planId,
  planIntervalId: subscription.terms.planIntervalId,
  ...(hasQuantity(subscription) && { quantity: quantityOf(subscription) }),
  paymentMethodId: subscription.paymentMethodId,
  currency: wireCurrency(subscription.terms.currency),
  status: subscription.status,
  pastDueReason: subscription.pastDueReason,
  coupons: subscription.coupon === null ? [] : [presentAppliedCoupon(subscription, subscription.coupon)],
  ...trialOf(subscription),
  currentPeriodStart: toIso(currentPeriod(subscription).startAt),
  currentPeriodEnd: toIso(currentPeriod(subscription).endAt),
  usageAllowed:
    subscription.status === "ACTIVE" || (subscription.status === "PAST_DUE" && policy.usageAllowedPastDue),
  scheduledChange: scheduledChangeOf(subscription),
  ...(hasQuantity(subscription) && { scheduledQuantityChange: scheduledQuantityOf(subscription) }),
  cancelAt: isoOrNull(subscription.cancelAt),
  pastDueAt: isoOrNull(subscription.pastDueAt),
  pausedAt: isoOrNull(subscription.pausedAt),
  ...(subscription.pauseReason !== undefined && { pauseReason: subscription.pauseReason }),
  cancelledAt: isoOrNull(subscription.cancelledAt),
  createdAt: toIso(subscription.createdAt),
  updatedAt: toIso(subscription.updatedAt),
})

/** The end of the trial while it runs. GAP-167 */
const trialOf = (subscription: Subscription): Pick<WireSubscription, "trialEndsAt"> => {
  const { trial } = subscription
  return trial === undefined ? {} : { trialEndsAt: isoOrNull(inTrial(subscription) ? trial.endAt : null) }
}

/** The change of plan that waits for the end of the period. GAP-90 */
const scheduledChangeOf = (subscription: Subscription): WireSubscription["scheduledChange"] => {
  if (subscription.scheduledTerms === null) return null
  const { planId, planIntervalId } = subscription.scheduledTerms
  return { planId, planIntervalId, effectiveAt: toIso(currentPeriod(subscription).endAt) }
}

/** Whether a subscription shows its quantity: where its plan allows one, now or next. GAP-170 */
const hasQuantity = ({ terms, scheduledTerms, scheduledQuantity }: Subscription): boolean =>
  terms.quantityAllowed === true ||
  (scheduledTerms?.quantityAllowed === true && scheduledQuantity !== undefined)

/** The quantity that waits for the end of the period. GAP-170 */
const scheduledQuantityOf = (
  subscription: Subscription,
): (WireSubscription["scheduledQuantityChange"] & {}) | null => {
  const { scheduledQuantity: quantity } = subscription
  return quantity === undefined ? null : { quantity, effectiveAt: toIso(currentPeriod(subscription).endAt) }
}

/** A billing threshold. GAP-47 */
export const presentThreshold = ({ value, currency }: BillingThreshold): WireBillingThreshold => ({
  value,
  currency: wireCurrency(currency),
})

/** An issued invoice, or the upcoming one, which is shown as OPEN. GAP-40, GAP-44, GAP-45 */
export const presentInvoice = (invoice: InvoiceView | InvoiceDraft): WireInvoice => ({
  ...presentDraft(invoice),
  ...("status" in invoice ? presentPayments(invoice) : unpaid(invoice)),
})

const presentDraft = (draft: InvoiceDraft) => ({
  invoiceId: draft.invoiceId,
  organizationId: draft.organizationId,
  subscriptionId: draft.subscriptionId,
  currency: wireCurrency(draft.currency),
  totalAmount: draft.totalAmount,
  discountAmount: draft.discountAmount,
  payableAmount: draft.payableAmount,
  lines: draft.lines.map(presentLine),
  discounts: draft.discounts,
  dueDate: toIso(draft.dueAt),
  billingThreshold:
    draft.billingThreshold === null
      ? null
      : { ...draft.billingThreshold, currency: wireCurrency(draft.billingThreshold.currency) },
  periodStart: toIso(draft.periodStartAt),
  periodEnd: toIso(draft.periodEndAt),
  createdAt: toIso(draft.createdAt),
})

/** A line; a one-off charge is for no time. GAP-196 */
const presentLine = (line: InvoiceDraft["lines"][number]): WireInvoice["lines"][number] => {
  const { name, unitPrice, quantity, amount, periodStartAt, periodEndAt, proration } = line
  return {
    name,
    unitPrice,
    quantity,
    amount,
    ...(periodStartAt !== undefined && { periodStart: toIso(periodStartAt) }),
    ...(periodEndAt !== undefined && { periodEnd: toIso(periodEndAt) }),
    ...(proration !== undefined && { proration }),
  }
}

const unpaid = (draft: InvoiceDraft) => ({
  status: "OPEN" as const,
  amountPaid: 0,
  amountDue: draft.payableAmount,
  attempts: [],
  paymentMethodId: null,
  boleto: null,
  issuedAt: null,
  paidAt: null,
})

const presentPayments = (invoice: InvoiceView) => {
  const { nextPaymentAttemptAt } = invoice
  const slip = attemptInFlight(invoice)?.slip ?? null
  return {
    status: invoice.status,
    amountPaid: invoice.amountPaid,
    ...(invoice.amountRefunded > 0 && { amountRefunded: invoice.amountRefunded }),
    ...(invoice.amountCredited > 0 && { amountCredited: invoice.amountCredited }),
    amountDue: amountDue(invoice),
    attempts: invoice.attempts.map(({ attemptId, status, declineCode, at }) => ({
      attemptId,
      status,
      declineCode,
      at: toIso(at),
    })),
    paymentMethodId: invoice.attempts.at(-1)?.paymentMethodId ?? null,
    boleto: slip === null ? null : { ...slip, expiresAt: toIso(slip.expiresAt) },
    ...(nextPaymentAttemptAt !== undefined && { nextPaymentAttemptAt: toIso(nextPaymentAttemptAt) }),
    issuedAt: toIso(invoice.issuedAt),
    paidAt: isoOrNull(invoice.paidAt),
  }
}

/** A page of a list, presented. GAP-04, GAP-74 */
export const presentPage = <A, B>(
  list: { readonly items: ReadonlyArray<A>; readonly totalItems: number },
  { page, limit }: { readonly page: number; readonly limit: number },
  present: (record: A) => B,
): WirePage<B> => ({
  data: list.items.map(present),
  meta: { page, limit, totalItems: list.totalItems, totalPages: Math.ceil(list.totalItems / limit) },
})
