// Money: what the gateway says of an attempt, money that arrives, and money that goes back. Section 6 of the semantics.
import { credit, settleCoupon } from "./credit.ts"
import { consume, empty, grant, isFrozen } from "./discounts.ts"
import { billAgain, startAttempt, voidDoc } from "./documents.ts"
import {
  type Attempt,
  amountDue,
  type Doc,
  docsOf,
  groupsOf,
  inFlight,
  isPayable,
  type Model,
  sum,
  type Voucher,
} from "./Model.ts"
import { lapseOf } from "./slipDates.ts"
import { goOn, revive, updateDelinquency } from "./standing.ts"

const DAY = 86_400_000

/** What a gateway says, by name. */
export type Answer = Model["answer"] | Model["finding"]

/** Money or a voucher that arrives for a document; what nothing is due for becomes a voucher. */
const receive = (model: Model, doc: Doc, amount: number, at: number): void => {
  const applied = isPayable(doc) ? Math.min(amount, amountDue(doc)) : 0
  doc.money += applied
  if (amount > applied) grant(model, amount - applied, at)
  afterReceipt(model, doc, applied, at)
}

const afterReceipt = (model: Model, doc: Doc, applied: number, at: number): void => {
  const isPaid = applied > 0 && amountDue(doc) === 0
  const wasWrittenOff = doc.status === "UNCOLLECTIBLE"
  const before = doc.credited
  if (isPaid) doc.status = "PAID"
  if (applied > 0) credit(model, groupsOf(doc), { reissue: true, at })
  settleCoupons(model, doc, at)
  if (wasWrittenOff && doc.credited > before) model.happened.add("credit after all of what was written off")
  if (isPaid) revive(doc.period.sub, at)
}

/** What of an attempt's money was not counted yet. */
const countNew = (attempt: Attempt): number => {
  const all = Math.max(attempt.settled, attempt.approved)
  const fresh = Math.max(0, all - attempt.counted)
  attempt.counted += fresh
  return fresh
}

/** A document whose attempt is refused or given up. */
const refuse = (model: Model, doc: Doc, status: "PAYMENT_FAILED" | "EXPIRED", at: number): void => {
  if (doc.status === "OPEN" || doc.status === "PAYMENT_FAILED" || doc.status === "EXPIRED")
    doc.status = status
  credit(model, groupsOf(doc), { reissue: true, at })
  settleCoupons(model, doc, at)
}

/** News of a document settle the coupons of its periods, before anything else is charged. */
const settleCoupons = (model: Model, doc: Doc, at: number): void => {
  for (const period of groupsOf(doc)) settleCoupon(model, period, at)
}

const tell = (model: Model, attempt: Attempt, answer: Answer, at: number): void => {
  const { doc } = attempt
  switch (answer) {
    case "approved":
      attempt.status = "APPROVED"
      attempt.approved = attempt.amount
      receive(model, doc, countNew(attempt), at)
      break
    case "declined":
    case "stolen":
      attempt.status = "DECLINED"
      attempt.isHard = answer === "stolen"
      refuse(model, doc, "PAYMENT_FAILED", at)
      break
    case "slip":
    case "longSlip":
      attempt.status = "PENDING"
      attempt.isSlip = true
      attempt.lapsesAt = lapseOf(at + (answer === "slip" ? 3 : 100) * DAY, model.policy)
      break
    case "unknown":
      if (attempt.status === "STARTED") attempt.unknownAt = at
      attempt.status = "UNKNOWN"
      break
    case "notFound":
      break
  }
}

/** Records what a gateway says of an attempt that is in flight. */
export const answerAttempt = (model: Model, attempt: Attempt, answer: Answer, at: number): void => {
  if (!["STARTED", "UNKNOWN"].includes(attempt.status)) return
  tell(model, attempt, answer, at)
  updateDelinquency(model, at)
  goOn(model, attempt, at)
  updateDelinquency(model, at)
}

/** How long a key is known for sure: by clocks that differ, of a charge that takes its time. */
const keyUsable = (policy: Model["policy"]): number =>
  policy.gatewayKeyMillis - (policy.clockSkewMillis + policy.attemptStaleMillis + policy.chargeDeadlineMillis)

/** Whether a charge that the gateway does not know is made again, under the same key. */
export const isChargedAgain = ({ policy }: Model, attempt: Attempt, at: number): boolean => {
  const { doc, status, amount, startedAt } = attempt
  if (status !== "UNKNOWN" || at - startedAt >= keyUsable(policy)) return false
  return isPayable(doc) && doc.status !== "UNCOLLECTIBLE" && amountDue(doc) >= amount
}

