// What commands of a subscription's life are made of: a command to the account's subscription, an edit of its running
// period, and the refusal where a cycle was changed too often.
import * as Result from "effect/Result"
import type { SubscriptionCommand, SubscriptionRejection } from "../../subscription/Subscription.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  type SubscriptionNotFound,
  unchanged,
} from "../Account.ts"
import { notSubscribed } from "../invoicing/UpcomingInvoice.ts"
import type { BillingPeriod } from "../periods/BillingPeriod.ts"
import { periodsOf, withPeriod } from "../periods/places.ts"

/** The subscription was changed in this cycle as often as the policy allows. GAP-122 */
export interface ChangesExhausted {
  readonly _tag: "ChangesExhausted"
  readonly change: "PAUSE" | "PLAN" | "QUANTITY"
  readonly changesMax: number
}

/** Applies a command to the account's subscription. */
export const tell = (
  account: Account,
  command: SubscriptionCommand,
): Result.Result<Change, SubscriptionNotFound | SubscriptionRejection> =>
  account.subscription === null
    ? Result.fail(notSubscribed(account))
    : applyToSubscription(unchanged(account), command)

/** The change with the running period edited. */
export const withRunning = (change: Change, edit: (period: BillingPeriod) => BillingPeriod): Change => {
  const running = periodsOf(change.account).at(-1)
  return running === undefined ? change : withPeriod(change, edit(running))
}
