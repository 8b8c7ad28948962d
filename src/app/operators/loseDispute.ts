// Losing a dispute: the bank gave the money back to the payer.
import * as Effect from "effect/Effect"
import { operate } from "../../core/billing/collection/Operators.ts"
import { about } from "../execution/about.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"

/** Records that the dispute was lost and the money is gone. */
export const loseDispute = Effect.fn("loseDispute")(
  (ref: InvoiceRef) =>
    changeInvoice(ref, (account, now, rules) =>
      operate(account, ref.invoiceId, { _tag: "LoseDispute", now }, rules),
    ),
  about,
)
