// Pausing a subscription: it is billed up to now and then stops. GAP-34, GAP-35
import { pause } from "../../core/billing/subscriptions/Lifecycle.ts"
import { about, useCase } from "../execution/useCase.ts"
import { changeSubscription, type SubscriptionDecision } from "./changeSubscription.ts"

/** Pauses: the unbilled usage and the fee of the active time so far are billed and charged at once. */
export const pauseSubscription = useCase("pauseSubscription")(
  (organizationId: string) => changeSubscription(pauseDecision(organizationId)),
  about,
)

/** The decision on it. */
export const pauseDecision = (organizationId: string): SubscriptionDecision => ({
  organizationId,
  decide: pause,
})
