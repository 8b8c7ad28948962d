// The checks of what several requests have, or what is deep. What the values mean is for the rules to check.
import { pagingBounds } from "../api/records/paging.ts"
import type { GatewayNews } from "../app/invoices/hearGateway.ts"
import type { AddPaymentMethod } from "../app/payment-methods/addPaymentMethod.ts"
import type { UpdatePaymentMethod } from "../app/payment-methods/updatePaymentMethod.ts"
import { UNREADABLE_NEWS } from "../app/ports/askGateway.ts"
import type { DefinePlan } from "../app/provisioning/definePlan.ts"
import type { UpdateCoupon } from "../app/provisioning/updateCoupon.ts"
import type { UpdateOrganization } from "../app/provisioning/updateOrganization.ts"
import type { UpdatePlan } from "../app/provisioning/updatePlan.ts"
import type { UpdateUser } from "../app/provisioning/updateUser.ts"
import type { ImportedCustomer } from "../core/billing/imports/ImportedCustomer.ts"
import type { Membership } from "../core/identity/Access.ts"
import { OTP_CONTEXTS } from "../core/identity/Otp.ts"
import { UNDELIVERED_REASONS } from "../core/identity/OtpDelivery.ts"
import { ALL_PERMISSIONS } from "../core/identity/Permission.ts"
import type { InvoiceStatus } from "../core/invoice/InvoiceRecord.ts"
import { DECLINE_CODES, type DeclineCode } from "../core/payment/PaymentAttempt.ts"
import { readChargeAnswer } from "../core/payment/readAnswer.ts"
import type { BillingDetails } from "../core/payment-method/PaymentMethod.ts"
import type { Price } from "../core/plan/Price.ts"
import type { VoucherStatus } from "../core/voucher/VoucherRecord.ts"
import type { UndeliveredOtp } from "../ports/OtpSender.ts"
import {
  amount,
  between,
  type Check,
  chosen,
  email,
  flag,
  instant,
  integer,
  list,
  oneOf,
  optional,
  orNull,
  record,
  type Shape,
  text,
  variant,
  withDefault,
} from "./shapes.ts"

/** A list in process may be longer than one over HTTP. The records before any page can be counted exactly. */
const LIMIT_MAX = 1_000_000

/** The members of a page. GAP-04 */
export const paging = {
  page: withDefault(between(1, pagingBounds.page.maximum), pagingBounds.page.default),
  limit: withDefault(between(1, LIMIT_MAX), pagingBounds.limit.default),
}

export const permission = oneOf(...ALL_PERMISSIONS)

export const membership: Check<Membership> = record({ organizationId: text, permissions: list(permission) })

/** A code that could not be sent, as it was listed. */
export const undeliveredOtp: Check<UndeliveredOtp> = record({
  kind: oneOf("OTP_UNDELIVERED"),
  messageId: text,
  email: text,
  context: oneOf(...OTP_CONTEXTS),
  reason: oneOf(...UNDELIVERED_REASONS),
  attempts: integer,
  createdAt: instant,
  givenUpAt: instant,
})

/** A header, which may be missing. */
export const header: Check<string | undefined> = optional(text)

/** One of the names. The type of the argument sees that none is missing. */
const every = <Name extends string>(names: Readonly<Record<Name, true>>): Check<Name> =>
  oneOf(...Object.keys(names)) as Check<Name>

export const invoiceStatus: Check<InvoiceStatus> = every({
  DRAFT: true,
  OPEN: true,
  PAID: true,
  PAYMENT_FAILED: true,
  UNCOLLECTIBLE: true,
  VOID: true,
  EXPIRED: true,
  REFUNDED: true,
  PARTIALLY_REFUNDED: true,
  DISPUTED: true,
  CHARGEBACK: true,
  CHARGEBACK_RESOLVED: true,
})
export const voucherStatus: Check<VoucherStatus> = every({
  PENDING: true,
  ACTIVE: true,
  FROZEN: true,
  DEPLETED: true,
  EXPIRED: true,
  REVOKED: true,
})

export const declineCode: Check<DeclineCode> = oneOf(...DECLINE_CODES)

const shapeOfAnswer = variant("_tag", {
  Approved: {},
  Declined: { declineCode, retryable: flag },
  Pending: { slip: record({ barcode: text, digitableLine: text, expiresAt: instant }) },
})

/** An outcome that the rules can read. GAP-138 */
const definiteAnswer: typeof shapeOfAnswer = (value, place) => {
  const answer = shapeOfAnswer(value, place)
  if (readChargeAnswer(answer).fault === null) return answer
  throw new TypeError(`${place} ${UNREADABLE_NEWS}`)
}

const attempt = { organizationId: text, invoiceId: text, attemptId: text }

export const gatewayNews: Check<GatewayNews> = variant("_tag", {
  Answered: { ...attempt, answer: definiteAnswer },
  Refunded: { ...attempt, refundId: text, amount },
  DisputeOpened: attempt,
  DisputeWon: attempt,
  DisputeLost: attempt,
})

