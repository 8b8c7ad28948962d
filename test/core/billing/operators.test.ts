// What operators report: money that came, a payment that failed, a voucher that is granted.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Account, Due, type Invoice, Operators, type PaymentAttempt } from "../../../src/index.ts"
import { approved, card, decided, declined, makeAccount, rulesOf, unknown } from "../../support/account.ts"

const at = Date.UTC(2026, 0, 31, 12)
const DAY = 86_400_000
const rules = rulesOf()
const slip = { barcode: "0".repeat(44), digitableLine: "0".repeat(47), expiresAt: at + 3 * DAY }
const pending: PaymentAttempt.GatewayAnswer = { _tag: "Pending", slip }

/** An account whose upcoming invoice of 9990 was paid early, as the gateway then said. */
const paying = (answer: PaymentAttempt.GatewayAnswer) => {
  const billing = makeAccount({ at })
  billing.answerWith(answer)
  const invoiceId = billing.payEarly(at)
  const invoice = () => Account.findInvoice(billing.now(), invoiceId) as Invoice.Invoice
  return {
    billing,
    invoiceId,
    invoice,
    attemptId: invoice().attempts[0]?.attemptId ?? "",
    receive: (receiptId: string, amount: number | null) =>
      billing.apply(Operators.receive(billing.now(), { invoiceId, receiptId, amount, now: at + DAY }, rules)),
    fail: (attemptId: string | null, declineCode: PaymentAttempt.DeclineCode) =>
      Operators.failPayment(billing.now(), { invoiceId, attemptId, declineCode, now: at + DAY }, rules),
  }
}

const outcome = ({ status, amountPaid, attempts, receipts }: Invoice.Invoice) => ({
  status,
  amountPaid,
  attempts: attempts.map((attempt) => attempt.status),
  receipts: receipts.map(({ amount, attemptId }) => [amount, attemptId === null ? "" : "attempt"]),
})

describe("money that is reported", () => {
  it.each<readonly [string, PaymentAttempt.GatewayAnswer, number | null, object]>([
    [
      "a slip",
      pending,
      null,
      { status: "PAID", amountPaid: 9990, attempts: ["APPROVED"], receipts: [[9990, "attempt"]] },
    ],
    [
      "a part of a slip",
      pending,
      4000,
      { status: "OPEN", amountPaid: 4000, attempts: ["PENDING"], receipts: [[4000, "attempt"]] },
    ],
    [
      "a charge of unknown outcome",
      unknown,
      null,
      { status: "PAID", amountPaid: 9990, attempts: ["APPROVED"], receipts: [[9990, "attempt"]] },
    ],
    [
      "no attempt, where a card was refused",
      declined,
      null,
      { status: "PAID", amountPaid: 9990, attempts: ["DECLINED"], receipts: [[9990, ""]] },
    ],
  ])("is that of %s", (_, answer, amount, expected) => {
    const { invoice, receive } = paying(answer)
    receive("r1", amount)
    expect(outcome(invoice())).toEqual(expected)
  })

  it("without an amount is what is still due", () => {
    const { invoice, receive } = paying(pending)
    receive("r1", 4000)
    receive("r2", null)
    expect(outcome(invoice())).toEqual({
      status: "PAID",
      amountPaid: 9990,
      attempts: ["APPROVED"],
      receipts: [
        [4000, "attempt"],
        [5990, "attempt"],
      ],
    })
  })

  it("of a slip where nothing is due any more is the slip's amount, kept as a voucher", () => {
    const { billing, receive } = paying(pending)
    receive("r1", null)
    receive("r2", null)
    expect(billing.now().vouchers).toMatchObject([{ amount: 9990, name: "Unapplied payment" }])
  })

  it("twice under one id is once", () => {
    const { billing, receive } = paying(declined)
    receive("r1", null)
    const once = billing.now()
    receive("r1", null)
    expect(billing.now()).toBe(once)
  })

  it("has to say how much it is, where nothing is due and no slip was there", () => {
    const { billing, invoiceId, receive } = paying(approved)
    const command = { invoiceId, receiptId: "r1", amount: null, now: at }
    expect(Operators.receive(billing.now(), command, rules)).toEqual(
      Result.fail({ _tag: "PaymentAmountInvalid", amount: 0 }),
    )
    receive("r1", 500)
    expect(billing.now().vouchers).toMatchObject([{ amount: 500 }])
  })
})

