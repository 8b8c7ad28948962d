// Documents: how one is issued and charged, and how one is voided. Section 4 of the semantics.
import { lookAhead } from "./ahead.ts"
import { allLines, allUsageLines, feeLines } from "./billable.ts"
import {
  consume,
  discountFor,
  eligibleOf,
  givenTo,
  grant,
  isEligible,
  isFrozen,
  noteLength,
  release,
  usableVouchers,
} from "./discounts.ts"
import { giveOwed, takeDiscountBack } from "./giveBack.ts"
import {
  byAge,
  type Doc,
  docsOf,
  groupOf,
  groupsOf,
  inFlight,
  isInTrial,
  type Kind,
  type Line,
  type Model,
  type Period,
  periodsOf,
  runningPeriod,
  type Sub,
  sum,
} from "./Model.ts"
import { feeTime, withTimes } from "./times.ts"

/** Open and late; what is charged at the very instant of its issue was never late, unless it was due before. */
const isLate = (doc: Doc): boolean =>
  doc.status === "OPEN" && doc.late && (doc.dueAt < doc.issuedAt || inFlight(doc)?.startedAt !== doc.issuedAt)

/** The documents of a subscription that are owed, the oldest first: refused, given up, or late. */
export const delinquentDocs = ({ docs, ids }: Model, sub: Sub): ReadonlyArray<Doc> =>
  docs
    .filter(({ period }) => period.sub === sub)
    .filter((doc) => doc.status === "PAYMENT_FAILED" || doc.status === "EXPIRED" || isLate(doc))
    .toSorted(byAge(ids.documents, ({ issuedAt }) => issuedAt))

/** The documents of a subscription that were issued and are waiting for a first attempt, the oldest first. */
export const waitingDocs = ({ docs, ids }: Model, sub: Sub): ReadonlyArray<Doc> =>
  docs
    .filter(
      ({ period, status, attempts }) => period.sub === sub && status === "OPEN" && attempts.length === 0,
    )
    .toSorted(byAge(ids.documents, ({ issuedAt }) => issuedAt))

/** Starts an attempt for all that is due, to be answered after the running step. */
export const startAttempt = (model: Model, doc: Doc, method: number, at: number): void => {
  const amount = doc.payable - doc.money - doc.applied
  const attempt = {
    doc,
    method,
    amount,
    startedAt: at,
    status: "STARTED" as const,
    unknownAt: 0,
    lookups: 0,
    isSlip: false,
    lapsesAt: 0,
    isHard: false,
    settled: 0,
    approved: 0,
    counted: 0,
  }
  doc.attempts.push(attempt)
  model.started.push(attempt)
  model.charges.push({ at, document: doc.index, method, amount })
}

interface Wish {
  readonly period: Period
  /** The cycle that begins with it, or that comes next. */
  readonly next?: Period | null
  readonly kind: Kind
  readonly lines: ReadonlyArray<Line>
  readonly dueAt: number
  readonly at: number
}

/** Issues a document, unless it is without lines. */
const issue = (model: Model, wish: Wish): Doc | null => {
  const { period, next = null, kind, dueAt, at } = wish
  if (wish.lines.length === 0) return null
  const lines = withTimes(model, wish)
  const total = sum(lines.map(({ amount }) => amount))
  if (next !== null && lines.some(({ cycle }) => cycle === next.cycle)) period.sub.ahead = next
  const couponOf = couponsOf(model, period, lines)
  const coupon = sum([...couponOf.values()])
  if (couponOf.size > 1) model.happened.add("coupon on two periods of a document")
  const parts: Array<{ voucher: (typeof model.vouchers)[number]; amount: number }> = []
  let payable = total - coupon
  for (const voucher of usableVouchers(model)) {
    const amount = Math.min(voucher.balance, payable)
    if (amount > 0) parts.push({ voucher, amount })
    payable -= amount
  }
  const doc: Doc = {
    index: model.docs.length,
    period,
    kind,
    lines,
    total,
    coupon,
    couponOf,
    payable,
    dueAt,
    issuedAt: at,
    status: payable === 0 ? "PAID" : "OPEN",
    rebilled: false,
    late: dueAt < at && dueAt + model.policy.graceMillis <= at,
    attempts: [],
    taken: [],
    byVouchersAtIssue: parts.length,
    money: 0,
    refunded: 0,
    moneyCredited: 0,
    credited: 0,
    creditedOf: new Map(),
    applied: 0,
  }
  if (payable > 0 && model.vouchers.some((voucher) => voucher.balance > 0 && isFrozen(voucher)))
    model.happened.add("credit frozen while a document is issued")
  for (const { voucher, amount } of parts) consume(doc, voucher, amount, at)
  model.docs.push(doc)
  for (const group of groupsOf(doc)) {
    noteLength(model, group, givenTo(model, group) - (couponOf.get(group.cycle) ?? 0))
    if (giveOwed(model, group, at) > 0) model.happened.add("credit owed at an issue")
  }
  return doc
}

