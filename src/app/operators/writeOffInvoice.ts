// Writing an invoice off: nobody expects it to be paid any more.
import * as Effect from "effect/Effect"
import { about } from "../execution/about.ts"
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"

/** Records that the invoice is no longer collected; money that comes later still pays it. */
export const writeOffInvoice = Effect.fn("writeOffInvoice")(
  (ref: InvoiceRef) => operateOn(ref, (now) => ({ _tag: "WriteOff", now })),
  about,
)
