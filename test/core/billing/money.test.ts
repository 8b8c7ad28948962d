// Money that arrives and goes back, over the whole account: settlements, surplus, vouchers, refunds, disputes.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Account, Invoice, Operators, Payments, Voucher } from "../../../src/index.ts"
import {
  answerTo,
  approved,
  decided,
  declined,
  makeAccount,
  rulesOf,
  unknown,
} from "../../support/account.ts"
import { organizationId } from "../../support/billing.ts"

const at = Date.UTC(2026, 0, 31)
const rules = rulesOf()
const tag = (result: Result.Result<unknown, { readonly _tag: string }>): string =>
  Result.isFailure(result) ? result.failure._tag : "ok"

/** An account whose early document for 9990 was refused. */
const failed = () => {
  const billing = makeAccount({ at })
  billing.answerWith(declined)
  const invoiceId = billing.payEarly(at)
  return { billing, invoiceId }
}

const settle = (
  billing: ReturnType<typeof makeAccount>,
  invoiceId: string,
  receiptId: string,
  amount: number,
) => billing.apply(Payments.settle(billing.now(), { invoiceId, receiptId, amount, now: at + 1 }, rules))

const invoiceOf = (account: Account.Account, invoiceId: string) =>
  account.invoices.find((invoice) => invoice.invoiceId === invoiceId)

describe("a settlement", () => {
  it("pays a refused invoice late, and the subscription recovers (E19)", () => {
    const { billing, invoiceId } = failed()
    expect(billing.now().subscription?.status).toBe("PAST_DUE")
    settle(billing, invoiceId, "r1", 9990)
    expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({ status: "PAID", amountPaid: 9990 })
    expect(billing.now().subscription?.status).toBe("ACTIVE")
  })

  it("again with the same receipt is one; another of a PAID invoice is one voucher of that amount", () => {
    const { billing, invoiceId } = failed()
    settle(billing, invoiceId, "r1", 9990)
    expect(settle(billing, invoiceId, "r1", 9990).billingEvents).toEqual([])
    const { billingEvents } = settle(billing, invoiceId, "r2", 9990)
    expect(billingEvents.map(({ type }) => type)).toEqual(["voucher.granted", "payment.unapplied"])
    expect(billing.now().vouchers).toMatchObject([{ amount: 9990, balance: 9990, currency: "BRL" }])
  })

  it("of more than is due keeps the surplus as a voucher; of less leaves the rest due", () => {
    const { billing, invoiceId } = failed()
    settle(billing, invoiceId, "r1", 6000)
    billing.pay(invoiceId, at + 2)
    expect(billing.charges().map(({ amount }) => amount)).toEqual([9990, 3990])
    settle(billing, invoiceId, "r2", 5000)
    expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({ status: "PAID", amountPaid: 9990 })
    expect(billing.now().vouchers).toMatchObject([{ amount: 1010 }])
  })

  it("of a PAID invoice tells its own voucher, beside all others", () => {
    const { billing, invoiceId } = failed()
    settle(billing, invoiceId, "r1", 9990 + 10)
    const { account, billingEvents, voucherEntries } = settle(billing, invoiceId, "r2", 20)
    expect(account.vouchers.map(({ amount }) => amount)).toEqual([10, 20])
    expect(voucherEntries.map(({ amount }) => amount)).toEqual([20])
    const voucher = account.vouchers[1]
    expect(voucher).toMatchObject({
      organizationId,
      balance: 20,
      effectiveAt: at + 1,
      expiresAt: null,
      createdAt: at + 1,
    })
    expect(billingEvents).toMatchObject([
      { type: "voucher.granted", voucher },
      { type: "payment.unapplied", voucher },
    ])
  })

  it.each([0, -1, 1.5, Number.NaN])("of %s is refused", (amount) => {
    const { billing, invoiceId } = failed()
    const command = { invoiceId, receiptId: "r1", amount, now: at }
    expect(tag(Payments.settle(billing.now(), command, rules))).toBe("PaymentAmountInvalid")
  })

  it("is refused where all that was told of an attempt would be no amount any more", () => {
    const { billing, invoiceId } = failed()
    const attemptId = billing.charges()[0]?.attemptId ?? ""
    const told = (receiptId: string, amount: number) =>
      Payments.settle(billing.now(), { invoiceId, attemptId, receiptId, amount, now: at + 1 }, rules)
    billing.apply(told("r1", 2))
    expect(tag(told("r2", Number.MAX_SAFE_INTEGER - 1))).toBe("PaymentAmountInvalid")
    billing.apply(told("r2", Number.MAX_SAFE_INTEGER - 2))
    const { vouchers } = billing.now()
    expect(vouchers.map(({ amount }) => amount)).toEqual([Number.MAX_SAFE_INTEGER - 9990])
  })
})

