// Cancelling a subscription, at once or at the end of its period. GAP-34, GAP-35
import { cancel, scheduleCancel } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription, type SubscriptionDecision } from "./changeSubscription.ts"

/** The subscription of an organization, and when it ends. */
export interface CancelSubscription {
  readonly organizationId: string
  readonly atPeriodEnd: boolean
}

/**
 * Cancels at once, and bills and charges what is owed so far; or at the end of the running cycle, whose CYCLE invoice
 * is then the last one.
 */
export const cancelSubscription = useCase("cancelSubscription")(
  (command: CancelSubscription) => changeSubscription(cancelDecision(command)),
  about,
)

/** The decision on it. */
export const cancelDecision = ({
  organizationId,
  atPeriodEnd,
}: CancelSubscription): SubscriptionDecision => ({
  organizationId,
  decide: atPeriodEnd ? scheduleCancel : cancel,
})
