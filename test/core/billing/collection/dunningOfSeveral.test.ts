// Rounds of dunning: each subscription has its own days, and news that changes nothing leaves dunning as it is.
import { describe, expect, it } from "vitest"
import { exhaust } from "../../../../src/core/billing/collection/dunningRounds.ts"
import { Account, Payments, Subscribe } from "../../../../src/index.ts"
import { answerTo, decided, declined, makeAccount, rulesOf, unknown } from "../../../support/account.ts"
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