describe("a payment that failed", () => {
  it.each([
    ["a slip", pending, null],
    ["a charge of unknown outcome", unknown, null],
    ["an attempt by its id", unknown, "its own"],
  ] as const)("%s is refused for the reason, and the subscription is PAST_DUE", (_, answer, which) => {
    const { billing, invoice, attemptId, fail } = paying(answer)
    billing.apply(fail(which === null ? null : attemptId, "insufficient_funds"))
    expect(invoice()).toMatchObject({
      status: "PAYMENT_FAILED",
      attempts: [{ status: "DECLINED", declineCode: "insufficient_funds", retryable: true }],
    })
    expect(billing.now().subscription).toMatchObject({
      status: "PAST_DUE",
      pastDueReason: "INSUFFICIENT_FUNDS",
    })
  })

  it("by a stolen card is refused for good", () => {
    const { billing, invoice, fail } = paying(unknown)
    billing.apply(fail(null, "stolen_card"))
    expect(invoice().attempts).toMatchObject([{ declineCode: "stolen_card", retryable: false }])
  })

  it.each([
    ["when no attempt is in flight", null, "InvoiceTransitionInvalid"],
    ["when that attempt is not", "its own", "InvoiceTransitionInvalid"],
    ["when there is no such attempt", "none", "AttemptNotFound"],
  ])("is refused %s", (_, which, tag) => {
    const { attemptId, fail } = paying(approved)
    const result = fail(which === "its own" ? attemptId : which, "card_declined")
    expect(result).toMatchObject({ failure: { _tag: tag } })
  })
})

describe("a voucher that is granted", () => {
  const grant = (members: Partial<Operators.GrantCommand> = {}) => {
    const account = makeAccount({ at }).now()
    const command = {
      voucherId: "v1",
      name: "Goodwill",
      currency: "BRL",
      amount: 500,
      effectiveAt: null,
      expiresAt: null,
      now: at,
    }
    return { account, result: Operators.grant(account, { ...command, ...members }) }
  }

  it("is there at once, is announced, and causes nothing else", () => {
    const { account, result } = grant()
    const change = decided(result)
    const voucher = {
      voucherId: "v1",
      organizationId: card.organizationId,
      name: "Goodwill",
      currency: "BRL",
      amount: 500,
      balance: 500,
      effectiveAt: at,
      expiresAt: null,
      amountRedeemed: 0,
      version: 1,
      creditOf: null,
      frozen: false,
      revokedAt: null,
      createdAt: at,
    }
    expect(change).toEqual({
      account: { ...account, vouchers: [voucher] },
      billingEvents: [{ type: "voucher.granted", at, voucher }],
      charges: [],
      lookups: [],
      usageEvents: [],
      voucherEntries: [
        { voucherId: "v1", sequence: 0, kind: "GRANT", cause: "v1", invoiceId: null, amount: 500, at },
      ],
      couponCounts: [],
    })
    expect(Due.nextDue(change.account, rules)).toEqual(Due.nextDue(account, rules))
  })

  it("falls due at its expiry", () => {
    const { result } = grant({ effectiveAt: at - DAY, expiresAt: at + DAY })
    const { account } = decided(result)
    expect(account.vouchers).toMatchObject([{ effectiveAt: at - DAY, createdAt: at }])
    expect(Due.nextDue(account, rules)).toEqual({ at: at + DAY, kind: "VOUCHER_EXPIRY" })
  })

  it.each<readonly [string, Partial<Operators.GrantCommand>, object]>([
    ["nothing", { amount: 0 }, { _tag: "VoucherAmountInvalid", amount: 0 }],
    ["half a cent", { amount: 0.5 }, { _tag: "VoucherAmountInvalid", amount: 0.5 }],
    ["no name", { name: "" }, { _tag: "InvalidVoucher", member: "name", value: "" }],
    ["no currency", { currency: "XXX" }, { _tag: "InvalidVoucher", member: "currency", value: "XXX" }],
    ["no instant", { effectiveAt: -1 }, { _tag: "InvalidVoucher", member: "effectiveAt", value: -1 }],
    [
      "an expiry of now",
      { effectiveAt: at - DAY, expiresAt: at },
      { _tag: "InvalidVoucher", member: "expiresAt", value: at },
    ],
    [
      "an expiry before it takes effect",
      { effectiveAt: at + DAY, expiresAt: at + DAY },
      { _tag: "InvalidVoucher", member: "expiresAt", value: at + DAY },
    ],
    [
      "an expiry that is no instant",
      { expiresAt: 1e300 },
      { _tag: "InvalidVoucher", member: "expiresAt", value: 1e300 },
    ],
  ])("with %s is refused", (_, members, rejection) => {
    expect(grant(members).result).toEqual(Result.fail(rejection))
  })
})
