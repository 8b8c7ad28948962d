// A fee that several documents billed, or that is corrected several times: which of them give back, and how much.
// Seats are 1000 in advance for the 28 days from 31 January; 14 February is their half.
import { describe, expect, it } from "vitest"
import {
  Account,
  BillingPeriod,
  Corrections,
  Lifecycle,
  Operators,
  QuantityChanges,
} from "../../../../src/index.ts"
import { approved, decided, declined, empty, makeAccount, rulesOf } from "../../../support/account.ts"
import { ahead, plan, pro, proMonthly } from "../../../support/billing.ts"
import { type Billing, DAY, idOf, jan31, on, statuses } from "../fixtures.ts"

const feb14 = on(2, 14)

const seats = (quantity: number): Billing =>
  makeAccount({ at: jan31, plan: ahead(plan, { amount: 1000, quantityAllowed: true }), quantity })
const have = (billing: Billing, quantity: number, now: number) =>
  billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity, now }, billing.rules))

/** The gross amounts that left the period's fees, credit by credit, each with its document. */
const credits = (billing: Billing) =>
  billing
    .now()
    .periods[0]?.credits.map(({ parts }) =>
      parts.map(({ invoiceId, amount }) => `${invoiceId.replace("invoice/sub/0/", "")} ${amount}`),
    )

describe("fewer seats after more of them", () => {
  it("go back from the latest document, as far as it was not credited, and then from the one before", () => {
    const billing = seats(3)
    have(billing, 5, feb14)
    have(billing, 4, feb14)
    have(billing, 2, feb14)
    // One seat of half of the cycle is 500. The two new ones were billed by the QUANTITY_CHANGE.
    expect(credits(billing)).toEqual([
      ["QUANTITY_CHANGE/0 500"],
      ["QUANTITY_CHANGE/0 500"],
      ["CREATION/0 500"],
    ])
    expect(billing.now().invoices.map(({ kind, amountCredited }) => [kind, amountCredited])).toEqual([
      ["CREATION", 500],
      ["QUANTITY_CHANGE", 1000],
    ])
  })

  it("go back from the document that counts, and not from one that was voided to be billed again", () => {
    const billing = seats(3)
    billing.answerWith(declined)
    have(billing, 5, feb14)
    billing.answerWith(approved)
    billing.rebill(idOf(billing, 1), feb14)
    have(billing, 2, feb14)
    expect(statuses(billing)).toEqual(["0/CREATION/0 PAID", "0/QUANTITY_CHANGE/0 VOID"])
    expect(credits(billing)).toEqual([["CREATION/0 500"]])
  })
})

describe("fees of two plans on one document", () => {
  it("are credited each by itself: what left the first is not counted for the second", () => {
    const billing = makeAccount({ at: jan31 })
    const change = { plan: ahead(pro), planIntervalId: proMonthly, now: feb14 }
    billing.apply(Lifecycle.changePlan(billing.now(), change, billing.rules))
    const [invoice] = billing.now().invoices
    const invoiceId = idOf(billing, 0)
    expect(invoice?.lines.map(({ amount }) => amount)).toEqual([4995, 14_995])
    const refund = { _tag: "Refund", refundId: "refund", amount: 9995, now: feb14 } as const
    billing.apply(Operators.operate(billing.now(), invoiceId, refund, billing.rules))
    // As if a part of the first fee had left it.
    const left = { parts: [{ segment: 0, invoiceId, amount: 995 }], couponAmount: 0, at: feb14 }
    billing.edit({ periods: billing.now().periods.map((period) => ({ ...period, credits: [left] })) })
    billing.pause(feb14 + 7 * DAY)
    // Of Pro's fee 7 of 14 days are due: 14995 − 7498. Half of the document was refunded.
    expect(billing.now().periods[0]?.credits[1]?.parts).toEqual([{ segment: 1, invoiceId, amount: 3749 }])
  })
})

describe("what is corrected", () => {
  /** A document of 9990 for a cycle of which only a half was used, as nothing has corrected it yet. */
  const overbilled = (): Billing => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(jan31)
    billing.edit({ periods: billing.now().periods.map((period) => BillingPeriod.deactivate(period, feb14)) })
    return billing
  }

  it("is a period that was asked for, and no other", () => {
    const billing = overbilled()
    const change = Account.unchanged(billing.now())
    const corrected = (among: () => boolean) =>
      decided(Corrections.correctFees(change, feb14, billing.rules, among)).change
    expect(corrected(() => false)).toBe(change)
    expect(corrected(() => true).account.vouchers.map(({ balance }) => balance)).toEqual([4995])
  })

  it("is nothing where there is no subscription", () => {
    const change = Account.unchanged(empty)
    expect(decided(Corrections.correctFees(change, feb14, rulesOf()))).toEqual({
      change,
      voided: [],
      dueAt: feb14,
    })
  })

  it("is no unpaid document of an earlier subscription: nothing could bill it again", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.payEarly(jan31)
    const { subscription, periods } = billing.now()
    billing.edit({
      subscription: null,
      formerSubscriptions: subscription === null ? [] : [subscription],
      periods: periods.map((period) => BillingPeriod.close(period, feb14)),
    })
    const change = Account.unchanged(billing.now())
    expect(decided(Corrections.correctFees(change, feb14, billing.rules))).toEqual({
      change,
      voided: [],
      dueAt: feb14,
    })
  })
})
