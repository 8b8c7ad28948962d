// Winning a dispute: the money stays.
import * as Effect from "effect/Effect"
import { operate } from "../../core/billing/collection/Operators.ts"
import { about } from "../execution/about.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"

/** Records that the dispute was won. */
export const winDispute = Effect.fn("winDispute")(
  (ref: InvoiceRef) =>
    changeInvoice(ref, (account, now, rules) =>
      operate(account, ref.invoiceId, { _tag: "WinDispute", now }, rules),
    ),
  about,
)
