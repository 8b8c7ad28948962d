// Standing and dunning: what a subscription owes makes it PAST_DUE and is tried again on the days of the policy. Section
// 5 and "Dunning" of section 6 of the semantics.
import { delinquentDocs, startAttempt, waitingDocs } from "./documents.ts"
import {
  type Attempt,
  amountDue,
  byAge,
  currentSub,
  type Doc,
  inFlight,
  isPayable,
  type Model,
  type Sub,
} from "./Model.ts"

const DAY = 86_400_000

/** When an open document becomes delinquent by time alone; null where it cannot. */
export const lateAt = ({ policy }: Model, doc: Doc): number | null =>
  doc.status === "OPEN" && !doc.late && inFlight(doc) === null ? doc.dueAt + policy.graceMillis : null

const start = (at: number, before: Sub["dunning"] = null): NonNullable<Sub["dunning"]> => ({
  startedAt: at,
  tries: 0,
  waitsFor: null,
  exhausted: false,
  refused: before?.refused ?? null,
})

/** Where nothing is owed any more, what was issued meanwhile is charged. */
const endDunning = (model: Model, sub: Sub, at: number): void => {
  if (sub.dunning === null) return
  sub.dunning = null
  for (const doc of waitingDocs(model, sub)) {
    startAttempt(model, doc, sub.method, at)
    model.happened.add("document charged when dunning ends")
  }
}

/** Brings late documents, dunning and status of every subscription up to an instant; ends each step. */
export const updateDelinquency = (model: Model, at: number): void => {
  for (const doc of model.docs) {
    const due = lateAt(model, doc)
    if (due !== null && due <= at) doc.late = true
  }
  for (const sub of model.subs) {
    const owes = delinquentDocs(model, sub).length > 0
    if (owes && sub !== currentSub(model)) model.happened.add("debt of a former subscription")
    const goesOn = sub.dunning !== null && sub.dunning.refused !== null && waitingDocs(model, sub).length > 0
    if (!owes && !goesOn) endDunning(model, sub, at)
    else if (sub.dunning === null) sub.dunning = start(at)
    if (sub.status === "ACTIVE" || sub.status === "PAST_DUE") sub.status = owes ? "PAST_DUE" : "ACTIVE"
  }
  const status = currentSub(model)?.status
  if (status !== undefined && status !== model.standings.at(-1)?.status) model.standings.push({ at, status })
}

/** Whether the method was refused for good by what is owed. */
const isHardRefused = (model: Model, sub: Sub): boolean =>
  sub.dunning?.refused?.has(sub.method) === true ||
  delinquentDocs(model, sub).some(({ attempts }) =>
    attempts.some(({ isHard, method }) => isHard && method === sub.method),
  )

/** Tries what is owed, the oldest first: one attempt, and the next one when that went well. */
export const tryNext = (model: Model, sub: Sub, at: number): void => {
  const { dunning } = sub
  if (dunning === null) return
  dunning.waitsFor = null
  if (isHardRefused(model, sub)) return
  const owed = new Set([...delinquentDocs(model, sub), ...waitingDocs(model, sub)])
  const doc = [...owed]
    .toSorted(byAge(model.ids.documents, ({ issuedAt }) => issuedAt))
    .find((each) => inFlight(each) === null && amountDue(each) > 0)
  if (doc === undefined) return
  startAttempt(model, doc, sub.method, at)
  if (sub !== currentSub(model)) model.happened.add("debt of a former subscription tried again")
  dunning.waitsFor = doc.attempts.at(-1) ?? null
}

/** When the next round is due; null where there is none. */
export const roundAt = ({ policy }: Model, { dunning }: Sub): number | null => {
  if (dunning === null || dunning.exhausted) return null
  const day = policy.dunningDays[dunning.tries]
  return day === undefined ? null : dunning.startedAt + day * DAY
}

/** A day of the schedule; it passes while the outcome of the round before it is unknown. */
export const takeRound = (model: Model, sub: Sub, at: number): void => {
  if (sub.dunning === null) return
  sub.dunning.tries += 1
  if (sub.dunning.waitsFor === null) tryNext(model, sub, at)
}

/** Another method is tried at once, unless an outcome is awaited; what is exhausted starts again. */
export const tryMethod = (model: Model, sub: Sub, method: number, at: number): void => {
  sub.method = method
  if (sub.dunning === null) return
  if (sub.dunning.exhausted) sub.dunning = start(at, sub.dunning)
  if (sub.dunning.waitsFor === null) tryNext(model, sub, at)
}

/** Whether something of a subscription is still collected. */
const isCollected = ({ docs }: Model, sub: Sub): boolean =>
  docs.some(
    (doc) =>
      doc.period.sub === sub &&
      ((isPayable(doc) && doc.status !== "UNCOLLECTIBLE") || inFlight(doc) !== null),
  )

/** Another method of the organization becomes that of what ended and still is collected, and is tried at once. */
export const addMethod = (model: Model, at: number): void => {
  const method = model.methodCount
  model.methodCount += 1
  for (const sub of model.subs) {
    if (sub.status === "CANCELLED" && isCollected(model, sub)) tryMethod(model, sub, method, at)
  }
}

/** Goes on with the round whose attempt has an outcome now; a refusal ends it, unless there is another method. */
export const goOn = (model: Model, attempt: Attempt, at: number): void => {
  const { sub } = attempt.doc.period
  if (sub.dunning === null || sub.dunning.waitsFor !== attempt || attempt.status === "UNKNOWN") return
  sub.dunning.waitsFor = null
  const isGood = attempt.status === "APPROVED" || attempt.status === "PENDING"
  if (isGood || sub.method !== attempt.method) tryNext(model, sub, at)
}

/** A document of it was paid all the same: what is exhausted starts again for the others. */
export const revive = (sub: Sub, at: number): void => {
  if (sub.dunning?.exhausted === true) sub.dunning = start(at, sub.dunning)
}

/** Whether all days are over and all outcomes known; a slip that was asked for after them is not waited for. */
export const isSpent = (model: Model, sub: Sub): boolean => {
  const { dunning } = sub
  if (dunning === null || dunning.exhausted || dunning.tries < model.policy.dunningDays.length) return false
  const lastAt = dunning.startedAt + (model.policy.dunningDays.at(-1) ?? 0) * DAY
  return model.docs.every((doc) => {
    const open = doc.period.sub === sub ? inFlight(doc) : null
    const isAfter = open?.status === "PENDING" && open.startedAt > lastAt
    if (isAfter) model.happened.add("slip after the last day of dunning")
    return open === null || isAfter
  })
}
