// Usage: events of some meters in a stretch of time, each with its own id.
import * as fc from "fast-check"
import type { UsageEvent } from "../../core/usage/UsageEvent.ts"
import { METERS } from "./catalogue.ts"

/** What is wanted of a stream of usage. */
export interface UsageOptions {
  readonly meters?: ReadonlyArray<string>
  /** When the first event may have happened; 0 unless given. */
  readonly from?: number
  /** Before when all of them happened; 30 days after `from` unless given. */
  readonly to?: number
  /** The largest quantity of one event; 40 unless given. */
  readonly quantityMax?: number
  readonly maxLength?: number
}

const MONTH = 30 * 86_400_000

/**
 * Streams of usage: events in the order in which they happened. They shrink to no event.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.usageStreams({ maxLength: 3 }), 100).every((events) => events.length <= 3) // true
 * ```
 */
export const usageStreams = (options: UsageOptions = {}): fc.Arbitrary<ReadonlyArray<UsageEvent>> => {
  const { meters = METERS, from = 0, to = from + MONTH, quantityMax = 40, maxLength = 12 } = options
  const event = fc.record({
    meter: fc.constantFrom(...meters),
    quantity: fc.nat({ max: quantityMax }),
    occurredAt: fc.integer({ min: from, max: to - 1 }),
  })
  return fc
    .array(event, { maxLength })
    .map((events) =>
      events
        .toSorted((a, b) => a.occurredAt - b.occurredAt)
        .map((one, index) => ({ eventId: `event-${index}`, ...one })),
    )
}
