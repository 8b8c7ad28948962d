// Laws that hold after every change of an account, whatever happened to it: 1, 5, 7, 8, 9, 10 and 18.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, Invoice, type PaymentAttempt } from "../../../../src/index.ts"
import { usageOf } from "../../../../src/testing/oracle/bills.ts"
import { cyclesUntil } from "../../../../src/testing/oracle/calendar.ts"
import { discountOn } from "../../../../src/testing/oracle/rating.ts"
import { allAlways, allWithOneSubscription, always, touched, watching } from "./always.ts"
import { meters } from "./setups.ts"
import { billedOf, couponOf, groupsOf, isCounted, itemsOf, leftOf } from "./sums.ts"

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

/** The money that an invoice got, also where it went back since. */
const moneyOf = ({ receipts }: Invoice.Invoice): number =>
  sum(receipts.map(({ kind, appliedAmount }) => (kind === "VOUCHER" ? 0 : appliedAmount)))

/** What an invoice took of each voucher. */
const takenBy = ({ discounts, receipts }: Invoice.Invoice): ReadonlyMap<string, number> => {
  const taken = new Map<string, number>()
  const take = (voucherId: string, amount: number) =>
    taken.set(voucherId, (taken.get(voucherId) ?? 0) + amount)
  for (const { type, code, amount } of discounts) if (type === "VOUCHER") take(code, amount)
  for (const { voucherId, amount } of receipts) if (voucherId !== null) take(voucherId, amount)
  return taken
}

