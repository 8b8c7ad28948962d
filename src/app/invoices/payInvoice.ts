// Paying an invoice: two commits with the charge between them. The first one starts the attempt, so that no other can
// start; the second one records the answer of the gateway. Models "Pay an invoice" of the specification.
import * as Effect from "effect/Effect"
import { type Change, type Charge, findInvoice } from "../../core/billing/Account.ts"
import { slipToCancel } from "../../core/billing/collection/Boletos.ts"
import { type PayRejection, pay, recordAnswer } from "../../core/billing/collection/Payments.ts"
import type { VoidRejection } from "../../core/billing/invoicing/Voids.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import { isPayable } from "../../core/invoice/InvoiceAmounts.ts"
import { invoiceNotPayable } from "../../core/invoice/InvoiceCommands.ts"
import type { DeclineCode } from "../../core/payment/PaymentAttempt.ts"
import { type ApplyDueRejection, applyDue, type BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import type { Decision, Loaded } from "../execution/decideAndCommit.ts"
import { currentRules } from "../execution/loadAccount.ts"
import { runToCompletion } from "../execution/runToCompletion.ts"
import { about, useCase } from "../execution/useCase.ts"
import { askOutcome } from "../ports/askGateway.ts"
import { type InvoiceView, viewIn } from "./invoiceViews.ts"

/** The gateway refused the charge. The invoice records it too. GAP-42 */
export interface PaymentDeclined {
  readonly _tag: "PaymentDeclined"
  readonly invoiceId: string
  readonly declineCode: DeclineCode
  readonly retryable: boolean
}

/** An invoice, a method (the default with `null`), and the amount that the payer expects. */
export interface PayInvoice {
  readonly organizationId: string
  readonly invoiceId: string
  readonly paymentMethodId: string | null
  readonly expectedPayableAmount: number | null
}

/**
 * Pays an invoice, or the upcoming one by the id of its preview, and gives it as it is then: PAID, or still open while
 * the outcome is open (a boleto, an unknown answer). A refusal is `PaymentDeclined`.
 *
 * At most one attempt of an invoice is in flight and none starts after it is paid, so a repeat never charges twice. An
 * unknown outcome locks the invoice and is not a failure. GAP-42, GAP-43
 */
export const payInvoice = useCase("payInvoice")(function* (
  command: PayInvoice,
): Effect.fn.Return<InvoiceView, Loaded<PayRejection> | PaymentDeclined | ApplyDueRejection, BillingPorts> {
  const { organizationId, invoiceId } = command
  const upToDate = yield* applyDue({ organizationId, invoiceIds: [invoiceId] })
  const { loaded, upTo: now } = upToDate
  const rules = yield* currentRules
  const slip = slipToCancel(loaded.value, { ...command, now }, rules)
  const { change, followed, account } = yield* slip === null
    ? decideAndCharge(paymentOf(command, null), upToDate)
    : runToCompletion(
        // The loaded account may be old after the call to the gateway.
        Effect.flatMap(cancelSlip(slip), (cancelledAttemptId) =>
          decideAndCharge(paymentOf(command, cancelledAttemptId)),
        ),
      )
  const invoice = invoiceOf(followed[0] ?? change, invoiceId)
  const [charge] = change.charges
  const attempt = invoice.attempts.find(({ attemptId }) => attemptId === charge?.attemptId)
  if (attempt?.status === "DECLINED" && attempt.declineCode !== null) {
    const { declineCode, retryable } = attempt
    return yield* Effect.fail<PaymentDeclined>({ _tag: "PaymentDeclined", invoiceId, declineCode, retryable })
  }
  // It was paid, and the money went back, before the answer of the gateway arrived here.
  if (invoice.status !== "PAID" && !isPayable(invoice)) return yield* Effect.fail(invoiceNotPayable(invoice))
  return viewIn(account, invoice, rules)
}, about)

const paymentOf = (
  command: PayInvoice,
  cancelledAttemptId: string | null,
): Decision<Loaded<PayRejection>> => ({
  organizationId: command.organizationId,
  invoiceIds: [command.invoiceId],
  decide: (account, now, rules) => pay(account, { ...command, cancelledAttemptId, now }, rules),
})

/**
 * Cancels a pending boleto at the gateway, so that a card can pay instead. Gives its attempt when the gateway has
 * cancelled it. Money that already came by it is recorded. Otherwise the payment that follows finds it in progress.
 */
const cancelSlip = Effect.fnUntraced(function* (
  slip: Charge,
): Effect.fn.Return<string | null, Loaded<VoidRejection> | ApplyDueRejection, BillingPorts> {
  const { organizationId, invoiceId, attemptId } = slip
  const answer = yield* askOutcome("cancel", slip)
  if (answer._tag === "Declined") return attemptId
  if (answer._tag !== "Approved") return null
  yield* decideAndCharge({
    organizationId,
    invoiceIds: [invoiceId],
    decide: (account, now, rules) => recordAnswer(account, { invoiceId, attemptId, answer, now }, rules),
  })
  return null
})

const invoiceOf = (change: Change, invoiceId: string): Invoice => {
  const invoice = findInvoice(change.account, invoiceId)
  if (invoice === undefined) throw new Error(`A payment lost its invoice ${invoiceId}`)
  return invoice
}
