// What is left to be said of an organization's records, and of the store's own: payment methods, currencies, when it has
// to be looked at next, idempotency keys.
import type { PaymentMethod } from "../../src/index.ts"
import { type Books, type Fault, faultOf, type WorldBooks } from "./books/Books.ts"
import { runsTrial } from "./books/trials.ts"
import { isOpen } from "./payments.ts"
import { ledgerOf } from "./vouchers.ts"

const DAY_MILLIS = 86_400_000

const idsOf = (methods: ReadonlyArray<PaymentMethod.PaymentMethod>): ReadonlyArray<string> =>
  methods.map(({ paymentMethodId }) => paymentMethodId)

/** There are no more methods of a type than may be. */
export function* methodLimits({ paymentMethods, policy }: Books): Iterable<Fault> {
  for (const [type, max] of Object.entries(policy.paymentMethodsMax)) {
    const methods = paymentMethods.filter((method) => method.type === type)
    if (methods.length <= max) continue
    yield faultOf(`There are ${methods.length} of type ${type}, of ${max}`, ...idsOf(methods))
  }
}

/** Exactly one method is the default, where there is any. */
export function* defaultMethod({ paymentMethods }: Books): Iterable<Fault> {
  const defaults = paymentMethods.filter(({ isDefault }) => isDefault)
  if (paymentMethods.length > 0 && defaults.length !== 1) {
    yield faultOf(`${defaults.length} methods are the default`, ...idsOf(paymentMethods))
  }
}

/** A subscription, its invoices, the vouchers that they took and its threshold are in one currency. */
export function* currencies(books: Books): Iterable<Fault> {
  const { subscriptions, vouchers, threshold } = books
  for (const { subscription, documents } of subscriptions) {
    const { terms, subscriptionId, status } = subscription
    const { currency } = terms
    const invoiceIds = new Set(documents.map(({ invoiceId }) => invoiceId))
    for (const invoice of documents.filter((document) => document.currency !== currency)) {
      yield faultOf(`It is in ${invoice.currency} and not in ${currency}`, invoice.invoiceId)
    }
    for (const voucher of vouchers.filter((one) => one.currency !== currency)) {
      const entries = ledgerOf(books, voucher.voucherId)
      if (!entries.some(({ invoiceId }) => invoiceId !== null && invoiceIds.has(invoiceId))) continue
      yield faultOf(`It paid ${currency} in ${voucher.currency}`, voucher.voucherId)
    }
    if (status !== "CANCELLED" && threshold !== null && threshold.currency !== currency) {
      yield faultOf(`The threshold is in ${threshold.currency}`, subscriptionId)
    }
  }
}

/** The organization is listed for the first thing that time alone will bring about, or earlier. */
export function* due(books: Books): Iterable<Fault> {
  const { dueAt, organizationId } = books
  const first = Math.min(...dueInstants(books))
  if (first === Number.POSITIVE_INFINITY || (dueAt !== null && dueAt <= first)) return
  yield faultOf(`Something is due at ${first}, and it is listed for ${dueAt}`, organizationId)
}

/** Ends of cycles and of vouchers, attempts that go stale or are looked up, invoices that fall due or are written off. */
function* dueInstants({ subscriptions, invoices, vouchers, policy, judgedAt }: Books): Iterable<number> {
  for (const { expiresAt, balance } of vouchers) {
    // Of one that has expired already its own rule tells.
    if (expiresAt !== null && balance > 0 && judgedAt.some((at) => at < expiresAt)) yield expiresAt
  }
  for (const { attempts } of invoices) {
    for (const { status, at, lookups, lookupsLateMillis = 0, operatorCalledAt } of attempts) {
      if (status === "STARTED") yield at + policy.attemptStaleMillis
      if (status !== "UNKNOWN" || operatorCalledAt !== undefined) continue
      const lookup = policy.reconciliationMillis[lookups]
      // Somebody has to be told of it, a day after the last look-up at the latest.
      const last =
        (policy.reconciliationMillis.at(-1) ?? 0) +
        (lookups + 1 - policy.reconciliationMillis.length) * DAY_MILLIS
      yield at + (lookup ?? last) + lookupsLateMillis
    }
  }
  for (const { subscription, documents } of subscriptions) {
    if (subscription.status !== "CANCELLED") yield subscription.cycle.endAt
    if (subscription.trial !== undefined && runsTrial(subscription)) yield subscription.trial.endAt
    for (const { status, dueAt, updatedAt, attempts } of documents) {
      const isUnpaid = status === "OPEN" || status === "PAYMENT_FAILED" || status === "EXPIRED"
      if (policy.writeOffAfterDays === null || !isUnpaid || attempts.some(isOpen)) continue
      const { dunning } = subscription
      const days = policy.dunningDays
      // Nothing is given up while it will be tried again.
      if (dunning !== null && dunning.exhaustedAt === null && dunning.tries < days.length) continue
      if (dunning !== null && dunning.attemptId !== null) continue
      const lastRoundAt = dunning === null ? 0 : dunning.startedAt + (days.at(-1) ?? 0) * DAY_MILLIS
      const overAt = dunning?.waitedUntil ?? lastRoundAt
      yield Math.max(dueAt + policy.writeOffAfterDays * DAY_MILLIS, updatedAt, overAt)
    }
    const isAssessed =
      subscription.dunning?.refusedMethodIds !== undefined && subscription.status === "ACTIVE"
    if (subscription.dunning !== null && !isAssessed) continue
    for (const { status, dueAt, attempts } of documents) {
      if (status === "OPEN" && !attempts.some(isOpen)) yield dueAt + policy.graceMillis
    }
  }
}

/** An answer is kept of a key that was answered, and of no other one; every key ends after it was taken. */
export function* idempotencyKeys({ idempotencyKeys: keys }: WorldBooks): Iterable<Fault> {
  for (const { keyId, status, answer, takenAt, expiresAt } of keys) {
    if ((status === "ANSWERED") !== (answer !== null)) {
      yield faultOf(`It is ${status} ${answer === null ? "without" : "with"} an answer`, keyId)
    }
    if (expiresAt <= takenAt) yield faultOf("It ended before it was taken", keyId)
  }
}
