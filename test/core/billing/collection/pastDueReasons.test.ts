// Why a subscription is PAST_DUE where it owes several invoices: the latest refusal tells, of whichever invoice.
import { describe, expect, it } from "vitest"
import { Delinquency, type PaymentAttempt } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"
import { type Billing, idOf, jan31, on, statuses, threeOwed } from "../fixtures.ts"

const feb10 = on(2, 10)
const refusedBy = (declineCode: PaymentAttempt.DeclineCode): PaymentAttempt.GatewayAnswer => ({
  _tag: "Declined",
  declineCode,
  retryable: true,
})
const reasonOf = (billing: Billing, now: number) => Delinquency.delinquency(billing.now(), now, billing.rules)

/** Two invoices that are paid early at two instants and refused, the second one because the card has expired. */
const twoRefused = (firstAt: number, secondAt: number): Billing => {
  const billing = makeAccount({ at: jan31 })
  billing.answerWith(refusedBy("insufficient_funds"))
  billing.payEarly(firstAt)
  billing.use("messages", 1, secondAt)
  billing.answerWith(refusedBy("expired_card"))
  billing.payEarly(secondAt)
  expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED", "0/CYCLE/1 PAYMENT_FAILED"])
  return billing
}

describe("the reason of a subscription with several unpaid invoices", () => {
  it("is that of the refusal, also beside later invoices that were never tried", () => {
    const billing = threeOwed()
    billing.answerWith(refusedBy("insufficient_funds"))
    billing.pay(idOf(billing, 0), on(3, 3))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED", "0/CYCLE/1 OPEN", "1/CUT/0 OPEN"])
    expect(reasonOf(billing, on(3, 3))).toBe("INSUFFICIENT_FUNDS")
  })

  it("is that of the later invoice, where it was refused last", () => {
    const billing = twoRefused(feb10, feb10 + 1)
    expect(reasonOf(billing, feb10 + 1)).toBe("CARD_EXPIRED")
  })

  it("is that of the earlier invoice, where it was tried again and refused last", () => {
    const billing = twoRefused(feb10, feb10 + 1)
    billing.answerWith(refusedBy("processing_error"))
    billing.pay(idOf(billing, 0), feb10 + 2)
    expect(reasonOf(billing, feb10 + 2)).toBe("PAYMENT_ERROR")
    expect(billing.now().subscription).toMatchObject({ pastDueReason: "PAYMENT_ERROR" })
  })
})
