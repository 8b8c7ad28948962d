// The life of a subscription with its documents: the worked numbers of credits, pauses and cancellations.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Coupon, Invoice, Lifecycle, type Plan, Voids } from "../../../src/index.ts"
import { answerTo, approved, declined, lateUsage, makeAccount, unknown } from "../../support/account.ts"
import { coupon, monthly, plan, proMonthly, pro as proPlan, yearly } from "../../support/billing.ts"

const jan31 = Date.UTC(2026, 0, 31)
const feb28 = Date.UTC(2026, 1, 28)
const feb10noon = Date.UTC(2026, 1, 10, 12)

const half: Coupon.Coupon = {
  ...coupon,
  code: "HALF",
  discount: { type: "PERCENTAGE", basisPoints: 5000 },
  duration: { type: "FOREVER" },
}
const half3: Coupon.Coupon = { ...half, code: "HALF3", duration: { type: "REPEATING", months: 3 } }
const free: Coupon.Coupon = {
  ...half,
  code: "FREE",
  discount: { type: "PERCENTAGE", basisPoints: 10_000 },
  duration: { type: "ONCE" },
}

const summary = (billing: ReturnType<typeof makeAccount>) =>
  billing
    .now()
    .invoices.map(({ kind, status, totalAmount, payableAmount }) => [
      kind,
      status,
      totalAmount,
      payableAmount,
    ])
const vouchers = (billing: ReturnType<typeof makeAccount>) =>
  billing.now().vouchers.map(({ amount, balance }) => [amount, balance])

describe("cancelling now", () => {
  it("bills the fee of the active time: 3746 of 9990 until 10 Feb 12:00", () => {
    const billing = makeAccount({ at: jan31 })
    billing.cancel(feb10noon)
    expect(summary(billing)).toEqual([["FINAL", "PAID", 3746, 3746]])
    expect(billing.now().subscription).toMatchObject({ status: "CANCELLED", cancelledAt: feb10noon })
  })

  it("at the instant of the early payment gives all of it back, at 50 % 4995", () => {
    const billing = makeAccount({ at: jan31, coupon: half })
    billing.payEarly(jan31)
    billing.cancel(jan31)
    expect(vouchers(billing)).toEqual([[4995, 4995]])
    expect(summary(billing)).toEqual([["CYCLE", "PAID", 9990, 4995]])
  })

  it("at 10 Feb 12:00 gives 3122 of the early 4995 back", () => {
    const billing = makeAccount({ at: jan31, coupon: half })
    billing.payEarly(jan31)
    billing.cancel(feb10noon)
    expect(vouchers(billing)).toEqual([[3122, 3122]])
  })

  it.each([9990, 29_990])("gives nothing back where nothing was received (D9): %i at 100 %", (amount) => {
    const intervals = plan.intervals.map((interval) => ({ ...interval, amount }))
    const billing = makeAccount({ at: jan31, coupon: free, plan: { ...plan, intervals } })
    billing.payEarly(jan31)
    billing.cancel(jan31 + 24 * 3_600_000)
    expect(vouchers(billing)).toEqual([])
    expect(billing.charges()).toEqual([])
    expect(summary(billing)).toEqual([["CYCLE", "PAID", amount, 0]])
  })

  it("bills the usage before it on the final invoice (A11)", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, feb10noon - 1)
    billing.cancel(feb10noon)
    expect(summary(billing)).toEqual([["FINAL", "PAID", 3776, 3776]])
  })

  it("keeps the whole fee under FULL_CYCLE, and credits nothing later", () => {
    const billing = makeAccount({ at: jan31, policy: { cancellationFee: "FULL_CYCLE" } })
    billing.cancel(feb10noon)
    expect(summary(billing)).toEqual([["FINAL", "PAID", 9990, 9990]])
    expect(vouchers(billing)).toEqual([])
  })

  it("ends boundaries and scheduled changes (B12)", () => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(
      Lifecycle.schedulePlanChange(
        billing.now(),
        { plan, planIntervalId: yearly, now: jan31 },
        billing.rules,
      ),
    )
    billing.cancel(feb10noon)
    billing.runUntil(Date.UTC(2027, 0, 1))
    expect(summary(billing)).toEqual([["FINAL", "PAID", 3746, 3746]])
  })

  it("voids an early document that is not paid, and bills what is due", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.payEarly(jan31)
    billing.answerWith(approved)
    billing.cancel(feb10noon)
    expect(summary(billing)).toEqual([
      ["CYCLE", "VOID", 9990, 9990],
      ["FINAL", "PAID", 3746, 3746],
    ])
  })

  it.each([
    ["credits it when the money arrives", approved, [["CYCLE", "PAID", 9990, 9990]], [[6244, 6244]]],
    [
      "voids it when it is refused, and a REISSUE bills what is due",
      declined,
      [
        ["CYCLE", "VOID", 9990, 9990],
        ["REISSUE", "PAYMENT_FAILED", 3746, 3746],
      ],
      [],
    ],
  ])("while an early payment is in flight %s", (_, answer, documents, granted) => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(jan31)
    billing.cancel(feb10noon)
    expect(summary(billing)).toEqual([["CYCLE", "OPEN", 9990, 9990]])
    const attemptId = billing.charges()[0]?.attemptId ?? ""
    billing.answerWith(answer)
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer, now: feb28 }))
    expect(summary(billing)).toEqual(documents)
    expect(vouchers(billing)).toEqual(granted)
  })
})

