// A fee in advance that was paid early, and then the next plan is another one: the next period keeps a segment of each
// plan that it was paid under, without time, so that what was billed of it stays known.
import { describe, expect, it } from "vitest"
import { begunNext } from "../../../../src/core/billing/periods/nextPeriod.ts"
import { Lifecycle, type Plan, QuantityChanges } from "../../../../src/index.ts"
import { declined, makeAccount } from "../../../support/account.ts"
import { monthly, plan, pro, proMonthly, yearly } from "../../../support/billing.ts"

const jan31 = Date.UTC(2026, 0, 31)
const feb14 = Date.UTC(2026, 1, 14)
const feb28 = Date.UTC(2026, 1, 28)

const ahead = (of: Plan.Plan, amount?: number, feeTiming: "ADVANCE" | "ARREARS" = "ADVANCE"): Plan.Plan => ({
  ...of,
  intervals: of.intervals.map((one) => ({
    ...one,
    amount: amount ?? one.amount,
    feeTiming,
    quantityAllowed: true,
  })),
})
const starter = ahead(plan, 1000)

type Billing = ReturnType<typeof makeAccount>
const paid = (options: Partial<Parameters<typeof makeAccount>[0]> = {}) => {
  const billing = makeAccount({ at: jan31, plan: starter, quantity: 3, ...options })
  billing.payEarly(feb14)
  return billing
}
const changeLater = (billing: Billing, of: Plan.Plan, planIntervalId: string, now = feb14) =>
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), { plan: of, planIntervalId, now }, billing.rules))
const next = (billing: Billing) => billing.now().periods.find(({ cycle }) => cycle === 1)
const segments = (billing: Billing) =>
  next(billing)?.segments.map(({ terms, spans, stretches, startAt, endAt }) => ({
    plan: `${terms.planName} ${terms.amount}`,
    endAt,
    from: [startAt, ...spans.map(({ from }) => from)],
    quantities: stretches,
  }))
const given = (billing: Billing) => billing.now().vouchers.map(({ balance }) => balance)

const three = [{ quantity: 3, from: feb28 }]
const ended = (name: string) => ({ plan: name, endAt: feb28, from: [feb28], quantities: three })
const begun = (name: string) => ({ plan: name, endAt: null, from: [feb28, feb28], quantities: three })

