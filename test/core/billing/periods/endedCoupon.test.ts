// A coupon that a change of plan ended still discounts the lines of the time before, also where one comes late and
// stands on a document of a later cycle. Starter is 9990 for the 28 days from 31 January, Pro 29990; a message is 3.
import { describe, expect, it } from "vitest"
import {
  type Coupon,
  CouponStatus,
  InvoiceItems,
  Lifecycle,
  Operators,
  type Plan,
  Threshold,
  Usage,
} from "../../../../src/index.ts"
import { answerTo, approved, makeAccount, unknown } from "../../../support/account.ts"
import { coupon, monthly, plan, pro, proMonthly, yearly } from "../../../support/billing.ts"
import { type Billing, feb28, jan31, on } from "../fixtures.ts"

const [feb7, feb14, feb21, mar1] = [on(2, 7), on(2, 14), on(2, 21), on(3, 1)]
const hundredOff: Coupon.Coupon = {
  ...coupon,
  discount: { type: "FIXED", amount: 100, currency: "BRL" },
  duration: { type: "FOREVER" },
  planIds: [plan.planId],
}
const repeating = (months: number): Coupon.Coupon => ({
  ...hundredOff,
  duration: { type: "REPEATING", months },
  planIds: null,
})

const change = (billing: Billing, to: Plan.Plan, planIntervalId: string, now: number) =>
  billing.apply(Lifecycle.changePlan(billing.now(), { plan: to, planIntervalId, now }, billing.rules))
const changeLater = (billing: Billing, to: Plan.Plan, planIntervalId: string, now: number) =>
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), { plan: to, planIntervalId, now }, billing.rules))
/** So many messages of an instant, which arrive at another one, and are billed at once. */
const useLate = (billing: Billing, quantity: number, occurredAt: number, now: number) => {
  billing.apply(
    Threshold.setThreshold(billing.now(), { value: 1, currency: "BRL", now: jan31 }, billing.rules),
  )
  const events = [{ eventId: `late ${quantity}`, meter: "messages", quantity, occurredAt }]
  billing.apply(Usage.recordUsage(billing.now(), { events, known: [], now }, billing.rules))
}
const documents = (billing: Billing) =>
  billing
    .now()
    .invoices.map(({ kind, cycle, totalAmount, discountAmount }) => [
      `${cycle}/${kind}`,
      totalAmount,
      discountAmount,
    ])

describe("usage that comes late, of before the end of a coupon", () => {
  it.each([
    ["scheduled", changeLater, ["0/CYCLE", 9990, 100]],
    ["at once", change, ["0/CHANGE", 4995, 100]],
  ] as const)("is discounted in a later cycle, after a change of plan %s", (_, changeBy, before) => {
    const billing = makeAccount({ at: jan31, coupon: hundredOff })
    changeBy(billing, pro, proMonthly, feb14)
    billing.runUntil(mar1)
    useLate(billing, 1000, feb14 - 1, mar1)
    expect(documents(billing)[0]).toEqual(before)
    expect(documents(billing).at(-1)).toEqual(["1/CUT", 3000, 100])
    // The group's discount is given once, and what is of the time after the end has none.
    useLate(billing, 100, feb14 - 1, mar1 + 1)
    billing.runUntil(on(3, 31))
    expect(documents(billing).slice(-2)).toEqual([
      ["1/CUT", 300, 0],
      ["1/CYCLE", 29_990, 0],
    ])
    expect(billing.now().couponUses.map(({ amountRedeemed }) => amountRedeemed)).toEqual([200])
  })

  it("shows on the upcoming invoice, beside the fee of the next plan", () => {
    const billing = makeAccount({ at: jan31, coupon: hundredOff })
    changeLater(billing, pro, proMonthly, feb14)
    billing.runUntil(feb28)
    const events = [{ eventId: "late", meter: "messages", quantity: 20, occurredAt: feb21 }]
    billing.apply(Usage.recordUsage(billing.now(), { events, known: [], now: mar1 }, billing.rules))
    expect(billing.upcoming(mar1)).toMatchObject({ totalAmount: 30_050, discountAmount: 60 })
    expect(billing.upcoming(mar1).couponParts).toBeUndefined()
  })

  it.each([
    [3, 100],
    [1, 0],
  ])("has a coupon for %i months only so long, where the interval ended it", (months, discountAmount) => {
    const billing = makeAccount({ at: jan31, coupon: repeating(months) })
    billing.use("messages", 1, jan31)
    change(billing, plan, yearly, feb14)
    useLate(billing, 1000, feb14 - 1, mar1)
    expect(documents(billing)).toEqual([
      ["0/CHANGE", 4998, 100],
      ["1/CUT", 3000, discountAmount],
    ])
    // The year's fee is of the time after it.
    expect(billing.upcoming(mar1)).toMatchObject({ totalAmount: 99_900, discountAmount: 0 })
  })
})

