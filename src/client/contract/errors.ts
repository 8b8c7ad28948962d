// What each operation is refused with.
// Written from the contract: UPDATE_DOCS=1 npx vitest run test/client/contract.test.ts
import type { StudioApiErrorOf } from "../errors.ts"

/** Codes of every operation. */
type AnyCode = "validation_error" | "rate_limited" | "internal_server_error" | "service_unavailable"

/** Codes of what takes a body. */
type BodyCode = "payload_too_large" | "unsupported_media_type"

/** Codes of what wants an access token. */
type TokenCode = "unauthorized"

/** Codes of what wants a permission. */
type PermissionCode = "forbidden" | "user.not_verified" | "organization.inactive" | "organization.not_found"

/** Codes of what takes an `Idempotency-Key`. */
type KeyCode = "idempotency_key.reused" | "idempotency_key.in_use"

/** What `auth.requestOtp` is refused with, told apart by `code`. */
export type AuthRequestOtpError = StudioApiErrorOf<AnyCode | BodyCode | "otp.locked">

/** What `auth.validateOtp` is refused with, told apart by `code`. */
export type AuthValidateOtpError = StudioApiErrorOf<
  AnyCode | BodyCode | "otp.invalid" | "otp.expired" | "otp.already_used" | "otp.locked"
>

/** What `auth.signIn` is refused with, told apart by `code`. */
export type AuthSignInError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | "otp.invalid"
  | "otp.expired"
  | "otp.already_used"
  | "ORGANIZATION_SELECTION_REQUIRED"
  | "organization.not_found"
  | "otp.locked"
>

/** What `auth.refresh` is refused with, told apart by `code`. */
export type AuthRefreshError = StudioApiErrorOf<AnyCode | BodyCode | "token.invalid" | "token.reused">

/** What `auth.signOut` is refused with, told apart by `code`. */
export type AuthSignOutError = StudioApiErrorOf<AnyCode | BodyCode>

/** What `plans.list` is refused with, told apart by `code`. */
export type PlansListError = StudioApiErrorOf<AnyCode | TokenCode | PermissionCode>

/** What `paymentMethods.add` is refused with, told apart by `code`. */
export type PaymentMethodsAddError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | KeyCode
  | "payment_method.max_of_3_card_payment_methods_reached"
  | "payment_method.max_of_1_boleto_payment_methods_reached"
>

/** What `paymentMethods.list` is refused with, told apart by `code`. */
export type PaymentMethodsListError = StudioApiErrorOf<AnyCode | TokenCode | PermissionCode>

/** What `paymentMethods.get` is refused with, told apart by `code`. */
export type PaymentMethodsGetError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "payment_method.not_found"
>

/** What `paymentMethods.update` is refused with, told apart by `code`. */
export type PaymentMethodsUpdateError = StudioApiErrorOf<
  AnyCode | BodyCode | TokenCode | PermissionCode | "payment_method.not_found"
>

/** What `paymentMethods.remove` is refused with, told apart by `code`. */
export type PaymentMethodsRemoveError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "payment_method.not_found" | "payment_method.in_use"
>

/** What `subscriptions.create` is refused with, told apart by `code`. */
export type SubscriptionsCreateError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | KeyCode
  | "subscription.quantity_not_allowed"
  | "plan.not_found"
  | "payment_method.not_found"
  | "coupon.not_found"
  | "payment_method.currency_mismatch"
  | "organization.payment_method_required"
  | "plan.inactive"
  | "subscription.already_exists"
  | "coupon.not_for_plan"
  | "coupon.not_for_interval"
  | "coupon.expired"
  | "coupon.depleted"
  | "coupon.currency_mismatch"
  | "coupon.already_used"
  | "billing_threshold.currency_mismatch"
  | "invoice.payment_in_progress"
>

/** What `subscriptions.check` is refused with, told apart by `code`. */
export type SubscriptionsCheckError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "subscription.not_found"
>

/** What `subscriptions.previewUpcomingInvoice` is refused with, told apart by `code`. */
export type SubscriptionsPreviewUpcomingInvoiceError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "subscription.not_found" | "invoice.no_upcoming"
>

/** What `subscriptions.update` is refused with, told apart by `code`. */
export type SubscriptionsUpdateError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | "payment_method.not_found"
  | "subscription.not_found"
  | "payment_method.currency_mismatch"
  | "subscription.invalid_transition"
>

