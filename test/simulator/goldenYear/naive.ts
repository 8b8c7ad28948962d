// What the documents of the golden year have to say, computed the naive way: units are counted one by one, fees are
// shares of days, and what was billed is a list of numbers. Of the code under test only the prices of the seed are used.
import { defaultSeed } from "../../../simulator/index.ts"
import type { Plan } from "../../../src/index.ts"
import { type Bill, billsOf, type History } from "../../../src/testing/oracle/bills.ts"
import { cyclesUntil } from "../../../src/testing/oracle/calendar.ts"
import { discountOn, share } from "../../../src/testing/oracle/rating.ts"
import { takeCredit, unitsByPrice, unusedPart } from "../../support/oracle.ts"
import { seeded } from "../../support/simulator.ts"
import { acts } from "./acts.ts"

const DAY = 86_400_000

const termsOf = (planId: string, planIntervalId: string): Plan.PlanTerms => {
  const plan = defaultSeed.plans.find((candidate) => candidate.planId === planId)
  const interval = plan?.intervals.find(({ id }) => id === planIntervalId)
  if (plan === undefined || interval === undefined) throw new Error("The seed has no such plan")
  const { amount, currency } = interval
  const prices = plan.prices.filter((price) => price.currency === currency)
  return { planId, planName: plan.name, planIntervalId, interval: "MONTHLY", amount, currency, prices }
}
const starter = termsOf(seeded.starter, seeded.starterMonthly)
const pro = termsOf(seeded.pro, seeded.proMonthly)

const half = {
  ...(defaultSeed.coupons.find(({ code }) => code === "HALF3") as (typeof defaultSeed.coupons)[number]),
  createdAt: 0,
}

/** The year as the oracle is told it: its plans, when it was active, and when which usage arrived. */
export const history: History = {
  startAt: Date.UTC(2026, 0, 31),
  until: Date.UTC(2027, 2, 1),
  plans: [
    { fromAt: Date.UTC(2026, 0, 31), terms: starter },
    { fromAt: Date.UTC(2026, 5, 15), terms: pro },
    { fromAt: Date.UTC(2026, 8, 30), terms: starter },
  ],
  active: [
    { from: Date.UTC(2026, 0, 31), to: Date.UTC(2026, 2, 15, 12) },
    { from: Date.UTC(2026, 3, 10), to: Date.UTC(2027, 0, 15, 12) },
  ],
  cancelledAt: Date.UTC(2027, 0, 15, 12),
  usage: acts.flatMap(({ at, used }) =>
    used === undefined
      ? []
      : [{ ...used, occurredAt: Date.parse(used.occurredAt), arrivedAt: Date.parse(at) }],
  ),
  coupon: half,
}

/** What each cycle has to cost in all, however it was cut, paid early or interrupted. */
export const cycleBills = (): ReadonlyArray<Bill> => billsOf(history)

/** A document of the year: when it was issued, and the days of which plan's fee it bills. */
interface Issue {
  readonly at: number
  readonly cycle: number
  readonly fee?: { readonly terms: Plan.PlanTerms; readonly days: number; readonly of: number }
  /** The document before it billed the fee of a whole cycle early, of which only so many days are due. */
  readonly due?: { readonly terms: Plan.PlanTerms; readonly days: number; readonly of: number }
  /** A voucher that an operator grants first. */
  readonly granted?: number
  /** It is voided, and what it billed is billed again. */
  readonly isVoid?: true
}

const whole = (terms: Plan.PlanTerms, days: number) => ({ terms, days, of: days })

const issues: ReadonlyArray<Issue> = [
  { at: Date.UTC(2026, 1, 14), cycle: 0 },
  { at: Date.UTC(2026, 1, 28), cycle: 0, fee: whole(starter, 28) },
  { at: Date.UTC(2026, 2, 10), cycle: 1, fee: whole(starter, 31) },
  { at: Date.UTC(2026, 2, 15, 12), cycle: 1, due: { terms: starter, days: 15.5, of: 31 } },
  { at: Date.UTC(2026, 3, 20), cycle: 2 },
  { at: Date.UTC(2026, 3, 30), cycle: 2, fee: { terms: starter, days: 20, of: 30 } },
  { at: Date.UTC(2026, 4, 31), cycle: 3, fee: whole(starter, 31) },
  { at: Date.UTC(2026, 5, 15), cycle: 4, fee: { terms: starter, days: 15, of: 30 } },
  { at: Date.UTC(2026, 5, 30), cycle: 4, fee: { terms: pro, days: 15, of: 30 } },
  { at: Date.UTC(2026, 6, 12, 9), cycle: 5, isVoid: true },
  { at: Date.UTC(2026, 6, 31), cycle: 5, fee: whole(pro, 31) },
  { at: Date.UTC(2026, 7, 31), cycle: 6, fee: whole(pro, 31), granted: 5000 },
  { at: Date.UTC(2026, 8, 30), cycle: 7, fee: whole(pro, 30) },
  { at: Date.UTC(2026, 9, 31), cycle: 8, fee: whole(starter, 31) },
  { at: Date.UTC(2026, 10, 30), cycle: 9, fee: whole(starter, 30) },
  { at: Date.UTC(2026, 11, 31), cycle: 10, fee: whole(starter, 31) },
  { at: Date.UTC(2027, 0, 15, 12), cycle: 11, fee: { terms: starter, days: 15.5, of: 31 } },
]

