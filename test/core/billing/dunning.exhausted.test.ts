// After the last day of dunning, and dunning of a subscription that is paused or has ended.
import { describe, expect, it } from "vitest"
import { Account, Due, Lifecycle, Operators, Receipts, Subscribe } from "../../../src/index.ts"
import { approved, card, declined, makeAccount } from "../../support/account.ts"
import { monthly, plan, yearly } from "../../support/billing.ts"
import { type Billing, feb28, idOf, jan31, on, other, refused, says, statuses } from "./fixtures.ts"

/** Exhausted on 14 March; the next boundary, 31 March, issues a document uncharged. */
const exhausted = (): Billing => {
  const billing = refused({ paymentMethods: [card, other] })
  billing.runUntil(on(3, 31))
  expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-14 exhausted"])
  expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED", "1/CYCLE/0 OPEN"])
  return billing
}
/** What was asked and told after that. */
const since = (billing: Billing) => [billing.asks().slice(5), billing.standings().slice(2)]

describe("after dunning is exhausted", () => {
  it("another method is tried at once, and the days count from then", () => {
    const billing = exhausted()
    billing.changeMethod("pm_2", on(4, 2))
    billing.runUntil(on(4, 29))
    expect(since(billing)).toEqual([
      [
        "04-02 charge 0/CYCLE/0/5",
        "04-03 charge 0/CYCLE/0/6",
        "04-05 charge 0/CYCLE/0/7",
        "04-09 charge 0/CYCLE/0/8",
        "04-16 charge 0/CYCLE/0/9",
      ],
      ["04-16 exhausted"],
    ])
  })

  it("another method that is good pays all that waits, and the next document is charged when it is issued", () => {
    const billing = exhausted()
    billing.answerWith(approved)
    billing.changeMethod("pm_2", on(4, 2))
    billing.runUntil(on(4, 30))
    expect(since(billing)).toEqual([
      ["04-02 charge 0/CYCLE/0/5", "04-02 charge 1/CYCLE/0/0", "04-30 charge 2/CYCLE/0/0"],
      ["04-02 ACTIVE"],
    ])
  })

  it.each<[string, (billing: Billing) => unknown]>([
    ["by hand", (billing) => billing.pay(idOf(billing, 0), on(4, 2))],
    ["by money that arrives late", (billing) => billing.settle(idOf(billing, 0), 9990, on(4, 2))],
    [
      "by a voucher",
      (billing) => {
        const voucher = { voucherId: "v", name: "Goodwill", currency: "BRL", amount: 9990, at: on(4, 2) }
        billing.apply(Receipts.grantVoucher(Account.unchanged(billing.now()), voucher))
        const applied = { invoiceId: idOf(billing, 0), voucherId: "v", amount: null, now: on(4, 2) }
        billing.apply(Operators.applyVoucher(billing.now(), applied, billing.rules))
      },
    ],
  ])("an invoice that is paid %s starts it again for the others, from that moment", (_, payFirst) => {
    const billing = exhausted()
    billing.answerWith(says({ "1/CYCLE/0/0": declined }, approved))
    payFirst(billing)
    expect(billing.asks().filter((ask) => ask.startsWith("04-02 charge 1"))).toEqual([])
    billing.runUntil(on(4, 6))
    expect(billing.asks().slice(-2)).toEqual(["04-03 charge 1/CYCLE/0/0", "04-05 charge 1/CYCLE/0/1"])
    expect(billing.standings().slice(2)).toEqual(["04-05 ACTIVE"])
  })

  it("the payment of what an earlier subscription owes starts nothing of another one", () => {
    const billing = refused()
    billing.cancel(feb28)
    const second = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_1" }
    billing.apply(Subscribe.subscribe(billing.now(), { ...second, coupon: null, now: feb28 }, billing.rules))
    billing.runUntil(on(4, 12))
    expect(billing.standings()).toEqual([
      "02-28 PAST_DUE",
      "02-28 CANCELLED",
      // Each has dunning of its own, by its own days.
      "03-14 exhausted",
      "03-28 PAST_DUE",
      "04-11 exhausted",
    ])
    const exhausted = billing.now().subscription
    billing.answerWith(approved)
    billing.pay(idOf(billing, 0), on(4, 12))
    expect(statuses(billing)[0]).toBe("0/CYCLE/0 PAID")
    expect(billing.now().subscription).toEqual(exhausted)
  })

  it("a payment by hand that is refused, or of a part, leaves it so", () => {
    const billing = exhausted()
    billing.pay(idOf(billing, 0), on(4, 2))
    billing.settle(idOf(billing, 0), 9989, on(4, 3))
    billing.runUntil(on(4, 29))
    expect(since(billing)).toEqual([["04-02 charge 0/CYCLE/0/5"], []])
  })

  it("the payment of all that is owed ends it, and the next refusal starts another, which is told again", () => {
    const billing = exhausted()
    billing.answerWith(approved)
    billing.pay(idOf(billing, 0), on(4, 2))
    billing.pay(idOf(billing, 1), on(4, 2))
    billing.answerWith(declined)
    billing.runUntil(on(5, 30))
    expect(since(billing)[1]).toEqual(["04-02 ACTIVE", "04-30 PAST_DUE", "05-14 exhausted"])
  })
})

