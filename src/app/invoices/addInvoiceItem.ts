// Adding a one-off charge to the subscription of an organization, as an operator does. GAP-173
import type * as Effect from "effect/Effect"
import type { Rules } from "../../core/billing/Account.ts"
import { type AddItemRejection, addItem, itemsOf } from "../../core/billing/invoicing/InvoiceItems.ts"
import type { InvoiceItem } from "../../core/invoice/InvoiceItem.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"

/** A charge: `quantity` times `unitPrice`, in minor units of the subscription's currency. */
export interface AddInvoiceItem extends Omit<InvoiceItem, "createdAt"> {
  readonly organizationId: string
}

/**
 * Adds an item to the live subscription. Its next document bills it, unless that is a cut at the threshold; nothing is
 * charged before. The same item again changes nothing.
 */
export const addInvoiceItem = useCase("addInvoiceItem")(function* ({
  organizationId,
  ...item
}: AddInvoiceItem): Effect.fn.Return<InvoiceItem, AddItemRejection | ApplyDueRejection, BillingPorts> {
  const { account } = yield* decideAndCharge({
    organizationId,
    decide: (account, now: number, rules: Rules) => addItem(account, { ...item, now }, rules),
  })
  const added = itemsOf(account).find((known) => known.item.itemId === item.itemId)
  if (added === undefined) throw new Error(`A new invoice item ${item.itemId} is lost`)
  return added.item
}, about)