describe("a coupon that ended while the next cycle's fee was paid early", () => {
  it("discounts what comes late of before, where the plan of that fee had its months", () => {
    const intervals = plan.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE" as const }))
    const ahead = { ...plan, intervals }
    const billing = makeAccount({ at: jan31, plan: ahead, coupon: repeating(3) })
    billing.payEarly(feb14)
    change(billing, ahead, yearly, feb14)
    useLate(billing, 1000, feb14 - 1, mar1)
    expect(documents(billing)).toEqual([
      ["0/CREATION", 9990, 100],
      ["0/CYCLE", 9990, 100],
      // Paid with what goes back of both fees.
      ["0/CHANGE", 99_900, 14_885],
      ["1/CUT", 3000, 100],
    ])
  })
})

describe("a coupon that ended after the next cycle's fee was paid early", () => {
  const intervals = plan.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE" as const }))
  const ahead = { ...plan, intervals }

  it("discounts no later segment of the cycle in which it ended", () => {
    const billing = makeAccount({ at: jan31, plan: ahead, coupon: { ...hundredOff, discount: half } })
    billing.payEarly(feb14)
    change(billing, pro, proMonthly, feb14)
    change(billing, ahead, monthly, feb21)
    useLate(billing, 1000, feb21, feb21)
    expect(billing.now().invoices.at(-1)).toMatchObject({ kind: "CUT", totalAmount: 3000 })
    expect(
      billing
        .now()
        .invoices.at(-1)
        ?.discounts.filter(({ type }) => type === "COUPON"),
    ).toEqual([])
  })

  it("discounts no item that was added after its end", () => {
    const billing = makeAccount({ at: jan31, plan: ahead, coupon: repeating(3) })
    billing.payEarly(feb14)
    change(billing, ahead, yearly, feb14)
    const item = { itemId: "set-up", name: "Set-up", unitPrice: 5000, quantity: 1, now: feb21 }
    billing.apply(InvoiceItems.addItem(billing.now(), item, billing.rules))
    expect(billing.upcoming(feb21)).toMatchObject({ totalAmount: 104_900, discountAmount: 0 })
  })

  it("keeps what it gave the part of that fee which was refunded", () => {
    const billing = makeAccount({ at: jan31, plan: ahead, coupon: { ...hundredOff, discount: half } })
    const invoiceId = billing.payEarly(feb14)
    const refund = { _tag: "Refund", refundId: "refund", amount: 2498, now: feb14 } as const
    billing.apply(Operators.operate(billing.now(), invoiceId, refund, billing.rules))
    changeLater(billing, pro, proMonthly, feb14)
    const given = () => billing.now().couponUses[0]?.amountRedeemed
    const before = given()
    billing.runUntil(feb28)
    billing.cancel(on(3, 14))
    expect(given()).toBe(before)
  })
})

