// The operations of each group as functions, typed.
// Written from the contract: UPDATE_DOCS=1 npx vitest run test/client/contract.test.ts
import type { StudioAnswer } from "../StudioAnswer.ts"
import type {
  AuthRefreshError,
  AuthRequestOtpError,
  AuthSignInError,
  AuthSignOutError,
  AuthValidateOtpError,
  CouponsCheckAvailabilityError,
  CouponsListError,
  InvoicesGetError,
  InvoicesListError,
  InvoicesPayError,
  PaymentMethodsAddError,
  PaymentMethodsGetError,
  PaymentMethodsListError,
  PaymentMethodsRemoveError,
  PaymentMethodsUpdateError,
  PlansListError,
  ProfileGetError,
  ProfileSwitchOrganizationError,
  SubscriptionsCancelError,
  SubscriptionsChangePlanError,
  SubscriptionsChangeQuantityError,
  SubscriptionsCheckError,
  SubscriptionsCreateError,
  SubscriptionsGetError,
  SubscriptionsListError,
  SubscriptionsPauseError,
  SubscriptionsPreviewUpcomingInvoiceError,
  SubscriptionsResumeError,
  SubscriptionsUndoCancelError,
  SubscriptionsUpdateError,
  ThresholdsGetError,
  ThresholdsRemoveError,
  ThresholdsSetError,
  VouchersGetError,
  VouchersListError,
  VouchersListUsagesError,
} from "./errors.ts"
import type {
  BillingThreshold,
  CouponAvailability,
  Invoice,
  Otp,
  Page,
  PaidInvoice,
  PaymentMethod,
  PendingInvoice,
  Plan,
  Profile,
  RedeemedCoupon,
  Subscription,
  Tokens,
  Voucher,
  VoucherUsage,
} from "./records.ts"
import type {
  AuthRefreshRequest,
  AuthRequestOtpRequest,
  AuthSignInRequest,
  AuthSignOutRequest,
  AuthValidateOtpRequest,
  CouponsCheckAvailabilityRequest,
  CouponsListRequest,
  InvoicesGetRequest,
  InvoicesListRequest,
  InvoicesPayRequest,
  PaymentMethodsAddRequest,
  PaymentMethodsGetRequest,
  PaymentMethodsListRequest,
  PaymentMethodsRemoveRequest,
  PaymentMethodsUpdateRequest,
  PlansListRequest,
  ProfileGetRequest,
  ProfileSwitchOrganizationRequest,
  SubscriptionsCancelRequest,
  SubscriptionsChangePlanRequest,
  SubscriptionsChangeQuantityRequest,
  SubscriptionsCheckRequest,
  SubscriptionsCreateRequest,
  SubscriptionsGetRequest,
  SubscriptionsListRequest,
  SubscriptionsPauseRequest,
  SubscriptionsPreviewUpcomingInvoiceRequest,
  SubscriptionsResumeRequest,
  SubscriptionsUndoCancelRequest,
  SubscriptionsUpdateRequest,
  ThresholdsGetRequest,
  ThresholdsRemoveRequest,
  ThresholdsSetRequest,
  VouchersGetRequest,
  VouchersListRequest,
  VouchersListUsagesRequest,
} from "./requests.ts"

/** Tokens without a password. */
export interface AuthClient {
  /** Request an OTP. Sends a one-time code. Known and unknown addresses get the same answer. */
  readonly requestOtp: (request: AuthRequestOtpRequest) => StudioAnswer<Otp, AuthRequestOtpError>
  /** Validate an OTP. Verifies the code; a verified OTP can be exchanged once. */
  readonly validateOtp: (request: AuthValidateOtpRequest) => StudioAnswer<void, AuthValidateOtpError>
  /** Complete passwordless sign-in. Exchanges a verified OTP for tokens, once. */
  readonly signIn: (request: AuthSignInRequest) => StudioAnswer<Tokens, AuthSignInError>
  /** Refresh tokens. Exchanges a refresh token for new tokens; the old one is used up. */
  readonly refresh: (request: AuthRefreshRequest) => StudioAnswer<Tokens, AuthRefreshError>
  /** Sign out. Revokes a refresh token with its whole family. */
  readonly signOut: (request: AuthSignOutRequest) => StudioAnswer<void, AuthSignOutError>
}

/** What can be subscribed to. */
export interface PlansClient {
  /** List plans. The plans of the catalogue; `status` leaves those of one status. Requires `plan:read`. */
  readonly list: (request?: PlansListRequest) => StudioAnswer<Page<Plan>, PlansListError>
  /** The records of all pages of `list`, each page asked for when it is needed. */
  readonly listAll: (request?: PlansListRequest) => AsyncIterable<Plan>
}