/** A slip that nobody paid. */
export const expireSlip = (model: Model, attempt: Attempt, at: number): void => {
  attempt.status = "EXPIRED"
  refuse(model, attempt.doc, "EXPIRED", at)
  updateDelinquency(model, at)
  goOn(model, attempt, at)
}

/** Money that a bank reports: that of the latest slip, else its own. */
export const settle = (model: Model, doc: Doc, amount: number, at: number): void => {
  const slip = doc.attempts.findLast(({ isSlip }) => isSlip)
  if (slip === undefined) {
    receive(model, doc, amount, at)
    return
  }
  slip.settled += amount
  if (slip.settled >= slip.amount) slip.status = "APPROVED"
  receive(model, doc, countNew(slip), at)
  updateDelinquency(model, at)
  goOn(model, slip, at)
}

/** Pays by hand; a slip that stands in its way is cancelled. */
export const payByHand = (model: Model, doc: Doc, at: number): void => {
  const slip = inFlight(doc)
  if (slip !== null) slip.status = "CANCELLED"
  startAttempt(model, doc, 0, at)
}

/** Pays what is due by a voucher, as far as it goes. */
export const applyVoucher = (model: Model, doc: Doc, voucher: Voucher, at: number): void => {
  const amount = Math.min(voucher.balance, amountDue(doc))
  consume(doc, voucher, amount, at)
  doc.applied += amount
  const credited = (): number => sum(docsOf(model, doc.period).map((each) => each.credited))
  const before = credited()
  afterReceipt(model, doc, amount, at)
  if (credited() > before) model.happened.add("credit of what a voucher paid later")
}

/** Money that goes back to where it came from; at most what came and did not go back yet. */
export const refund = (doc: Doc, amount: number): void => {
  doc.refunded += amount
  const left = doc.money - doc.refunded - doc.moneyCredited
  doc.status = left === 0 ? "REFUNDED" : "PARTIALLY_REFUNDED"
}

/** A dispute: the credits of the payment are frozen while it is open. */
export const openDispute = (model: Model, doc: Doc): void => {
  doc.status = "DISPUTED"
  const isOfIt = model.vouchers.some(({ creditOf, balance }) => creditOf === doc && balance > 0)
  if (isOfIt) model.happened.add("dispute of a payment with credit")
}

/** A lost dispute: the money is gone, and so is what is left of its credit. */
export const loseDispute = (model: Model, doc: Doc, at: number): void => {
  doc.status = "CHARGEBACK"
  for (const voucher of model.vouchers) {
    if (voucher.creditOf !== doc) continue
    if (voucher.balance > 0) model.happened.add("credit taken back")
    if (voucher.balance < voucher.amount) model.happened.add("credit spent before it is taken back")
    empty(voucher, "REVOKE", at)
    voucher.revoked = true
  }
}

/** What operators took back of the credit of a document. */
const takenBack = (model: Model, doc: Doc): number =>
  sum(
    model.vouchers
      .filter(({ creditOf }) => creditOf === doc)
      .flatMap(({ ledger }) => ledger.map(({ kind, amount }) => (kind === "REVOKE" ? amount : 0))),
  )

/** An operator takes back what is left of a voucher that is no credit, or whose money was refunded as well. */
export const revokeVoucher = (model: Model, pick: number, at: number): void => {
  const vouchers = model.vouchers.filter((voucher) => {
    const { balance, creditOf: doc } = voucher
    if (balance === 0 || doc === null) return balance > 0
    return !isFrozen(voucher) && doc.refunded >= takenBack(model, doc) + balance
  })
  const voucher = vouchers[pick % Math.max(1, vouchers.length)]
  if (voucher === undefined) return
  model.happened.add(
    voucher.creditOf === null ? "voucher taken back by an operator" : "credit taken back by an operator",
  )
  empty(voucher, "REVOKE", at)
  voucher.revoked = true
}

/** An operator pays a part of a voucher in money. */
export const payOutVoucher = (
  model: Model,
  { pick, part }: { readonly pick: number; readonly part: number },
  at: number,
): void => {
  const vouchers = model.vouchers.filter((voucher) => voucher.balance > 0 && !isFrozen(voucher))
  const voucher = vouchers[pick % Math.max(1, vouchers.length)]
  if (voucher === undefined) return
  const amount = Math.min(voucher.balance, Math.ceil((voucher.balance * part) / 100))
  model.happened.add(voucher.creditOf === null ? "voucher paid out" : "credit paid out")
  voucher.ledger.push({ kind: "PAYOUT", amount, at })
  voucher.balance -= amount
}

/** Voids by hand. */
export const voidByHand = (model: Model, doc: Doc, rebill: boolean, at: number): void => {
  voidDoc(model, doc, rebill, at)
  billAgain(model, doc, at)
}
