// Credit: what was billed of a fee that is no longer due goes back. Section 4 of the semantics, "Credit" and "From
// where".
import { rounded } from "../../../../src/testing/oracle/rating.ts"
import { feeBilled, feeDue, linesOf } from "./billable.ts"
import { discountFor, eligibleOf, givenTo, isEligible, noteLength } from "./discounts.ts"
import { billAgain, voidDoc } from "./documents.ts"
import { giveOwed } from "./giveBack.ts"
import {
  amountDue,
  currentSub,
  type Doc,
  docsOf,
  inFlight,
  type Line,
  type Model,
  type Period,
  runningPeriod,
  sum,
} from "./Model.ts"

/** What vouchers paid of a document, at issue or later. */
const byVouchers = ({ taken }: Doc): number => sum(taken.map(({ amount }) => amount))

/** What of a part of a document goes back: the share that was received and not refunded. */
const received = (doc: Doc, part: number): number => {
  if (doc.status === "VOID") return 0
  const whole = doc.total - doc.coupon
  if (whole === 0) return part
  const money = doc.status === "CHARGEBACK" ? 0 : doc.money - doc.refunded
  return rounded(BigInt(part) * BigInt(money + byVouchers(doc)), BigInt(whole))
}

/** What still is owed gives no credit: it is voided, or, where somebody is paying it, waits, also when it was written off. */
const givesCredit = (doc: Doc): boolean =>
  amountDue(doc) === 0 || (doc.status === "UNCOLLECTIBLE" && inFlight(doc) === null)

interface Part {
  readonly doc: Doc
  readonly line: Line
  readonly gross: number
}

interface Options {
  /** No document of a command follows that would bill what a voided one did. */
  readonly reissue: boolean
  readonly at: number
}

/** Voids what nobody paid of a fee that is no longer due as it was billed. */
const voidUnpaid = (model: Model, docs: ReadonlyArray<Doc>, voided: Array<Doc>, at: number): void => {
  for (const doc of docs) {
    if (givesCredit(doc) || inFlight(doc) !== null) continue
    model.happened.add("unpaid document voided by an interruption")
    if (doc.money + doc.applied > 0) model.happened.add("document partly paid voided by an interruption")
    voidDoc(model, doc, true, at)
    voided.push(doc)
  }
}

/** What is billed of a fee beyond what is due. */
const billedTooMuch = (model: Model, period: Period, segment: number): number => {
  const each = period.segments[segment]
  return each === undefined ? 0 : feeBilled(model, period.sub, period.cycle, segment) - feeDue(period, each)
}

/** Voids what nobody paid of the fees of a period that are no longer due as they were billed. */
const voidFees = (
  model: Model,
  period: Period,
  { voided, at }: { readonly voided: Array<Doc>; readonly at: number },
): void => {
  const { sub, cycle, segments } = period
  for (const segment of segments.keys()) {
    if (billedTooMuch(model, period, segment) <= 0) continue
    const lines = linesOf(model, sub, { cycle, segment, meter: null, band: 0 })
    voidUnpaid(model, [...new Set(lines.map(({ doc }) => doc))], voided, at)
  }
}

/** Of one fee, by line, the gross that is to be credited beyond what was. */
const partsOf = (model: Model, period: Period, segment: number): ReadonlyArray<Part> => {
  const { sub, cycle } = period
  let left = billedTooMuch(model, period, segment)
  const parts: Array<Part> = []
  for (const { doc, line } of linesOf(model, sub, { cycle, segment, meter: null, band: 0 }).toReversed()) {
    if (left <= 0) break
    const part = Math.min(line.amount - line.credited, left)
    left -= part
    note(model, doc)
    const gross = givesCredit(doc) ? received(doc, line.credited + part) - line.credited : 0
    if (gross > 0) parts.push({ doc, line, gross })
    if (gross > 0 && gross < part) model.happened.add("credit of what was received in part")
  }
  return parts
}

const note = (model: Model, doc: Doc): void => {
  const attempt = inFlight(doc)
  if (attempt === null) return
  model.happened.add(
    givesCredit(doc) ? "credit beside a payment in flight" : "payment in flight at an interruption",
  )
  if (attempt.isSlip && !givesCredit(doc)) model.happened.add("slip in flight at an interruption")
}

