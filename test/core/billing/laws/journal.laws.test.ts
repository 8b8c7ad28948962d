// Laws of books that are made of what is stored: they balance, and what was posted stays as it is. A month that is closed
// never changes: what follows is posted at its own instant.
import { describe, expect } from "vitest"
import type { Invoice } from "../../../../src/index.ts"
import { type BookAccount, type Posting, postingsOf, postingsOfEntry } from "../../../support/journal.ts"
import { allAlways, touched, watching } from "./always.ts"
import type { Seen } from "./world.ts"

/** What a change posts beside what was posted before. */
const newPostings = (seen: Seen): ReadonlyArray<Posting> => {
  const { before, change } = seen
  const known = new Map(before.invoices.map((invoice) => [invoice.invoiceId, invoice]))
  const vouchers = new Map(change.account.vouchers.map((one) => [one.voucherId, one]))
  const keyOf = ({ cause, account }: Posting): string => JSON.stringify([cause, account])
  const ofInvoice = (invoice: Invoice.Invoice): ReadonlyArray<Posting> => {
    const former = known.get(invoice.invoiceId)
    const posted = new Set(former === undefined ? [] : Array.from(postingsOf(former), keyOf))
    return Array.from(postingsOf(invoice)).filter((posting) => !posted.has(keyOf(posting)))
  }
  const ofLedgers = change.voucherEntries.flatMap((entry) => {
    const voucher = vouchers.get(entry.voucherId)
    return voucher === undefined ? [] : Array.from(postingsOfEntry(entry, voucher))
  })
  return [...touched(seen).flatMap(ofInvoice), ...ofLedgers]
}

const OWED: ReadonlySet<string> = new Set(["OPEN", "PAYMENT_FAILED", "EXPIRED"])

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

describe("the books of an account", () => {
  allAlways(1000, {
    "what was posted stays, and nothing is posted before the instant of its change": watching((seen) => {
      const after = new Map(seen.change.account.invoices.map((invoice) => [invoice.invoiceId, invoice]))
      const changed = new Set(touched(seen).map(({ invoiceId }) => invoiceId))
      for (const invoice of seen.before.invoices) {
        const now = after.get(invoice.invoiceId)
        if (now === undefined || !changed.has(invoice.invoiceId)) continue
        expect(Array.from(postingsOf(now))).toEqual(
          expect.arrayContaining(Array.from(postingsOf(invoice)) as Array<unknown>),
        )
      }
      for (const { at } of newPostings(seen)) expect(at).toBeGreaterThanOrEqual(seen.at)
    }),

    "what a change posts balances, at each instant": watching((seen) => {
      const totals = new Map<number, number>()
      for (const { at, amount } of newPostings(seen)) totals.set(at, (totals.get(at) ?? 0) + amount)
      for (const total of totals.values()) expect(total).toBe(0)
    }),

    "receivables are what is due, and credit is what vouchers have": () => {
      const balances = new Map<BookAccount, number>()
      return {
        watch: (seen) => {
          for (const { account, amount } of newPostings(seen))
            balances.set(account, (balances.get(account) ?? 0) + amount)
          const { invoices, vouchers } = seen.change.account
          const owed = invoices.filter(({ status }) => OWED.has(status))
          expect(balances.get("receivable") ?? 0).toBe(
            sum(owed.map(({ payableAmount, amountPaid }) => payableAmount - amountPaid)),
          )
          const credit = (balances.get("credit owed") ?? 0) + (balances.get("credit granted") ?? 0)
          expect(0 - credit).toBe(sum(vouchers.map(({ balance }) => balance)))
        },
      }
    },
  })
})
