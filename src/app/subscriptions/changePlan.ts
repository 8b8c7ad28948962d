// Changing the plan of a subscription, at once or at the end of its period. GAP-34, GAP-35
import * as Effect from "effect/Effect"
import * as Lifecycle from "../../core/billing/subscriptions/Lifecycle.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { BillingPorts } from "../execution/applyDue.ts"
import { about, useCase } from "../execution/useCase.ts"
import {
  changeSubscription,
  type SubscriptionChangeRejection,
  type SubscriptionDecision,
} from "./changeSubscription.ts"
import { findPlan, type PlanNotFound } from "./findPlan.ts"

/** An interval of a plan, and when the change takes effect. */
export interface ChangePlan {
  readonly organizationId: string
  readonly planId: string
  readonly planIntervalId: string
  readonly when: "NOW" | "PERIOD_END"
}

/**
 * Changes the plan now, and bills and charges what is owed under the old one; or at the end of the running cycle.
 * Choosing the current plan removes a scheduled change.
 */
export const changePlan = useCase("changePlan")(function* (
  command: ChangePlan,
): Effect.fn.Return<Subscription, PlanNotFound | SubscriptionChangeRejection, BillingPorts> {
  return yield* changeSubscription(yield* planChangeDecision(command))
}, about)

/** The decision on it. */
export const planChangeDecision = Effect.fnUntraced(function* ({
  organizationId,
  planId,
  planIntervalId,
  when,
}: ChangePlan): Effect.fn.Return<SubscriptionDecision, PlanNotFound, BillingStore> {
  const plan = yield* findPlan(planId)
  const change = when === "NOW" ? Lifecycle.changePlan : Lifecycle.schedulePlanChange
  return {
    organizationId,
    decide: (account, now, rules) => change(account, { plan, planIntervalId, now }, rules),
  }
})
