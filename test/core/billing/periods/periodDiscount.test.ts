// What the coupon of a billing period gave, beside credits: a document of the period is voided to be billed again after
// its fee was credited. Starter is 9990 for the 28 days from 31 January, a message is 3.
import { describe, expect, it } from "vitest"
import * as PeriodDiscount from "../../../../src/core/billing/periods/PeriodDiscount.ts"
import { takeDiscountBack } from "../../../../src/core/billing/periods/takeDiscountBack.ts"
import { Account, type Coupon, Invoice, Operators, Threshold } from "../../../../src/index.ts"
import { approved, decided, declined, makeAccount } from "../../../support/account.ts"
import { coupon } from "../../../support/billing.ts"
import { type Billing, DAY, idOf, jan31, on } from "../fixtures.ts"

const fixed = (amount: number): Coupon.Coupon => ({
  ...coupon,
  discount: { type: "FIXED", amount, currency: "BRL" },
  duration: { type: "FOREVER" },
})
const percent = (basisPoints: number): Coupon.Coupon => ({
  ...coupon,
  discount: { type: "PERCENTAGE", basisPoints },
  duration: { type: "FOREVER" },
})
const half = percent(5000)
const feb21 = on(2, 21)

/** The fee, paid ahead, and a cut of 3000 that nobody paid. */
const accountWithCut = (of: Coupon.Coupon): Billing => {
  const billing = makeAccount({ at: jan31, coupon: of })
  billing.payEarly(jan31)
  billing.apply(
    Threshold.setThreshold(billing.now(), { value: 2000, currency: "BRL", now: jan31 }, billing.rules),
  )
  billing.answerWith(declined)
  billing.use("messages", 1000, jan31)
  billing.answerWith(approved)
  return billing
}
/** The same, then cancelled. */
const cancelled = (of: Coupon.Coupon, at: number): Billing => {
  const billing = accountWithCut(of)
  billing.cancel(at)
  return billing
}
const voidCut = (billing: Billing, now: number, index = 1) => billing.rebill(idOf(billing, index), now)

/** The credits of the first period: the gross parts, and what each took back of the coupon. */
const credits = (billing: Billing) =>
  billing
    .now()
    .periods[0]?.credits.map(({ parts, couponAmount, at }) => [
      parts.map(({ amount }) => amount),
      couponAmount,
      at,
    ])
/** Each document: its kind, its status, its lines, and what the coupon took off. */
const documents = (billing: Billing) =>
  billing
    .now()
    .invoices.map(
      (invoice) =>
        `${invoice.kind} ${invoice.status} ${invoice.totalAmount} − ${Invoice.couponAmount(invoice)}`,
    )