/** What `subscriptions.pause` is refused with, told apart by `code`. */
export type SubscriptionsPauseError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | KeyCode
  | "subscription.not_found"
  | "subscription.invalid_transition"
  | "subscription.in_trial"
  | "subscription.too_many_changes"
>

/** What `subscriptions.resume` is refused with, told apart by `code`. */
export type SubscriptionsResumeError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | KeyCode
  | "subscription.not_found"
  | "subscription.invalid_transition"
>

/** What `subscriptions.cancel` is refused with, told apart by `code`. */
export type SubscriptionsCancelError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | KeyCode
  | "subscription.not_found"
  | "subscription.invalid_transition"
>

/** What `subscriptions.undoCancel` is refused with, told apart by `code`. */
export type SubscriptionsUndoCancelError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | "subscription.not_found"
  | "subscription.invalid_transition"
>

/** What `subscriptions.changePlan` is refused with, told apart by `code`. */
export type SubscriptionsChangePlanError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | KeyCode
  | "subscription.quantity_not_allowed"
  | "plan.not_found"
  | "subscription.not_found"
  | "plan.inactive"
  | "subscription.invalid_transition"
  | "subscription.too_many_changes"
>

/** What `subscriptions.changeQuantity` is refused with, told apart by `code`. */
export type SubscriptionsChangeQuantityError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | KeyCode
  | "subscription.quantity_not_allowed"
  | "subscription.not_found"
  | "subscription.invalid_transition"
  | "subscription.too_many_changes"
>

/** What `subscriptions.list` is refused with, told apart by `code`. */
export type SubscriptionsListError = StudioApiErrorOf<AnyCode | TokenCode | PermissionCode>

/** What `subscriptions.get` is refused with, told apart by `code`. */
export type SubscriptionsGetError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "subscription.not_found"
>

/** What `invoices.list` is refused with, told apart by `code`. */
export type InvoicesListError = StudioApiErrorOf<AnyCode | TokenCode | PermissionCode>

/** What `invoices.get` is refused with, told apart by `code`. */
export type InvoicesGetError = StudioApiErrorOf<AnyCode | TokenCode | PermissionCode | "invoice.not_found">

/** What `invoices.pay` is refused with, told apart by `code`. */
export type InvoicesPayError = StudioApiErrorOf<
  | AnyCode
  | BodyCode
  | TokenCode
  | PermissionCode
  | KeyCode
  | "payment.declined"
  | "payment_method.not_found"
  | "invoice.not_found"
  | "payment_method.currency_mismatch"
  | "organization.payment_method_required"
  | "invoice.not_payable"
  | "invoice.payment_in_progress"
  | "invoice.changed"
>

/** What `coupons.checkAvailability` is refused with, told apart by `code`. */
export type CouponsCheckAvailabilityError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "plan.not_found" | "plan.inactive"
>

/** What `coupons.list` is refused with, told apart by `code`. */
export type CouponsListError = StudioApiErrorOf<AnyCode | TokenCode | PermissionCode>

/** What `vouchers.list` is refused with, told apart by `code`. */
export type VouchersListError = StudioApiErrorOf<AnyCode | TokenCode | PermissionCode>

/** What `vouchers.get` is refused with, told apart by `code`. */
export type VouchersGetError = StudioApiErrorOf<AnyCode | TokenCode | PermissionCode | "voucher.not_found">

/** What `vouchers.listUsages` is refused with, told apart by `code`. */
export type VouchersListUsagesError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "voucher.not_found"
>

/** What `thresholds.get` is refused with, told apart by `code`. */
export type ThresholdsGetError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "billing_threshold.not_found"
>

/** What `thresholds.set` is refused with, told apart by `code`. */
export type ThresholdsSetError = StudioApiErrorOf<AnyCode | BodyCode | TokenCode | PermissionCode>

/** What `thresholds.remove` is refused with, told apart by `code`. */
export type ThresholdsRemoveError = StudioApiErrorOf<
  AnyCode | TokenCode | PermissionCode | "billing_threshold.not_found"
>

/** What `profile.get` is refused with, told apart by `code`. */
export type ProfileGetError = StudioApiErrorOf<AnyCode | TokenCode>

/** What `profile.switchOrganization` is refused with, told apart by `code`. */
export type ProfileSwitchOrganizationError = StudioApiErrorOf<
  AnyCode | BodyCode | TokenCode | "organization.not_found"
>