describe("dunning goes on", () => {
  it("after a cancellation, and its document joins", () => {
    const billing = refused()
    billing.answerWith(says({ "0/CYCLE/0/2": approved }))
    billing.cancel(on(3, 2))
    billing.runUntil(on(12, 31))
    expect(billing.asks().slice(1)).toEqual([
      "03-01 charge 0/CYCLE/0/1",
      "03-03 charge 0/CYCLE/0/2",
      "03-03 charge 1/FINAL/0/0",
      "03-07 charge 1/FINAL/0/1",
      "03-14 charge 1/FINAL/0/2",
    ])
    expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-02 CANCELLED", "03-14 exhausted"])
  })

  it("in a pause, and starts in one", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(says({ "0/PAUSE/0/2": approved }))
    billing.pause(on(2, 10))
    billing.runUntil(on(4, 30))
    expect(billing.asks()).toEqual([
      "02-10 charge 0/PAUSE/0/0",
      "02-11 charge 0/PAUSE/0/1",
      "02-13 charge 0/PAUSE/0/2",
    ])
    expect(billing.standings()).toEqual(["02-10 PAUSED"])
    expect(billing.now().subscription?.dunning).toBeNull()
  })
})

describe("dunning starts with a document that finds no method to charge", () => {
  it.each<[string, string, (billing: Billing, now: number) => unknown]>([
    ["a pause", "PAUSED", (billing, now) => billing.pause(now)],
    ["a cancellation", "CANCELLED", (billing, now) => billing.cancel(now)],
    [
      "a change of plan",
      "PAST_DUE",
      (billing, now) => {
        const change = { plan, planIntervalId: yearly, now }
        billing.apply(Lifecycle.changePlan(billing.now(), change, billing.rules))
      },
    ],
    [
      "the last boundary",
      "CANCELLED",
      (billing, now) => {
        billing.apply(Lifecycle.scheduleCancel(billing.now(), now, billing.rules))
        const boundary = { kind: "BOUNDARY", at: feb28 } as const
        billing.apply(Due.takeStep(billing.now(), boundary, billing.rules))
      },
    ],
  ])("of %s, by the change itself", (_, status, issue) => {
    const billing = makeAccount({ at: jan31 })
    billing.edit({ paymentMethods: [] })
    issue(billing, on(2, 10))
    const startedAt = billing.now().invoices[0]?.issuedAt
    expect(billing.now().subscription).toMatchObject({ status, dunning: { startedAt, tries: 0 } })
  })
})