describe("pausing", () => {
  it("on 15 Feb and resuming on 1 Apr, with anchor 31 Jan, makes the fee of [31 Mar, 30 Apr) 9657", () => {
    const billing = makeAccount({ at: jan31 })
    billing.pause(Date.UTC(2026, 1, 15))
    billing.runUntil(Date.UTC(2026, 3, 1))
    billing.resume(Date.UTC(2026, 3, 1))
    const { lines, dueAt } = billing.upcoming(Date.UTC(2026, 3, 1))
    expect(dueAt).toBe(Date.UTC(2026, 3, 30))
    expect(lines.map(({ name, amount }) => [name, amount])).toEqual([["Starter (prorated)", 9657]])
    expect(summary(billing)).toEqual([["PAUSE", "PAID", 5352, 5352]])
  })

  it("after an early payment gives back, bills active time again, and never more than was paid", () => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(jan31)
    for (const day of [5, 10, 15, 20]) {
      billing.pause(Date.UTC(2026, 1, day))
      billing.resume(Date.UTC(2026, 1, day + 2))
    }
    billing.runUntil(feb28)
    for (const invoice of billing.now().invoices) {
      expect(invoice.amountCredited).toBeLessThanOrEqual(Invoice.receivedAmount(invoice))
    }
    const fees = billing
      .now()
      .invoices.flatMap((invoice) => invoice.lines)
      .reduce((sum, line) => sum + line.amount, 0)
    const credited = billing
      .now()
      .periods.flatMap((period) => period.credits)
      .flatMap(({ parts }) => parts)
      .reduce((sum, { amount }) => sum + amount, 0)
    // 20 of 28 days were active.
    expect(fees - credited).toBe(7136)
  })

  it("on a clock that goes back bills no time twice", () => {
    const billing = makeAccount({ at: jan31 })
    billing.pause(feb10noon)
    billing.resume(jan31)
    billing.runUntil(feb28)
    const fees = billing.now().invoices.map(({ totalAmount }) => totalAmount)
    expect(fees.reduce((sum, amount) => sum + amount, 0)).toBe(9990)
  })

  it("twice is once", () => {
    const billing = makeAccount({ at: jan31 })
    billing.pause(feb10noon)
    const before = billing.now()
    expect(billing.pause(feb10noon + 1).billingEvents).toEqual([])
    expect(billing.now()).toBe(before)
  })

  it("over a boundary issues nothing and bills late usage from before it after the resume (B9)", () => {
    const billing = makeAccount({ at: jan31 })
    billing.pause(feb10noon)
    billing.apply(lateUsage(billing, feb10noon - 1, feb10noon + 1))
    billing.runUntil(Date.UTC(2026, 4, 1))
    billing.resume(Date.UTC(2026, 4, 1))
    billing.runUntil(Date.UTC(2026, 4, 31))
    expect(summary(billing).map(([kind]) => kind)).toEqual(["PAUSE", "CYCLE"])
    expect(billing.now().invoices[1]?.lines.map((line) => line.name)).toEqual([
      "Starter (prorated)",
      "Messages, 2026-01-31 to 2026-02-28",
    ])
  })
})

