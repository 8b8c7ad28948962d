// A line that an invoice bills. Beside what a client sees it names the billable item: what was billed so far is read
// back from lines and kept nowhere else.
import type { LineInput } from "./computeInvoice.ts"

/**
 * The item that a line bills: the fee of a segment, or its usage of one meter in one band; or a one-off charge, by the
 * cycle that it was added in, and by the segment of that cycle that it is billed under (absent: the first).
 */
export type BillableItem = { readonly cycle: number } & (
  | { readonly kind: "FEE"; readonly segment: number }
  | { readonly kind: "USAGE"; readonly segment: number; readonly meter: string; readonly band: number }
  | { readonly kind: "ITEM"; readonly itemId: string; readonly segment?: number }
)

/** The time that a line is for, `[periodStartAt, periodEndAt)`. */
export interface LineTime {
  readonly periodStartAt: number
  readonly periodEndAt: number
}

/** What the fee of a part of a cycle was prorated from: the price of a unit for all of it, and the quantity of that time. */
export interface Proration {
  readonly unitPrice: number
  readonly quantity: number
}

/** A line before its amount is computed. A one-off charge is for no time. */
export interface BillableLine extends LineInput, Partial<LineTime> {
  readonly item: BillableItem
  /** Of the fee of a part of a cycle; absent for anything else. */
  readonly proration?: Proration
}

/** The key of an item; different items have different keys. */
export const itemKey = (item: BillableItem): string => {
  switch (item.kind) {
    case "FEE":
      return `fee/${item.cycle}/${item.segment}`
    case "USAGE":
      return `usage/${item.cycle}/${item.segment}/${item.band}/${item.meter}`
    case "ITEM":
      return `item/${item.cycle}/${item.itemId}`
  }
}

/** The times that some lines are for. */
export const timesOf = (lines: ReadonlyArray<Partial<LineTime>>): ReadonlyArray<LineTime> =>
  lines.flatMap(({ periodStartAt, periodEndAt }) =>
    periodStartAt === undefined || periodEndAt === undefined ? [] : [{ periodStartAt, periodEndAt }],
  )
