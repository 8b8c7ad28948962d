// Voiding an invoice: it is forgiven, or billed again.
import { voidInvoice as decide } from "../../core/billing/invoicing/Voids.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"
import { about, useCase } from "../execution/useCase.ts"

/** An invoice, and whether its lines are billed again. */
export interface VoidInvoice extends InvoiceRef {
  readonly rebill: boolean
}

/** Voids an invoice and gives back what it took. An invoice that replaces it is charged before this answers. */
export const voidInvoice = useCase("voidInvoice")(
  (command: VoidInvoice) =>
    changeInvoice(command, (account, now, rules) => decide(account, { ...command, now }, rules)),
  about,
)
