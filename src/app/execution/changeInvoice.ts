// The common part of every operator's action on an invoice: the result is the invoice after it.
import * as Effect from "effect/Effect"
import { findInvoice, type InvoiceNotFound, invoiceNotFound } from "../../core/billing/Account.ts"
import { type OperatorCommand, operate } from "../../core/billing/collection/Operators.ts"
import { type InvoiceView, viewIn } from "../invoices/invoiceViews.ts"
import type { ApplyDueRejection, BillingPorts } from "./applyDue.ts"
import { decideAndCharge } from "./decideAndCharge.ts"
import type { Decision } from "./decideAndCommit.ts"
import { currentRules } from "./loadAccount.ts"

/** An issued invoice of an organization. */
export interface InvoiceRef {
  readonly organizationId: string
  readonly invoiceId: string
}

/** Decides on the account with the invoice loaded, commits, makes the charges, and gives the invoice as it is then. */
export const changeInvoice = Effect.fnUntraced(function* <E>(
  ref: InvoiceRef,
  decide: Decision<E>["decide"],
): Effect.fn.Return<InvoiceView, E | InvoiceNotFound | ApplyDueRejection, BillingPorts> {
  const { organizationId, invoiceId } = ref
  const { account } = yield* decideAndCharge({ organizationId, invoiceIds: [invoiceId], decide })
  const invoice = findInvoice(account, invoiceId)
  if (invoice === undefined) return yield* Effect.fail(invoiceNotFound(invoiceId))
  return viewIn(account, invoice, yield* currentRules)
})

/** Applies a command of an operator to an issued invoice, and gives the invoice. */
export const operateOn = (ref: InvoiceRef, command: (now: number) => OperatorCommand) =>
  changeInvoice(ref, (account, now, rules) => operate(account, ref.invoiceId, command(now), rules))
