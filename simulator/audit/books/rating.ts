// The price of usage, worked out the plain way: the units of each band at its price, each event in its active time.
import type { BillingPeriod, Price, UsageEvent } from "../../../src/index.ts"
import type { Books, SubscriptionBooks } from "./Books.ts"
import { isInTrial } from "./trials.ts"

/** So many units (packages, where they are sold so) at a price, by the number of their band. */
export interface RatedBand {
  readonly unitPrice: number
  readonly quantity: number
}

/** The bands of a price for a quantity; those that it does not reach have a quantity of 0. */
export const bandsOf = (price: Price.Price, quantity: number): ReadonlyArray<RatedBand> => {
  switch (price.model) {
    case "STANDARD":
      return [{ unitPrice: price.unitPrice, quantity }]
    case "PACKAGE": {
      const units = Math.max(0, quantity - price.freeUnits)
      const whole = Math.floor(units / price.packageSize)
      const started = units % price.packageSize === 0 ? whole : whole + 1
      return [{ unitPrice: price.packagePrice, quantity: started }]
    }
    case "GRADUATED":
      return price.bands.map(({ upTo, unitPrice }, index) => {
        const before = price.bands[index - 1]?.upTo ?? 0
        return { unitPrice, quantity: Math.max(0, Math.min(quantity, upTo ?? quantity) - before) }
      })
  }
}

/** A segment of a subscription, and the usage that fell into it. */
export interface SegmentUsage {
  readonly own: SubscriptionBooks
  readonly period: BillingPeriod.BillingPeriod
  readonly index: number
  readonly segment: BillingPeriod.Segment
  /** By meter: what fell into it for certain, and what may have, because it came in the millisecond of a change. */
  readonly certain: Map<string, number>
  readonly possible: Map<string, number>
}

interface ActiveTime {
  readonly from: number
  readonly to: number | null
  readonly periodEndAt: number
  readonly segment: SegmentUsage
}

const add = (map: Map<string, number>, { meter, quantity }: UsageEvent.RecordedUsage): void => {
  map.set(meter, (map.get(meter) ?? 0) + quantity)
}

/** Every segment with its usage by the events, and the events that fell into no active time and no trial. */
export const usageOf = (
  books: Books,
): {
  readonly segments: ReadonlyArray<SegmentUsage>
  readonly strays: ReadonlyArray<UsageEvent.RecordedUsage>
} => {
  const segments = books.subscriptions.flatMap((own) =>
    own.periods.flatMap((period) =>
      period.segments.map(
        (segment, index): SegmentUsage => ({
          own,
          period,
          index,
          segment,
          certain: new Map(),
          possible: new Map(),
        }),
      ),
    ),
  )
  // A cycle that a cancellation in its trial kept from beginning has no time. The fee of one that was kept whole has more time
  // than there was usage in, and the next subscription lies beside it.
  const times = segments
    .flatMap((segment) => {
      const endAt = segment.own.subscription.cancelledAt ?? Number.POSITIVE_INFINITY
      return segment.segment.spans
        .filter(({ from }) => from <= endAt)
        .map(
          ({ from, to }): ActiveTime => ({
            from,
            to: to === null ? null : Math.min(to, endAt),
            periodEndAt: segment.period.endAt,
            segment,
          }),
        )
    })
    .sort((a, b) => a.from - b.from)
  const strays: Array<UsageEvent.RecordedUsage> = []
  for (const event of books.usageEvents) {
    const found = candidates(times, event.billedAt)
    const [only] = found
    const isFree = isInTrial(books, event.billedAt)
    if (only === undefined && isFree) continue
    if (only === undefined) strays.push(event)
    else if (found.size === 1 && !isFree) add(only.certain, event)
    else for (const segment of found) add(segment.possible, event)
  }
  return { segments, strays }
}

/** The segments into which an event may have fallen: the one that was active then, and those that ended right then. */
const candidates = (times: ReadonlyArray<ActiveTime>, at: number): ReadonlySet<SegmentUsage> => {
  const found = new Set<SegmentUsage>()
  for (let index = lastFrom(times, at); index >= 0; index--) {
    const time = times[index] as ActiveTime
    if ((time.to ?? time.periodEndAt) < at) break
    if (at < time.periodEndAt) found.add(time.segment)
  }
  return found
}

/** The index of the last time that began at an instant or before. */
const lastFrom = (times: ReadonlyArray<ActiveTime>, at: number): number => {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] as ActiveTime).from <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
