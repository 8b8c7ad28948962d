// Parts of a change: two decisions as one change, and what a change touches where an account has several coupons or
// several earlier subscriptions. A cycle runs from 31 January to 28 February.
import { describe, expect, it } from "vitest"
import { Account, type Coupon, Receipts, Subscribe } from "../../../src/index.ts"
import { approved, declined, makeAccount } from "../../support/account.ts"
import { coupon, lastOne, monthly, organizationId, plan } from "../../support/billing.ts"
import { type Billing, DAY, feb28, jan31, on } from "./fixtures.ts"

const subscribe = (
  billing: Billing,
  subscriptionId: string,
  now: number,
  taken: Coupon.Coupon | null = null,
) =>
  Subscribe.subscribe(
    billing.now(),
    {
      subscriptionId,
      plan,
      planIntervalId: monthly,
      paymentMethodId: "pm_1",
      coupon: taken && { code: taken.code, coupon: taken },
      now,
    },
    billing.rules,
  )

describe("an organization that owns nothing yet", () => {
  it("has an account with nothing in it", () => {
    const organization = { organizationId, name: "One", currency: "BRL", status: "ACTIVE" } as const
    expect(Account.emptyAccount(organization)).toEqual({
      organization,
      paymentMethods: [],
      subscription: null,
      formerSubscriptions: [],
      periods: [],
      invoices: [],
      receivables: [],
      vouchers: [],
      threshold: null,
      couponUses: [],
    })
  })
})

describe("two changes, the second one decided on what the first one left", () => {
  it("are one change: the last account, and all of both in order", () => {
    // Each batch of usage is billed at once, with a coupon and a voucher.
    const billing = makeAccount({ at: jan31, coupon: { ...coupon, duration: { type: "FOREVER" } } })
    const voucher = { voucherId: "v", name: "Goodwill", currency: "BRL", amount: 50, at: jan31 }
    billing.apply(Receipts.grantVoucher(Account.unchanged(billing.now()), voucher))
    billing.edit({ threshold: { value: 1, currency: "BRL" } })
    const cut = (at: number): Account.Change => {
      const change = billing.use("messages", 10, at)
      return { ...change, lookups: change.charges }
    }
    const [first, second] = [cut(jan31), cut(jan31 + DAY)]
    const whole = Account.followedBy({ ...first, lookups: [] }, second)
    expect(whole.account).toBe(second.account)
    expect(whole.billingEvents).toEqual([...first.billingEvents, ...second.billingEvents])
    expect(whole.usageEvents.map(({ eventId }) => eventId)).toEqual([
      `messages/${jan31}/10`,
      `messages/${jan31 + DAY}/10`,
    ])
    // 30 less a tenth is 27: the voucher pays the first one whole and 23 of the second.
    expect(whole.voucherEntries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["CONSUME", 27],
      ["CONSUME", 23],
    ])
    expect(whole.charges.map(({ amount }) => amount)).toEqual([4])
    expect(whole.lookups).toEqual(second.lookups)
    expect(whole.couponCounts.map(({ amount }) => amount)).toEqual([3, 3])
  })

  it("are both charged and looked up, the first one first", () => {
    const billing = makeAccount({ at: jan31 })
    billing.edit({ threshold: { value: 1, currency: "BRL" } })
    const first = billing.use("messages", 10, jan31)
    const second = billing.use("messages", 20, jan31 + DAY)
    const looking = ({ charges, ...change }: Account.Change) => ({ ...change, charges: [], lookups: charges })
    expect(Account.followedBy(first, second).charges.map(({ amount }) => amount)).toEqual([30, 60])
    const looked = Account.followedBy(looking(first), looking(second))
    expect(looked.lookups.map(({ amount }) => amount)).toEqual([30, 60])
  })
})

describe("what a coupon gives", () => {
  it("is counted for that coupon, and not for one of an earlier subscription", () => {
    const billing = makeAccount({ at: jan31, coupon })
    billing.runUntil(feb28)
    billing.cancel(feb28)
    billing.apply(subscribe(billing, "second", feb28, lastOne))
    billing.payEarly(feb28)
    expect(billing.now().couponUses.map(({ code, amountRedeemed }) => [code, amountRedeemed])).toEqual([
      [coupon.code, 999],
      [lastOne.code, 999],
    ])
  })
})

describe("an earlier subscription", () => {
  it("that has paid is not dunned any more; another earlier one that owes is", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.cancel(feb28)
    billing.apply(subscribe(billing, "second", feb28))
    billing.runUntil(on(3, 28))
    billing.cancel(on(3, 28))
    billing.apply(subscribe(billing, "third", on(3, 28)))
    const dunned = () =>
      Account.subscriptionsOf(billing.now()).map(({ subscriptionId, dunning }) => [
        subscriptionId,
        dunning !== null,
      ])
    expect(dunned()).toEqual([
      ["sub", true],
      ["second", true],
      ["third", false],
    ])
    billing.answerWith(approved)
    billing.settle("invoice/sub/0/CYCLE/0", 9990, on(3, 29))
    expect(dunned()).toEqual([
      ["sub", false],
      ["second", true],
      ["third", false],
    ])
  })
})
