// From a fact to its code: every rejection that a use case can answer with, and what the wire makes of it. The one
// place where the two meet. Codes by GAP-02, GAP-03, GAP-06, GAP-09, GAP-11, GAP-37, GAP-42, GAP-43, GAP-72, GAP-73
// and GAP-79.

import type { ApplyDueRejection } from "../../app/execution/applyDue.ts"
import type { Loaded } from "../../app/execution/decideAndCommit.ts"
import type { StoreBusy } from "../../app/execution/retryConflicts.ts"
import type { ImportSubscriptionRejection } from "../../app/imports/importSubscription.ts"
import type { PaymentDeclined } from "../../app/invoices/payInvoice.ts"
import type { ApplyCouponRejection } from "../../app/operators/applyCoupon.ts"
import type { AlreadyExists } from "../../app/provisioning/commitNew.ts"
import type { PlanNotFound } from "../../app/subscriptions/findPlan.ts"
import type {
  ApplyVoucherRejection,
  GrantRejection,
  PayOutVoucherRejection,
  RevokeVoucherRejection,
} from "../../core/billing/collection/Operators.ts"
import type { PayRejection } from "../../core/billing/collection/Payments.ts"
import type { AddItemRejection, RemoveItemRejection } from "../../core/billing/invoicing/InvoiceItems.ts"
import type { NoUpcomingInvoice } from "../../core/billing/invoicing/UpcomingInvoice.ts"
import type { ThresholdNotFound, ThresholdRejection } from "../../core/billing/periods/Threshold.ts"
import type { RecordUsageRejection } from "../../core/billing/periods/Usage.ts"
import type { LifecycleRejection } from "../../core/billing/subscriptions/Lifecycle.ts"
import type { SubscribeRejection } from "../../core/billing/subscriptions/Subscribe.ts"
import type {
  AccessRejection,
  OrganizationSelectionRequired,
  UserNotFound,
} from "../../core/identity/Access.ts"
import type { IdempotencyKeyRejection } from "../../core/identity/IdempotencyKey.ts"
import type { OtpAddressRejection } from "../../core/identity/OtpAddress.ts"
import type { TokenInvalid, TokenReused } from "../../core/identity/Session.ts"
import type { RateLimited } from "../../core/identity/TokenBucket.ts"
import type {
  BillingDetailRequired,
  PaymentMethodInUse,
  PaymentMethodLimitReached,
} from "../../core/payment-method/PaymentMethod.ts"
import type { WebhookDeliveryNotFound } from "../../core/webhook/WebhookDelivery.ts"
import type {
  WebhookEndpointLimitReached,
  WebhookEndpointNotFound,
  WebhookSecretInvalid,
  WebhookUrlNotAllowed,
} from "../../core/webhook/WebhookEndpoint.ts"
import type { CardTokenInvalid, GatewayUnavailable } from "../../ports/PaymentGateway.ts"
import type { AccessTokenInvalid } from "../../ports/TokenIssuer.ts"
import { type ApiError, apiError } from "./errors.ts"
import { type InvalidRecord, recordFault } from "./recordFaults.ts"

/** Every fact with which a use case can refuse. */
export type Rejection =
  | AddItemRejection
  | ApplyCouponRejection
  | RemoveItemRejection
  | AccessRejection
  | AccessTokenInvalid
  | AlreadyExists
  | ApplyDueRejection
  | Loaded<ApplyVoucherRejection>
  | BillingDetailRequired
  | CardTokenInvalid
  | GatewayUnavailable
  | GrantRejection
  | IdempotencyKeyRejection
  | ImportSubscriptionRejection
  | InvalidRecord
  | Loaded<LifecycleRejection>
  | NoUpcomingInvoice
  | OrganizationSelectionRequired
  | OtpAddressRejection
  | Loaded<PayRejection>
  | PaymentDeclined
  | PaymentMethodInUse
  | PaymentMethodLimitReached
  | PlanNotFound
  | RateLimited
  | PayOutVoucherRejection
  | RevokeVoucherRejection
  | Loaded<RecordUsageRejection>
  | StoreBusy
  | Loaded<SubscribeRejection>
  | ThresholdNotFound
  | Loaded<ThresholdRejection>
  | TokenInvalid
  | TokenReused
  | UserNotFound
  | WebhookDeliveryNotFound
  | WebhookEndpointLimitReached
  | WebhookEndpointNotFound
  | WebhookSecretInvalid
  | WebhookUrlNotAllowed

type Table = {
  readonly [Tag in Rejection["_tag"]]: (
    rejection: Extract<Rejection, { readonly _tag: Tag }>,
    now: number | undefined,
  ) => ApiError
}

