// Trials: nothing accrues before the first cycle, which begins at the trial's end.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  Account,
  type BillingPolicy,
  Due,
  InvoiceItems,
  Lifecycle,
  type Plan,
  Subscribe,
  Trial,
  UpcomingInvoice,
  Voucher,
} from "../../../src/index.ts"
import { approved, card, dayOf, decided, declined, lateUsage, makeAccount } from "../../support/account.ts"
import {
  ahead,
  monthly,
  organizationId,
  plan,
  pro,
  proMonthly,
  coupon as tenPercent,
  yearly,
} from "../../support/billing.ts"

const DAY = 86_400_000
const jan31 = Date.UTC(2026, 0, 31)
const feb28 = Date.UTC(2026, 1, 28)
const feb14 = Date.UTC(2026, 1, 14)
const mar14 = Date.UTC(2026, 2, 14)

const withTrial = (of: Plan.Plan, trialDays = 14): Plan.Plan => ({
  ...of,
  intervals: of.intervals.map((interval) => ({ ...interval, trialDays })),
})
const tried = withTrial(plan)
const changeTo = (of: Plan.Plan, planIntervalId: string, now: number) => ({ plan: of, planIntervalId, now })

const onTrial = (policy: Partial<BillingPolicy> = {}, of = tried) =>
  makeAccount({ at: jan31, plan: of, policy })
type Billing = ReturnType<typeof makeAccount>

const summary = (billing: Billing) =>
  billing.now().invoices.map(({ kind, status, totalAmount }) => `${kind} ${status} ${totalAmount}`)
const balances = (billing: Billing) => billing.now().vouchers.map(({ balance }) => balance)
const subscriptionOf = (billing: Billing) => {
  const { subscription } = billing.now()
  if (subscription === null) throw new Error("no subscription")
  return subscription
}
const cycleOf = (billing: Billing) => {
  const { cycle, startAt, endAt } = subscriptionOf(billing).cycle
  return `${cycle}: ${dayOf(startAt)} to ${dayOf(endAt)}`
}
const scheduleChange = (billing: Billing, of: Plan.Plan, planIntervalId: string, now: number) =>
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), changeTo(of, planIntervalId, now), billing.rules))
const change = (billing: Billing, of: Plan.Plan, planIntervalId: string, now: number) =>
  billing.apply(Lifecycle.changePlan(billing.now(), changeTo(of, planIntervalId, now), billing.rules))

describe("a trial of 14 days from 31 January", () => {
  it("bills nothing until 14 March, and then 9990 for the cycle from 14 February", () => {
    const billing = onTrial()
    expect(Trial.currentPeriod(subscriptionOf(billing))).toEqual({ startAt: jan31, endAt: feb14 })
    billing.runUntil(mar14 - 1)
    expect(summary(billing)).toEqual([])
    expect(Trial.inTrial(subscriptionOf(billing))).toBe(false)
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 9990"])
    expect(billing.now().invoices[0]).toMatchObject({ cycle: 0, periodStartAt: feb14, periodEndAt: mar14 })
    expect(cycleOf(billing)).toBe("1: 03-14 to 04-14")
  })

  it("is announced once, three days before its end", () => {
    const billing = onTrial()
    billing.runUntil(mar14)
    const told = billing.billingEvents().filter(({ type }) => type === "subscription.trial_ending")
    expect(told.map(({ at }) => dayOf(at))).toEqual(["02-11"])
    expect(billing.steps().slice(0, 2)).toEqual(["02-11 TRIAL_ENDING", "02-14 TRIAL_END"])
  })

  it.each([
    ["a trial shorter than the notice", { trialNoticeMillis: 15 * DAY }, "01-31"],
    ["a notice of a day", { trialNoticeMillis: DAY }, "02-13"],
    ["no notice", { trialNoticeMillis: 0 }, "02-14"],
  ])("%s is announced at its time", (_, policy, day) => {
    const billing = onTrial(policy)
    billing.runUntil(mar14)
    const told = billing.billingEvents().filter(({ type }) => type === "subscription.trial_ending")
    expect(told.map(({ at }) => dayOf(at))).toEqual([day])
  })

  it("ends in one jump as it ends day by day", () => {
    const [byDays, atOnce] = [onTrial(), onTrial()]
    for (let day = jan31; day <= mar14; day += DAY) byDays.runUntil(day)
    atOnce.runUntil(mar14)
    expect(byDays.now()).toEqual(atOnce.now())
    expect(byDays.steps()).toEqual(atOnce.steps())
  })
})

