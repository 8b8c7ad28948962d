// Accrual: of every billable item, what is due so far minus what was billed so far. Both are cumulative, so that any
// number of invoices in a cycle adds up to the same.
import * as Result from "effect/Result"
import {
  type BillableItem,
  type BillableLine,
  itemKey,
  type LineTime,
  timesOf,
} from "../../invoice/BilledLine.ts"
import type { Invoice } from "../../invoice/Invoice.ts"
import type { AmountOutOfRange } from "../../money/Money.ts"
import type { Band, Price } from "../../plan/Price.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { prorate } from "../../time/Proration.ts"
import { rate } from "../../usage/Rating.ts"
import { type BillingPeriod, type CreditedPart, quantityOf, type Segment } from "./BillingPeriod.ts"
import { daysOf, feeTime, timeWithin, usageTime } from "./lineTimes.ts"
import { feeOfStretches, stretchTimes } from "./Stretches.ts"

/** What was billed of an item: the sum of its lines, less what left them as credit; and the times that they are for. */
export interface Billed {
  readonly quantity: number
  readonly amount: number
  readonly times: ReadonlyArray<LineTime>
}

/** What invoices billed, by item. An invoice voided with rebilling has billed nothing. */
export type BilledItems = ReadonlyMap<string, Billed>

const nothing: Billed = { quantity: 0, amount: 0, times: [] }

/** Tells whether an invoice counts as billed: not if it was voided with rebilling. */
export const counts = (invoice: Invoice): boolean => !(invoice.status === "VOID" && invoice.rebilled)

/** What was billed of every item, by the lines of some invoices and the credits of their periods. */
export const billedItems = (
  invoices: ReadonlyArray<Invoice>,
  periods: ReadonlyArray<BillingPeriod>,
): BilledItems => {
  const items = new Map<string, Billed>()
  const add = (item: BillableItem, { quantity, amount, times }: Billed): void => {
    const key = itemKey(item)
    const before = items.get(key) ?? nothing
    items.set(key, {
      quantity: before.quantity + quantity,
      amount: before.amount + amount,
      times: [...before.times, ...times],
    })
  }
  for (const invoice of invoices) {
    if (!counts(invoice)) continue
    for (const line of invoice.lines) {
      add(line.item, { quantity: line.quantity, amount: line.amount, times: timesOf([line]) })
    }
  }
  for (const period of periods) {
    for (const { segment, amount } of creditedParts(period, invoices)) {
      add({ kind: "FEE", cycle: period.cycle, segment }, { ...nothing, amount: -amount })
    }
  }
  return items
}

/** The credited parts of a period's lines, of invoices that count. */
export const creditedParts = (
  { credits }: BillingPeriod,
  invoices: ReadonlyArray<Invoice>,
): ReadonlyArray<CreditedPart> =>
  credits.flatMap(({ parts }) =>
    parts.filter(({ invoiceId }) =>
      invoices.some((invoice) => invoice.invoiceId === invoiceId && counts(invoice)),
    ),
  )

const billedOf = (billed: BilledItems, item: BillableItem): Billed => billed.get(itemKey(item)) ?? nothing

/**
 * The fee of a segment that is due up to `until`: its price times the share of the cycle in which the subscription was
 * active, for each unit that it had then. An uninterrupted cycle costs exactly the price. GAP-48
 */
export const feeDue = (
  period: BillingPeriod,
  segment: Segment,
  until: number,
): Result.Result<number, AmountOutOfRange> => {
  const cycleMillis = period.endAt - period.startAt
  const stretches = stretchTimes(period, segment, until)
  const [first] = stretches
  const { amount } = segment.terms
  return stretches.length === 1 && first?.quantity === 1
    ? prorate({ amount, activeMillis: first.activeMillis, cycleMillis })
    : feeOfStretches(amount, stretches, cycleMillis)
}

