// What `createBilling` gives: the use cases as functions, by group. Each says what it does, takes one record, and gives a
// Promise with the refusals of its use case. Amounts are integers in minor units, instants are milliseconds since 1970.
import type { Rejection } from "../api/errors/rejections.ts"
import type { CheckCoupon, CouponAvailability } from "../app/discounts/checkCoupon.ts"
import type { RedeemedCoupon } from "../app/discounts/listCoupons.ts"
import type { VoucherView } from "../app/discounts/viewVoucher.ts"
import type { ApplyDueRejection } from "../app/execution/applyDue.ts"
import type { InvoiceRef } from "../app/execution/changeInvoice.ts"
import type { Loaded } from "../app/execution/decideAndCommit.ts"
import type { StoreBusy } from "../app/execution/retryConflicts.ts"
import type { PayInvoice, PaymentDeclined } from "../app/invoices/payInvoice.ts"
import type { PreviewRejection } from "../app/invoices/previewUpcomingInvoice.ts"
import type { ApplyVoucher } from "../app/operators/applyVoucher.ts"
import type { AlreadyExists } from "../app/operators/commitNew.ts"
import type { CreateOrganization } from "../app/operators/createOrganization.ts"
import type { CreateUser } from "../app/operators/createUser.ts"
import type { DefineCoupon } from "../app/operators/defineCoupon.ts"
import type { FailPayment } from "../app/operators/failPayment.ts"
import type { GrantVoucher } from "../app/operators/grantVoucher.ts"
import type { RefundInvoice } from "../app/operators/refundInvoice.ts"
import type { SettleInvoice } from "../app/operators/settleInvoice.ts"
import type { VoidInvoice } from "../app/operators/voidInvoice.ts"
import type { RemovePaymentMethod } from "../app/payment-methods/removePaymentMethod.ts"
import type { EndSession } from "../app/sessions/endSession.ts"
import type { OpenSession } from "../app/sessions/listSessions.ts"
import type { Authenticate } from "../app/sign-in/authenticate.ts"
import type { RequestedOtp, RequestOtp } from "../app/sign-in/requestOtp.ts"
import type { SignIn, SignInRejection } from "../app/sign-in/signIn.ts"
import type { SwitchOrganization, SwitchRejection } from "../app/sign-in/switchOrganization.ts"
import type { Tokens } from "../app/sign-in/tokens.ts"
import type { ValidateOtp } from "../app/sign-in/validateOtp.ts"
import type { Profile } from "../app/sign-in/viewProfile.ts"
import type { CancelSubscription } from "../app/subscriptions/cancelSubscription.ts"
import type { ChangePlan } from "../app/subscriptions/changePlan.ts"
import type { SubscriptionChangeRejection } from "../app/subscriptions/changeSubscription.ts"
import type { ChangeSubscriptionPaymentMethod } from "../app/subscriptions/changeSubscriptionPaymentMethod.ts"
import type { CreateSubscription } from "../app/subscriptions/createSubscription.ts"
import type { PlanNotFound } from "../app/subscriptions/findPlan.ts"
import type { RecordedUsage } from "../app/usage/recordUsage.ts"
import type { SetThreshold } from "../app/usage/setThreshold.ts"
import type { RegisterEndpoint } from "../app/webhooks/registerEndpoint.ts"
import type {
  Account,
  BillingEvent,
  BillingThreshold,
  InvoiceNotFound,
  SubscriptionNotFound,
} from "../core/billing/Account.ts"
import type {
  ApplyVoucherRejection,
  GrantRejection,
  OperatorRejection,
  VoucherNotFound,
} from "../core/billing/collection/Operators.ts"
import type { PayRejection } from "../core/billing/collection/Payments.ts"
import type { VoidRejection } from "../core/billing/invoicing/Voids.ts"
import type { ThresholdNotFound, ThresholdRejection } from "../core/billing/periods/Threshold.ts"
import type { RecordUsageRejection } from "../core/billing/periods/Usage.ts"
import type { LifecycleRejection } from "../core/billing/subscriptions/Lifecycle.ts"
import type { SubscribeRejection } from "../core/billing/subscriptions/Subscribe.ts"
import type { Coupon, InvalidCoupon } from "../core/coupon/Coupon.ts"
import type {
  AccessRejection,
  Caller,
  InvalidOrganization,
  InvalidUser,
  Organization,
  OrganizationNotFound,
  User,
} from "../core/identity/Access.ts"

