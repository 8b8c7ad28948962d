// Places: a group of an account with the subscription that it is of and the documents of that subscription.
import type { Invoice } from "../../invoice/Invoice.ts"
import type { Subscription } from "../../subscription/Subscription.ts"
import { type Account, type Change, documentsOf, findSubscription, withAccount } from "../Account.ts"
import type { BillingGroup } from "./BillingGroup.ts"

/** Where a document belongs. */
export interface Place {
  readonly subscription: Subscription
  readonly group: BillingGroup
  /** The documents of the subscription that the account has in view, in the order of their issue. */
  readonly documents: ReadonlyArray<Invoice>
}

/** The groups of the account's subscription, ascending by cycle; the last one of a live subscription is running. */
export const groupsOf = ({ subscription, groups }: Account): ReadonlyArray<BillingGroup> =>
  groups.filter(({ subscriptionId }) => subscriptionId === subscription?.subscriptionId)

/** The place of every group of an account, also of a former subscription's. */
export const placesOf = (account: Account): ReadonlyArray<Place> =>
  account.groups.flatMap((group) => {
    const subscription = findSubscription(account, group.subscriptionId)
    return subscription === null
      ? []
      : [{ subscription, group, documents: documentsOf(account, group.subscriptionId) }]
  })

/** The place of a cycle of the account's subscription; `null` as the cycle means the running one. */
export const placeOf = (account: Account, cycle: number | null): Place | null => {
  const { subscription } = account
  const groups = groupsOf(account)
  const group = cycle === null ? groups.at(-1) : groups.find((candidate) => candidate.cycle === cycle)
  if (subscription === null || group === undefined) return null
  return { subscription, group, documents: documentsOf(account, subscription.subscriptionId) }
}

/** The same place as it is after a change. */
export const placeAfter = ({ account }: Change, { group }: Place): Place | undefined =>
  placesOf(account).find(
    (place) => place.group.cycle === group.cycle && place.group.subscriptionId === group.subscriptionId,
  )

/** The change with a group in the place of the one of its cycle. */
export const withGroup = (change: Change, group: BillingGroup): Change =>
  withAccount(change, {
    groups: change.account.groups.map((candidate) =>
      candidate.cycle === group.cycle && candidate.subscriptionId === group.subscriptionId
        ? group
        : candidate,
    ),
  })
