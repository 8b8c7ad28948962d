// Histories that are billed at some instants on the way: what their lines are, and laws of what they come to.
import * as fc from "fast-check"
import type { Billed, BilledItems } from "../../core/billing/periods/Accrual.ts"
import { type BillableLine, itemKey, timesOf } from "../../core/invoice/BilledLine.ts"
import { histories } from "../arbitraries/histories.ts"
import { forAll, type Law, same } from "../Law.ts"
import type { History } from "../oracle/bills.ts"

/** How the lines of a history that are due at an instant are made, given what was billed before. */
export type LinesAt = (history: History, at: number, billed: BilledItems) => ReadonlyArray<BillableLine>

/** A history that is billed at some instants, told in thousandths of it, and at its end. */
export interface Division {
  readonly history: History
  readonly cuts: ReadonlyArray<number>
}

/** Histories of one to three cycles, with up to five instants at which they are billed. */
export const divisions = () =>
  fc.record({ history: histories(), cuts: fc.array(fc.nat({ max: 999 }), { maxLength: 5 }) })

/** All lines of a history, in the order in which they are billed. */
export const billedLines = ({ history, cuts }: Division, linesAt: LinesAt): ReadonlyArray<BillableLine> => {
  const billed = new Map<string, Billed>()
  const all: Array<BillableLine> = []
  const { startAt, until } = history
  const instants = cuts
    .toSorted((a, b) => a - b)
    .map((part) => startAt + Math.floor(((until - startAt) * part) / 1_000))
  for (const at of [...instants, until]) {
    for (const line of linesAt(history, at, billed)) {
      const { item, unitPrice, quantity } = line
      const before = billed.get(itemKey(item)) ?? { quantity: 0, amount: 0, times: [] }
      billed.set(itemKey(item), {
        quantity: before.quantity + quantity,
        amount: before.amount + unitPrice * quantity,
        times: [...before.times, ...timesOf([line])],
      })
      all.push(line)
    }
  }
  return all
}

/** A law over a history that is billed at some instants and at its end: what the lines of each cycle come to. */
export const dividedLaw = (law: {
  readonly id: string
  readonly name: string
  readonly rule: string
  readonly linesAt: LinesAt
  readonly expected: (history: History) => ReadonlyArray<number>
}): Law =>
  forAll({
    id: law.id,
    name: law.name,
    rule: law.rule,
    given: divisions(),
    holds: (division) => {
      const expected = law.expected(division.history)
      const found = expected.map(() => 0)
      for (const { item, unitPrice, quantity } of billedLines(division, law.linesAt)) {
        found[item.cycle] = (found[item.cycle] ?? 0) + unitPrice * quantity
      }
      same("amounts by cycle", found, expected)
    },
  })
