// What each operation takes.
// Written from the contract: UPDATE_DOCS=1 npx vitest run test/client/contract.test.ts
import type { CallOptions, KeyedCall } from "../options.ts"
import type { BillingThreshold } from "./records.ts"

/** What `auth.requestOtp` takes. */
export interface AuthRequestOtpRequest extends CallOptions {
  readonly payload: {
    readonly email?: string
    readonly context: "MAGIC_AUTH" | "EMAIL_VERIFICATION" | "RESET_PASSWORD"
    readonly recipient?: string
  }
}

/** What `auth.validateOtp` takes. */
export interface AuthValidateOtpRequest extends CallOptions {
  readonly params: { readonly otpId: string }
  readonly payload: {
    readonly email: string
    readonly code: string
    readonly context: "MAGIC_AUTH" | "EMAIL_VERIFICATION" | "RESET_PASSWORD"
  }
}

/** What `auth.signIn` takes. */
export interface AuthSignInRequest extends CallOptions {
  readonly payload: { readonly otpId: string; readonly code: string; readonly organizationId?: string }
}

/** What `auth.refresh` takes. */
export interface AuthRefreshRequest extends CallOptions {
  readonly payload: { readonly refreshToken: string }
}

/** What `auth.signOut` takes. */
export interface AuthSignOutRequest extends CallOptions {
  readonly payload: { readonly refreshToken: string }
}

/** What `plans.list` takes. */
export interface PlansListRequest extends CallOptions {
  readonly query?: {
    readonly page?: number
    readonly limit?: number
    readonly status?: "ACTIVE" | "INACTIVE"
  }
}

/** What `paymentMethods.add` takes. */
export type PaymentMethodsAddRequest = KeyedCall & {
  readonly params: { readonly organizationId: string }
  readonly payload:
    | {
        readonly type: "CARD"
        readonly cardToken: string
        readonly isDefault?: boolean
        readonly billingDetails?: {
          readonly name?: string
          readonly email?: string
          readonly phone?: string
          readonly address?: {
            readonly line1: string
            readonly city: string
            readonly state: string
            readonly postalCode: string
            readonly country: string
          }
        }
      }
    | {
        readonly type: "BOLETO"
        readonly isDefault?: boolean
        readonly billingDetails: {
          readonly name: string
          readonly email: string
          readonly phone?: string
          readonly address: {
            readonly line1: string
            readonly city: string
            readonly state: string
            readonly postalCode: string
            readonly country: string
          }
        }
      }
}

/** What `paymentMethods.list` takes. */
export interface PaymentMethodsListRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
  readonly query?: { readonly page?: number; readonly limit?: number }
}

/** What `paymentMethods.get` takes. */
export interface PaymentMethodsGetRequest extends CallOptions {
  readonly params: { readonly organizationId: string; readonly paymentMethodId: string }
}

/** What `paymentMethods.update` takes. */
export interface PaymentMethodsUpdateRequest extends CallOptions {
  readonly params: { readonly organizationId: string; readonly paymentMethodId: string }
  readonly payload?: {
    readonly isDefault?: true
    readonly billingDetails?: {
      readonly name?: string | null
      readonly email?: string | null
      readonly phone?: string | null
      readonly address?: {
        readonly line1: string
        readonly city: string
        readonly state: string
        readonly postalCode: string
        readonly country: string
      } | null
    }
  }
}

/** What `paymentMethods.remove` takes. */
export interface PaymentMethodsRemoveRequest extends CallOptions {
  readonly params: { readonly organizationId: string; readonly paymentMethodId: string }
}

/** What `subscriptions.create` takes. */
export type SubscriptionsCreateRequest = KeyedCall & {
  readonly params: { readonly organizationId: string }
  readonly payload: {
    readonly planId: string
    readonly planIntervalId: string
    readonly quantity?: number
    readonly paymentMethodId: string
    readonly coupon?: { readonly code: string }
  }
}

/** What `subscriptions.check` takes. */
export interface SubscriptionsCheckRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
}

/** What `subscriptions.previewUpcomingInvoice` takes. */
export interface SubscriptionsPreviewUpcomingInvoiceRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
}

