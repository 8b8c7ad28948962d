// Winning a dispute: the money stays.
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"
import { about, useCase } from "../execution/useCase.ts"

/** Records that the dispute was won. */
export const winDispute = useCase("winDispute")(
  (ref: InvoiceRef) => operateOn(ref, (now) => ({ _tag: "WinDispute", now })),
  about,
)
