// What a customer would pay who subscribes, changes the plan or the quantity, pauses, resumes or cancels: for the page
// that asks before it is done. Each refuses what the change itself would refuse. GAP-188
import type * as Effect from "effect/Effect"
import type { SubscribeRejection } from "../../core/billing/subscriptions/Subscribe.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"
import { type CancelSubscription, cancelDecision } from "../subscriptions/cancelSubscription.ts"
import { type ChangePlan, planChangeDecision } from "../subscriptions/changePlan.ts"
import { type ChangeQuantity, quantityChangeDecision } from "../subscriptions/changeQuantity.ts"
import { type CreateSubscription, creationDecision } from "../subscriptions/createSubscription.ts"
import type { PlanNotFound } from "../subscriptions/findPlan.ts"
import { pauseDecision } from "../subscriptions/pauseSubscription.ts"
import { resumeDecision } from "../subscriptions/resumeSubscription.ts"
import { type ChangePreview, type ChangePreviewRejection, previewDecision } from "./previewDecision.ts"

type Previewed<E = never> = Effect.fn.Return<
  ChangePreview,
  E | ChangePreviewRejection,
  BillingStore | IdSource
>

/** What `createSubscription` would come to. The coupon is counted in, and not redeemed. */
export const previewCreateSubscription = useCase("previewCreateSubscription")(function* (
  command: CreateSubscription,
): Previewed<PlanNotFound | Loaded<SubscribeRejection>> {
  return yield* previewDecision(yield* creationDecision(command))
}, about)

/** What `changePlan` would come to. */
export const previewChangePlan = useCase("previewChangePlan")(function* (
  command: ChangePlan,
): Previewed<PlanNotFound> {
  return yield* previewDecision(yield* planChangeDecision(command))
}, about)

/** What `changeQuantity` would come to. */
export const previewChangeQuantity = useCase("previewChangeQuantity")(function* (
  command: ChangeQuantity,
): Previewed {
  return yield* previewDecision(quantityChangeDecision(command))
}, about)

/** What `pauseSubscription` would come to. */
export const previewPauseSubscription = useCase("previewPauseSubscription")(function* (
  organizationId: string,
): Previewed {
  return yield* previewDecision(pauseDecision(organizationId))
}, about)

/** What `resumeSubscription` would come to. */
export const previewResumeSubscription = useCase("previewResumeSubscription")(function* (
  organizationId: string,
): Previewed {
  return yield* previewDecision(resumeDecision(organizationId))
}, about)

/** What `cancelSubscription` would come to. */
export const previewCancelSubscription = useCase("previewCancelSubscription")(function* (
  command: CancelSubscription,
): Previewed {
  return yield* previewDecision(cancelDecision(command))
}, about)
