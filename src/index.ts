// studio-billing: the billing rules of a SaaS as pure modules, the ports that they need, and the use cases that
// connect the two. In all records amounts are integers in the currency's minor unit, instants (`at`, `now`, `…At`) are
// milliseconds since 1970 in UTC, spans begin at their start and end before their end, and `null` is what there is not.

export {
  type CheckCoupon,
  type CouponAvailability,
  type CouponView,
  checkCoupon,
} from "./app/discounts/checkCoupon.ts"
export { listCoupons, type RedeemedCoupon } from "./app/discounts/listCoupons.ts"
export { listVouchers } from "./app/discounts/listVouchers.ts"
export {
  listVoucherUsages,
  type VoucherRef,
  type VoucherView,
  viewVoucher,
} from "./app/discounts/viewVoucher.ts"
export { type DueEvent, type DueFailure, type DueRun, type RunDueOptions, runDue } from "./app/due/runDue.ts"
export {
  type ApplyDueOptions,
  type ApplyDueRejection,
  applyDue,
  type BillingPorts,
} from "./app/execution/applyDue.ts"
export { billingPolicy, CurrentBillingPolicy } from "./app/execution/CurrentBillingPolicy.ts"
export { changeInvoice, type InvoiceRef } from "./app/execution/changeInvoice.ts"
export { commitOf } from "./app/execution/commitOf.ts"
export { type Decision, decideAndCommit, type Loaded } from "./app/execution/decideAndCommit.ts"
export type { ChargeRejection } from "./app/execution/executeCharges.ts"
export type { AccountRef } from "./app/execution/loadAccount.ts"
export { paginate } from "./app/execution/paginate.ts"
export type { StoreBusy } from "./app/execution/retryConflicts.ts"
export { type KeyedCall, type OnceAnswered, withIdempotencyKey } from "./app/execution/withIdempotencyKey.ts"
export {
  type ImportConflict,
  type ImportedSubscription,
  type ImportPreviewRejection,
  type ImportSubscriptionRejection,
  importSubscription,
} from "./app/imports/importSubscription.ts"
export { type AddInvoiceItem, addInvoiceItem } from "./app/invoices/addInvoiceItem.ts"
export { type GatewayNews, type HearRejection, hearGateway } from "./app/invoices/hearGateway.ts"
export type { InvoiceView } from "./app/invoices/invoiceViews.ts"
export {
  type ListedItem,
  type ListInvoiceItems,
  listInvoiceItems,
} from "./app/invoices/listInvoiceItems.ts"
export { listInvoices } from "./app/invoices/listInvoices.ts"
export { type PayInvoice, type PaymentDeclined, payInvoice } from "./app/invoices/payInvoice.ts"
export { type InvoiceItemRef, removeInvoiceItem } from "./app/invoices/removeInvoiceItem.ts"
export { viewInvoice } from "./app/invoices/viewInvoice.ts"
export {
  type ApplyCoupon,
  type ApplyCouponRejection,
  applyCoupon,
} from "./app/operators/applyCoupon.ts"
export { type ApplyVoucher, applyVoucher } from "./app/operators/applyVoucher.ts"
export { type FailPayment, failPayment } from "./app/operators/failPayment.ts"
export { type GrantVoucher, grantVoucher } from "./app/operators/grantVoucher.ts"
export { loseDispute } from "./app/operators/loseDispute.ts"
export { openDispute } from "./app/operators/openDispute.ts"
export { type PayOutVoucher, payOutVoucher } from "./app/operators/payOutVoucher.ts"
export { type RefundInvoice, refundInvoice } from "./app/operators/refundInvoice.ts"
export { removeCoupon } from "./app/operators/removeCoupon.ts"
export { revokeVoucher } from "./app/operators/revokeVoucher.ts"
export { type SettleInvoice, settleInvoice } from "./app/operators/settleInvoice.ts"
export { type VoidInvoice, voidInvoice } from "./app/operators/voidInvoice.ts"
export { winDispute } from "./app/operators/winDispute.ts"
export { writeOffInvoice } from "./app/operators/writeOffInvoice.ts"
export { deliverOtps, type OtpDeliveryReport } from "./app/otp-delivery/deliverOtps.ts"
export { dismissUndeliveredOtps, listUndeliveredOtps } from "./app/otp-delivery/undeliveredOtps.ts"
export { EQUAL_MILLIS, withEqualTimes } from "./app/otp-delivery/withEqualTimes.ts"
export { type AddPaymentMethod, addPaymentMethod } from "./app/payment-methods/addPaymentMethod.ts"
export { listPaymentMethods } from "./app/payment-methods/listPaymentMethods.ts"
export { type RemovePaymentMethod, removePaymentMethod } from "./app/payment-methods/removePaymentMethod.ts"
export { type UpdatePaymentMethod, updatePaymentMethod } from "./app/payment-methods/updatePaymentMethod.ts"
export { viewPaymentMethod } from "./app/payment-methods/viewPaymentMethod.ts"
export { withTestCards } from "./app/payment-methods/withTestCards.ts"
export { askCharge } from "./app/ports/askGateway.ts"
export { CurrentPortReporter, callPort, type PortCall, type PortFault } from "./app/ports/callPort.ts"
export { withCircuitBreaker } from "./app/ports/withCircuitBreaker.ts"
export * from "./app/previews/previewChanges.ts"
export type { ChangePreview, ChangePreviewRejection, ReturnedCredit } from "./app/previews/previewDecision.ts"
export { type ImportPreview, previewImport } from "./app/previews/previewImport.ts"
export {
  type PreviewRejection,
  previewNextInvoice,
  previewUpcomingInvoice,
  upcomingOf,
} from "./app/previews/previewUpcomingInvoice.ts"
export { type AlreadyExists, commitNew } from "./app/provisioning/commitNew.ts"
export { type CreateOrganization, createOrganization } from "./app/provisioning/createOrganization.ts"
export { type CreateUser, createUser } from "./app/provisioning/createUser.ts"
export { type DefineCoupon, defineCoupon } from "./app/provisioning/defineCoupon.ts"
export { type DefinePlan, definePlan } from "./app/provisioning/definePlan.ts"
export { type UpdateCoupon, updateCoupon } from "./app/provisioning/updateCoupon.ts"
export { type UpdateOrganization, updateOrganization } from "./app/provisioning/updateOrganization.ts"
export { type UpdatePlan, updatePlan } from "./app/provisioning/updatePlan.ts"
export { type UpdateUser, updateUser } from "./app/provisioning/updateUser.ts"
export { type EndSession, endSession } from "./app/sessions/endSession.ts"
export { listSessions, type OpenSession } from "./app/sessions/listSessions.ts"
export { type Authenticate, authenticate } from "./app/sign-in/authenticate.ts"
export { CurrentOtpPolicy, otpPolicy } from "./app/sign-in/CurrentOtpPolicy.ts"
export { refreshTokens } from "./app/sign-in/refreshTokens.ts"
export { type RequestedOtp, type RequestOtp, requestOtp } from "./app/sign-in/requestOtp.ts"
export { type SignIn, type SignInRejection, signIn } from "./app/sign-in/signIn.ts"
export { signOut } from "./app/sign-in/signOut.ts"
export {
  type SwitchOrganization,
  type SwitchRejection,
  switchOrganization,
} from "./app/sign-in/switchOrganization.ts"
export { CurrentTokenDeadline, type Grant, type Tokens } from "./app/sign-in/tokens.ts"
export { type ValidateOtp, validateOtp } from "./app/sign-in/validateOtp.ts"
export { type Profile, viewProfile } from "./app/sign-in/viewProfile.ts"
export { type CancelSubscription, cancelSubscription } from "./app/subscriptions/cancelSubscription.ts"
export { type ChangePlan, changePlan } from "./app/subscriptions/changePlan.ts"
export { type ChangeQuantity, changeQuantity } from "./app/subscriptions/changeQuantity.ts"
export type { SubscriptionChangeRejection } from "./app/subscriptions/changeSubscription.ts"
export {
  type ChangeSubscriptionPaymentMethod,
  changeSubscriptionPaymentMethod,
} from "./app/subscriptions/changeSubscriptionPaymentMethod.ts"
export { checkSubscription } from "./app/subscriptions/checkSubscription.ts"
export { type CreateSubscription, createSubscription } from "./app/subscriptions/createSubscription.ts"
export type { PlanNotFound } from "./app/subscriptions/findPlan.ts"
export { listPlans } from "./app/subscriptions/listPlans.ts"
export { listSubscriptions } from "./app/subscriptions/listSubscriptions.ts"
export { pauseSubscription } from "./app/subscriptions/pauseSubscription.ts"
export { resumeSubscription } from "./app/subscriptions/resumeSubscription.ts"
export { undoCancelSubscription } from "./app/subscriptions/undoCancelSubscription.ts"
export { viewAccount } from "./app/subscriptions/viewAccount.ts"
export { viewSubscription } from "./app/subscriptions/viewSubscription.ts"
export { recordUsage } from "./app/usage/recordUsage.ts"
export { removeThreshold } from "./app/usage/removeThreshold.ts"
export { type SetThreshold, setThreshold } from "./app/usage/setThreshold.ts"
export type { RecordedUsage, RecordUsage } from "./app/usage/UsageRequest.ts"
export { viewThreshold } from "./app/usage/viewThreshold.ts"
export { type DeliverEventsOptions, deliverEvents } from "./app/webhooks/deliverEvents.ts"
export {
  dispatchEvents,
  type WebhookDispatcher,
  type WebhookPorts,
  WORKERS_MAX,
} from "./app/webhooks/dispatchEvents.ts"
export { listDeliveries } from "./app/webhooks/listDeliveries.ts"
export { listEndpoints } from "./app/webhooks/listEndpoints.ts"
export { type PublishingPorts, publishEvents } from "./app/webhooks/publishEvents.ts"
export {
  RECOVERED_DEFAULT,
  RECOVERED_MAX,
  type RecoverDeliveries,
  type Recovery,
  recoverDeliveries,
} from "./app/webhooks/recoverDeliveries.ts"
export { redeliver } from "./app/webhooks/redeliver.ts"
export { type RegisterEndpoint, registerEndpoint } from "./app/webhooks/registerEndpoint.ts"
export { removeEndpoint } from "./app/webhooks/removeEndpoint.ts"
export {
  type RotatedEndpoint,
  type RotateEndpointSecret,
  rotateEndpointSecret,
} from "./app/webhooks/rotateEndpointSecret.ts"
export { type UpdateEndpoint, updateEndpoint } from "./app/webhooks/updateEndpoint.ts"
export * as Account from "./core/billing/Account.ts"
export * as Clocks from "./core/billing/Clocks.ts"
export * as Boletos from "./core/billing/collection/Boletos.ts"
export * as Delinquency from "./core/billing/collection/Delinquency.ts"
export * as Operators from "./core/billing/collection/Operators.ts"
export * as Payments from "./core/billing/collection/Payments.ts"
export * as Receipts from "./core/billing/collection/Receipts.ts"
export * as Receivables from "./core/billing/collection/Receivables.ts"
export * as Reconciliation from "./core/billing/collection/Reconciliation.ts"
export * as Reversals from "./core/billing/collection/Reversals.ts"
export * as WriteOffs from "./core/billing/collection/WriteOffs.ts"
export * as ImportedCustomer from "./core/billing/imports/ImportedCustomer.ts"
export * as Imports from "./core/billing/imports/Imports.ts"
export * as Charging from "./core/billing/invoicing/Charging.ts"
export * as InvoiceItems from "./core/billing/invoicing/InvoiceItems.ts"
export * as Issuing from "./core/billing/invoicing/Issuing.ts"
export * as UpcomingInvoice from "./core/billing/invoicing/UpcomingInvoice.ts"
export * as Voids from "./core/billing/invoicing/Voids.ts"
export * as Accrual from "./core/billing/periods/Accrual.ts"
export * as BillingPeriod from "./core/billing/periods/BillingPeriod.ts"
export * as Corrections from "./core/billing/periods/Corrections.ts"
export * as PeriodDiscount from "./core/billing/periods/PeriodDiscount.ts"
export * as Threshold from "./core/billing/periods/Threshold.ts"
export * as Usage from "./core/billing/periods/Usage.ts"
export * as Due from "./core/billing/Schedule.ts"
export * as CouponStatus from "./core/billing/subscriptions/CouponStatus.ts"
export * as Lifecycle from "./core/billing/subscriptions/Lifecycle.ts"
export * as Methods from "./core/billing/subscriptions/Methods.ts"
export * as QuantityChanges from "./core/billing/subscriptions/QuantityChanges.ts"
export * as Subscribe from "./core/billing/subscriptions/Subscribe.ts"
export * as Updates from "./core/billing/Updates.ts"
export * as Coupon from "./core/coupon/Coupon.ts"
export * as Decider from "./core/Decider.ts"
export * as Access from "./core/identity/Access.ts"
export * as IdempotencyKey from "./core/identity/IdempotencyKey.ts"
export * as Otp from "./core/identity/Otp.ts"
export * as OtpAddress from "./core/identity/OtpAddress.ts"
export * as OtpDelivery from "./core/identity/OtpDelivery.ts"
export { defaultOtpPolicy, type OtpPolicy } from "./core/identity/OtpPolicy.ts"
export * as Permission from "./core/identity/Permission.ts"
export * as Session from "./core/identity/Session.ts"
export * as TokenBucket from "./core/identity/TokenBucket.ts"
export * as BilledLine from "./core/invoice/BilledLine.ts"
export {
  type ComputedInvoice,
  type CouponInput,
  computeInvoice,
  type Discount,
  type DiscountCurrencyMismatch,
  type InvalidDiscount,
  type InvalidLine,
  type InvoiceInput,
  type InvoiceRejection,
  isEligible,
  type Line,
  type LineInput,
  type VoucherInput,
} from "./core/invoice/computeInvoice.ts"
export * as Invoice from "./core/invoice/Invoice.ts"
export * as InvoiceItem from "./core/invoice/InvoiceItem.ts"
export * as Receivable from "./core/invoice/Receivable.ts"
export { isStorable } from "./core/isStorable.ts"
export * as Currency from "./core/money/Currency.ts"
export * as Display from "./core/money/Display.ts"
export * as Money from "./core/money/Money.ts"
export * as CircuitBreaker from "./core/payment/CircuitBreaker.ts"
export * as PaymentAttempt from "./core/payment/PaymentAttempt.ts"
export * as RetrySchedules from "./core/payment/RetrySchedules.ts"
export * as SlipDates from "./core/payment/SlipDates.ts"
export * as PaymentMethod from "./core/payment-method/PaymentMethod.ts"
export * as Plan from "./core/plan/Plan.ts"
export * as Price from "./core/plan/Price.ts"
export { type BillingPolicy, defaultPolicy } from "./core/policy/BillingPolicy.ts"
export {
  BillingPolicySchema,
  checkPolicy,
  type PolicyContradiction,
  type PolicyMemberInvalid,
} from "./core/policy/checkPolicy.ts"
export * as Dunning from "./core/subscription/Dunning.ts"
export * as Quantity from "./core/subscription/Quantity.ts"
export * as Subscription from "./core/subscription/Subscription.ts"
export * as Trial from "./core/subscription/Trial.ts"
export * as BillingCycle from "./core/time/BillingCycle.ts"
export * as BusinessDay from "./core/time/BusinessDay.ts"
export * as Instant from "./core/time/Instant.ts"
export { type Interval, monthsOf } from "./core/time/Interval.ts"
export * as Iso from "./core/time/Iso.ts"
export * as LocalDate from "./core/time/LocalDate.ts"
export * as Proration from "./core/time/Proration.ts"
export * as SaoPaulo from "./core/time/SaoPaulo.ts"
export * as Rating from "./core/usage/Rating.ts"
export * as UsageEvent from "./core/usage/UsageEvent.ts"
export * as Voucher from "./core/voucher/Voucher.ts"
export * as WebhookDelivery from "./core/webhook/WebhookDelivery.ts"
export * as WebhookEndpoint from "./core/webhook/WebhookEndpoint.ts"
export * as WebhookEvent from "./core/webhook/WebhookEvent.ts"
export {
  type AccountFocus,
  BillingStore,
  type Commit,
  type Delete,
  type DueClaim,
  type DueEntry,
  type Expectation,
  type LoadedAccount,
  type OutboxMessage,
  type Page,
  type PageRequest,
  type Put,
  type Records,
  type Scope,
  type ScopeKind,
  type VersionConflict,
  type Versioned,
} from "./ports/BillingStore.ts"
export { type EventMessage, EventPresenter } from "./ports/EventPresenter.ts"
export { IdSource } from "./ports/IdSource.ts"
export { type OtpMessage, OtpSender, type UndeliveredOtp, type WaitingOtp } from "./ports/OtpSender.ts"
export {
  type CardTokenInvalid,
  type GatewayUnavailable,
  PaymentGateway,
  type TokenizedCard,
} from "./ports/PaymentGateway.ts"
export { RateLimitStore } from "./ports/RateLimitStore.ts"
export { Secrets } from "./ports/Secrets.ts"
export { type AccessTokenInvalid, TokenIssuer } from "./ports/TokenIssuer.ts"
export { type WebhookRequest, WebhookSender } from "./ports/WebhookSender.ts"
export { WebhookStore } from "./ports/WebhookStore.ts"
