// A customer that is imported in its trial: nothing is billed of it, and it goes on from its end as one that began here.
import { describe, expect, it } from "vitest"
import { type Account, Due, type ImportedCustomer, Trial } from "../../../../src/index.ts"
import { decided, rulesOf } from "../../../support/account.ts"
import { ahead, coupon, plan, startAt } from "../../../support/billing.ts"
import { importing, period } from "../../../support/imports.ts"
import { DAY } from "../fixtures.ts"

const rules = rulesOf()
const endAt = startAt + 14 * DAY

const inTrial = (
  members: Partial<ImportedCustomer.ImportedCustomer> = {},
  given: Parameters<typeof importing>[1] = {},
) =>
  decided(
    importing(
      {
        anchor: { at: endAt, day: null },
        period: { ...period, trial: true, startAt: startAt - 16 * DAY, endAt },
        ...members,
      },
      given,
    ),
  )

/** What an account becomes by everything that is due until an instant, and what is told of it. */
const until = (account: Account.Account, at: number) => {
  let now = account
  const told: Array<string> = []
  for (let due = Due.nextDue(now, rules); due !== null && due.at <= at; due = Due.nextDue(now, rules)) {
    const change = decided(Due.takeStep(now, due, rules))
    now = change.account
    told.push(...change.billingEvents.map(({ type }) => type))
  }
  const { subscription, invoices } = now
  return { account: now, subscription, invoices, told }
}

describe("a customer that is imported in its trial", () => {
  it("owes nothing before its end, and then its first period in arrears", () => {
    const { account, billingEvents, charges } = inTrial()
    expect([billingEvents.map(({ type }) => type), charges]).toEqual([["subscription.created"], []])
    expect(account.subscription && Trial.currentPeriod(account.subscription)).toEqual({ startAt, endAt })
    const begun = until(account, endAt)
    expect(begun.invoices).toEqual([])
    expect(begun.subscription).toMatchObject({ trial: { ended: true }, cycle: { startAt: endAt } })
    expect(until(account, Date.UTC(2026, 2, 14, 12)).invoices).toMatchObject([{ totalAmount: 9990 }])
  })

  it("pays a fee in advance when it ends", () => {
    const { account } = inTrial({}, { plan: ahead(plan) })
    expect(until(account, endAt - 1).invoices).toEqual([])
    expect(until(account, endAt).invoices).toMatchObject([{ kind: "CREATION", totalAmount: 9990 }])
  })

  it("hears of its end by this policy, where that is still to come", () => {
    const hearsFrom = (now: number) => until(inTrial({}, { now }).account, endAt - 1).told
    expect(hearsFrom(endAt - 3 * DAY - 1)).toEqual(["subscription.trial_ending"])
    expect(hearsFrom(endAt - 3 * DAY)).toEqual([])
  })

  it("ends with it where the customer has cancelled, and owes nothing", () => {
    const { account } = inTrial({ cancelAtPeriodEnd: true })
    expect(account.periods).toMatchObject([{ segments: [{ spans: [] }] }])
    const { subscription, invoices } = until(account, endAt)
    expect(subscription).toMatchObject({ status: "CANCELLED", cancelledAt: endAt })
    expect(invoices).toEqual([])
  })

  it("has no second trial, whatever its interval has", () => {
    const trialDays = 14
    const { account } = inTrial()
    const [interval] = plan.intervals
    expect(interval && Trial.trialFor(account, plan.planId, { ...interval, trialDays })).toBeNull()
  })

  it("begins with its coupon in the first period, which keeps the day of the anchor", () => {
    const anchor = { at: Date.UTC(2026, 1, 28, 12), day: 31 }
    const trial = { ...period, trial: true, startAt, endAt: anchor.at }
    const code = { code: coupon.code, cyclesSince: 0 }
    const { account } = inTrial({ anchor, period: trial, coupon: code }, { coupon })
    const { subscription, invoices } = until(account, Date.UTC(2026, 2, 31, 12))
    expect(invoices).toMatchObject([{ totalAmount: 9990, discountAmount: 999 }])
    expect(subscription?.cycle.endAt).toBe(Date.UTC(2026, 3, 30, 12))
  })
})