describe("usage in a trial", () => {
  const messages = (billing: Billing) =>
    billing.now().periods.flatMap(({ segments }) => segments.flatMap(({ usage }) => usage))

  it("is recorded and free, and counts in no threshold", () => {
    const billing = onTrial()
    billing.edit({ threshold: { value: 1, currency: "BRL" } })
    const { usageEvents } = billing.use("messages", 1000, jan31 + DAY)
    expect(usageEvents).toHaveLength(1)
    expect(messages(billing)).toEqual([])
    billing.use("messages", 2, feb14)
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CUT PAID 6", "CYCLE PAID 9990"])
  })

  it("is free also when it comes after the trial, and to the last millisecond", () => {
    const billing = onTrial()
    billing.runUntil(feb14)
    billing.apply(lateUsage(billing, feb14 - 1, feb14 + DAY))
    billing.apply(lateUsage(billing, feb14 - 1, feb14 + DAY))
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 9990"])
  })

  it("needs a meter of the plan, and a subscription by then", () => {
    const billing = onTrial()
    const use = (meter: string, occurredAt: number) => () => billing.use(meter, 1, occurredAt)
    expect(use("unknown", jan31 + DAY)).toThrow("UsageMeterUnknown")
    expect(() => billing.apply(lateUsage(billing, jan31 - 1, jan31 + DAY))).toThrow("UsageRefused")
  })
})

describe("a step of a trial", () => {
  const take = (billing: Billing, kind: "TRIAL_ENDING" | "TRIAL_END") =>
    decided(Due.takeStep(billing.now(), { kind, at: feb14 }, billing.rules))
  const without = makeAccount({ at: jan31, plan })
  const announced = onTrial()
  announced.runUntil(feb14 - 1)
  const ended = onTrial()
  ended.runUntil(feb14)

  it.each([
    ["its notice", "where there was none", without, "TRIAL_ENDING"],
    ["its end", "where there was none", without, "TRIAL_END"],
    ["its notice", "a second time", announced, "TRIAL_ENDING"],
    ["its notice", "after it", ended, "TRIAL_ENDING"],
    ["its end", "a second time", ended, "TRIAL_END"],
  ] as const)("%s, %s, changes nothing", (_, __, billing, kind) => {
    const change = take(billing, kind)
    expect(change.account).toBe(billing.now())
    expect(change).toEqual(Account.unchanged(billing.now()))
  })
})

describe("one trial an organization for each plan", () => {
  const again = (billing: Billing, of: Plan.Plan, planIntervalId: string, now: number) => {
    const command = { subscriptionId: "sub 2", paymentMethodId: card.paymentMethodId, coupon: null }
    const subscribed = Subscribe.subscribe(
      billing.now(),
      {
        ...command,
        ...changeTo(of, planIntervalId, now),
      },
      billing.rules,
    )
    return decided(subscribed).account.subscription
  }

  it("a second subscription begins without one, at any interval", () => {
    const billing = onTrial()
    billing.cancel(jan31 + DAY)
    expect(summary(billing)).toEqual([])
    const second = again(billing, tried, yearly, jan31 + 2 * DAY)
    expect(second?.trial).toBeUndefined()
    expect(second?.cycle.startAt).toBe(jan31 + 2 * DAY)
    expect(second?.trialPlanIds).toEqual([plan.planId])
    expect(Trial.trialFor(billing.now(), plan.planId, { ...tried.intervals[0], trialDays: 7 } as never)).toBe(
      null,
    )
  })

  it("another plan has its own", () => {
    const billing = onTrial()
    billing.cancel(jan31 + DAY)
    const second = again(billing, withTrial(pro, 7), proMonthly, feb14)
    expect(second?.trial?.endAt).toBe(feb14 + 7 * DAY)
    expect(second?.trialPlanIds).toEqual([plan.planId, pro.planId])
  })

  it("a plan that was changed to in the trial is used too; one that only followed it is not", () => {
    const billing = onTrial()
    change(billing, withTrial(pro), proMonthly, jan31 + DAY)
    expect(subscriptionOf(billing).trialPlanIds).toEqual([plan.planId, pro.planId])
    const later = onTrial()
    scheduleChange(later, withTrial(pro), proMonthly, jan31 + DAY)
    later.runUntil(mar14)
    expect(subscriptionOf(later).trialPlanIds).toEqual([plan.planId])
  })

  it("an interval without a trial leaves no trace", () => {
    const { subscription } = makeAccount({ at: jan31 }).now()
    expect(Object.keys(subscription ?? {})).not.toContain("trial")
    expect(Object.keys(subscription ?? {})).not.toContain("trialPlanIds")
  })
})

