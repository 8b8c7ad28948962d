// What is due of a subscription and what of it was billed, by plain loops: milliseconds of activity, units of usage, and
// the lines of documents. Section 3 of the semantics.
import type { Price } from "../../../../src/index.ts"
import { share } from "../../../../src/testing/oracle/rating.ts"
import {
  type Doc,
  ITEM,
  isCounted,
  type Line,
  type Model,
  type Period,
  type Segment,
  type Sub,
} from "./Model.ts"
import { feeTime } from "./times.ts"

/** The fee of a segment by the end of its cycle: what runs now goes on until then. */
export const feeDue = (period: Period, segment: Segment): number => {
  let unitMillis = 0
  for (const span of segment.spans) {
    const end = span.to ?? segment.endAt ?? period.endAt
    for (const [index, { quantity, from }] of segment.units.entries()) {
      const until = segment.units[index + 1]?.from ?? end
      // The first one has all the time before the next.
      const since = index === 0 ? span.from : Math.max(from, span.from)
      unitMillis += quantity * Math.max(0, Math.min(until, end) - since)
    }
  }
  return share(segment.plan.amount, unitMillis, period.endAt - period.startAt)
}

/** Of each band of a price, its unit price and how many of it a quantity comes to, unit by unit. */
export const bandsOf = (
  price: Price.Price,
  quantity: number,
): ReadonlyArray<{ readonly unitPrice: number; readonly count: number }> => {
  switch (price.model) {
    case "STANDARD":
      return [{ unitPrice: price.unitPrice, count: quantity }]
    case "PACKAGE": {
      let count = 0
      for (let unit = price.freeUnits + 1; unit <= quantity; unit += price.packageSize) count++
      return [{ unitPrice: price.packagePrice, count }]
    }
    case "GRADUATED": {
      const counts = price.bands.map(() => 0)
      for (let unit = 1; unit <= quantity; unit++) {
        const band = price.bands.findIndex(({ upTo }) => upTo === null || unit <= upTo)
        counts[band] = (counts[band] ?? 0) + 1
      }
      return price.bands.map(({ unitPrice }, index) => ({ unitPrice, count: counts[index] ?? 0 }))
    }
  }
}

export type Key = Pick<Line, "cycle" | "segment" | "meter" | "band">

/** The lines of a subscription's documents that bill an item, but for those that are billed again. */
export const linesOf = (model: Model, sub: Sub, key: Key): ReadonlyArray<{ doc: Doc; line: Line }> => {
  const found: Array<{ doc: Doc; line: Line }> = []
  for (const doc of model.docs) {
    if (doc.period.sub !== sub || !isCounted(doc)) continue
    for (const line of doc.lines) {
      const isIt =
        line.cycle === key.cycle &&
        line.segment === key.segment &&
        line.meter === key.meter &&
        line.band === key.band
      if (isIt) found.push({ doc, line })
    }
  }
  return found
}

/** What stands billed of a fee. */
export const feeBilled = (model: Model, sub: Sub, cycle: number, segment: number): number => {
  let billed = 0
  for (const { line } of linesOf(model, sub, { cycle, segment, meter: null, band: 0 })) {
    billed += line.amount - line.credited
  }
  return billed
}

/** The unbilled usage of one period. */
export const usageLines = (model: Model, period: Period): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  const { sub, cycle } = period
  for (const [segment, { plan, quantities }] of period.segments.entries()) {
    for (const price of plan.prices) {
      const { meter } = price
      for (const [band, { unitPrice, count }] of bandsOf(price, quantities.get(meter) ?? 0).entries()) {
        let quantity = count
        for (const { line } of linesOf(model, sub, { cycle, segment, meter, band })) quantity -= line.quantity
        const amount = unitPrice * quantity
        if (amount > 0) lines.push({ cycle, segment, meter, band, unitPrice, quantity, amount, credited: 0 })
      }
    }
  }
  return lines
}

/** The one-off charges of a subscription that no document bills, in the order in which they came. */
export const itemLines = (model: Model, sub: Sub): ReadonlyArray<Line> =>
  sub.periods.flatMap(({ cycle, items, segments }) =>
    items.flatMap(({ id, unitPrice, quantity }) => {
      const item = { cycle, segment: ITEM, meter: id, band: 0 }
      if (linesOf(model, sub, item).length > 0) return []
      if (cycle !== sub.periods.at(-1)?.cycle) model.happened.add("item that waited for another cycle")
      const under = segments.length - 1
      return [{ ...item, unitPrice, quantity, amount: unitPrice * quantity, credited: 0, under }]
    }),
  )

/** The unbilled usage of a subscription and its items: of a period's last segment, the items, then what came late. */
export const allLines = (model: Model, period: Period): ReadonlyArray<Line> => {
  const usage = allUsageLines(model, period)
  const isLast = ({ cycle, segment }: Line): boolean =>
    cycle === period.cycle && segment === period.segments.length - 1
  const items = itemLines(model, period.sub)
  if (items.length > 0) model.happened.add("item billed")
  return [...usage.filter(isLast), ...items, ...usage.filter((line) => !isLast(line))]
}

/** The unbilled usage of a subscription: of a period's last segment, then what came late for the others. */
export const allUsageLines = (model: Model, period: Period): ReadonlyArray<Line> => {
  const lines = period.sub.periods.flatMap((each) => usageLines(model, each))
  const isLast = ({ cycle, segment }: Line): boolean =>
    cycle === period.cycle && segment === period.segments.length - 1
  return [...lines.filter(isLast), ...lines.filter((line) => !isLast(line))]
}

/** The unbilled fees of one period; what a document shows for each quantity is one line here. */
export const feeLines = (model: Model, period: Period): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  const { sub, cycle } = period
  for (const [segment, each] of period.segments.entries()) {
    const amount = feeDue(period, each) - feeBilled(model, sub, cycle, segment)
    const item = { cycle, segment, meter: null, band: 0 }
    if (amount <= 0) continue
    const time = feeTime(model, period, item, amount)
    lines.push({ ...item, unitPrice: amount, quantity: 1, amount, time, credited: 0 })
  }
  return lines
}
