// Losing a dispute: the bank gave the money back to the payer.
import * as Effect from "effect/Effect"
import { about } from "../execution/about.ts"
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"

/** Records that the dispute was lost and the money is gone. */
export const loseDispute = Effect.fn("loseDispute")(
  (ref: InvoiceRef) => operateOn(ref, (now) => ({ _tag: "LoseDispute", now })),
  about,
)
