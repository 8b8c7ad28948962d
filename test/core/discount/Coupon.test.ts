import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Coupon from "../../../src/core/coupon/Coupon.ts"
import { frozen } from "../../support/decider.ts"
import { runs } from "../../support/runs.ts"
import { applied, coupon, NOON } from "./fixtures.ts"

const fixed = (currency = "BRL"): Coupon.CouponDiscount => ({ type: "FIXED", amount: 500, currency })
const repeating = (months: number): Coupon.CouponDuration => ({ type: "REPEATING", months })
const monthly = (cycle: number): Coupon.DiscountedPeriod => ({ cycle, month: cycle, months: 1 })
const yearly = (cycle: number): Coupon.DiscountedPeriod => ({ cycle, month: cycle * 12, months: 12 })

describe("status", () => {
  it.each<[string, Partial<Coupon.Coupon>, Coupon.CouponStatus]>([
    ["no bounds", {}, "ACTIVE"],
    ["just before its date", { redeemBy: NOON + 1 }, "ACTIVE"],
    ["at its date", { redeemBy: NOON }, "EXPIRED"],
    ["one redemption left", { redemptionsMax: 2, timesRedeemed: 1 }, "ACTIVE"],
    ["none left", { redemptionsMax: 2, timesRedeemed: 2 }, "DEPLETED"],
    ["none from the start", { redemptionsMax: 0 }, "DEPLETED"],
    ["past its date and none left", { redeemBy: NOON, redemptionsMax: 1, timesRedeemed: 1 }, "EXPIRED"],
  ])("%s", (_, over, status) => {
    expect(Coupon.statusOf(coupon(over), NOON)).toBe(status)
  })
})