/** A document. */
export interface NaiveDocument extends Pick<Issue, "cycle" | "isVoid"> {
  /** What was given back when it was issued. */
  readonly credit: number
  readonly lines: ReadonlyArray<{
    readonly name: string
    readonly unitPrice: number
    readonly quantity: number
  }>
  readonly total: number
  readonly coupon: number
  readonly vouchers: number
  readonly payable: number
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The lines for usage that had arrived by an instant, beyond what was billed of it; `billed` is brought up to it. */
const usageLines = ({ at, cycle }: Issue, billed: Map<string, number>): NaiveDocument["lines"] => {
  const lines: Array<NaiveDocument["lines"][number]> = []
  const cycles = cyclesUntil(history.startAt, "MONTHLY", history.until)
  for (const { startAt, endAt, cycle: of } of cycles.slice(0, cycle + 1).reverse()) {
    for (const [index, { fromAt, terms }] of history.plans.entries()) {
      for (const price of terms.prices) {
        const key = `${of} ${index} ${price.meter}`
        const toAt = Math.min(history.plans[index + 1]?.fromAt ?? endAt, endAt)
        const to = history.usage
          .filter(({ meter, occurredAt }) => meter === price.meter && occurredAt < toAt)
          .filter(({ arrivedAt, occurredAt }) => arrivedAt <= at && occurredAt >= Math.max(fromAt, startAt))
          .reduce((sum, { quantity }) => sum + quantity, 0)
        for (const units of unitsByPrice(price, { from: billed.get(key) ?? 0, to })) {
          const late = of === cycle ? "" : `, ${dateOf(startAt)} to ${dateOf(endAt)}`
          lines.push({ ...units, name: nameOf(price, units.unitPrice) + late })
        }
        billed.set(key, to)
      }
    }
  }
  return lines
}

const nameOf = (price: Plan.PlanTerms["prices"][number], unitPrice: number): string => {
  if (price.model !== "GRADUATED") return price.name
  const index = price.bands.findIndex((band) => band.unitPrice === unitPrice)
  return `${price.name}, ${(price.bands[index - 1]?.upTo ?? 0) + 1} to ${price.bands[index]?.upTo}`
}

const feeLine = ({ fee }: Issue): NaiveDocument["lines"] => {
  if (fee === undefined) return []
  const { terms, days, of } = fee
  const name = days === of ? terms.planName : `${terms.planName} (prorated)`
  return [{ name, unitPrice: share(terms.amount, days * DAY, of * DAY), quantity: 1 }]
}

/** What goes back of a document that billed the fee of a whole cycle: what was paid for the days that are not due. */
const creditOf = ({ due }: Issue, before: NaiveDocument | undefined): number => {
  if (due === undefined || before === undefined) return 0
  const { terms, days, of } = due
  const unused = terms.amount - share(terms.amount, days * DAY, of * DAY)
  return unusedPart(before.payable, { unused, total: before.total })
}

/** The documents of the year, in the order of their issue. */
export const naiveDocuments = (): ReadonlyArray<NaiveDocument> => {
  const documents: Array<NaiveDocument> = []
  const billed = new Map<string, number>()
  let balance = 0
  let period = { cycle: 0, total: 0, coupon: 0 }
  for (const issue of issues) {
    const { cycle, granted = 0, isVoid } = issue
    const back = creditOf(issue, documents.at(-1))
    balance += granted + back
    const lines = [...feeLine(issue), ...usageLines(issue, isVoid ? new Map(billed) : billed)]
    const total = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
    if (period.cycle !== cycle) period = { cycle, total: 0, coupon: 0 }
    // It covers three months, and gives on each document what is missing of half of all so far.
    const coupon = cycle < 3 ? discountOn(half.discount, period.total + total) - period.coupon : 0
    if (!isVoid) period = { cycle, total: period.total + total, coupon: period.coupon + coupon }
    const [vouchers = 0] = takeCredit(balance, [total - coupon])
    balance -= vouchers
    const payable = total - coupon - vouchers
    documents.push({
      cycle,
      ...(isVoid && { isVoid }),
      credit: back,
      lines,
      total,
      coupon,
      vouchers,
      payable,
    })
  }
  return documents
}