/** What the coupon gives the lines of each period on a document: the earlier one first, each for itself. */
const couponsOf = (model: Model, period: Period, lines: ReadonlyArray<Line>): ReadonlyMap<number, number> => {
  const coupons = new Map<number, number>()
  const beside: Array<Period> = []
  for (const group of groupsOf({ period, lines })) {
    let eligible = 0
    for (const line of lines)
      if (groupOf(line, period) === group.cycle && isEligible(model, group, line, beside))
        eligible += line.amount
    // No document gets more than a whole discount, also where more was taken back of the coupon than the period has of it.
    const given = Math.max(0, givenTo(model, group))
    const wanted = discountFor(model, group, eligibleOf(model, group, beside) + eligible, beside) - given
    const coupon = Math.max(0, Math.min(wanted, eligible))
    if (givenTo(model, group) < 0) model.happened.add("document that held a coupon taken back billed again")
    if (coupon === 0) continue
    if (group.cycle > (period.sub.couponEnd?.cycle ?? group.cycle))
      model.happened.add("discount after the end of its coupon")
    coupons.set(group.cycle, coupon)
    beside.push(group)
  }
  return coupons
}

/**
 * What a rule or a command issues is charged at once, unless dunning runs: then it joins. Nor is what bills a debt again that
 * was tried for long enough, or by a card that was refused for good.
 */
export const issueAndCharge = (model: Model, wish: Omit<Wish, "dueAt"> & Partial<Wish>): void => {
  const { sub } = wish.period
  const { dunning } = sub
  const isHeld = dunning !== null && (dunning.exhausted || dunning.refused?.has(sub.method) === true)
  const isDunned = isHeld || (dunning !== null && delinquentDocs(model, sub).length > 0)
  const doc = issue(model, { dueAt: wish.at, ...wish })
  if (doc === null || doc.payable === 0) return
  if (isHeld && delinquentDocs(model, sub).length === 0) model.happened.add("debt billed again uncharged")
  if (!isDunned) startAttempt(model, doc, sub.method, wish.at)
}

/**
 * The document that bills all there is of a subscription: at a boundary, a pause, a change, the end; with the fee in
 * advance of what begins.
 */
export const billAll = (
  model: Model,
  period: Period,
  { kind, at, dueAt = at, next = null }: Pick<Wish, "kind" | "at" | "next"> & Partial<Pick<Wish, "dueAt">>,
): void => {
  if (dueAt < at) model.happened.add("document of a command that was due before")
  const fees = [...feeLines(model, period), ...nextFees(model, next)]
  if (next !== null && fees.some(({ cycle }) => cycle === next.cycle))
    model.happened.add("fee of the next cycle billed at a boundary")
  issueAndCharge(model, { period, next, kind, lines: [...fees, ...allLines(model, period)], dueAt, at })
}

/** The fee of a cycle that has not begun, where it is due in advance. */
const nextFees = (model: Model, next: Period | null): ReadonlyArray<Line> =>
  next === null || next.segments.at(-1)?.plan.feeTiming !== "ADVANCE" ? [] : feeLines(model, next)

/** Issues the upcoming document before its time, to be paid by hand; null where it is without lines. */
export const issueEarly = (model: Model, period: Period, at: number): Doc | null => {
  // With a trial that is the end of it all, no cycle comes.
  if (isInTrial(period.sub) && period.sub.cancels) {
    const dueAt = period.sub.trialEnd ?? at
    return issue(model, { period, kind: "FINAL", lines: allLines(model, period), dueAt, at })
  }
  const fees = feeLines(model, period)
  const next = lookAhead(model, period.sub)
  const nexts = nextFees(model, next)
  if (nexts.length > 0) model.happened.add("fee of the next cycle paid early")
  const lines = [...fees, ...nexts, ...allLines(model, period)]
  return isInTrial(period.sub) && period.segments.at(-1)?.plan.feeTiming === "ADVANCE"
    ? issue(model, { period, kind: "CREATION", lines, dueAt: period.startAt, at })
    : issue(model, { period, next, kind: "CYCLE", lines, dueAt: period.endAt, at })
}

