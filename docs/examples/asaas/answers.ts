// What Asaas says of a payment, in the words of the rules. An example, written from Asaas's public documentation; it was
// never run against Asaas itself.
//
// Sources: https://docs.asaas.com/docs/payment-events, /docs/refunds and the reference of /v3/payments. Asaas documents one
// answer to a card that is refused, `invalid_creditCard`, without the bank's reason; no list of reasons was found.
import * as Schema from "effect/Schema"
import { PaymentAttempt } from "studio-billing"

/** Why Asaas refuses a card, by the code of its error. A code that is not here says nothing: it may be about the request. */
export const declineCodes: Readonly<Record<string, PaymentAttempt.DeclineCode>> = {
  invalid_creditCard: "card_declined",
}

/** What the status of a payment says: the money came, whatever became of it later; it is waited for; or neither. */
export const statuses: Readonly<Record<string, "came" | "open" | "unknown">> = {
  AUTHORIZED: "unknown",
  AWAITING_CHARGEBACK_REVERSAL: "came",
  AWAITING_RISK_ANALYSIS: "unknown",
  CHARGEBACK_DISPUTE: "came",
  CHARGEBACK_REQUESTED: "came",
  CONFIRMED: "came",
  DUNNING_RECEIVED: "came",
  DUNNING_REQUESTED: "unknown",
  OVERDUE: "open",
  PENDING: "open",
  RECEIVED: "came",
  RECEIVED_IN_CASH: "came",
  REFUNDED: "came",
  REFUND_IN_PROGRESS: "came",
  REFUND_REQUESTED: "came",
}

/** What this example reads of a payment. */
export const Payment = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  billingType: Schema.String,
  dueDate: Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/)),
  deleted: Schema.Boolean,
  externalReference: Schema.NullOr(Schema.String),
  refunds: Schema.optionalKey(
    Schema.NullOr(
      Schema.Array(
        Schema.Struct({ dateCreated: Schema.String, status: Schema.String, value: Schema.Number }),
      ),
    ),
  ),
})

/** A payment at Asaas. */
export type Payment = typeof Payment.Type

/** Tells whether the money of a payment came. */
export const isPaid = ({ status }: Pick<Payment, "status">): boolean => statuses[status] === "came"

/** Tells whether a payment waits for its money, and nothing was asked for yet. */
export const isOpen = ({ status }: Payment): boolean => statuses[status] === "open"

/** The refusal that a removed payment stands for: of a card that was refused, or of a boleto that was cancelled. */
export const refusalOf = ({ billingType }: Pick<Payment, "billingType">) =>
  PaymentAttempt.refusedWith(billingType === "CREDIT_CARD" ? "card_declined" : "processing_error")

/** What the payments under one reference say together: an outcome, or the one payment that is still open. */
export const outcomeOf = (
  payments: ReadonlyArray<Payment>,
): PaymentAttempt.LookupAnswer | { readonly _tag: "Open"; readonly payment: Payment } => {
  if (payments.some(isPaid)) return { _tag: "Approved" }
  const live = payments.filter(({ deleted }) => !deleted)
  const [first] = live
  if (first !== undefined) {
    return live.length === 1 && isOpen(first) ? { _tag: "Open", payment: first } : { _tag: "Unknown" }
  }
  const [removed] = payments
  return removed === undefined ? { _tag: "NotFound" } : refusalOf(removed)
}
