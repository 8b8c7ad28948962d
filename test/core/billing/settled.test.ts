// When a period is settled, so that it is loaded no more: its usage is billed and none can come, no payment of it is on its
// way, and no credit of it waits for money. A cycle runs from 31 January to 28 February, the next ones to 31 March, 30
// April and 31 May. Usage may come 35 days late: for the first cycle until 4 April, for the second until 5 May.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type BillingPeriod, Lifecycle, Operators, type Plan, QuantityChanges } from "../../../src/index.ts"
import { answerTo, approved, declined, makeAccount, unknown } from "../../support/account.ts"
import { coupon, monthly, plan, pro, proMonthly, yearly } from "../../support/billing.ts"
import { loadedAccount } from "../../support/loadedAccount.ts"
import { type Billing, DAY, idOf, jan31, on } from "./fixtures.ts"

const feb14 = on(2, 14)
const [mar31, apr30, may31, jun30] = [on(3, 31), on(4, 30), on(5, 31), on(6, 30)]
const inAdvance = (of: Plan.Plan): Plan.Plan => ({
  ...of,
  intervals: of.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE", quantityAllowed: true })),
})
const ahead = inAdvance(plan)

const refusedChange = Result.fail({ _tag: "ChangesExhausted", change: "PLAN", changesMax: 1 })

/** The cycles of the periods that are settled. */
const settled = (billing: Billing) => billing.now().periods.flatMap((one) => (one.settled ? [one.cycle] : []))
const editPeriod = (billing: Billing, cycle: number, members: Partial<BillingPeriod.BillingPeriod>) =>
  billing.edit({
    periods: billing.now().periods.map((one) => (one.cycle === cycle ? { ...one, ...members } : one)),
  })
/** The account without some invoices, as if they were not loaded. */
const leaveOut = (billing: Billing, ...invoiceIds: ReadonlyArray<string>) =>
  billing.edit({
    invoices: billing.now().invoices.filter(({ invoiceId }) => !invoiceIds.includes(invoiceId)),
  })

describe("with a fee in arrears", () => {
  it("a period is settled at the first boundary after the days in which its usage may come late", () => {
    const billing = makeAccount({ at: jan31 })
    billing.runUntil(mar31)
    expect(settled(billing)).toEqual([])
    billing.runUntil(apr30)
    expect(settled(billing)).toEqual([0])
    billing.runUntil(may31)
    expect(settled(billing)).toEqual([0, 1])
  })

  it("a period that a change of the interval closed is settled by the days since then, and its changes count no more", () => {
    const billing = makeAccount({ at: jan31, planIntervalId: yearly, policy: { planChangesMax: 1 } })
    const change = (planIntervalId: string, now: number) =>
      Lifecycle.changePlan(billing.now(), { plan, planIntervalId, now }, billing.rules)
    billing.apply(change(monthly, feb14))
    billing.runUntil(on(3, 14))
    expect(settled(billing)).toEqual([])
    expect(change(yearly, on(3, 14))).toEqual(refusedChange)
    // Of the year that ended on 14 February usage could come until 21 March.
    billing.runUntil(on(4, 14))
    expect(settled(billing)).toEqual([0])
    billing.edit(loadedAccount(billing.now(), []))
    billing.apply(change(yearly, on(4, 14)))
    expect(billing.now().subscription?.anchor.interval).toBe("YEARLY")
  })

  it("a payment in flight of one of its documents keeps a period open, and no other period", () => {
    const billing = makeAccount({ at: jan31 })
    billing.edit({ threshold: { value: 5, currency: "BRL" } })
    billing.use("messages", 4, feb14)
    billing.answerWith(({ attemptId }) => (attemptId.includes("/0/CYCLE/") ? unknown : approved))
    billing.runUntil(may31)
    expect(billing.now().invoices.map(({ kind, cycle }) => [kind, cycle])).toEqual([
      ["CUT", 0],
      ["CYCLE", 0],
      ["CYCLE", 1],
      ["CYCLE", 2],
      ["CYCLE", 3],
    ])
    expect(settled(billing)).toEqual([1])
  })

  it("it is settled after its payment came, also where the next period was settled before and is not loaded", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(({ attemptId }) => (attemptId.includes("/0/CYCLE/") ? unknown : approved))
    billing.runUntil(may31)
    billing.edit(loadedAccount(billing.now(), []))
    expect(billing.now().periods.map(({ cycle }) => cycle)).toEqual([0, 2, 3, 4])
    const invoiceId = idOf(billing, 0)
    const answer = { invoiceId, attemptId: `attempt/${invoiceId}/0`, answer: approved, now: may31 + DAY }
    billing.apply(answerTo(billing, answer))
    billing.runUntil(jun30)
    expect(settled(billing)).toEqual([0, 2])
  })

  it("a credit that waits for money keeps a period open until the money comes", () => {
    // The fee took 9990 of the discount, the cut of 3000 the other 2010. The fee is then not due: the cut owes 990 less.
    const fixed = { ...coupon, discount: { type: "FIXED", amount: 12_000, currency: "BRL" } } as const
    const billing = makeAccount({ at: jan31, coupon: fixed })
    billing.payEarly(jan31)
    billing.edit({ threshold: { value: 2000, currency: "BRL" } })
    billing.answerWith(declined)
    billing.use("messages", 1000, jan31)
    const writeOff = { _tag: "WriteOff", now: jan31 } as const
    billing.apply(Operators.operate(billing.now(), idOf(billing, 1), writeOff, billing.rules))
    billing.pause(jan31)
    billing.runUntil(may31)
    expect(settled(billing)).toEqual([1])
    billing.settle(idOf(billing, 1), 990, may31 + DAY)
    expect(billing.now().invoices[1]?.amountCredited).toBe(990)
    billing.runUntil(jun30)
    expect(settled(billing)).toEqual([0, 1, 2])
  })
})

