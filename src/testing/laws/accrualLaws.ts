// The laws of what accrues: usage is rated as its units are, fees fall on active time, and however often a history is
// billed, its lines add up to the same.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { Billed, BilledItems } from "../../core/billing/periods/Accrual.ts"
import type { BillingPeriod } from "../../core/billing/periods/BillingPeriod.ts"
import { type BillableLine, itemKey } from "../../core/invoice/BilledLine.ts"
import type { Price } from "../../core/plan/Price.ts"
import type { RatedBand } from "../../core/usage/Rating.ts"
import { prices } from "../arbitraries/catalogue.ts"
import { histories } from "../arbitraries/histories.ts"
import { amounts } from "../arbitraries/money.ts"
import { frozen } from "../frozen.ts"
import { forAll, hold, type Law, same } from "../Law.ts"
import { feesOf, type History, usageOf } from "../oracle/bills.ts"
import { cyclesUntil } from "../oracle/calendar.ts"
import { cost, share } from "../oracle/rating.ts"
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

const quantity = () => fc.nat({ max: 300 })

const costOf = (bands: ReadonlyArray<RatedBand>): number =>
  bands.reduce((total, band) => total + band.unitPrice * band.quantity, 0)

/**
 * The laws of accrual: what a quantity costs, that it never falls when more is used, the share of a fee, that numbers
 * that are no amounts are rejected, and that fees and usage add up to the same however often they are billed.
 *
 * @example
 * ```ts
 * import { Accrual, Proration, Rating } from "studio-billing"
 * import { accrualLaws } from "studio-billing/testing"
 *
 * accrualLaws({ ...Accrual, ...Proration, ...Rating }).length // 6
 * ```
 */
export const accrualLaws = (rules: AccrualRules): ReadonlyArray<Law> => [
  forAll({
    id: "accrual.units",
    name: "a quantity costs what its units cost one by one",
    rule: "The bands of a rated quantity cost together what each of its units does.",
    given: fc.record({ price: prices(), quantity: quantity() }),
    holds: (given) => {
      const rated = Result.map(rules.rate(frozen(given.price), given.quantity), costOf)
      same("cost", rated, Result.succeed(cost(given.price, given.quantity)))
    },
  }),
  forAll({
    id: "accrual.bands",
    name: "more usage takes nothing from any band",
    rule: "What was billed of a band stays billed: with the quantity each band rises, and none is empty or there twice.",
    given: fc.record({ price: prices(), less: quantity(), more: quantity() }),
    holds: ({ price, less, more }) => {
      const [few, many] = [Math.min(less, more), Math.max(less, more)].map((count) =>
        Result.getOrElse(rules.rate(frozen(price), count), (): ReadonlyArray<RatedBand> => []),
      )
      for (const { band, quantity } of few ?? []) {
        const after = many?.find((one) => one.band === band)?.quantity ?? 0
        hold(`band ${band} falls from ${quantity} to ${after}`, after >= quantity)
      }
      hold(
        "a band is empty",
        (many ?? []).every(({ quantity }) => quantity > 0),
      )
      same("bands", new Set(many?.map(({ band }) => band)).size, many?.length)
    },
  }),
  forAll({
    id: "accrual.fee",
    name: "a fee falls on the active part of its cycle",
    rule: "The share is exact and rounded once, half away from zero; a whole cycle is the whole fee.",
    given: fc
      .record({
        amount: amounts(),
        cycleMillis: fc.integer({ min: 1, max: 366 * 86_400_000 }),
        part: fc.nat({ max: 1_000 }),
      })
      .map(({ part, ...rest }) => ({ ...rest, activeMillis: Math.floor((rest.cycleMillis * part) / 1_000) })),
    examples: [{ amount: 1, activeMillis: 1, cycleMillis: 2 }],
    holds: ({ amount, activeMillis, cycleMillis }) =>
      same(
        "share",
        rules.prorate({ amount, activeMillis, cycleMillis }),
        Result.succeed(share(amount, activeMillis, cycleMillis)),
      ),
  }),
  forAll({
    id: "accrual.amounts",
    name: "what is no whole amount is rejected",
    rule: "No number is thrown at or rated to something that is no whole amount.",
    given: fc.record({
      price: prices({ amountMax: Number.MAX_SAFE_INTEGER }),
      number: fc.oneof(fc.double(), fc.maxSafeInteger(), fc.nat()),
    }),
    examples: [
      { price: { model: "STANDARD", meter: "m", name: "M", currency: "BRL", unitPrice: 1 }, number: 0.5 },
    ],
    holds: ({ price, number }) => {
      const rated = rules.rate(frozen(price), number)
      const part = rules.prorate({ amount: number, activeMillis: 1, cycleMillis: 2 })
      const isAmount = Number.isSafeInteger(number)
      hold(
        `${number} is rated`,
        Result.isFailure(rated) || (isAmount && Number.isSafeInteger(costOf(rated.success))),
      )
      hold(`a share of ${number}`, Result.isFailure(part) || (isAmount && Number.isSafeInteger(part.success)))
    },
  }),
  dividedLaw({
    id: "accrual.fees-add-up",
    name: "fees add up however often they are billed",
    rule: "Billed at any instants, the fee of each plan comes to its share of the cycle.",
    linesAt: (history, at, billed) =>
      periodsAt(history, at).flatMap((period) => linesOf(rules.feeLines(frozen(period), billed, at))),
    expected: (history) =>
      cyclesUntil(history.startAt, intervalOf(history), history.until).map((cycle) =>
        sum(feesOf(history, cycle)),
      ),
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

const intervalOf = ({ plans }: History) => plans[0]?.terms.interval ?? "MONTHLY"

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

const linesOf = (lines: Answer<ReadonlyArray<BillableLine>>): ReadonlyArray<BillableLine> =>
  Result.getOrElse(lines, () => [])

/** A law over a history that is billed at some instants and at its end: what the lines of each cycle come to. */
const dividedLaw = (law: {
  readonly id: string
  readonly name: string
  readonly rule: string
  readonly linesAt: (history: History, at: number, billed: BilledItems) => ReadonlyArray<BillableLine>
  readonly expected: (history: History) => ReadonlyArray<number>
}): Law =>
  forAll({
    id: law.id,
    name: law.name,
    rule: law.rule,
    given: fc.record({ history: histories(), cuts: fc.array(fc.nat({ max: 999 }), { maxLength: 5 }) }),
    holds: ({ history, cuts }) => {
      const expected = law.expected(history)
      const found = expected.map(() => 0)
      const billed = new Map<string, Billed>()
      const { startAt, until } = history
      const instants = cuts
        .toSorted((a, b) => a - b)
        .map((part) => startAt + Math.floor(((until - startAt) * part) / 1_000))
      for (const at of [...instants, until]) {
        for (const { item, unitPrice, quantity } of law.linesAt(history, at, billed)) {
          const before = billed.get(itemKey(item)) ?? { quantity: 0, amount: 0 }
          const amount = unitPrice * quantity
          billed.set(itemKey(item), { quantity: before.quantity + quantity, amount: before.amount + amount })
          found[item.cycle] = (found[item.cycle] ?? 0) + amount
        }
      }
      same("amounts by cycle", found, expected)
    },
  })
