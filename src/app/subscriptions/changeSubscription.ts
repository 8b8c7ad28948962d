// The common part of every change of a subscription: the result is the subscription after it.
import * as Effect from "effect/Effect"
import type { SubscriptionNotFound } from "../../core/billing/Account.ts"
import { notSubscribed } from "../../core/billing/invoicing/UpcomingInvoice.ts"
import type { LifecycleRejection } from "../../core/billing/subscriptions/Lifecycle.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import type { Decision, Loaded } from "../execution/decideAndCommit.ts"

/** Why a change of a subscription is refused. */
export type SubscriptionChangeRejection = Loaded<LifecycleRejection> | ApplyDueRejection

/** A decision on the subscription of an organization. */
export type SubscriptionDecision = Decision<Loaded<LifecycleRejection>>

/**
 * Makes a change of the organization's subscription and gives it as it is after the charges. If a charge is refused
 * the change stays, and a subscription that goes on is PAST_DUE. GAP-35
 */
export const changeSubscription = <E, Reads>(
  decision: Decision<E, Reads>,
): Effect.Effect<Subscription, E | SubscriptionNotFound | ApplyDueRejection, BillingPorts> =>
  Effect.flatMap(decideAndCharge(decision), ({ account }) =>
    account.subscription === null
      ? Effect.fail(notSubscribed(account))
      : Effect.succeed(account.subscription),
  )