const meter = { meter: text, name: text, currency: text }

export const price: Check<Price> = variant("model", {
  STANDARD: { ...meter, unitPrice: amount },
  PACKAGE: { ...meter, packageSize: integer, packagePrice: amount, freeUnits: integer },
  GRADUATED: { ...meter, bands: list(record({ upTo: orNull(integer), unitPrice: amount })) },
})

export const plan = {
  planId: orNull(chosen),
  name: text,
  description: text,
  status: oneOf("ACTIVE", "INACTIVE"),
  intervals: list(
    record<DefinePlan["intervals"][number]>({
      id: orNull(chosen),
      interval: oneOf("MONTHLY", "YEARLY"),
      amount,
      currency: text,
      trialDays: optional(integer),
      quantityAllowed: optional(flag),
      feeTiming: optional(oneOf("ARREARS", "ADVANCE")),
    }),
  ),
  prices: list(price),
}

export const coupon = {
  couponId: orNull(chosen),
  code: chosen,
  name: text,
  discount: variant("type", {
    PERCENTAGE: { basisPoints: integer },
    FIXED: { amount, currency: text },
  }),
  duration: variant("type", { ONCE: {}, REPEATING: { months: integer }, FOREVER: {} }),
  planIds: orNull(list(text)),
  redemptionsMax: orNull(integer),
  redeemBy: orNull(instant),
}

export const organization = {
  organizationId: orNull(chosen),
  name: text,
  currency: text,
  status: oneOf("ACTIVE", "INACTIVE"),
}

export const user = {
  userId: orNull(chosen),
  email,
  emailVerified: flag,
  memberships: list(membership),
}

/** A member that is absent stays as it is, and null removes it. */
const changed = <A>(inner: Check<A>): Check<A | null> => optional(orNull(inner))

export const planChange: Shape<UpdatePlan> = {
  planId: text,
  name: optional(plan.name),
  description: optional(plan.description),
  status: optional(plan.status),
}

export const couponChange: Shape<UpdateCoupon> = {
  code: text,
  name: optional(coupon.name),
  planIds: changed(list(text)),
  redemptionsMax: changed(integer),
  redeemBy: changed(instant),
}

export const organizationChange: Shape<UpdateOrganization> = {
  organizationId: text,
  name: optional(organization.name),
  currency: optional(organization.currency),
  status: optional(organization.status),
}

export const userChange: Shape<UpdateUser> = {
  userId: text,
  email: optional(user.email),
  emailVerified: optional(user.emailVerified),
  memberships: optional(user.memberships),
}

export const invoiceItem = {
  organizationId: text,
  itemId: text,
  name: text,
  unitPrice: amount,
  quantity: integer,
}

const address = record({ line1: text, city: text, state: text, postalCode: text, country: text })

const billingDetails = record<BillingDetails>({
  name: orNull(text),
  email: orNull(text),
  phone: optional(text),
  address: optional(address),
})

const common = {
  organizationId: text,
  isDefault: withDefault(flag, false),
  billingDetails: withDefault<BillingDetails>(billingDetails, { name: null, email: null }),
}

export const newMethod: Check<AddPaymentMethod> = variant("type", {
  CARD: { ...common, cardToken: text },
  BOLETO: common,
})

const saved = { isDefault: common.isDefault, billingDetails: common.billingDetails }

export const importedCustomer: Shape<ImportedCustomer> = {
  importId: text,
  organization: record({ organizationId: text, name: text, currency: text }),
  planId: text,
  planIntervalId: text,
  quantity: optional(integer),
  anchor: record({ at: instant, day: orNull(integer) }),
  period: record({
    startAt: instant,
    endAt: instant,
    trial: optional(flag),
    feePaid: flag,
    usage: withDefault(list(record({ meter: text, quantity: amount, paidQuantity: amount })), []),
  }),
  cancelAtPeriodEnd: optional(flag),
  coupon: orNull(record({ code: text, cyclesSince: integer })),
  credits: withDefault(list(record({ name: text, amount, expiresAt: orNull(instant) })), []),
  owedAmount: amount,
  paymentMethods: list(
    variant("type", {
      CARD: {
        ...saved,
        gatewayReference: text,
        brand: text,
        last4: text,
        expMonth: integer,
        expYear: integer,
      },
      BOLETO: saved,
    }),
  ),
}

export const methodChange = {
  organizationId: text,
  paymentMethodId: text,
  isDefault: withDefault(flag, false),
  billingDetails: withDefault<UpdatePaymentMethod["billingDetails"]>(
    record({ name: changed(text), email: changed(text), phone: changed(text), address: changed(address) }),
    {},
  ),
}

export const usageEvent = record({
  eventId: text,
  meter: text,
  quantity: integer,
  occurredAt: orNull(instant),
})
