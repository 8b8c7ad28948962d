// The standing of a subscription: which invoices are delinquent, since when, and what the reason is.
import { describe, expect, it } from "vitest"
import {
  type Account,
  Delinquency,
  Dunning,
  type Invoice,
  type PaymentAttempt,
  Receivable,
} from "../../../src/index.ts"
import { decided, declined, makeAccount, rulesOf } from "../../support/account.ts"

const DAY = 86_400_000
const at = Date.UTC(2026, 0, 31)
const rules = rulesOf()

const attempt = (over: Partial<PaymentAttempt.PaymentAttempt>): PaymentAttempt.PaymentAttempt => ({
  attemptId: "a",
  paymentMethodId: "pm_1",
  amount: 9990,
  status: "DECLINED",
  declineCode: null,
  retryable: true,
  slip: null,
  lookups: 0,
  startedAt: at,
  at,
  ...over,
})

/** An account with one refused invoice of these attempts, and more like it. */
const owing = (...invoices: ReadonlyArray<Partial<Invoice.Invoice>>): Account.Account => {
  const billing = makeAccount({ at })
  billing.answerWith(declined)
  billing.payEarly(at)
  const account = billing.now()
  const [first] = account.invoices
  if (first === undefined) throw new Error("no invoice")
  return {
    ...account,
    invoices: invoices.map((over, index) => ({ ...first, invoiceId: `i${index}`, attempts: [], ...over })),
  }
}
const failedBy = (...attempts: ReadonlyArray<Partial<PaymentAttempt.PaymentAttempt>>) => ({
  attempts: attempts.map(attempt),
})

describe("an invoice is delinquent", () => {
  const [invoice] = owing({ status: "OPEN", dueAt: at + DAY }).invoices
  if (invoice === undefined) throw new Error("no invoice")
  const owed = (over: Partial<Invoice.Invoice>) => Receivable.receivableOf({ ...invoice, ...over })
  const is = (over: Partial<Invoice.Invoice>, now: number, grace = 0): boolean =>
    Delinquency.isDelinquent(owed(over), now, grace)

  it.each(["PAYMENT_FAILED", "EXPIRED"] as const)("when %s, also before its due date", (status) => {
    expect(is({ status }, at)).toBe(true)
  })
  it.each([
    "PAID",
    "VOID",
    "UNCOLLECTIBLE",
    "REFUNDED",
    "PARTIALLY_REFUNDED",
    "DISPUTED",
    "CHARGEBACK",
    "CHARGEBACK_RESOLVED",
  ] as const)("never when %s", (status) => {
    expect(is({ status }, at + 100 * DAY)).toBe(false)
  })
  it("when OPEN, from its due date on, and its grace later", () => {
    expect([is({}, at + DAY - 1), is({}, at + DAY)]).toEqual([false, true])
    expect([is({}, at + DAY + 4, 5), is({}, at + DAY + 5, 5)]).toEqual([false, true])
  })
  it("unless an attempt was in flight by then; one that started later cures nothing", () => {
    for (const status of ["STARTED", "UNKNOWN", "PENDING"] as const) {
      const late = at + 50 * DAY
      expect(is(failedBy({ status, startedAt: at + DAY - 1 }), late)).toBe(false)
      expect(is(failedBy({ status, startedAt: at + DAY }), late)).toBe(true)
      expect(is(failedBy({ status, startedAt: at + DAY }), at + DAY - 1)).toBe(false)
      // Charged at its issue, which is when it falls due.
      expect(is({ issuedAt: at + DAY, ...failedBy({ status, startedAt: at + DAY }) }, late)).toBe(false)
    }
    expect(is(failedBy({ status: "CANCELLED", startedAt: at }), at + DAY)).toBe(true)
  })
  it("by time alone at an instant that is known before", () => {
    expect(Delinquency.delinquentAt(owed({}), 7)).toBe(at + DAY + 7)
    expect(Delinquency.delinquentAt(owed({ status: "PAYMENT_FAILED" }), 7)).toBeNull()
    expect(Delinquency.delinquentAt(owed(failedBy({ status: "UNKNOWN" })), 7)).toBeNull()
  })
})

