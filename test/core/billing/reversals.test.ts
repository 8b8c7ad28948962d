// News that money went back, or is disputed, by what the attempt's money had paid.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Account, Operators, Reversals, Voids, Voucher } from "../../../src/index.ts"
import { approved, boleto, card, decided, makeAccount, slipUntil, unknown } from "../../support/account.ts"
import { type Billing, DAY, HOUR, jan31, on } from "./fixtures.ts"

const feb10 = on(2, 10)
const refunded = (amount: number, refundId = "re_1") => ({ _tag: "Refunded", refundId, amount }) as const
const opened = { _tag: "DisputeOpened" } as const
const won = { _tag: "DisputeWon" } as const
const lost = { _tag: "DisputeLost" } as const

const hear = (billing: Billing, reversal: Reversals.Reversal, attempt: number, now = feb10 + DAY) => {
  const [invoice] = billing.now().invoices
  const attemptId = invoice?.attempts[attempt]?.attemptId ?? ""
  const command = { invoiceId: invoice?.invoiceId ?? "", attemptId, reversal, now }
  return Reversals.reverse(billing.now(), command, billing.rules)
}
const tagOf = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : "recorded"

/** The first attempt was failed by an operator after its answer was lost; its money had come all the same. */
const failed = (then: (billing: Billing, invoiceId: string) => unknown): Billing => {
  const billing = makeAccount({ at: jan31, answer: unknown })
  const invoiceId = billing.payEarly(feb10)
  const command = { invoiceId, attemptId: null, declineCode: "processing_error", now: feb10 + HOUR } as const
  billing.apply(Operators.failPayment(billing.now(), command, billing.rules))
  billing.answerWith(approved)
  then(billing, invoiceId)
  return billing
}
const paidAgain = () => failed((billing, invoiceId) => billing.pay(invoiceId, feb10 + 2 * HOUR))
const voided = () =>
  failed((billing, invoiceId) =>
    billing.apply(
      Voids.voidInvoice(billing.now(), { invoiceId, rebill: false, now: feb10 + 2 * HOUR }, billing.rules),
    ),
  )

/** A slip that came in after a card had paid: its money is a voucher. */
const paidTwice = (): Billing => {
  const billing = makeAccount({ at: jan31, paymentMethods: [boleto, card], answer: slipUntil(on(2, 13)) })
  const invoiceId = billing.payEarly(feb10)
  billing.runUntil(on(2, 20))
  billing.answerWith(approved)
  billing.pay(invoiceId, on(2, 20), "pm_1")
  billing.settle(invoiceId, 9990, on(2, 21))
  expect(billing.now().vouchers).toMatchObject([{ balance: 9990 }])
  return billing
}

describe("money that paid nothing of its invoice", () => {
  it.each<[string, () => Billing, Reversals.Reversal, string]>([
    ["went back, of an invoice that was paid again", paidAgain, refunded(9990), "RefundExceedsPaid"],
    ["is disputed, of an invoice that was paid again", paidAgain, opened, "InvoiceTransitionInvalid"],
    ["is charged back, of an invoice that was paid again", paidAgain, lost, "InvoiceTransitionInvalid"],
    ["went back, of an invoice that is void", voided, refunded(9990), "RefundExceedsPaid"],
    ["is charged back, of an invoice that is void", voided, lost, "InvoiceTransitionInvalid"],
    ["went back, as a voucher", paidTwice, refunded(9990), "RefundExceedsPaid"],
    ["is disputed, as a voucher", paidTwice, opened, "InvoiceTransitionInvalid"],
    ["is charged back, as a voucher", paidTwice, lost, "InvoiceTransitionInvalid"],
  ])("%s: that is refused, and changes nothing", (_, billing, reversal, tag) => {
    expect(tagOf(hear(billing(), reversal, 0, on(3, 1)))).toBe(tag)
  })

  it("is refused, where it is more than the attempt paid", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [boleto, card], answer: slipUntil(on(2, 13)) })
    const invoiceId = billing.payEarly(feb10)
    billing.settle(invoiceId, 4000, feb10 + HOUR)
    for (const reversal of [refunded(4000), opened, lost])
      expect(tagOf(hear(billing, reversal, 0))).toBe("InvoiceTransitionInvalid")
    expect(hear(billing, refunded(4001), 0)).toEqual(
      Result.fail({ _tag: "RefundExceedsPaid", invoiceId, amount: 4001, refundableAmount: 4000 }),
    )
  })

  it("is refused, where a slip brought it in parts, beyond all of them", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [boleto, card], answer: slipUntil(on(2, 13)) })
    const invoiceId = billing.payEarly(feb10)
    billing.settle(invoiceId, 4000, feb10 + HOUR)
    billing.settle(invoiceId, 5990, feb10 + 2 * HOUR)
    expect(tagOf(hear(billing, refunded(9991), 0))).toBe("RefundExceedsPaid")
    billing.apply(hear(billing, refunded(9990), 0))
    expect(billing.now().invoices).toMatchObject([{ status: "REFUNDED", amountRefunded: 9990 }])
  })
})

