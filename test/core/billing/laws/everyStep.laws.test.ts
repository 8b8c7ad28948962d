// Laws that hold after every change of an account, whatever happened to it: 1, 5, 7, 8, 9, 10 and 18.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, Invoice, type PaymentAttempt } from "../../../../src/index.ts"
import { usageOf } from "../../../../src/testing/oracle/bills.ts"
import { cyclesUntil } from "../../../../src/testing/oracle/calendar.ts"
import { discountOn } from "../../../../src/testing/oracle/rating.ts"
import { allAlways, allWithOneSubscription, always, touched, watching } from "./always.ts"
import { meters } from "./setups.ts"
import { isCounted, itemsOf } from "./sums.ts"

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

/** What an invoice got in money and vouchers, and did not return by being voided. */
const received = (invoice: Invoice.Invoice): number => {
  if (invoice.status === "VOID") return 0
  const money =
    invoice.status === "CHARGEBACK" ? 0 : sum(invoice.receipts.map((receipt) => receipt.appliedAmount))
  return money + sum(invoice.discounts.map(({ type, amount }) => (type === "VOUCHER" ? amount : 0)))
}

const granted = ({ vouchers }: Account.Account, prefix: string): number =>
  sum(vouchers.map(({ voucherId, amount }) => (voucherId.startsWith(prefix) ? amount : 0)))

/** What the entries of a voucher add up to so far. */
interface Ledger {
  balance: number
  redeemed: number
  readonly names: Set<string>
}