describe("availability", () => {
  const target: Coupon.CouponTarget = { planId: "p1", interval: "YEARLY", currency: "BRL" }
  const code = "HALF3"
  type Reason = Coupon.CouponUnavailable["_tag"]

  // Each fault with what makes it, in the order in which they are told.
  const faults: ReadonlyArray<
    readonly [Exclude<Reason, "CouponNotFound" | "CouponAlreadyUsed">, Partial<Coupon.Coupon>, object]
  > = [
    ["CouponExpired", { redeemBy: NOON }, { redeemBy: NOON }],
    ["CouponDepleted", { redemptionsMax: 1, timesRedeemed: 1 }, { redemptionsMax: 1 }],
    ["CouponNotForPlan", { planIds: ["p2"] }, { planId: "p1" }],
    ["CouponNotForInterval", { duration: repeating(4) }, { interval: "YEARLY" }],
    ["CouponCurrencyMismatch", { discount: fixed("USD") }, { currency: "BRL" }],
  ]
  const sound: Partial<Coupon.Coupon> = { duration: repeating(12), discount: fixed(), planIds: ["p1"] }
  const check = (over: Partial<Coupon.Coupon> | null, alreadyUsed = false) =>
    Coupon.checkAvailability({
      code,
      coupon: over === null ? null : frozen(coupon({ ...sound, ...over })),
      target,
      alreadyUsed,
      now: NOON,
    })

  it("gives the coupon itself where nothing speaks against it", () => {
    expect(check({})).toEqual(Result.succeed(coupon(sound)))
  })

  it.each<[string, Partial<Coupon.Coupon>, boolean, Reason | null]>([
    ["a plan", { planIds: ["p2"] }, false, null],
    ["an interval", { duration: repeating(4) }, false, null],
    ["a currency", { discount: fixed("USD") }, false, null],
    ["a date", { redeemBy: NOON, planIds: ["p2"] }, true, "CouponExpired"],
    ["a number of redemptions", { redemptionsMax: 0, planIds: ["p2"] }, true, "CouponDepleted"],
    ["an organization that used it", { planIds: ["p2"] }, true, "CouponAlreadyUsed"],
  ])(
    "without a target, what is bound to %s: refused only where no target matters",
    (_, over, used, reason) => {
      const result = Coupon.checkAvailability({
        code,
        coupon: coupon(over),
        target: null,
        alreadyUsed: used,
        now: NOON,
      })
      expect(Result.isSuccess(result) ? null : result.failure._tag).toBe(reason)
    },
  )

  it("an unknown code is not found, whatever else", () => {
    expect(check(null, true)).toEqual(Result.fail({ _tag: "CouponNotFound", code }))
  })

  it("each organization uses it once", () => {
    expect(check({}, true)).toEqual(Result.fail({ _tag: "CouponAlreadyUsed", code }))
  })

  it.each(faults)("%s, with the values", (_tag, over, values) => {
    expect(check(over)).toEqual(Result.fail({ _tag, code, ...values }))
  })

  it("of several reasons tells the first in the order, for every set of them", () => {
    for (let set = 1; set < 2 ** faults.length; set++) {
      const chosen = faults.filter((_, index) => (set >> index) % 2 === 1)
      const result = check(Object.assign({}, ...chosen.map(([, over]) => over)), true)
      expect(Result.isFailure(result) && result.failure._tag).toBe(chosen[0]?.[0])
    }
  })

  it.each<[string, Coupon.CouponDuration, Coupon.CouponTarget["interval"], boolean]>([
    ["once, a year", { type: "ONCE" }, "YEARLY", true],
    ["for ever, a year", { type: "FOREVER" }, "YEARLY", true],
    ["4 months, a month", repeating(4), "MONTHLY", true],
    ["24 months, a year", repeating(24), "YEARLY", true],
    ["13 months, a year", repeating(13), "YEARLY", false],
  ])("D11: %s: counted in billing periods or refused", (_, duration, interval, fits) => {
    const result = Coupon.checkAvailability({
      code,
      coupon: coupon({ duration }),
      target: { ...target, interval },
      alreadyUsed: false,
      now: NOON,
    })
    expect(Result.isSuccess(result)).toBe(fits)
  })

  it("agrees with the status for every coupon", () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: NOON - 2, max: NOON + 2 })),
        fc.option(fc.nat({ max: 3 })),
        fc.nat({ max: 3 }),
        (redeemBy, redemptionsMax, timesRedeemed) => {
          const over = { redeemBy, redemptionsMax, timesRedeemed }
          const result = check(over)
          const told = Result.isSuccess(result) ? "ACTIVE" : result.failure._tag.slice(6).toUpperCase()
          expect(told).toBe(Coupon.statusOf(coupon(over), NOON))
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

describe("apply", () => {
  it("freezes the terms, and has discounted nothing yet", () => {
    expect(applied({ planIds: ["p1"] })).toEqual({
      couponId: "c1",
      code: "HALF3",
      discount: { type: "PERCENTAGE", basisPoints: 5_000 },
      duration: repeating(3),
      planIds: ["p1"],
      endedCycle: null,
      discounted: [],
      createdAt: NOON,
    })
  })
})

/** Runs periods by a coupon: each one that it covers is discounted. Returns the cycles that were. */
const discountedBy = (start: Coupon.AppliedCoupon, periods: ReadonlyArray<Coupon.DiscountedPeriod>) =>
  periods.reduce(
    ({ state, cycles }, period) =>
      Coupon.covers(state, period)
        ? { state: frozen(Coupon.withDiscounted(state, period)), cycles: [...cycles, period.cycle] }
        : { state, cycles },
    { state: frozen(start), cycles: [] as ReadonlyArray<number> },
  )
const eight = [0, 1, 2, 3, 4, 5, 6, 7]

describe("covers", () => {
  it.each<[string, Coupon.CouponDuration, ReadonlyArray<Coupon.DiscountedPeriod>, ReadonlyArray<number>]>([
    ["ONCE discounts one group", { type: "ONCE" }, eight.map(monthly), [0]],
    ["ONCE discounts one year", { type: "ONCE" }, eight.map(yearly), [0]],
    ["HALF3 discounts exactly three groups", repeating(3), eight.map(monthly), [0, 1, 2]],
    ["HALF3 from the first that it discounts", repeating(3), [4, 5, 6, 7, 8].map(monthly), [4, 5, 6]],
    ["HALF3 counts a group with nothing to discount", repeating(3), [0, 2, 3].map(monthly), [0, 2]],
    ["REPEATING 12 is one year", repeating(12), eight.map(yearly), [0]],
    ["REPEATING 24 is two years", repeating(24), eight.map(yearly), [0, 1]],
    [
      "REPEATING 12 is twelve months",
      repeating(12),
      Array.from({ length: 14 }, (_, n) => monthly(n)),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    ],
    ["FOREVER discounts all", { type: "FOREVER" }, eight.map(monthly), eight],
  ])("%s", (_, duration, periods, cycles) => {
    expect(discountedBy(applied({ duration }), periods).cycles).toEqual(cycles)
  })

  it("D10: given a ONCE coupon added in mid-cycle, when the next invoice is issued, then it applies", () => {
    expect(Coupon.covers(applied({ duration: { type: "ONCE" } }), monthly(7))).toBe(true)
  })

  it("D11: given a yearly plan and 4 months, then never a year for 4 months", () => {
    expect(Coupon.covers(applied({ duration: repeating(4) }), yearly(0))).toBe(false)
  })

  it("every document of a period that it discounted, also when it is over or ended", () => {
    const { state } = discountedBy(applied(), eight.map(monthly))
    expect(eight.map((cycle) => Coupon.covers(state, monthly(cycle)))).toEqual(
      eight.map((cycle) => cycle < 3),
    )
    const ended = { ...state, endedCycle: 1 }
    expect(eight.map((cycle) => Coupon.covers(ended, monthly(cycle)))).toEqual(
      // What comes late of the time before the end may stand in a period after it.
      eight.map((cycle) => cycle < 3),
    )
    const always = { ...applied({ duration: { type: "FOREVER" } }), endedCycle: 1 }
    expect(eight.every((cycle) => Coupon.covers(always, monthly(cycle)))).toBe(true)
  })

  it("counts the months of a year that comes later, and of one that comes before", () => {
    const year = { cycle: 5, month: 12, months: 12 }
    const state = Coupon.withDiscounted(applied({ duration: repeating(12) }), year)
    expect(Coupon.covers(state, { cycle: 4, month: 11, months: 1 })).toBe(false)
    expect(Coupon.covers(state, { cycle: 6, month: 24, months: 1 })).toBe(false)
  })

  it("counts a period again that has become longer, and as long as it ever was", () => {
    const grown = { ...monthly(1), months: 12 }
    const second = Coupon.withDiscounted(applied({ duration: repeating(12) }), monthly(1))
    expect(Coupon.covers(second, grown)).toBe(true)
    const year = Coupon.withDiscounted(second, grown)
    expect(year.discounted).toEqual([grown])
    expect(Coupon.withDiscounted(year, monthly(1))).toBe(year)
    const both = Coupon.withDiscounted(second, monthly(0))
    expect([monthly(1), grown].map((period) => Coupon.covers(both, period))).toEqual([true, false])
  })

  it("knows a period by its cycle, and not by its month", () => {
    const [first, second] = [
      { cycle: 1, month: 12, months: 1 },
      { cycle: 12, month: 23, months: 1 },
    ]
    const once = applied({ duration: { type: "ONCE" } })
    const state = Coupon.withDiscounted(
      Coupon.withDiscounted(applied({ duration: repeating(12) }), second),
      first,
    )
    expect(state.discounted).toEqual([second, first])
    expect(Coupon.withoutDiscounted(state, 12).discounted).toEqual([first])
    expect(Coupon.withoutDiscounted(state, 23)).toBe(state)
    expect(Coupon.covers(Coupon.withDiscounted(once, first), { ...second, month: 12 })).toBe(false)
    // A year is longer than the month that it takes the place of, whatever that was numbered.
    expect(Coupon.covers(state, { ...first, months: 12 })).toBe(true)
    expect(Coupon.covers(state, { ...second, months: 12 })).toBe(false)
  })

  it("a returned period frees its place", () => {
    const once = discountedBy(applied({ duration: { type: "ONCE" } }), [monthly(0)]).state
    expect(Coupon.covers(once, monthly(1))).toBe(false)
    const free = Coupon.withoutDiscounted(once, 0)
    expect(free.discounted).toEqual([])
    expect(discountedBy(free, eight.slice(1).map(monthly)).cycles).toEqual([1])
    const three = discountedBy(applied(), eight.map(monthly)).state
    expect(discountedBy(Coupon.withoutDiscounted(three, 0), [3, 4].map(monthly)).cycles).toEqual([3])
    expect(discountedBy(Coupon.withoutDiscounted(three, 1), [3, 1].map(monthly)).cycles).toEqual([1])
  })

  it("never more periods than its duration, however they come and are returned", () => {
    const move = fc.record({ cycle: fc.nat({ max: 9 }), back: fc.boolean() })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(move, { maxLength: 30 }), (months, path) => {
        let state = frozen(applied({ duration: repeating(months) }))
        for (const { cycle, back } of path) {
          if (back) state = frozen(Coupon.withoutDiscounted(state, cycle))
          else if (Coupon.covers(state, monthly(cycle))) {
            state = frozen(Coupon.withDiscounted(state, monthly(cycle)))
          }
          const cycles = state.discounted.map((period) => period.cycle)
          expect(new Set(cycles).size).toBe(cycles.length)
          expect(cycles.length).toBeLessThanOrEqual(months)
          if (cycles.length > 0) expect(Math.max(...cycles) - Math.min(...cycles)).toBeLessThan(months)
        }
      }),
      { numRuns: runs(500) },
    )
  })
})

