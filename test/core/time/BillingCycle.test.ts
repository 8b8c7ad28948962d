import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as BillingCycle from "../../../src/core/time/BillingCycle.ts"
import { MAX_INSTANT } from "../../../src/core/time/Instant.ts"
import { calendarLaws } from "../../../src/testing/index.ts"
import { runs } from "../../support/runs.ts"

// Reported bugs of other systems that need a zone other than UTC (A8, A9, A10, A13) or cycles counted in days (A7)
// cannot be written down here: cycles are UTC calendar months. A11 is about usage, not about boundaries.

const at = (text: string) => Date.parse(text.includes("T") ? text : `${text}T00:00:00Z`)
const monthly = (first: string) => BillingCycle.anchorOf({ at: at(first), interval: "MONTHLY" })
const yearly = (first: string) => BillingCycle.anchorOf({ at: at(first), interval: "YEARLY" })
const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)
const boundary = (anchor: BillingCycle.Anchor, cycle: number) =>
  Result.getOrThrow(BillingCycle.boundary(anchor, cycle))
const days = (anchor: BillingCycle.Anchor, cycles: ReadonlyArray<number>) =>
  cycles.map((cycle) => day(boundary(anchor, cycle)))
const cycleAt = (anchor: BillingCycle.Anchor, instant: number) =>
  Result.getOrThrow(BillingCycle.cycleAt(anchor, instant))
const period = (cycle: BillingCycle.Cycle) => [day(cycle.startAt), day(cycle.endAt)]
const outOfRange = (instant: number) => Result.fail({ _tag: "InstantOutOfRange", instant })