describe("the reason", () => {
  const reason = (...invoices: ReadonlyArray<Partial<Invoice.Invoice>>) =>
    Delinquency.delinquency(owing(...invoices), at + DAY, rules)

  it.each([
    ["card_declined", "PAYMENT_DECLINED"],
    ["stolen_card", "PAYMENT_DECLINED"],
    ["insufficient_funds", "INSUFFICIENT_FUNDS"],
    ["expired_card", "CARD_EXPIRED"],
    ["processing_error", "PAYMENT_ERROR"],
  ] as const)("of %s is %s", (declineCode, expected) => {
    expect(reason(failedBy({ declineCode }))).toBe(expected)
  })
  it("of a slip that expired is BOLETO_EXPIRED", () => {
    expect(reason({ status: "EXPIRED", ...failedBy({ status: "EXPIRED" }) })).toBe("BOLETO_EXPIRED")
  })
  it("is of the latest definite failure of any that is still delinquent, and of the last listed at one instant", () => {
    const funds = { declineCode: "insufficient_funds" } as const
    const expired = { declineCode: "expired_card" } as const
    expect(reason(failedBy({ ...funds, at: at + 2 }, { ...expired, at: at + 1 }))).toBe("INSUFFICIENT_FUNDS")
    expect(reason(failedBy({ ...expired, at: at + 1 }), failedBy({ ...funds, at: at + 2 }))).toBe(
      "INSUFFICIENT_FUNDS",
    )
    expect(reason(failedBy({ ...funds, at: at + 1 }, { ...expired, at: at + 1 }))).toBe("CARD_EXPIRED")
    expect(reason({ status: "PAID", ...failedBy({ ...funds, at: at + 9 }) }, failedBy(expired))).toBe(
      "CARD_EXPIRED",
    )
  })
  it("is no attempt that is in flight, was cancelled or was approved", () => {
    for (const status of ["STARTED", "UNKNOWN", "PENDING", "CANCELLED", "APPROVED"] as const) {
      expect(reason(failedBy({ declineCode: "expired_card" }, { status, at: at + 5 }))).toBe("CARD_EXPIRED")
    }
  })
  it("without any failure is PAYMENT_ERROR, or that there is no method", () => {
    expect(reason({ status: "OPEN", dueAt: at })).toBe("PAYMENT_ERROR")
    const account = { ...owing({ status: "OPEN", dueAt: at }), paymentMethods: [] }
    expect(Delinquency.delinquency(account, at, rules)).toBe("NO_PAYMENT_METHOD")
  })
  it("is none where nothing is delinquent, there is no subscription, or it is another one's invoice", () => {
    expect(reason({ status: "PAID" })).toBeNull()
    expect(reason({ subscriptionId: "another" })).toBeNull()
    expect(Delinquency.delinquency({ ...owing({}), subscription: null }, at, rules)).toBeNull()
  })
})

describe("delinquent invoices", () => {
  it("are the subscription's, oldest first, then by id", () => {
    const account = owing(
      { issuedAt: at + 2 },
      { issuedAt: at + 1, invoiceId: "z" },
      { issuedAt: at + 1, invoiceId: "b" },
      { status: "PAID" },
      { subscriptionId: "another" },
    )
    expect(Delinquency.delinquentInvoices(account, at, rules).map(({ invoiceId }) => invoiceId)).toEqual([
      "b",
      "z",
      "i0",
    ])
  })
})

describe("assess", () => {
  it("starts dunning with the fact, keeps it, and ends it with the last invoice", () => {
    const account = owing({})
    const before = {
      ...account,
      subscription: account.subscription && { ...account.subscription, dunning: null },
    }
    const assessed = (from: Account.Account, now: number) =>
      decided(
        Delinquency.updateDelinquency(
          {
            account: from,
            billingEvents: [],
            charges: [],
            lookups: [],
            usageEvents: [],
            voucherEntries: [],
            couponCounts: [],
          },
          now,
          rules,
        ),
      ).account
    const started = assessed(before, at + 5)
    expect(started.subscription?.dunning).toEqual(Dunning.start(at + 5))
    expect(assessed(started, at + 9).subscription).toBe(started.subscription)
    const paid = {
      ...started,
      invoices: started.invoices.map((one) => ({ ...one, status: "PAID" as const })),
    }
    expect(assessed(paid, at + 9).subscription).toMatchObject({ status: "ACTIVE", dunning: null })
  })
})