/** Takes parts of one document out of its period, with what the coupon gives the period less for that. */
const creditOf = (model: Model, period: Period, parts: ReadonlyArray<Part>): void => {
  const given = givenTo(model, period)
  for (const { line, gross } of parts) line.credited += gross
  const isDiscounted = parts.some(({ line }) => isEligible(model, period, line))
  const keeps = isDiscounted ? discountFor(model, period, eligibleOf(model, period)) : given
  // A credit is never negative: the coupon keeps what it gave beyond it, and the next document gets less.
  const gross = sum(parts.map((part) => part.gross))
  period.credits.push({ parts, couponBack: Math.min(gross, given - keeps) })
  noteLength(model, period, given)
  if (keeps > given) model.happened.add("credit that gives the coupon anew")
  const { coupon } = period.sub
  if (coupon !== null && given > 0) model.happened.add(`credit under a ${coupon.discount.type} coupon`)
}

/**
 * Looks at the fees of periods, and gives back what was billed for and is no longer due. Answers when the document of the
 * command is due, which bills again what was voided: as early as that was.
 */
export const credit = (model: Model, periods: ReadonlyArray<Period>, { reissue, at }: Options): number => {
  const voided: Array<Doc> = []
  for (const period of periods) voidFees(model, period, { voided, at })
  for (const period of periods) creditPeriod(model, period, at)
  // What no document of the command bills: the items of a cycle that is over.
  const isOver = ({ period }: Doc): boolean => period.sub.periods.at(-1) !== period
  const inOrder = voided.toSorted((a, b) => a.index - b.index)
  for (const doc of inOrder) if (isOver(doc)) billAgain(model, doc, at)
  const rest = inOrder.filter((doc) => !isOver(doc))
  for (const doc of rest) if (reissue) billAgain(model, doc, at, { waits: false })
  return Math.min(at, ...rest.map(({ dueAt }) => dueAt))
}

/** The running period, and the next one where it was billed. */
export const creditRunning = (model: Model, period: Period, at: number, { reissue = false } = {}): number => {
  const { ahead } = period.sub
  return credit(model, ahead === null ? [period] : [period, ahead], { reissue, at })
}

const creditPeriod = (model: Model, period: Period, at: number): void => {
  const parts = [...period.segments.keys()].flatMap((segment) => partsOf(model, period, segment))
  for (const doc of docsOf(model, period).toReversed()) {
    const own = parts.filter((part) => part.doc === doc)
    if (own.length > 0) creditOf(model, period, own)
  }
  if (parts.length > 0 && period.sub !== currentSub(model))
    model.happened.add("credit of a former subscription")
  giveOwed(model, period, at)
}

/** What happened to the documents of a period. */
const newsOf = (model: Model, period: Period): string =>
  docsOf(model, period)
    .map((doc) => `${doc.status} ${doc.money} ${doc.refunded} ${inFlight(doc)?.status}`)
    .join()

/**
 * What the coupon still owes a period that is over, because a document that held a discount was voided and no later one
 * was large enough to take it over: no document will give it any more, so it goes back as credit. Of a coupon that comes
 * free later, because another period needs it no more, it gets nothing: that goes to what is billed next. Of a period that
 * was billed ahead and never began nothing is due, so the coupon has nothing of it either.
 */
export const settleCoupon = (model: Model, period: Period, at: number): void => {
  const { sub } = period
  if (runningPeriod(sub) === period) return
  const hasBegun = sub.periods.includes(period)
  if (!hasBegun && sub.status !== "CANCELLED") return
  // While a payment is awaited, its document may still be billed again.
  if (docsOf(model, period).some((doc) => amountDue(doc) > 0 && inFlight(doc) !== null)) return
  const news = newsOf(model, period)
  if (news === period.settledBy) return
  period.settledBy = news
  const due = hasBegun ? discountFor(model, period, eligibleOf(model, period)) : 0
  const given = givenTo(model, period)
  const missing = due - given
  if (missing <= 0) return
  period.credits.push({ parts: [], couponBack: -missing })
  noteLength(model, period, given)
  model.happened.add("credit of a coupon's rest")
  giveOwed(model, period, at)
}