describe("changing the plan", () => {
  const pro = {
    ...plan,
    planId: "pro",
    name: "Pro",
    intervals: plan.intervals.map((interval) => ({
      ...interval,
      id: `pro-${interval.id}`,
      amount: interval.amount * 2,
    })),
  }

  it("now, at the same length of interval, keeps the grid and bills each segment for its active time", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("tokens", 1500, jan31)
    billing.apply(
      Lifecycle.changePlan(
        billing.now(),
        { plan: pro, planIntervalId: `pro-${monthly}`, now: feb10noon },
        billing.rules,
      ),
    )
    expect(summary(billing)).toEqual([["CHANGE", "PAID", 3846, 3846]])
    billing.use("tokens", 500, feb10noon + 1)
    billing.runUntil(feb28)
    expect(billing.now().invoices[1]?.lines.map(({ name, amount }) => [name, amount])).toEqual([
      ["Pro (prorated)", 12_488],
      ["Tokens", 50],
    ])
    expect(billing.now().subscription?.cycle).toMatchObject({ startAt: feb28, endAt: Date.UTC(2026, 2, 31) })
  })

  it("now, on a clock that goes back into a pause, bills no time of the pause", () => {
    const billing = makeAccount({ at: jan31 })
    const feb5 = Date.UTC(2026, 1, 5)
    billing.pause(feb5)
    billing.resume(feb10noon)
    billing.apply(
      Lifecycle.changePlan(
        billing.now(),
        { plan: pro, planIntervalId: `pro-${monthly}`, now: feb5 },
        billing.rules,
      ),
    )
    billing.runUntil(feb28)
    expect(
      billing
        .now()
        .invoices.at(-1)
        ?.lines.map(({ name, amount }) => [name, amount]),
    ).toEqual([["Pro (prorated)", 12_488]])
  })

  it("now, to a year, starts a new cycle at this instant under the next number", () => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(
      Lifecycle.changePlan(billing.now(), { plan, planIntervalId: yearly, now: feb10noon }, billing.rules),
    )
    expect(billing.now().subscription?.cycle).toEqual({
      cycle: 1,
      startAt: feb10noon,
      endAt: Date.UTC(2027, 1, 10, 12),
    })
    expect(summary(billing)).toEqual([["CHANGE", "PAID", 3746, 3746]])
    expect(billing.upcoming(feb10noon).totalAmount).toBe(99_900)
  })

  it("at the period's end bills the cycle as it was and starts the next under the new terms", () => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(
      Lifecycle.schedulePlanChange(
        billing.now(),
        { plan: pro, planIntervalId: `pro-${monthly}`, now: jan31 },
        billing.rules,
      ),
    )
    billing.runUntil(feb28)
    expect(summary(billing)).toEqual([["CYCLE", "PAID", 9990, 9990]])
    expect(billing.upcoming(feb28).lines.map((line) => line.name)).toEqual(["Pro"])
  })
})

