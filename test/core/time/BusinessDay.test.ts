import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as BusinessDay from "../../../src/core/time/BusinessDay.ts"
import * as LocalDate from "../../../src/core/time/LocalDate.ts"
import { runs } from "../../support/runs.ts"

const none = new Set<string>()
// Good Friday and Tiradentes of 2025: a weekend with a holiday on either side.
const easter = new Set(["2025-04-18", "2025-04-21"])
const reject = (date: string) => Result.fail({ _tag: "LocalDateOutOfRange", date })

describe("addDays", () => {
  it.each([
    ["2025-01-31", 3, "2025-02-03"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2025-02-28", 1, "2025-03-01"],
    ["2025-01-01", -1, "2024-12-31"],
    ["2018-11-03", 1, "2018-11-04"],
    ["2025-06-15", 0, "2025-06-15"],
  ])("%s and %d days are %s", (date, days, expected) => {
    expect(LocalDate.addDays({ date, days })).toEqual(Result.succeed(expected))
  })

  it.each([
    ["2025-02-30", 1],
    ["2025-2-3", 1],
    ["2025-01-31T00:00:00Z", 1],
    ["", 1],
    ["1970-01-01", -1],
    ["9999-12-31", 1],
    ["2025-01-31", 0.5],
    ["2025-01-31", Number.NaN],
  ])("%s and %d days are rejected", (date, days) => {
    expect(LocalDate.addDays({ date, days })).toEqual(reject(date))
  })
})

describe("nextBusinessDay", () => {
  it.each([
    ["a Friday", "2025-04-11", none, "2025-04-11"],
    ["a Saturday", "2025-04-12", none, "2025-04-14"],
    ["a Sunday", "2025-04-13", none, "2025-04-14"],
    ["a holiday", "2025-04-21", easter, "2025-04-22"],
    ["a Friday and the Monday after it", "2025-04-18", easter, "2025-04-22"],
    ["the first date", "1970-01-01", none, "1970-01-01"],
    ["the last date", "9999-12-31", none, "9999-12-31"],
  ])("%s", (_name, date, holidays, expected) => {
    expect(BusinessDay.nextBusinessDay({ date, holidays })).toEqual(Result.succeed(expected))
  })

  it("ends when no business day is left", () => {
    const last = { date: "9999-12-31", holidays: new Set(["9999-12-31"]) }
    expect(BusinessDay.nextBusinessDay(last)).toEqual(reject("9999-12-31"))
    expect(BusinessDay.nextBusinessDay({ date: "2025-02-30", holidays: none })).toEqual(reject("2025-02-30"))
  })
})

describe("addBusinessDays", () => {
  it.each([
    ["within a week", "2025-04-07", 2, none, "2025-04-09"],
    ["over a weekend", "2025-04-11", 2, none, "2025-04-15"],
    ["from a Saturday, which does not count", "2025-04-12", 1, none, "2025-04-14"],
    ["over Easter", "2025-04-17", 2, easter, "2025-04-23"],
    ["none: the date as it is", "2025-04-12", 0, none, "2025-04-12"],
    ["a year of them", "2025-01-01", 261, none, "2026-01-01"],
  ])("%s", (_name, date, days, holidays, expected) => {
    expect(BusinessDay.addBusinessDays({ date, days, holidays })).toEqual(Result.succeed(expected))
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])("%d days are rejected", (days) => {
    expect(BusinessDay.addBusinessDays({ date: "2025-04-11", days, holidays: none })).toEqual(
      reject("2025-04-11"),
    )
  })

  it("ends at the last date", () => {
    expect(BusinessDay.addBusinessDays({ date: "9999-12-01", days: 1e15, holidays: none })).toEqual(
      reject("9999-12-01"),
    )
  })

  it("law: gives a business day with exactly that many business days up to it", () => {
    const date = fc.integer({ min: 0, max: 30_000 }).map((days) => LocalDate.ofMidnight(days * 86_400_000))
    const monday = LocalDate.toMidnight("2025-04-07")
    const isOpen = (one: string, holidays: ReadonlySet<string>) => {
      const days = (Date.parse(one) - Result.getOrThrow(monday)) / 86_400_000
      return ((days % 7) + 7) % 7 < 5 && !holidays.has(one)
    }
    fc.assert(
      fc.property(
        date,
        fc.integer({ min: 1, max: 15 }),
        fc.array(fc.nat(20), { maxLength: 6 }),
        (from, days, closed) => {
          const later = (n: number) => Result.getOrThrow(LocalDate.addDays({ date: from, days: n }))
          const holidays = new Set(closed.map(later))
          const to = Result.getOrThrow(BusinessDay.addBusinessDays({ date: from, days, holidays }))
          const between = Array.from({ length: 60 }, (_, n) => later(n + 1)).filter((one) => one <= to)
          const next = Result.getOrThrow(BusinessDay.nextBusinessDay({ date: to, holidays }))
          return between.filter((one) => isOpen(one, holidays)).length === days && next === to
        },
      ),
      { numRuns: runs(2000) },
    )
  })
})

describe("due dates of bank slips", () => {
  it("bug E15: due on the Friday before a holiday, settlement may arrive until Wednesday", () => {
    const holidays = new Set(["2025-04-21"])
    expect(BusinessDay.nextBusinessDay({ date: "2025-04-18", holidays })).toEqual(
      Result.succeed("2025-04-18"),
    )
    expect(BusinessDay.addBusinessDays({ date: "2025-04-18", days: 2, holidays })).toEqual(
      Result.succeed("2025-04-23"),
    )
  })

  it("bug E16: due on a Saturday, payment on Monday is in time", () => {
    expect(BusinessDay.nextBusinessDay({ date: "2025-04-12", holidays: none })).toEqual(
      Result.succeed("2025-04-14"),
    )
  })
})
