// The laws of what accrues: usage is rated as its units are, fees fall on active time, and however often a history is
// billed, its lines add up to the same.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { BilledItems } from "../../core/billing/periods/Accrual.ts"
import type { BillingPeriod } from "../../core/billing/periods/BillingPeriod.ts"
import { type BillableLine, itemKey } from "../../core/invoice/BilledLine.ts"
import type { Price } from "../../core/plan/Price.ts"
import type { RatedBand } from "../../core/usage/Rating.ts"
import { prices } from "../arbitraries/catalogue.ts"
import { amounts } from "../arbitraries/money.ts"
import { frozen } from "../frozen.ts"
import { forAll, hold, type Law, same } from "../Law.ts"
import { feesOf, type History, usageOf } from "../oracle/bills.ts"
import { cyclesUntil } from "../oracle/calendar.ts"
import { bands, cost, costOfMany, share } from "../oracle/rating.ts"
import { billedLines, dividedLaw, divisions, type LinesAt } from "./dividedLaw.ts"
import { wrongValues } from "./invoices/refusalLaw.ts"
import { periodsAt } from "./periods.ts"

type Answer<A> = Result.Result<A, object>

/** What the laws are about: functions of the modules `Rating`, `Proration` and `Accrual`. */
export interface AccrualRules {
  /** What a quantity costs, band by band. */
  readonly rate: (price: Price, quantity: number) => Answer<ReadonlyArray<RatedBand>>
  /** A share of a fee by time, rounded once. */
  readonly prorate: (share: {
    readonly amount: number
    readonly activeMillis: number
    readonly cycleMillis: number
  }) => Answer<number>
  /** The fee due until an instant, less what was billed. */
  readonly feeLines: (
    period: BillingPeriod,
    billed: BilledItems,
    until: number,
  ) => Answer<ReadonlyArray<BillableLine>>
  /** The usage due so far, less what was billed. */
  readonly usageLines: (
    periods: ReadonlyArray<BillingPeriod>,
    billed: BilledItems,
  ) => Answer<ReadonlyArray<BillableLine>>
}

const MAX = Number.MAX_SAFE_INTEGER
const DAY = 86_400_000

const quantity = () => fc.nat({ max: 300 })

const common = { meter: "m", name: "M", currency: "BRL" }
const ofUnit = (unitPrice: number): Price => ({ ...common, model: "STANDARD", unitPrice })
const packages: Price = { ...common, model: "PACKAGE", packageSize: 10, packagePrice: 7, freeUnits: 1 }
const graduated: Price = {
  ...common,
  model: "GRADUATED",
  bands: [
    { upTo: 10, unitPrice: 0 },
    { upTo: 20, unitPrice: 5 },
    { upTo: null, unitPrice: 3 },
  ],
}
/** Where packages and bands begin and end. */
const edges = [0, 1, 2, 10, 11, 12, 20, 21, 22].flatMap((count) =>
  [packages, graduated].map((price) => ({ price, quantity: count })),
)

const costOf = (bands: ReadonlyArray<RatedBand>): number =>
  bands.reduce((total, band) => total + band.unitPrice * band.quantity, 0)

/**
 * The laws of accrual: what a quantity costs, band by band, and that it never falls when more is used; the share of a fee;
 * that what is no amount is rejected, and everything else up to 2^53 - 1 is not; that fees and usage add up to the same
 * however often they are billed, and that no time of a fee is on two lines.
 *
 * @example
 * ```ts
 * import { Accrual, Proration, Rating } from "studio-billing"
 * import { accrualLaws } from "studio-billing/testing"
 *
 * accrualLaws({ ...Accrual, ...Proration, ...Rating }).length // 7
 * ```
 */