describe("a coupon that does not fit the plan to come", () => {
  const intervals = plan.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE" as const }))
  const ahead = { ...plan, intervals }
  const owed = (billing: Billing) => billing.now().vouchers.map(({ amount }) => amount)

  it.each([
    ["at the end of the cycle", "CYCLE", {}],
    ["in a trial", "CREATION", { trialDays: 14 }],
  ])("moves nothing to its fee from one that was paid late (%s)", (_, kind, trial) => {
    const of = { ...ahead, intervals: intervals.map((one) => ({ ...one, ...trial })) }
    const billing = makeAccount({ at: jan31, plan: of, coupon: repeating(3) })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(feb7)
    changeLater(billing, of, yearly, feb7)
    billing.answerWith(approved)
    billing.payEarly(feb7)
    const told = { invoiceId, attemptId: `attempt/${invoiceId}/0`, answer: approved, now: feb7 }
    billing.apply(answerTo(billing, told))
    expect(documents(billing).slice(-2)).toEqual([
      [`0/${kind}`, 9990, 100],
      [`0/${kind}`, 99_900, 0],
    ])
    // All that was paid for the month goes back, and no more.
    expect(owed(billing)).toEqual([9890])
    billing.runUntil(mar1)
    expect(owed(billing)).toEqual([9890])
    expect(billing.now().couponUses.map(({ amountRedeemed }) => amountRedeemed)).toEqual([
      "trialDays" in trial ? 0 : 100,
    ])
  })

  it.each([
    ["at once", change],
    ["for the trial's end", changeLater],
  ] as const)("ends with the trial in which the plan was changed %s", (_, changeBy) => {
    const trial = { ...plan, intervals: plan.intervals.map((one) => ({ ...one, trialDays: 14 })) }
    const billing = makeAccount({ at: jan31, plan: trial, coupon: repeating(3) })
    changeBy(billing, trial, yearly, feb7)
    const item = { itemId: "set-up", name: "Set-up", unitPrice: 5000, quantity: 1, now: feb7 }
    billing.apply(InvoiceItems.addItem(billing.now(), item, billing.rules))
    expect(billing.upcoming(feb7)).toMatchObject({ totalAmount: 104_900, discountAmount: 0 })
    // The next year.
    billing.runUntil(on(14, 14))
    const usage = { eventId: "late", meter: "messages", quantity: 1000, occurredAt: on(14, 13) }
    const now = on(14, 15)
    billing.apply(Usage.recordUsage(billing.now(), { events: [usage], known: [], now }, billing.rules))
    expect(billing.upcoming(now)).toMatchObject({ totalAmount: 102_900, discountAmount: 0 })
    expect(documents(billing)).toEqual([["0/CYCLE", 104_900, 0]])
  })
})

describe("an item under a plan that the coupon does not fit", () => {
  const trial = { ...plan, intervals: plan.intervals.map((one) => ({ ...one, trialDays: 14 })) }
  const addItem = (billing: Billing, itemId: string, now: number) => {
    const item = { itemId, name: "Set-up", unitPrice: 5000, quantity: 1, now }
    billing.apply(InvoiceItems.addItem(billing.now(), item, billing.rules))
  }

  it("has no discount, also where a fee that it fits was paid ahead, and keeps one that it has", () => {
    const billing = makeAccount({ at: jan31, plan: trial, coupon: { ...repeating(3), discount: half } })
    addItem(billing, "first", jan31)
    billing.payEarly(feb7)
    change(billing, trial, yearly, feb7)
    addItem(billing, "second", feb7)
    billing.payEarly(feb7)
    billing.runUntil(mar1)
    addItem(billing, "third", mar1)
    billing.payEarly(mar1)
    expect(
      billing
        .now()
        .invoices.map(({ totalAmount, discounts }) => [
          totalAmount,
          discounts.flatMap(({ type, amount }) => (type === "COUPON" ? [amount] : [])),
        ]),
    ).toEqual([
      [14_990, [7495]],
      [104_900, []],
      [5000, []],
    ])
    expect(billing.now().couponUses.map(({ amountRedeemed }) => amountRedeemed)).toEqual([2500])
  })

  it("has no discount either where it waits for the next cycle", () => {
    const billing = makeAccount({ at: jan31, plan: trial, coupon: repeating(3) })
    change(billing, trial, yearly, feb7)
    const before = on(14, 10)
    billing.runUntil(before)
    billing.apply(Lifecycle.pause(billing.now(), before, billing.rules))
    addItem(billing, "waits", before)
    const after = on(14, 15)
    billing.runUntil(after)
    billing.apply(Lifecycle.resume(billing.now(), after, billing.rules))
    expect(billing.upcoming(after)).toMatchObject({ discounts: [] })
  })
})

