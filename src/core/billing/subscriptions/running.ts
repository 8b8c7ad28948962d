// What commands of a subscription's life are made of: a command to the account's subscription, an edit of its running
// period, a correction of the next one, and why one is refused.
import * as Result from "effect/Result"
import type { PaymentMethodNotFound } from "../../payment-method/PaymentMethod.ts"
import type { PlanInactive, PlanIntervalNotFound } from "../../plan/Plan.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { cycleQuantity, type QuantityInvalid } from "../../subscription/Quantity.ts"
import type { SubscriptionCommand, SubscriptionRejection } from "../../subscription/Subscription.ts"
import type { InstantOutOfRange } from "../../time/BillingCycle.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  type Rules,
  type SubscriptionNotFound,
  unchanged,
} from "../Account.ts"
import { updateDelinquency } from "../collection/Delinquency.ts"
import type { PaymentMethodCurrencyMismatch } from "../collection/Payments.ts"
import { fitsOneInvoice } from "../invoicing/fitsOneInvoice.ts"
import { notSubscribed } from "../invoicing/UpcomingInvoice.ts"
import type { VoidRejection } from "../invoicing/Voids.ts"
import type { BillingPeriod } from "../periods/BillingPeriod.ts"
import { correctFees } from "../periods/Corrections.ts"
import { withNextFollowing } from "../periods/nextPeriod.ts"
import { periodsOf, withPeriod } from "../periods/places.ts"

/** The subscription was changed in this cycle as often as the policy allows. GAP-122 */
export interface ChangesExhausted {
  readonly _tag: "ChangesExhausted"
  readonly change: "PAUSE" | "PLAN" | "QUANTITY"
  readonly changesMax: number
}

/** Why a command is refused. */
export type LifecycleRejection =
  | ChangesExhausted
  | VoidRejection
  | SubscriptionNotFound
  | SubscriptionRejection
  | PlanInactive
  | PlanIntervalNotFound
  | PaymentMethodNotFound
  | PaymentMethodCurrencyMismatch
  | InstantOutOfRange

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

/** Gives back what was billed early of the next cycle's fee, as far as a command makes it not due any more. */
export const correctNext = resultFn(function* (
  before: Account,
  told: Change,
  now: number,
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  if (told.account === before) return told
  const { change } = yield* correctFees(withNextFollowing(told), now, rules)
  return yield* updateDelinquency(change, now, rules)
})

/** Refuses a quantity, or a plan, whose fee would not fit on one invoice beside what is unbilled. GAP-101 */
export const checkFits = (
  account: Account,
  { now, quantity }: { readonly now: number; readonly quantity?: number },
  rules: Rules,
): Result.Result<void, QuantityInvalid> => {
  const { subscription } = account
  return subscription === null || fitsOneInvoice(account, now, rules)
    ? Result.void
    : Result.fail({
        _tag: "QuantityInvalid",
        quantity: quantity ?? cycleQuantity(subscription),
        amount: (subscription.scheduledTerms ?? subscription.terms).amount,
      })
}
