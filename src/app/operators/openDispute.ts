// Opening a dispute: the payer demands the money back from the bank.
import * as Effect from "effect/Effect"
import { about } from "../execution/about.ts"
import { type InvoiceRef, operateOn } from "../execution/changeInvoice.ts"

/** Records that the payer disputes the payment. */
export const openDispute = Effect.fn("openDispute")(
  (ref: InvoiceRef) => operateOn(ref, (now) => ({ _tag: "OpenDispute", now })),
  about,
)