describe("a coupon for twelve months", () => {
  const ahead = {
    ...plan,
    intervals: plan.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE" as const })),
  }

  it.each([
    ["is known", approved, 100],
    ["is not known yet", unknown, 200],
  ])("has no year after a month, where the payment of the next month %s", (_, first, meanwhile) => {
    const billing = makeAccount({ at: jan31, plan: ahead, coupon: repeating(12) })
    billing.answerWith(first)
    const invoiceId = billing.payEarly(feb7)
    changeLater(billing, ahead, yearly, feb7)
    billing.answerWith(approved)
    const redeemed = () => billing.now().couponUses.map(({ amountRedeemed }) => amountRedeemed)
    expect([billing.upcoming(feb7).totalAmount, redeemed()]).toEqual([99_900, [meanwhile]])
    billing.payEarly(feb7)
    const attemptId = `attempt/${invoiceId}/0`
    if (first === unknown)
      billing.apply(answerTo(billing, { invoiceId, attemptId, answer: approved, now: feb7 }))
    // The next month's fee went back, and the year has no discount.
    const year = billing.now().invoices.find(({ totalAmount }) => totalAmount === 99_900)
    expect(year?.discounts.filter(({ type }) => type === "COUPON")).toEqual([])
    expect([billing.now().vouchers.map(({ amount }) => amount), redeemed()]).toEqual([[9890], [100]])
  })

  it.each([
    ["paid ahead", true],
    ["not paid ahead", false],
  ])(
    "discounts nothing that comes late in a year after a month, where the next month was %s",
    (_, isPaid) => {
      const billing = makeAccount({ at: jan31, plan: ahead, coupon: repeating(12) })
      if (isPaid) billing.payEarly(feb7)
      changeLater(billing, ahead, yearly, feb7)
      billing.runUntil(mar1)
      useLate(billing, 1000, feb14, mar1)
      expect(documents(billing).at(-1)).toEqual(["1/CUT", 3000, 0])
    },
  )
})

describe("a coupon in a trial whose plan it does not fit for a while", () => {
  it("discounts the first cycle, and is EXPIRED only meanwhile", () => {
    const trial = { ...plan, intervals: plan.intervals.map((one) => ({ ...one, trialDays: 14 })) }
    const billing = makeAccount({ at: jan31, plan: trial, coupon: hundredOff })
    const status = () => {
      const { subscription } = billing.now()
      return subscription?.coupon && CouponStatus.couponStatus(subscription, subscription.coupon)
    }
    change(billing, pro, proMonthly, feb7)
    expect([status(), billing.upcoming(feb7).discountAmount]).toEqual(["EXPIRED", 0])
    change(billing, trial, monthly, feb7)
    expect([status(), billing.upcoming(feb7).discountAmount]).toEqual(["ACTIVE", 100])
    changeLater(billing, pro, proMonthly, feb7)
    expect([status(), billing.upcoming(feb7).discountAmount]).toEqual(["EXPIRED", 0])
    billing.runUntil(feb14)
    change(billing, trial, monthly, feb21)
    expect([status(), billing.upcoming(feb21).discountAmount]).toEqual(["EXPIRED", 0])
  })
})

describe("a coupon in a trial whose plan comes back before it is over", () => {
  it("discounts every cycle after it", () => {
    const trial = { ...plan, intervals: plan.intervals.map((one) => ({ ...one, trialDays: 14 })) }
    const billing = makeAccount({ at: jan31, plan: trial, coupon: hundredOff })
    change(billing, pro, proMonthly, feb7)
    change(billing, trial, monthly, feb7)
    billing.runUntil(Date.UTC(2026, 4, 14))
    expect(documents(billing)).toEqual([
      ["0/CYCLE", 9990, 100],
      ["1/CYCLE", 9990, 100],
      ["2/CYCLE", 9990, 100],
    ])
  })
})

describe("a coupon that ended in a cycle", () => {
  it("discounts no later segment of it, also not under the plan that it is for", () => {
    const billing = makeAccount({ at: jan31, coupon: { ...hundredOff, discount: half } })
    change(billing, pro, proMonthly, feb14)
    change(billing, plan, monthly, feb21)
    useLate(billing, 1000, feb21, feb21)
    useLate(billing, 500, feb14 - 1, feb21 + 1)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([
      ["0/CHANGE", 4995, 2498],
      ["0/CHANGE", 7498, 0],
      ["0/CUT", 3000, 0],
      ["0/CUT", 1500, 750],
      ["0/CYCLE", 2498, 0],
    ])
  })
})

const half: Coupon.CouponDiscount = { type: "PERCENTAGE", basisPoints: 5000 }
