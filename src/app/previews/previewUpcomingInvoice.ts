// Previewing the upcoming invoice, as it is now or will be. Models "Preview upcoming invoice" of the specification. GAP-44,
// GAP-124
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Account, SubscriptionNotFound } from "../../core/billing/Account.ts"
import { notBefore } from "../../core/billing/Clocks.ts"
import { type NoUpcomingInvoice, upcoming } from "../../core/billing/invoicing/UpcomingInvoice.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import type { InvoiceRejection } from "../../core/invoice/computeInvoice.ts"
import type { InvoiceDraft } from "../../core/invoice/Invoice.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import { currentRules, loadAccount } from "../execution/loadAccount.ts"
import { about, useCase } from "../execution/useCase.ts"

/** Why there is no upcoming invoice. */
export type PreviewRejection = SubscriptionNotFound | NoUpcomingInvoice | InvoiceRejection

/** The upcoming invoice as it is now, under the id with which it will be issued. */
export const previewUpcomingInvoice = useCase("previewUpcomingInvoice")(function* (
  organizationId: string,
): Effect.fn.Return<InvoiceDraft, PreviewRejection | OrganizationNotFound, BillingStore | IdSource> {
  const { value: account } = yield* loadAccount({ organizationId })
  return yield* upcomingOf(account)
}, about)

/**
 * The upcoming invoice as it will be issued if nothing happens until then: a voucher that ends before does not pay it, and
 * one that takes effect before does. It is what a page may announce; what paying now costs, `previewUpcomingInvoice` says.
 */
export const previewNextInvoice = useCase("previewNextInvoice")(function* (
  organizationId: string,
): Effect.fn.Return<InvoiceDraft, PreviewRejection | OrganizationNotFound, BillingStore | IdSource> {
  const { value: account } = yield* loadAccount({ organizationId })
  return yield* Effect.fromResult(upcoming(account, Number.POSITIVE_INFINITY, yield* currentRules))
}, about)

/** The upcoming invoice of a loaded account. */
export const upcomingOf = Effect.fnUntraced(function* (
  account: Account,
): Effect.fn.Return<InvoiceDraft, PreviewRejection, IdSource> {
  const now = notBefore(account, yield* Clock.currentTimeMillis)
  return yield* Effect.fromResult(upcoming(account, now, yield* currentRules))
})
