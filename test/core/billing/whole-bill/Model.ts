// The oracle's own record of what one organization is billed and pays. Plain objects that change in place; documents
// and vouchers have no ids, only their order. Shares nothing with the rules but the shapes of plans, coupons, policies.
import type { BillingPolicy, Coupon, Plan } from "../../../../src/index.ts"
import type { answers, findings } from "../laws/answers.ts"

/** In the place of a segment: a line bills a one-off charge, whose id is in the place of a meter. */
export const ITEM = -1

/** What a line bills: the fee of a segment where `meter` is null, else one band of a meter's usage. */
export interface Line {
  readonly cycle: number
  readonly segment: number
  readonly meter: string | null
  readonly band: number
  readonly unitPrice: number
  readonly quantity: number
  readonly amount: number
  /** Of a one-off charge: the segment that ran when it was billed. */
  readonly under?: number
  /** The time that it is for; a one-off charge has none, and usage gets it with its document. */
  readonly time?: Time
  /** The gross part of it that a credit took back: it counts as billed no more. */
  credited: number
}

/** From an instant up to another one. */
export interface Time {
  readonly from: number
  readonly to: number
}

/** The time of a cycle under one plan. */
export interface Segment {
  readonly plan: Plan.PlanTerms
  endAt: number | null
  /** When the subscription was active; `to` is null while it is. */
  readonly spans: Array<{ readonly from: number; to: number | null }>
  readonly quantities: Map<string, number>
  /** How many units, from when on. */
  readonly units: Array<{ readonly quantity: number; readonly from: number }>
}

/** One cycle of a subscription. */
export interface Period {
  readonly sub: Sub
  readonly cycle: number
  /** Counted from the subscription's first one. */
  readonly month: number
  readonly startAt: number
  /** A change of plan in the trial before it may move it. */
  endAt: number
  readonly segments: Array<Segment>
  readonly items: Array<{ readonly id: string; readonly unitPrice: number; readonly quantity: number }>
  readonly credits: Array<Credit>
  /** What had happened to its documents when its coupon was last settled, once it is over. */
  settledBy?: string
}

/** What left a period at once, because it was billed ahead and is no longer due. */
export interface Credit {
  /** The gross parts of lines, with their documents. */
  readonly parts: ReadonlyArray<{ readonly doc: Doc; readonly gross: number }>
  /** What of it the coupon had given, and takes back. */
  readonly couponBack: number
}

/** Trying again to collect what a subscription owes. */
export interface Dunning {
  readonly startedAt: number
  tries: number
  /** The attempt of the running round, whose outcome is unknown. */
  waitsFor: Attempt | null
  exhausted: boolean
  /** The methods refused for good on what was voided to be billed again; null where no such debt goes on. */
  refused: Set<number> | null
}

/** A subscription. */
export interface Sub {
  readonly periods: Array<Period>
  /** The cycle after the running one, once a fee of it was billed in advance. */
  ahead: Period | null
  status: "ACTIVE" | "PAST_DUE" | "PAUSED" | "CANCELLED"
  /** Since when, while it is paused. */
  pausedAt: number | null
  method: number
  coupon: Coupon.Coupon | null
  /** The first cycle that it discounts. */
  couponStart: number
  /** The months of each cycle that it discounts, as of its last discount. */
  readonly lengths: Map<number, number>
  /** The last segments whose lines it discounts, of its cycle and the next one, once it has ended or was taken off. */
  couponEnd: { readonly cycle: number; readonly segment: number; readonly ahead: number } | null
  readonly createdAt: number
  /** The end of its trial; nothing is due before. */
  readonly trialEnd: number | null
  /** Its end has come. */
  trialOver: boolean
  anchor: { readonly at: number; readonly day: number; readonly firstCycle: number }
  plan: Plan.PlanTerms
  scheduled: Plan.PlanTerms | null
  quantity: number
  scheduledQuantity: number | null
  cancels: boolean
  dunning: Dunning | null
}

/** One try to charge a document. */
export interface Attempt {
  readonly doc: Doc
  readonly method: number
  readonly amount: number
  readonly startedAt: number
  status: "STARTED" | "UNKNOWN" | "PENDING" | "APPROVED" | "DECLINED" | "EXPIRED" | "CANCELLED"
  unknownAt: number
  lookups: number
  isSlip: boolean
  lapsesAt: number
  isHard: boolean
  /** What settlements reported of it, and what of its money was counted. */
  settled: number
  approved: number
  counted: number
}

