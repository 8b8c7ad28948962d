// Opening a dispute: the payer demands the money back from the bank.
import * as Effect from "effect/Effect"
import { operate } from "../../core/billing/collection/Operators.ts"
import { about } from "../execution/about.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"

/** Records that the payer disputes the payment. */
export const openDispute = Effect.fn("openDispute")(
  (ref: InvoiceRef) =>
    changeInvoice(ref, (account, now, rules) =>
      operate(account, ref.invoiceId, { _tag: "OpenDispute", now }, rules),
    ),
  about,
)
