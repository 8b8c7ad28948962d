// Winning a dispute: the bank lets the money stay.
import type * as Effect from "effect/Effect"
import { type OperatorRejection, operate } from "../../core/billing/collection/operators.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { changeInvoice, type InvoiceRef } from "./changeInvoice.ts"

/** Records that the money stays. */
export const winDispute = (
  ref: InvoiceRef,
): Effect.Effect<Invoice, Loaded<OperatorRejection> | ApplyDueRejection, BillingPorts> =>
  changeInvoice(ref, (account, now, rules) =>
    operate(account, ref.invoiceId, { _tag: "WinDispute", now }, rules),
  )
