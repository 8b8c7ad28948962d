// Reconciliation: learning what became of a charge whose outcome is unknown. It only looks up; a charge that the gateway
// does not know is made again under the same key, while the gateway would still remember it, and never later.
import * as Result from "effect/Result"
import {
  amountDue,
  attemptInFlight,
  type Invoice,
  type InvoiceRejection,
  isPayable,
} from "../../invoice/Invoice.ts"
import type { Receivable } from "../../invoice/Receivable.ts"
import type { LookupAnswer, PaymentAttempt } from "../../payment/PaymentAttempt.ts"
import { mayChargeAgain, nextLookupAt } from "../../payment/RetrySchedules.ts"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import {
  type Account,
  applyToInvoice,
  type Change,
  type Charge,
  findInvoice,
  type InvoicesNotLoaded,
  type Rules,
  unchanged,
} from "../Account.ts"
import { chargeOf } from "../invoicing/Issuing.ts"
import type { VoidRejection } from "../invoicing/Voids.ts"
import { recordAnswer } from "./Payments.ts"
import { invoicesWhere } from "./Receivables.ts"

/** When an attempt is looked up next; `null` unless its outcome is unknown and a look-up is left. */
export const lookupAt = (attempt: PaymentAttempt, rules: Rules): number | null =>
  attempt.status === "UNKNOWN"
    ? nextLookupAt({ unknownAt: attempt.at, lookups: attempt.lookups }, rules.policy)
    : null

/** The charge of an attempt of the account, as it was made; `null` where there is no such attempt or its method is gone. */
export const chargeOfAttempt = (
  account: Account,
  invoice: Invoice,
  attempt: PaymentAttempt,
): Charge | null => {
  const method = PaymentMethod.find(account.paymentMethods, attempt.paymentMethodId)
  return Result.isSuccess(method) ? chargeOf(invoice, attempt, method.success) : null
}

/**
 * Asks for every look-up that is due. Each is counted before it is made, so that one that is lost with its process is
 * not made for ever.
 */
export const lookUp = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Change, InvoiceRejection | InvoicesNotLoaded> {
  let next = unchanged(account)
  const isDue = ({ attempt }: Receivable): boolean => {
    const due = attempt === null ? null : lookupAt(attempt, rules)
    return due !== null && due <= at
  }
  for (const invoice of yield* invoicesWhere(account, isDue)) {
    const attempt = attemptInFlight(invoice)
    if (attempt === null) continue
    const { invoiceId } = invoice
    const { attemptId } = attempt
    const lookups = attempt.lookups + 1
    next = yield* applyToInvoice(next, invoiceId, { _tag: "CountLookup", attemptId, lookups, now: at })
    const charge = chargeOfAttempt(account, invoice, attempt)
    if (charge !== null) next = { ...next, lookups: [...next.lookups, charge] }
  }
  return next
})

/** What a look-up found. */
export interface LookupCommand {
  readonly invoiceId: string
  readonly attemptId: string
  readonly answer: LookupAnswer
  /** The instant of the record. */
  readonly now: number
  /** The present, which is later where a run caught up: only it tells what the gateway may have forgotten. */
  readonly presentAt: number
}

/** Whether all that an attempt is to bring still is wanted: meanwhile it may have been paid or written off. */
const isWanted = (invoice: Invoice, attempt: PaymentAttempt): boolean =>
  isPayable(invoice) && invoice.status !== "UNCOLLECTIBLE" && amountDue(invoice) >= attempt.amount

/**
 * Records what a look-up found, the way a direct answer goes. Where the gateway knows nothing of the charge it is to be
 * made again, under the same key, while the attempt is younger than the gateway's memory and all of its amount still is
 * due; after that only an operator can tell.
 */
export const recordLookup = (
  account: Account,
  command: LookupCommand,
  rules: Rules,
): Result.Result<Change, VoidRejection> => {
  const { answer, presentAt, ...ref } = command
  if (answer._tag !== "NotFound") return recordAnswer(account, { ...ref, answer }, rules)
  const invoice = findInvoice(account, ref.invoiceId)
  const attempt = invoice?.attempts.find(({ attemptId }) => attemptId === ref.attemptId)
  const start = unchanged(account)
  if (invoice === undefined || attempt === undefined || attempt.status !== "UNKNOWN")
    return Result.succeed(start)
  const { startedAt } = attempt
  const charge = chargeOfAttempt(account, invoice, attempt)
  const isDue = isWanted(invoice, attempt) && mayChargeAgain({ startedAt, now: presentAt }, rules.policy)
  return Result.succeed(charge !== null && isDue ? { ...start, charges: [charge] } : start)
}
