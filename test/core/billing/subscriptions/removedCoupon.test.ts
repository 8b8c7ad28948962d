// A coupon that is taken off: it discounts what runs and what was paid ahead, and nothing after. Starter is 9990 for the 28
// days from 31 January, Pro 29990; a message is 3. Coupons take 100 or a tenth off each cycle.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Account, InvoiceItems, Lifecycle, type Plan, Usage, Voids } from "../../../../src/index.ts"
import { approved, declined, makeAccount } from "../../../support/account.ts"
import { monthly, plan, pro, proMonthly } from "../../../support/billing.ts"
import { type Billing, jan31, on } from "../fixtures.ts"
import { hundredOff, inAdvance, statusOf, tenth, withInterval } from "./coupons.ts"

const [feb14, feb15, mar1] = [on(2, 14), on(2, 15), on(3, 1)]
const withTrial = withInterval({ trialDays: 14 })

const remove = (billing: Billing, now: number) => billing.apply(Lifecycle.removeCoupon(billing.now(), now))
const discounts = (billing: Billing) =>
  billing.now().invoices.map(({ kind, cycle, discountAmount }) => [`${cycle}/${kind}`, discountAmount])

describe("a coupon that is taken off", () => {
  it("discounts the running cycle to its end, and none after", () => {
    const billing = makeAccount({ at: jan31, coupon: hundredOff })
    remove(billing, feb14)
    expect(billing.upcoming(feb14)).toMatchObject({ totalAmount: 9990, discountAmount: 100 })
    expect(statusOf(billing)).toBe("ACTIVE")
    billing.runUntil(mar1)
    expect(statusOf(billing)).toBe("EXPIRED")
    billing.runUntil(on(4, 1))
    expect(discounts(billing)).toEqual([
      ["0/CYCLE", 100],
      ["1/CYCLE", 0],
    ])
  })

  it("discounts what comes late of the running cycle", () => {
    const billing = makeAccount({
      at: jan31,
      coupon: tenth,
    })
    remove(billing, feb14)
    billing.runUntil(mar1)
    const events = [{ eventId: "late", meter: "messages", quantity: 100, occurredAt: feb15 }]
    billing.apply(Usage.recordUsage(billing.now(), { events, known: [], now: mar1 }, billing.rules))
    expect(billing.upcoming(mar1)).toMatchObject({ totalAmount: 9990 + 300, discountAmount: 30 })
  })

  it("discounts a fee of the next cycle that was paid ahead, and that cycle", () => {
    const billing = makeAccount({ at: jan31, plan: inAdvance, coupon: hundredOff })
    billing.payEarly(feb14)
    remove(billing, feb15)
    billing.runUntil(on(4, 30))
    expect(discounts(billing).map(([, amount]) => amount)).toEqual([100, 100, 0, 0])
  })

  it("discounts no next fee in advance that was not billed yet", () => {
    const billing = makeAccount({ at: jan31, plan: inAdvance, coupon: hundredOff })
    remove(billing, feb15)
    billing.runUntil(mar1)
    expect(discounts(billing).map(([, amount]) => amount)).toEqual([100, 0])
  })

  it("discounts no next fee that was paid early and given back", () => {
    const billing = makeAccount({ at: jan31, plan: inAdvance, coupon: hundredOff })
    billing.payEarly(feb14)
    billing.apply(Lifecycle.scheduleCancel(billing.now(), feb15, billing.rules))
    billing.apply(Lifecycle.undoCancel(billing.now(), feb15 + 1, billing.rules))
    remove(billing, feb15 + 2)
    billing.runUntil(mar1)
    const [, , again] = billing.now().invoices
    expect(again?.discounts.filter(({ type }) => type === "COUPON")).toEqual([])
  })

  it("discounts no rest of the next cycle whose fee a pause gave back", () => {
    const billing = makeAccount({ at: jan31, plan: inAdvance, coupon: hundredOff })
    billing.payEarly(feb14)
    billing.apply(Lifecycle.pause(billing.now(), feb15, billing.rules))
    remove(billing, feb15 + 1)
    billing.runUntil(mar1)
    billing.apply(Lifecycle.resume(billing.now(), mar1, billing.rules))
    const last = billing.now().invoices.at(-1)
    expect(last?.discounts.filter(({ type }) => type === "COUPON")).toEqual([])
  })

  it("discounts nothing after a trial", () => {
    const billing = makeAccount({ at: jan31, plan: withTrial, coupon: hundredOff })
    remove(billing, jan31 + 1)
    expect(statusOf(billing)).toBe("EXPIRED")
    billing.runUntil(on(4, 30))
    expect(discounts(billing)).toEqual([
      ["0/CYCLE", 0],
      ["1/CYCLE", 0],
    ])
  })

  it("discounts a fee that was paid ahead in a trial", () => {
    const billing = makeAccount({
      at: jan31,
      plan: withInterval({ trialDays: 14, feeTiming: "ADVANCE" }),
      coupon: hundredOff,
    })
    billing.payEarly(jan31 + 1)
    remove(billing, jan31 + 2)
    billing.runUntil(on(3, 20))
    expect(discounts(billing).map(([, amount]) => amount)).toEqual([100, 0])
  })

  it("discounts a first cycle of which a charge was paid ahead in a trial, and none after", () => {
    const billing = makeAccount({ at: jan31, plan: withTrial, coupon: tenth })
    const item = { itemId: "setup", name: "Setup", unitPrice: 1500, quantity: 1, now: jan31 }
    billing.apply(InvoiceItems.addItem(billing.now(), item, billing.rules))
    billing.apply(Lifecycle.scheduleCancel(billing.now(), jan31 + 1, billing.rules))
    billing.payEarly(jan31 + 2)
    remove(billing, jan31 + 3)
    billing.apply(Lifecycle.undoCancel(billing.now(), jan31 + 4, billing.rules))
    billing.runUntil(on(4, 30))
    expect(discounts(billing)).toEqual([
      ["0/FINAL", 150],
      ["0/CYCLE", 999],
      ["1/CYCLE", 0],
    ])
  })

  it("ends at once with a change to a plan that it does not fit, and not again with a change back", () => {
    const billing = makeAccount({ at: jan31, coupon: { ...tenth, planIds: [plan.planId] } })
    remove(billing, feb14)
    const change = (to: Plan.Plan, planIntervalId: string, now: number) =>
      billing.apply(Lifecycle.changePlan(billing.now(), { plan: to, planIntervalId, now }, billing.rules))
    change(pro, proMonthly, feb15)
    change(plan, monthly, on(2, 20))
    billing.use("messages", 1000, on(2, 21))
    billing.runUntil(mar1)
    expect(discounts(billing)).toEqual([
      ["0/CHANGE", 535],
      ["0/CHANGE", 0],
      ["0/CYCLE", 0],
    ])
  })

  it("is taken off in a pause, and is not there after it", () => {
    const billing = makeAccount({ at: jan31, coupon: hundredOff })
    billing.apply(Lifecycle.pause(billing.now(), feb14, billing.rules))
    remove(billing, feb15)
    billing.runUntil(mar1)
    billing.apply(Lifecycle.resume(billing.now(), mar1, billing.rules))
    billing.runUntil(on(4, 1))
    expect(discounts(billing)).toEqual([
      ["0/PAUSE", 100],
      ["1/CYCLE", 0],
    ])
  })

  it("discounts what is billed again of a cycle before its end", () => {
    const billing = makeAccount({ at: jan31, coupon: hundredOff })
    billing.answerWith(declined)
    remove(billing, feb14)
    billing.runUntil(mar1)
    const [{ invoiceId = "" } = {}] = billing.now().invoices
    billing.apply(Voids.voidInvoice(billing.now(), { invoiceId, rebill: true, now: mar1 }, billing.rules))
    billing.answerWith(approved)
    billing.runUntil(on(4, 1))
    expect(discounts(billing)).toEqual([
      ["0/CYCLE", 100],
      ["0/REISSUE", 100],
      ["1/CYCLE", 0],
    ])
  })
})

describe("nothing changes", () => {
  const untouched = (billing: Billing, now: number) => {
    const before = billing.now()
    expect(Lifecycle.removeCoupon(before, now)).toEqual(Result.succeed(Account.unchanged(before)))
  }

  it("where it was taken off before", () => {
    const billing = makeAccount({ at: jan31, coupon: hundredOff })
    remove(billing, feb14)
    untouched(billing, feb15)
    billing.runUntil(mar1)
    untouched(billing, mar1)
  })

  it("where there is no coupon", () => {
    untouched(makeAccount({ at: jan31 }), feb14)
  })
})

it("is refused of a subscription that ended, and without one", () => {
  const billing = makeAccount({ at: jan31, coupon: hundredOff })
  billing.cancel(feb14)
  expect(Lifecycle.removeCoupon(billing.now(), feb15)).toMatchObject({
    failure: { _tag: "SubscriptionTransitionInvalid", status: "CANCELLED", command: "RemoveCoupon" },
  })
  expect(Lifecycle.removeCoupon({ ...billing.now(), subscription: null }, feb15)).toMatchObject({
    failure: { _tag: "SubscriptionNotFound" },
  })
})