describe("a document that is voided to be billed again, after the fee was credited", () => {
  it("takes back what the coupon gave beyond what is left", () => {
    // The fee took 9990 of 12000, the cut the other 2010. Without the fee the cut alone could have had 3000.
    const billing = cancelled(fixed(12_000), jan31)
    expect(credits(billing)).toEqual([[[9990], 9000, jan31]])
    voidCut(billing, jan31 + DAY)
    // Nothing is left, so the fee's whole discount goes: 9000 by the first credit, and 990 more.
    expect(credits(billing)).toEqual([
      [[9990], 9000, jan31],
      [[], 990, jan31 + DAY],
    ])
    expect(documents(billing)).toEqual([
      "CYCLE PAID 9990 − 9990",
      "CUT VOID 3000 − 2010",
      "REISSUE PAID 3000 − 3000",
    ])
    expect(billing.now().couponUses.map(({ amountRedeemed }) => amountRedeemed)).toEqual([3000])
  })

  it("leaves the coupon what one invoice of the rest would have had", () => {
    // For 21 days 7493 of the fee are due. The coupon gave the fee 5000, and the cut nothing.
    const billing = cancelled(fixed(5000), jan31 + 7 * DAY)
    expect(credits(billing)).toEqual([[[7492], 0, jan31 + 7 * DAY]])
    voidCut(billing, feb21)
    // 2498 are left of the fee and get 2498, so that 2502 of 5000 go.
    expect(credits(billing)?.slice(1)).toEqual([[[], 2502, feb21]])
    expect(documents(billing).at(-1)).toBe("REISSUE PAID 3000 − 2502")
  })

  it("takes nothing back of a percentage: each amount had its own part", () => {
    const billing = cancelled(half, jan31 + 14 * DAY)
    const [before] = billing.now().periods
    voidCut(billing, feb21)
    expect(billing.now().periods[0]?.credits).toEqual(before?.credits)
    expect(documents(billing).at(-1)).toBe("REISSUE PAID 3000 − 1500")
  })

  it("takes back what is too much alone, where the credits owe more", () => {
    // The fee took 9990 of 12000 and the first cut the other 2010, so that nobody has paid anything yet.
    const billing = accountWithCut(fixed(12_000))
    billing.answerWith(declined)
    billing.use("messages", 1000, jan31)
    billing.cancel(jan31 + 7 * DAY)
    // 8498 are left to be discounted, and these get 8498.
    expect(credits(billing)).toEqual([[[7492], 3502, jan31 + 7 * DAY]])
    voidCut(billing, feb21, 2)
    // Without the second cut it is 3000 less, and 3990 were still to go back.
    expect(credits(billing)?.slice(1)).toEqual([[[], 3000, feb21]])
    expect(documents(billing).at(-1)).toBe("REISSUE PAID 3000 − 3000")
  })

  it("takes back no more than what has not gone back yet", () => {
    const billing = cancelled(fixed(5000), jan31 + 7 * DAY)
    const { subscription } = billing.now()
    // As if the coupon gave nothing today of the 5000 that it once gave.
    const nothing = { type: "FIXED", amount: 0, currency: "BRL" } as const
    const terms = subscription?.coupon && { ...subscription.coupon, discount: nothing }
    billing.edit({ subscription: subscription && { ...subscription, coupon: terms ?? null } })
    const id = { subscriptionId: "sub", cycle: 0 }
    const change = takeDiscountBack(Account.unchanged(billing.now()), id, feb21)
    // 7492 left, and the 4990 that were paid are given back: 2502 are still to go.
    expect(decided(change).account.periods[0]?.credits.at(-1)).toEqual({
      parts: [],
      couponAmount: 2502,
      at: feb21,
    })
  })

  it("takes nothing back of a credit that was given back already", () => {
    // The coupon gave 5020 of 9990 and 1507 of 3000. 7492 left with 3764 of it, and the fee was paid: 3728 are gone.
    const billing = cancelled(percent(5025), jan31 + 7 * DAY)
    expect(credits(billing)).toEqual([[[7492], 3764, jan31 + 7 * DAY]])
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([3728])
    // 1256 are left of the coupon, and of the 2498 of the fee alone it would be 1255.
    voidCut(billing, feb21)
    expect(credits(billing)).toHaveLength(1)
    expect(documents(billing).at(-1)).toBe("REISSUE PAID 3000 − 1507")
  })

  it("takes nothing back where nothing was credited, and in no period that is not there", () => {
    const billing = makeAccount({ at: jan31, coupon: fixed(5000) })
    billing.payEarly(jan31)
    const change = Account.unchanged(billing.now())
    for (const cycle of [0, 7]) {
      const id = { subscriptionId: "sub", cycle }
      expect(decided(takeDiscountBack(change, id, feb21))).toBe(change)
      expect(decided(PeriodDiscount.recountDiscount(change, change, id, feb21))).toBe(change)
    }
  })
})

describe("the credits of a document that is voided to be billed again", () => {
  it("leave its period, and no others do", () => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(jan31)
    billing.pause(jan31 + 14 * DAY)
    billing.resume(jan31 + 21 * DAY)
    // Without the voucher of that credit, what is due after the resume has to be paid.
    billing.edit({ vouchers: [] })
    billing.answerWith(declined)
    const second = billing.payEarly(jan31 + 21 * DAY)
    billing.settle(second, 1249, jan31 + 21 * DAY)
    billing.apply(
      Operators.operate(billing.now(), second, { _tag: "WriteOff", now: jan31 + 21 * DAY }, billing.rules),
    )
    billing.cancel(jan31 + 21 * DAY)
    const partsOf = () =>
      billing
        .now()
        .periods[0]?.credits.map(({ parts }) => parts.map(({ amount, invoiceId }) => [invoiceId, amount]))
    // A half of the second document was paid, and none of it is due.
    expect(partsOf()).toEqual([[[idOf(billing, 0), 4995]], [[second, 1249]]])
    billing.rebill(second, jan31 + 22 * DAY)
    expect(partsOf()).toEqual([[[idOf(billing, 0), 4995]]])
  })

  it("do not take along what was taken back of the coupon for no document", () => {
    const billing = cancelled(fixed(12_000), jan31)
    voidCut(billing, jan31 + DAY)
    const [period] = billing.now().periods
    const left = period && PeriodDiscount.withoutCredits(period, idOf(billing, 0))
    expect(left?.credits).toEqual([{ parts: [], couponAmount: 990, at: jan31 + DAY }])
  })
})
