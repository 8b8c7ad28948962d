// The share of an amount the naive way: on big integers, and the time of spans stretch by stretch.
import type { Span } from "../../../../src/core/time/Proration.ts"
import { rounded } from "../../../../src/testing/oracle/rating.ts"
import { type Expected, outOfRange, result } from "../Case.ts"

/** What a share is asked for. */
export interface Share {
  readonly amount: number
  readonly activeMillis: number
  readonly cycleMillis: number
}

/** The share, rounded half away from zero. */
export const prorate = ({ amount, activeMillis, cycleMillis }: Share): Expected => {
  const operands = [amount, activeMillis, cycleMillis]
  if (!operands.every(Number.isSafeInteger) || cycleMillis <= 0) return outOfRange("mulDiv", operands)
  const product = BigInt(amount) * BigInt(activeMillis)
  const size = rounded(product < 0n ? -product : product, BigInt(cycleMillis))
  if (!Number.isSafeInteger(size)) return outOfRange("mulDiv", operands)
  return result(product < 0n && size > 0 ? -size : size)
}

/** Spans and the window in which they count. */
export interface Spans {
  readonly spans: ReadonlyArray<Span>
  readonly window: { readonly startAt: number; readonly endAt: number }
}

/** The milliseconds of the window in which some span runs. */
export const activeMillis = ({ spans, window: { startAt, endAt } }: Spans): Expected => {
  const edges = [startAt, endAt, ...spans.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))]
  const inside = edges.filter((edge) => edge >= startAt && edge <= endAt).sort((a, b) => a - b)
  let millis = 0
  for (const [index, edge] of inside.entries()) {
    const next = inside[index + 1] ?? edge
    if (spans.some(({ from, to }) => from <= edge && (to === null || edge < to))) millis += next - edge
  }
  return result(millis)
}
