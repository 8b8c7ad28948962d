// Writing an invoice off: nobody expects it to be paid any more.
import * as Effect from "effect/Effect"
import { operate } from "../../core/billing/collection/Operators.ts"
import { about } from "../execution/about.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"

/** Records that the invoice is no longer collected; money that comes later still pays it. */
export const writeOffInvoice = Effect.fn("writeOffInvoice")(
  (ref: InvoiceRef) =>
    changeInvoice(ref, (account, now, rules) =>
      operate(account, ref.invoiceId, { _tag: "WriteOff", now }, rules),
    ),
  about,
)
