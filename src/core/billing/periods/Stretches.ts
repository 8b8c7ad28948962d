// The stretches of a segment: its time at one quantity each. A segment without any is at quantity 1 for all its time.
import type * as Result from "effect/Result"
import { type AmountOutOfRange, mulDivSum } from "../../money/Money.ts"
import { type EndedSpan, millisOf, type Span, spansWithin } from "../../time/Proration.ts"

/** The start of a stretch; it ends where the next one begins. */
export interface Stretch {
  readonly quantity: number
  readonly from: number
}

/** What of a segment its stretches are read from. */
interface Stretched {
  readonly startAt: number
  readonly stretches?: ReadonlyArray<Stretch>
}

/** The stretches of a segment, in the order of time. */
export const stretchesOf = ({ startAt, stretches }: Stretched): ReadonlyArray<Stretch> =>
  stretches ?? [{ quantity: 1, from: startAt }]

/** The member of a segment that begins at a quantity; absent for 1. */
export const begunAt = (quantity: number, from: number): Pick<Stretched, "stretches"> =>
  quantity === 1 ? {} : { stretches: [{ quantity, from }] }

/**
 * The segment at another quantity from an instant on. Adjacent stretches at one quantity are one, and one without time
 * is none: up and down within an instant changes nothing.
 */
export const changeQuantity = <Segment extends Stretched>(
  segment: Segment,
  quantity: number,
  at: number,
): Omit<Segment, "stretches"> & Pick<Stretched, "stretches"> => {
  const before = stretchesOf(segment)
  // A clock that went back does not undo a stretch.
  const from = Math.max(at, before.at(-1)?.from ?? segment.startAt)
  const kept = before.filter((stretch) => stretch.from < from)
  const stretches = kept.at(-1)?.quantity === quantity ? kept : [...kept, { quantity, from }]
  const { stretches: _, ...rest } = segment
  return stretches.length === 1 && stretches[0]?.quantity === 1 ? rest : { ...rest, stretches }
}

/** The number of changes of quantity in some periods: each began a stretch. */
export const quantityChangesIn = (
  periods: ReadonlyArray<{ readonly segments: ReadonlyArray<Stretched> }>,
): number =>
  periods.reduce(
    (count, { segments }) => segments.reduce((sum, segment) => sum + stretchesOf(segment).length - 1, count),
    0,
  )

/** The active time of a stretch. */
export interface StretchTime {
  readonly quantity: number
  readonly spans: ReadonlyArray<EndedSpan>
  readonly activeMillis: number
}

/** The active time of each stretch of a segment up to an instant. */
export const stretchTimes = (
  period: { readonly startAt: number; readonly endAt: number },
  segment: Stretched & { readonly spans: ReadonlyArray<Span> },
  until: number,
): ReadonlyArray<StretchTime> => {
  const stretches = stretchesOf(segment)
  return stretches.map(({ quantity, from }, index) => {
    const spans = spansWithin(segment.spans, {
      startAt: index === 0 ? period.startAt : Math.max(period.startAt, from),
      endAt: Math.min(until, stretches[index + 1]?.from ?? period.endAt, period.endAt),
    })
    return { quantity, spans, activeMillis: millisOf(spans) }
  })
}

/** The fee of some stretches together, rounded once: the price of a unit times the share of the cycle, for each unit. */
export const feeOfStretches = (
  amount: number,
  stretches: ReadonlyArray<Pick<StretchTime, "quantity" | "activeMillis">>,
  cycleMillis: number,
): Result.Result<number, AmountOutOfRange> =>
  mulDivSum(
    amount,
    stretches.map((stretch) => [stretch.quantity, stretch.activeMillis]),
    cycleMillis,
  )