/** Why a document was issued. */
export type Kind =
  | "CUT"
  | "CYCLE"
  | "PAUSE"
  | "CHANGE"
  | "FINAL"
  | "REISSUE"
  | "CREATION"
  | "QUANTITY_CHANGE"
  | "RESUME"

/** An issued document. */
export interface Doc {
  readonly index: number
  readonly period: Period
  readonly kind: Kind
  readonly lines: ReadonlyArray<Line>
  readonly total: number
  readonly coupon: number
  /** What of its coupon is of which cycle. */
  readonly couponOf: ReadonlyMap<number, number>
  readonly payable: number
  readonly dueAt: number
  readonly issuedAt: number
  status:
    | "OPEN"
    | "PAID"
    | "PAYMENT_FAILED"
    | "UNCOLLECTIBLE"
    | "VOID"
    | "EXPIRED"
    | "REFUNDED"
    | "PARTIALLY_REFUNDED"
    | "DISPUTED"
    | "CHARGEBACK"
    | "CHARGEBACK_RESOLVED"
  /** Set while it is void and its items are billed again. */
  rebilled: boolean
  /** Once it was open after its due date with nothing in flight. */
  late: boolean
  readonly attempts: Array<Attempt>
  /** What vouchers paid, at issue or applied later, in the order in which they were consumed. */
  readonly taken: Array<{ readonly voucher: Voucher; readonly amount: number; released: number }>
  /** How many of these stand in its discounts. */
  readonly byVouchersAtIssue: number
  /** Money that was applied to it, went back as a refund, and as credit. */
  money: number
  refunded: number
  moneyCredited: number
  /** All that went back of it as credit: this money, and what went back to vouchers. */
  credited: number
  /** The same, by the cycle that it is a credit of. */
  readonly creditedOf: Map<number, number>
  /** What of `amountPaid` vouchers brought that were applied later. */
  applied: number
}

/** One movement of a voucher. */
export interface Movement {
  readonly kind: "GRANT" | "CONSUME" | "RELEASE" | "EXPIRE" | "REVOKE" | "PAYOUT"
  readonly amount: number
  readonly at: number
}

/** A credit of the organization. */
export interface Voucher {
  readonly index: number
  readonly amount: number
  readonly createdAt: number
  readonly expiresAt: number | null
  /** The document out of which a credit granted it. */
  readonly creditOf: Doc | null
  readonly ledger: Array<Movement>
  balance: number
  expired: boolean
  revoked: boolean
}

/** A charge that the oracle expects. */
export interface Charge {
  readonly at: number
  readonly document: number
  readonly method: number
  readonly amount: number
}

/** What makes a history worth playing. */
export type Fact =
  | "fee of the next cycle billed at a boundary"
  | "fee of the next cycle paid early"
  | "fee of the next cycle given back"
  | "fee in advance given back"
  | "first fee in advance"
  | "increase charged at once"
  | "rest of the fee charged with a resume"
  | "plan changed now to a fee in advance"
  | "coupon on two periods of a document"
  | "item billed"
  | "item that waited for another cycle"
  | "quantity changed"
  | "coupon taken back by a void"
  | "quantity changed in a trial"
  | "scheduled quantity"
  | "credit under a FIXED coupon"
  | "credit under a PERCENTAGE coupon"
  | "credit that gives the coupon anew"
  | "credit of what was received in part"
  | "credit owed until money comes"
  | "credit owed at an issue"
  | "credit after all of what was written off"
  | "credit of a coupon's rest"
  | "credit of what a voucher paid later"
  | "credit beside a payment in flight"
  | "credited document billed again"
  | "document that held a coupon taken back billed again"
  | "credit of a former subscription"
  | "credit to a voucher"
  | "credit to a voucher that has expired"
  | "dispute of a payment with credit"
  | "credit of a disputed payment"
  | "credit frozen while a document is issued"
  | "credit taken back"
  | "voucher taken back by an operator"
  | "credit taken back by an operator"
  | "voucher paid out"
  | "credit paid out"
  | "credit spent before it is taken back"
  | "debt of a former subscription"
  | "document charged when dunning ends"
  | "end of a trial in a pause"
  | "debt billed again uncharged"
  | "debt of a former subscription tried again"
  | "payment in flight at an interruption"
  | "slip in flight at an interruption"
  | "unpaid document voided by an interruption"
  | "document partly paid voided by an interruption"
  | "document billed again at once"
  | "document billed again that was due before"
  | "document of a command that was due before"
  | "slip after the last day of dunning"
  | "end while it is paused"
  | "end of a cycle that is kept, in a pause"
  | "coupon ended by a change of plan"
  | "coupon ended with a trial"
  | "coupon that comes later"
  | "coupon that comes to the next cycle"
  | "coupon that comes after a fee paid ahead"
  | "coupon taken off"
  | "coupon taken off in a trial"
  | "coupon taken off beside a fee paid ahead"
  | "coupon taken off and ended by a change of plan"
  | "discount after the end of its coupon"
  | "usage ahead of the clock"
  | "usage ahead of a boundary"
  | "late usage"
  | "usage of a trial"
  | "usage of a trial that is over"
  | "end in a trial"
  | "end with a trial"
  | "change of plan in a trial"
  | "change of plan with the end of a trial"
  | "payment ahead in a trial"
  | "payment ahead given back before the end of a trial"
  | "second subscription without a trial"