/** What `subscriptions.update` takes. */
export interface SubscriptionsUpdateRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
  readonly payload: { readonly paymentMethodId: string }
}

/** What `subscriptions.pause` takes. */
export type SubscriptionsPauseRequest = KeyedCall & {
  readonly params: { readonly organizationId: string }
  readonly payload?: Readonly<Record<string, unknown>>
}

/** What `subscriptions.resume` takes. */
export type SubscriptionsResumeRequest = KeyedCall & {
  readonly params: { readonly organizationId: string }
  readonly payload?: Readonly<Record<string, unknown>>
}

/** What `subscriptions.cancel` takes. */
export type SubscriptionsCancelRequest = KeyedCall & {
  readonly params: { readonly organizationId: string }
  readonly payload?: { readonly atPeriodEnd?: boolean }
}

/** What `subscriptions.undoCancel` takes. */
export interface SubscriptionsUndoCancelRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
  readonly payload?: Readonly<Record<string, unknown>>
}

/** What `subscriptions.changePlan` takes. */
export type SubscriptionsChangePlanRequest = KeyedCall & {
  readonly params: { readonly organizationId: string }
  readonly payload: {
    readonly planId: string
    readonly planIntervalId: string
    readonly when?: "NOW" | "PERIOD_END"
  }
}

/** What `subscriptions.changeQuantity` takes. */
export type SubscriptionsChangeQuantityRequest = KeyedCall & {
  readonly params: { readonly organizationId: string }
  readonly payload: { readonly quantity: number; readonly when?: "NOW" | "PERIOD_END" }
}

/** What `subscriptions.list` takes. */
export interface SubscriptionsListRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
  readonly query?: { readonly page?: number; readonly limit?: number }
}

/** What `subscriptions.get` takes. */
export interface SubscriptionsGetRequest extends CallOptions {
  readonly params: { readonly organizationId: string; readonly subscriptionId: string }
}

/** What `invoices.list` takes. */
export interface InvoicesListRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
  readonly query?: {
    readonly page?: number
    readonly limit?: number
    readonly status?:
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
}

/** What `invoices.get` takes. */
export interface InvoicesGetRequest extends CallOptions {
  readonly params: { readonly organizationId: string; readonly invoiceId: string }
}

/** What `invoices.pay` takes. */
export type InvoicesPayRequest = KeyedCall & {
  readonly params: { readonly organizationId: string; readonly invoiceId: string }
  readonly payload?: { readonly paymentMethodId?: string; readonly expectedPayableAmount?: number }
}

/** What `coupons.checkAvailability` takes. */
export interface CouponsCheckAvailabilityRequest extends CallOptions {
  readonly params: { readonly code: string }
  readonly query?: { readonly planId?: string; readonly planIntervalId?: string }
}

/** What `coupons.list` takes. */
export interface CouponsListRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
  readonly query?: { readonly page?: number; readonly limit?: number }
}

/** What `vouchers.list` takes. */
export interface VouchersListRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
  readonly query?: {
    readonly page?: number
    readonly limit?: number
    readonly status?: "PENDING" | "ACTIVE" | "FROZEN" | "DEPLETED" | "EXPIRED" | "REVOKED"
  }
}

/** What `vouchers.get` takes. */
export interface VouchersGetRequest extends CallOptions {
  readonly params: { readonly organizationId: string; readonly voucherId: string }
}

/** What `vouchers.listUsages` takes. */
export interface VouchersListUsagesRequest extends CallOptions {
  readonly params: { readonly organizationId: string; readonly voucherId: string }
  readonly query?: { readonly page?: number; readonly limit?: number }
}

/** What `thresholds.get` takes. */
export interface ThresholdsGetRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
}

/** What `thresholds.set` takes. */
export interface ThresholdsSetRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
  readonly payload: BillingThreshold
}

/** What `thresholds.remove` takes. */
export interface ThresholdsRemoveRequest extends CallOptions {
  readonly params: { readonly organizationId: string }
}

/** What `profile.get` takes. */
export interface ProfileGetRequest extends CallOptions {}

/** What `profile.switchOrganization` takes. */
export interface ProfileSwitchOrganizationRequest extends CallOptions {
  readonly payload: { readonly organizationId: string }
}