describe("the next period, after its fee was paid early", () => {
  it("is of one segment, and names the document that billed it", () => {
    const billing = paid()
    expect(segments(billing)).toEqual([begun("Starter 1000")])
    expect(next(billing)?.advanceInvoiceIds).toEqual(["invoice/sub/0/CYCLE/0"])
  })

  it.each([
    ["another fee", ahead(pro, 2000), "Pro 2000", [3000], 6000],
    ["the same fee of another plan", ahead(pro, 1000), "Pro 1000", [3000], 3000],
    ["a fee in arrears", ahead(pro, 1000, "ARREARS"), "Pro 1000", [3000], 0],
    ["no fee", ahead(pro, 0), "Pro 0", [3000], 0],
  ])(
    "under a plan with %s it keeps the segment that was paid, without time",
    (_, of, name, vouchers, due) => {
      const billing = paid()
      changeLater(billing, of, proMonthly)
      expect(segments(billing)).toEqual([ended("Starter 1000"), begun(name)])
      expect(next(billing)?.advanceInvoiceIds).toEqual(["invoice/sub/0/CYCLE/0"])
      expect(given(billing)).toEqual(vouchers)
      expect(billing.upcoming(feb14).totalAmount).toBe(due)
      const waiting = next(billing)
      billing.runUntil(feb28)
      expect(next(billing)?.segments.slice(0, -1)).toEqual(waiting?.segments.slice(0, -1))
      expect(next(billing)?.credits).toEqual(waiting?.credits)
      expect(billing.now().invoices.at(-1)?.totalAmount).toBe(due === 0 ? 3000 : due)
    },
  )

  it("does not keep a segment of which nothing was billed", () => {
    const billing = paid()
    changeLater(billing, ahead(pro, 2000), proMonthly)
    changeLater(billing, ahead(pro, 5000), proMonthly)
    changeLater(billing, starter, monthly)
    expect(segments(billing)).toEqual([ended("Starter 1000"), begun("Starter 1000")])
  })

  it("keeps one of each fee that was paid, and only the last goes on", () => {
    const billing = paid()
    changeLater(billing, ahead(pro, 2000), proMonthly)
    billing.payEarly(feb14)
    changeLater(billing, ahead(pro, 0), proMonthly)
    changeLater(billing, starter, monthly)
    billing.payEarly(feb14)
    expect(segments(billing)).toEqual([ended("Starter 1000"), ended("Pro 2000"), begun("Starter 1000")])
  })

  it.each([
    ["another price", ahead(pro, 5000)],
    ["the same price in arrears", ahead(pro, 2000, "ARREARS")],
  ])("keeps the segment of a scheduled plan that is taken at once at %s", (_, again) => {
    const billing = paid()
    changeLater(billing, ahead(pro, 2000), proMonthly)
    billing.payEarly(feb14)
    const command = { plan: again, planIntervalId: proMonthly, now: feb14 }
    billing.apply(Lifecycle.changePlan(billing.now(), command, billing.rules))
    expect(segments(billing)?.map(({ plan: name, endAt }) => [name, endAt])).toEqual([
      ["Starter 1000", feb28],
      ["Pro 2000", feb28],
      [`Pro ${again.intervals[0]?.amount}`, null],
    ])
  })

  it("does not keep one whose document was voided to be billed again", () => {
    const billing = makeAccount({ at: jan31, plan: starter, quantity: 3 })
    billing.answerWith(declined)
    billing.payEarly(feb14)
    billing.rebill("invoice/sub/0/CYCLE/0", feb14)
    changeLater(billing, ahead(pro, 2000), proMonthly)
    expect(segments(billing)).toEqual([begun("Pro 2000")])
  })

  it("of one unit has no stretches", () => {
    const billing = paid({ quantity: 1 })
    changeLater(billing, ahead(pro, 2000), proMonthly)
    expect(next(billing)?.segments.some((segment) => "stretches" in segment)).toBe(false)
  })

  it("that nobody paid for is not there, nor is it named at the boundary", () => {
    const billing = makeAccount({ at: jan31, plan: starter })
    expect(next(billing)).toBeUndefined()
    billing.runUntil(feb28)
    expect(next(billing)).toHaveProperty("advanceInvoiceIds")
    const arrears = makeAccount({ at: jan31, plan: ahead(plan, 1000, "ARREARS") })
    arrears.runUntil(feb28)
    expect(next(arrears)).not.toHaveProperty("advanceInvoiceIds")
  })

  it("begins on paper only where it will, with a fee that is due in advance", () => {
    const begins = (billing: Billing) => begunNext(billing.now())
    expect(begins(paid())?.period).toMatchObject({ cycle: 1, startAt: feb28 })
    const arrears = { plan: ahead(plan, 1000, "ARREARS") }
    expect(begins(makeAccount({ at: jan31, ...arrears }))).toBeNull()
    expect(begins(makeAccount({ at: Date.UTC(9999, 10, 15), plan: starter }))).toBeNull()
    const cancelled = paid()
    cancelled.cancel(feb14)
    expect(begins(cancelled)).toBeNull()
    const cancelledLater = paid()
    cancelledLater.apply(Lifecycle.scheduleCancel(cancelledLater.now(), feb14, cancelledLater.rules))
    expect(begins(cancelledLater)).toBeNull()
  })

  it("follows a plan of another length", () => {
    const billing = paid()
    changeLater(billing, ahead(plan, 9000), yearly)
    expect(segments(billing)).toEqual([ended("Starter 1000"), begun("Starter 9000")])
    expect(next(billing)?.endAt).toBe(Date.UTC(2027, 1, 28))
  })

  it("follows a quantity that is scheduled, and gives back what is not due", () => {
    const billing = paid()
    const command = { quantity: 2, now: feb14 }
    billing.apply(QuantityChanges.scheduleQuantityChange(billing.now(), command, billing.rules))
    expect(segments(billing)).toEqual([
      { ...begun("Starter 1000"), quantities: [{ quantity: 2, from: feb28 }] },
    ])
    expect(given(billing)).toEqual([1000])
  })
})