describe("cancelling in a trial", () => {
  it.each(["ACTIVE_SHARE", "FULL_CYCLE"] as const)("bills nothing under %s", (cancellationFee) => {
    const billing = onTrial({ cancellationFee })
    billing.cancel(jan31 + DAY)
    billing.runUntil(mar14 + 40 * DAY)
    expect(summary(billing)).toEqual([])
    expect(subscriptionOf(billing)).toMatchObject({ status: "CANCELLED", cancelledAt: jan31 + DAY })
    expect(Trial.currentPeriod(subscriptionOf(billing))).toEqual({ startAt: jan31, endAt: feb14 })
  })

  it.each(["ACTIVE_SHARE", "FULL_CYCLE"] as const)("at its end bills nothing under %s", (cancellationFee) => {
    const billing = onTrial({ cancellationFee })
    billing.apply(Lifecycle.scheduleCancel(billing.now(), jan31 + DAY, billing.rules))
    expect(subscriptionOf(billing).cancelAt).toBe(feb14)
    expect(billing.upcoming(jan31 + DAY).lines).toEqual([])
    billing.runUntil(mar14 + 40 * DAY)
    expect(summary(billing)).toEqual([])
    expect(subscriptionOf(billing)).toMatchObject({ status: "CANCELLED", cancelledAt: feb14 })
  })

  it.each(["ARREARS", "ADVANCE"] as const)(
    "at its end shows the document that it ends with, fee in %s",
    (feeTiming) => {
      const [monthlyInterval] = plan.intervals
      if (monthlyInterval === undefined) throw new Error("no interval")
      const timing = feeTiming === "ADVANCE" ? { feeTiming } : {}
      const intervals = [{ ...monthlyInterval, trialDays: 14, ...timing }]
      const ending = () => {
        const billing = makeAccount({ at: jan31, plan: { ...plan, intervals } })
        const setup = { itemId: "setup", name: "Setup", unitPrice: 1500, quantity: 1, now: jan31 }
        billing.apply(InvoiceItems.addItem(billing.now(), setup, billing.rules))
        billing.apply(Lifecycle.scheduleCancel(billing.now(), jan31 + DAY, billing.rules))
        return billing
      }
      const billing = ending()
      const preview = billing.upcoming(feb14 - 1)
      billing.runUntil(feb14)
      expect(billing.now().invoices).toMatchObject([preview])
      expect(preview).toMatchObject({ kind: "FINAL", dueAt: feb14, periodStartAt: jan31, periodEndAt: feb14 })
      const early = ending()
      early.payEarly(jan31 + 2 * DAY)
      early.runUntil(mar14)
      expect(summary(early)).toEqual(["FINAL PAID 1500"])
      expect(early.now().invoices).toMatchObject([preview])
    },
  )

  it("is taken back, and then the first cycle is billed", () => {
    const billing = onTrial()
    billing.apply(Lifecycle.scheduleCancel(billing.now(), jan31 + DAY, billing.rules))
    billing.apply(Lifecycle.undoCancel(billing.now(), jan31 + 2 * DAY, billing.rules))
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 9990"])
  })
})

