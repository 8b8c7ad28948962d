// A line of an issued invoice. Beside what a client sees it names the billable item: what was billed so far is read
// back from lines and kept nowhere else.
import type { Line, LineInput } from "./computeInvoice.ts"

/** The item that a line bills: the fee of a segment, or its usage of one meter in one band. */
export type BillableItem = { readonly cycle: number; readonly segment: number } & (
  | { readonly kind: "FEE" }
  | { readonly kind: "USAGE"; readonly meter: string; readonly band: number }
)

/** A line before its amount is computed. */
export interface BillableLine extends LineInput {
  readonly planId: string
  readonly item: BillableItem
}

/** A line of an invoice. */
export type BilledLine = Line<BillableLine>

/** The key of an item; different items have different keys. */
export const itemKey = (item: BillableItem): string =>
  item.kind === "FEE"
    ? `fee/${item.cycle}/${item.segment}`
    : `usage/${item.cycle}/${item.segment}/${item.band}/${item.meter}`
