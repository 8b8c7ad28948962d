// Dunning and the method that it charges: refused for good, changed, or passed over by somebody who pays by hand.
import { describe, expect, it } from "vitest"
import type { PaymentMethod } from "../../../src/index.ts"
import {
  answerTo,
  approved,
  boleto,
  card,
  declined,
  makeAccount,
  stolen,
  unknown,
} from "../../support/account.ts"
import { dollars, monthly } from "../../support/billing.ts"
import { feb28, idOf, jan31, on, other, refused, says, threeOwed } from "./fixtures.ts"

describe("a method that was refused for good", () => {
  it("waits for another one while the days pass", () => {
    const billing = threeOwed()
    billing.answerWith(stolen)
    billing.runUntil(on(12, 31))
    expect(billing.asks().slice(3)).toEqual(["03-05 charge 0/CYCLE/0/3"])
    expect(billing.standings()).toEqual(["02-26 PAST_DUE", "03-12 exhausted"])
  })

  it("is not tried again when it is chosen again, and the other one is, on the days that are left", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [card, other] })
    billing.answerWith(({ paymentMethod }) => (paymentMethod === card ? stolen : declined))
    billing.runUntil(on(3, 4))
    billing.changeMethod("pm_2", on(3, 4))
    billing.runUntil(on(3, 8))
    billing.changeMethod("pm_1", on(3, 8))
    billing.runUntil(on(3, 30))
    expect(billing.asks()).toEqual([
      "02-28 charge 0/CYCLE/0/0",
      "03-04 charge 0/CYCLE/0/1",
      "03-07 charge 0/CYCLE/0/2",
    ])
    expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-14 exhausted"])
  })
})

describe("a change of method", () => {
  it("tries at once, all that is owed, and leaves the schedule as it is", () => {
    const billing = threeOwed({ paymentMethods: [card, other] })
    billing.answerWith(says({ "0/CYCLE/1/0": declined }, approved))
    billing.changeMethod("pm_2", on(3, 3))
    billing.runUntil(on(3, 5))
    expect(billing.asks().slice(3)).toEqual([
      "03-03 charge 0/CYCLE/0/3",
      "03-03 charge 0/CYCLE/1/0",
      "03-05 charge 0/CYCLE/1/1",
      "03-05 charge 1/CUT/0/0",
    ])
    expect(
      billing
        .charges()
        .map(({ paymentMethod }) => paymentMethod.paymentMethodId)
        .slice(2),
    ).toEqual(["pm_1", "pm_2", "pm_2", "pm_2", "pm_2"])
  })

  it("to the one that is in use tries nothing", () => {
    const billing = refused()
    billing.changeMethod("pm_1", on(3, 2))
    expect(billing.asks()).toEqual(["02-28 charge 0/CYCLE/0/0"])
  })

  it("where nothing is owed tries nothing", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [card, other] })
    billing.changeMethod("pm_2", feb28 - 1)
    expect(billing.asks()).toEqual([])
    expect(billing.now().subscription).toMatchObject({ paymentMethodId: "pm_2", dunning: null })
  })
})

describe("paying by hand", () => {
  it("does not move the schedule", () => {
    const billing = refused()
    billing.runUntil(on(3, 2))
    billing.pay(idOf(billing, 0), on(3, 2))
    billing.runUntil(on(3, 7))
    expect(billing.asks().slice(1)).toEqual([
      "03-01 charge 0/CYCLE/0/1",
      "03-02 charge 0/CYCLE/0/2",
      "03-03 charge 0/CYCLE/0/3",
      "03-07 charge 0/CYCLE/0/4",
    ])
  })

  it("one of several invoices leaves the others to their day", () => {
    const billing = threeOwed()
    billing.answerWith(approved)
    billing.pay(idOf(billing, 0), on(3, 3))
    expect(billing.now().subscription?.status).toBe("PAST_DUE")
    billing.runUntil(on(3, 12))
    expect(billing.asks().slice(3)).toEqual([
      "03-03 charge 0/CYCLE/0/3",
      "03-05 charge 0/CYCLE/1/0",
      "03-05 charge 1/CUT/0/0",
    ])
  })
})

describe("a subscription whose method is gone", () => {
  const second = { ...other, isDefault: true }
  const gone = (planIntervalId: string, left: ReadonlyArray<PaymentMethod.PaymentMethod>) => {
    const billing = makeAccount({ at: jan31, planIntervalId, paymentMethods: [card, second, boleto] })
    billing.edit({ paymentMethods: left })
    billing.runUntil(feb28)
    const { subscription, invoices } = billing.now()
    const charged = billing.charges().map(({ paymentMethod }) => paymentMethod.paymentMethodId)
    return [charged, invoices[0]?.status, subscription?.status, subscription?.pastDueReason]
  }

  it.each([
    ["is charged by the default", monthly, [boleto, second], [["pm_2"], "PAID", "ACTIVE", null]],
    [
      "is not charged by a slip in dollars",
      dollars,
      [{ ...boleto, isDefault: true }],
      [[], "OPEN", "PAST_DUE", "PAYMENT_ERROR"],
    ],
    ["is not charged where there is none", monthly, [], [[], "OPEN", "PAST_DUE", "NO_PAYMENT_METHOD"]],
  ])("%s", (_, planIntervalId, left, expected) => {
    expect(gone(planIntervalId, left)).toEqual(expected)
  })

  it("is tried by the default at once, where the one that is gone turns out refused", () => {
    const billing = refused({ paymentMethods: [card, second] })
    billing.answerWith(unknown)
    billing.runUntil(on(3, 1))
    billing.edit({ paymentMethods: [second] })
    billing.answerWith(approved)
    const { invoiceId = "", attemptId = "" } = billing.charges()[1] ?? {}
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: on(3, 2) }))
    expect(billing.asks().slice(2)).toEqual(["03-02 charge 0/CYCLE/0/2"])
    expect(billing.now().subscription?.status).toBe("ACTIVE")
  })
})
