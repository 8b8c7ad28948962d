// Viewing an invoice: an issued one, or the upcoming one by the id of its preview. GAP-44, GAP-45
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { InvoiceNotFound } from "../core/billing/Account.ts"
import { upcoming } from "../core/billing/invoicing/drafts.ts"
import type { Invoice, InvoiceDraft } from "../core/invoice/Invoice.ts"
import { BillingStore } from "../ports/BillingStore.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "./execution/applyDue.ts"
import { currentRules } from "./execution/decideAndCommit.ts"

/** One invoice of an organization. */
export const viewInvoice = Effect.fnUntraced(function* (
  organizationId: string,
  invoiceId: string,
): Effect.fn.Return<Invoice | InvoiceDraft, InvoiceNotFound | ApplyDueRejection, BillingPorts> {
  const now = yield* Clock.currentTimeMillis
  const { value: account } = yield* applyDue({ organizationId }, now)
  const issued = yield* (yield* BillingStore).invoice(organizationId, invoiceId)
  if (issued !== null) return issued
  const live = upcoming(account, now, yield* currentRules)
  return Result.isSuccess(live) && live.success.invoiceId === invoiceId
    ? live.success
    : yield* Effect.fail<InvoiceNotFound>({ _tag: "InvoiceNotFound", invoiceId })
})
