// Checking a subscription's status. Models "Check subscription status" of the specification. GAP-30
import * as Effect from "effect/Effect"
import type { SubscriptionNotFound } from "../core/billing/Account.ts"
import { notSubscribed } from "../core/billing/invoicing/drafts.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import type { ApplyDueRejection, BillingPorts } from "./execution/applyDue.ts"
import { viewAccount } from "./viewAccount.ts"

/** The live subscription of an organization, or else the one that was cancelled last. */
export const checkSubscription = Effect.fnUntraced(function* (
  organizationId: string,
): Effect.fn.Return<Subscription, SubscriptionNotFound | ApplyDueRejection, BillingPorts> {
  const account = yield* viewAccount(organizationId)
  return account.subscription ?? (yield* Effect.fail(notSubscribed(account)))
})