describe("withDiscounted and withoutDiscounted", () => {
  it("what is already so stays the same object", () => {
    const { state } = discountedBy(applied(), [monthly(0)])
    expect(Coupon.withDiscounted(state, monthly(0))).toBe(state)
    expect(Coupon.withoutDiscounted(state, 1)).toBe(state)
    const forever = applied({ duration: { type: "FOREVER" } })
    expect(Coupon.withDiscounted(forever, monthly(0))).toBe(forever)
  })
})

describe("afterPlanChange", () => {
  const target: Coupon.CouponTarget = { planId: "p2", interval: "MONTHLY", currency: "BRL" }

  it.each<[string, Partial<Coupon.Coupon>, Partial<Coupon.CouponTarget>, number | null]>([
    ["fits", {}, {}, null],
    ["fits the new plan", { planIds: ["p1", "p2"] }, {}, null],
    ["not the new plan", { planIds: ["p1"] }, {}, 7],
    ["not the new interval", {}, { interval: "YEARLY" }, 7],
    ["not the new currency", { discount: fixed() }, { currency: "USD" }, 7],
    ["past its date and used up", { redeemBy: 0, redemptionsMax: 1, timesRedeemed: 1 }, {}, null],
  ])("%s", (_, over, change, endedCycle) => {
    const before = frozen(applied(over))
    const after = Coupon.afterPlanChange(before, { ...target, ...change }, { cycle: 7 })
    expect(after).toEqual({ ...before, endedCycle })
    expect(after === before).toBe(endedCycle === null)
  })

  it("what ended does not come back", () => {
    const ended = { ...applied({ planIds: ["p1"] }), endedCycle: 3 }
    expect(Coupon.afterPlanChange(ended, target, { cycle: 7 })).toBe(ended)
  })

  it("ends with the segment before the change", () => {
    const before = applied({ planIds: ["p1"] })
    const ended = { ...before, endedCycle: 7, endedSegment: 1 }
    expect(Coupon.afterPlanChange(before, target, { cycle: 7, segment: 1 })).toEqual(ended)
    const change = { cycle: 7, segment: 1, nextSegment: 0 }
    expect(Coupon.afterPlanChange(before, target, change)).toEqual({ ...ended, endedNextSegment: 0 })
  })
})