describe("a plan that cannot be subscribed to any more", () => {
  const retired = { ...plan, status: "INACTIVE" } as const
  const change = (of: Plan.Plan, planIntervalId: string) => ({ plan: of, planIntervalId, now: feb10noon })

  it.each([
    ["now", Lifecycle.changePlan],
    ["at the period's end", Lifecycle.schedulePlanChange],
  ])("is chosen again %s by whom has it, which takes a scheduled change back (GAP-91)", (_, choose) => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change(plan, yearly), billing.rules))
    billing.apply(choose(billing.now(), change(retired, monthly), billing.rules))
    expect(billing.now().subscription).toMatchObject({
      terms: { planIntervalId: monthly },
      scheduledTerms: null,
    })
  })

  it("stays scheduled, and is not taken at once (GAP-91)", () => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change(plan, yearly), billing.rules))
    const before = billing.now()
    billing.apply(Lifecycle.schedulePlanChange(before, change(retired, yearly), billing.rules))
    expect(billing.now()).toBe(before)
    expect(Lifecycle.changePlan(before, change(retired, yearly), billing.rules)).toEqual(
      Result.fail({ _tag: "PlanInactive", planId: plan.planId }),
    )
  })

  it("does not lend its interval to another plan", () => {
    const billing = makeAccount({ at: jan31 })
    const other = { ...plan, planId: "other", intervals: [] }
    expect(Lifecycle.changePlan(billing.now(), change(other, monthly), billing.rules)).toEqual(
      Result.fail({ _tag: "PlanIntervalNotFound", planId: "other", planIntervalId: monthly }),
    )
  })
})

describe("what waits for the boundary", () => {
  const pro = {
    ...plan,
    planId: "pro",
    intervals: plan.intervals.map((interval) => ({ ...interval, id: `pro-${interval.id}` })),
  }

  it("a scheduled change takes effect also when the subscription has become PAST_DUE", () => {
    const billing = makeAccount({ at: jan31 })
    const change = { plan: pro, planIntervalId: `pro-${monthly}`, now: jan31 }
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change, billing.rules))
    billing.answerWith(declined)
    billing.payEarly(jan31)
    expect(billing.now().subscription?.status).toBe("PAST_DUE")
    billing.runUntil(feb28)
    expect(billing.now().subscription).toMatchObject({
      status: "PAST_DUE",
      terms: { planId: "pro" },
      scheduledTerms: null,
    })
    expect(billing.now().subscription?.cycle.startAt).toBe(feb28)
  })

  it("another plan is refused while an end is scheduled, and possible when that is undone", () => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(Lifecycle.scheduleCancel(billing.now(), jan31, billing.rules))
    const change = { plan, planIntervalId: yearly, now: feb10noon }
    const invalid = { _tag: "SubscriptionTransitionInvalid", status: "ACTIVE" }
    const [now, later] = [
      Lifecycle.changePlan(billing.now(), change, billing.rules),
      Lifecycle.schedulePlanChange(billing.now(), change, billing.rules),
    ]
    expect([now, later]).toMatchObject([{ failure: invalid }, { failure: invalid }])
    expect(billing.now().subscription?.cancelAt).toBe(feb28)
    billing.apply(Lifecycle.undoCancel(billing.now(), feb10noon, billing.rules))
    billing.apply(Lifecycle.changePlan(billing.now(), change, billing.rules))
    expect(billing.now().subscription?.terms.interval).toBe("YEARLY")
  })
})

