// Every operation on an account with every rejection that it can have. The compiler checks that the table is complete
// in both directions.
import type * as Result from "effect/Result"
import type { InvoicesNotLoaded } from "../../../../src/core/billing/Account.ts"
import type * as Operators from "../../../../src/core/billing/collection/Operators.ts"
import type * as Payments from "../../../../src/core/billing/collection/Payments.ts"
import type { recordLookup } from "../../../../src/core/billing/collection/Reconciliation.ts"
import type { importSubscription } from "../../../../src/core/billing/imports/Imports.ts"
import type * as InvoiceItems from "../../../../src/core/billing/invoicing/InvoiceItems.ts"
import type { upcoming } from "../../../../src/core/billing/invoicing/UpcomingInvoice.ts"
import type { voidInvoice } from "../../../../src/core/billing/invoicing/Voids.ts"
import type { setThreshold } from "../../../../src/core/billing/periods/Threshold.ts"
import type { recordUsage } from "../../../../src/core/billing/periods/Usage.ts"
import type { takeStep } from "../../../../src/core/billing/Schedule.ts"
import type * as Lifecycle from "../../../../src/core/billing/subscriptions/Lifecycle.ts"
import type * as Methods from "../../../../src/core/billing/subscriptions/Methods.ts"
import type * as QuantityChanges from "../../../../src/core/billing/subscriptions/QuantityChanges.ts"
import type { subscribe } from "../../../../src/core/billing/subscriptions/Subscribe.ts"

/** The operations that decide on an account. */
export type Operations = Pick<
  typeof Operators,
  "applyVoucher" | "operate" | "receive" | "failPayment" | "grant"
> &
  Pick<typeof Payments, "pay" | "recordAnswer" | "settle"> &
  Pick<typeof Lifecycle, "pause" | "suspend" | "resume" | "cancel" | "scheduleCancel" | "undoCancel"> &
  Pick<typeof Lifecycle, "changePlan" | "schedulePlanChange" | "changePaymentMethod"> &
  Pick<typeof Lifecycle, "applyCoupon" | "removeCoupon"> &
  Pick<typeof InvoiceItems, "addItem" | "removeItem"> &
  typeof QuantityChanges &
  Pick<typeof Methods, "addMethod" | "updateMethod" | "removeMethod"> & {
    readonly recordLookup: typeof recordLookup
    readonly upcoming: typeof upcoming
    readonly voidInvoice: typeof voidInvoice
    readonly setThreshold: typeof setThreshold
    readonly recordUsage: typeof recordUsage
    readonly takeStep: typeof takeStep
    readonly subscribe: typeof subscribe
    readonly importSubscription: typeof importSubscription
  }

/** The tags of the rejections of an operation, without `InvoicesNotLoaded`, which leads to loading and another try. */
export type RejectionTag<Operation extends keyof Operations> =
  ReturnType<Operations[Operation]> extends Result.Result<unknown, { readonly _tag: infer Tag }>
    ? Exclude<Tag, InvoicesNotLoaded["_tag"]>
    : never

/**
 * The rejections of each operation. A tag that its type allows and that is not listed would mean a broken record.
 * `AmountOutOfRange` is the only one that valid input can cause, by its size.
 */
