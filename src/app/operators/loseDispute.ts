// Losing a dispute: the bank gave the money back to the payer.
import type * as Effect from "effect/Effect"
import { type OperatorRejection, operate } from "../../core/billing/collection/operators.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { changeInvoice, type InvoiceRef } from "./changeInvoice.ts"

/** Records that the money is gone. */
export const loseDispute = (
  ref: InvoiceRef,
): Effect.Effect<Invoice, Loaded<OperatorRejection> | ApplyDueRejection, BillingPorts> =>
  changeInvoice(ref, (account, now, rules) =>
    operate(account, ref.invoiceId, { _tag: "LoseDispute", now }, rules),
  )
