// Vouchers: ledgers that add up, and movements that match the invoices that they name.
import type { Invoice, Voucher } from "../../src/index.ts"
import { isAmount } from "./arithmetic.ts"
import { type Books, type Fault, groupedBy } from "./Books.ts"

type VoucherRule = (voucher: Voucher.Voucher, books: Books) => Iterable<string>

const ofVouchers = (rule: VoucherRule) =>
  function* (books: Books): Iterable<Fault> {
    for (const voucher of books.vouchers) {
      for (const message of rule(voucher, books)) yield { message, objectIds: [voucher.voucherId] }
    }
  }

/** The ledger begins with the grant, names each cause once, is negative at no time, and adds up to the balance. */
export const ledger = ofVouchers(function* ({ amount, balance, entries, expiresAt }) {
  const [first] = entries
  const grants = entries.filter(({ kind }) => kind === "GRANT")
  if (first?.kind !== "GRANT" || first.amount !== amount || grants.length > 1) {
    yield `It is of ${amount}, and its ledger does not begin with a grant of that`
  }
  const causes = entries.map(({ kind, cause }) => `${kind} ${cause}`)
  if (new Set(causes).size < causes.length) yield "A cause moved it twice"
  if (entries.some((entry) => !isAmount(entry.amount) || entry.amount === 0)) yield "An entry is of no amount"
  if (expiresAt === null && entries.some(({ kind }) => kind === "EXPIRE")) yield "It expired, and never does"
  let left = 0
  for (const { kind, amount } of entries) {
    left += kind === "GRANT" || kind === "RELEASE" ? amount : -amount
    if (left < 0) yield `It was overdrawn by ${-left}`
  }
  if (left !== balance) yield `Its balance is ${balance}, and its ledger adds up to ${left}`
})

/** Nothing is left of it once it has expired. */
export const expiry = ofVouchers(function* ({ balance, expiresAt }, { judgedAt }) {
  if (expiresAt !== null && balance > 0 && judgedAt.every((at) => at >= expiresAt)) {
    yield `It has expired with ${balance} left`
  }
})

/** What an invoice took of a voucher, under the cause that the ledger names. */
interface Taken {
  readonly invoice: Invoice.Invoice
  readonly cause: string
  /** Null where the invoice does not say which. */
  readonly voucherId: string | null
  readonly amount: number
}

const takenBy = (invoice: Invoice.Invoice): ReadonlyArray<Taken> => [
  ...invoice.discounts
    .filter(({ type }) => type === "VOUCHER")
    .map(({ code, amount }) => ({ invoice, cause: invoice.invoiceId, voucherId: code, amount })),
  ...invoice.receipts
    .filter(({ kind }) => kind === "VOUCHER")
    .map(({ receiptId, amount }) => ({ invoice, cause: receiptId, voucherId: null, amount })),
]

/** Every invoice took what it says, and gave it back, once, when it was void; nothing else moved a voucher. */
export function* uses({ invoices, vouchers }: Books): Iterable<Fault> {
  const taken = invoices.flatMap(takenBy)
  const byCause = groupedBy(taken, ({ cause }) => cause)
  const matched = new Set<Taken>()
  for (const { voucherId, entries } of vouchers) {
    for (const { kind, cause, invoiceId, amount } of entries) {
      if (kind !== "CONSUME") continue
      const use = byCause.get(cause)?.find((one) => one.voucherId === null || one.voucherId === voucherId)
      const objectIds = invoiceId === null ? [voucherId] : [voucherId, invoiceId]
      if (
        use === undefined ||
        matched.has(use) ||
        use.amount !== amount ||
        use.invoice.invoiceId !== invoiceId
      ) {
        yield { message: `${amount} were taken that no invoice says it took`, objectIds }
      }
      if (use === undefined) continue
      matched.add(use)
      const released = entries.filter((entry) => entry.kind === "RELEASE" && entry.cause === cause)
      const isReleased = released.length === 1 && released[0]?.amount === amount
      if (use.invoice.status === "VOID" ? !isReleased : released.length > 0) {
        yield {
          message: `${amount} of ${use.invoice.status} are ${isReleased ? "" : "not "}given back`,
          objectIds,
        }
      }
    }
  }
  for (const { invoice, voucherId, amount } of taken.filter((use) => !matched.has(use))) {
    yield {
      message: `It took ${amount} that no voucher gave`,
      objectIds: voucherId === null ? [invoice.invoiceId] : [voucherId, invoice.invoiceId],
    }
  }
}