export const rejections = {
  setThreshold: ["ThresholdInvalid", "SubscriptionCurrencyMismatch", "AmountOutOfRange"],
  upcoming: ["SubscriptionNotFound", "NoUpcomingInvoice", "AmountOutOfRange"],
  subscribe: [
    "PlanIntervalNotFound",
    "PlanInactive",
    "QuantityInvalid",
    "QuantityNotAllowed",
    "SubscriptionAlreadyExists",
    "PaymentInProgress",
    "PaymentMethodRequired",
    "PaymentMethodNotFound",
    "PaymentMethodCurrencyMismatch",
    "ThresholdCurrencyMismatch",
    "CouponNotFound",
    "CouponExpired",
    "CouponDepleted",
    "CouponNotForPlan",
    "CouponNotForInterval",
    "CouponCurrencyMismatch",
    "CouponAlreadyUsed",
    "InstantOutOfRange",
  ],
  importSubscription: [
    "ImportInvalid",
    "InvalidOrganization",
    "PlanIntervalNotFound",
    "QuantityInvalid",
    "QuantityNotAllowed",
    "SubscriptionAlreadyExists",
    "PaymentMethodLimitReached",
    "PaymentMethodRequired",
    "PaymentMethodCurrencyMismatch",
    "ThresholdCurrencyMismatch",
    "CouponNotFound",
    "CouponDepleted",
    "CouponNotForPlan",
    "CouponNotForInterval",
    "CouponCurrencyMismatch",
    "CouponAlreadyUsed",
    "InstantOutOfRange",
  ],
  recordUsage: [
    "SubscriptionNotFound",
    "UsageEventInvalid",
    "UsageEventConflict",
    "UsageEventTooOld",
    "UsageEventInFuture",
    "UsageRefused",
    "UsageMeterUnknown",
  ],
  pay: [
    "InvoiceNotFound",
    "InvoiceNotPayable",
    "InvoiceChanged",
    "PaymentInProgress",
    "PaymentMethodRequired",
    "PaymentMethodNotFound",
    "PaymentMethodCurrencyMismatch",
    "AmountOutOfRange",
  ],
  recordAnswer: ["InvoiceTransitionInvalid", "AttemptNotFound", "AmountOutOfRange"],
  recordLookup: ["InvoiceTransitionInvalid", "AttemptNotFound", "AmountOutOfRange"],
  settle: ["InvoiceTransitionInvalid", "PaymentAmountInvalid"],
  applyVoucher: [
    "InvoiceNotFound",
    "InvoiceNotPayable",
    "VoucherNotFound",
    "VoucherNotUsable",
    "VoucherAmountInvalid",
    "VoucherExhausted",
    "PaymentInProgress",
  ],
  operate: ["InvoiceNotFound", "InvoiceTransitionInvalid", "PaymentAmountInvalid", "RefundExceedsPaid"],
  receive: ["InvoiceNotFound", "PaymentAmountInvalid"],
  failPayment: [
    "InvoiceNotFound",
    "InvoiceTransitionInvalid",
    "AttemptNotFound",
    "PaymentInProgress",
    "AmountOutOfRange",
  ],
  grant: ["InvalidVoucher", "VoucherAmountInvalid"],
  addItem: ["SubscriptionNotFound", "InvoiceItemInvalid", "InvoiceItemConflict", "InvoiceItemLimitReached"],
  removeItem: ["SubscriptionNotFound", "InvoiceItemNotFound", "InvoiceItemBilled"],
  voidInvoice: ["InvoiceNotFound", "InvoiceTransitionInvalid", "PaymentInProgress", "AmountOutOfRange"],
  pause: [
    "SubscriptionNotFound",
    "SubscriptionTransitionInvalid",
    "SubscriptionInTrial",
    "ChangesExhausted",
    "AmountOutOfRange",
  ],
  suspend: ["SubscriptionNotFound", "SubscriptionTransitionInvalid", "AmountOutOfRange"],
  resume: ["SubscriptionNotFound", "SubscriptionTransitionInvalid"],
  cancel: ["SubscriptionNotFound", "AmountOutOfRange"],
  scheduleCancel: ["SubscriptionNotFound", "SubscriptionTransitionInvalid"],
  undoCancel: ["SubscriptionNotFound", "SubscriptionTransitionInvalid"],
  applyCoupon: [
    "SubscriptionNotFound",
    "SubscriptionTransitionInvalid",
    "SubscriptionHasCoupon",
    "CouponNotFound",
    "CouponExpired",
    "CouponDepleted",
    "CouponNotForPlan",
    "CouponNotForInterval",
    "CouponCurrencyMismatch",
    "CouponAlreadyUsed",
  ],
  removeCoupon: ["SubscriptionNotFound", "SubscriptionTransitionInvalid"],
  changePlan: [
    "SubscriptionNotFound",
    "SubscriptionTransitionInvalid",
    "ChangesExhausted",
    "PlanIntervalNotFound",
    "PlanInactive",
    "PlanCurrencyMismatch",
    "QuantityInvalid",
    "QuantityNotAllowed",
    "InstantOutOfRange",
    "AmountOutOfRange",
  ],
  schedulePlanChange: [
    "SubscriptionNotFound",
    "SubscriptionTransitionInvalid",
    "PlanIntervalNotFound",
    "PlanInactive",
    "PlanCurrencyMismatch",
    "QuantityInvalid",
    "QuantityNotAllowed",
    "ChangesExhausted",
    "InstantOutOfRange",
  ],
  changeQuantity: [
    "SubscriptionNotFound",
    "SubscriptionTransitionInvalid",
    "QuantityInvalid",
    "QuantityNotAllowed",
    "ChangesExhausted",
  ],
  scheduleQuantityChange: [
    "SubscriptionNotFound",
    "SubscriptionTransitionInvalid",
    "QuantityInvalid",
    "QuantityNotAllowed",
  ],
  changePaymentMethod: [
    "SubscriptionNotFound",
    "SubscriptionTransitionInvalid",
    "PaymentMethodNotFound",
    "PaymentMethodCurrencyMismatch",
  ],
  addMethod: ["PaymentMethodLimitReached"],
  updateMethod: ["PaymentMethodNotFound", "BillingDetailRequired"],
  removeMethod: ["PaymentMethodNotFound", "PaymentMethodInUse"],
  takeStep: ["InstantOutOfRange", "AmountOutOfRange"],
} as const satisfies { readonly [Operation in keyof Operations]: ReadonlyArray<RejectionTag<Operation>> }
