// All that time alone causes: boundaries that end cycles, trials that end, invoices that fall due and are written off, vouchers and
// boletos that expire, dunning, and look-ups of unknown outcomes. One step is taken at a time, in time order, each at
// its own instant. So any division of a span gives the same result.
import * as Result from "effect/Result"
import type { Receivable } from "../invoice/Receivable.ts"
import { isInFlight } from "../payment/PaymentAttempt.ts"
import { resultFn, type Steps } from "../resultFn.ts"
import * as Dunning from "../subscription/Dunning.ts"
import { isLive } from "../subscription/Subscription.ts"
import * as Trial from "../subscription/Trial.ts"
import * as Voucher from "../voucher/Voucher.ts"
import {
  type Account,
  applyToInvoice,
  applyToSubscription,
  type Change,
  type Rules,
  subscriptionsOf,
  unchanged,
} from "./Account.ts"
import { newestAt, notBefore } from "./Clocks.ts"
import { expireSlips, slipExpiryAt } from "./collection/Boletos.ts"
import { callOperator } from "./collection/callOperator.ts"
import { delinquentAt, updateDelinquency } from "./collection/Delinquency.ts"
import { exhaust, exhaustedAt, takeRounds } from "./collection/dunningRounds.ts"
import { invoicesDue, receivablesOf } from "./collection/Receivables.ts"
import { lookUp, lookupAt } from "./collection/Reconciliation.ts"
import { withMoved } from "./collection/voucherLedgers.ts"
import { writeOff, writeOffAt } from "./collection/WriteOffs.ts"
import { issueAndCharge } from "./invoicing/Issuing.ts"
import { isBilled } from "./periods/Accrual.ts"
import * as BillingPeriod from "./periods/BillingPeriod.ts"
import { creditOwed } from "./periods/giveBack.ts"
import { giveMissingDiscount } from "./periods/giveMissingDiscount.ts"
import { groupsOf, unloadedOf } from "./periods/groups.ts"
import { begunNext, startCycle } from "./periods/nextPeriod.ts"
import { type Place, placeOf, placesOf, withPeriod } from "./periods/places.ts"
import { cancel, type LifecycleRejection, suspend } from "./subscriptions/Lifecycle.ts"
import { announceTrialEnd, endTrial } from "./subscriptions/Trials.ts"

/** Why a due step cannot be taken. */
export type DueRejection = LifecycleRejection

/** A step that becomes due at an instant. Steps of one instant are taken in the order of `DUE_KINDS`. */
export interface Due {
  readonly at: number
  readonly kind: DueKind
}

type DueKind = (typeof DUE_KINDS)[number]

/** What time alone causes, in the order in which the steps of one instant are taken. */
export const DUE_KINDS = [
  "BOUNDARY",
  "TRIAL_ENDING",
  "TRIAL_END",
  "VOUCHER_EXPIRY",
  "SLIP_EXPIRY",
  "STALE_ATTEMPT",
  "DELINQUENCY",
  "DUNNING",
  "DUNNING_EXHAUSTED",
  "WRITE_OFF",
  "LOOKUP",
] as const

/** The next step that becomes due in an account; `null` when time alone changes nothing. */
export const nextDue = (account: Account, rules: Rules): Due | null => {
  let first: Due | null = null
  eachDue(account, rules, (kind, at) => {
    if (at !== null && (first === null || isBefore({ at, kind }, first))) first = { at, kind }
  })
  return first
}

/**
 * Every step that becomes due in an account as it is, in the order in which they are taken, each kind once an instant. What a
 * step causes is not among them: the end of the running cycle is, and not that of the next one.
 *
 * @example
 * ```ts
 * import { Account, defaultPolicy, Due } from "studio-billing"
 *
 * const nova = { organizationId: "org-1", name: "Nova", currency: "BRL", status: "ACTIVE" } as const
 * const rules = { policy: defaultPolicy, deriveId: (key: string) => key }
 * Due.allDue(Account.emptyAccount(nova), rules) // []
 * ```
 */
