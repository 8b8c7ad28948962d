// Resuming a subscription that was paused. GAP-34, GAP-35
import { resume } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription, type SubscriptionDecision } from "./changeSubscription.ts"

/**
 * Resumes in the same cycles: ACTIVE, or PAST_DUE where an invoice is delinquent. A fee in advance is billed and charged at
 * once for the rest of the running cycle.
 */
export const resumeSubscription = useCase("resumeSubscription")(
  (organizationId: string) => changeSubscription(resumeDecision(organizationId)),
  about,
)

/** The decision on it. */
export const resumeDecision = (organizationId: string): SubscriptionDecision => ({
  organizationId,
  decide: resume,
})