describe("how often a subscription may be changed", () => {
  const changesMax = 3

  it("is paused so often in a cycle, and again in the next one", () => {
    const billing = makeAccount({ at: jan31, policy: { pausesMax: changesMax } })
    const pauseAndResume = (at: number): void => {
      billing.pause(at)
      billing.resume(at + 1)
    }
    for (let time = 1; time <= changesMax; time++) pauseAndResume(jan31 + 10 * time)
    expect(Lifecycle.pause(billing.now(), jan31 + 100, billing.rules)).toEqual(
      Result.fail({ _tag: "ChangesExhausted", change: "PAUSE", changesMax }),
    )
    billing.runUntil(feb28)
    pauseAndResume(feb28)
    expect(billing.now().subscription?.status).toBe("ACTIVE")
  })

  it.each([
    ["of the same length", proPlan, proMonthly],
    ["of another length", plan, yearly],
  ])("changes to a plan %s so often while its cycles can be billed", (_, other, planIntervalId) => {
    const billing = makeAccount({ at: jan31, policy: { planChangesMax: changesMax } })
    const targets = [
      { plan: other, planIntervalId },
      { plan, planIntervalId: monthly },
    ]
    const change = (time: number, now: number) => {
      const target = targets[time % 2] ?? { plan, planIntervalId: monthly }
      return Lifecycle.changePlan(billing.now(), { ...target, now }, billing.rules)
    }
    for (let time = 0; time < changesMax; time++) billing.apply(change(time, jan31 + time + 1))
    expect(change(changesMax, jan31 + 10)).toEqual(
      Result.fail({ _tag: "ChangesExhausted", change: "PLAN", changesMax }),
    )
    const back = targets[changesMax % 2] ?? { plan, planIntervalId: monthly }
    expect(
      Result.isSuccess(
        Lifecycle.schedulePlanChange(billing.now(), { ...back, now: jan31 + 10 }, billing.rules),
      ),
    ).toBe(true)
  })
})

describe("coupons over time", () => {
  it("HALF3 for twelve months discounts exactly three fees: 14,985", () => {
    const billing = makeAccount({ at: jan31, coupon: half3 })
    billing.runUntil(Date.UTC(2027, 0, 31))
    const { invoices } = billing.now()
    expect(invoices).toHaveLength(12)
    expect(invoices.map((invoice) => invoice.discountAmount)).toEqual([
      4995, 4995, 4995, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ])
  })
})

describe("voiding", () => {
  const failed = () => {
    const billing = makeAccount({ at: jan31, coupon: half3 })
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.answerWith(approved)
    return { billing, invoiceId: billing.now().invoices[0]?.invoiceId ?? "" }
  }

  it("with rebilling bills the same again, discount and all (law 11)", () => {
    const { billing, invoiceId } = failed()
    expect(billing.now().subscription?.status).toBe("PAST_DUE")
    billing.rebill(invoiceId, feb28 + 1)
    expect(summary(billing)).toEqual([
      ["CYCLE", "VOID", 9990, 4995],
      ["REISSUE", "PAID", 9990, 4995],
    ])
    expect(billing.now().subscription?.status).toBe("ACTIVE")
  })

  it("without rebilling gives its voucher back, and a later cancellation gives nothing a second time", () => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(jan31)
    billing.pause(jan31)
    billing.resume(jan31)
    const [credit] = billing.now().vouchers
    expect(credit).toMatchObject({ balance: 9990 })
    billing.use("messages", 1000, jan31)
    billing.answerWith(declined)
    const invoiceId = billing.payEarly(jan31)
    billing.apply(Voids.voidInvoice(billing.now(), { invoiceId, rebill: false, now: jan31 }, billing.rules))
    expect(vouchers(billing)).toEqual([[9990, 9990]])
    billing.cancel(jan31)
    expect(vouchers(billing)).toEqual([[9990, 9990]])
  })

  it("without rebilling forgives: nothing is billed again (B6), and the subscription recovers (E11)", () => {
    const { billing, invoiceId } = failed()
    billing.apply(
      Voids.voidInvoice(billing.now(), { invoiceId, rebill: false, now: feb28 + 1 }, billing.rules),
    )
    expect(summary(billing)).toEqual([["CYCLE", "VOID", 9990, 4995]])
    expect(billing.now().subscription?.status).toBe("ACTIVE")
    expect(billing.upcoming(feb28 + 1).lines.map((line) => line.name)).toEqual(["Starter"])
  })
})
