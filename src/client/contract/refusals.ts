// What the service refuses with: every code that a call can meet, its status and its own members.
// Written from the contract: UPDATE_DOCS=1 npx vitest run test/client/contract.test.ts
import type { FieldError } from "./records.ts"

export type { FieldError } from "./records.ts"

/** The codes, each with its status and the members that only it has. */
export interface Refusals {
  /** The request is invalid; errors says where. */ readonly validation_error: { readonly statusCode: 400 }
  /** The code is not valid. */
  readonly "otp.invalid": { readonly statusCode: 400 }
  /** The code has expired. */
  readonly "otp.expired": { readonly statusCode: 400 }
  /** The code was exchanged before. */
  readonly "otp.already_used": { readonly statusCode: 400 }
  /**
   * The plan's interval is sold once: leave the quantity out, change a larger one to 1 first, or choose an interval
   * that allows one.
   */
  readonly "subscription.quantity_not_allowed": { readonly statusCode: 400 }
  /** A valid access token is needed. */
  readonly unauthorized: { readonly statusCode: 401 }
  /** The refresh token is unknown or has expired. */
  readonly "token.invalid": { readonly statusCode: 401 }
  /** The refresh token was used before; every token of its family is revoked. */
  readonly "token.reused": { readonly statusCode: 401 }
  /**
   * The payment was declined and the invoice is still due: pay it again, with another payment method if retryable
   * is false.
   */
  readonly "payment.declined": {
    readonly statusCode: 402
    readonly declineCode:
      | "card_declined"
      | "insufficient_funds"
      | "stolen_card"
      | "expired_card"
      | "processing_error"
    readonly retryable: boolean
  }
  /** The access token lacks the permission that this needs. */
  readonly forbidden: { readonly statusCode: 403 }
  /** The user's e-mail address is not verified. */
  readonly "user.not_verified": { readonly statusCode: 403 }
  /** The organization is inactive. */
  readonly "organization.inactive": { readonly statusCode: 403 }
  /** The user belongs to several organizations: choose one. */
  readonly ORGANIZATION_SELECTION_REQUIRED: {
    readonly statusCode: 403
    readonly organizations: ReadonlyArray<{ readonly organizationId: string; readonly name: string }>
  }
  /** There is nothing at this path. */
  readonly "route.not_found": { readonly statusCode: 404 }
  /** The organization does not exist. */
  readonly "organization.not_found": { readonly statusCode: 404 }
  /** The plan does not exist. */
  readonly "plan.not_found": { readonly statusCode: 404 }
  /** The payment method does not exist. */
  readonly "payment_method.not_found": { readonly statusCode: 404 }
  /** There is no such subscription. */
  readonly "subscription.not_found": { readonly statusCode: 404 }
  /** The invoice does not exist. */
  readonly "invoice.not_found": { readonly statusCode: 404 }
  /** There is no upcoming invoice while the subscription is paused. */
  readonly "invoice.no_upcoming": { readonly statusCode: 404 }
  /** The coupon does not exist. */
  readonly "coupon.not_found": { readonly statusCode: 404 }
  /** The voucher does not exist. */
  readonly "voucher.not_found": { readonly statusCode: 404 }
  /** The organization has no billing threshold. */
  readonly "billing_threshold.not_found": { readonly statusCode: 404 }
  /** The path does not take this method; Allow lists those that it takes. */
  readonly method_not_allowed: { readonly statusCode: 405 }
  /** The organization has three cards already. */
  readonly "payment_method.max_of_3_card_payment_methods_reached": { readonly statusCode: 409 }
  /** The organization has a boleto already. */
  readonly "payment_method.max_of_1_boleto_payment_methods_reached": { readonly statusCode: 409 }
  /** The payment method does not take this currency. */
  readonly "payment_method.currency_mismatch": { readonly statusCode: 409 }
  /** The subscription, or a payment in progress, needs the payment method. */
  readonly "payment_method.in_use": { readonly statusCode: 409 }
  /** The organization has no payment method. */
  readonly "organization.payment_method_required": { readonly statusCode: 409 }
  /** The plan cannot be subscribed to any more. */
  readonly "plan.inactive": { readonly statusCode: 409 }
  /** The organization has a live subscription already: change its plan, or cancel it first. */
  readonly "subscription.already_exists": { readonly statusCode: 409 }
  /** The subscription's state does not allow this. */
  readonly "subscription.invalid_transition": { readonly statusCode: 409 }
  /** The subscription is in its trial, where nothing is billed: cancel it, or pause it once the trial is over. */
  readonly "subscription.in_trial": { readonly statusCode: 409 }
  /**
   * The subscription was changed too often in this cycle: wait for the next one, or change it for the end of the
   * period.
   */
  readonly "subscription.too_many_changes": { readonly statusCode: 409 }
  /** The coupon is not for this plan. */
  readonly "coupon.not_for_plan": { readonly statusCode: 409 }
  /** The coupon is not for this interval. */
  readonly "coupon.not_for_interval": { readonly statusCode: 409 }
  /** The coupon has expired. */
  readonly "coupon.expired": { readonly statusCode: 409 }
  /** The coupon has no redemption left. */
  readonly "coupon.depleted": { readonly statusCode: 409 }
  /** The coupon is in another currency. */
  readonly "coupon.currency_mismatch": { readonly statusCode: 409 }
  /** The organization used the coupon before. */
  readonly "coupon.already_used": { readonly statusCode: 409 }
  /** The billing threshold is in another currency. */
  readonly "billing_threshold.currency_mismatch": { readonly statusCode: 409 }
  /** The invoice cannot be paid in its state. */
  readonly "invoice.not_payable": { readonly statusCode: 409 }
  /** A payment of the invoice is in progress. */
  readonly "invoice.payment_in_progress": { readonly statusCode: 409 }
  /** The invoice is not for the expected amount. */
  readonly "invoice.changed": {
    readonly statusCode: 409
    readonly payableAmount: number
    readonly amountDue: number
  }
  /** The idempotency key was used with another body. */
  readonly "idempotency_key.reused": { readonly statusCode: 409 }
  /** A request of the same idempotency key is in progress. */
  readonly "idempotency_key.in_use": { readonly statusCode: 409 }
  /** The body is too large. */
  readonly payload_too_large: { readonly statusCode: 413 }
  /** The body has to be application/json. */
  readonly unsupported_media_type: { readonly statusCode: 415 }
  /** There were too many wrong codes. */
  readonly "otp.locked": { readonly statusCode: 429; readonly retryAfterSeconds?: number }
  /** There were too many requests; try again later. */
  readonly rate_limited: { readonly statusCode: 429; readonly retryAfterSeconds?: number }
  /** Something went wrong. */
  readonly internal_server_error: { readonly statusCode: 500 }
  /** The service is busy; try again. */
  readonly service_unavailable: { readonly statusCode: 503 }
}

/** A code of a refusal. */
export type ErrorCode = keyof Refusals

/** The body of a refusal of some codes, told apart by `code`. */
export type RefusalOf<Code extends ErrorCode = ErrorCode> = Code extends ErrorCode
  ? Refusals[Code] & {
      readonly code: Code
      readonly message: string
      readonly errors: ReadonlyArray<FieldError>
    }
  : never
