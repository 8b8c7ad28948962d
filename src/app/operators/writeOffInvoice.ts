// Writing an invoice off: nobody expects it to be paid any more.
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"
import { about, useCase } from "../execution/useCase.ts"

/** Records that the invoice is no longer collected; money that comes later still pays it. */
export const writeOffInvoice = useCase("writeOffInvoice")(
  (ref: InvoiceRef) => operateOn(ref, (now) => ({ _tag: "WriteOff", now })),
  about,
)
