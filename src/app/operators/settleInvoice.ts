// Settling an invoice: money came from a bank, or by another way than a charge.
import type * as Effect from "effect/Effect"
import { receive } from "../../core/billing/collection/Operators.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import { IdSource } from "../../ports/IdSource.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"
import type { InvoiceView } from "../invoices/invoiceViews.ts"

/** The amount (`null` is what is due) and the id of the receipt (`null` is a new one). */
export interface SettleInvoice extends InvoiceRef {
  readonly amount: number | null
  readonly receiptId: string | null
}

/** Records the money, in full or in part; its surplus becomes a voucher. The same receipt twice is one. GAP-100 */
export const settleInvoice = useCase("settleInvoice")(function* (
  command: SettleInvoice,
): Effect.fn.Return<InvoiceView, Loaded<VoidRejection> | ApplyDueRejection, BillingPorts> {
  const { invoiceId, amount } = command
  const receiptId = command.receiptId ?? (yield* (yield* IdSource).next)
  return yield* changeInvoice(command, (account, now, rules) =>
    receive(account, { invoiceId, receiptId, amount, now }, rules),
  )
}, about)
