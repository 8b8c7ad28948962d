// The ledgers of an organization's vouchers: entries in their order, which are added and never change.

import type { Page, PageRequest, Voucher } from "../../../src/index.ts"
import { byNumber, byText, makeSortedMap, type SortedMap } from "./SortedMap.ts"

/** The entries of one voucher. */
interface Ledger {
  readonly bySequence: SortedMap<number, Voucher.VoucherEntry>
  /** Their kinds with their causes. */
  readonly causes: SortedMap<string, number>
}

/** Ledgers by voucher. */
export type Ledgers = SortedMap<string, Ledger>

/** No voucher has an entry. */
export const noLedgers: Ledgers = makeSortedMap(byText)

const noEntries: Ledger = { bySequence: makeSortedMap(byNumber), causes: makeSortedMap(byText) }

const causeOf = ({ kind, cause }: Voucher.VoucherEntry): string => `${kind}/${cause}`

/** With an entry; `null` where its ledger has another one at its place, or of its kind and cause. */
export const withEntry = (ledgers: Ledgers, entry: Voucher.VoucherEntry): Ledgers | null => {
  const { voucherId, sequence } = entry
  const { bySequence, causes } = ledgers.get(voucherId) ?? noEntries
  if (bySequence.get(sequence) !== undefined || causes.get(causeOf(entry)) !== undefined) return null
  return ledgers.set(voucherId, {
    bySequence: bySequence.set(sequence, entry),
    causes: causes.set(causeOf(entry), sequence),
  })
}

/** A page of the entries of a voucher, the latest first. */
export const entryPage = (
  ledgers: Ledgers,
  voucherId: string,
  { page, limit }: PageRequest,
): Page<Voucher.VoucherEntry> => {
  const { bySequence } = ledgers.get(voucherId) ?? noEntries
  const totalItems = bySequence.size()
  const end = Math.max(0, totalItems - (page - 1) * limit)
  const from = Math.max(0, end - limit)
  const items = bySequence.slice(from, end - from).map(([, entry]) => entry)
  return { items: items.reverse(), totalItems }
}

/** All entries, voucher by voucher, each ledger in its order. */
export function* entriesOf(ledgers: Ledgers): Generator<Voucher.VoucherEntry, void> {
  for (const [, { bySequence }] of ledgers) for (const [, entry] of bySequence) yield entry
}
