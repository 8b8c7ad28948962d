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

/** A line before its amount is computed. */
export interface BillableLine extends LineInput {
  readonly item: BillableItem
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
