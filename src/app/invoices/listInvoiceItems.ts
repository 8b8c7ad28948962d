// The one-off charges of an organization's subscription. GAP-173
import type * as Effect from "effect/Effect"
import { itemsOf } from "../../core/billing/invoicing/InvoiceItems.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { InvoiceItem } from "../../core/invoice/InvoiceItem.ts"
import type { BillingStore, Page, PageRequest } from "../../ports/BillingStore.ts"
import { loadAccount } from "../execution/loadAccount.ts"
import { paginate } from "../execution/paginate.ts"
import { about, useCase } from "../execution/useCase.ts"

/** A page of an organization's items. */
export interface ListInvoiceItems extends PageRequest {
  readonly organizationId: string
}

/** An item, and whether an invoice bills it. */
export interface ListedItem extends InvoiceItem {
  readonly isBilled: boolean
}

/** The items of the periods that can still be billed, the newest first. */
export const listInvoiceItems = useCase("listInvoiceItems")(function* (
  list: ListInvoiceItems,
): Effect.fn.Return<Page<ListedItem>, OrganizationNotFound, BillingStore> {
  const { organizationId } = list
  const known = itemsOf((yield* loadAccount({ organizationId })).value)
  return paginate(known.map(({ item, isBilled }) => ({ ...item, isBilled })).toReversed(), list)
}, about)