describe("boundaries", () => {
  it.each([
    ["31 January, monthly", monthly("2025-01-31"), "2025-02-28 2025-03-31 2025-04-30 2025-05-31"],
    ["31 January of a leap year", monthly("2024-01-31"), "2024-02-29 2024-03-31 2024-04-30 2024-05-31"],
    ["30 January", monthly("2025-01-30"), "2025-02-28 2025-03-30 2025-04-30 2025-05-30"],
    ["29 January", monthly("2025-01-29"), "2025-02-28 2025-03-29 2025-04-29 2025-05-29"],
    ["28 February stays on 28", monthly("2025-02-28"), "2025-03-28 2025-04-28 2025-05-28 2025-06-28"],
    ["30 April", monthly("2025-04-30"), "2025-05-30 2025-06-30 2025-07-30 2025-08-30"],
    ["over a year's end", monthly("2025-10-31"), "2025-11-30 2025-12-31 2026-01-31 2026-02-28"],
    ["29 February, yearly", yearly("2024-02-29"), "2025-02-28 2026-02-28 2027-02-28 2028-02-29"],
    [
      "29 February over 2100, no leap year",
      yearly("2096-02-29"),
      "2097-02-28 2098-02-28 2099-02-28 2100-02-28",
    ],
    ["an ordinary day, yearly", yearly("2025-06-15"), "2026-06-15 2027-06-15 2028-06-15 2029-06-15"],
  ])("%s", (_name, anchor, expected) => {
    expect(days(anchor, [1, 2, 3, 4]).join(" ")).toBe(expected)
    expect(boundary(anchor, 0)).toBe(anchor.anchorAt)
  })

  it("29 February comes back after 2100, in 2104", () => {
    expect(days(yearly("2096-02-29"), [7, 8])).toEqual(["2103-02-28", "2104-02-29"])
  })

  it("before the anchor follow the same rule", () => {
    expect(days(monthly("2025-03-31"), [-1, -2, -3])).toEqual(["2025-02-28", "2025-01-31", "2024-12-31"])
  })

  it("keep the time of day to the millisecond", () => {
    const anchor = monthly("2025-01-31T23:59:59.999Z")
    expect(boundary(anchor, 1)).toBe(at("2025-02-28T23:59:59.999Z"))
    expect(boundary(anchor, 2)).toBe(at("2025-03-31T23:59:59.999Z"))
  })

  it("want a day that the anchor's own month may not have", () => {
    const anchor = { ...monthly("2025-04-30"), anchorDay: 31 }
    expect(days(anchor, [0, 1, 2, 10])).toEqual(["2025-04-30", "2025-05-31", "2025-06-30", "2026-02-28"])
  })

  it("outside the years 1970..9999 are rejected, as is what is no whole cycle", () => {
    const anchor = monthly("2025-01-31")
    expect(BillingCycle.boundary(anchor, -661)).toEqual(outOfRange(at("1969-12-31")))
    expect(BillingCycle.boundary(anchor, 95_700)).toEqual(outOfRange(at("+010000-01-31T00:00:00Z")))
    for (const cycle of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(BillingCycle.boundary(anchor, cycle)).toEqual(outOfRange(Number.NaN))
    expect(BillingCycle.boundary({ ...anchor, firstCycle: 0.5 }, 1)).toEqual(outOfRange(Number.NaN))
    expect(Result.isFailure(BillingCycle.boundary(anchor, 2 ** 52))).toBe(true)
    expect(BillingCycle.cycleOf(anchor, 95_699)).toEqual(outOfRange(at("+010000-01-31T00:00:00Z")))
    expect(BillingCycle.cycleOf(anchor, -661)).toEqual(outOfRange(at("1969-12-31")))
  })

  it.each([Number.NaN, 0.5, -0, -1, MAX_INSTANT + 1])("of an anchor at %d are rejected", (anchorAt) => {
    const anchor = BillingCycle.anchorOf({ at: anchorAt, interval: "MONTHLY" })
    expect(BillingCycle.boundary(anchor, 12)).toEqual(outOfRange(anchorAt))
    expect(Result.isFailure(BillingCycle.cycleAt(anchor, at("2025-01-01")))).toBe(true)
  })
})

describe("the cycle at an instant", () => {
  it("an instant on a boundary belongs to the cycle that starts there", () => {
    const anchor = monthly("2025-01-31")
    const feb = at("2025-02-28")
    expect(cycleAt(anchor, feb)).toEqual({ cycle: 1, startAt: feb, endAt: at("2025-03-31") })
    expect(cycleAt(anchor, feb - 1)).toEqual({ cycle: 0, startAt: at("2025-01-31"), endAt: feb })
  })

  it.each([Number.NaN, 0.5, -1, MAX_INSTANT + 1, Number.POSITIVE_INFINITY])("%d is rejected", (instant) => {
    expect(BillingCycle.cycleAt(monthly("2025-01-31"), instant)).toEqual(outOfRange(instant))
  })

  it("reaches the edges of the range, where a cycle that sticks out is rejected", () => {
    expect(period(cycleAt(monthly("1970-01-01"), 0))).toEqual(["1970-01-01", "1970-02-01"])
    expect(period(cycleAt(monthly("2025-01-20"), at("9999-12-19")))).toEqual(["9999-11-20", "9999-12-20"])
    expect(BillingCycle.cycleAt(monthly("2025-01-20"), at("9999-12-20"))).toEqual(
      outOfRange(at("+010000-01-20T00:00:00Z")),
    )
    expect(BillingCycle.cycleAt(monthly("2025-01-20"), 0)).toEqual(outOfRange(at("1969-12-20")))
  })
})

describe("reported bugs", () => {
  it("A1: given 31 January monthly, the April cycle exists and the grid goes on", () => {
    const anchor = monthly("2025-01-31")
    expect(days(anchor, [1, 2, 3, 4])).toEqual(["2025-02-28", "2025-03-31", "2025-04-30", "2025-05-31"])
    expect(period(cycleAt(anchor, at("2025-04-30")))).toEqual(["2025-04-30", "2025-05-31"])
  })

  it("A2: given 31 March, on 30 May the cycle that began on 30 April still runs until 31 May", () => {
    const anchor = monthly("2025-03-31")
    expect(cycleAt(anchor, at("2025-05-30"))).toEqual(cycleAt(anchor, at("2025-04-30")))
    expect(period(cycleAt(anchor, at("2025-05-30")))).toEqual(["2025-04-30", "2025-05-31"])
    expect(cycleAt(anchor, at("2025-05-31")).cycle).toBe(2)
  })

  it("A4: given 30 January, on 29 February the period is the one that begins, not the past one", () => {
    expect(period(cycleAt(monthly("2024-01-30"), at("2024-02-29")))).toEqual(["2024-02-29", "2024-03-30"])
  })

  it("A6: given an anchor after day 28, storing it does not normalize the day", () => {
    for (const wanted of [29, 30, 31]) {
      const anchor = monthly(`2025-01-${wanted}`)
      expect(anchor).toEqual({
        anchorAt: at(`2025-01-${wanted}`),
        anchorDay: wanted,
        interval: "MONTHLY",
        firstCycle: 0,
      })
      const stored: BillingCycle.Anchor = JSON.parse(JSON.stringify(anchor))
      expect(days(stored, [1, 2])).toEqual(["2025-02-28", `2025-03-${wanted}`])
    }
  })

  it("A12: the cycle is computed in constant time: as many looks at the anchor near as far", () => {
    const looks = (anchor: BillingCycle.Anchor, instant: number) => {
      let count = 0
      const counting = new Proxy(anchor, {
        get: (target, member) => {
          count += 1
          return Reflect.get(target, member)
        },
      })
      cycleAt(counting, instant)
      return count
    }
    for (const interval of ["MONTHLY", "YEARLY"] as const) {
      const anchor = BillingCycle.anchorOf({ at: at("1970-01-31"), interval })
      expect(looks(anchor, at("9990-03-01"))).toBe(looks(anchor, at("1970-03-01")))
    }
    expect(cycleAt(monthly("1970-01-31"), at("9999-03-01")).cycle).toBe(8029 * 12 + 1)
  })
})

describe("a new anchor when the interval's length changes", () => {
  const monthly31 = monthly("2025-01-31")

  it.each([
    [
      "on a boundary, the wanted day is kept",
      monthly31,
      "2025-02-28",
      31,
      "2026-02-28 2027-02-28 2028-02-29",
    ],
    ["on a day of the grid within a cycle", monthly31, "2025-04-30", 31, "2026-04-30 2027-04-30 2028-04-30"],
    [
      "on any other day, the day of the change",
      monthly31,
      "2025-02-10",
      10,
      "2026-02-10 2027-02-10 2028-02-10",
    ],
    [
      "on 28 February of a leap year, the change's day",
      monthly31,
      "2024-02-28",
      28,
      "2025-02-28 2026-02-28 2027-02-28",
    ],
  ])("%s", (_name, anchor, change, anchorDay, expected) => {
    const next = BillingCycle.reanchor({ anchor, at: at(change), interval: "YEARLY", cycle: 7 })
    expect(next).toEqual({ anchorAt: at(change), anchorDay, interval: "YEARLY", firstCycle: 7 })
    expect(boundary(next, 7)).toBe(at(change))
    expect(days(next, [8, 9, 10]).join(" ")).toBe(expected)
  })

  it("from yearly to monthly finds the 31st again, and cycle numbers go on counting", () => {
    const next = BillingCycle.reanchor({
      anchor: { ...yearly("2025-04-30"), anchorDay: 31 },
      at: at("2026-04-30"),
      interval: "MONTHLY",
      cycle: 1,
    })
    expect(days(next, [1, 2, 3])).toEqual(["2026-04-30", "2026-05-31", "2026-06-30"])
    expect(cycleAt(next, at("2026-05-30")).cycle).toBe(1)
    expect(cycleAt(next, at("2026-05-31")).cycle).toBe(2)
  })
})

describe("the calendar keeps the law", () => {
  it.each(calendarLaws(BillingCycle))("$name", ({ check }) => check({ numRuns: runs(2000) }))

  it("also where a fraction of a cycle is lost in the arithmetic", () => {
    const anchor = { ...monthly("2025-01-31"), firstCycle: 3 }
    expect(BillingCycle.boundary(anchor, 5e-324)).toEqual(outOfRange(Number.NaN))
  })
})
