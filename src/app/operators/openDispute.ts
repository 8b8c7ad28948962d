// Opening a dispute: the payer demands the money back from the bank.
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"
import { about, useCase } from "../execution/useCase.ts"

/** Records that the payer disputes the payment. */
export const openDispute = useCase("openDispute")(
  (ref: InvoiceRef) => operateOn(ref, (now) => ({ _tag: "OpenDispute", now })),
  about,
)
