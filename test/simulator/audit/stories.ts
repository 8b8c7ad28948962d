// Worlds that the rules leave behind after a story, for the audit: Starter of 9990 for the 28 days from 31 January.
import { audit } from "../../../simulator/audit/audit.ts"
import type { AuditInput } from "../../../simulator/audit/books/Books.ts"
import type { Coupon, Put } from "../../../src/index.ts"
import { play, type Setup, type Step } from "../../core/billing/laws/world.ts"
import { coupon, plan, pro } from "../../support/billing.ts"
import { makeChronicle } from "./chronicle.ts"

export const DAY = 86_400_000
export const startAt = Date.UTC(2026, 0, 31)

/** Starter with nothing else, but for what is said. */
export const setupOf = (of: Partial<Setup> = {}): Setup => ({
  startAt,
  plans: [plan, pro],
  coupon: null,
  vouchers: [],
  threshold: null,
  ...of,
})

export const fixed: Coupon.Coupon = {
  ...coupon,
  discount: { type: "FIXED", amount: 5000, currency: "BRL" },
  duration: { type: "FOREVER" },
}

/** The world right after the last step of a story, or some days later. */
export const worldAfter = (steps: ReadonlyArray<Step>, of: Partial<Setup> = {}, days = 0): AuditInput => {
  const whole = setupOf(of)
  const chronicle = makeChronicle(whole)
  const boundary = 28 * DAY
  const lasts = steps.reduce((at, { after }) => at + (after === "boundary" ? boundary : after), 0)
  const until = startAt + lasts + 1 + days * DAY
  play(whole, steps, until, { watch: chronicle.watch })
  return chronicle.input(until)
}

/** The rules of the audit that find something in a world. */
export const rulesOf = (world: AuditInput) =>
  Array.from(new Set(audit(world).findings.map(({ rule }) => rule)))

/** Makes another world of one. */
export type Edit = (world: AuditInput) => AuditInput

/** One after another. */
export const chain =
  (...edits: ReadonlyArray<Edit>): Edit =>
  (world) =>
    edits.reduce((done, next) => next(done), world)

/** The record of a kind in a world. */
export type RecordOf<K extends Put["kind"]> = Extract<Put, { readonly kind: K }>["record"]

/** Changes the first record of a kind that is meant. */
export const edit =
  <K extends Put["kind"]>(
    kind: K,
    change: (record: RecordOf<K>) => object,
    isMeant: (record: RecordOf<K>) => boolean = () => true,
  ): Edit =>
  (world) => {
    const { records } = world.snapshot
    const meant = records.find((put) => put.kind === kind && isMeant(put.record as RecordOf<K>))
    if (meant === undefined) throw new Error(`The world has no such ${kind}`)
    const record = { ...meant.record, ...change(meant.record as RecordOf<K>) }
    return withRecords(
      world,
      records.map((put) => (put === meant ? ({ kind, record } as Put) : put)),
    )
  }

/** A world with other records. */
export const withRecords = (world: AuditInput, records: ReadonlyArray<Put>): AuditInput => ({
  ...world,
  snapshot: { ...world.snapshot, records },
})

/** A world without the records that are meant. */
export const without =
  (isMeant: (put: Put) => boolean): Edit =>
  (world) =>
    withRecords(
      world,
      world.snapshot.records.filter((put) => !isMeant(put)),
    )

/** What the stories are made of; each comes so long after the one before. */
export const payEarly: Step = { do: "payEarly", after: 1 }
export const pause: Step = { do: "pause", after: 14 * DAY - 1 }
export const cancel: Step = { do: "cancelNow", after: 14 * DAY - 1 }
export const slip: Step = { do: "answers", answer: "slip", after: 1 }

export const resume: Step = { do: "resume", after: 1 }
export const dispute: Step = { do: "OpenDispute", pick: 0, after: 1 }
export const lose: Step = { do: "LoseDispute", pick: 0, after: 1 }
export const win: Step = { do: "WinDispute", pick: 0, after: 1 }
export const refuse: Step = { do: "answers", answer: "declined", after: 1 }
export const forgive: Step = { do: "void", rebill: false, pick: 0, after: 1 }
export const expiring = [{ amount: 9990, after: DAY }]
export const suspended = { policy: { onExhausted: "PAUSE", dunningDays: [1] } } as const
export const lostUsage: ReadonlyArray<Step> = [
  refuse,
  payEarly,
  { do: "cancelLater", after: 1 },
  { do: "use", events: [{ meter: "messages", quantity: 1000, age: 1.5 * DAY }], after: 2 * DAY },
  { do: "answers", answer: "approved", after: 1 },
]

/** A story, the account in which it plays, and how many days are looked at after it. */
export interface Story {
  readonly steps: ReadonlyArray<Step>
  readonly setup?: Partial<Setup>
  readonly days?: number
}

const refund: Step = { do: "refund", part: 50, pick: 0, after: 1 }

