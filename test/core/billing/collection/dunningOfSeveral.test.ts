// Rounds of dunning: each subscription has its own days, and news that changes nothing leaves dunning as it is.
import { describe, expect, it } from "vitest"
import { exhaust } from "../../../../src/core/billing/collection/dunningRounds.ts"
import { Account, Methods, Payments, Subscribe } from "../../../../src/index.ts"
import { answerTo, card, decided, declined, makeAccount, rulesOf, unknown } from "../../../support/account.ts"
import { monthly, plan } from "../../../support/billing.ts"
import { type Billing, DAY, feb28, idOf, jan31, on, refused } from "../fixtures.ts"

describe("two subscriptions that owe", () => {
  /** The first is cancelled on 10 February, and the second refused on the 12th. */
  const two = (): Billing => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.cancel(on(2, 10))
    const second = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_1" }
    const subscribe = { ...second, coupon: null, now: on(2, 10) }
    billing.apply(Subscribe.subscribe(billing.now(), subscribe, billing.rules))
    billing.runUntil(on(2, 12))
    billing.payEarly(on(2, 12))
    return billing
  }

  it("are each tried on their own days, and not after their own last day", () => {
    const billing = two()
    billing.runUntil(on(3, 5))
    expect(billing.asks().map((ask) => ask.replace("attempt/invoice/", ""))).toEqual([
      "02-10 charge 0/FINAL/0/0",
      // 1, 3, 7 and 14 days after the 10th, and after the 12th.
      "02-11 charge 0/FINAL/0/1",
      "02-12 charge second/0/CYCLE/0/0",
      "02-13 charge 0/FINAL/0/2",
      "02-13 charge second/0/CYCLE/0/1",
      "02-15 charge second/0/CYCLE/0/2",
      "02-17 charge 0/FINAL/0/3",
      "02-19 charge second/0/CYCLE/0/3",
      "02-24 charge 0/FINAL/0/4",
      "02-26 charge second/0/CYCLE/0/4",
    ])
    expect(billing.standings().slice(-2)).toEqual(["02-24 exhausted", "02-26 exhausted"])
  })
})

describe("two subscriptions that owe from the same instant, each by a card of its own", () => {
  const second = { ...card, paymentMethodId: "pm_2", isDefault: false }
  const feb10 = on(2, 10)
  const two = (): Billing => {
    const billing = makeAccount({ at: jan31, paymentMethods: [card, second], answer: declined })
    billing.cancel(feb10)
    const begun = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_2" }
    billing.apply(Subscribe.subscribe(billing.now(), { ...begun, coupon: null, now: feb10 }, billing.rules))
    const { invoiceId } = billing.upcoming(feb10)
    const early = { invoiceId, paymentMethodId: "pm_2", expectedPayableAmount: null, now: feb10 }
    billing.apply(Payments.pay(billing.now(), early, billing.rules))
    return billing
  }
  const charged = (billing: Billing) =>
    billing.charges().map(({ invoiceId, paymentMethod }) => [invoiceId, paymentMethod.paymentMethodId])

  it("are each tried by that card, and exhausted together, each once", () => {
    const billing = two()
    billing.runUntil(on(2, 23))
    const [ofFirst, ofSecond] = [idOf(billing, 0), idOf(billing, 1)]
    const days = Array.from({ length: 4 }, () => [
      [ofFirst, "pm_1"],
      [ofSecond, "pm_2"],
    ])
    billing.told()
    billing.runUntil(on(2, 24))
    expect(charged(billing)).toEqual([[ofFirst, "pm_1"], [ofSecond, "pm_2"], ...days.flat()])
    const exhausted = { dunning: { exhaustedAt: on(2, 24) } }
    expect(billing.now()).toMatchObject({ formerSubscriptions: [exhausted], subscription: exhausted })
    expect(billing.told().filter(({ type }) => type === "dunning.exhausted")).toMatchObject([
      { subscription: { subscriptionId: "sub", ...exhausted } },
      { subscription: { subscriptionId: "second", ...exhausted } },
    ])
  })

  it("and a new method is that of the cancelled one alone, which it is tried by at once", () => {
    const billing = two()
    billing.runUntil(on(2, 24))
    const before = charged(billing).length
    const method = { ...card, paymentMethodId: "pm_3", isDefault: false }
    billing.apply(Methods.addMethod(billing.now(), { method, now: on(2, 25) }, billing.rules))
    expect(billing.now()).toMatchObject({
      formerSubscriptions: [{ paymentMethodId: "pm_3", dunning: { startedAt: on(2, 25) } }],
      subscription: { paymentMethodId: "pm_2", dunning: { exhaustedAt: on(2, 24) } },
    })
    expect(charged(billing).slice(before)).toEqual([[idOf(billing, 0), "pm_3"]])
  })
})

describe("dunning whose rounds are over", () => {
  it("is exhausted on the last day and not before, where the policy has moved that day", () => {
    const billing = refused()
    const { subscription } = billing.now()
    if (subscription === null || subscription.dunning === null) throw new Error("No dunning runs.")
    const spent = { ...subscription, dunning: { ...subscription.dunning, tries: 4 } }
    const change = Account.unchanged({ ...billing.now(), subscription: spent })
    const longer = rulesOf({ dunningDays: [1, 3, 7, 30] })
    const last = feb28 + 30 * DAY
    expect(decided(exhaust(change, last - 1, longer))).toEqual(change)
    const { account, billingEvents } = decided(exhaust(change, last, longer))
    expect(account.subscription?.dunning).toMatchObject({ exhaustedAt: last })
    expect(billingEvents).toMatchObject([{ type: "dunning.exhausted", at: last }])
  })
})

describe("between two rounds", () => {
  it("the same money again changes nothing", () => {
    const billing = refused()
    billing.settle(idOf(billing, 0), 10, on(3, 2), "money")
    expect(billing.now().subscription?.dunning).toMatchObject({ startedAt: feb28, attemptId: null })
    const known = billing.now()
    const again = { invoiceId: idOf(billing, 0), receiptId: "money", amount: 10, now: on(3, 2) + 1 }
    const change = decided(Payments.settle(known, again, billing.rules))
    expect(change).toEqual(Account.unchanged(known))
    expect(change.account).toBe(known)
  })
})

describe("a round whose method is gone before its charge is refused", () => {
  it("ends, and the invoice waits", () => {
    const billing = refused()
    billing.answerWith(unknown)
    billing.runUntil(on(3, 1))
    const attemptId = `attempt/${idOf(billing, 0)}/1`
    expect(billing.now().subscription?.dunning).toMatchObject({ tries: 1, attemptId })
    billing.edit({ paymentMethods: [] })
    const told = { invoiceId: idOf(billing, 0), attemptId, answer: declined, now: on(3, 1) + 1 }
    const { charges } = billing.apply(answerTo(billing, told))
    expect(charges).toEqual([])
    expect(billing.now().subscription?.dunning).toMatchObject({ startedAt: feb28, tries: 1, attemptId: null })
    expect(billing.now().invoices[0]).toMatchObject({ status: "PAYMENT_FAILED" })
  })
})