describe("pausing in a trial", () => {
  it("is refused with the trial's end", () => {
    const billing = onTrial()
    expect(Lifecycle.pause(billing.now(), feb14 - 1, billing.rules)).toEqual(
      Result.fail({ _tag: "SubscriptionInTrial", subscriptionId: "sub", trialEndsAt: feb14 }),
    )
    billing.runUntil(feb14)
    billing.pause(feb14)
    expect(subscriptionOf(billing).status).toBe("PAUSED")
  })

  it("by exhausted dunning is not refused, and bills only what is active after it", () => {
    const billing = onTrial({ onExhausted: "PAUSE", dunningDays: [1], graceMillis: 0 })
    billing.answerWith(declined)
    billing.payEarly(jan31)
    expect(subscriptionOf(billing).status).toBe("PAST_DUE")
    billing.answerWith(approved)
    billing.runUntil(jan31)
    billing.answerWith(declined)
    billing.runUntil(feb14 - 1)
    expect(subscriptionOf(billing)).toMatchObject({ status: "PAUSED" })
    billing.answerWith(approved)
    billing.resume(feb14 + 14 * DAY)
    billing.runUntil(mar14)
    expect(billing.now().invoices.at(-1)).toMatchObject({ kind: "CYCLE", totalAmount: 4995 })
  })

  it.each([
    ["ARREARS", tried],
    ["ADVANCE", withTrial(ahead(plan))],
  ] as const)("by exhausted dunning: nothing is issued at the trial's end, fee in %s", (_, of) => {
    const billing = onTrial({ onExhausted: "PAUSE", dunningDays: [1] }, of)
    billing.answerWith(declined)
    billing.payEarly(jan31)
    billing.runUntil(jan31 + 3 * DAY)
    billing.answerWith(approved)
    const setup = { itemId: "setup", name: "Setup", unitPrice: 1500, quantity: 1, now: jan31 + 3 * DAY }
    billing.apply(InvoiceItems.addItem(billing.now(), setup, billing.rules))
    const before = summary(billing)
    billing.runUntil(feb14 + DAY)
    expect(summary(billing)).toEqual(before)
    billing.resume(feb14 + 14 * DAY)
    billing.runUntil(mar14)
    const items = billing.now().invoices.flatMap(({ lines }) => lines.filter(({ name }) => name === "Setup"))
    expect(items).toHaveLength(1)
    expect(billing.now().invoices.at(-1)).toMatchObject({ kind: "CYCLE", status: "PAID" })
  })
})

describe("the upcoming invoice after a trial's end that nobody has taken", () => {
  it("is the one that is issued then, whatever became of vouchers since", () => {
    const billing = onTrial({}, withTrial(ahead(plan)))
    const of = { organizationId, name: "Voucher", currency: "BRL" as const, createdAt: jan31 }
    const late = { ...of, voucherId: "late", amount: 500, effectiveAt: feb14 + DAY, expiresAt: null }
    const early = { ...of, voucherId: "early", amount: 300, effectiveAt: jan31, expiresAt: feb14 + DAY }
    billing.edit({ vouchers: [late, early].map((one) => decided(Voucher.grant(one)).voucher) })
    const { payableAmount } = billing.upcoming(feb14 + 2 * DAY)
    billing.runUntil(feb14 + 2 * DAY)
    expect(billing.now().invoices).toMatchObject([{ kind: "CREATION", payableAmount }])
    expect(payableAmount).toBe(9690)
  })
})

describe("the upcoming invoice at the instant at which a voucher expires", () => {
  it.each([
    ["in a cycle", plan, jan31 + 5 * DAY, 9990],
    ["at the boundary that issues it", plan, feb28, 9490],
    ["in a trial", tried, jan31 + 5 * DAY, 9990],
    ["at the end of a trial that bills in advance", withTrial(ahead(plan)), feb14, 9490],
  ])("is what is issued then: %s", (_, of, at, payableAmount) => {
    const billing = onTrial({}, of)
    const given = { organizationId, name: "Voucher", currency: "BRL" as const, createdAt: jan31 }
    const one = { ...given, voucherId: "one", amount: 500, effectiveAt: jan31, expiresAt: at }
    billing.edit({ vouchers: [decided(Voucher.grant(one)).voucher] })
    expect(billing.upcoming(at).payableAmount).toBe(payableAmount)
    billing.runUntil(at)
    if (billing.now().invoices.length === 0) billing.payEarly(at)
    expect(billing.now().invoices[0]).toMatchObject({ status: "PAID", payableAmount })
  })
})

