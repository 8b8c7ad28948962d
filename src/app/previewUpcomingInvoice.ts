// Previewing the upcoming invoice. Models "Preview upcoming invoice" of the specification. GAP-44
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { SubscriptionNotFound } from "../core/billing/Account.ts"
import { type NoUpcomingInvoice, upcoming } from "../core/billing/invoicing/drafts.ts"
import { notBefore } from "../core/billing/schedule.ts"
import type { InvoiceRejection } from "../core/invoice/computeInvoice.ts"
import type { InvoiceDraft } from "../core/invoice/Invoice.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./execution/applyDue.ts"
import { currentRules } from "./execution/decideAndCommit.ts"

/** The running document as it stands, under the id with which it will be issued. */
export const previewUpcomingInvoice = Effect.fnUntraced(function* (
  organizationId: string,
): Effect.fn.Return<
  InvoiceDraft,
  SubscriptionNotFound | NoUpcomingInvoice | InvoiceRejection | ApplyDueRejection,
  BillingPorts
> {
  const now = yield* Clock.currentTimeMillis
  const { value: account } = yield* applyDue({ organizationId }, now)
  return yield* Effect.fromResult(upcoming(account, notBefore(account, now), yield* currentRules))
})
