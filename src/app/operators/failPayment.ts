// Failing a payment: no money will come by the attempt in flight.
import { failPayment as decide } from "../../core/billing/collection/Operators.ts"
import { recordAnswer } from "../../core/billing/collection/Payments.ts"
import { unknownCharge } from "../../core/billing/collection/Reconciliation.ts"
import type { DeclineCode } from "../../core/payment/PaymentAttempt.ts"
import { applyDue } from "../execution/applyDue.ts"
import { changeInvoice, type InvoiceRef } from "../execution/changeInvoice.ts"
import { about, useCase } from "../execution/useCase.ts"
import { askOutcome } from "../ports/askGateway.ts"

/** The attempt that failed (`null` is the one in flight), and why. */
export interface FailPayment extends InvoiceRef {
  readonly attemptId: string | null
  readonly declineCode: DeclineCode
}

/**
 * Ends the attempt in flight as refused. The gateway is asked first where its outcome is unknown: what it knows goes
 * before the operator's word, so that money that it took is not lost. Where it knows nothing, the operator's word counts
 * once no charge of the attempt can be under way any more; until then the payment is in progress. GAP-100, GAP-141
 */
export const failPayment = useCase("failPayment")(function* (command: FailPayment) {
  const { organizationId, invoiceId } = command
  const { loaded } = yield* applyDue({ organizationId, invoiceIds: [invoiceId] })
  const charge = unknownCharge(loaded.value, command)
  const answer = charge === null ? null : yield* askOutcome("lookup", charge)
  return yield* changeInvoice(command, (account, now, rules) =>
    charge !== null && (answer?._tag === "Approved" || answer?._tag === "Declined")
      ? recordAnswer(account, { invoiceId, attemptId: charge.attemptId, answer, now }, rules)
      : decide(account, { ...command, now }, rules),
  )
}, about)