describe("paying the first cycle in its trial", () => {
  it("bills it once, due at its end", () => {
    const billing = onTrial()
    billing.payEarly(jan31 + DAY)
    expect(billing.now().invoices[0]).toMatchObject({ periodStartAt: feb14, dueAt: mar14, status: "PAID" })
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 9990"])
    expect(balances(billing)).toEqual([])
  })

  it("goes back whole, at once, when it is cancelled, now or at the end", () => {
    const now = onTrial()
    now.payEarly(jan31 + DAY)
    now.cancel(jan31 + 2 * DAY)
    expect(balances(now)).toEqual([9990])
    const later = onTrial()
    later.payEarly(jan31 + DAY)
    later.apply(Lifecycle.scheduleCancel(later.now(), jan31 + 2 * DAY, later.rules))
    expect(balances(later)).toEqual([9990])
    later.runUntil(feb14)
    expect(balances(later)).toEqual([9990])
    expect(summary(later)).toEqual(["CYCLE PAID 9990"])
  })

  it("goes back whole when the plan changes, and pays the new one's fee", () => {
    const billing = onTrial()
    billing.payEarly(jan31 + DAY)
    change(billing, pro, proMonthly, jan31 + 2 * DAY)
    expect(balances(billing)).toEqual([9990])
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 9990", "CYCLE PAID 29990"])
    expect(billing.now().invoices[1]).toMatchObject({ payableAmount: 20_000 })
  })
})

describe("changing the plan in a trial", () => {
  it("bills nothing, and the trial ends when it would have", () => {
    const billing = onTrial()
    change(billing, withTrial(pro, 60), proMonthly, jan31 + DAY)
    expect(subscriptionOf(billing)).toMatchObject({ terms: { planId: pro.planId }, trial: { endAt: feb14 } })
    expect(summary(billing)).toEqual([])
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 29990"])
  })

  it("to another interval starts its first cycle at the trial's end", () => {
    const billing = onTrial()
    change(billing, tried, yearly, jan31 + DAY)
    expect(cycleOf(billing)).toBe("0: 02-14 to 02-14")
    expect(billing.upcoming(jan31 + DAY)).toMatchObject({ totalAmount: 99_900 })
    billing.runUntil(Date.UTC(2027, 1, 14))
    expect(summary(billing)).toEqual(["CYCLE PAID 99900"])
    change(billing, plan, monthly, Date.UTC(2027, 1, 14))
    expect(cycleOf(billing)).toBe("2: 02-14 to 03-14")
  })

  it("at its end keeps the plan until then, and shows the next one's fee", () => {
    const billing = onTrial()
    scheduleChange(billing, tried, yearly, jan31 + DAY)
    expect(subscriptionOf(billing)).toMatchObject({
      terms: { planIntervalId: monthly },
      scheduledTerms: { planIntervalId: yearly },
    })
    expect(Trial.currentPeriod(subscriptionOf(billing)).endAt).toBe(feb14)
    expect(subscriptionOf(billing).cycle.endAt).toBe(Date.UTC(2027, 1, 14))
    expect(billing.upcoming(jan31 + DAY)).toMatchObject({ totalAmount: 99_900 })
    billing.runUntil(feb14)
    expect(subscriptionOf(billing)).toMatchObject({ terms: { planIntervalId: yearly }, scheduledTerms: null })
    billing.runUntil(Date.UTC(2027, 1, 14))
    expect(summary(billing)).toEqual(["CYCLE PAID 99900"])
  })

  it("is taken back by choosing the plan again", () => {
    const billing = onTrial()
    scheduleChange(billing, tried, yearly, jan31 + DAY)
    scheduleChange(billing, tried, monthly, jan31 + 2 * DAY)
    expect(cycleOf(billing)).toBe("0: 02-14 to 03-14")
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 9990"])
  })

  it("counts for nothing until something of the first cycle is billed", () => {
    const billing = onTrial({ planChangesMax: 0 })
    for (let day = 1; day < 10; day++) {
      scheduleChange(billing, tried, day % 2 === 1 ? yearly : monthly, jan31 + day * DAY)
      expect(billing.now().periods).toHaveLength(1)
      expect(billing.now().periods[0]?.segments).toHaveLength(1)
    }
    change(billing, pro, proMonthly, jan31 + 10 * DAY)
    billing.payEarly(jan31 + 11 * DAY)
    expect(
      Lifecycle.schedulePlanChange(billing.now(), changeTo(plan, monthly, jan31 + 11 * DAY), billing.rules),
    ).toEqual(Result.fail({ _tag: "ChangesExhausted", change: "PLAN", changesMax: 0 }))
    expect(summary(billing)).toEqual(["CYCLE PAID 29990"])
  })

  it("keeps what was added in it", () => {
    const billing = onTrial()
    const setup = { itemId: "setup", name: "Set-up", unitPrice: 5000, quantity: 1, now: jan31 }
    billing.apply(InvoiceItems.addItem(billing.now(), setup, billing.rules))
    change(billing, pro, proMonthly, jan31 + DAY)
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 34990"])
  })

  it("at its end gives back at once what was paid ahead, and bills the next plan", () => {
    const billing = onTrial()
    billing.payEarly(jan31 + DAY)
    scheduleChange(billing, pro, proMonthly, jan31 + 2 * DAY)
    expect(balances(billing)).toEqual([9990])
    billing.payEarly(jan31 + 3 * DAY)
    billing.runUntil(mar14)
    expect(summary(billing)).toEqual(["CYCLE PAID 9990", "CYCLE PAID 29990"])
  })
})

