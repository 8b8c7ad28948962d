// What every action of an operator on an invoice has in common: the answer is the invoice as it is after it.
import * as Effect from "effect/Effect"
import { type InvoiceNotFound, invoiceNotFound } from "../../core/billing/Account.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import { BillingStore } from "../../ports/BillingStore.ts"
import type { ApplyDueRejection, BillingPorts } from "./applyDue.ts"
import { decideAndCharge } from "./decideAndCharge.ts"
import type { Decision } from "./decideAndCommit.ts"

/** Which issued invoice, of which organization. */
export interface InvoiceRef {
  readonly organizationId: string
  readonly invoiceId: string
}

/** Decides on the account with the invoice in view, commits, charges what the change asks for, and gives the invoice. */
export const changeInvoice = Effect.fnUntraced(function* <E>(
  ref: InvoiceRef,
  decide: Decision<E>["decide"],
): Effect.fn.Return<Invoice, E | InvoiceNotFound | ApplyDueRejection, BillingPorts> {
  const { organizationId, invoiceId } = ref
  yield* decideAndCharge({ organizationId, invoiceIds: [invoiceId], decide })
  const invoice = yield* (yield* BillingStore).invoice(organizationId, invoiceId)
  return invoice ?? (yield* Effect.fail(invoiceNotFound(invoiceId)))
})