import type { OtpAddressRejection } from "../core/identity/OtpAddress.ts"
import type { TokenInvalid, TokenReused } from "../core/identity/Session.ts"
import type { Invoice, InvoiceDraft, InvoiceStatus } from "../core/invoice/InvoiceRecord.ts"
import type {
  BillingDetailRequired,
  PaymentMethod,
  PaymentMethodInUse,
  PaymentMethodLimitReached,
  PaymentMethodNotFound,
} from "../core/payment-method/PaymentMethod.ts"
import type {
  InvalidPlan,
  Plan,
  PlanInactive,
  PlanInterval,
  PlanIntervalNotFound,
  PlanStatus,
} from "../core/plan/Plan.ts"
import type { Price } from "../core/plan/Price.ts"
import type { Subscription } from "../core/subscription/SubscriptionRecord.ts"
import type { Voucher, VoucherEntry, VoucherStatus } from "../core/voucher/VoucherRecord.ts"
import type { WebhookDelivery, WebhookDeliveryNotFound } from "../core/webhook/WebhookDelivery.ts"
import type {
  WebhookEndpoint,
  WebhookEndpointLimitReached,
  WebhookEndpointNotFound,
  WebhookSecretInvalid,
  WebhookUrlNotAllowed,
} from "../core/webhook/WebhookEndpoint.ts"
import type { Page } from "../ports/BillingStore.ts"
import type { CardTokenInvalid } from "../ports/PaymentGateway.ts"
import type { AccessTokenInvalid } from "../ports/TokenIssuer.ts"
import type { BillingAnswer } from "./BillingRejected.ts"
import type { CallOptions } from "./options.ts"
import type {
  AddPaymentMethodWish,
  KeyedRequest,
  OrganizationRef,
  Paged,
  RecordAnswer,
  RecordUsageWish,
  RunDue,
  UpdatePaymentMethodWish,
  Wish,
} from "./requests.ts"

/** A use case: one record in, a Promise out. */
export type Call<Request, A, R extends { readonly _tag: string }> = (
  ...args: Record<never, never> extends Request
    ? [request?: Request, options?: CallOptions]
    : [request: Request, options?: CallOptions]
) => BillingAnswer<A, R>

/** Why an action of an operator on an invoice is refused. */
type OnInvoice = Loaded<OperatorRejection> | ApplyDueRejection
type NoSubscription = SubscriptionNotFound | OrganizationNotFound

/** The customers that are billed. */
export interface OrganizationsApi {
  /** Creates an organization that has nothing yet. Without an id it gets a new one. */
  readonly create: Call<Wish<CreateOrganization>, Organization, InvalidOrganization | AlreadyExists>
  /** The account as it was committed: subscription, invoices that are open, vouchers, payment methods. */
  readonly getAccount: Call<OrganizationRef, Account, OrganizationNotFound>
}

/** The people of organizations; only sign-in needs them. */
export interface UsersApi {
  /** Creates a user of existing organizations, with an address that no other user has. */
  readonly create: Call<Wish<CreateUser>, User, InvalidUser | OrganizationNotFound | AlreadyExists>
  /** A user with its organizations and permissions. */
  readonly get: Call<{ readonly userId: string }, Profile, AccessTokenInvalid>
}

/** A plan with its intervals; without ids they get new ones. */
export interface DefinePlanWish {
  readonly planId?: string | null
  readonly name: string
  readonly description: string
  readonly status: PlanStatus
  readonly intervals: ReadonlyArray<Omit<PlanInterval, "id"> & { readonly id?: string | null }>
  readonly prices: ReadonlyArray<Price>
}

/** What can be subscribed to. */
export interface PlansApi {
  /** Adds a plan at the end of the catalogue. */
  readonly define: Call<DefinePlanWish, Plan, InvalidPlan | AlreadyExists>
  /** A page of plans, in the order in which they were defined. */
  readonly list: Call<Paged & { readonly status?: PlanStatus | null }, Page<Plan>, never>
}

