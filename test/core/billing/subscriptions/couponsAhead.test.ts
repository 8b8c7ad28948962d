// A coupon that ends while a fee of the next cycle is paid ahead: of that fee goes back what was paid for it, and a cycle
// whose fee stays is discounted whole. Starter is 9990 a cycle, Pro 29990, both in advance; a message is 3. The coupon takes a tenth.
import { describe, expect, it } from "vitest"
import { Lifecycle, type PaymentAttempt } from "../../../../src/index.ts"
import { approved, makeAccount, unknown } from "../../../support/account.ts"
import { ahead, plan, pro, proMonthly } from "../../../support/billing.ts"
import { type Billing, idOf, jan31, on } from "../fixtures.ts"
import { inAdvance, tenth, withInterval } from "./coupons.ts"

const discounts = (billing: Billing) =>
  billing.now().invoices.map(({ kind, cycle, discountAmount }) => `${cycle}/${kind} ${discountAmount}`)

describe("a coupon that is taken off in a later cycle", () => {
  it("discounts the usage of the next cycle too, where its fee was paid ahead, and none after", () => {
    const billing = makeAccount({ at: jan31, plan: inAdvance, coupon: tenth })
    billing.runUntil(on(3, 1))
    billing.payEarly(on(3, 5))
    billing.apply(Lifecycle.removeCoupon(billing.now(), on(3, 6)))
    for (const at of [on(3, 10), on(4, 10), on(5, 10)]) {
      billing.runUntil(at)
      billing.use("messages", 1000, at)
    }
    billing.runUntil(on(6, 10))
    expect(discounts(billing)).toEqual([
      "0/CREATION 999",
      "0/CYCLE 999",
      "1/CYCLE 999",
      "1/CYCLE 300",
      "2/CYCLE 300",
      "3/CYCLE 0",
    ])
  })
})

describe("a coupon that a change of plan ends takes its share with it of a fee that was paid ahead", () => {
  const forStarter = { ...tenth, planIds: [plan.planId] }
  const change = { plan: ahead(pro), planIntervalId: proMonthly, now: on(3, 16) }
  /** The fee of the second cycle is paid on 28 February, and that of the third one ahead. */
  const paidAhead = (answer: PaymentAttempt.GatewayAnswer) => {
    const billing = makeAccount({ at: jan31, plan: inAdvance, coupon: forStarter })
    billing.runUntil(on(3, 1))
    billing.answerWith(answer)
    const invoiceId = billing.payEarly(on(3, 5))
    billing.answerWith(approved)
    return { billing, invoiceId }
  }
  const credits = (billing: Billing) =>
    billing.now().vouchers.map(({ creditOf, amount }) => [creditOf, amount])

  it("at once", () => {
    const { billing, invoiceId } = paidAhead(approved)
    billing.apply(Lifecycle.changePlan(billing.now(), change, billing.rules))
    // Of 31 days 16 are over: 5156 of 9990 are due, or 4640 of the 8991 that were paid. Of the next cycle nothing is due.
    expect(credits(billing)).toEqual([
      [idOf(billing, 1), 8991 - 4640],
      [invoiceId, 8991],
    ])
  })

  it.each([
    ["at once", Lifecycle.changePlan, 1],
    ["at the end of the cycle", Lifecycle.schedulePlanChange, 0],
  ])("%s, and where its payment is unknown until the next cycle runs", (_, decide, ofTheRest) => {
    const { billing, invoiceId } = paidAhead(unknown)
    billing.apply(decide(billing.now(), change, billing.rules))
    billing.runUntil(on(4, 1))
    expect(credits(billing)).toHaveLength(ofTheRest)
    billing.settle(invoiceId, 8991, on(4, 2))
    expect(credits(billing).slice(ofTheRest)).toEqual([[invoiceId, 8991]])
  })

  it("with a trial, and where its payment is unknown until then", () => {
    const tried = withInterval({ feeTiming: "ADVANCE", trialDays: 14 })
    const billing = makeAccount({ at: jan31, plan: tried, coupon: forStarter, answer: unknown })
    const invoiceId = billing.payEarly(on(2, 1))
    billing.answerWith(approved)
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), { ...change, now: on(2, 2) }, billing.rules))
    billing.runUntil(on(2, 20))
    billing.settle(invoiceId, 8991, on(2, 21))
    expect(credits(billing)).toEqual([[invoiceId, 8991]])
  })
})
