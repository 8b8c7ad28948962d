// Losing a dispute: the bank gave the money back to the payer.
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"
import { about, useCase } from "../execution/useCase.ts"

/** Records that the dispute was lost and the money is gone. */
export const loseDispute = useCase("loseDispute")(
  (ref: InvoiceRef) => operateOn(ref, (now) => ({ _tag: "LoseDispute", now })),
  about,
)