/** How an organization pays. */
export interface PaymentMethodsClient {
  /**
   * Add a payment method. Stores a card or a boleto. The first method of an organization is its default whatever
   * `isDefault` says. Requires `payment_method:write`.
   */
  readonly add: (request: PaymentMethodsAddRequest) => StudioAnswer<PaymentMethod, PaymentMethodsAddError>
  /** List payment methods. The payment methods of the organization. Requires `payment_method:read`. */
  readonly list: (
    request: PaymentMethodsListRequest,
  ) => StudioAnswer<Page<PaymentMethod>, PaymentMethodsListError>
  /** The records of all pages of `list`, each page asked for when it is needed. */
  readonly listAll: (request: PaymentMethodsListRequest) => AsyncIterable<PaymentMethod>
  /** View a payment method. One payment method of the organization. Requires `payment_method:read`. */
  readonly get: (request: PaymentMethodsGetRequest) => StudioAnswer<PaymentMethod, PaymentMethodsGetError>
  /**
   * Change a payment method. Makes it the default, or changes its billing details member by member. Requires
   * `payment_method:write`.
   */
  readonly update: (
    request: PaymentMethodsUpdateRequest,
  ) => StudioAnswer<PaymentMethod, PaymentMethodsUpdateError>
  /**
   * Delete a payment method. Removes it; a live subscription that charged it charges the default from then on.
   * Requires `payment_method:write`.
   */
  readonly remove: (request: PaymentMethodsRemoveRequest) => StudioAnswer<void, PaymentMethodsRemoveError>
}

/** One live subscription at most. */
export interface SubscriptionsClient {
  /**
   * Create a subscription. Subscribes the organization to an interval of a plan. Nothing is charged yet, unless its
   * fee is due in advance; then the answer is the subscription after that charge. Requires `subscription:write`.
   */
  readonly create: (
    request: SubscriptionsCreateRequest,
  ) => StudioAnswer<Subscription, SubscriptionsCreateError>
  /**
   * Check subscription status. The live subscription of the organization, or else the one cancelled last. Requires
   * `subscription:read`.
   */
  readonly check: (request: SubscriptionsCheckRequest) => StudioAnswer<Subscription, SubscriptionsCheckError>
  /**
   * Preview upcoming invoice. The running document, under the id that it will be issued with. Requires
   * `subscription:read`.
   */
  readonly previewUpcomingInvoice: (
    request: SubscriptionsPreviewUpcomingInvoiceRequest,
  ) => StudioAnswer<Invoice, SubscriptionsPreviewUpcomingInvoiceError>
  /**
   * Change a subscription's payment method. Charges the subscription with this method from now on. Requires
   * `subscription:write`.
   */
  readonly update: (
    request: SubscriptionsUpdateRequest,
  ) => StudioAnswer<Subscription, SubscriptionsUpdateError>
  /**
   * Pause a subscription. Stops it, and bills and charges what is owed so far. A paused one stays so; one in its
   * trial cannot be paused. Requires `subscription:write`.
   */
  readonly pause: (request: SubscriptionsPauseRequest) => StudioAnswer<Subscription, SubscriptionsPauseError>
  /**
   * Resume a subscription. Lets a paused one go on: PAST_DUE if one of its payments failed, else ACTIVE. The rest
   * of a fee in advance is charged. Requires `subscription:write`.
   */
  readonly resume: (
    request: SubscriptionsResumeRequest,
  ) => StudioAnswer<Subscription, SubscriptionsResumeError>
  /**
   * Cancel a subscription. At once, which bills and charges what is owed so far; with `atPeriodEnd` when its period
   * ends. Requires `subscription:write`.
   */
  readonly cancel: (
    request: SubscriptionsCancelRequest,
  ) => StudioAnswer<Subscription, SubscriptionsCancelError>
  /**
   * Take a cancellation back. One that waits for the end of the period. What has ended stays so. Requires
   * `subscription:write`.
   */
  readonly undoCancel: (
    request: SubscriptionsUndoCancelRequest,
  ) => StudioAnswer<Subscription, SubscriptionsUndoCancelError>
  /**
   * Change the plan of a subscription. At once, which bills and charges what is owed under the old plan; or when
   * its period ends. Choosing the plan in effect takes a waiting change back. Requires `subscription:write`.
   */
  readonly changePlan: (
    request: SubscriptionsChangePlanRequest,
  ) => StudioAnswer<Subscription, SubscriptionsChangePlanError>
  /**
   * Change the quantity of a subscription. How many units of the plan, such as seats: at once, or when its period
   * ends. The fee is due at each quantity for its time. Choosing the quantity in effect takes a waiting change
   * back. Requires `subscription:write`.
   */
  readonly changeQuantity: (
    request: SubscriptionsChangeQuantityRequest,
  ) => StudioAnswer<Subscription, SubscriptionsChangeQuantityError>
  /**
   * List subscriptions. All subscriptions that the organization has had, newest first. Requires
   * `subscription:read`.
   */
  readonly list: (
    request: SubscriptionsListRequest,
  ) => StudioAnswer<Page<Subscription>, SubscriptionsListError>
  /** The records of all pages of `list`, each page asked for when it is needed. */
  readonly listAll: (request: SubscriptionsListRequest) => AsyncIterable<Subscription>
  /**
   * View a subscription. One subscription of the organization, also one that has ended. Requires
   * `subscription:read`.
   */
  readonly get: (request: SubscriptionsGetRequest) => StudioAnswer<Subscription, SubscriptionsGetError>
}

