// What time brings: boundaries, expiries, late documents, dunning and look-ups, in their order. Section 8 of the semantics.
import { settleCoupon } from "./credit.ts"
import { empty } from "./discounts.ts"
import { type Doc, inFlight, isInTrial, type Model, runningPeriod, type Sub } from "./Model.ts"
import * as Money from "./money.ts"
import { isSpent, lateAt, roundAt, takeRound, updateDelinquency } from "./standing.ts"
import * as Life from "./subscription.ts"

/** Ends a step: what it started is answered, one attempt after the other, with all that follows from each. */
export const endStep = (model: Model, at: number): void => {
  for (const period of model.subs.flatMap(({ periods }) => periods)) settleCoupon(model, period, at)
  updateDelinquency(model, at)
  const started = model.started
  model.started = []
  for (const attempt of started) {
    Money.answerAttempt(model, attempt, model.answer, at)
    endStep(model, at)
  }
}

interface Due {
  readonly at: number
  readonly rank: number
  readonly take: () => void
}

const lookUp = (model: Model, at: number): void => {
  const asked = model.docs.flatMap(({ attempts }) => attempts.filter((each) => lookupAt(model, each) === at))
  for (const attempt of asked) attempt.lookups += 1
  endStep(model, at)
  for (const attempt of asked) {
    if (attempt.status !== "UNKNOWN") continue
    if (model.finding !== "notFound") Money.answerAttempt(model, attempt, model.finding, at)
    else if (Money.isChargedAgain(model, attempt, at)) {
      const { doc, method, amount } = attempt
      model.charges.push({ at: attempt.startedAt, document: doc.index, method, amount })
      model.started.push(attempt)
    }
    endStep(model, at)
  }
}

const lookupAt = (
  { policy }: Model,
  { status, unknownAt, lookups }: Doc["attempts"][number],
): number | null => {
  const after = policy.reconciliationMillis[lookups]
  return status === "UNKNOWN" && after !== undefined ? unknownAt + after : null
}

/** When what nobody pays is written off; never while somebody does, or while it will be tried again. */
const writeOffAt = (model: Model, doc: Doc): number | null => {
  const { policy } = model
  const isUnpaid = doc.status === "OPEN" || doc.status === "PAYMENT_FAILED" || doc.status === "EXPIRED"
  if (policy.writeOffAfterDays === null || !isUnpaid || inFlight(doc) !== null) return null
  const { dunning } = doc.period.sub
  if (dunning !== null && (dunning.waitsFor !== null || roundAt(model, doc.period.sub) !== null)) return null
  return doc.dueAt + policy.writeOffAfterDays * 86_400_000
}

/** All that is due of a subscription. */
const dueOfSub = (model: Model, sub: Sub, now: number): ReadonlyArray<Due> => {
  const due: Array<Due> = []
  const period = runningPeriod(sub)
  if (period !== null) {
    due.push({ at: period.endAt, rank: 0, take: () => Life.takeBoundary(model, sub, period) })
    const { trialEnd } = sub
    if (trialEnd !== null && isInTrial(sub))
      due.push({ at: trialEnd, rank: 1, take: () => Life.takeTrialEnd(model, sub, trialEnd) })
  }
  const round = roundAt(model, sub)
  if (round !== null) due.push({ at: round, rank: 4, take: () => takeRound(model, sub, round) })
  if (isSpent(model, sub)) due.push({ at: now, rank: 5, take: () => exhaust(model, sub, now) })
  return due
}

const exhaust = (model: Model, sub: Sub, at: number): void => {
  if (sub.dunning !== null) sub.dunning.exhausted = true
  if (sub.status === "CANCELLED") return
  const { onExhausted } = model.policy
  if (onExhausted === "PAUSE" && sub.status !== "PAUSED") Life.pause(model, sub, at)
  if (onExhausted === "CANCEL") Life.cancel(model, sub, at)
}

/** The slips of one instant are given up together, before anything is charged because of it. */
const expireSlips = (model: Model, at: number): void => {
  const isOver = ({ status, lapsesAt }: Doc["attempts"][number]): boolean =>
    status === "PENDING" && lapsesAt === at
  for (const attempt of model.docs.flatMap(({ attempts }) => attempts.filter(isOver)))
    Money.expireSlip(model, attempt, at)
}

/** The next thing that time brings; earlier ranks first at one instant. */
const nextDue = (model: Model, now: number): Due | null => {
  const due: Array<Due> = []
  for (const sub of model.subs) due.push(...dueOfSub(model, sub, now))
  for (const voucher of model.vouchers) {
    const { expiresAt, expired } = voucher
    if (expiresAt === null || expired) continue
    const take = (): void => {
      voucher.expired = true
      empty(voucher, "EXPIRE", expiresAt)
    }
    due.push({ at: expiresAt, rank: 2, take })
  }
  for (const doc of model.docs) {
    const writeOff = writeOffAt(model, doc)
    if (writeOff !== null)
      due.push({
        at: Math.max(writeOff, now),
        rank: 7,
        take: () => {
          doc.status = "UNCOLLECTIBLE"
        },
      })
    const late = lateAt(model, doc)
    if (late !== null) due.push({ at: late, rank: 3, take: () => updateDelinquency(model, late) })
    for (const attempt of doc.attempts) {
      const { status, lapsesAt } = attempt
      if (status === "PENDING") due.push({ at: lapsesAt, rank: 2, take: () => expireSlips(model, lapsesAt) })
      const lookup = lookupAt(model, attempt)
      if (lookup !== null) due.push({ at: lookup, rank: 6, take: () => lookUp(model, lookup) })
    }
  }
  return due.toSorted((a, b) => a.at - b.at || a.rank - b.rank)[0] ?? null
}

/** Everything that is due up to an instant. */
export const takeDue = (model: Model, from: number, to: number): void => {
  let now = from
  for (;;) {
    const due = nextDue(model, now)
    if (due === null || due.at > to) return
    now = due.at
    due.take()
    endStep(model, now)
  }
}
