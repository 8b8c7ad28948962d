// What an organization subscribes to and uses.
import type { ApplyDueRejection } from "../../app/execution/applyDue.ts"
import type { Loaded } from "../../app/execution/decideAndCommit.ts"
import type {
  ImportedSubscription,
  ImportPreviewRejection,
  ImportSubscriptionRejection,
} from "../../app/imports/importSubscription.ts"
import type { ApplyCoupon, ApplyCouponRejection } from "../../app/operators/applyCoupon.ts"
import type { ChangePreview, ChangePreviewRejection } from "../../app/previews/previewDecision.ts"
import type { ImportPreview } from "../../app/previews/previewImport.ts"
import type { PreviewRejection } from "../../app/previews/previewUpcomingInvoice.ts"
import type { CancelSubscription } from "../../app/subscriptions/cancelSubscription.ts"
import type { ChangePlan } from "../../app/subscriptions/changePlan.ts"
import type { ChangeQuantity } from "../../app/subscriptions/changeQuantity.ts"
import type { SubscriptionChangeRejection } from "../../app/subscriptions/changeSubscription.ts"
import type { ChangeSubscriptionPaymentMethod } from "../../app/subscriptions/changeSubscriptionPaymentMethod.ts"
import type { CreateSubscription } from "../../app/subscriptions/createSubscription.ts"
import type { PlanNotFound } from "../../app/subscriptions/findPlan.ts"
import type { SetThreshold } from "../../app/usage/setThreshold.ts"
import type { RecordedUsage } from "../../app/usage/UsageRequest.ts"
import type { BillingThreshold, SubscriptionNotFound } from "../../core/billing/Account.ts"
import type { ThresholdNotFound, ThresholdRejection } from "../../core/billing/periods/Threshold.ts"
import type { RecordUsageRejection } from "../../core/billing/periods/Usage.ts"
import type { SubscribeRejection } from "../../core/billing/subscriptions/Subscribe.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { InvoiceDraft } from "../../core/invoice/InvoiceRecord.ts"
import type { Subscription } from "../../core/subscription/SubscriptionRecord.ts"
import type { Page } from "../../ports/BillingStore.ts"
import type { Call } from "../Call.ts"
import type { ImportWish, OrganizationRef, Paged, RecordUsageWish, Wish } from "../requests.ts"

type NoSubscription = SubscriptionNotFound | OrganizationNotFound

/** One live subscription at most. */
export interface SubscriptionsApi {
  /** Subscribes, ACTIVE from now on. Nothing is charged, unless the fee is due in advance. */
  readonly create: Call<
    Wish<CreateSubscription>,
    Subscription,
    PlanNotFound | Loaded<SubscribeRejection> | ApplyDueRejection
  >
  /** What `create` would come to, and what is charged at once. Nothing is stored. */
  readonly previewCreate: Call<
    Wish<CreateSubscription>,
    ChangePreview,
    PlanNotFound | Loaded<SubscribeRejection> | ChangePreviewRejection
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
  /** The next invoice as it will be issued if nothing happens until then: without a voucher that ends before. */
  readonly previewNextInvoice: Call<OrganizationRef, InvoiceDraft, PreviewRejection | OrganizationNotFound>
  /** Changes the plan now, and charges what is owed under the old one; or at the end of the running cycle. */
  readonly changePlan: Call<ChangePlan, Subscription, PlanNotFound | SubscriptionChangeRejection>
  /** What `changePlan` would come to, and what is charged at once. Nothing is stored. */
  readonly previewChangePlan: Call<ChangePlan, ChangePreview, PlanNotFound | ChangePreviewRejection>
  /** Changes how many units of the plan it has, now or at the end of the running cycle. */
  readonly changeQuantity: Call<ChangeQuantity, Subscription, SubscriptionChangeRejection>
  /** What `changeQuantity` would come to, and what is charged at once. Nothing is stored. */
  readonly previewChangeQuantity: Call<ChangeQuantity, ChangePreview, ChangePreviewRejection>
  /** Charges the subscription with this method from now on. */
  readonly changePaymentMethod: Call<
    ChangeSubscriptionPaymentMethod,
    Subscription,
    SubscriptionChangeRejection
  >
  /** Pauses, and charges what is owed so far. */
  readonly pause: Call<OrganizationRef, Subscription, SubscriptionChangeRejection>
  /** What `pause` would come to, and what is charged at once. Nothing is stored. */
  readonly previewPause: Call<OrganizationRef, ChangePreview, ChangePreviewRejection>
  /** Resumes a paused subscription in the same cycles. */
  readonly resume: Call<OrganizationRef, Subscription, SubscriptionChangeRejection>
  /** What `resume` would come to, and what is charged at once. Nothing is stored. */
  readonly previewResume: Call<OrganizationRef, ChangePreview, ChangePreviewRejection>
  /** Cancels at once, and charges what is owed so far; or at the end of the running cycle. */
  readonly cancel: Call<CancelSubscription, Subscription, SubscriptionChangeRejection>
  /** What `cancel` would come to, and what is charged at once. Nothing is stored. */
  readonly previewCancel: Call<CancelSubscription, ChangePreview, ChangePreviewRejection>
  /** Lets the subscription go on after its period. */
  readonly undoCancel: Call<OrganizationRef, Subscription, SubscriptionChangeRejection>
  /** Gives it a coupon, from the first cycle on of which nothing is billed yet. It may have had none before. */
  readonly applyCoupon: Call<ApplyCoupon, Subscription, ApplyCouponRejection>
  /** Takes the coupon off with the end of the running cycle. What was paid ahead keeps its discount. */
  readonly removeCoupon: Call<OrganizationRef, Subscription, SubscriptionChangeRejection>
  /** Moves a customer of another system in, once for each `importId`. Nothing is charged before its period ends. */
  readonly import: Call<ImportWish, ImportedSubscription, ImportSubscriptionRejection>
  /** What an import would make, with the next invoice. Nothing is stored. */
  readonly previewImport: Call<ImportWish, ImportPreview, ImportPreviewRejection>
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
