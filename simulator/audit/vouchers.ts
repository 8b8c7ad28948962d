// Vouchers: ledgers that add up, and movements that match the invoices that they name.
import type { Invoice, Voucher } from "../../src/index.ts"
import { amountsOf, isAmount } from "./books/arithmetic.ts"
import { type Books, type Fault, faultOf } from "./books/Books.ts"
import { type Taken, takenBy } from "./books/received.ts"

type VoucherRule = (
  voucher: Voucher.Voucher,
  entries: ReadonlyArray<Voucher.VoucherEntry>,
  books: Books,
) => Iterable<string>

/** The ledger of a voucher, in order. */
export const ledgerOf = ({ voucherEntries }: Books, voucherId: string): ReadonlyArray<Voucher.VoucherEntry> =>
  voucherEntries.get(voucherId) ?? []

const ofVouchers = (rule: VoucherRule) =>
  function* (books: Books): Iterable<Fault> {
    for (const voucher of books.vouchers) {
      const { voucherId } = voucher
      const messages = rule(voucher, ledgerOf(books, voucherId), books)
      for (const message of messages) yield faultOf(message, voucherId)
    }
  }

const amountOf = (
  entries: ReadonlyArray<Voucher.VoucherEntry>,
  ...kinds: ReadonlyArray<Voucher.VoucherEntryKind>
): number => amountsOf(entries.filter(({ kind }) => kinds.includes(kind)))

/**
 * The ledger begins with the grant, has every entry from the first to the latest, names each cause once, is negative at
 * no time, and adds up to the balance and to what was redeemed.
 */
export const ledger = ofVouchers(function* ({ amount, balance, amountRedeemed, version }, entries) {
  const [first] = entries
  const grants = entries.filter(({ kind }) => kind === "GRANT")
  if (first?.kind !== "GRANT" || first.amount !== amount || grants.length > 1) {
    yield `It is of ${amount}, and its ledger does not begin with a grant of that`
  }
  if (entries.length !== version || entries.some(({ sequence }, index) => sequence !== index)) {
    yield `Its ledger has ${entries.length} entries, of ${version}`
  }
  const causes = entries.map(({ kind, cause }) => `${kind} ${cause}`)
  if (new Set(causes).size < causes.length) yield "A cause moved it twice"
  if (entries.some((entry) => !isAmount(entry.amount) || entry.amount === 0)) yield "An entry is of no amount"
  let left = 0
  for (const { kind, amount } of entries) {
    left += kind === "GRANT" || kind === "RELEASE" ? amount : -amount
    if (left < 0) yield `It was overdrawn by ${-left}`
  }
  if (left !== balance) yield `Its balance is ${balance}, and its ledger adds up to ${left}`
  const redeemed = amountOf(entries, "CONSUME") - amountOf(entries, "RELEASE")
  if (redeemed !== amountRedeemed) {
    yield `Redeemed are ${amountRedeemed}, and its ledger adds up to ${redeemed}`
  }
})

/** By how much clocks of one service may differ. GAP-160 */
export const SKEW_MILLIS = 15 * 60_000

/** Its ledger has each payout that it says, once, and no other. None was made while its payment was disputed. */
export const payouts = ofVouchers(function* ({ payouts: said = [], creditOf }, entries, { invoices }) {
  const known = new Map(said.map((payout) => [payout.payoutId, payout]))
  if (known.size < said.length) yield "A payout of it is there twice"
  const disputes = invoices.find(({ invoiceId }) => invoiceId === creditOf)?.disputes ?? []
  for (const { kind, cause, amount, at } of entries) {
    if (kind !== "PAYOUT") continue
    const payout = known.get(cause)
    known.delete(cause)
    if (payout?.amount !== amount || payout.at !== at) yield `${amount} were paid out, and it does not say so`
    const isDisputed = disputes.some(
      ({ openedAt, endedAt }) =>
        openedAt + SKEW_MILLIS < at && at < (endedAt ?? Number.POSITIVE_INFINITY) - SKEW_MILLIS,
    )
    if (isDisputed) yield `${amount} were paid out while its payment was disputed`
  }
  for (const { amount } of known.values()) yield `It paid ${amount} out, and its ledger does not say so`
})

