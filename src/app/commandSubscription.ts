// A command of a subscription's life: the one way in which its use cases run.
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { Account, Change, Rules } from "../core/billing/Account.ts"
import { notSubscribed } from "../core/billing/invoicing/drafts.ts"
import type { LifecycleRejection } from "../core/billing/subscriptions/lifecycle.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import type { ApplyDueRejection, BillingPorts } from "./execution/applyDue.ts"
import { decideAndCharge } from "./execution/decideAndCharge.ts"
import { type Loaded, noFacts } from "./execution/decideAndCommit.ts"

/** Why a command on a subscription is refused. */
export type SubscriptionCommandRejection = Loaded<LifecycleRejection> | ApplyDueRejection

/**
 * Decides a command on the organization's subscription and gives it as it is after the charges that this caused.
 * Where one of them is refused the command stands, and the subscription is PAST_DUE if it goes on. GAP-35
 */
export const commandSubscription = Effect.fnUntraced(function* (
  organizationId: string,
  decide: (account: Account, now: number, rules: Rules) => Result.Result<Change, LifecycleRejection>,
): Effect.fn.Return<Subscription, SubscriptionCommandRejection, BillingPorts> {
  const { account } = yield* decideAndCharge({
    organizationId,
    facts: noFacts,
    decide: (account, { now, rules }) => decide(account, now, rules),
  })
  return account.subscription ?? (yield* Effect.fail(notSubscribed(account)))
})
