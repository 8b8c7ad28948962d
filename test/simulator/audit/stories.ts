// Worlds that the rules leave behind after a story, for the audit: Starter of 9990 for the 28 days from 31 January.
import type { AuditInput } from "../../../simulator/audit/Books.ts"
import type { Coupon, Put } from "../../../src/index.ts"
import { play, type Setup, type Step } from "../../core/billing/laws/world.ts"
import { coupon, plan, pro } from "../../support/billing.ts"
import { makeChronicle } from "./chronicle.ts"

export const DAY = 86_400_000
export const startAt = Date.UTC(2026, 0, 31)

export const setup: Setup = { startAt, plans: [plan, pro], coupon: null, vouchers: [], threshold: null }

export const fixed: Coupon.Coupon = {
  ...coupon,
  discount: { type: "FIXED", amount: 5000, currency: "BRL" },
  duration: { type: "FOREVER" },
}

/** The world right after the last step of a story, or some days later. */
export const worldAfter = (steps: ReadonlyArray<Step>, of: Partial<Setup> = {}, days = 0): AuditInput => {
  const whole = { ...setup, ...of }
  const chronicle = makeChronicle(whole)
  const boundary = 28 * DAY
  const lasts = steps.reduce((at, { after }) => at + (after === "boundary" ? boundary : after), 0)
  const until = startAt + lasts + 1 + days * DAY
  play(whole, steps, until, { watch: chronicle.watch })
  return chronicle.input(until)
}

/** The record of a kind in a world. */
export type RecordOf<K extends Put["kind"]> = Extract<Put, { readonly kind: K }>["record"]

/** Changes the first record of a kind that is meant. */
export const edit = <K extends Put["kind"]>(
  kind: K,
  change: (record: RecordOf<K>) => object,
  isMeant: (record: RecordOf<K>) => boolean = () => true,
) => ({
  in: (world: AuditInput): AuditInput => {
    const { records } = world.snapshot
    const meant = records.find((put) => put.kind === kind && isMeant(put.record as RecordOf<K>))
    if (meant === undefined) throw new Error(`The world has no such ${kind}`)
    const record = { ...meant.record, ...change(meant.record as RecordOf<K>) }
    return withRecords(
      world,
      records.map((put) => (put === meant ? ({ kind, record } as Put) : put)),
    )
  },
})

/** A world with other records. */
export const withRecords = (world: AuditInput, records: ReadonlyArray<Put>): AuditInput => ({
  ...world,
  snapshot: { ...world.snapshot, records },
})

/** A world without the records that are meant. */
export const without = (isMeant: (put: Put) => boolean) => ({
  in: (world: AuditInput): AuditInput =>
    withRecords(
      world,
      world.snapshot.records.filter((put) => !isMeant(put)),
    ),
})