export const accrualLaws = (rules: AccrualRules): ReadonlyArray<Law> => [
  forAll({
    id: "accrual.units",
    name: "a quantity costs what its units cost one by one",
    rule: "The bands of a rated quantity cost together what each of its units does.",
    given: fc.record({ price: prices(), quantity: quantity() }),
    examples: edges,
    holds: (given) => {
      const rated = Result.map(rules.rate(frozen(given.price), given.quantity), costOf)
      same("cost", rated, Result.succeed(cost(given.price, given.quantity)))
    },
  }),
  forAll({
    id: "accrual.bands",
    name: "more usage takes nothing from any band",
    rule: "Each band that is reached is there once, in its order, at its price; what was billed of it stays billed.",
    given: fc.record({ price: prices(), less: quantity(), more: quantity() }),
    examples: edges.map(({ price, quantity }) => ({ price, less: quantity, more: quantity + 1 })),
    holds: ({ price, less, more }) => {
      const [few, many] = [Math.min(less, more), Math.max(less, more)]
      const rated = [few, many].map((count) => rules.rate(frozen(price), count))
      const [before, after] = rated.map((all) => Result.getOrElse(all, (): ReadonlyArray<RatedBand> => []))
      for (const { band, quantity } of before ?? []) {
        const then = after?.find((one) => one.band === band)?.quantity ?? 0
        hold(`band ${band} falls from ${quantity} to ${then}`, then >= quantity)
      }
      same(`bands of ${many}`, rated[1], Result.succeed(bands(price, many)))
    },
  }),
  forAll({
    id: "accrual.fee",
    name: "a fee falls on the active part of its cycle",
    rule: "The share is exact and rounded once, half away from zero, and never -0; a whole cycle is the whole fee.",
    given: fc
      .record({
        amount: amounts(),
        cycleMillis: fc.oneof(
          fc.integer({ min: 1, max: 366 * DAY }),
          fc.constantFrom(28, 29, 30, 31, 365, 366).map((days) => days * DAY),
        ),
        part: fc.nat({ max: 1_000 }),
      })
      .map(({ part, ...rest }) => ({ ...rest, activeMillis: Math.floor((rest.cycleMillis * part) / 1_000) })),
    examples: [
      { amount: 1, activeMillis: 1, cycleMillis: 2 },
      { amount: 3, activeMillis: 15 * DAY, cycleMillis: 30 * DAY },
      { amount: 0, activeMillis: 0, cycleMillis: 31 * DAY },
      { amount: 9_990, activeMillis: 30 * DAY, cycleMillis: 30 * DAY },
      { amount: 36_600, activeMillis: 365 * DAY, cycleMillis: 366 * DAY },
      // Two units for a whole cycle are twice its time.
      { amount: 9_990, activeMillis: 60 * DAY, cycleMillis: 30 * DAY },
      // Less than nothing: a half goes away from zero, and less than a half is nothing.
      ...[-1, -3, -9_990].map((amount) => ({ amount, activeMillis: 1, cycleMillis: 2 })),
      { amount: -1, activeMillis: 1, cycleMillis: 3 },
      // Where floats are not exact: products beyond 2^53, and a half whose quotient is not one.
      { amount: MAX, activeMillis: 15 * DAY, cycleMillis: 30 * DAY },
      { amount: MAX, activeMillis: 30 * DAY - 1, cycleMillis: 30 * DAY },
      { amount: MAX, activeMillis: 31 * DAY, cycleMillis: 31 * DAY },
      { amount: 50, activeMillis: 29, cycleMillis: 100 },
    ],
    holds: ({ amount, activeMillis, cycleMillis }) => {
      const part = rules.prorate({ amount, activeMillis, cycleMillis })
      same("share", part, Result.succeed(share(amount, activeMillis, cycleMillis)))
      hold("the share is -0: it has to be 0", !(Result.isSuccess(part) && Object.is(part.success, -0)))
    },
  }),
  forAll({
    id: "accrual.amounts",
    name: "what is no whole amount is rejected, and everything else is computed",
    rule: "A quantity that is no whole number from 0 up, a cost beyond the safe integers, a share of or by what is no whole number, and a cycle of no time are failures; nothing is thrown.",
    given: fc.record({
      price: prices({ amountMax: MAX }),
      number: fc.oneof(
        fc.double(),
        fc.maxSafeInteger(),
        fc.nat(),
        fc.integer({ min: 2 ** 31, max: 2 ** 33 }),
        fc.constantFrom(...wrongValues),
      ),
    }),
    examples: [
      ...[...wrongValues, 0, -0, 2 ** 31, 2 ** 32 + 5, MAX].flatMap((number) =>
        [ofUnit(1), packages, graduated].map((price) => ({ price, number })),
      ),
      { price: ofUnit(0), number: MAX },
      { price: ofUnit(94_906_265), number: 94_906_266 },
      { price: ofUnit(94_906_266), number: 94_906_266 },
      { price: ofUnit(MAX), number: 2 },
    ],
    holds: ({ price, number }) => {
      const isAmount = Number.isSafeInteger(number)
      const exact = isAmount && number >= 0 ? costOfMany(price, number) : null
      const cost = Result.map(rules.rate(frozen(price), number), costOf)
      refuses(`the cost of ${number} units`, cost, exact !== null && exact <= MAX ? Number(exact) : null)
      // Shares that need no rounding, which the law of fees looks at.
      const whole = rules.prorate({ amount: number, activeMillis: 2, cycleMillis: 2 })
      refuses(`a whole cycle at ${number}`, whole, isAmount ? number : null)
      const free = rules.prorate({ amount: 0, activeMillis: 1, cycleMillis: number })
      refuses(`nothing for a cycle of ${number}`, free, isAmount && number > 0 ? 0 : null)
      // What less than no time comes to, no rule says.
      if (isAmount && number < 0) return
      const long = rules.prorate({ amount: 0, activeMillis: number, cycleMillis: 2 })
      refuses(`nothing for ${number} milliseconds`, long, isAmount ? 0 : null)
    },
  }),
  dividedLaw({
    id: "accrual.fees-add-up",
    name: "fees add up however often they are billed",
    rule: "Billed at any instants, the fee of each plan comes to its share of the cycle.",
    linesAt: feesAt(rules),
    expected: (history) =>
      cyclesUntil(history.startAt, intervalOf(history), history.until).map((cycle) =>
        sum(feesOf(history, cycle)),
      ),
  }),
  forAll({
    id: "accrual.times",
    name: "no time of a fee is on two lines",
    rule: "However often a fee is billed, its lines have times in the order in which they are billed, and none of it twice.",
    given: divisions(),
    holds: (division) => {
      const ends = new Map<string, number>()
      for (const line of billedLines(division, feesAt(rules))) {
        const key = itemKey(line.item)
        const { periodStartAt = Number.NaN, periodEndAt = Number.NaN } = line
        hold(`a line of ${key} has no time`, periodStartAt < periodEndAt)
        const last = ends.get(key) ?? 0
        hold(`a line of ${key} begins before ${last}, where the last one ends`, periodStartAt >= last)
        ends.set(key, periodEndAt)
      }
    },
  }),
  dividedLaw({
    id: "accrual.usage-adds-up",
    name: "usage adds up however often it is billed",
    rule: "Billed at any instants, and however late it was heard of, the usage of each cycle comes to what all of it costs.",
    linesAt: (history, at, billed) => linesOf(rules.usageLines(frozen(periodsAt(history, at)), billed)),
    expected: (history) =>
      cyclesUntil(history.startAt, intervalOf(history), history.until).map((cycle) =>
        sum(usageOf(history, cycle, Number.POSITIVE_INFINITY)),
      ),
  }),
]

/** Throws unless an answer is a number, or a failure where that is `null`. */
const refuses = (what: string, answer: Answer<number>, expected: number | null): void => {
  if (expected !== null) same(what, answer, Result.succeed(expected))
  else if (Result.isSuccess(answer)) {
    throw new Error(`${what}: it has to be rejected, and was computed: ${answer.success}`)
  }
}

const intervalOf = ({ plans }: History) => plans[0]?.terms.interval ?? "MONTHLY"

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

const linesOf = (lines: Answer<ReadonlyArray<BillableLine>>): ReadonlyArray<BillableLine> =>
  Result.getOrElse(lines, () => [])

const feesAt =
  (rules: AccrualRules): LinesAt =>
  (history, at, billed) =>
    periodsAt(history, at).flatMap((period) => linesOf(rules.feeLines(frozen(period), billed, at)))
