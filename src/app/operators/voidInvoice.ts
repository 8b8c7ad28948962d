// Voiding an invoice: it is forgiven, or billed again.
import type * as Effect from "effect/Effect"
import { voidInvoice as decide, type VoidRejection } from "../../core/billing/invoicing/voids.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { changeInvoice, type InvoiceRef } from "./changeInvoice.ts"

/** Whether what the invoice billed is billed again. */
export interface VoidInvoice extends InvoiceRef {
  readonly rebill: boolean
}

/** Voids an invoice and gives back what it took. What is billed again at once is charged before this answers. */
export const voidInvoice = (
  command: VoidInvoice,
): Effect.Effect<Invoice, Loaded<VoidRejection> | ApplyDueRejection, BillingPorts> =>
  changeInvoice(command, (account, now, rules) => decide(account, { ...command, now }, rules))