/** What is owed, and paying it. */
export interface InvoicesClient {
  /** List invoices. The issued invoices, newest first; `status` leaves those of one status. Requires `invoice:read`. */
  readonly list: (request: InvoicesListRequest) => StudioAnswer<Page<Invoice>, InvoicesListError>
  /** The records of all pages of `list`, each page asked for when it is needed. */
  readonly listAll: (request: InvoicesListRequest) => AsyncIterable<Invoice>
  /** View an invoice. One invoice; the upcoming one too, by the id of its preview. Requires `invoice:read`. */
  readonly get: (request: InvoicesGetRequest) => StudioAnswer<Invoice, InvoicesGetError>
  /**
   * Pay an invoice. Charges what is due: 200 when it is paid, 202 while the outcome is open. Not idempotent by
   * itself: give an `Idempotency-Key`, or check the invoice's status before a retry. Requires `invoice:pay`.
   */
  readonly pay: (request: InvoicesPayRequest) => StudioAnswer<PaidInvoice | PendingInvoice, InvoicesPayError>
}

/** Discounts by code. */
export interface CouponsClient {
  /**
   * Check a coupon's availability. Whether the caller's organization could subscribe with this coupon now, to this
   * interval of this plan; without them only what does not depend on a plan is checked. Requires `coupon:read`.
   */
  readonly checkAvailability: (
    request: CouponsCheckAvailabilityRequest,
  ) => StudioAnswer<CouponAvailability, CouponsCheckAvailabilityError>
  /**
   * List used coupons. The coupons that the organization used, the latest first, with what it got of each. Requires
   * `coupon:read`.
   */
  readonly list: (request: CouponsListRequest) => StudioAnswer<Page<RedeemedCoupon>, CouponsListError>
  /** The records of all pages of `list`, each page asked for when it is needed. */
  readonly listAll: (request: CouponsListRequest) => AsyncIterable<RedeemedCoupon>
}

/** Credit of an organization. */
export interface VouchersClient {
  /**
   * List vouchers. The vouchers of the organization, newest first; `status` leaves those of one status. Requires
   * `voucher:read`.
   */
  readonly list: (request: VouchersListRequest) => StudioAnswer<Page<Voucher>, VouchersListError>
  /** The records of all pages of `list`, each page asked for when it is needed. */
  readonly listAll: (request: VouchersListRequest) => AsyncIterable<Voucher>
  /** View a voucher. One voucher of the organization. Requires `voucher:read`. */
  readonly get: (request: VouchersGetRequest) => StudioAnswer<Voucher, VouchersGetError>
  /** List usages of a voucher. All that moved the voucher's balance, the latest first. Requires `voucher:read`. */
  readonly listUsages: (
    request: VouchersListUsagesRequest,
  ) => StudioAnswer<Page<VoucherUsage>, VouchersListUsagesError>
  /** The records of all pages of `listUsages`, each page asked for when it is needed. */
  readonly listAllUsages: (request: VouchersListUsagesRequest) => AsyncIterable<VoucherUsage>
}

/** When usage is billed before its cycle ends. */
export interface ThresholdsClient {
  /** View the billing threshold. The threshold of the organization. Requires `billing_threshold:read`. */
  readonly get: (request: ThresholdsGetRequest) => StudioAnswer<BillingThreshold, ThresholdsGetError>
  /**
   * Set the billing threshold. Sets it, or changes it. Usage beyond it that has accumulated already is billed and
   * charged at once. Requires `billing_threshold:write`.
   */
  readonly set: (request: ThresholdsSetRequest) => StudioAnswer<BillingThreshold, ThresholdsSetError>
  /**
   * Remove the billing threshold. Takes it away: from then on usage is billed when a cycle ends. Requires
   * `billing_threshold:write`.
   */
  readonly remove: (request: ThresholdsRemoveRequest) => StudioAnswer<void, ThresholdsRemoveError>
}

/** Who calls, and where it belongs. */
export interface ProfileClient {
  /** View the profile. The user of the access token, with its organizations. Requires a valid access token. */
  readonly get: (request?: ProfileGetRequest) => StudioAnswer<Profile, ProfileGetError>
  /**
   * Switch to another organization. Gives tokens of the same session for another organization of the user, with at
   * most the permissions of the sign-in. They take the place of the refresh token; 401 where the session has ended,
   * or the token is of none: sign in again. Requires a valid access token.
   */
  readonly switchOrganization: (
    request: ProfileSwitchOrganizationRequest,
  ) => StudioAnswer<Tokens, ProfileSwitchOrganizationError>
}
