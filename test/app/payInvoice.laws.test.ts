// A gateway that forgets its keys after a day, processes that end anywhere, and others that take over at any time: no
// attempt ever moves money twice, and no money is kept beyond what was due.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultPolicy, RetrySchedules } from "../../src/index.ts"
import { chargeHistories, playCharges, type Seen } from "../support/chargeHistories.ts"
import { runs } from "../support/runs.ts"

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

const approvedOf = ({ arrived }: Seen, of: { readonly attemptId?: string; readonly invoiceId?: string }) =>
  arrived.filter(
    ({ charge, truth }) =>
      truth._tag === "Approved" &&
      (of.attemptId ?? charge.attemptId) === charge.attemptId &&
      (of.invoiceId ?? charge.invoiceId) === charge.invoiceId,
  )

const attemptsOf = ({ invoices }: Seen) => invoices.flatMap(({ attempts }) => attempts)

/** No attempt moved money twice, and what was recorded of it is what was moved. */
const checkAttempts = (seen: Seen): void => {
  for (const attempt of attemptsOf(seen)) {
    const moved = approvedOf(seen, attempt)
    expect(moved.length).toBeLessThanOrEqual(1)
    for (const { charge } of moved) expect(charge.amount).toBe(attempt.amount)
    if (attempt.status === "APPROVED") expect(moved).toHaveLength(1)
    expect(attempt.status).not.toBe("STARTED")
  }
}

/** All the money that was recorded paid its invoice, or is a voucher; each approval was announced once. */
const checkMoney = (seen: Seen): void => {
  const receipts = seen.invoices.flatMap((invoice) => invoice.receipts)
  for (const invoice of seen.invoices) {
    const applied = sum(invoice.receipts.map(({ appliedAmount }) => appliedAmount))
    expect(applied).toBe(invoice.amountPaid)
    expect(applied).toBeLessThanOrEqual(invoice.payableAmount)
  }
  const surplus = sum(receipts.map(({ amount, appliedAmount }) => amount - appliedAmount))
  expect(surplus).toBe(sum(seen.vouchers.map(({ amount }) => amount)))
  const approved = attemptsOf(seen).filter(({ status }) => status === "APPROVED")
  expect(sum(receipts.map(({ amount }) => amount))).toBe(sum(approved.map(({ amount }) => amount)))
  const told = seen.messages.filter(
    (message) => message.kind === "EVENT" && message.billingEvent.type === "payment.approved",
  )
  expect(told).toHaveLength(approved.length)
}

describe("whatever processes end, and whenever others take over", () => {
  it("no attempt moves money twice, and each invoice is paid once at most", async () => {
    await fc.assert(
      fc.asyncProperty(chargeHistories("pay", "run"), async (history) => {
        const seen = await playCharges(history)
        checkAttempts(seen)
        checkMoney(seen)
        for (const { invoiceId, payableAmount } of seen.invoices) {
          const moved = approvedOf(seen, { invoiceId }).map(({ charge }) => charge.amount)
          expect(sum(moved)).toBeLessThanOrEqual(payableAmount)
        }
        // What was moved is recorded, unless it is still looked up, or only an operator can find it out.
        for (const {
          attemptId,
          status,
          lookups,
          lookupsLateMillis: lateMillis = 0,
          at: unknownAt,
        } of attemptsOf(seen)) {
          const next = RetrySchedules.nextLookupAt({ unknownAt, lookups, lateMillis }, defaultPolicy)
          if (status === "UNKNOWN") expect(next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(seen.at)
          else expect(approvedOf(seen, { attemptId })).toHaveLength(status === "APPROVED" ? 1 : 0)
        }
      }),
      { numRuns: runs(300) },
    )
  })

  it("money that arrives for what an operator gave up is a voucher, unless it is due", async () => {
    await fc.assert(
      fc.asyncProperty(chargeHistories("pay", "run", "fail", "report"), async (history) => {
        const seen = await playCharges(history)
        checkAttempts(seen)
        checkMoney(seen)
      }),
      { numRuns: runs(300) },
    )
  })
})
