// The time that a line is for: of a fee, what of its stretch is not billed yet; of usage, the time since it was billed last.
import type { LineTime } from "../../invoice/BilledLine.ts"
import type { AmountOutOfRange } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { toIso } from "../../time/Iso.ts"
import type { EndedSpan } from "../../time/Proration.ts"
import type { BillingPeriod, Segment } from "./BillingPeriod.ts"
import { feeOfStretches, type StretchTime } from "./Stretches.ts"

/** A stretch whose fee is not all billed, and what is billed. */
interface UnbilledStretch {
  /** The price of a unit for all of the cycle. */
  readonly amount: number
  readonly cycleMillis: number
  /** The stretches of the segment before it. */
  readonly before: ReadonlyArray<StretchTime>
  readonly stretch: StretchTime
  /** What is billed of the segment's fee. */
  readonly covered: number
  /** The times of the lines that billed it. */
  readonly times: ReadonlyArray<LineTime>
}

/**
 * The time of a stretch's line: from the first of its spans that is not billed to the end of the last. A span is billed
 * where a line is for it and the fee of all time up to its end is covered. One that lines bill up to an instant goes on
 * from there.
 */
export const feeTime = resultFn(function* (unbilled: UnbilledStretch): Steps<LineTime, AmountOutOfRange> {
  const { amount, cycleMillis, before, stretch, covered, times } = unbilled
  const { quantity, spans } = stretch
  let activeMillis = 0
  let first = 0
  for (const span of spans.slice(0, -1)) {
    activeMillis += span.to - span.from
    if (endsIn(span, times).length === 0) break
    if ((yield* feeOfStretches(amount, [...before, { quantity, activeMillis }], cycleMillis)) > covered) break
    first += 1
  }
  const { from, to } = spans[first] ?? noTime
  const ends = endsIn({ from, to }, times).filter((end) => end < to)
  return { periodStartAt: Math.max(from, ...ends), periodEndAt: (spans.at(-1) ?? noTime).to }
})

const noTime: EndedSpan = { from: 0, to: 0 }

/** The ends of the times that have a part of a span. */
const endsIn = ({ from, to }: EndedSpan, times: ReadonlyArray<LineTime>): ReadonlyArray<number> =>
  times.flatMap(({ periodStartAt, periodEndAt }) =>
    from < periodEndAt && to > periodStartAt ? [periodEndAt] : [],
  )

/** The part of a time that lies in the one of some other lines; all of it where none does. */
export const timeWithin = (time: LineTime, others: ReadonlyArray<LineTime>): LineTime => {
  const periodStartAt = Math.max(time.periodStartAt, Math.min(...others.map((each) => each.periodStartAt)))
  const periodEndAt = Math.min(time.periodEndAt, Math.max(...others.map((each) => each.periodEndAt)))
  return periodStartAt < periodEndAt ? { periodStartAt, periodEndAt } : time
}

/**
 * The time of a line of usage up to an instant: since the line of its meter before, which a cut billed. It is all of a
 * segment that has ended (`until: null`), because what comes late may be of any day.
 */
export const usageTime = (
  period: BillingPeriod,
  segment: Segment,
  { billed, until }: { readonly billed: ReadonlyArray<LineTime>; readonly until: number | null },
): LineTime => {
  const startAt = Math.max(period.startAt, segment.startAt)
  const endAt = segment.endAt ?? period.endAt
  if (until === null) return { periodStartAt: startAt, periodEndAt: endAt }
  const periodEndAt = Math.max(startAt, Math.min(until, endAt))
  const ends = billed.map((time) => time.periodEndAt).filter((end) => end < periodEndAt)
  return { periodStartAt: Math.max(startAt, ...ends), periodEndAt }
}

/** The days of a time, as the name of a line says them. */
export const daysOf = ({ periodStartAt, periodEndAt }: LineTime): string =>
  `${toIso(periodStartAt).slice(0, 10)} to ${toIso(periodEndAt).slice(0, 10)}`