/** The billed fee of a segment: its lines less credits. */
export const feeBilled = ({ cycle }: BillingPeriod, segment: number, billed: BilledItems): number =>
  billedOf(billed, { kind: "FEE", cycle, segment }).amount

/** The amount of a segment's fee on an invoice. */
export const feeOn = (invoice: Invoice, cycle: number, segment: number): number =>
  amountOf(feesOn(invoice, cycle, segment))

const amountOf = (lines: Invoice["lines"]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

const feesOn = ({ lines }: Invoice, cycle: number, segment: number): Invoice["lines"] =>
  lines.filter(({ item }) => item.kind === "FEE" && item.cycle === cycle && item.segment === segment)

/** How the lines of fees are made. */
interface FeeLineOptions {
  /** Each names its days. */
  readonly isNamed?: boolean
  /** The invoice that they bill again: at most what it billed, and of its time; absent: all that is unbilled. */
  readonly again?: Invoice
}

/**
 * The lines for the unbilled fees of a period up to an instant, and in advance for all of it. A segment has at most one
 * for each of its stretches: what the running sum of their fees, rounded, is beyond what was billed and what the lines
 * before it bill. A line is whole, as the price of each unit, where one stretch is active for all of the cycle, and else
 * prorated, also where it rounds to the whole price.
 */
export const feeLines = resultFn(function* (
  period: BillingPeriod,
  billed: BilledItems,
  feeUntil: number,
  { isNamed = false, again }: FeeLineOptions = {},
): Steps<ReadonlyArray<BillableLine>, AmountOutOfRange> {
  const lines: Array<BillableLine> = []
  for (const [index, segment] of period.segments.entries()) {
    const { amount, planName, planId, feeTiming } = segment.terms
    // In advance it is due for all of the cycle, as if nothing would change.
    const until = feeTiming === "ADVANCE" ? period.endAt : feeUntil
    const stretches = stretchTimes(period, segment, until)
    const item = { kind: "FEE", cycle: period.cycle, segment: index } as const
    const cycleMillis = period.endAt - period.startAt
    const { times } = billedOf(billed, item)
    const own = again === undefined ? null : feesOn(again, period.cycle, index)
    let covered = feeBilled(period, index, billed)
    const most = own === null ? Number.POSITIVE_INFINITY : covered + amountOf(own)
    for (const [last, stretch] of stretches.entries()) {
      const { quantity, activeMillis } = stretch
      const before = stretches.slice(0, last)
      const due =
        last === stretches.length - 1
          ? yield* feeDue(period, segment, until)
          : yield* feeOfStretches(amount, [...before, stretch], cycleMillis)
      const unbilled = Math.min(due, most) - covered
      if (unbilled <= 0) continue
      const unbilledTime = yield* feeTime({ amount, cycleMillis, before, stretch, covered, times })
      const time = own === null ? unbilledTime : timeWithin(unbilledTime, timesOf(own))
      covered += unbilled
      const isWhole = activeMillis === cycleMillis && unbilled === amount * quantity
      const units = quantity === 1 && stretches.length === 1 ? "" : `, quantity ${quantity}`
      const name = isWhole ? planName : `${planName}${units} (prorated)`
      lines.push({
        name: isNamed ? `${name}, ${daysOf(time)}` : name,
        unitPrice: isWhole ? amount : unbilled,
        quantity: isWhole ? quantity : 1,
        planId,
        item,
        ...time,
        ...(!isWhole && { proration: { unitPrice: amount, quantity } }),
      })
    }
  }
  return lines
})

/** How the lines of usage are made. */
interface UsageLineOptions {
  /** Each names its days. */
  readonly isNamed?: boolean
  /** The instant up to which the running segment is billed; absent: its end. */
  readonly until?: number
}

/** The lines for the unbilled usage of one segment: meters in price-book order, bands ascending. */
const segmentLines = (
  period: BillingPeriod,
  segmentIndex: number,
  billed: BilledItems,
  { isNamed, until }: { readonly isNamed: boolean; readonly until: number | null },
): Result.Result<ReadonlyArray<BillableLine>, AmountOutOfRange> => {
  const segment = period.segments[segmentIndex]
  if (segment === undefined) return Result.succeed([])
  const { cycle } = period
  const lines: Array<BillableLine> = []
  for (const price of segment.terms.prices) {
    const rated = rate(price, quantityOf(segment, price.meter))
    if (Result.isFailure(rated)) return Result.fail(rated.failure)
    const bands = rated.success.map((part) => {
      const item = {
        kind: "USAGE",
        cycle,
        segment: segmentIndex,
        meter: price.meter,
        band: part.band,
      } as const
      return { ...part, item, before: billedOf(billed, item) }
    })
    const times = bands.flatMap(({ before }) => before.times)
    const time = usageTime(period, segment, { billed: times, until })
    for (const { item, before, unitPrice, quantity } of bands) {
      const unbilled = quantity - before.quantity
      // No line of amount 0. GAP-74
      if (unbilled <= 0 || unitPrice === 0) continue
      const name = bandName(price, item.band)
      lines.push({
        name: isNamed ? `${name}, ${daysOf(time)}` : name,
        unitPrice,
        quantity: unbilled,
        planId: segment.terms.planId,
        item,
        ...time,
      })
    }
  }
  return Result.succeed(lines)
}

/** "API calls" for a price without bands; "API calls, 1001 to 5000" and "API calls, from 5001" for a band. */
const bandName = (price: Price, band: number): string => {
  if (price.model !== "GRADUATED") return price.name
  const bandAt = (index: number): Band | undefined => price.bands[index]
  const from = (bandAt(band - 1)?.upTo ?? 0) + 1
  const to = bandAt(band)?.upTo ?? null
  return to === null ? `${price.name}, from ${from}` : `${price.name}, ${from} to ${to}`
}

/**
 * The lines for all unbilled usage: first those of the running segment, then late ones of closed segments by cycle,
 * each naming its days, which the first ones do where it is asked for. The last period is the running one.
 */
export const usageLines = resultFn(function* (
  periods: ReadonlyArray<BillingPeriod>,
  billed: BilledItems,
  { isNamed = false, until = Number.POSITIVE_INFINITY }: UsageLineOptions = {},
): Steps<ReadonlyArray<BillableLine>, AmountOutOfRange> {
  const running = periods.at(-1)
  if (running === undefined) return []
  const last = running.segments.length - 1
  const lines = Array.from(yield* segmentLines(running, last, billed, { isNamed, until }))
  for (const period of periods) {
    const closed = period === running ? last : period.segments.length
    for (let index = 0; index < closed; index++)
      lines.push(...(yield* segmentLines(period, index, billed, { isNamed: true, until: null })))
  }
  return lines
})

/** The lines for the one-off charges of some periods that no invoice bills, in the order in which they were added. */
export const itemLines = (
  periods: ReadonlyArray<BillingPeriod>,
  billed: BilledItems,
): ReadonlyArray<BillableLine> =>
  periods.flatMap(({ cycle, items = [], segments }) =>
    items.flatMap(({ itemId, name, unitPrice, quantity }) => {
      const segment = segments.length - 1
      const item = { kind: "ITEM", cycle, itemId, ...(segment > 0 && { segment }) } as const
      return billedOf(billed, item).quantity > 0 ? [] : [{ name, unitPrice, quantity, item }]
    }),
  )

/** Tells whether all usage and all items of a closed period are billed. Usage that cannot be rated is not. */
export const isBilled = (period: BillingPeriod, invoices: ReadonlyArray<Invoice>): boolean => {
  const billed = billedItems(invoices, [period])
  const lines = usageLines([period], billed)
  return Result.isSuccess(lines) && lines.success.length === 0 && itemLines([period], billed).length === 0
}