/** Stories of money that goes back, in which all is right. */
export const stories: Readonly<Record<string, Story>> = {
  "in a dispute before a cancellation": { steps: [payEarly, dispute, cancel] },
  "in one after it": { steps: [payEarly, cancel, dispute] },
  "in one that was lost before it": { steps: [payEarly, dispute, lose, cancel] },
  "in one that was lost after it": { steps: [payEarly, cancel, dispute, lose] },
  "in one that was won": { steps: [payEarly, dispute, cancel, win] },
  "in a fixed coupon, paid ahead and interrupted": {
    steps: [payEarly, pause, resume],
    setup: { coupon: fixed },
    days: 60,
  },
  "in a voucher that expires around a credit": {
    steps: [payEarly, pause, resume],
    setup: { expiring },
    days: 60,
  },
  "in what was forgiven and resumed": { steps: [refuse, payEarly, forgive, pause, resume], days: 60 },
  "in what was refunded and resumed": { steps: [payEarly, refund, pause, resume], days: 60 },
  "in usage over the threshold in a pause of no time": {
    steps: [
      { do: "threshold", value: 100, after: 1 },
      { do: "pause", after: DAY },
      { do: "use", events: [{ meter: "messages", quantity: 50, age: DAY / 2 }], after: 0 },
      { do: "resume", after: 0 },
    ],
  },
  "in usage from before a pause, when a scheduled end comes": {
    steps: lostUsage,
    setup: suspended,
    days: 40,
  },
  "in a slip that is open when its cycle is over": { steps: [slip, payEarly, cancel] },
}

const approve: Step = { do: "answers", answer: "approved", after: 1 }
const subscribe: Step = { do: "subscribe", plan: 0, after: 1 }

/** The same of an earlier subscription beside a new one: what is needed of it a store has to find. */
export const laterStories: Readonly<Record<string, Story>> = {
  "in a fee that was written off, and is paid beside a new subscription": {
    steps: [
      refuse,
      payEarly,
      { do: "WriteOff", pick: 0, after: 1 },
      cancel,
      approve,
      subscribe,
      { do: "settle", pick: 0, part: 100, after: 1 },
    ],
  },
  "in a slip that expires beside a new subscription, and held the discount of its cycle": {
    steps: [
      slip,
      payEarly,
      approve,
      { do: "threshold", value: 2000, after: 1 },
      { do: "use", events: [{ meter: "messages", quantity: 1000, age: 0 }], after: 1 },
      { ...cancel, after: DAY },
      subscribe,
    ],
    setup: { coupon: fixed },
  },
}

/** Whether a voucher was granted as credit. */
export const isCredit = ({ creditOf }: RecordOf<"Voucher">) => creditOf !== null

/** The one credit of a world as it would be with other amounts of money, and of the coupon. */
export const creditOf = (moneyAmount: number, couponAmount: number): Edit =>
  chain(
    edit(
      "BillingPeriod",
      ({ credits }) => ({ credits: credits.map((credit) => ({ ...credit, couponAmount })) }),
      ({ credits }) => credits.length > 0,
    ),
    edit(
      "Invoice",
      ({ credits }) => ({
        amountCredited: moneyAmount,
        credits: credits.map((credit) => ({ ...credit, moneyAmount, releases: [] })),
      }),
      ({ credits }) => credits.length > 0,
    ),
    edit("Voucher", () => ({ amount: moneyAmount, balance: moneyAmount }), isCredit),
    edit(
      "VoucherEntry",
      () => ({ amount: moneyAmount }),
      ({ kind }) => kind === "GRANT",
    ),
  )

/** An early payment of which a voucher made 4000, and money the rest, cancelled after a quarter of the cycle. */
export const paidInPart = (): AuditInput =>
  worldAfter([payEarly, { ...cancel, after: 7 * DAY - 1 }], { vouchers: [4000] })

/** So much of what went back of it as money goes to the voucher instead. */
export const releasedFirst = (moved: number): Edit =>
  chain(
    edit("Invoice", ({ credits }) => ({
      credits: credits.map(({ moneyAmount, releases, ...credit }) => ({
        ...credit,
        moneyAmount: moneyAmount - moved,
        releases: releases.map((one) => ({ ...one, amount: one.amount + moved })),
      })),
    })),
    edit(
      "Voucher",
      ({ amount, balance }) => ({ amount: amount - moved, balance: balance - moved }),
      isCredit,
    ),
    edit(
      "VoucherEntry",
      ({ amount }) => ({ amount: amount - moved }),
      ({ kind, amount }) => kind === "GRANT" && amount !== 4000,
    ),
    edit(
      "Voucher",
      ({ balance, amountRedeemed }) => ({ balance: balance + moved, amountRedeemed: amountRedeemed - moved }),
      (voucher) => !isCredit(voucher),
    ),
    edit(
      "VoucherEntry",
      ({ amount }) => ({ amount: amount + moved }),
      ({ kind }) => kind === "RELEASE",
    ),
  )
