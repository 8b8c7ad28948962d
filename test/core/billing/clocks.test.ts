// The newest instant of an account, and what a clock that is not the same may do to it. GAP-133, GAP-134
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Clocks from "../../../src/core/billing/Clocks.ts"
import type { Account } from "../../../src/index.ts"
import { empty } from "../../support/account.ts"
import { runs } from "../../support/runs.ts"
import { DAY, HOUR } from "./fixtures.ts"

/** An account whose records of each kind changed at these instants. */
const accountOf = (changed: {
  readonly former?: ReadonlyArray<number>
  readonly own?: number
  readonly receivables?: ReadonlyArray<number>
  readonly invoices?: ReadonlyArray<number>
}): Account.Account => {
  const { former = [], own, receivables = [], invoices = [] } = changed
  const at = (updatedAt: number) => ({ updatedAt }) as never
  return {
    ...empty,
    formerSubscriptions: former.map(at),
    subscription: own === undefined ? null : at(own),
    receivables: receivables.map(at),
    invoices: invoices.map(at),
  }
}

describe("the newest instant of an account", () => {
  it("is that of the subscription or the invoice that changed last, wherever it stands", () => {
    const instants = fc.uniqueArray(fc.nat(), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(instants, ([a = 0, b = 0, own = 0, c = 0, d = 0, e = 0, f = 0]) => {
        const account = accountOf({ former: [a, b], own, receivables: [c, d], invoices: [e, f] })
        const newest = Math.max(a, b, own, c, d, e, f)
        expect(Clocks.newestAt(account)).toBe(newest)
        expect(Clocks.notBefore(account, newest - 1)).toBe(newest)
        expect(Clocks.notBefore(account, newest + 1)).toBe(newest + 1)
      }),
      {
        numRuns: runs(100),
        examples: [0, 1, 2, 3, 4, 5, 6].map((last) => [
          [0, 1, 2, 3, 4, 5, 6].map((index) => (index === last ? 100 : index)),
        ]),
      },
    )
  })

  it("is before every instant where nothing has changed yet", () => {
    expect(Clocks.notBefore(accountOf({}), -1)).toBe(-1)
  })
})

describe("a clock", () => {
  const policy = { clockSkewMillis: HOUR, catchUpMillis: DAY }
  const account = accountOf({ own: 10 * DAY })
  const check = (now: number, dueAt: number | null, catchUp = false) =>
    Clocks.checkClock(account, dueAt === null ? null : { at: dueAt }, { now, catchUp }, policy)

  it("may be behind by the skew, and by no more", () => {
    expect(check(10 * DAY - HOUR, null)).toEqual(Result.void)
    expect(check(10 * DAY - HOUR - 1, null)).toEqual(
      Result.fail({ _tag: "ClockBehind", behindMillis: HOUR + 1 }),
    )
    expect(check(10 * DAY - HOUR - 1, 0, true)).toMatchObject({ failure: { _tag: "ClockBehind" } })
  })

  it("may make up for the time of the policy, and for more only where it is allowed", () => {
    expect(check(11 * DAY, 10 * DAY)).toEqual(Result.void)
    expect(check(11 * DAY, 10 * DAY - 1)).toEqual(
      Result.fail({ _tag: "CatchUpNotAllowed", dueAt: 10 * DAY - 1 }),
    )
    expect(check(11 * DAY, 10 * DAY - 1, true)).toEqual(Result.void)
  })
})
