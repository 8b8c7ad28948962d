// Drafts: the dates of a document by its kind, the budget of a coupon in its period, and where nothing is to be drafted.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as UpcomingInvoice from "../../../src/core/billing/invoicing/UpcomingInvoice.ts"
import {
  Account,
  Coupon,
  Lifecycle,
  PeriodDiscount,
  QuantityChanges,
  Receipts,
  Threshold,
} from "../../../src/index.ts"
import { decided, lateUsage, makeAccount, rulesOf } from "../../support/account.ts"
import { ahead, coupon, organizationId, plan, pro, proMonthly, yearly } from "../../support/billing.ts"
import { type Billing, DAY, feb28, jan31, on } from "./fixtures.ts"

const rules = rulesOf()
const feb10 = on(2, 10)
const mar5 = on(3, 5)

const setThreshold = (billing: Billing, value: number, now: number) =>
  billing.apply(Threshold.setThreshold(billing.now(), { value, currency: "BRL", now }, rules))

describe("a document", () => {
  const account = makeAccount({ at: jan31 }).now()
  const lines = [
    {
      planId: plan.planId,
      name: "Fee",
      unitPrice: 1,
      quantity: 1,
      item: { kind: "FEE", cycle: 0, segment: 0 } as const,
    },
  ]
  const datesOf = (draft: ReturnType<typeof UpcomingInvoice.draft>) => {
    const { invoiceId, dueAt, periodStartAt, periodEndAt, createdAt } = decided(draft)
    return { invoiceId, dueAt, periodStartAt, periodEndAt, createdAt }
  }

  it("of a whole cycle begins with it, and is due when it ends", () => {
    expect(
      datesOf(UpcomingInvoice.draft(account, { kind: "CYCLE", feeUntil: feb28, at: feb10 }, rules)),
    ).toEqual({
      invoiceId: "invoice/sub/0/CYCLE/0",
      dueAt: feb28,
      periodStartAt: jan31,
      periodEndAt: feb28,
      createdAt: jan31,
    })
  })

  it.each(["CUT", "PAUSE", "CHANGE", "FINAL"] as const)(
    "of kind %s is due at once, up to which it goes",
    (kind) => {
      expect(datesOf(UpcomingInvoice.draft(account, { kind, feeUntil: feb10, at: feb10 }, rules))).toEqual({
        invoiceId: `invoice/sub/0/${kind}/0`,
        dueAt: feb10,
        periodStartAt: jan31,
        periodEndAt: feb10,
        createdAt: feb10,
      })
    },
  )

  it.each([
    ["QUANTITY_CHANGE", ahead(plan, { quantityAllowed: true })],
    ["CHANGE", ahead(plan)],
  ] as const)("of kind %s with a fee in advance is of the rest of the cycle", (kind, inAdvance) => {
    const billing = makeAccount({ at: jan31, plan: inAdvance })
    billing.apply(
      kind === "CHANGE"
        ? Lifecycle.changePlan(
            billing.now(),
            { plan: ahead(pro), planIntervalId: proMonthly, now: feb10 },
            billing.rules,
          )
        : QuantityChanges.changeQuantity(billing.now(), { quantity: 2, now: feb10 }, billing.rules),
    )
    expect(billing.now().invoices.at(-1)).toMatchObject({
      kind,
      dueAt: feb10,
      periodStartAt: feb10,
      periodEndAt: feb28,
      createdAt: feb10,
    })
  })

  it("of the first cycle begins with the trial before it", () => {
    const trialDays = 14
    const billing = makeAccount({
      at: jan31,
      plan: { ...plan, intervals: plan.intervals.map((one) => ({ ...one, trialDays })) },
    })
    expect(billing.upcoming(feb10)).toMatchObject({
      periodStartAt: jan31 + trialDays * DAY,
      createdAt: jan31,
    })
  })

  it("that bills a cycle again when it is over goes up to the end of it, and is due when that was", () => {
    expect(
      datesOf(UpcomingInvoice.redraft(account, { cycle: 0, lines, dueAt: feb28, at: mar5 }, rules)),
    ).toEqual({
      invoiceId: "invoice/sub/0/REISSUE/0",
      dueAt: feb28,
      periodStartAt: jan31,
      periodEndAt: feb28,
      createdAt: mar5,
    })
  })

  it("without its fee has only usage", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 4, jan31)
    const { lines } = decided(
      UpcomingInvoice.draft(billing.now(), { kind: "CUT", feeUntil: null, at: jan31 }, rules),
    )
    expect(lines.map(({ name, amount }) => [name, amount])).toEqual([["Messages", 12]])
  })
})

