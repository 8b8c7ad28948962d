// Disputed payments: what became of the vouchers that were granted as credit of them. And vouchers that were taken back.
import type { Invoice, Voucher } from "../../src/index.ts"
import { sum } from "./books/arithmetic.ts"
import type { Books, Fault } from "./books/Books.ts"
import { ledgerOf } from "./vouchers.ts"

/** Revoked credit that had been spent: nobody gets that back. It breaks no rule. */
export interface Shortfall {
  readonly organizationId: string
  /** The invoice whose payment was charged back. */
  readonly invoiceId: string
  readonly amount: number
  readonly currency: string
}

/** What is gone of a voucher: taken by invoices, or paid out in money. */
const spentOf = ({ amountRedeemed, payouts = [] }: Voucher.Voucher): number =>
  amountRedeemed + sum(payouts.map(({ amount }) => amount))

/** Each charged back payment of which credit had been spent, with how much. */
export const shortfallsOf = ({ organizationId, vouchers, invoices }: Books): ReadonlyArray<Shortfall> => {
  const lost = new Set(
    invoices.filter(({ status }) => status === "CHARGEBACK").map(({ invoiceId }) => invoiceId),
  )
  const spent = vouchers.filter(
    (voucher) => voucher.creditOf !== null && lost.has(voucher.creditOf) && spentOf(voucher) > 0,
  )
  return Array.from(
    Map.groupBy(spent, ({ creditOf }) => creditOf ?? ""),
    ([invoiceId, lost]) => ({
      organizationId,
      invoiceId,
      amount: sum(lost.map(spentOf)),
      currency: lost[0]?.currency ?? "",
    }),
  )
}

/**
 * Credit of a disputed payment is frozen, and no other voucher is. Credit of a payment that was charged back is taken
 * back, also what comes back to it later, and no other credit is, but for what was refunded. Of a voucher that was taken
 * back nothing is left.
 */
export function* disputed(books: Books): Iterable<Fault> {
  const invoices = new Map(books.invoices.map((invoice) => [invoice.invoiceId, invoice]))
  for (const voucher of books.vouchers) {
    const { voucherId, creditOf } = voucher
    const status = creditOf === null ? null : invoices.get(creditOf)?.status
    const objectIds = creditOf === null ? [voucherId] : [voucherId, creditOf]
    const refunded = invoices.get(creditOf ?? "")?.amountRefunded ?? 0
    for (const message of freezes(voucher, status ?? null, refunded)) yield { message, objectIds }
    for (const message of revocations(voucher, books)) yield { message, objectIds }
  }
}

function* freezes(
  { frozen, revokedAt, balance }: Voucher.Voucher,
  status: Invoice.Invoice["status"] | null,
  refunded: number,
): Iterable<string> {
  const what = `It is ${status === null ? "no credit" : `credit of an invoice that is ${status}`}`
  if (frozen !== (status === "DISPUTED")) yield `${what}, and is ${frozen ? "" : "not "}frozen`
  const mayBeGone = status === "CHARGEBACK" || refunded > 0
  if (status !== null && (revokedAt !== null ? !mayBeGone : status === "CHARGEBACK")) {
    yield `${what}, and was ${revokedAt === null ? "not " : ""}taken back`
  }
  if ((status === "CHARGEBACK" || revokedAt !== null) && balance > 0) yield `${what}, and has ${balance} left`
}

/** The first one takes all that is left, by the dispute or an operator; every later one what came back right before it. */
function* revocations({ voucherId, creditOf, revokedAt }: Voucher.Voucher, books: Books): Iterable<string> {
  const entries = ledgerOf(books, voucherId)
  const firsts = creditOf === null ? [voucherId] : [voucherId, `dispute/${creditOf}`]
  for (const [index, { kind, cause, amount, at }] of entries.entries()) {
    if (kind !== "REVOKE") continue
    const before = entries[index - 1]
    const isFirst = firsts.includes(cause) && at === revokedAt
    const isOfRelease = before?.kind === "RELEASE" && before.cause === cause && before.amount === amount
    if (!isFirst && !isOfRelease) yield `${amount} were taken back by ${cause}`
  }
}
