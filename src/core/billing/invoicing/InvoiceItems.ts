// Adding an invoice item to a subscription, and removing it while no invoice bills it. GAP-173
import * as Result from "effect/Result"
import { itemKey } from "../../invoice/BilledLine.ts"
import * as InvoiceItem from "../../invoice/InvoiceItem.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isLive } from "../../subscription/Subscription.ts"
import {
  type Account,
  type Change,
  invoicesOf,
  type Rules,
  type SubscriptionNotFound,
  unchanged,
} from "../Account.ts"
import { billedItems } from "../periods/Accrual.ts"
import type { BillingPeriod } from "../periods/BillingPeriod.ts"
import { periodsOf, placeOf, withPeriod } from "../periods/places.ts"
import { fitsOneInvoice } from "./fitsOneInvoice.ts"
import { notSubscribed } from "./UpcomingInvoice.ts"

/** An item of this id with other content is known. */
export interface InvoiceItemConflict {
  readonly _tag: "InvoiceItemConflict"
  readonly itemId: string
}

/** So many items wait for an invoice already. */
export interface InvoiceItemLimitReached {
  readonly _tag: "InvoiceItemLimitReached"
  readonly max: number
}

/** The subscription has no item of this id in the periods that can still be billed. */
export interface InvoiceItemNotFound {
  readonly _tag: "InvoiceItemNotFound"
  readonly itemId: string
}

/** The item stands on an invoice. */
export interface InvoiceItemBilled {
  readonly _tag: "InvoiceItemBilled"
  readonly itemId: string
}

/** Why an item is not added. */
export type AddItemRejection =
  | SubscriptionNotFound
  | InvoiceItem.InvoiceItemInvalid
  | InvoiceItemConflict
  | InvoiceItemLimitReached

/** Why an item is not removed. */
export type RemoveItemRejection = SubscriptionNotFound | InvoiceItemNotFound | InvoiceItemBilled

/** An item with the period that it was added to, and whether an invoice bills it. */
export interface KnownItem {
  readonly item: InvoiceItem.InvoiceItem
  readonly period: BillingPeriod
  readonly isBilled: boolean
}

/** The items of the account's subscription in the periods that can still be billed, oldest first. */
export const itemsOf = (account: Account): ReadonlyArray<KnownItem> => {
  const periods = periodsOf(account)
  const billed = billedItems(invoicesOf(account, account.subscription?.subscriptionId), periods)
  return periods.flatMap((period) =>
    (period.items ?? []).map((item) => {
      const key = itemKey({ kind: "ITEM", cycle: period.cycle, itemId: item.itemId })
      return { item, period, isBilled: (billed.get(key)?.quantity ?? 0) > 0 }
    }),
  )
}

/**
 * Adds an item, which the next document of the subscription bills once, unless that is a cut. Of one that is paused it
 * waits. The same item again changes nothing; another one of its id is refused.
 */
export const addItem = resultFn(function* (
  account: Account,
  command: Omit<InvoiceItem.InvoiceItem, "createdAt"> & { readonly now: number },
  rules: Rules,
): Steps<Change, AddItemRejection> {
  const { now, ...wanted } = command
  const { itemId, name, unitPrice, quantity } = yield* InvoiceItem.check(wanted)
  const place = placeOf(account, null)
  if (place === null || !isLive(place.subscription)) return yield* Result.fail(notSubscribed(account))
  const known = itemsOf(account)
  const before = known.find(({ item }) => item.itemId === itemId)
  if (before !== undefined) {
    if (InvoiceItem.isSame(before.item, wanted)) return unchanged(account)
    return yield* Result.fail<InvoiceItemConflict>({ _tag: "InvoiceItemConflict", itemId })
  }
  const max = InvoiceItem.UNBILLED_ITEMS_MAX
  if (known.filter(({ isBilled }) => !isBilled).length >= max) {
    return yield* Result.fail<InvoiceItemLimitReached>({ _tag: "InvoiceItemLimitReached", max })
  }
  const item = { itemId, name, unitPrice, quantity, createdAt: now }
  const items = [...(place.period.items ?? []), item]
  const added = withPeriod(unchanged(account), { ...place.period, items })
  if (fitsOneInvoice(added.account, now, rules)) return added
  return yield* Result.fail<InvoiceItem.InvoiceItemInvalid>({
    _tag: "InvoiceItemInvalid",
    member: "unitPrice",
    value: unitPrice,
  })
})

/** Removes an item that no invoice bills. */
export const removeItem = resultFn(function* (
  account: Account,
  { itemId }: { readonly itemId: string },
): Steps<Change, RemoveItemRejection> {
  if (account.subscription === null) return yield* Result.fail(notSubscribed(account))
  const known = itemsOf(account).find(({ item }) => item.itemId === itemId)
  if (known === undefined) {
    return yield* Result.fail<InvoiceItemNotFound>({ _tag: "InvoiceItemNotFound", itemId })
  }
  if (known.isBilled) return yield* Result.fail<InvoiceItemBilled>({ _tag: "InvoiceItemBilled", itemId })
  const { items: before = [], ...period } = known.period
  const items = before.filter((item) => item.itemId !== itemId)
  return withPeriod(unchanged(account), items.length === 0 ? period : { ...period, items })
})
