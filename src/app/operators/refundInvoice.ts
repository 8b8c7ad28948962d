// Refunding an invoice: money that it received goes back. The rules record it; paying it out is the operator's.
import type * as Effect from "effect/Effect"
import type { OperatorRejection } from "../../core/billing/collection/Operators.ts"
import { IdSource } from "../../ports/IdSource.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"
import type { InvoiceView } from "../invoices/invoiceViews.ts"

/** The amount that goes back (`null` is all that can), and the id of the refund (`null` is a new one). */
export interface RefundInvoice extends InvoiceRef {
  readonly amount: number | null
  readonly refundId: string | null
}

/** Records a refund of what was received and has not gone back. The same refund twice is one. */
export const refundInvoice = useCase("refundInvoice")(function* (
  command: RefundInvoice,
): Effect.fn.Return<InvoiceView, Loaded<OperatorRejection> | ApplyDueRejection, BillingPorts> {
  const { amount } = command
  const refundId = command.refundId ?? (yield* (yield* IdSource).next)
  return yield* operateOn(command, (now) => ({ _tag: "Refund", refundId, amount, now }))
}, about)