describe("after every change", () => {
  const open = new Set<PaymentAttempt.AttemptStatus>(["STARTED", "UNKNOWN", "PENDING"])
  const unpaid = new Set<Invoice.InvoiceStatus>(["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE"])

  allAlways(2000, {
    "law 1: totals are sums of lines and discounts, whole and not negative": watching((seen) => {
      for (const invoice of touched(seen)) {
        const { lines, discounts, totalAmount, discountAmount, payableAmount } = invoice
        for (const { unitPrice, quantity, amount } of lines) expect(amount).toBe(unitPrice * quantity)
        for (const { amount } of [...lines, ...discounts]) expect(amount).toBeGreaterThan(0)
        expect(totalAmount).toBe(sum(lines.map(({ amount }) => amount)))
        expect(discountAmount).toBe(sum(discounts.map(({ amount }) => amount)))
        expect(payableAmount).toBe(totalAmount - discountAmount)
        expect(payableAmount).toBeGreaterThanOrEqual(0)
        for (const value of [totalAmount, discountAmount, payableAmount, invoice.amountPaid]) {
          expect(Number.isSafeInteger(value)).toBe(true)
        }
      }
    }),

    "law 5: a command that was obeyed is refused or changes nothing when it is sent again": () => ({
      twice: (again, before) => {
        if (Result.isFailure(again)) return
        const { account, announcements, charges, usageEvents, voucherEntries, couponCounts } = again.success
        expect({ announcements, charges, usageEvents, voucherEntries, couponCounts }).toEqual({
          announcements: [],
          charges: [],
          usageEvents: [],
          voucherEntries: [],
          couponCounts: [],
        })
        expect(account).toBe(before)
      },
    }),

    "law 8: a voucher's ledger has no hole, sums to its balance, is never negative, and names each cause once, and its invoice":
      () => {
        const ledgers = new Map<string, Ledger>()
        return {
          watch: ({ change }) => {
            for (const entry of change.voucherEntries) {
              const { voucherId, sequence, kind, cause, amount } = entry
              const ledger = ledgers.get(voucherId) ?? { balance: 0, redeemed: 0, names: new Set() }
              ledgers.set(voucherId, ledger)
              expect(sequence).toBe(ledger.names.size)
              expect(amount).toBeGreaterThan(0)
              ledger.names.add(`${kind} ${cause}`)
              expect(ledger.names.size).toBe(sequence + 1)
              ledger.balance += kind === "GRANT" || kind === "RELEASE" ? amount : -amount
              if (kind === "CONSUME") ledger.redeemed += amount
              if (kind === "RELEASE") ledger.redeemed -= amount
              expect(Math.min(ledger.balance, ledger.redeemed)).toBeGreaterThanOrEqual(0)
              if (cause === voucherId) continue
              const invoice = change.account.invoices.find((one) => one.invoiceId === entry.invoiceId)
              const receipts = invoice?.receipts.map(({ receiptId }) => receiptId) ?? []
              expect([entry.invoiceId, ...receipts]).toContain(cause)
            }
            for (const { voucherId, balance, amountRedeemed, version } of change.account.vouchers) {
              const ledger = ledgers.get(voucherId)
              expect([balance, amountRedeemed]).toEqual([ledger?.balance, ledger?.redeemed])
              expect(version).toBe(ledger?.names.size)
            }
          },
        }
      },

    "law 8: what vouchers consumed is what invoices took and did not give back": watching(({ change }) => {
      const taken = new Map<string, number>()
      const take = (voucherId: string, amount: number) =>
        taken.set(voucherId, (taken.get(voucherId) ?? 0) + amount)
      for (const { status, discounts, receipts } of change.account.invoices) {
        if (status === "VOID") continue
        for (const { type, code, amount } of discounts) if (type === "VOUCHER") take(code, amount)
        for (const { kind, voucherId, amount } of receipts) {
          expect(voucherId !== null).toBe(kind === "VOUCHER")
          if (voucherId !== null) take(voucherId, amount)
        }
      }
      for (const { voucherId, amountRedeemed } of change.account.vouchers) {
        expect(amountRedeemed).toBe(taken.get(voucherId) ?? 0)
      }
    }),

    "law 10: one attempt in flight, none for nothing; received is applied plus unapplied": watching(
      (seen) => {
        const { before, change } = seen
        for (const { amount } of change.charges) expect(amount).toBeGreaterThan(0)
        for (const invoice of touched(seen)) {
          const { invoiceId, status, attempts, receipts } = invoice
          expect(attempts.filter((attempt) => open.has(attempt.status)).length).toBeLessThanOrEqual(1)
          const unapplied = granted(change.account, `voucher/unapplied/${invoiceId}/`)
          const applied = sum(receipts.map(({ appliedAmount }) => appliedAmount))
          expect(sum(receipts.map(({ amount }) => amount))).toBe(applied + unapplied)
          expect(invoice.amountPaid).toBe(applied)
          if (status !== "VOID") expect(Invoice.amountDue(invoice) === 0).toBe(!unpaid.has(status))
          const was = before.invoices.find((candidate) => candidate.invoiceId === invoiceId)
          const started = attempts.slice(was?.attempts.length ?? 0)
          for (const attempt of started) expect(attempt.amount).toBe(Invoice.amountDue(was ?? invoice))
        }
      },
    ),

    "law 18: what goes back of an invoice is at most what it got, and a credit is a voucher of that amount":
      watching((seen) => {
        const { change } = seen
        for (const invoice of touched(seen)) {
          const { invoiceId, amountRefunded, amountCredited } = invoice
          expect(granted(change.account, `voucher/credit/${invoiceId}/`)).toBe(amountCredited)
          if (invoice.status === "CHARGEBACK") continue
          expect(amountRefunded + amountCredited).toBeLessThanOrEqual(received(invoice))
        }
      }),

    "law 18: a credit is the received share of the fee that is given back, and never its gross": watching(
      ({ change }) => {
        for (const invoice of change.account.invoices) {
          const { invoiceId, totalAmount, amountCredited, amountRefunded } = invoice
          const credits = change.account.groups.flatMap((group) =>
            group.credits.filter((credit) => credit.invoiceId === invoiceId),
          )
          if (invoice.status === "CHARGEBACK" || credits.length === 0) continue
          const exact = (received(invoice) * sum(credits.map(({ amount }) => amount))) / totalAmount
          // Each credit is rounded, and so is the share of the line.
          expect(amountCredited).toBeLessThanOrEqual(exact + credits.length + 1)
          if (amountRefunded === 0) expect(amountCredited).toBeGreaterThanOrEqual(exact - credits.length - 1)
        }
      },
    ),
  })

  allWithOneSubscription(2000, {
    "law 7: usage is never billed beyond what it costs, and all of it by the next document": watching(
      ({ at, before, change, history, by }) => {
        const issued = change.account.invoices.slice(before.invoices.length)
        const interval = history.plans[0]?.terms.interval ?? "MONTHLY"
        const billsAll = issued.some(({ kind }) => kind !== "REISSUE")
        for (const cycle of by === "use" || issued.length > 0
          ? cyclesUntil(history.startAt, interval, at + 1)
          : []) {
          for (const meter of meters) {
            const due = sum(usageOf(history, cycle, Number.POSITIVE_INFINITY, meter))
            const billed = itemsOf(change.account, cycle.cycle, meter)
            if (billsAll) expect([cycle.cycle, meter, billed]).toEqual([cycle.cycle, meter, due])
            else expect(billed).toBeLessThanOrEqual(due)
          }
        }
      },
    ),

    "cuts once and without a fee, when unbilled usage exceeds the threshold and not when it equals it":
      watching(({ at, before, change, history, by }) => {
        const cuts = change.account.invoices
          .slice(before.invoices.length)
          .filter(({ kind }) => kind === "CUT")
        const { subscription, invoices } = before
        const { threshold } = change.account
        const cycles = cyclesUntil(history.startAt, history.plans[0]?.terms.interval ?? "MONTHLY", at + 1)
        const unbilled = cycles.map((cycle) => {
          const billed = sum(meters.map((meter) => itemsOf(before, cycle.cycle, meter)))
          return sum(usageOf(history, cycle, Number.POSITIVE_INFINITY)) - billed
        })
        const exceeds = threshold !== null && sum(unbilled) > threshold.value
        const isRunning = subscription?.status === "ACTIVE" || subscription?.status === "PAST_DUE"
        const cycle = before.groups.at(-1)?.cycle
        const hasRoom =
          invoices.filter((invoice) => invoice.kind === "CUT" && invoice.cycle === cycle).length < 15
        const isLookedAt = by === "threshold" || (by === "use" && change.usageEvents.length > 0)
        expect(cuts.length).toBe(isLookedAt && isRunning && exceeds && hasRoom ? 1 : 0)
        for (const { lines, totalAmount, billingThreshold } of cuts) {
          expect(lines.filter(({ item }) => item.kind === "FEE")).toEqual([])
          expect(totalAmount).toBe(sum(unbilled))
          expect(billingThreshold).toMatchObject({ accumulatedAmount: totalAmount, exceeded: true })
        }
      }),

    "law 9: a coupon gives a group at most its budget, for no longer than it lasts, and all of it is counted":
      ({ coupon }) => {
        let counted = 0
        return {
          watch: ({ change }) => {
            if (coupon === null) return
            counted += sum(change.couponCounts.map(({ amount }) => amount))
            const groups = new Map<number, { given: number; size: number }>()
            for (const invoice of change.account.invoices.filter(isCounted)) {
              const group = groups.get(invoice.cycle) ?? { given: 0, size: 0 }
              const given = sum(invoice.discounts.map(({ type, amount }) => (type === "COUPON" ? amount : 0)))
              groups.set(invoice.cycle, {
                given: group.given + given,
                size: group.size + invoice.totalAmount,
              })
            }
            for (const [cycle, { given, size }] of groups) {
              // Until its lines are billed again, a voided document leaves the rounding of the others behind.
              const voided = change.account.invoices.filter((one) => one.cycle === cycle && !isCounted(one))
              const rounding = coupon.discount.type === "PERCENTAGE" ? 2 * voided.length : 0
              expect(given).toBeLessThanOrEqual(discountOn(coupon.discount, size) + rounding)
            }
            const discounted = [...groups].flatMap(([cycle, { given }]) => (given > 0 ? [cycle] : []))
            const span = Math.max(...discounted) - Math.min(...discounted) + 1
            const { duration } = coupon
            const months = change.account.subscription?.terms.interval === "YEARLY" ? 12 : 1
            if (duration.type === "ONCE") expect(discounted.length).toBeLessThanOrEqual(1)
            if (duration.type === "REPEATING" && discounted.length > 0) {
              expect(span * months).toBeLessThanOrEqual(duration.months)
            }
            expect(counted).toBe(sum([...groups.values()].map(({ given }) => given)))
            expect(sum(change.account.couponUses.map(({ amountRedeemed }) => amountRedeemed))).toBe(counted)
          },
        }
      },
  })

  it("law 1: lines, discounts and totals of an issued document never change", () => {
    const frozen = ({ lines, discounts, totalAmount, dueAt, issuedAt }: Invoice.Invoice) => ({
      lines,
      discounts,
      totalAmount,
      dueAt,
      issuedAt,
    })
    always(
      300,
      watching(({ before, change }) => {
        for (const [index, invoice] of before.invoices.entries()) {
          const after = change.account.invoices[index]
          if (after === invoice) continue
          expect(after === undefined ? null : frozen(after)).toEqual(frozen(invoice))
        }
      }),
    )
  })
})
