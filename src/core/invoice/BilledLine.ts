// A line of an issued document: beside what a client sees it names the billable item that it bills, because what
// was billed so far is read back from lines and kept nowhere else.
import type { Line, LineInput } from "./computeInvoice.ts"

/** The fee of one segment: the time of a cycle under one plan. */
export interface FeeItem {
  readonly kind: "FEE"
  readonly cycle: number
  readonly segment: number
}

/** The usage of one meter in one segment, band by band. */
export interface UsageItem {
  readonly kind: "USAGE"
  readonly cycle: number
  readonly segment: number
  readonly meter: string
  readonly band: number
}

/** What a line bills. */
export type BillableItem = FeeItem | UsageItem

/** A line before its amount is computed. */
export interface BillableLine extends LineInput {
  readonly planId: string
  readonly item: BillableItem
}

/** A line of a document. */
export type BilledLine = Line<BillableLine>

/** The text under which an item is found again; two items have the same key only when they are the same item. */
export const itemKey = (item: BillableItem): string =>
  item.kind === "FEE"
    ? `fee/${item.cycle}/${item.segment}`
    : `usage/${item.cycle}/${item.segment}/${item.band}/${item.meter}`