/** Discounts by code. */
export interface CouponsApi {
  /** Adds a coupon for existing plans, under a code that no other coupon has. */
  readonly define: Call<Wish<DefineCoupon>, Coupon, InvalidCoupon | PlanNotFound | AlreadyExists>
  /** Tells whether creating a subscription now would accept the coupon, and why not. */
  readonly checkAvailability: Call<
    Wish<CheckCoupon>,
    CouponAvailability,
    PlanNotFound | PlanInactive | PlanIntervalNotFound | OrganizationNotFound
  >
  /** A page of the coupons that an organization redeemed, the latest first. */
  readonly list: Call<OrganizationRef & Paged, Page<RedeemedCoupon>, OrganizationNotFound>
}

/** How an organization pays. */
export interface PaymentMethodsApi {
  /** Stores a card or a boleto. The first method is the default. What is owed may be charged with it at once. */
  readonly add: Call<
    AddPaymentMethodWish,
    PaymentMethod,
    PaymentMethodLimitReached | CardTokenInvalid | Loaded<LifecycleRejection> | ApplyDueRejection
  >
  /** One payment method. */
  readonly get: Call<RemovePaymentMethod, PaymentMethod, PaymentMethodNotFound | OrganizationNotFound>
  /** A page of payment methods. */
  readonly list: Call<OrganizationRef & Paged, Page<PaymentMethod>, OrganizationNotFound>
  /** Makes a method the default, or changes its billing details. */
  readonly update: Call<
    UpdatePaymentMethodWish,
    PaymentMethod,
    PaymentMethodNotFound | BillingDetailRequired | ApplyDueRejection
  >
  /** Removes a method. A subscription that used it is charged by the default from now on. */
  readonly remove: Call<
    RemovePaymentMethod,
    void,
    PaymentMethodNotFound | PaymentMethodInUse | Loaded<LifecycleRejection> | ApplyDueRejection
  >
}

/** One live subscription at most. */
export interface SubscriptionsApi {
  /** Subscribes, ACTIVE from now on. Nothing is charged: the fee falls due when its cycle ends. */
  readonly create: Call<
    Wish<CreateSubscription>,
    Subscription,
    PlanNotFound | SubscribeRejection | ApplyDueRejection
  >
  /** One subscription, also a cancelled one. */
  readonly get: Call<OrganizationRef & { readonly subscriptionId: string }, Subscription, NoSubscription>
  /** A page of subscriptions, the one created last first. */
  readonly list: Call<OrganizationRef & Paged, Page<Subscription>, OrganizationNotFound>
  /** The live subscription, or else the one that was cancelled last. */
  readonly check: Call<OrganizationRef, Subscription, NoSubscription>
  /** The next invoice as it is now, under the id with which it will be issued. */
  readonly previewUpcomingInvoice: Call<
    OrganizationRef,
    InvoiceDraft,
    PreviewRejection | OrganizationNotFound
  >
  /** Changes the plan now, and charges what is owed under the old one; or at the end of the running cycle. */
  readonly changePlan: Call<ChangePlan, Subscription, PlanNotFound | SubscriptionChangeRejection>
  /** Charges the subscription with this method from now on. */
  readonly changePaymentMethod: Call<
    ChangeSubscriptionPaymentMethod,
    Subscription,
    SubscriptionChangeRejection
  >
  /** Pauses, and charges what is owed so far. */
  readonly pause: Call<OrganizationRef, Subscription, SubscriptionChangeRejection>
  /** Resumes a paused subscription in the same cycles. */
  readonly resume: Call<OrganizationRef, Subscription, SubscriptionChangeRejection>
  /** Cancels at once, and charges what is owed so far; or at the end of the running cycle. */
  readonly cancel: Call<CancelSubscription, Subscription, SubscriptionChangeRejection>
  /** Lets the subscription go on after its period. */
  readonly undoCancel: Call<OrganizationRef, Subscription, SubscriptionChangeRejection>
}

