// Reconciliation: looking up a charge whose outcome is unknown. A charge that the gateway does not know is made again
// under the same key, but only while the gateway would still remember it.
import * as Result from "effect/Result"
import {
  amountDue,
  attemptInFlight,
  type Invoice,
  type InvoiceRejection,
  isPayable,
} from "../../invoice/Invoice.ts"
import type { LookupAnswer, PaymentAttempt } from "../../payment/PaymentAttempt.ts"
import { mayChargeAgain, nextLookupAt } from "../../payment/RetrySchedules.ts"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { DAY_MILLIS } from "../../time/Instant.ts"
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
import { chargeOf } from "../invoicing/Charging.ts"
import type { VoidRejection } from "../invoicing/Voids.ts"
import { callOperator } from "./callOperator.ts"
import { recordAnswer } from "./Payments.ts"
import { invoicesDue } from "./Receivables.ts"

/**
 * The instant of the next look-up of an attempt; `null` unless its outcome is unknown and a look-up is left. While no operator
 * was called, one is always left: where a crash lost the last one, or another policy has fewer, one more a day later. GAP-140
 */
export const lookupAt = (attempt: PaymentAttempt, { policy }: Rules): number | null => {
  const { status, at: unknownAt, lookups, lookupsLateMillis: lateMillis = 0, operatorCalledAt } = attempt
  if (status !== "UNKNOWN" || operatorCalledAt !== undefined) return null
  const { reconciliationMillis } = policy
  const daysMore = 1 + lookups - reconciliationMillis.length
  return (
    nextLookupAt({ unknownAt, lookups, lateMillis }, policy) ??
    unknownAt + (reconciliationMillis.at(-1) ?? 0) + lateMillis + daysMore * DAY_MILLIS
  )
}

/** The charge of an attempt, as it was made; `null` where its method is gone. */
export const chargeOfAttempt = (
  account: Account,
  invoice: Invoice,
  attempt: PaymentAttempt,
): Charge | null => {
  const method = PaymentMethod.find(account.paymentMethods, attempt.paymentMethodId)
  return Result.isSuccess(method) ? chargeOf(invoice, attempt, method.success) : null
}

/** The charge of the attempt in flight of an invoice, where its outcome is unknown; else `null`. */
export const unknownCharge = (
  account: Account,
  ref: { readonly invoiceId: string; readonly attemptId: string | null },
): Charge | null => {
  const invoice = findInvoice(account, ref.invoiceId)
  const attempt = invoice === undefined ? null : attemptInFlight(invoice)
  if (invoice === undefined || attempt === null || attempt.status === "PENDING") return null
  return ref.attemptId === null || ref.attemptId === attempt.attemptId
    ? chargeOfAttempt(account, invoice, attempt)
    : null
}

/**
 * Asks for every look-up that is due. Each is counted before it is made, so that one that is lost in a crash is not
 * repeated for ever. A run that comes late does not use up all look-ups at once: those that follow wait as long as they
 * would have. GAP-137
 */
export const lookUp = resultFn(function* (
  account: Account,
  { at, presentAt }: { readonly at: number; readonly presentAt: number },
  rules: Rules,
): Steps<Change, InvoiceRejection | InvoicesNotLoaded> {
  let next = unchanged(account)
  for (const invoice of yield* invoicesDue(
    account,
    at,
    ({ attempt }) => attempt && lookupAt(attempt, rules),
  )) {
    const attempt = attemptInFlight(invoice)
    if (attempt === null) continue
    const { invoiceId } = invoice
    const { attemptId } = attempt
    const lookups = attempt.lookups + 1
    const lateMillis = Math.max(0, presentAt - at)
    const count = { _tag: "CountLookup", attemptId, lookups, lateMillis, now: at } as const
    next = yield* applyToInvoice(next, invoiceId, count)
    const charge = chargeOfAttempt(account, invoice, attempt)
    next =
      charge === null
        ? yield* callOperator(next, { invoiceId, attemptId, now: at }, rules)
        : { ...next, lookups: [...next.lookups, charge] }
  }
  return next
})

/** The answer to a look-up. */
export interface LookupCommand {
  readonly invoiceId: string
  readonly attemptId: string
  readonly answer: LookupAnswer
  /** The instant of the record. */
  readonly now: number
  /** The present; it is later than `now` in a run that catches up. It tells whether the gateway may have forgotten. */
  readonly presentAt: number
}

/** Tells whether the whole amount of an attempt is still to be collected. */
const isWanted = (invoice: Invoice, attempt: PaymentAttempt): boolean =>
  isPayable(invoice) && invoice.status !== "UNCOLLECTIBLE" && amountDue(invoice) >= attempt.amount

/**
 * Records the answer to a look-up like a direct answer. A charge that the gateway does not know is made again under the
 * same key, if the gateway would still remember it and all of its amount is still due. After that only an operator can
 * tell.
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
  return charge !== null && isDue
    ? Result.succeed({ ...start, charges: [charge] })
    : callOperator(start, ref, rules)
}
