// Parts of a change: two decisions as one change, and what a change touches where an account has several coupons or
// several earlier subscriptions. A cycle runs from 31 January to 28 February.
import { describe, expect, it } from "vitest"
import { Account, type Coupon, Subscribe } from "../../../src/index.ts"
import { approved, declined, empty, makeAccount } from "../../support/account.ts"
import { coupon, lastOne, monthly, organizationId, plan } from "../../support/billing.ts"
import { type Billing, feb28, jan31, on } from "./fixtures.ts"

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
  it("are one change: the last account, and every list of both, the first one first", () => {
    const { account, ...lists } = Account.unchanged(empty)
    /** A change each list of which has one thing, named by the change and the list. */
    const changeOf = (name: string, of: Account.Account) =>
      ({
        account: of,
        ...Object.fromEntries(Object.keys(lists).map((list) => [list, [`${name} ${list}`]])),
      }) as unknown as Account.Change
    const second = { ...account, threshold: { value: 1, currency: "BRL" } }
    expect(Account.followedBy(changeOf("first", account), changeOf("second", second))).toEqual({
      account: second,
      ...Object.fromEntries(Object.keys(lists).map((list) => [list, [`first ${list}`, `second ${list}`]])),
    })
    expect(Object.keys(lists)).toHaveLength(6)
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
