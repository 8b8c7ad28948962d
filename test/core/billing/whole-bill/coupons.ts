// Histories of coupons for one plan, or for months, that a change of plan ends or an operator takes off, and of what comes
// late of before; and of coupons that come to a running subscription.
import * as fc from "fast-check"
import { DAY, HOUR } from "../fixtures.ts"
import { at, changes, even, givesCoupon, payEarly, takesOff, use, voids } from "../laws/arbitraries.ts"
import { meters } from "../laws/setups.ts"
import type { Setup, Step } from "../laws/world.ts"
import { wholeLives, wholeSetups } from "./histories.ts"

const usedBefore = fc.array(
  fc.record({
    meter: fc.constantFrom(...meters),
    quantity: fc.integer({ min: 1, max: 90 }),
    age: fc.integer({ min: HOUR, max: 3 * DAY }),
  }),
  { minLength: 1, maxLength: 3 },
)

const toSecond = fc.record({
  do: fc.constantFrom("changeNow" as const, "changeLater" as const),
  plan: fc.constant(1 as const),
})

/** A change of plan, another one maybe, and usage of before that comes once the next cycle began. */
const ending: fc.Arbitrary<ReadonlyArray<Step>> = fc
  .record({
    first: fc.oneof(even, changes, toSecond, takesOff, payEarly),
    second: fc.option(fc.oneof(even, changes, payEarly, takesOff)),
    events: usedBefore,
    after: fc.integer({ min: 1, max: 2 * DAY }),
    soon: fc.integer({ min: 1, max: HOUR }),
  })
  .map(({ first, second, events, after, soon }) => [
    { ...first, after },
    ...(second === null ? [] : [{ ...second, after: soon }]),
    { do: "use", events: [], after: "boundary" },
    { do: "use", events, after: soon },
  ])

/** What ends a coupon, then everything that can happen, and what ends it again. */
export const couponLives: fc.Arbitrary<ReadonlyArray<Step>> = fc
  .tuple(ending, fc.oneof(even, fc.constant([]), wholeLives), ending)
  .map(([first, lives, last]) => [...first, ...lives, ...last])

/** Accounts that have a coupon, for the first plan or for both; many of them for ever. */
export const couponSetups: fc.Arbitrary<Setup> = fc
  .tuple(
    wholeSetups.filter(({ coupon }) => coupon !== null),
    fc.constantFrom(
      {},
      { planIds: ["first"] },
      { planIds: ["first"], duration: { type: "FOREVER" } as const },
    ),
  )
  .map(([setup, members]) => ({ ...setup, coupon: setup.coupon && { ...setup.coupon, ...members } }))

/** A coupon for a plan that was scheduled, is not after all, and comes in a cycle of another one. */
const waiting: fc.Arbitrary<ReadonlyArray<Step>> = fc
  .record({ given: givesCoupon, after: fc.integer({ min: 1, max: 20 * DAY }), ahead: fc.boolean(), ending })
  .map(({ given, after, ahead, ending }) => [
    { do: "changeLater", plan: 1, after: HOUR },
    { ...given, coupon: { ...given.coupon, planIds: ["second"] }, after },
    { do: "changeLater", plan: 0, after: HOUR },
    { do: "use", events: [], after: "boundary" },
    ...(ahead ? [{ do: "payEarly", after: HOUR } as const] : []),
    { do: "changeNow", plan: 1, after },
    { do: "use", events: [], after: "boundary" },
    ...ending,
  ])

/** What may be billed before a coupon comes, the coupon, what ends it, and then everything that can happen. */
const given: fc.Arbitrary<ReadonlyArray<Step>> = fc
  .tuple(
    fc.array(
      fc
        .oneof(even, payEarly, use, changes, fc.constant({ do: "threshold", value: 1 } as const), voids)
        .chain((command) => at({ after: HOUR }, fc.constant(command))),
      { maxLength: 3 },
    ),
    fc.integer({ min: 1, max: 20 * DAY }).chain((after) => at({ after }, givesCoupon)),
    fc.oneof(even, ending, wholeLives),
    fc.oneof(even, ending, fc.constant([])),
  )
  .map(([before, given, first, last]) => [...before, given, ...first, ...last])

/** A coupon that comes to a running subscription. */
export const givenLives = fc.oneof(even, given, given, given, waiting)

/** Accounts that have no coupon yet. */
export const givenSetups: fc.Arbitrary<Setup> = wholeSetups.map((setup) => ({ ...setup, coupon: null }))