/** The threshold: all unbilled usage, where it is more than the threshold. */
export const lookAtThreshold = (model: Model, sub: Sub, at: number): void => {
  const period = runningPeriod(sub)
  if (period === null || model.threshold === null) return
  if (sub.status !== "ACTIVE" && sub.status !== "PAST_DUE") return
  const lines = allUsageLines(model, period)
  const cuts = docsOf(model, period).filter(({ kind }) => kind === "CUT").length
  if (sum(lines.map(({ amount }) => amount)) <= model.threshold || cuts >= model.policy.cutsMax) return
  issueAndCharge(model, { period, kind: "CUT", lines, at })
}

/** Whether the items of a period return to a document that runs. */
const hasRunningDocument = (period: Period): boolean =>
  (period.sub.status === "ACTIVE" || period.sub.status === "PAST_DUE") && runningPeriod(period.sub) === period

/** What a voided document billed, as far as it is due and not billed. */
const linesAgain = (model: Model, doc: Doc): ReadonlyArray<Line> => {
  const fees = groupsOf(doc).flatMap((period) => feeLines(model, period))
  const wanted = [...fees, ...allLines(model, doc.period)]
  return doc.lines.flatMap((line) => {
    const { cycle, segment, meter, band } = line
    const due = wanted.find(
      (each) =>
        each.cycle === cycle && each.segment === segment && each.meter === meter && each.band === band,
    )
    if (due === undefined) return []
    const again = { ...line, credited: 0 }
    if (meter !== null) {
      const quantity = Math.min(line.quantity, due.quantity)
      return [{ ...again, quantity, amount: line.unitPrice * quantity }]
    }
    const amount = Math.min(line.amount, due.amount)
    const period = periodsOf(doc.period.sub).find((each) => each.cycle === cycle) ?? doc.period
    return [{ ...again, unitPrice: amount, amount, time: feeTime(model, period, line, amount) }]
  })
}

/** What is owed is the same debt after it was billed again: it stays tried for long enough, and a card stays refused. */
const keepRefusals = (model: Model, doc: Doc): void => {
  const { dunning } = doc.period.sub
  if (dunning === null || !delinquentDocs(model, doc.period.sub).includes(doc)) return
  const refused = doc.attempts.flatMap(({ isHard, method }) => (isHard ? [method] : []))
  if (dunning.exhausted || refused.length > 0)
    dunning.refused = new Set([...(dunning.refused ?? []), ...refused])
}

/** Voids a document: what vouchers and money paid goes back once. */
export const voidDoc = (model: Model, doc: Doc, rebill: boolean, at: number): void => {
  if (inFlight(doc) !== null) return
  if (rebill) keepRefusals(model, doc)
  const given = groupsOf(doc).map((period) => givenTo(model, period))
  doc.status = "VOID"
  doc.rebilled = rebill
  if (rebill) for (const period of groupsOf(doc)) takeDiscountBack(model, period)
  for (const [index, period] of groupsOf(doc).entries()) noteLength(model, period, given[index] ?? 0)
  if (rebill && doc.lines.some(({ credited }) => credited > 0))
    model.happened.add("credited document billed again")
  for (const taken of doc.taken) {
    const left = taken.amount - taken.released
    taken.released += left
    if (left > 0) release(taken.voucher, left, at)
  }
  const left = doc.money - doc.refunded - doc.moneyCredited
  if (left > 0) grant(model, left, at)
}

/** Whether a document billed the running cycle's fee in advance, which is due since the cycle or the change began. */
const billedRunningFee = ({ period: { sub }, lines }: Doc): boolean => {
  const running = runningPeriod(sub)
  return lines.some(
    ({ meter, cycle, segment }) =>
      meter === null &&
      !isInTrial(sub) &&
      cycle === running?.cycle &&
      running.segments[segment]?.plan.feeTiming === "ADVANCE",
  )
}

/** Bills what a voided document did, unless its items return to a document that runs; a fee that is due does not wait. */
export const billAgain = (model: Model, doc: Doc, at: number, { waits = true } = {}): void => {
  if (!doc.rebilled) return
  if (hasRunningDocument(doc.period) && (waits || !billedRunningFee(doc))) return
  model.happened.add("document billed again at once")
  const dueAt = Math.min(at, doc.dueAt)
  if (dueAt < at) model.happened.add("document billed again that was due before")
  issueAndCharge(model, { period: doc.period, kind: "REISSUE", lines: linesAgain(model, doc), dueAt, at })
}