describe("a slip", () => {
  const slip = { barcode: "0".repeat(44), digitableLine: "0".repeat(47), expiresAt: at + 10 }
  const pending = () => {
    const billing = makeAccount({ at })
    billing.answerWith({ _tag: "Pending", slip })
    const invoiceId = billing.payEarly(at)
    const attemptId = billing.charges()[0]?.attemptId ?? ""
    const approve = () =>
      billing.apply(answerTo(billing, { invoiceId, attemptId, answer: approved, now: at + 9 }))
    return { billing, invoiceId, attemptId, approve }
  }

  it("that settled and is then reported approved is one payment", () => {
    const { billing, invoiceId, approve } = pending()
    settle(billing, invoiceId, "bank-1", 9990)
    approve()
    expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({
      status: "PAID",
      attempts: [{ status: "APPROVED" }],
    })
    expect(billing.now().vouchers).toEqual([])
  })

  it("that settled in part and is then reported approved brings only the rest", () => {
    const { billing, invoiceId, approve } = pending()
    settle(billing, invoiceId, "bank-1", 6000)
    approve()
    const receipts = invoiceOf(billing.now(), invoiceId)?.receipts
    expect(receipts?.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["SETTLEMENT", 6000],
      ["CHARGE", 3990],
    ])
    expect(billing.now().vouchers).toEqual([])
  })

  it("that is reported approved and then settled, whole or in parts, is one payment", () => {
    for (const parts of [[9990], [6000, 3990]]) {
      const { billing, invoiceId, approve } = pending()
      approve()
      for (const [index, part] of parts.entries()) settle(billing, invoiceId, `bank-${index}`, part)
      expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({ status: "PAID", amountPaid: 9990 })
      expect(billing.now().vouchers).toEqual([])
    }
  })

  it("that settled in part, is approved, and settles the rest is one payment; paid twice, the second is a voucher", () => {
    const { billing, invoiceId, approve } = pending()
    settle(billing, invoiceId, "bank-1", 6000)
    approve()
    settle(billing, invoiceId, "bank-2", 3990)
    expect(billing.now().vouchers).toEqual([])
    settle(billing, invoiceId, "bank-3", 9990)
    expect(billing.now().vouchers).toMatchObject([{ amount: 9990 }])
    expect(
      invoiceOf(billing.now(), invoiceId)?.receipts.map((receipt) => [
        receipt.kind,
        receipt.reportedAmount,
        receipt.amount,
        receipt.appliedAmount,
      ]),
    ).toEqual([
      ["SETTLEMENT", 6000, 6000, 6000],
      ["CHARGE", 3990, 3990, 3990],
      ["SETTLEMENT", 3990, 0, 0],
      ["SETTLEMENT", 9990, 9990, 0],
    ])
  })

  it("that settles after it expired is approved late (E16)", () => {
    const { billing, invoiceId, attemptId } = pending()
    const expire = { _tag: "ExpireSlip", attemptId, now: at + 20 } as const
    billing.apply(Account.applyToInvoice(Account.unchanged(billing.now()), invoiceId, expire))
    expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({ status: "EXPIRED" })
    settle(billing, invoiceId, "bank-1", 9990)
    expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({
      status: "PAID",
      attempts: [{ status: "APPROVED" }],
    })
  })
})

describe("a charge that is approved after all", () => {
  it("of an invoice that was settled meanwhile is a surplus (E8)", () => {
    const billing = makeAccount({ at })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(at)
    settle(billing, invoiceId, "r1", 9990)
    expect(invoiceOf(billing.now(), invoiceId)?.status).toBe("PAID")
    const attemptId = billing.charges()[0]?.attemptId ?? ""
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: approved, now: at + 5 }))
    expect(billing.now().vouchers).toMatchObject([{ amount: 9990 }])
  })
})