/** What is owed, and paying it. */
export interface InvoicesApi {
  /** One invoice: an issued one, or the upcoming one by the id of its preview. */
  readonly get: Call<InvoiceRef, Invoice | InvoiceDraft, InvoiceNotFound | OrganizationNotFound>
  /** A page of issued invoices, newest first. */
  readonly list: Call<
    OrganizationRef & Paged & { readonly status?: InvoiceStatus | null },
    Page<Invoice>,
    OrganizationNotFound
  >
  /**
   * Pays an invoice and gives it as it is then: PAID, or still open while the outcome is open. A repeat never charges
   * twice. A refused charge is `PaymentDeclined`.
   */
  readonly pay: Call<Wish<PayInvoice>, Invoice, Loaded<PayRejection> | PaymentDeclined | ApplyDueRejection>
  /** Records what the gateway says of an attempt, as by its webhook: once, whichever comes first and however often. */
  readonly recordAnswer: Call<RecordAnswer, Invoice, Loaded<VoidRejection> | ApplyDueRejection>
  /** Records money that came by another way. The same receipt twice is one. */
  readonly settle: Call<Wish<SettleInvoice>, Invoice, Loaded<VoidRejection> | ApplyDueRejection>
  /** Ends the attempt in flight as refused. */
  readonly failPayment: Call<Wish<FailPayment>, Invoice, Loaded<VoidRejection> | ApplyDueRejection>
  /** Records a refund; it moves no money. The same refund twice is one. */
  readonly refund: Call<Wish<RefundInvoice>, Invoice, OnInvoice>
  /** Pays an invoice with a voucher, in full or in part. */
  readonly applyVoucher: Call<Wish<ApplyVoucher>, Invoice, Loaded<ApplyVoucherRejection> | ApplyDueRejection>
  /** Voids an invoice and gives back what it took. One that replaces it is charged before this answers. */
  readonly void: Call<VoidInvoice, Invoice, Loaded<VoidRejection> | ApplyDueRejection>
  /** Records that the invoice is no longer collected. */
  readonly writeOff: Call<InvoiceRef, Invoice, OnInvoice>
  /** Records that the payer disputes the payment. */
  readonly openDispute: Call<InvoiceRef, Invoice, OnInvoice>
  /** Records that the dispute was won. */
  readonly winDispute: Call<InvoiceRef, Invoice, OnInvoice>
  /** Records that the dispute was lost and the money is gone. */
  readonly loseDispute: Call<InvoiceRef, Invoice, OnInvoice>
}

/** Credit of an organization. */
export interface VouchersApi {
  /** Grants a voucher. It is used when the next invoice is issued. */
  readonly grant: Call<Wish<GrantVoucher>, Voucher, GrantRejection | AlreadyExists | ApplyDueRejection>
  /** One voucher. */
  readonly get: Call<
    OrganizationRef & { readonly voucherId: string },
    VoucherView,
    VoucherNotFound | OrganizationNotFound
  >
  /** A page of vouchers, newest first. */
  readonly list: Call<
    OrganizationRef & Paged & { readonly status?: VoucherStatus | null },
    Page<VoucherView>,
    OrganizationNotFound
  >
  /** A page of the entries of a voucher's ledger, the latest first. */
  readonly listUsages: Call<
    OrganizationRef & Paged & { readonly voucherId: string },
    Page<VoucherEntry>,
    VoucherNotFound | OrganizationNotFound
  >
}

/** What was used. */
export interface UsageApi {
  /** Records a batch, all of it or nothing. An invoice that it causes is charged before this answers. */
  readonly record: Call<RecordUsageWish, RecordedUsage, Loaded<RecordUsageRejection> | ApplyDueRejection>
}

/** When usage is billed before its cycle ends. */
export interface ThresholdsApi {
  /** The threshold of an organization. */
  readonly get: Call<OrganizationRef, BillingThreshold, ThresholdNotFound | OrganizationNotFound>
  /** Sets the threshold. Usage beyond it is billed and charged at once. */
  readonly set: Call<SetThreshold, BillingThreshold, Loaded<ThresholdRejection> | ApplyDueRejection>
  /** Removes the threshold. */
  readonly remove: Call<OrganizationRef, void, ThresholdNotFound | ApplyDueRejection>
}

/** Sign-in by codes, for a service that has no sign-in of its own. */
export interface AuthApi {
  /** Sends a code to an address. A known and an unknown address get the same answers. */
  readonly requestOtp: Call<RequestOtp, RequestedOtp, OtpAddressRejection | StoreBusy>
  /** Verifies a code, and with it the address. */
  readonly validateOtp: Call<ValidateOtp, void, OtpAddressRejection | StoreBusy>
  /** Exchanges a verified code for tokens. */
  readonly signIn: Call<Wish<SignIn>, Tokens, SignInRejection | StoreBusy>
  /** Exchanges a refresh token for new tokens. */
  readonly refresh: Call<{ readonly refreshToken: string }, Tokens, TokenInvalid | TokenReused | StoreBusy>
  /** Ends the session of a refresh token. */
  readonly signOut: Call<{ readonly refreshToken: string }, void, StoreBusy>
  /** The caller of the header `authorization`, who may do what is required; otherwise a refusal. */
  readonly authenticate: Call<Wish<Authenticate>, Caller, AccessTokenInvalid | AccessRejection>
  /** Tokens of the same session for another organization of the user. */
  readonly switchOrganization: Call<Wish<SwitchOrganization>, Tokens, SwitchRejection | StoreBusy>
}

