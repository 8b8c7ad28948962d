// Listing the issued invoices of an organization. GAP-45
import type * as Effect from "effect/Effect"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { InvoiceStatus } from "../../core/invoice/Invoice.ts"
import { BillingStore, type Page, type PageRequest } from "../../ports/BillingStore.ts"
import { findOrganization } from "../execution/findOrganization.ts"
import { about, useCase } from "../execution/useCase.ts"
import { type InvoiceView, viewsOf } from "./invoiceViews.ts"

/** A page of invoices, newest first; of one status, or of all with `null`. The upcoming one is not among them. */
export const listInvoices = useCase("listInvoices")(function* (
  list: PageRequest & { readonly organizationId: string; readonly status: InvoiceStatus | null },
): Effect.fn.Return<Page<InvoiceView>, OrganizationNotFound, BillingStore> {
  yield* findOrganization(list.organizationId)
  const { items, totalItems } = yield* (yield* BillingStore).invoices(list.organizationId, list)
  return { items: yield* viewsOf(list.organizationId, items), totalItems }
}, about)