describe("money that paid its invoice", () => {
  const paid = (): Billing => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(feb10)
    return billing
  }

  it.each([
    [won, "CHARGEBACK_RESOLVED", ["DISPUTED", "CHARGEBACK_RESOLVED"]],
    [lost, "CHARGEBACK", ["DISPUTED", "CHARGEBACK"]],
  ])("is disputed first where only the end of it is heard, once: %j", (reversal, status, steps) => {
    const billing = paid()
    const { billingEvents } = billing.apply(hear(billing, reversal, 0))
    expect(billing.now().invoices).toMatchObject([{ status }])
    const changes = billingEvents.flatMap((told) => (told.type === "invoice.status_changed" ? told : []))
    expect(changes.map(({ invoice }) => invoice.status)).toEqual(steps)
    expect(decided(hear(billing, reversal, 0))).toEqual(Account.unchanged(billing.now()))
    expect(decided(hear(billing, opened, 0))).toEqual(Account.unchanged(billing.now()))
  })

  it("went back when the news says, unless its credit was paid out under the same id", () => {
    const billing = paid()
    billing.cancel(feb10)
    const [credit] = billing.now().vouchers
    const payout = { payoutId: "re_1", amount: 100, at: feb10 }
    const { voucher } = decided(Voucher.payOut(credit as Voucher.Voucher, payout))
    billing.edit({ vouchers: [voucher] })
    const before = billing.now()
    expect(decided(hear(billing, refunded(100), 0))).toEqual(Account.unchanged(before))
    billing.apply(hear(billing, refunded(100, "re_2"), 0))
    expect(billing.now().invoices[0]?.refunds).toMatchObject([
      { refundId: "re_2", amount: 100, at: feb10 + DAY },
    ])
    billing.apply(hear(billing, opened, 0))
    expect(billing.now().invoices).toMatchObject([{ status: "DISPUTED" }])
  })

  it.each([
    ["an attempt whose answer was lost", unknown],
    ["an attempt that is known", approved],
  ])("of %s goes back, and is disputed", (_, answer) => {
    const paid = () => {
      const billing = makeAccount({ at: jan31, answer })
      billing.payEarly(feb10)
      return billing
    }
    const [back, disputed] = [paid(), paid()]
    back.apply(hear(back, refunded(90), 0))
    expect(back.now().invoices).toMatchObject([
      { status: "PARTIALLY_REFUNDED", amountPaid: 9990, amountRefunded: 90 },
    ])
    disputed.apply(hear(disputed, lost, 0))
    expect(disputed.now().invoices).toMatchObject([{ status: "CHARGEBACK", amountPaid: 9990 }])
  })

  it.each([
    ["in part", 1000, "PARTIALLY_REFUNDED"],
    ["in full", 9990, "REFUNDED"],
  ])(
    "stays as it is when news of a dispute that was won come again after it went back %s",
    (_, amount, status) => {
      const billing = makeAccount({ at: jan31 })
      billing.payEarly(feb10)
      for (const reversal of [opened, won, refunded(amount)]) billing.apply(hear(billing, reversal, 0))
      expect(billing.now().invoices).toMatchObject([{ status }])
      const before = billing.now()
      for (const reversal of [opened, won, lost, refunded(amount)]) billing.apply(hear(billing, reversal, 0))
      expect(billing.now()).toBe(before)
    },
  )
})
