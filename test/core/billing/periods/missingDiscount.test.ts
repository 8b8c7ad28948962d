// A discount that a billing period missed: a voided document held it, and no later one was large enough to take it
// over. It goes back like any credit once the period is over. FIXED 5000 a period; Starter is 9990 for the 28 days
// from 31 January, a message is 3.
import { describe, expect, it } from "vitest"
import { giveMissingDiscount } from "../../../../src/core/billing/periods/giveMissingDiscount.ts"
import { Account, type Coupon, type PaymentAttempt, Threshold } from "../../../../src/index.ts"
import { answerTo, approved, decided, declined, makeAccount, unknown } from "../../../support/account.ts"
import { coupon } from "../../../support/billing.ts"
import { type Billing, DAY, feb28, idOf, jan31 } from "../fixtures.ts"

const fixed: Coupon.Coupon = {
  ...coupon,
  discount: { type: "FIXED", amount: 5000, currency: "BRL" },
  duration: { type: "FOREVER" },
}

/** The fee holds the whole discount, and is refused, or waits for its answer; a cut of 1200 has none, and is paid. */
const unlucky = (answer: PaymentAttempt.GatewayAnswer = declined): Billing => {
  const billing = makeAccount({ at: jan31, coupon: fixed })
  billing.answerWith(({ invoiceId }) => (invoiceId.includes("CUT") ? approved : answer))
  billing.payEarly(jan31)
  billing.apply(
    Threshold.setThreshold(billing.now(), { value: 900, currency: "BRL", now: jan31 }, billing.rules),
  )
  billing.use("messages", 400, jan31)
  billing.answerWith(approved)
  if (billing.now().invoices[1]?.status !== "PAID") billing.pay(idOf(billing, 1), jan31)
  return billing
}
/** Paused while the fee's payment is in flight, which then is refused. */
const paused = (): Billing => {
  const billing = unlucky(unknown)
  const [{ attemptId } = { attemptId: "" }] = billing.charges()
  billing.answerWith(approved)
  billing.pause(jan31)
  billing.apply(answerTo(billing, { invoiceId: idOf(billing, 0), attemptId, answer: declined, now: jan31 }))
  return billing
}
const back = (billing: Billing) => billing.now().vouchers.map(({ amount, creditOf }) => [creditOf, amount])
const documents = (billing: Billing) =>
  billing
    .now()
    .invoices.map(
      ({ kind, status, totalAmount, discountAmount }) =>
        `${kind} ${status} ${totalAmount} − ${discountAmount}`,
    )
/** What the rule gives now, if it is asked. */
const asked = (billing: Billing, cycle: number, at: number) => {
  const change = Account.unchanged(billing.now())
  return { change, given: decided(giveMissingDiscount(change, cycle, at, billing.rules)) }
}

describe("a discount that a period missed", () => {
  it("goes back with a cancellation: the cut could have had all of it", () => {
    const billing = unlucky()
    billing.cancel(jan31)
    expect(documents(billing)).toEqual(["CYCLE VOID 9990 − 5000", "CUT PAID 1200 − 0"])
    expect(back(billing)).toEqual([[idOf(billing, 1), 1200]])
    expect(billing.now().periods[0]?.credits).toEqual([{ parts: [], couponAmount: -1200, at: jan31 }])
    expect(billing.now().couponUses.map(({ amountRedeemed }) => amountRedeemed)).toEqual([1200])
    // It is given once.
    const { change, given } = asked(billing, 0, jan31 + DAY)
    expect(given).toBe(change)
  })

  it("waits for the end of the period while the subscription is paused", () => {
    const billing = paused()
    expect(documents(billing)).toEqual(["CYCLE VOID 9990 − 5000", "CUT PAID 1200 − 0"])
    expect(back(billing)).toEqual([])
    billing.runUntil(feb28)
    expect(back(billing)).toEqual([[idOf(billing, 1), 1200]])
    expect(billing.now().subscription).toMatchObject({ status: "PAUSED", cycle: { cycle: 1 } })
  })

  it("is taken over by the fee that is due again after a resume", () => {
    const billing = paused()
    billing.resume(jan31)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([
      "CYCLE VOID 9990 − 5000",
      "CUT PAID 1200 − 0",
      "CYCLE PAID 9990 − 5000",
    ])
    expect(back(billing)).toEqual([])
  })

  it("waits for a payment in flight, and follows its refusal", () => {
    const billing = unlucky()
    billing.answerWith(declined)
    billing.use("messages", 400, jan31)
    billing.answerWith(unknown)
    const invoiceId = idOf(billing, 2)
    billing.pay(invoiceId, jan31)
    const attemptId = billing.charges().at(-1)?.attemptId ?? ""
    billing.cancel(jan31)
    expect(documents(billing)).toEqual(["CYCLE VOID 9990 − 5000", "CUT PAID 1200 − 0", "CUT OPEN 1200 − 0"])
    expect(back(billing)).toEqual([])
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: jan31 + DAY }))
    // The period received 1200, which go back; the other 1200 follow when they are paid.
    expect(back(billing)).toEqual([[idOf(billing, 1), 1200]])
    billing.settle(invoiceId, 1200, jan31 + 2 * DAY)
    expect(back(billing)).toEqual([
      [idOf(billing, 1), 1200],
      [invoiceId, 1200],
    ])
  })

  it("does not wait for a payment of another period", () => {
    const billing = makeAccount({ at: jan31, coupon: fixed })
    billing.runUntil(feb28)
    billing.answerWith(unknown)
    billing.payEarly(feb28)
    // As if the first period's document had been issued without its coupon.
    const invoices = billing
      .now()
      .invoices.map((one, index) => (index === 0 ? { ...one, discounts: [] } : one))
    billing.edit({ invoices })
    const { given } = asked(billing, 0, feb28)
    expect(given.account.periods[0]?.credits).toEqual([{ parts: [], couponAmount: -5000, at: feb28 }])
  })
})