/** Nothing is left of it once it has expired; what came back to it later ended at once, and nothing ended before. */
export const expiry = ofVouchers(function* ({ balance, expiresAt, revokedAt }, entries, { judgedAt }) {
  if (expiresAt !== null && balance > 0 && judgedAt.every((at) => at >= expiresAt)) {
    yield `It has expired with ${balance} left`
  }
  for (const [index, { kind, amount, at, cause }] of entries.entries()) {
    if (kind === "EXPIRE" && (expiresAt === null || at < expiresAt)) {
      yield `${amount} expired at ${at}, and it expires at ${expiresAt}`
    }
    if (kind !== "RELEASE" || expiresAt === null || at <= expiresAt) continue
    const next = entries[index + 1]
    const isGone = next?.kind === "EXPIRE" || (next?.kind === "REVOKE" && revokedAt !== null)
    if (!isGone || next.amount !== amount || next.cause !== cause) {
      yield `${amount} came back after it had expired, and did not expire`
    }
  }
})

const keyOf = (cause: string, voucherId: string): string => JSON.stringify([cause, voucherId])

interface Movement {
  readonly invoice: Invoice.Invoice
  readonly voucherId: string
  readonly cause: string
  readonly amount: number
}

/** The part of a use that credits released. */
const creditedOf = ({ credits }: Invoice.Invoice, { voucherId, cause }: Taken): number =>
  amountsOf(
    credits
      .flatMap(({ releases }) => releases)
      .filter((one) => one.voucherId === voucherId && one.cause === cause),
  )

/** The releases of an invoice: one a credit and voucher, and the rest when it was voided. */
const releasedBy = (invoice: Invoice.Invoice): ReadonlyArray<Movement> => {
  const movements: Array<Movement> = []
  for (const { creditId, releases } of invoice.credits) {
    for (const [voucherId, parts] of Map.groupBy(releases, (release) => release.voucherId)) {
      const amount = amountsOf(parts)
      if (amount > 0) movements.push({ invoice, voucherId, cause: creditId, amount })
    }
  }
  if (invoice.status !== "VOID") return movements
  for (const use of takenBy(invoice)) {
    const amount = use.amount - creditedOf(invoice, use)
    if (amount > 0) movements.push({ invoice, voucherId: use.voucherId, cause: use.cause, amount })
  }
  return movements
}

const moves: ReadonlyArray<{
  readonly kind: Voucher.VoucherEntryKind
  readonly of: (invoice: Invoice.Invoice) => ReadonlyArray<Movement>
  readonly verbs: readonly [string, string]
}> = [
  {
    kind: "CONSUME",
    of: (invoice) => takenBy(invoice).map((taken) => ({ ...taken, invoice })),
    verbs: ["were taken", "took"],
  },
  { kind: "RELEASE", of: releasedBy, verbs: ["were given back", "gave back"] },
]

/** Every invoice took what it says, and gave back, once, what it says; nothing else did either. */
export function* uses(books: Books): Iterable<Fault> {
  for (const { kind, of, verbs } of moves) {
    const said = new Map(books.invoices.flatMap(of).map((one) => [keyOf(one.cause, one.voucherId), one]))
    for (const entries of books.voucherEntries.values()) {
      for (const entry of entries) {
        if (entry.kind !== kind) continue
        const { voucherId, cause, amount, invoiceId } = entry
        const key = keyOf(cause, voucherId)
        const movement = said.get(key)
        if (movement?.amount === amount && movement.invoice.invoiceId === invoiceId) said.delete(key)
        else {
          const ids = invoiceId === null ? [voucherId] : [voucherId, invoiceId]
          yield faultOf(`${amount} ${verbs[0]}, and no invoice says so`, ...ids)
        }
      }
    }
    for (const { invoice, voucherId, amount } of said.values()) {
      const message = `It ${verbs[1]} ${amount}, and the voucher's ledger does not say so`
      yield faultOf(message, voucherId, invoice.invoiceId)
    }
  }
  const known = new Set(books.vouchers.map(({ voucherId }) => voucherId))
  for (const voucherId of books.voucherEntries.keys()) {
    if (!known.has(voucherId)) yield faultOf("A ledger is of no voucher", voucherId)
  }
}
