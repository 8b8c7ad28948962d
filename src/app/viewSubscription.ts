// Viewing a subscription by its id, also one that has ended. GAP-30
import * as Effect from "effect/Effect"
import type { SubscriptionNotFound } from "../core/billing/Account.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import { BillingStore } from "../ports/BillingStore.ts"
import type { ApplyDueRejection, BillingPorts } from "./execution/applyDue.ts"
import { viewAccount } from "./viewAccount.ts"

/** One subscription of an organization. */
export const viewSubscription = Effect.fnUntraced(function* (
  organizationId: string,
  subscriptionId: string,
): Effect.fn.Return<Subscription, SubscriptionNotFound | ApplyDueRejection, BillingPorts> {
  yield* viewAccount(organizationId)
  const subscription = yield* (yield* BillingStore).subscription(organizationId, subscriptionId)
  return (
    subscription ??
    (yield* Effect.fail<SubscriptionNotFound>({ _tag: "SubscriptionNotFound", organizationId }))
  )
})