const invalid = (path: string, message: string): ApiError =>
  apiError("validation_error", { errors: [{ path, message }] })

const retryAfter = (retryAt: number | null, now: number | undefined) =>
  retryAt === null || now === undefined
    ? {}
    : { retryAfterSeconds: Math.max(1, Math.ceil((retryAt - now) / 1000)) }

const invalidRecord = (record: InvalidRecord): ApiError =>
  apiError("validation_error", { errors: [recordFault(record)] })

const event = (index: number, member: string): string => `events.${index}.${member}`

/** The rules' own records cannot be computed, which should never reach a caller. */
const broken = (): ApiError => apiError("internal_server_error")

const table: Table = {
  AccessTokenInvalid: () => apiError("unauthorized"),
  AlreadyExists: ({ kind }) => apiError(`${kind}.already_exists`),
  AmountOutOfRange: broken,
  AttemptNotFound: () => invalid("attemptId", "The invoice has no such attempt"),
  BillingDetailRequired: ({ member }) => invalid(`billingDetails.${member}`, "A boleto cannot do without it"),
  CardTokenInvalid: () => invalid("cardToken", "Expected a card token that the gateway knows"),
  CatchUpNotAllowed: () => apiError("service_unavailable"),
  ChangesExhausted: () => apiError("subscription.too_many_changes"),
  ClockBehind: () => apiError("service_unavailable"),
  CouponAlreadyUsed: () => apiError("coupon.already_used"),
  CouponCurrencyMismatch: () => apiError("coupon.currency_mismatch"),
  CouponDepleted: () => apiError("coupon.depleted"),
  CouponExpired: () => apiError("coupon.expired"),
  CouponNotForInterval: () => apiError("coupon.not_for_interval"),
  CouponNotForPlan: () => apiError("coupon.not_for_plan"),
  CouponNotFound: () => apiError("coupon.not_found"),
  DiscountCurrencyMismatch: broken,
  GatewayUnavailable: () => apiError("service_unavailable"),
  IdempotencyKeyInUse: () => apiError("idempotency_key.in_use"),
  IdempotencyKeyReused: () => apiError("idempotency_key.reused"),
  ImportConflict: () =>
    apiError("idempotency_key.reused", {
      errors: [{ path: "importId", message: "It was imported with other content: repeat that, or leave it" }],
    }),
  ImportInvalid: invalidRecord,
  InstantOutOfRange: broken,
  InvalidCoupon: invalidRecord,
  InvalidDiscount: broken,
  InvalidLine: broken,
  InvalidOrganization: invalidRecord,
  InvalidPlan: invalidRecord,
  InvalidPrice: invalidRecord,
  InvalidUser: invalidRecord,
  InvalidVoucher: invalidRecord,
  InvoiceChanged: ({ payableAmount, amountDue }) => apiError("invoice.changed", { payableAmount, amountDue }),
  InvoiceItemBilled: () => apiError("invoice_item.billed"),
  InvoiceItemConflict: () => apiError("invoice_item.conflict"),
  InvoiceItemInvalid: invalidRecord,
  InvoiceItemLimitReached: () => apiError("invoice_item.max_of_200_unbilled_invoice_items_reached"),
  InvoiceItemNotFound: () => apiError("invoice_item.not_found"),
  InvoiceNotFound: () => apiError("invoice.not_found"),
  InvoiceNotPayable: () => apiError("invoice.not_payable"),
  InvoiceTransitionInvalid: () => apiError("invoice.invalid_transition"),
  NoUpcomingInvoice: () => apiError("invoice.no_upcoming"),
  OrganizationInactive: () => apiError("organization.inactive"),
  OrganizationNotFound: () => apiError("organization.not_found"),
  OrganizationSelectionRequired: ({ organizations }) =>
    apiError("ORGANIZATION_SELECTION_REQUIRED", { organizations }),
  OtpAlreadyUsed: () => apiError("otp.already_used"),
  OtpExpired: () => apiError("otp.expired"),
  OtpInvalid: () => apiError("otp.invalid"),
  OtpLocked: ({ retryAt }, now) => apiError("otp.locked", retryAfter(retryAt, now)),
  PaymentAmountInvalid: () => invalid("amount", "Expected a positive integer"),
  PaymentDeclined: ({ declineCode, retryable }) => apiError("payment.declined", { declineCode, retryable }),
  PaymentInProgress: () => apiError("invoice.payment_in_progress"),
  PaymentMethodCurrencyMismatch: () => apiError("payment_method.currency_mismatch"),
  PaymentMethodInUse: () => apiError("payment_method.in_use"),
  PaymentMethodLimitReached: ({ type }) =>
    apiError(
      type === "CARD"
        ? "payment_method.max_of_3_card_payment_methods_reached"
        : "payment_method.max_of_1_boleto_payment_methods_reached",
    ),
  PaymentMethodNotFound: () => apiError("payment_method.not_found"),
  PaymentMethodRequired: () => apiError("organization.payment_method_required"),
  PermissionMissing: () => apiError("forbidden"),
  PlanCurrencyMismatch: () => invalid("planIntervalId", "The plan interval is in another currency"),
  PlanInactive: () => apiError("plan.inactive"),
  PlanIntervalNotFound: () => invalid("planIntervalId", "The plan has no such interval"),
  PlanNotFound: () => apiError("plan.not_found"),
  QuantityInvalid: ({ amount }) =>
    invalid(
      "quantity",
      `Expected a whole number from 1 to 1,000,000 whose fee, at ${amount} a unit, is an amount`,
    ),
  QuantityNotAllowed: ({ quantity }) =>
    apiError("subscription.quantity_not_allowed", {
      errors: [{ path: "quantity", message: `The interval is sold once, and ${quantity} units are wanted` }],
    }),
  RateLimited: ({ retryAt }, now) => apiError("rate_limited", retryAfter(retryAt, now)),
  RefundExceedsPaid: () => apiError("refund.exceeds_paid"),
  StoreBusy: () => apiError("service_unavailable"),
  SubscriptionAlreadyExists: () => apiError("subscription.already_exists"),
  SubscriptionCurrencyMismatch: () => invalid("currency", "The subscription is in another currency"),
  SubscriptionHasCoupon: () => apiError("subscription.has_coupon"),
  SubscriptionInTrial: () => apiError("subscription.in_trial"),
  SubscriptionNotFound: () => apiError("subscription.not_found"),
  SubscriptionTransitionInvalid: () => apiError("subscription.invalid_transition"),
  ThresholdCurrencyMismatch: () => apiError("billing_threshold.currency_mismatch"),
  ThresholdInvalid: () => invalid("value", "Expected a positive integer"),
  ThresholdNotFound: () => apiError("billing_threshold.not_found"),
  TokenInvalid: () => apiError("token.invalid"),
  TokenReused: () => apiError("token.reused"),
  TooManyOtps: ({ retryAt }, now) => apiError("rate_limited", retryAfter(retryAt, now)),
  UsageEventConflict: () => apiError("usage_event.conflict"),
  UsageEventInFuture: ({ index }) =>
    apiError("usage_event.in_future", {
      errors: [{ path: event(index, "occurredAt"), message: "Lies in the future" }],
    }),
  UsageEventInvalid: ({ index, member }) => invalid(event(index, member), "Not a value that can be billed"),
  UsageEventTooOld: ({ index }) =>
    apiError("usage_event.too_old", {
      errors: [{ path: event(index, "occurredAt"), message: "Happened too long ago" }],
    }),
  UsageMeterUnknown: ({ index }) => invalid(event(index, "meter"), "The plan has no such meter"),
  UsageRefused: () => apiError("subscription.usage_refused"),
  UserNotFound: () => apiError("user.not_found"),
  UserNotVerified: () => apiError("user.not_verified"),
  VoucherAmountInvalid: () => invalid("amount", "Expected a positive integer"),
  VoucherExhausted: () => apiError("voucher.not_usable"),
  VoucherNotFound: () => apiError("voucher.not_found"),
  VoucherNotPayable: () => apiError("voucher.not_payable"),
  VoucherNotRevocable: () => apiError("voucher.not_revocable"),
  VoucherNotUsable: () => apiError("voucher.not_usable"),
  WebhookDeliveryNotFound: () => apiError("webhook_delivery.not_found"),
  WebhookEndpointLimitReached: () => apiError("webhook_endpoint.max_of_20_webhook_endpoints_reached"),
  WebhookEndpointNotFound: () => apiError("webhook_endpoint.not_found"),
  WebhookSecretInvalid: () => invalid("secret", "Expected whsec_ and the base64 of 24 to 64 bytes"),
  WebhookUrlNotAllowed: () => invalid("url", "Expected a URL that webhooks may be sent to"),
}

/** The tag of every fact, in the order of the table. */
export const rejectionTags = Object.keys(table) as ReadonlyArray<Rejection["_tag"]>

/**
 * The refusal on the wire for a fact. With `now`, the instant of the refusal, it also says in how many seconds the
 * same call may succeed, where the fact knows. GAP-06
 */
export const refusalOf = (rejection: Rejection, now?: number): ApiError =>
  (table[rejection._tag] as (rejection: Rejection, now: number | undefined) => ApiError)(rejection, now)
