// What a document takes with it when it is issued: vouchers, what the period is owed, and a charge.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Account, Charging, type Coupon, Operators, Threshold } from "../../../../src/index.ts"
import { approved, card, declined, empty, makeAccount, rulesOf } from "../../../support/account.ts"
import { coupon } from "../../../support/billing.ts"
import { type Billing, DAY, idOf, jan31, statuses } from "../fixtures.ts"

const fixed: Coupon.Coupon = {
  ...coupon,
  discount: { type: "FIXED", amount: 12_000, currency: "BRL" },
  duration: { type: "FOREVER" },
}
const grant = (billing: Billing, voucherId: string, amount: number, expiresAt: number | null = null) =>
  billing.apply(
    Operators.grant(billing.now(), {
      voucherId,
      name: "Promotion",
      currency: "BRL",
      amount,
      effectiveAt: jan31,
      expiresAt,
      now: jan31,
    }),
  )

describe("a document that is issued", () => {
  it("takes nothing from a voucher whose id is the code of its coupon, beyond what that voucher pays", () => {
    const billing = makeAccount({ at: jan31, coupon })
    grant(billing, coupon.code, 5000)
    billing.payEarly(jan31)
    expect(billing.now().invoices[0]?.discounts).toEqual([
      { type: "COUPON", code: coupon.code, amount: 999 },
      { type: "VOUCHER", code: coupon.code, amount: 5000 },
    ])
    expect(billing.voucherEntries().map(({ kind, amount }) => [kind, amount])).toEqual([
      ["GRANT", 5000],
      ["CONSUME", 5000],
    ])
  })

  it("gives back what its period is owed, out of what vouchers paid of it", () => {
    // The fee took 9990 of the coupon, and a cut of 3000 the other 2010. Nobody paid the 990 that were left of it.
    const billing = makeAccount({ at: jan31, coupon: fixed })
    billing.payEarly(jan31)
    const threshold = { value: 2000, currency: "BRL", now: jan31 }
    billing.apply(Threshold.setThreshold(billing.now(), threshold, billing.rules))
    billing.answerWith(declined)
    billing.use("messages", 1000, jan31)
    const writeOff = { _tag: "WriteOff", now: jan31 } as const
    billing.apply(Operators.operate(billing.now(), idOf(billing, 1), writeOff, billing.rules))
    billing.answerWith(approved)
    // Without its fee the period is owed these 990, which it has not received.
    billing.pause(jan31)
    billing.resume(jan31)
    grant(billing, "promo", 5000, jan31 + 100 * DAY)
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([5000])
    // The fee is due again, and the coupon has 9000 left for it. The voucher pays 990, and gets them back.
    billing.payEarly(jan31 + DAY)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAID", "0/CUT/0 UNCOLLECTIBLE", "0/CYCLE/1 PAID"])
    expect(billing.now().invoices[2]).toMatchObject({
      discounts: [
        { type: "COUPON", amount: 9000 },
        { type: "VOUCHER", code: "promo", amount: 990 },
      ],
      credits: [{ moneyAmount: 0, releases: [{ voucherId: "promo", amount: 990 }] }],
    })
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([5000])
  })
})

describe("a charge", () => {
  it("of a document that is not there is refused", () => {
    const payment = { invoiceId: "none", paymentMethod: card, at: jan31 }
    expect(Result.isFailure(Charging.startCharge(Account.unchanged(empty), payment, rulesOf()))).toBe(true)
  })

  it("has no automatic method where there is no subscription", () => {
    expect(Charging.automaticMethod({ ...empty, paymentMethods: [card] })).toBeNull()
  })
})
