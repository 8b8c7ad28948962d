// Histories of a subscription: when it ran under which plan, what was used, and when that was heard of. They are what a
// bill is computed from, and hold no document.
import * as fc from "fast-check"
import type { PlanTerms } from "../../core/plan/Plan.ts"
import type { Interval } from "../../core/time/Interval.ts"
import type { Active, Arrival, History, PlanFrom } from "../oracle/bills.ts"
import { monthsAfter } from "../oracle/calendar.ts"
import { METERS, planTerms } from "./catalogue.ts"
import { coupons } from "./discounts.ts"
import { instants, intervals } from "./time.ts"

/** Time is told in thousandths of the whole history, so that it shrinks with it. */
const PARTS = 1_000

const marks = (maxLength: number) => fc.uniqueArray(fc.integer({ min: 1, max: PARTS - 1 }), { maxLength })

const arrivals = fc.array(
  fc.record({
    meter: fc.constantFrom(...METERS),
    quantity: fc.nat({ max: 40 }),
    part: fc.nat({ max: PARTS - 1 }),
    /** How much later it arrived. */
    lag: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: PARTS }) }),
  }),
  { maxLength: 8 },
)

const quantities = fc.array(
  fc.record({ part: fc.integer({ min: 1, max: PARTS - 1 }), quantity: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 4 },
)

/** The time in which it ran: from each second mark on it was paused until the next. */
const activeBetween = (pauses: ReadonlyArray<number>, startAt: number): ReadonlyArray<Active> => {
  const active: Array<Active> = []
  let from: number | null = startAt
  for (const at of pauses) {
    if (from === null) from = at
    else {
      active.push({ from, to: at })
      from = null
    }
  }
  return from === null ? active : [...active, { from, to: null }]
}

/**
 * Histories of one to three cycles under up to three plans of one interval, with pauses, changes of quantity, and usage
 * that is at times heard of late. They shrink to one cycle under one free plan in which nothing was used.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.histories(), 100).every((history) => history.plans[0]?.fromAt === history.startAt) // true
 * ```
 */
export const histories = (): fc.Arbitrary<History> =>
  fc
    .record({
      startAt: instants(),
      interval: intervals(),
      cycles: fc.integer({ min: 1, max: 3 }),
      changes: marks(2),
      pauses: marks(4),
      quantities,
      terms: fc.tuple(...[0, 1, 2].map((index) => planTerms({ planId: `plan-${index}` }))),
      usage: arrivals,
      coupon: fc.option(coupons(), { freq: 2 }),
    })
    .map(({ startAt, interval, cycles, changes, pauses, quantities, terms, usage, coupon }) => {
      const until = monthsAfter(startAt, cycles * (interval === "MONTHLY" ? 1 : 12))
      const at = (part: number): number => startAt + Math.floor(((until - startAt) * part) / PARTS)
      const rising = (parts: ReadonlyArray<number>) => parts.toSorted((a, b) => a - b).map(at)
      return {
        startAt,
        until,
        plans: plansOf([startAt, ...rising(changes)], terms, interval),
        ...(quantities.length > 0 && {
          quantities: quantities
            .map(({ part, quantity }) => ({ fromAt: at(part), quantity }))
            .toSorted((a, b) => a.fromAt - b.fromAt),
        }),
        active: activeBetween(rising(pauses), startAt),
        cancelledAt: null,
        usage: usage
          .map(({ meter, quantity, part, lag }): Arrival => {
            const arrivedAt = Math.min(at(part + lag), until - 1)
            return { meter, quantity, occurredAt: at(part), arrivedAt }
          })
          .toSorted((a, b) => a.arrivedAt - b.arrivedAt),
        coupon,
      }
    })

const plansOf = (
  starts: ReadonlyArray<number>,
  terms: ReadonlyArray<PlanTerms>,
  interval: Interval,
): ReadonlyArray<PlanFrom> =>
  starts.flatMap((fromAt, index) => {
    const agreed = terms[index]
    return agreed === undefined ? [] : [{ fromAt, terms: { ...agreed, interval } }]
  })
