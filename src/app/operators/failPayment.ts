// Failing a payment: no money will come by the attempt in flight.
import * as Effect from "effect/Effect"
import { failPayment as decide } from "../../core/billing/collection/Operators.ts"
import type { DeclineCode } from "../../core/payment/PaymentAttempt.ts"
import { about } from "../execution/about.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"

/** The attempt that failed (`null` is the one in flight), and why. */
export interface FailPayment extends InvoiceRef {
  readonly attemptId: string | null
  readonly declineCode: DeclineCode
}

/** Ends the attempt in flight as refused, as if the gateway had said so. GAP-100 */
export const failPayment = Effect.fn("failPayment")(
  (command: FailPayment) =>
    changeInvoice(command, (account, now, rules) => decide(account, { ...command, now }, rules)),
  about,
)