describe("a coupon", () => {
  it("is not used up by a trial", () => {
    const coupon = { ...tenPercent, discount: { type: "PERCENTAGE", basisPoints: 5000 } as const }
    const billing = makeAccount({ at: jan31, plan: tried, coupon })
    billing.use("messages", 10, jan31 + DAY)
    billing.runUntil(Date.UTC(2026, 3, 14))
    const amounts = billing.now().invoices.map(({ payableAmount }) => payableAmount)
    expect(amounts).toEqual([4995, 9990])
  })
})

it("a year of trial tells of itself before it begins: a preview of any time is the invoice that is issued", () => {
  const billing = onTrial({}, withTrial(plan, 365))
  const empty = Account.emptyAccount({ organizationId, name: "One", currency: "BRL", status: "ACTIVE" })
  expect(Trial.trialFor(empty, plan.planId, { ...tried.intervals[0], trialDays: 365 } as never)).toBe(365)
  const preview = decided(UpcomingInvoice.upcoming(billing.now(), jan31, billing.rules))
  billing.runUntil(jan31 + 365 * DAY + 28 * DAY)
  const [issued] = billing.now().invoices
  expect(issued).toMatchObject({ invoiceId: preview.invoiceId, totalAmount: preview.totalAmount })
})

describe("an instant", () => {
  const trial = { endAt: feb14, announced: false, ended: false }
  const of = { trial, createdAt: jan31 }

  it.each([
    ["before the creation", jan31 - 1, false],
    ["of the creation", jan31, true],
    ["right before the end", feb14 - 1, true],
    ["of the end", feb14, false],
  ])("%s is of the trial: %j, %j", (_, at, isOf) => {
    expect(Trial.isOfTrial(of, at)).toBe(isOf)
    expect(Trial.isOfTrial({ createdAt: jan31 }, at)).toBe(false)
  })
})

describe("the trial that a subscription begins with", () => {
  const [first, second] = ["monthly", "yearly"]
  const offered = {
    ...plan,
    intervals: [
      { ...plan.intervals[0], id: first, trialDays: 7 },
      { ...plan.intervals[0], id: second, trialDays: 30 },
    ],
  } as Plan.Plan
  const begun = (planIntervalId: string) =>
    Trial.trialBegun({ subscription: null }, offered, { planIntervalId, now: jan31 })

  it("is that of its interval", () => {
    expect(begun(second)).toEqual({
      trial: { endAt: jan31 + 30 * DAY, announced: false, ended: false },
      trialPlanIds: [plan.planId],
    })
  })

  it("is none where the plan has no such interval", () => {
    expect(begun("weekly")).toEqual({})
  })
})
