// Winning a dispute: the money stays.
import * as Effect from "effect/Effect"
import { about } from "../execution/about.ts"
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"

/** Records that the dispute was won. */
export const winDispute = Effect.fn("winDispute")(
  (ref: InvoiceRef) => operateOn(ref, (now) => ({ _tag: "WinDispute", now })),
  about,
)
