// The time that a line is for, and what of a fee falls on it: the naive way, by all units and milliseconds of that time.
import { describe, expect } from "vitest"
import type { BillingPeriod, Invoice } from "../../../../src/index.ts"
import { allAlways, watching } from "./always.ts"
import { isCounted } from "./sums.ts"
import type { Seen } from "./world.ts"

type Line = Invoice.Invoice["lines"][number]
type Time = readonly [startAt: number, endAt: number]

/** The time of a line; NaN where it has none. */
const timeOf = ({ periodStartAt = Number.NaN, periodEndAt = Number.NaN }: Line): Time => [
  periodStartAt,
  periodEndAt,
]

/** What a change issued, each line with its period and segment. */
const issued = ({ before, change: { account } }: Seen) =>
  account.invoices.slice(before.invoices.length).flatMap((invoice) =>
    invoice.lines.map((line) => {
      const period = account.periods.find(
        ({ subscriptionId, cycle }) => subscriptionId === invoice.subscriptionId && cycle === line.item.cycle,
      )
      const segment = period?.segments[line.item.segment ?? 0]
      if (period === undefined || segment === undefined) throw new Error("A line is of no segment")
      return { invoice, line, period, segment }
    }),
  )

/** What a segment costs in a time: each of its units for each millisecond in which it was active. */
const costOf = ({ spans, stretches, terms }: BillingPeriod.Segment, cycle: Time, [startAt, endAt]: Time) => {
  const units = stretches ?? [{ quantity: 1, from: 0 }]
  let unitMillis = 0
  for (const [index, { quantity, from }] of units.entries()) {
    const since = index === 0 ? startAt : Math.max(startAt, from)
    const until = Math.min(endAt, units[index + 1]?.from ?? endAt)
    for (const span of spans) {
      const activeMillis = Math.min(span.to ?? until, until) - Math.max(span.from, since)
      unitMillis += quantity * Math.max(0, activeMillis)
    }
  }
  return (terms.amount * unitMillis) / (cycle[1] - cycle[0])
}

/** Tells whether nothing of a subscription was billed before its time, or again. */
const isPlain = ({ change: { account } }: Seen, { subscriptionId }: Invoice.Invoice): boolean =>
  account.invoices.every(
    (one) =>
      one.subscriptionId !== subscriptionId ||
      (!one.rebilled &&
        one.lines.every(({ item, periodEndAt = 0 }) => item.kind !== "FEE" || periodEndAt <= one.issuedAt)),
  )

describe("the time of a line", () => {
  allAlways(500, {
    "lies within its plan's part of its cycle, and a one-off charge has none": watching((seen) => {
      for (const { line, period, segment } of issued(seen)) {
        const [startAt, endAt] = timeOf(line)
        if (line.item.kind === "ITEM") {
          expect(Object.keys(line)).not.toContain("periodStartAt")
          expect(Object.keys(line)).not.toContain("periodEndAt")
          continue
        }
        expect(startAt).toBeGreaterThanOrEqual(period.startAt)
        expect(endAt).toBeLessThanOrEqual(period.endAt)
        if (line.item.kind === "USAGE") {
          expect(startAt).toBeLessThanOrEqual(endAt)
          expect(startAt).toBeGreaterThanOrEqual(Math.min(segment.startAt, period.endAt))
        } else expect(startAt).toBeLessThan(endAt)
      }
    }),

    "of a fee costs as much as the line bills, or more where a part of it was billed before": watching(
      (seen) => {
        for (const { invoice, line, period, segment } of issued(seen)) {
          if (line.item.kind !== "FEE") continue
          const cost = costOf(segment, [period.startAt, period.endAt], timeOf(line))
          // Each end of it may be rounded.
          expect(line.amount).toBeLessThanOrEqual(cost + 1)
          if (isPlain(seen, invoice)) expect(line.amount).toBeGreaterThanOrEqual(cost - 1)
        }
      },
    ),

    "of a fee, and of usage between two cuts, is on no other invoice": watching((seen) => {
      const { account } = seen.change
      for (const { invoice, line, segment } of issued(seen)) {
        const { item } = line
        const isLate = item.cycle !== invoice.cycle || segment.endAt !== null
        const isCut = item.kind === "USAGE" && invoice.kind === "CUT" && !isLate
        if (!isCut && !(item.kind === "FEE" && isPlain(seen, invoice))) continue
        for (const other of account.invoices) {
          if (other === invoice || !isCounted(other) || other.subscriptionId !== invoice.subscriptionId)
            continue
          for (const known of other.lines) {
            if (JSON.stringify(known.item) !== JSON.stringify(item)) continue
            if (isCut && other.kind !== "CUT") continue
            const [[startAt, endAt], [knownStart, knownEnd]] = [timeOf(line), timeOf(known)]
            if (knownEnd < endAt) expect(startAt).toBeGreaterThanOrEqual(knownEnd)
            else if (item.kind === "FEE") expect(endAt).toBeLessThanOrEqual(knownStart)
          }
        }
      }
    }),

    "is beside the price of a unit where the fee is of a part of the cycle": watching((seen) => {
      for (const { line, segment } of issued(seen)) {
        const isPart = line.item.kind === "FEE" && line.name.includes("(prorated)")
        expect(line.proration?.unitPrice).toBe(isPart ? segment.terms.amount : undefined)
        if (!isPart) continue
        const quantities = segment.stretches?.map(({ quantity }) => quantity) ?? [1]
        expect(quantities).toContain(line.proration?.quantity)
      }
    }),
  })
})
