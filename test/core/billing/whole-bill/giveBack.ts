// From where a credit comes: out of the documents of its period, as far as these received something. Section 4 of the
// semantics, "From where".
import { rounded } from "../../../../src/testing/oracle/rating.ts"
import { discountFor, eligibleOf, givenTo, grant, release } from "./discounts.ts"
import {
  currentSub,
  type Doc,
  docsOf,
  groupOf,
  groupsOf,
  isCounted,
  type Model,
  type Period,
  sum,
  type Voucher,
} from "./Model.ts"

/** Gives back so much out of one document: money first, then what vouchers paid, the latest consumed first. */
const giveBackFrom = (
  model: Model,
  { doc, cycle }: { readonly doc: Doc; readonly cycle: number },
  wanted: number,
  at: number,
): number => {
  if (doc.status === "VOID") return 0
  let left = wanted
  const money = doc.status === "CHARGEBACK" ? 0 : doc.money - doc.refunded - doc.moneyCredited
  const granted = Math.min(left, money)
  if (granted > 0) {
    doc.moneyCredited += granted
    left -= granted
    grant(model, granted, at, { creditOf: doc })
    if (doc.status === "DISPUTED") model.happened.add("credit of a disputed payment")
  }
  const released = new Map<Voucher, number>()
  for (const taken of doc.taken.toReversed()) {
    const part = Math.min(left, taken.amount - taken.released)
    if (part === 0) continue
    taken.released += part
    left -= part
    released.set(taken.voucher, (released.get(taken.voucher) ?? 0) + part)
    model.happened.add("credit to a voucher")
    if (taken.voucher.expired) model.happened.add("credit to a voucher that has expired")
  }
  // What one credit gives back to a voucher is one movement, however often the document took of it.
  for (const [voucher, amount] of released) release(voucher, amount, at)
  doc.credited += wanted - left
  doc.creditedOf.set(cycle, (doc.creditedOf.get(cycle) ?? 0) + wanted - left)
  return wanted - left
}

/** Of a document with lines of several periods no more goes back than it received for those of this one. */
const mostOf = (doc: Doc, period: Period): number => {
  if (groupsOf(doc).length === 1) return doc.total
  const lines = doc.lines.filter((line) => groupOf(line, doc.period) === period.cycle)
  const net = sum(lines.map(({ amount }) => amount)) - (doc.couponOf.get(period.cycle) ?? 0)
  const money = doc.status === "CHARGEBACK" ? 0 : doc.money - doc.refunded
  const held = money + sum(doc.taken.map(({ amount }) => amount))
  const whole = doc.total - doc.coupon
  const received = whole === 0 ? 0 : rounded(BigInt(net) * BigInt(held), BigInt(whole))
  return received - (doc.creditedOf.get(period.cycle) ?? 0)
}

/** What credits come to and no document of the period gave yet; what is billed again is no part of either. */
const owedBy = (model: Model, period: Period): number => {
  let owed = 0
  for (const { parts, couponBack } of period.credits) {
    const left = parts.filter(({ doc }) => isCounted(doc))
    if (left.length > 0 || parts.length === 0) owed += sum(left.map(({ gross }) => gross)) - couponBack
  }
  for (const doc of docsOf(model, period)) {
    if (isCounted(doc)) owed -= doc.creditedOf.get(period.cycle) ?? 0
  }
  return Math.max(0, owed)
}

/**
 * A document that is billed again leaves less to discount: of what is still to go back, the coupon takes what it gave
 * beyond.
 */
export const takeDiscountBack = (model: Model, period: Period): void => {
  const beyond = givenTo(model, period) - discountFor(model, period, eligibleOf(model, period))
  const couponBack = Math.min(owedBy(model, period), beyond)
  if (couponBack <= 0) return
  model.happened.add("coupon taken back by a void")
  period.credits.push({ parts: [], couponBack })
}

/**
 * Gives what a period owes: out of the documents of the fee, then of the others, the latest first. What they have not
 * received yet stays owed until it arrives. Says how much it gave.
 */
export const giveOwed = (model: Model, period: Period, at: number): number => {
  let owed = owedBy(model, period)
  let given = 0
  if (owed > 0 && period.sub !== currentSub(model)) model.happened.add("credit of a former subscription")
  const docs = docsOf(model, period).filter(isCounted).toReversed()
  const { cycle } = period
  const hasFee = (doc: Doc): boolean =>
    doc.lines.some((line) => line.credited > 0 && groupOf(line, doc.period) === cycle)
  for (const doc of [...docs.filter(hasFee), ...docs.filter((doc) => !hasFee(doc))]) {
    const gave = giveBackFrom(model, { doc, cycle }, Math.max(0, Math.min(owed, mostOf(doc, period))), at)
    if (gave > 0 && cycle > doc.period.cycle) {
      const isNext = period === period.sub.ahead
      model.happened.add(isNext ? "fee of the next cycle given back" : "fee in advance given back")
    }
    owed -= gave
    given += gave
  }
  if (owed > 0) model.happened.add("credit owed until money comes")
  return given
}