describe("applying a voucher", () => {
  const { voucher } = decided(
    Voucher.grant({
      voucherId: "v1",
      organizationId,
      name: "Goodwill",
      currency: "BRL",
      amount: 12_000,
      effectiveAt: 0,
      expiresAt: null,
      createdAt: 0,
    }),
  )
  const withVoucher = (account: Account.Account, given = voucher): Account.Account => ({
    ...account,
    vouchers: [given],
  })
  const apply = (account: Account.Account, invoiceId: string, amount: number | null = null) =>
    Operators.applyVoucher(account, { invoiceId, voucherId: "v1", amount, now: at + 1 }, rules)

  it("pays what is due and keeps the rest on the voucher", () => {
    const { billing, invoiceId } = failed()
    const { account } = decided(apply(withVoucher(billing.now()), invoiceId))
    const receipts = [{ kind: "VOUCHER", voucherId: "v1", attemptId: null, amount: 9990 }]
    expect(invoiceOf(account, invoiceId)).toMatchObject({ status: "PAID", amountPaid: 9990, receipts })
    expect(account.vouchers).toMatchObject([{ balance: 2010, amountRedeemed: 9990, version: 2 }])
    expect(account.subscription?.status).toBe("ACTIVE")
  })

  it("of a part leaves the invoice open", () => {
    const { billing, invoiceId } = failed()
    const { account } = decided(apply(withVoucher(billing.now()), invoiceId, 90))
    const invoice = invoiceOf(account, invoiceId)
    expect(invoice === undefined ? null : Invoice.amountDue(invoice)).toBe(9900)
    expect(account.vouchers).toMatchObject([{ balance: 11_910 }])
  })

  it("while a payment is in flight is refused (E7)", () => {
    const billing = makeAccount({ at })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(at)
    expect(tag(apply(withVoucher(billing.now()), invoiceId))).toBe("PaymentInProgress")
  })

  it.each([
    ["another currency", { ...voucher, currency: "USD" }, "VoucherNotUsable"],
    ["the future", { ...voucher, effectiveAt: at + 2 }, "VoucherNotUsable"],
    ["another name", { ...voucher, voucherId: "v2" }, "VoucherNotFound"],
  ])("of %s is refused", (_, given, expected) => {
    const { billing, invoiceId } = failed()
    expect(tag(apply(withVoucher(billing.now(), given), invoiceId))).toBe(expected)
  })

  it("to no invoice, or a paid one, is refused", () => {
    const billing = makeAccount({ at })
    const invoiceId = billing.payEarly(at)
    expect(tag(apply(withVoucher(billing.now()), "none"))).toBe("InvoiceNotFound")
    expect(tag(apply(withVoucher(billing.now()), invoiceId, 1))).not.toBe("ok")
  })
})

describe("operators", () => {
  const paid = () => {
    const billing = makeAccount({ at })
    const invoiceId = billing.payEarly(at)
    const operate = (command: Parameters<typeof Operators.operate>[2]) =>
      Operators.operate(billing.now(), invoiceId, command, rules)
    return { billing, invoiceId, operate }
  }

  const refund = (refundId: string, amount: number | null) =>
    ({ _tag: "Refund", refundId, amount, now: at }) as const

  it("refund a part, then the rest, and never more", () => {
    const { billing, invoiceId, operate } = paid()
    expect(tag(operate(refund("one", 9991)))).toBe("RefundExceedsPaid")
    billing.apply(operate(refund("two", 90)))
    expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({
      status: "PARTIALLY_REFUNDED",
      amountRefunded: 90,
    })
    expect(tag(operate(refund("three", 9901)))).toBe("RefundExceedsPaid")
    billing.apply(operate(refund("four", null)))
    expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({
      status: "REFUNDED",
      amountRefunded: 9990,
      refunds: [
        { refundId: "two", amount: 90, at },
        { refundId: "four", amount: 9900, at },
      ],
    })
  })

  it("lose a dispute: the money is gone, so cancelling gives none of it back", () => {
    const { billing, invoiceId, operate } = paid()
    billing.apply(operate({ _tag: "OpenDispute", now: at }))
    billing.apply(operate({ _tag: "LoseDispute", now: at }))
    expect(invoiceOf(billing.now(), invoiceId)).toMatchObject({ status: "CHARGEBACK" })
    billing.cancel(at)
    expect(billing.now().vouchers).toEqual([])
  })

  it("write off a failed invoice, and the subscription recovers (E11)", () => {
    const { billing, invoiceId } = failed()
    billing.apply(Operators.operate(billing.now(), invoiceId, { _tag: "WriteOff", now: at }, rules))
    expect(invoiceOf(billing.now(), invoiceId)?.status).toBe("UNCOLLECTIBLE")
    expect(billing.now().subscription?.status).toBe("ACTIVE")
  })

  it("find no invoice that is not there", () => {
    const { billing } = paid()
    expect(tag(Operators.operate(billing.now(), "none", { _tag: "WriteOff", now: at }, rules))).toBe(
      "InvoiceNotFound",
    )
  })
})
