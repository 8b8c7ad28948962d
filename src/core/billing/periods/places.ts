// Places: a period of an account with its subscription and the invoices of that subscription.
import type { Invoice } from "../../invoice/Invoice.ts"
import type { Subscription } from "../../subscription/Subscription.ts"
import { type Account, type Change, findSubscription, invoicesOf, withAccount } from "../Account.ts"
import type { BillingPeriod } from "./BillingPeriod.ts"

/** A period with what belongs to it. */
export interface Place {
  readonly subscription: Subscription
  readonly period: BillingPeriod
  /** The loaded invoices of the subscription, in the order of their issue. */
  readonly invoices: ReadonlyArray<Invoice>
}

/** The periods of the account's subscription, ascending by cycle; the last one of a live subscription is running. */
export const periodsOf = ({ subscription, periods }: Account): ReadonlyArray<BillingPeriod> =>
  periods.filter(({ subscriptionId }) => subscriptionId === subscription?.subscriptionId)

/** The place of every loaded period, also of former subscriptions. */
export const placesOf = (account: Account): ReadonlyArray<Place> =>
  account.periods.flatMap((period) => {
    const subscription = findSubscription(account, period.subscriptionId)
    return subscription === null
      ? []
      : [{ subscription, period, invoices: invoicesOf(account, period.subscriptionId) }]
  })

/** The place of a cycle of the account's subscription; `null` is the running cycle. */
export const placeOf = (account: Account, cycle: number | null): Place | null => {
  const { subscription } = account
  const periods = periodsOf(account)
  const period = cycle === null ? periods.at(-1) : periods.find((candidate) => candidate.cycle === cycle)
  if (subscription === null || period === undefined) return null
  return { subscription, period, invoices: invoicesOf(account, subscription.subscriptionId) }
}

type PeriodId = Pick<BillingPeriod, "subscriptionId" | "cycle">

const isSame = (a: PeriodId, b: PeriodId): boolean =>
  a.cycle === b.cycle && a.subscriptionId === b.subscriptionId

/** The place of a period as it is after a change. */
export const placeIn = ({ account }: Change, id: PeriodId): Place | undefined =>
  placesOf(account).find(({ period }) => isSame(period, id))

/** The change with a period in place of the earlier state of the same period. */
export const withPeriod = (change: Change, period: BillingPeriod): Change =>
  withAccount(change, {
    periods: change.account.periods.map((candidate) => (isSame(candidate, period) ? period : candidate)),
  })
