// Which time a coupon discounts, by itself: from its first cycle to the last segment of its end, and a year in place of a
// month only while the coupon still has that many months. No cycle here has the number of its month.
import { describe, expect, it } from "vitest"
import type { BillingPeriod } from "../../../../src/core/billing/periods/BillingPeriod.ts"
import * as PeriodDiscount from "../../../../src/core/billing/periods/PeriodDiscount.ts"
import type { Coupon, Plan } from "../../../../src/index.ts"
import { active } from "../rejections/accounts.ts"

const month = { ...(active.subscription?.terms as Plan.PlanTerms), interval: "MONTHLY" } as const
const year = { ...month, interval: "YEARLY" } as const
const otherPlan = { ...month, planId: "other" }

/** A period whose segments are under these terms. */
const period = (at: { cycle: number; month: number }, ...terms: ReadonlyArray<Plan.PlanTerms>) =>
  ({
    subscriptionId: "sub",
    ...at,
    startAt: 0,
    endAt: 100,
    segments: terms.map((each) => ({ terms: each, startAt: 0, endAt: 100, spans: [], usage: [] })),
    credits: [],
    settled: false,
  }) satisfies BillingPeriod

const applied = (members: Partial<Coupon.AppliedCoupon>): Coupon.AppliedCoupon => ({
  couponId: "coupon",
  code: "CODE",
  discount: { type: "PERCENTAGE", basisPoints: 1000 },
  duration: { type: "FOREVER" },
  planIds: null,
  endedCycle: null,
  discounted: [],
  createdAt: 0,
  ...members,
})

describe("a coupon discounts of five cycles with three segments each", () => {
  const cycles = [0, 1, 2, 3, 4]
  const segments = [0, 1, 2]
  const lineOf = (cycle: number, segment: number) =>
    ({ planId: month.planId, item: { kind: "USAGE", cycle, segment, meter: "messages", band: 0 } }) as const

  it.each<readonly [string, Partial<Coupon.AppliedCoupon>, string]>([
    ["all", {}, "000 111 222 333 444"],
    ["those from its first cycle on", { startCycle: 2 }, "222 333 444"],
    ["those up to its last cycle", { endedCycle: 1 }, "000 111"],
    ["those up to a segment of that", { endedCycle: 1, endedSegment: 0 }, "000 1"],
    ["those before that cycle", { endedCycle: 1, endedSegment: -1 }, "000"],
    ["what was paid ahead of the next one", { endedCycle: 1, endedNextSegment: 1 }, "000 111 22"],
    ["parts of both", { endedCycle: 1, endedSegment: 1, endedNextSegment: 0 }, "000 11 2"],
    ["the time between", { startCycle: 1, endedCycle: 3, endedSegment: 0 }, "111 222 3"],
    ["none, where it ends before it begins", { startCycle: 3, endedCycle: 1, endedNextSegment: 0 }, ""],
  ])("%s: %j", (_, members, expected) => {
    const coupon = applied(members)
    const reach = (isReached: (cycle: number, segment: number) => boolean): string =>
      cycles
        .map((cycle) => segments.flatMap((segment) => (isReached(cycle, segment) ? cycle : [])).join(""))
        .filter((reached) => reached !== "")
        .join(" ")
    const periodOf = (cycle: number) => period({ cycle, month: cycle + 7 }, month, month, month)
    expect(
      reach((cycle, segment) => PeriodDiscount.isSegmentDiscounted(coupon, periodOf(cycle), segment)),
    ).toBe(expected)
    expect(
      reach((cycle, segment) => PeriodDiscount.isDiscounted(coupon, lineOf(cycle, segment), periodOf(cycle))),
    ).toBe(expected)
    // What comes late is discounted like what came in time.
    expect(
      reach((cycle, segment) => PeriodDiscount.isDiscounted(coupon, lineOf(cycle, segment), periodOf(5))),
    ).toBe(expected)
  })
})

describe("a coupon of 24 months that discounted month 1", () => {
  const coupon = applied({
    duration: { type: "REPEATING", months: 24 },
    discounted: [{ cycle: 1, month: 1, months: 1 }],
  })
  const reach = (of: BillingPeriod) =>
    of.segments.map((_, index) => PeriodDiscount.isSegmentDiscounted(coupon, of, index))

  it.each([
    ["that it still has", 13, [true, true]],
    ["that would be its 25th month", 14, [true, false]],
    ["long after its last month", 30, [true, false]],
  ] as const)("and a year in place of a month, %s", (_, first, expected) => {
    const of = period({ cycle: 2, month: first }, month, year)
    expect(reach(of)).toEqual(expected)
    const line = { planId: month.planId, item: { kind: "FEE", cycle: 2, segment: 0 } } as const
    expect(PeriodDiscount.isDiscounted(coupon, line, of)).toBe(true)
    expect(PeriodDiscount.placeOfPeriod(of, coupon)).toEqual({
      cycle: 2,
      month: first,
      months: expected[1] ? 12 : 1,
    })
  })

  it("and a year that took the place of none", () => {
    expect(reach(period({ cycle: 2, month: 14 }, year))).toEqual([true])
  })

  it("and a year that it has discounted already", () => {
    const of = period({ cycle: 2, month: 14 }, month, year)
    const known = { ...coupon, discounted: [...coupon.discounted, { cycle: 2, month: 14, months: 12 }] }
    expect(PeriodDiscount.isSegmentDiscounted(known, of, 1)).toBe(true)
  })
})

describe("a period without a segment that a coupon discounts", () => {
  const of = period({ cycle: 2, month: 5 }, otherPlan)
  const coupon = applied({ duration: { type: "REPEATING", months: 24 }, planIds: [month.planId] })

  it("is not discounted, by its plan", () => {
    expect(PeriodDiscount.isCovered(of, coupon)).toBe(false)
  })

  it("counts by its first month after the end of the coupon: what comes late is discounted with it", () => {
    const ended = { ...coupon, endedCycle: 1 }
    expect(PeriodDiscount.isCovered(of, ended)).toBe(true)
    expect(PeriodDiscount.placeOfPeriod(of, ended)).toEqual({ cycle: 2, month: 5, months: 1 })
    expect(PeriodDiscount.isCovered(of, { ...coupon, endedCycle: 2 })).toBe(false)
  })
})