/** The sessions of users. */
export interface SessionsApi {
  /** The open sessions of a user, the one used last first. */
  readonly list: Call<{ readonly userId: string }, ReadonlyArray<OpenSession>, never>
  /** Ends a session. One that is unknown, of another user or ended succeeds and changes nothing. */
  readonly end: Call<EndSession, void, StoreBusy>
}

/** Telling others of events. */
export interface WebhooksApi {
  /** Adds an endpoint, which gets the events from then on. */
  readonly register: Call<
    Wish<RegisterEndpoint>,
    WebhookEndpoint,
    WebhookUrlNotAllowed | WebhookSecretInvalid | WebhookEndpointLimitReached
  >
  /** Removes an endpoint, with its waiting deliveries. */
  readonly remove: Call<{ readonly endpointId: string }, void, WebhookEndpointNotFound>
  /** Makes a delivery due at once. */
  readonly redeliver: Call<
    { readonly deliveryId: string },
    WebhookDelivery,
    WebhookDeliveryNotFound | WebhookEndpointNotFound
  >
  /** Delivers whatever is ready, and ends when no attempt is under way: now and then, in any number of processes. */
  readonly deliver: Call<Readonly<Record<never, never>>, void, never>
}

/** An organization that could not be brought up to date; the next run tries it again. */
export interface DueFault {
  readonly organizationId: string
  /** `Defect` is a bug in the rules or a port, or a broken record. */
  readonly rejection: ApplyDueRejection["_tag"] | "Defect"
  /** What was refused or thrown. */
  readonly error: unknown
}

/** What a run came to. */
export interface DueReport {
  /** How many organizations were brought up to date. */
  readonly organizations: number
  /** What happened there, in order. */
  readonly billingEvents: ReadonlyArray<{
    readonly organizationId: string
    readonly billingEvent: BillingEvent
  }>
  /** Look at them: whoever is listed here was not billed. */
  readonly failures: ReadonlyArray<DueFault>
}

/** What time causes. */
export interface EngineApi {
  /** Takes every step that is due, of all organizations: once a minute, in any number of processes. */
  readonly runDue: Call<RunDue, DueReport, never>
}

/** The answer of a keyed call, and whether it is that of an earlier one. */
export interface KeyedAnswer<A> {
  readonly answer: A
  readonly replayed: boolean
}

/** The use cases of billing over the ports that were given. */
export interface Billing {
  /** The customers that are billed. */
  readonly organizations: OrganizationsApi
  /** The people of organizations. */
  readonly users: UsersApi
  /** What can be subscribed to. */
  readonly plans: PlansApi
  /** Discounts by code. */
  readonly coupons: CouponsApi
  /** How an organization pays. */
  readonly paymentMethods: PaymentMethodsApi
  /** One live subscription at most. */
  readonly subscriptions: SubscriptionsApi
  /** What is owed, and paying it. */
  readonly invoices: InvoicesApi
  /** Credit of an organization. */
  readonly vouchers: VouchersApi
  /** What was used. */
  readonly usage: UsageApi
  /** When usage is billed before its cycle ends. */
  readonly thresholds: ThresholdsApi
  /** Sign-in by codes. */
  readonly auth: AuthApi
  /** The sessions of users. */
  readonly sessions: SessionsApi
  /** Telling others of events. */
  readonly webhooks: WebhooksApi
  /** What time causes. */
  readonly engine: EngineApi
  /**
   * Acts once under a key of the caller: the first answer is that of every call with the same key and body, for a day,
   * in every process. `act` that throws frees the key. The answer is kept as JSON.
   */
  readonly withIdempotencyKey: <A>(
    request: KeyedRequest,
    act: () => Promise<A>,
  ) => BillingAnswer<KeyedAnswer<A>, Rejection>
  /** Refuses further calls, and waits until those under way have ended, and every payment that has begun. */
  readonly close: () => Promise<void>
}
