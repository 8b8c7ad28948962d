// Viewing an invoice: an issued one, or the upcoming one by the id of its preview. GAP-44, GAP-45
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { findInvoice, type InvoiceNotFound, invoiceNotFound } from "../../core/billing/Account.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { InvoiceDraft } from "../../core/invoice/Invoice.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { InvoiceRef } from "../execution/changeInvoice.ts"
import { currentRules, loadAccount } from "../execution/loadAccount.ts"
import { about, useCase } from "../execution/useCase.ts"
import { upcomingOf } from "../previews/previewUpcomingInvoice.ts"
import { type InvoiceView, viewIn, viewsOf } from "./invoiceViews.ts"

/** One invoice of an organization. */
export const viewInvoice = useCase("viewInvoice")(function* ({
  organizationId,
  invoiceId,
}: InvoiceRef): Effect.fn.Return<
  InvoiceView | InvoiceDraft,
  InvoiceNotFound | OrganizationNotFound,
  BillingStore | IdSource
> {
  const issued = yield* (yield* BillingStore).invoice(organizationId, invoiceId)
  if (issued !== null) return (yield* viewsOf(organizationId, [issued]))[0] ?? issued
  // It may have been issued meanwhile: one load decides which of the two it is.
  const { value: account } = yield* loadAccount({ organizationId, invoiceIds: [invoiceId] })
  const found = findInvoice(account, invoiceId)
  if (found !== undefined) return viewIn(account, found, yield* currentRules)
  const live = yield* Effect.result(upcomingOf(account))
  return Result.isSuccess(live) && live.success.invoiceId === invoiceId
    ? live.success
    : yield* Effect.fail(invoiceNotFound(invoiceId))
}, about)
