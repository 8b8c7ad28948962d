// What the laws and the reading for them found, each as its smallest case.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Account, type Coupon, Lifecycle, Payments, Subscribe, Voids } from "../../../../src/index.ts"
import { answerTo, approved, declined, lateUsage, makeAccount, unknown } from "../../../support/account.ts"
import { coupon, monthly, plan } from "../../../support/billing.ts"

const jan31 = Date.UTC(2026, 0, 31)
const feb10noon = Date.UTC(2026, 1, 10, 12)
const feb28 = Date.UTC(2026, 1, 28)

const pro = {
  ...plan,
  planId: "pro",
  intervals: plan.intervals.map((interval) => ({ ...interval, id: `pro ${interval.id}` })),
}
const toPro = (now: number) => ({ plan: pro, planIntervalId: `pro ${monthly}`, now })

/** Half of Starter, and of no other plan. */
const halfOf = (duration: Coupon.CouponDuration): Coupon.Coupon => ({
  ...coupon,
  discount: { type: "PERCENTAGE", basisPoints: 5000 },
  duration,
  planIds: [plan.planId],
})
const durations: ReadonlyArray<Coupon.CouponDuration> = [
  { type: "ONCE" },
  { type: "REPEATING", months: 3 },
  { type: "FOREVER" },
]

const summary = (billing: ReturnType<typeof makeAccount>) =>
  billing
    .now()
    .invoices.map(({ kind, status, totalAmount, payableAmount }) => [
      kind,
      status,
      totalAmount,
      payableAmount,
    ])
const granted = (billing: ReturnType<typeof makeAccount>) =>
  billing.now().vouchers.map(({ amount }) => amount)
const attempt = (result: Result.Result<Account.Change, unknown>, billing: ReturnType<typeof makeAccount>) =>
  Result.isSuccess(result) ? billing.apply(result) : null

describe("a coupon that a change of plan ended", () => {
  it.each(durations)("still discounts what is billed again of before ($type)", (duration) => {
    const billing = makeAccount({ at: jan31, coupon: halfOf(duration) })
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), toPro(jan31), billing.rules))
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.answerWith(approved)
    const invoiceId = billing.now().invoices[0]?.invoiceId ?? ""
    billing.rebill(invoiceId, feb28)
    expect(summary(billing)).toEqual([
      ["CYCLE", "VOID", 9990, 4995],
      ["REISSUE", "PAID", 9990, 4995],
    ])
  })

  it.each(durations)(
    "discounts late usage of the old plan within the same cycle alike ($type)",
    (duration) => {
      const billing = makeAccount({ at: jan31, coupon: halfOf(duration) })
      billing.apply(Lifecycle.changePlan(billing.now(), toPro(feb10noon), billing.rules))
      const before = billing.upcoming(feb10noon).payableAmount
      billing.apply(lateUsage(billing, feb10noon - 1, feb10noon + 1))
      // Of 3746 and 15 the half is 1881, of which 1873 were given.
      expect(billing.upcoming(feb10noon + 1).payableAmount).toBe(before + 15 - 8)
    },
  )
})

describe("an early payment whose money comes by settlement after a cancellation", () => {
  it("is credited for the time that is no longer due", () => {
    const billing = makeAccount({ at: jan31 })
    const slip = { barcode: "1", digitableLine: "1", expiresAt: feb28 }
    billing.answerWith({ _tag: "Pending", slip })
    const invoiceId = billing.payEarly(jan31)
    billing.cancel(feb10noon)
    const money = { invoiceId, receiptId: "receipt", amount: 9990, now: feb10noon + 1 }
    billing.apply(Payments.settle(billing.now(), money, billing.rules))
    expect(summary(billing)).toEqual([["CYCLE", "PAID", 9990, 9990]])
    expect(granted(billing)).toEqual([6244])
  })
})

describe("a second subscription", () => {
  const subscribeAgain = (billing: ReturnType<typeof makeAccount>, now: number) =>
    attempt(
      Subscribe.subscribe(
        billing.now(),
        {
          subscriptionId: "second",
          plan,
          planIntervalId: monthly,
          paymentMethodId: "pm_1",
          coupon: null,
          now,
        },
        billing.rules,
      ),
      billing,
    )

  it("bills its own fee whole, also when a document of the first is voided with rebilling", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.cancel(feb10noon)
    billing.answerWith(approved)
    subscribeAgain(billing, feb10noon)
    const invoiceId = billing.now().invoices[0]?.invoiceId ?? ""
    attempt(
      Voids.voidInvoice(billing.now(), { invoiceId, rebill: true, now: feb10noon + 1 }, billing.rules),
      billing,
    )
    expect(billing.upcoming(feb10noon + 2).totalAmount).toBe(9990)
    expect(billing.now().invoices.filter(({ subscriptionId }) => subscriptionId === "second")).toEqual([])
  })

  it("takes no credit away that the first is owed for a payment still in flight", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(jan31)
    const attemptId = billing.charges()[0]?.attemptId ?? ""
    billing.cancel(feb10noon)
    subscribeAgain(billing, feb10noon)
    const told = { invoiceId, attemptId, answer: approved, now: feb10noon + 1 }
    billing.apply(Payments.recordAnswer(billing.now(), told, billing.rules))
    expect(granted(billing)).toEqual([6244])
  })
})

describe("an answer at the instant at which the next document falls due", () => {
  it("charges that one in time: it is not delinquent, and the same answer again changes nothing", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    const invoiceId = billing.payEarly(jan31)
    billing.answerWith(unknown)
    billing.use("messages", 4, jan31 + 1)
    billing.runUntil(feb28)
    const attemptId = billing.now().invoices[0]?.attempts.at(-1)?.attemptId ?? ""
    expect(billing.now().subscription).toMatchObject({ status: "PAST_DUE", dunning: { attemptId } })
    const answer = { invoiceId, attemptId, answer: approved, now: feb28 }
    billing.apply(answerTo(billing, answer))
    expect(billing.now().subscription).toMatchObject({ status: "ACTIVE", dunning: null })
    expect(billing.now().invoices.map(({ status, attempts }) => [status, attempts.at(-1)?.status])).toEqual([
      ["PAID", "APPROVED"],
      ["OPEN", "UNKNOWN"],
    ])
    const before = billing.now()
    billing.apply(answerTo(billing, answer))
    expect(billing.now()).toBe(before)
  })
})
