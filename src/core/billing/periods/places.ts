// Places: a period of an account with its subscription and the invoices of that subscription.
import type { Invoice } from "../../invoice/Invoice.ts"
import type { Subscription } from "../../subscription/Subscription.ts"
import { type Account, type Change, findSubscription, invoicesOf, withAccount } from "../Account.ts"
import type { BillingPeriod } from "./BillingPeriod.ts"
import { unloadedOf } from "./groups.ts"

/** A period with what belongs to it. */
export interface Place {
  readonly subscription: Subscription
  readonly period: BillingPeriod
  /** The loaded invoices of the subscription, in the order of their issue. */
  readonly invoices: ReadonlyArray<Invoice>
}

/** All periods of the account's subscription, ascending by cycle, with one whose fee was paid ahead. */
export const allPeriodsOf = ({ subscription, periods }: Account): ReadonlyArray<BillingPeriod> =>
  periods.filter(({ subscriptionId }) => subscriptionId === subscription?.subscriptionId)

/**
 * The periods of the account's subscription up to its cycle, ascending; the last one of a live subscription is running.
 */
export const periodsOf = (account: Account): ReadonlyArray<BillingPeriod> => {
  const { subscription } = account
  return subscription === null
    ? []
    : allPeriodsOf(account).filter(({ cycle }) => cycle <= subscription.cycle.cycle)
}

/**
 * The place of every loaded period, also of former subscriptions. A period whose fee was billed by a document that is
 * not loaded is left out, unless it is asked for: it is kept for its own documents, and nothing of it is decided.
 */
export const placesOf = (account: Account, withUnloaded = false): ReadonlyArray<Place> =>
  account.periods.flatMap((period) => {
    const subscription = findSubscription(account, period.subscriptionId)
    const invoices = invoicesOf(account, period.subscriptionId)
    return subscription === null || (!withUnloaded && unloadedOf([period], invoices).length > 0)
      ? []
      : [{ subscription, period, invoices }]
  })

/** The place of a cycle of the account's subscription; `null` is the running cycle. */
export const placeOf = (account: Account, cycle: number | null): Place | null => {
  const { subscription } = account
  const period =
    cycle === null
      ? periodsOf(account).at(-1)
      : allPeriodsOf(account).find((candidate) => candidate.cycle === cycle)
  if (subscription === null || period === undefined) return null
  return { subscription, period, invoices: invoicesOf(account, subscription.subscriptionId) }
}

type PeriodId = Pick<BillingPeriod, "subscriptionId" | "cycle">

const isSame = (a: PeriodId, b: PeriodId): boolean =>
  a.cycle === b.cycle && a.subscriptionId === b.subscriptionId

/** The place of a period as it is after a change. */
export const placeIn = ({ account }: Change, id: PeriodId): Place | undefined =>
  placesOf(account).find(({ period }) => isSame(period, id))

/** The change with a period in place of the earlier state of the same period; a new one comes last. */
export const withPeriod = (change: Change, period: BillingPeriod): Change => {
  const { periods } = change.account
  return withAccount(change, {
    periods: periods.some((candidate) => isSame(candidate, period))
      ? periods.map((candidate) => (isSame(candidate, period) ? period : candidate))
      : [...periods, period],
  })
}
