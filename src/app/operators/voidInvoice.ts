// Voiding an invoice: it is forgiven, or billed again.
import * as Effect from "effect/Effect"
import { voidInvoice as decide } from "../../core/billing/invoicing/Voids.ts"
import { about } from "../execution/about.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"

/** An invoice, and whether its lines are billed again. */
export interface VoidInvoice extends InvoiceRef {
  readonly rebill: boolean
}

/** Voids an invoice and gives back what it took. An invoice that replaces it is charged before this answers. */
export const voidInvoice = Effect.fn("voidInvoice")(
  (command: VoidInvoice) =>
    changeInvoice(command, (account, now, rules) => decide(account, { ...command, now }, rules)),
  about,
)