/** What an invoice gave back to each voucher as credit. */
const releasedBy = ({ credits }: Invoice.Invoice): ReadonlyMap<string, number> => {
  const released = new Map<string, number>()
  for (const { voucherId, amount } of credits.flatMap(({ releases }) => releases)) {
    released.set(voucherId, (released.get(voucherId) ?? 0) + amount)
  }
  return released
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
        const { account, billingEvents, charges, usageEvents, voucherEntries, couponCounts } = again.success
        expect({ billingEvents, charges, usageEvents, voucherEntries, couponCounts }).toEqual({
          billingEvents: [],
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
              if (kind === "PAYOUT") {
                const paid = change.account.vouchers.find((one) => one.voucherId === voucherId)?.payouts ?? []
                expect(paid).toContainEqual({ payoutId: cause, amount, at: entry.at })
                continue
              }
              const invoice = change.account.invoices.find((one) => one.invoiceId === entry.invoiceId)
              const receipts = invoice?.receipts.map(({ receiptId }) => receiptId) ?? []
              const credits = invoice?.credits.map(({ creditId }) => creditId) ?? []
              const causes = [entry.invoiceId, ...receipts, ...credits, `dispute/${entry.invoiceId}`]
              expect(causes).toContain(cause)
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
      for (const invoice of change.account.invoices) {
        for (const { kind, voucherId } of invoice.receipts)
          expect(voucherId !== null).toBe(kind === "VOUCHER")
        if (invoice.status === "VOID") continue
        const released = releasedBy(invoice)
        for (const [voucherId, amount] of takenBy(invoice)) {
          taken.set(voucherId, (taken.get(voucherId) ?? 0) + amount - (released.get(voucherId) ?? 0))
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

    "law 18: of an invoice no more goes back than it got: money as refunds and vouchers, and to vouchers what they paid":
      watching((seen) => {
        const { change } = seen
        for (const invoice of touched(seen)) {
          const { invoiceId, amountRefunded, amountCredited, credits } = invoice
          const money = sum(credits.map(({ moneyAmount }) => moneyAmount))
          const own = change.account.vouchers.filter(({ creditOf }) => creditOf === invoiceId)
          expect(sum(own.map(({ amount }) => amount))).toBe(money)
          expect(own.every(({ expiresAt }) => expiresAt === null)).toBe(true)
          expect(amountRefunded + money).toBeLessThanOrEqual(moneyOf(invoice))
          const [taken, released] = [takenBy(invoice), releasedBy(invoice)]
          for (const [voucherId, amount] of released) {
            expect(amount).toBeLessThanOrEqual(taken.get(voucherId) ?? 0)
          }
          expect(amountCredited).toBe(money + sum([...released.values()]))
        }
      }),

    "law 18: what leaves a fee of an invoice is at most the share of it that was received": watching(
      ({ before, change }) => {
        for (const period of change.account.periods) {
          const was = before.periods.find(
            ({ cycle, subscriptionId }) => cycle === period.cycle && subscriptionId === period.subscriptionId,
          )
          for (const { parts } of period.credits.slice(was?.credits.length ?? 0)) {
            for (const { invoiceId, segment, amount } of parts) {
              const invoice = change.account.invoices.find((one) => one.invoiceId === invoiceId)
              const lines = invoice?.lines.filter(
                ({ item }) => item.kind === "FEE" && item.cycle === period.cycle && item.segment === segment,
              )
              if (invoice === undefined || lines === undefined) throw new Error("no such invoice")
              const billed = sum(lines.map((line) => line.amount))
              const coupon = sum(
                invoice.discounts.map(({ type, amount }) => (type === "COUPON" ? amount : 0)),
              )
              const lost = invoice.status === "CHARGEBACK" ? moneyOf(invoice) : invoice.amountRefunded
              const kept = moneyOf(invoice) - lost + sum([...takenBy(invoice).values()])
              const net = invoice.totalAmount - coupon
              // Rounded once.
              expect(amount * net).toBeLessThanOrEqual(net === 0 ? 0 : billed * kept + net / 2)
              expect(amount).toBeLessThanOrEqual(billed)
              expect(invoice.status).not.toBe("VOID")
            }
          }
        }
      },
    ),

    "law 18: the credit of a disputed payment is frozen, free again when it is won, and gone when it is lost":
      watching(({ change }) => {
        const { invoices, vouchers } = change.account
        for (const { creditOf, frozen, revokedAt, balance } of vouchers) {
          if (creditOf === null) continue
          const { status, amountRefunded = 0 } =
            invoices.find(({ invoiceId }) => invoiceId === creditOf) ?? {}
          expect(frozen).toBe(status === "DISPUTED")
          // An operator takes back what was refunded as well.
          if (status === "CHARGEBACK" || amountRefunded === 0)
            expect(revokedAt !== null).toBe(status === "CHARGEBACK")
          if (revokedAt !== null) expect(balance).toBe(0)
        }
      }),
  })

  allWithOneSubscription(2000, {
    "law 7: usage is never billed beyond what it costs, and all of it by the next document, by the end, and when its cycle is settled":
      watching(({ at, before, change, history, by }) => {
        const issued = change.account.invoices.slice(before.invoices.length)
        const interval = history.plans[0]?.terms.interval ?? "MONTHLY"
        const ends =
          change.account.subscription?.status === "CANCELLED" && before.subscription?.status !== "CANCELLED"
        const billsAll =
          ends || issued.some(({ kind }) => !["REISSUE", "QUANTITY_CHANGE", "RESUME"].includes(kind))
        const settled = new Set(change.account.periods.flatMap((one) => (one.settled ? [one.cycle] : [])))
        for (const cycle of by === "use" || by === "void" || ends || issued.length > 0
          ? cyclesUntil(history.startAt, interval, at + 1)
          : []) {
          for (const meter of meters) {
            const due = sum(usageOf(history, cycle, Number.POSITIVE_INFINITY, meter))
            const billed = itemsOf(change.account, cycle.cycle, meter)
            if (billsAll || settled.has(cycle.cycle))
              expect([cycle.cycle, meter, billed]).toEqual([cycle.cycle, meter, due])
            else expect(billed).toBeLessThanOrEqual(due)
          }
        }
      }),

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
        const cycle = subscription?.cycle.cycle
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

    "law 9: a coupon gives a period at most its budget, for no longer than it lasts, and all of it is counted":
      (setup) => {
        let counted = 0
        return {
          watch: ({ change }) => {
            // One that came later discounts no cycle before its first one. GAP-191
            const applied = change.account.subscription?.coupon ?? null
            const coupon = setup.coupon ?? applied
            if (coupon === null) return
            counted += sum(change.couponCounts.map(({ amount }) => amount))
            const periods = new Map<number, { given: number; size: number }>()
            for (const invoice of change.account.invoices.filter(isCounted)) {
              for (const cycle of groupsOf(invoice)) {
                const period = periods.get(cycle) ?? { given: 0, size: 0 }
                periods.set(cycle, {
                  given: period.given + couponOf(invoice, cycle),
                  size: period.size + billedOf(invoice, cycle),
                })
              }
            }
            for (const [cycle, period] of periods) {
              const left = leftOf(change.account, cycle)
              period.given -= left.coupon
              period.size -= left.gross
            }
            for (const [cycle, { given, size }] of periods) {
              // Until its lines are billed again, a voided document leaves the others what they got of its share, and the
              // rounding. GAP-172
              const voided = change.account.invoices.filter(
                (one) => groupsOf(one).includes(cycle) && !isCounted(one),
              )
              const share = (one: Invoice.Invoice): number =>
                Math.max(0, discountOn(coupon.discount, billedOf(one, cycle)) - couponOf(one, cycle)) + 2
              const kept = coupon.discount.type === "PERCENTAGE" ? sum(voided.map(share)) : 0
              expect(given).toBeLessThanOrEqual(discountOn(coupon.discount, size) + kept)
            }
            const discounted = [...periods].flatMap(([cycle, { given }]) => (given > 0 ? [cycle] : []))
            expect(discounted.filter((cycle) => cycle < (applied?.startCycle ?? 0))).toEqual([])
            const span = Math.max(...discounted) - Math.min(...discounted) + 1
            const { duration } = coupon
            const months = change.account.subscription?.terms.interval === "YEARLY" ? 12 : 1
            if (duration.type === "ONCE") expect(discounted.length).toBeLessThanOrEqual(1)
            if (duration.type === "REPEATING" && discounted.length > 0) {
              expect(span * months).toBeLessThanOrEqual(duration.months)
            }
            expect(counted).toBe(sum([...periods.values()].map(({ given }) => given)))
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