export const allDue = (account: Account, rules: Rules): ReadonlyArray<Due> => {
  const found = new Map<string, Due>()
  eachDue(account, rules, (kind, at) => {
    if (at !== null) found.set(`${at} ${kind}`, { at, kind })
  })
  return Array.from(found.values()).sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** Calls `add` with each step of an account, in no order. A step that never becomes due has `null` for its instant. */
const eachDue = (account: Account, rules: Rules, add: (kind: DueKind, at: number | null) => void): void => {
  for (const { expiresAt, balance } of account.vouchers) add("VOUCHER_EXPIRY", balance > 0 ? expiresAt : null)
  const subscriptions = subscriptionsOf(account)
  // Where dunning runs the subscription is delinquent already, unless its debt was billed again and still has its grace.
  const unassessed = subscriptions.flatMap(({ subscriptionId, dunning, status }) =>
    dunning === null || (Dunning.isRebilled(dunning) && status === "ACTIVE") ? subscriptionId : [],
  )
  const writesOff = rules.policy.writeOffAfterDays !== null
  const dunnings = new Map(subscriptions.map((one) => [one.subscriptionId, one.dunning]))
  for (const list of receivablesOf(account)) {
    for (const receivable of list) {
      const { attempt, subscriptionId } = receivable
      if (attempt !== null) {
        add("STALE_ATTEMPT", staleAt(receivable, rules))
        add("SLIP_EXPIRY", slipExpiryAt(attempt, rules))
        add("LOOKUP", lookupAt(attempt, rules))
      } else if (writesOff)
        add("WRITE_OFF", writeOffAt(receivable, dunnings.get(subscriptionId) ?? null, rules))
      if (unassessed.length > 0 && unassessed.includes(subscriptionId)) {
        add("DELINQUENCY", delinquentAt(receivable, rules.policy.graceMillis))
      }
    }
  }
  for (const subscription of subscriptions) {
    const { dunning, cycle, trial } = subscription
    if (isLive(subscription)) add("BOUNDARY", cycle.endAt)
    if (trial !== undefined && Trial.inTrial(subscription)) {
      add("TRIAL_ENDING", Trial.announcedAt(subscription, rules.policy))
      add("TRIAL_END", trial.endAt)
    }
    if (dunning === null) continue
    add("DUNNING", Dunning.nextRoundAt(dunning, rules.policy))
    add("DUNNING_EXHAUSTED", exhaustedAt(account, rules, subscription))
  }
}

/**
 * The instant at which a decision on an account is made: `at`, when it was loaded. Where a step has become due since
 * `from`, up to which all steps were taken, it is the last instant before that step: usage may have come since, and no
 * cycle may go on beyond its end. Else it is not before the newest instant of the account: another process may have
 * brought it further.
 */
export const presentOf = (
  account: Account,
  clock: { readonly from: number; readonly at: number },
  rules: Rules,
): number => {
  const due = nextDue(account, rules)
  // An answer is recorded when it comes, also after the instant of a step that nobody has taken.
  const present = notBefore(account, clock.at)
  return due !== null && due.at <= present ? Math.max(clock.from, due.at - 1) : present
}

const isBefore = (a: Due, b: Due): boolean =>
  a.at < b.at || (a.at === b.at && DUE_KINDS.indexOf(a.kind) < DUE_KINDS.indexOf(b.kind))

/**
 * Takes one due step at its own instant. Commit it before the next one, because the invoice that it issues is charged
 * at once. The present is later where a run comes late.
 */
export const takeStep = (
  account: Account,
  due: Due,
  rules: Rules,
  presentAt: number = due.at,
): Result.Result<Change, DueRejection> => {
  switch (due.kind) {
    case "BOUNDARY":
      return crossBoundary(account, rules)
    case "TRIAL_ENDING":
      return announceTrialEnd(unchanged(account), due.at)
    case "TRIAL_END":
      return endTrial(account, due.at, rules)
    case "VOUCHER_EXPIRY":
      return Result.succeed(
        account.vouchers.reduce(
          (change, voucher) => withMoved(change, Voucher.expire(voucher, due.at)),
          unchanged(account),
        ),
      )
    case "STALE_ATTEMPT":
      return forgetAttempts(account, due.at, rules)
    case "SLIP_EXPIRY":
      return expireSlips(account, instantOf(account, due.at), rules)
    case "DELINQUENCY":
      return updateDelinquency(unchanged(account), due.at, rules)
    case "DUNNING":
      return takeRounds(unchanged(account), instantOf(account, due.at), rules)
    case "DUNNING_EXHAUSTED":
      return giveUp(account, instantOf(account, due.at), rules)
    case "WRITE_OFF":
      return writeOff(account, instantOf(account, due.at), rules)
    case "LOOKUP":
      return lookUp(account, { at: due.at, presentAt }, rules)
  }
}

/**
 * The instant of a step that bills or ends something. Another policy may have brought it into the past: it comes after what
 * has happened since, and before the end of the running cycle. GAP-183
 */
const instantOf = (account: Account, dueAt: number): number => {
  const { subscription } = account
  const isRunning = subscription !== null && isLive(subscription)
  const endAt = isRunning ? Trial.currentPeriod(subscription).endAt : Number.POSITIVE_INFINITY
  return Math.max(dueAt, Math.min(newestAt(account), endAt - 1))
}

/** Records that dunning is exhausted, and then pauses or cancels a live subscription where the policy says so. */
const giveUp = resultFn(function* (account: Account, at: number, rules: Rules): Steps<Change, DueRejection> {
  // By another policy an invoice may have its grace again.
  const assessed = yield* updateDelinquency(unchanged(account), at, rules)
  if (assessed.account !== account) return assessed
  const exhausted = yield* exhaust(assessed, at, rules)
  const { onExhausted } = rules.policy
  const { subscription } = exhausted.account
  const isOfOther = subscription === account.subscription
  if (onExhausted === "STAY" || subscription === null || isOfOther || !isLive(subscription)) return exhausted
  const ended = yield* (onExhausted === "PAUSE" ? suspend : cancel)(exhausted.account, at, rules)
  return { ...ended, billingEvents: [...exhausted.billingEvents, ...ended.billingEvents] }
})

/**
 * Ends the running cycle. Issues its CYCLE invoice, unless it is paused. Then starts the next cycle with a scheduled
 * change of plan, or ends the subscription where that was scheduled. One that ends while it is paused gets a FINAL
 * invoice, so that no accepted usage is left.
 */
const crossBoundary = resultFn(function* (account: Account, rules: Rules): Steps<Change, DueRejection> {
  const place = placeOf(account, null)
  // A subscription that has ended has no more boundaries.
  if (place === null || !isLive(place.subscription)) return unchanged(account)
  const { subscription } = place
  const at = subscription.cycle.endAt
  const isLast = subscription.cancelAt !== null && subscription.cancelAt <= at
  let next = unchanged(account)
  if (subscription.status !== "PAUSED") {
    const begins = begunNext(account)
    next = yield* issueAndCharge(next, { kind: "CYCLE", feeUntil: at, begins, at }, rules)
  } else if (isLast) {
    next = yield* issueAndCharge(next, { kind: "FINAL", feeUntil: at, at }, rules)
  }
  next = settle(withPeriod(next, BillingPeriod.close(place.period, at)), at, rules)
  next = isLast ? yield* applyToSubscription(next, { _tag: "Cancel", now: at }) : yield* startCycle(next, at)
  next = yield* giveMissingDiscount(next, place.period.cycle, at, rules)
  return yield* updateDelinquency(next, at, rules)
})

/**
 * Marks closed periods as settled when nothing can be billed or given back any more. They are not loaded again. A
 * payment in flight keeps a period open, and so does the next one while a document of this one bills its fee.
 */
const settle = (change: Change, now: number, rules: Rules): Change =>
  placesOf(change.account, true).reduce((next, place) => {
    const { period, subscription, invoices } = place
    if (subscription !== next.account.subscription || period.settled) return next
    if (!isDone(place, now, rules)) return next
    const following = placeOf(change.account, period.cycle + 1)
    const isNeeded =
      following !== null &&
      following.period.advanceInvoiceIds?.some((id) =>
        invoices.some(({ invoiceId, cycle }) => invoiceId === id && cycle === period.cycle),
      ) === true &&
      !isDone(following, now, rules)
    return isNeeded ? next : withPeriod(next, { ...period, settled: true })
  }, change)

/** Tells whether nothing of a period itself can be billed or given back any more. */
const isDone = ({ subscription, period, invoices }: Place, now: number, { policy }: Rules): boolean => {
  // A change to an interval of another length closed it before its end: no usage has come since.
  const closedAt = period.segments.at(-1)?.endAt ?? period.endAt
  if (closedAt + policy.usageLateMillis >= now || !isBilled(period, invoices)) return false
  const own = invoices.filter((invoice) => groupsOf(invoice).includes(period.cycle))
  return (
    !own.some(({ attempts }) => attempts.some(isInFlight)) &&
    // What is kept for its documents alone has given back what it owed.
    (unloadedOf([period], invoices).length > 0 || creditOwed({ subscription, period, invoices }) === 0)
  )
}

/** The instant from which the outcome of an unanswered attempt is unknown; `null` for any other attempt. */
const staleAt = ({ attempt }: Receivable, rules: Rules): number | null =>
  attempt?.status === "STARTED" ? attempt.at + rules.policy.attemptStaleMillis : null

/** Marks attempts as unknown that got no answer for so long that the process which made them is gone. */
const forgetAttempts = resultFn(function* (
  account: Account,
  at: number,
  rules: Rules,
): Steps<Change, DueRejection> {
  let next = unchanged(account)
  const stale = yield* invoicesDue(account, at, (receivable) => staleAt(receivable, rules))
  for (const { invoiceId, attempts } of stale) {
    const attemptId = attempts.find(({ status }) => status === "STARTED")?.attemptId ?? ""
    const answer = { _tag: "Unknown" } as const
    next = yield* applyToInvoice(next, invoiceId, { _tag: "RecordAnswer", attemptId, answer, now: at })
    next = yield* callOperator(next, { invoiceId, attemptId, now: at }, rules)
  }
  return next
})
