// The grid of an imported subscription: the day of the month on which its periods start, and the months that its coupon
// has discounted elsewhere, which are counted on that grid.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, type Coupon, Due } from "../../../../src/index.ts"
import { decided, rulesOf } from "../../../support/account.ts"
import { coupon, yearly } from "../../../support/billing.ts"
import { importing, period } from "../../../support/imports.ts"

const rules = rulesOf()
const noon = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date, 12)

/** What the documents of the next two boundaries take off. */
const nextDiscounts = (account: Account.Account): ReadonlyArray<number> => {
  let current = account
  for (let step = 0; step < 2; step++)
    current = decided(Due.takeStep(current, { kind: "BOUNDARY", at: 0 }, rules)).account
  return current.invoices.map(({ discountAmount }) => discountAmount)
}

describe("the day of an imported anchor is refused", () => {
  const notTheDay = (value: number, expected: number) =>
    Result.fail({ _tag: "ImportInvalid", member: "anchor.day", reason: "NOT_THE_DAY", value, expected })

  it.each([28.5, 30.5, Number.NaN])("where it is no whole day (%s), though the month is short", (day) => {
    const running = { ...period, startAt: noon(2026, 2, 28), endAt: noon(2026, 3, 28) }
    const anchor = { at: noon(2026, 2, 28), day }
    expect(importing({ anchor, period: running }, { now: noon(2026, 3, 5) })).toEqual(notTheDay(day, 28))
  })

  it("where it is a later one of a month that is long enough", () => {
    const running = { ...period, startAt: noon(2026, 1, 28), endAt: noon(2026, 2, 28) }
    const anchor = { at: noon(2026, 1, 28), day: 31 }
    expect(importing({ anchor, period: running })).toEqual(notTheDay(31, 28))
  })

  it("where it is a day before the first of a month, also of the first month of all", () => {
    const anchor = { at: Date.UTC(1970, 0, 1, 12), day: 0 }
    expect(importing({ anchor })).toEqual(notTheDay(0, 1))
  })
})

describe("a coupon that began elsewhere", () => {
  const having = (cyclesSince: number) => ({ coupon: { code: coupon.code, cyclesSince } })
  const repeating = (months: number): Coupon.Coupon => ({
    ...coupon,
    duration: { type: "REPEATING", months },
  })
  const discounted = (account: Account.Account) => account.subscription?.coupon?.discounted

  it("only now has discounted nothing yet", () => {
    const { account } = decided(importing(having(0), { coupon: repeating(2) }))
    expect(discounted(account)).toEqual([])
  })

  it("months ago lasts as long as it would have there, on an anchor of long ago", () => {
    const anchor = { at: noon(2025, 10, 31), day: null }
    const since = (cyclesSince: number) =>
      decided(importing({ anchor, ...having(cyclesSince) }, { coupon: repeating(3) })).account
    expect(discounted(since(2))).toEqual([{ cycle: -2, month: 1, months: 1 }])
    expect([1, 2, 3].map((cycles) => nextDiscounts(since(cycles)))).toEqual([
      [999, 999],
      [999, 0],
      [0, 0],
    ])
  })

  it("years ago has used up twelve months with each of them", () => {
    const anchor = { at: noon(2023, 1, 31), day: null }
    const year = { ...period, startAt: noon(2026, 1, 31), endAt: noon(2027, 1, 31) }
    const since = (cyclesSince: number) =>
      decided(
        importing(
          { planIntervalId: yearly, anchor, period: year, ...having(cyclesSince) },
          { coupon: repeating(24) },
        ),
      ).account
    expect(discounted(since(2))).toEqual([{ cycle: -2, month: 12, months: 12 }])
    expect([0, 1, 2].map((cycles) => nextDiscounts(since(cycles)))).toEqual([
      [9990, 9990],
      [9990, 0],
      [0, 0],
    ])
  })
})