describe("remove", () => {
  it("ends it once", () => {
    const before = frozen(applied())
    const removed = Coupon.remove(before, { cycle: 7, nextSegment: 0 })
    expect(removed).toEqual({ ...before, endedCycle: 7, endedNextSegment: 0 })
    expect(Coupon.remove(removed, { cycle: 9, segment: 1 })).toBe(removed)
    expect(Coupon.remove(before, { cycle: 7, segment: -1 })).toEqual({
      ...before,
      endedCycle: 7,
      endedSegment: -1,
    })
  })

  it("leaves it to a change of plan to end it before the cycle does", () => {
    const target: Coupon.CouponTarget = { planId: "p2", interval: "MONTHLY", currency: "BRL" }
    const before = applied({ planIds: ["p1"] })
    const removed = Coupon.remove(before, { cycle: 7, nextSegment: 0 })
    const change = { cycle: 7, segment: 1 }
    expect(Coupon.afterPlanChange(removed, target, change)).toEqual({
      ...before,
      endedCycle: 7,
      endedSegment: 1,
    })
    expect(Coupon.afterPlanChange(removed, { ...target, planId: "p1" }, change)).toBe(removed)
    // What was billed ahead since, without the coupon, stays without it.
    expect(Coupon.afterPlanChange(removed, target, { ...change, nextSegment: 1 })).toEqual({
      ...before,
      endedCycle: 7,
      endedSegment: 1,
      endedNextSegment: 0,
    })
    const none = Coupon.remove(before, { cycle: 7 })
    expect(Coupon.afterPlanChange(none, target, { ...change, nextSegment: 1 })).toEqual({
      ...before,
      endedCycle: 7,
      endedSegment: 1,
    })
    expect(Coupon.afterPlanChange(removed, target, { cycle: 8, segment: 0 })).toBe(removed)
  })
})

describe("discountOf", () => {
  it.each<[Coupon.CouponDiscount, number, number]>([
    [fixed(), 499, 499],
    [fixed(), 501, 500],
    [{ type: "PERCENTAGE", basisPoints: 1_250 }, 1_000, 125],
    [{ type: "PERCENTAGE", basisPoints: 5_000 }, 1, 1],
    [{ type: "PERCENTAGE", basisPoints: 4_999 }, 1, 0],
    [{ type: "PERCENTAGE", basisPoints: 10_000 }, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])("%o of %d is %d", (discount, eligible, amount) => {
    expect(Coupon.discountOf(discount, eligible)).toEqual(Result.succeed(amount))
  })
})
