// The billing threshold of an organization: the amount of unbilled usage at which it is billed in the middle of a cycle
// (rule 3 of the specification). GAP-46, GAP-47
import * as Result from "effect/Result"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isLive } from "../../subscription/Subscription.ts"
import {
  type Account,
  type BillingThreshold,
  type Change,
  invoicesOf,
  type Rules,
  type SubscriptionNotFound,
  unchanged,
  withAccount,
} from "../Account.ts"
import { updateDelinquency } from "../collection/Delinquency.ts"
import { type IssueRejection, issueAndCharge } from "../invoicing/Issuing.ts"
import { thresholdSnapshot } from "../invoicing/UpcomingInvoice.ts"
import { periodsOf } from "./places.ts"

/** The threshold is not a positive whole number of minor units. */
export interface ThresholdInvalid {
  readonly _tag: "ThresholdInvalid"
  readonly value: number
}

/** The threshold is in another currency than the live subscription. GAP-73 */
export interface SubscriptionCurrencyMismatch {
  readonly _tag: "SubscriptionCurrencyMismatch"
  readonly currency: string
  readonly thresholdCurrency: string
}

/** The organization has no threshold. */
export interface ThresholdNotFound {
  readonly _tag: "ThresholdNotFound"
  readonly organizationId: string
}

/** Why a threshold is not set. */
export type ThresholdRejection =
  | ThresholdInvalid
  | SubscriptionCurrencyMismatch
  | IssueRejection
  | SubscriptionNotFound

/** The threshold of an organization that has one. */
export const thresholdOf = ({
  threshold,
  organization,
}: Account): Result.Result<BillingThreshold, ThresholdNotFound> =>
  threshold === null
    ? Result.fail({ _tag: "ThresholdNotFound", organizationId: organization.organizationId })
    : Result.succeed(threshold)

/** Sets the threshold of an organization, in the currency of its live subscription; usage beyond it is billed now. */
export const setThreshold = (
  account: Account,
  command: BillingThreshold & { readonly now: number },
  rules: Rules,
): Result.Result<Change, ThresholdRejection> => {
  const { value, currency, now } = command
  const { subscription } = account
  if (!Number.isSafeInteger(value) || value <= 0) return Result.fail({ _tag: "ThresholdInvalid", value })
  if (subscription !== null && isLive(subscription) && subscription.terms.currency !== currency) {
    return Result.fail({
      _tag: "SubscriptionCurrencyMismatch",
      currency: subscription.terms.currency,
      thresholdCurrency: currency,
    })
  }
  const same = account.threshold?.value === value && account.threshold.currency === currency
  const change = unchanged(account)
  return cutAtThreshold(same ? change : withAccount(change, { threshold: { value, currency } }), now, rules)
}

/** Removes the threshold: from then on only boundaries bill usage. */
export const removeThreshold = (account: Account): Change =>
  account.threshold === null ? unchanged(account) : withAccount(unchanged(account), { threshold: null })

/**
 * Issues one CUT invoice when the unbilled usage exceeds the threshold: for all of it, without fee, due and charged at
 * once. Only while ACTIVE or PAST_DUE, and not more often a cycle than the policy allows; after that the boundary bills
 * the rest. GAP-180
 */
export const cutAtThreshold = resultFn(function* (
  change: Change,
  now: number,
  rules: Rules,
): Steps<Change, IssueRejection | SubscriptionNotFound> {
  const { subscription } = change.account
  const cycle = periodsOf(change.account).at(-1)?.cycle
  if (subscription === null || (subscription.status !== "ACTIVE" && subscription.status !== "PAST_DUE")) {
    return change
  }
  const snapshot = yield* thresholdSnapshot(change.account)
  if (snapshot === null || !snapshot.exceeded) return change
  const cuts = invoicesOf(change.account, subscription.subscriptionId).filter(
    (invoice) => invoice.cycle === cycle && invoice.kind === "CUT",
  )
  if (cuts.length >= rules.policy.cutsMax) return change
  const cut = yield* issueAndCharge(change, { kind: "CUT", feeUntil: null, at: now }, rules)
  return yield* updateDelinquency(cut, now, rules)
})
