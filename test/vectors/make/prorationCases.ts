// Cases of proration: shares at exact halves and near 2^53, and spans of time that touch, overlap a window or lie outside.
import type { Chance } from "../../support/random.ts"
import { amount, anyAmount, type Call, MAX, noAmount, percent, pick, type Subject } from "./Case.ts"
import { activeMillis, prorate, type Spans } from "./naive/proration.ts"

const DAY = 86_400_000

const part = (whole: number, active: number, cycle: number): Call => ({
  function: "prorate",
  input: { amount: whole, activeMillis: active, cycleMillis: cycle },
})

const active = (
  [startAt, endAt]: readonly [number, number],
  ...spans: ReadonlyArray<readonly [from: number, to: number | null]>
): Call => {
  const input: Spans = { spans: spans.map(([from, to]) => ({ from, to })), window: { startAt, endAt } }
  return { function: "activeMillis", input }
}

const named: Subject["named"] = {
  "a whole cycle": part(9990, 30 * DAY, 30 * DAY),
  "no time": part(9990, 0, 30 * DAY),
  "29 of 30 days": part(9990, 29 * DAY, 30 * DAY),
  "one millisecond": part(9990, 1, 30 * DAY),
  "the last millisecond is missing": part(9990, 30 * DAY - 1, 30 * DAY),
  "half of February": part(9990, 14 * DAY, 28 * DAY),
  "a third of a cycle": part(100, 10 * DAY, 30 * DAY),
  "two thirds of a cycle": part(100, 20 * DAY, 30 * DAY),
  "exact half of a minor unit": part(1, 15 * DAY, 30 * DAY),
  "exact half above an even number": part(5, 15 * DAY, 30 * DAY),
  "just under half a minor unit": part(1, 15 * DAY - 1, 30 * DAY),
  "just over half a minor unit": part(1, 15 * DAY + 1, 30 * DAY),
  "nothing to share": part(0, 15 * DAY, 30 * DAY),
  "a product just over 2^53": part(94_906_266, 94_906_266, 94_906_267),
  "the largest amount, whole": part(MAX, 30 * DAY, 30 * DAY),
  "the largest amount, half": part(MAX, 15 * DAY, 30 * DAY),
  "the largest amount, without a millisecond": part(MAX, 30 * DAY - 1, 30 * DAY),
  "a leap year without a day": part(36_600, 365 * DAY, 366 * DAY),
  "a year without a millisecond": part(1_000_000_007, 365 * DAY - 1, 365 * DAY),
  "less than nothing: half goes away from zero": part(-1, 15 * DAY, 30 * DAY),
  "less than nothing: an exact half": part(-5, 15 * DAY, 30 * DAY),
  "less than nothing: just under half is nothing": part(-1, 15 * DAY - 1, 30 * DAY),
  "more time than the cycle": part(100, 45 * DAY, 30 * DAY),
  "more time than the cycle, beyond 2^53": part(MAX, 45 * DAY, 30 * DAY),
  "a cycle of no time": part(100, 0, 0),
  "a cycle of less than no time": part(100, 10, -10),
  "an amount with decimals": part(99.9, 15, 30),
  "an amount of exactly 2^53": part(2 ** 53, 1, 2),
  "time with decimals": part(100, 0.5, 30),
  "no span": active([0, 30]),
  "all of the window": active([10, 30], [10, 30]),
  "a span that goes on": active([10, 30], [20, null]),
  "a span that began before and goes on": active([10, 30], [0, null]),
  "a span before the window": active([10, 30], [0, 9]),
  "a span that ends where the window begins": active([10, 30], [0, 10]),
  "a span that begins where the window ends": active([10, 30], [30, 40]),
  "the last millisecond of the window": active([10, 30], [29, 40]),
  "two spans that touch": active([10, 30], [0, 20], [20, 40]),
  "two spans with a gap": active([10, 30], [0, 15], [25, null]),
  "a span without time": active([10, 30], [20, 20]),
  "a window without time": active([10, 10], [0, null]),
}

/** Spans one after the other, of which the last one sometimes goes on. */
const anySpans = (chance: Chance): Call => {
  const spans: Array<readonly [from: number, to: number | null]> = []
  let at = chance.below(40)
  for (let left = chance.below(5); left > 0; left--) {
    const to = at + chance.below(40)
    spans.push([at, left === 1 && percent(chance, 50) ? null : to])
    at = to + (percent(chance, 30) ? 0 : chance.below(30))
  }
  const startAt = chance.below(60)
  return active([startAt, startAt + chance.below(120)], ...spans)
}

const random = (chance: Chance): Call => {
  if (percent(chance, 25)) return anySpans(chance)
  const days = percent(chance, 90)
  const cycle = days ? pick(chance, [28, 29, 30, 31, 365, 366]) * DAY : 1 + anyAmount(chance)
  const some = Math.floor((cycle / 2 ** 32) * chance.below(2 ** 32))
  // An uneven amount and half the time make an exact half.
  if (days && percent(chance, 30)) {
    const uneven = 2 * chance.below(percent(chance, 80) ? 1_000_000 : 2 ** 50) + 1
    return part(percent(chance, 80) ? uneven : -uneven, cycle / 2, cycle)
  }
  if (percent(chance, 2)) return part(noAmount(chance), some, cycle)
  const whole = percent(chance, 85) ? amount(chance) : -amount(chance)
  return part(whole, percent(chance, 95) ? some : cycle + 1, cycle)
}

/** The vectors of proration. */
export const prorationSubject: Subject = {
  file: "proration",
  about: "The share of an amount for the active time of a cycle, and that time.",
  functions: { prorate, activeMillis },
  named,
  randomCases: 400,
  random,
}