describe("the budget of a coupon", () => {
  const discounts = (billing: Billing) => billing.now().invoices.map(({ discountAmount }) => discountAmount)
  const forever = (discount: Coupon.CouponDiscount, planIds: ReadonlyArray<string> | null = null) => ({
    ...coupon,
    discount,
    planIds,
    duration: { type: "FOREVER" } as const,
  })
  const half = { type: "PERCENTAGE", basisPoints: 5000 } as const

  it("is one for all documents of a cycle, and a new one for the next", () => {
    const billing = makeAccount({
      at: jan31,
      coupon: forever({ type: "FIXED", amount: 5000, currency: "BRL" }),
    })
    setThreshold(billing, 5, jan31)
    billing.use("messages", 4, feb10)
    billing.runUntil(on(3, 31))
    expect(discounts(billing)).toEqual([12, 4988, 5000])
  })

  it("is not touched by what a voucher pays", () => {
    const billing = makeAccount({ at: jan31, coupon: forever(half) })
    const voucher = { voucherId: "v", name: "Goodwill", currency: "BRL", amount: 6, at: jan31 }
    billing.apply(Receipts.grantVoucher(Account.unchanged(billing.now()), voucher))
    setThreshold(billing, 5, jan31)
    billing.use("messages", 4, feb10)
    billing.runUntil(feb28)
    expect(discounts(billing)).toEqual([12, 4995])
  })

  it("is of the lines of its plans alone", () => {
    const billing = makeAccount({ at: jan31, coupon: forever(half, [plan.planId]) })
    const toPro = { plan: pro, planIntervalId: proMonthly, now: on(2, 14) }
    billing.apply(Lifecycle.changePlan(billing.now(), toPro, rules))
    setThreshold(billing, 5, on(2, 14))
    billing.use("messages", 10, on(2, 15))
    billing.apply(lateUsage(billing, feb10, on(2, 16)))
    // Of 4995 and 15 the half is 2505, of which 2498 were given.
    expect(discounts(billing)).toEqual([2498, 0, 7])
  })
})

describe("the threshold as it stands", () => {
  it.each<readonly [number | null, object | null]>([
    [null, null],
    [12, { value: 12, currency: "BRL", accumulatedAmount: 12, exceeded: false }],
    [11, { value: 11, currency: "BRL", accumulatedAmount: 12, exceeded: true }],
  ])("of %s, with 12 accumulated", (value, expected) => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 4, jan31)
    const threshold = value === null ? null : { value, currency: "BRL" }
    expect(decided(UpcomingInvoice.thresholdSnapshot({ ...billing.now(), threshold }))).toEqual(expected)
  })

  it("has nothing else that a store may have left on it", () => {
    const threshold = { value: 300, currency: "BRL", organizationId: "one" }
    const account = { ...makeAccount({ at: jan31 }).now(), threshold }
    expect(decided(UpcomingInvoice.thresholdSnapshot(account))).toEqual({
      value: 300,
      currency: "BRL",
      accumulatedAmount: 0,
      exceeded: false,
    })
  })
})

describe("nothing is to be drafted", () => {
  const notFound = Result.fail({ _tag: "SubscriptionNotFound", organizationId })
  const subscribed = makeAccount({ at: jan31 }).now()
  const request = { kind: "FINAL", feeUntil: null, at: feb10 } as const

  it.each<readonly [string, Account.Account]>([
    ["a subscription", { ...subscribed, subscription: null }],
    ["a cycle", { ...subscribed, periods: [] }],
  ])("without %s", (_, account) => {
    expect(UpcomingInvoice.upcoming(account, feb10, rules)).toEqual(notFound)
    expect(UpcomingInvoice.draft(account, request, rules)).toEqual(notFound)
    expect(UpcomingInvoice.redraft(account, { cycle: 0, dueAt: feb10, at: feb10, lines: [] }, rules)).toEqual(
      notFound,
    )
    expect(UpcomingInvoice.unbilledUsage(account)).toEqual(Result.succeed([]))
    expect(UpcomingInvoice.accumulatedAmount(account)).toEqual(Result.succeed(0))
  })

  it("for a cycle that is not there", () => {
    expect(
      UpcomingInvoice.redraft(subscribed, { cycle: 1, dueAt: feb10, at: feb10, lines: [] }, rules),
    ).toEqual(notFound)
  })

  it("after the end, nor while paused", () => {
    const ended = makeAccount({ at: jan31 })
    ended.cancel(feb10)
    expect(UpcomingInvoice.upcoming(ended.now(), feb10, rules)).toEqual(notFound)
    const paused = makeAccount({ at: jan31 })
    paused.pause(feb10)
    expect(UpcomingInvoice.upcoming(paused.now(), feb10, rules)).toEqual(
      Result.fail({ _tag: "NoUpcomingInvoice", subscriptionId: "sub" }),
    )
  })
})

it("a period stands on the subscription's line of months", () => {
  const placeOf = (planIntervalId: string | undefined) => {
    const billing = makeAccount({ at: jan31, ...(planIntervalId !== undefined && { planIntervalId }) })
    billing.runUntil(jan31 + 400 * DAY)
    const applied = Coupon.apply(coupon, jan31)
    return billing
      .now()
      .periods.slice(0, 2)
      .map((period) => PeriodDiscount.placeOfPeriod(period, applied))
  }
  expect(placeOf(undefined)).toEqual([
    { cycle: 0, month: 0, months: 1 },
    { cycle: 1, month: 1, months: 1 },
  ])
  expect(placeOf(yearly)).toEqual([
    { cycle: 0, month: 0, months: 12 },
    { cycle: 1, month: 12, months: 12 },
  ])
})