describe("with a fee in advance", () => {
  it("a period stays open while the next one does, because its document bills the fee of that one", () => {
    const billing = makeAccount({ at: jan31, plan: ahead })
    billing.runUntil(apr30)
    expect(settled(billing)).toEqual([])
    billing.runUntil(may31)
    expect(settled(billing)).toEqual([0])
    billing.runUntil(jun30)
    expect(settled(billing)).toEqual([0, 1])
  })

  it("so does the first one of a plan in arrears before it, with one document only", () => {
    const billing = makeAccount({ at: jan31 })
    const change = { plan: inAdvance(pro), planIntervalId: proMonthly, now: feb14 }
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change, billing.rules))
    billing.runUntil(apr30)
    const ofFirst = billing.now().invoices.filter(({ cycle }) => cycle === 0)
    expect(ofFirst.map(({ lines }) => lines.map(({ item }) => item.cycle))).toEqual([[0, 1]])
    expect(settled(billing)).toEqual([])
    billing.runUntil(may31)
    expect(settled(billing)).toEqual([0])
  })

  it("a period stays open while a payment of the next one is in flight", () => {
    const billing = makeAccount({ at: jan31, plan: ahead })
    billing.answerWith(({ attemptId }) => (attemptId.includes("/1/CYCLE/") ? unknown : approved))
    billing.runUntil(jun30)
    expect(settled(billing)).toEqual([])
  })
})

/** The fee of the second cycle is billed by two documents of the first one: paid early, and two more units. */
const billedTwice = (): Billing => {
  const billing = makeAccount({ at: jan31, plan: ahead })
  billing.payEarly(feb14)
  const more = { quantity: 3, now: feb14 + DAY }
  billing.apply(QuantityChanges.changeQuantity(billing.now(), more, billing.rules))
  billing.runUntil(mar31)
  expect(billing.now().periods[1]?.advanceInvoiceIds).toEqual([
    "invoice/sub/0/CYCLE/0",
    "invoice/sub/0/CYCLE/1",
  ])
  return billing
}

describe("where not all documents are loaded", () => {
  it.each([0, 1])(
    "a period stays open for any document of it that bills the next fee (%s left out)",
    (sequence) => {
      const billing = billedTwice()
      leaveOut(billing, `invoice/sub/0/CYCLE/${sequence}`)
      billing.runUntil(apr30)
      expect(settled(billing)).toEqual([])
    },
  )

  it("a period is not kept by documents of the next fee that are not there", () => {
    const billing = billedTwice()
    leaveOut(billing, "invoice/sub/0/CYCLE/0", "invoice/sub/0/CYCLE/1")
    expect(billing.now().invoices.map(({ kind, cycle }) => [kind, cycle])).toEqual([
      ["CREATION", 0],
      ["QUANTITY_CHANGE", 0],
      ["CYCLE", 1],
    ])
    billing.runUntil(apr30)
    expect(settled(billing)).toEqual([0])
  })

  it("a period that is kept for its own documents is settled: what it owed it gave back before", () => {
    const billing = makeAccount({ at: jan31, plan: ahead })
    billing.runUntil(apr30)
    // A credit of the second period, which its document in advance gave back.
    editPeriod(billing, 1, { credits: [{ parts: [], couponAmount: -10, at: apr30 }] })
    leaveOut(billing, "invoice/sub/0/CYCLE/0")
    billing.runUntil(jun30)
    expect(settled(billing)).toContain(1)
  })
})
