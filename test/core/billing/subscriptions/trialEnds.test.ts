// What the end of a trial takes of what was scheduled for it. Pro is 29990 for each unit, in advance.
import { describe, expect, it } from "vitest"
import { InvoiceItems, Lifecycle, QuantityChanges } from "../../../../src/index.ts"
import { approved, declined, makeAccount } from "../../../support/account.ts"
import { ahead, plan, pro, proMonthly } from "../../../support/billing.ts"
import { type Billing, jan31, on } from "../fixtures.ts"
import { hundredOff } from "./coupons.ts"

const feb14 = on(2, 14)
const units = { quantityAllowed: true, trialDays: 14 }

describe("the end of a trial", () => {
  it.each([
    ["and bills the fee in advance", "ACTIVE", ["CREATION 89970"]],
    ["and bills nothing in a pause", "PAUSED", []],
  ] as const)("takes a plan and a quantity that were scheduled for it, %s", (_, status, invoices) => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan, units) })
    const { rules } = billing
    const change = { plan: ahead(pro, units), planIntervalId: proMonthly, now: on(2, 1) }
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change, rules))
    const three = { quantity: 3, now: on(2, 2) }
    billing.apply(QuantityChanges.scheduleQuantityChange(billing.now(), three, rules))
    const { subscription } = billing.now()
    billing.edit({ subscription: subscription && { ...subscription, status } })
    billing.runUntil(feb14)
    expect(billing.now().subscription).toMatchObject({
      status,
      terms: { planId: pro.planId },
      scheduledTerms: null,
      quantity: 3,
      anchorMonth: 0,
      cycle: { cycle: 0, startAt: feb14, endAt: on(3, 14) },
      trial: { endAt: feb14, ended: true },
      updatedAt: feb14,
    })
    expect(billing.now().subscription).not.toHaveProperty("scheduledQuantity")
    expect(billing.now().invoices.map(({ kind, totalAmount }) => `${kind} ${totalAmount}`)).toEqual(invoices)
  })
})

describe("an end that is scheduled for that of a trial", () => {
  const scheduleCancel = (billing: Billing, now: number) =>
    billing.apply(Lifecycle.scheduleCancel(billing.now(), now, billing.rules))
  const undoCancel = (billing: Billing, now: number) =>
    billing.apply(Lifecycle.undoCancel(billing.now(), now, billing.rules))
  const setUp = (billing: Billing, now: number) => {
    const item = { itemId: "setup", name: "Setup", unitPrice: 1500, quantity: 1, now }
    billing.apply(InvoiceItems.addItem(billing.now(), item, billing.rules))
  }
  const balances = (billing: Billing) => billing.now().vouchers.map(({ balance }) => balance)
  const totals = (billing: Billing) =>
    billing.now().invoices.map(({ kind, status, totalAmount }) => `${kind} ${status} ${totalAmount}`)

  it("gives back at once what was paid ahead, with what the coupon and vouchers gave, and the last invoice shows it", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan, units), coupon: hundredOff })
    billing.payEarly(on(2, 1))
    setUp(billing, on(2, 2))
    scheduleCancel(billing, on(2, 3))
    expect(balances(billing)).toEqual([9890])
    const shown = billing.upcoming(on(2, 4))
    expect(shown).toMatchObject({ kind: "FINAL", totalAmount: 1500, discountAmount: 1500, payableAmount: 0 })
    billing.runUntil(feb14)
    expect(billing.now().invoices.at(-1)).toMatchObject({ ...shown, status: "PAID" })
    expect(balances(billing)).toEqual([9890 - 1400])
  })

  it("leaves the fee due again when it is taken back, also twice", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan, units) })
    for (const day of [1, 4]) {
      billing.payEarly(on(2, day))
      scheduleCancel(billing, on(2, day + 1))
      undoCancel(billing, on(2, day + 2))
      expect(billing.upcoming(on(2, day + 2))).toMatchObject({ totalAmount: 9990 })
    }
    billing.runUntil(on(3, 1))
    expect(totals(billing)).toEqual(Array.from({ length: 3 }, () => "CREATION PAID 9990"))
    expect(balances(billing).reduce((sum, one) => sum + one, 0)).toBe(0)
  })

  /** The end is scheduled, and nobody pays the charge that was added: dunning is exhausted, and pauses it. */
  const pausedBefore = () => {
    const policy = { onExhausted: "PAUSE", dunningDays: [1] } as const
    const billing = makeAccount({ at: jan31, plan: ahead(plan, units), policy })
    billing.answerWith(declined)
    setUp(billing, on(2, 1))
    scheduleCancel(billing, on(2, 1))
    billing.payEarly(on(2, 1))
    billing.runUntil(on(2, 3))
    expect(billing.now().subscription).toMatchObject({ status: "PAUSED", cancelAt: feb14 })
    billing.answerWith(approved)
    return billing
  }

  it("bills no time of a pause in which it is taken back", () => {
    const billing = pausedBefore()
    undoCancel(billing, on(2, 7))
    billing.runUntil(on(2, 28))
    billing.resume(on(2, 28))
    expect(totals(billing)).toEqual(["FINAL PAYMENT_FAILED 1500", "RESUME OPEN 4995"])
  })

  it("stays the end after a resume, and nothing but the charge is billed", () => {
    const billing = pausedBefore()
    billing.resume(on(2, 5))
    expect(billing.upcoming(on(2, 5)).lines).toEqual([])
    billing.runUntil(on(3, 14))
    expect(billing.now().subscription).toMatchObject({ status: "CANCELLED", cancelledAt: feb14 })
    expect(totals(billing)).toEqual(["FINAL PAYMENT_FAILED 1500"])
  })
})