/** All of it. */
export interface Model {
  readonly policy: BillingPolicy
  readonly docs: Array<Doc>
  readonly subs: Array<Sub>
  readonly vouchers: Array<Voucher>
  readonly charges: Array<Charge>
  /** Every status that the current subscription came to, also for a while. */
  readonly standings: Array<{ readonly at: number; readonly status: Sub["status"] }>
  /** What really happened, to know that no kind of history is missing. */
  readonly happened: Set<Fact>
  /** The plans that were held in a trial. */
  readonly triedPlans: Set<string>
  methodCount: number
  threshold: number | null
  answer: keyof typeof answers
  finding: keyof typeof findings
  /** Attempts that the running step started, to be answered after it. */
  started: Array<Attempt>
  /** The ids that they were played under, in their order: what breaks the tie of two of the same instant. */
  readonly ids: { readonly documents: ReadonlyArray<string>; readonly vouchers: ReadonlyArray<string> }
}

export const sum = (amounts: ReadonlyArray<number>): number => {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/** Sorts by instant, then by id. */
export const byAge =
  <A extends { readonly index: number }>(ids: ReadonlyArray<string>, instantOf: (one: A) => number) =>
  (a: A, b: A): number => {
    const [aId, bId] = [ids[a.index] ?? "", ids[b.index] ?? ""]
    return instantOf(a) - instantOf(b) || (aId < bId ? -1 : 1)
  }

/** The last subscription, also when it has ended. */
export const currentSub = ({ subs }: Model): Sub | null => subs.at(-1) ?? null

/** The period that runs: the last of a subscription that has not ended. */
export const runningPeriod = (sub: Sub): Period | null =>
  sub.status === "CANCELLED" ? null : (sub.periods.at(-1) ?? null)

/** Before the end of its trial. */
export const isInTrial = ({ trialEnd, trialOver, status }: Sub): boolean =>
  trialEnd !== null && !trialOver && status !== "CANCELLED"

/** The cycle whose period a line counts in: a fee in its own, anything else in that of its document. */
export const groupOf = ({ meter, cycle }: Line, period: Period): number =>
  meter === null ? cycle : period.cycle

/** All periods of a subscription, with one that lies ahead. */
export const periodsOf = ({ periods, ahead }: Sub): ReadonlyArray<Period> =>
  ahead === null ? periods : [...periods, ahead]

/** The periods that a document has lines of, and its own; the earlier first. */
export const groupsOf = ({ period, lines }: Pick<Doc, "period" | "lines">): ReadonlyArray<Period> =>
  periodsOf(period.sub).filter(
    (each) => each === period || lines.some((line) => groupOf(line, period) === each.cycle),
  )

/** The documents of a period, and those that bill its fee in advance. */
export const docsOf = ({ docs }: Model, period: Period): ReadonlyArray<Doc> =>
  docs.filter(
    (doc) =>
      doc.period === period ||
      (doc.period.sub === period.sub && doc.lines.some((line) => groupOf(line, doc.period) === period.cycle)),
  )

/** A document counts unless its items are billed again. */
export const isCounted = (doc: Doc): boolean => !doc.rebilled

export const amountDue = ({ status, payable, money, applied }: Doc): number =>
  status === "VOID" ? 0 : payable - money - applied

export const inFlight = ({ attempts }: Doc): Attempt | null =>
  attempts.find(({ status }) => status === "STARTED" || status === "UNKNOWN" || status === "PENDING") ?? null

/** OPEN, PAYMENT_FAILED, EXPIRED and UNCOLLECTIBLE take payments. */
export const isPayable = ({ status }: Doc): boolean =>
  status === "OPEN" || status === "PAYMENT_FAILED" || status === "EXPIRED" || status === "UNCOLLECTIBLE"
