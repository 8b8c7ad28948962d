// Writing an invoice off: nobody expects it to be paid any more.
import type * as Effect from "effect/Effect"
import { type OperatorRejection, operate } from "../../core/billing/collection/operators.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { changeInvoice, type InvoiceRef } from "./changeInvoice.ts"

/** Records that the invoice is not collected; money that comes all the same still pays it. */
export const writeOffInvoice = (
  ref: InvoiceRef,
): Effect.Effect<Invoice, Loaded<OperatorRejection> | ApplyDueRejection, BillingPorts> =>
  changeInvoice(ref, (account, now, rules) =>
    operate(account, ref.invoiceId, { _tag: "WriteOff", now }, rules),
  )
