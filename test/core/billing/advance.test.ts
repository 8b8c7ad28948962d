// A fee in advance: billed as a cycle begins, for all of it; what is not due after all goes back.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type Coupon, Lifecycle, Operators, type Plan, QuantityChanges, Voids } from "../../../src/index.ts"
import { answerTo, approved, declined, makeAccount, unknown } from "../../support/account.ts"
import { ahead, coupon, monthly, plan, pro, proMonthly, yearly } from "../../support/billing.ts"
import { documents } from "./fixtures.ts"

const DAY = 86_400_000
const jan31 = Date.UTC(2026, 0, 31)
const feb10noon = Date.UTC(2026, 1, 10, 12)
const feb14 = Date.UTC(2026, 1, 14)
const feb28 = Date.UTC(2026, 1, 28)
const mar31 = Date.UTC(2026, 2, 31)

/** Starter in advance, with messages at 10. */
const messages: Plan.Plan = {
  ...plan,
  prices: [{ model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 10 }],
}
const half: Coupon.Coupon = { ...coupon, discount: { type: "PERCENTAGE", basisPoints: 5000 } }

type Billing = ReturnType<typeof makeAccount>
type Options = Omit<Parameters<typeof makeAccount>[0], "at">
const inAdvance = (options: Options = {}, of: Plan.Plan = ahead(messages)) =>
  makeAccount({ at: jan31, plan: of, ...options })

const balances = (billing: Billing) => billing.now().vouchers.map(({ balance }) => balance)
const status = (billing: Billing) => billing.now().subscription?.status
const change = (billing: Billing, of: Plan.Plan, planIntervalId: string, now: number) =>
  billing.apply(Lifecycle.changePlan(billing.now(), { plan: of, planIntervalId, now }, billing.rules))
const changeLater = (billing: Billing, of: Plan.Plan, planIntervalId: string, now: number) =>
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), { plan: of, planIntervalId, now }, billing.rules))
const have = (billing: Billing, quantity: number, now: number) =>
  billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity, now }, billing.rules))

describe("worked numbers of a fee in advance", () => {
  it("9990 monthly from 31 Jan: charged 9990 at creation, at 28 Feb and at 31 Mar", () => {
    const billing = inAdvance()
    billing.runUntil(mar31)
    expect(documents(billing)).toEqual([
      "01-31 CREATION PAID; Starter 9990; = 9990",
      "02-28 CYCLE PAID; Starter 9990; = 9990",
      "03-31 CYCLE PAID; Starter 9990; = 9990",
    ])
    expect(billing.charges().map(({ amount }) => amount)).toEqual([9990, 9990, 9990])
  })

  it("cancelled at 10 Feb 12:00 after the charge: a voucher of 9990 − 3746 = 6244", () => {
    const billing = inAdvance()
    billing.cancel(feb10noon)
    expect(balances(billing)).toEqual([6244])
    expect(documents(billing)).toHaveLength(1)
  })

  it("with 100 messages at 10 in the first cycle: 9990 at once, and one invoice of 1000 + 9990", () => {
    const billing = inAdvance()
    billing.use("messages", 100, feb14)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([
      "01-31 CREATION PAID; Starter 9990; = 9990",
      "02-28 CYCLE PAID; Starter 9990; Messages 1000; = 10990",
    ])
  })

  it.each([false, true])(
    "with ONCE 50 %: 4995 at creation, then 500 + 9990 = 10,490, cut by a threshold of 500 or not (%s)",
    (isCut) => {
      const billing = inAdvance({ coupon: half })
      if (isCut) billing.edit({ threshold: { value: 500, currency: "BRL" } })
      billing.use("messages", 60, feb14)
      billing.use("messages", 40, feb14 + DAY)
      billing.runUntil(feb28)
      const [creation, ...later] = billing.charges().map(({ amount }) => amount)
      expect([creation, later.reduce((sum, amount) => sum + amount, 0)]).toEqual([4995, 10_490])
      expect(later).toHaveLength(isCut ? 2 : 1)
    },
  )

  it("with a trial of 14 days from 31 Jan: nothing until 14 Feb, then 9990, next boundary 14 Mar", () => {
    const billing = inAdvance({}, ahead(messages, { trialDays: 14 }))
    billing.runUntil(Date.UTC(2026, 2, 14))
    expect(documents(billing)).toEqual([
      "02-14 CREATION PAID; Starter 9990; = 9990",
      "03-14 CYCLE PAID; Starter 9990; = 9990",
    ])
  })

  it("seats 3 → 5 at half of a cycle of 28 days, 1000 each: 3000 at the start, 1000 at the change", () => {
    const seats = ahead(plan, { amount: 1000, quantityAllowed: true })
    const billing = inAdvance({ quantity: 3 }, seats)
    have(billing, 5, feb14)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([
      "01-31 CREATION PAID; Starter 3000; = 3000",
      "02-14 QUANTITY_CHANGE PAID; Starter, quantity 5 (prorated) 1000; = 1000",
      "02-28 CYCLE PAID; Starter 5000; = 5000",
    ])
  })

  it("29,990 yearly, changed to monthly 9990 after 73 of 365 days: voucher 23,992, CHANGE 9990, 14,002 left", () => {
    const of: Plan.Plan = {
      ...ahead(plan),
      intervals: ahead(plan).intervals.map((one) => (one.id === yearly ? { ...one, amount: 29_990 } : one)),
    }
    const billing = inAdvance({ planIntervalId: yearly }, of)
    change(billing, of, monthly, jan31 + 73 * DAY)
    expect(billing.voucherEntries().map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      "GRANT 23992",
      "CONSUME 9990",
    ])
    expect(documents(billing)).toEqual([
      "01-31 CREATION PAID; Starter 29990; = 29990",
      "04-14 CHANGE PAID; Starter 9990; VOUCHER −9990; = 0",
    ])
    expect(balances(billing)).toEqual([14_002])
  })
})

describe("a document of two cycles", () => {
  it("has the id of the cycle that ends and the period of the one that begins; each line names its own", () => {
    const billing = inAdvance()
    billing.use("messages", 1, feb14)
    const preview = billing.upcoming(feb14)
    expect(preview).toMatchObject({
      invoiceId: "invoice/sub/0/CYCLE/0",
      dueAt: feb28,
      periodStartAt: feb28,
      periodEndAt: mar31,
      lines: [
        { name: "Starter, 2026-02-28 to 2026-03-31", item: { kind: "FEE", cycle: 1, segment: 0 } },
        { name: "Messages, 2026-01-31 to 2026-02-28", item: { kind: "USAGE", cycle: 0 } },
      ],
    })
    billing.runUntil(feb28)
    expect(billing.now().invoices[1]).toMatchObject(preview)
  })

  it("keeps the parts of its coupon inside, and shows their sum", () => {
    const forever: Coupon.Coupon = { ...half, duration: { type: "FOREVER" } }
    const billing = inAdvance({ coupon: forever })
    billing.use("messages", 1, feb14)
    billing.runUntil(feb28)
    expect(billing.now().invoices[1]).toMatchObject({
      discounts: [{ type: "COUPON", amount: 5000 }],
      couponParts: [
        { cycle: 0, amount: 5 },
        { cycle: 1, amount: 4995 },
      ],
    })
  })

  it("a coupon that comes free does not discount a cycle that never began", () => {
    const whole: Coupon.Coupon = { ...coupon, discount: { type: "FIXED", amount: 9990, currency: "BRL" } }
    const billing = inAdvance({ coupon: whole, answer: declined })
    const invoiceId = billing.payEarly(jan31)
    billing.apply(Voids.voidInvoice(billing.now(), { invoiceId, rebill: false, now: jan31 }, billing.rules))
    billing.cancel(jan31)
    const given = () => billing.now().couponUses.map(({ amountRedeemed }) => amountRedeemed)
    expect(given()).toEqual([0])
    billing.settle(invoiceId, 9990, feb28)
    expect(given()).toEqual([0])
  })

  it("a coupon that has discounted nothing yet begins with the fee that is paid early", () => {
    const free = ahead(messages, { amount: 0 })
    const billing = inAdvance({ coupon: half }, free)
    changeLater(billing, ahead(pro), proMonthly, jan31 + DAY)
    billing.payEarly(jan31 + DAY)
    billing.use("messages", 100, feb14)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([
      "01-31 CYCLE PAID; Pro 29990; COUPON −14995; = 14995".replace("01-31", "02-01"),
      "02-28 CYCLE PAID; Messages 1000; = 1000",
    ])
  })
})

describe("the next fee, paid early", () => {
  const paid = (options: Options = {}, of = ahead(messages)) => {
    const billing = inAdvance(options, of)
    billing.payEarly(feb14)
    return billing
  }

  it("is not billed again at the boundary", () => {
    const billing = paid()
    billing.runUntil(mar31)
    expect(documents(billing)).toEqual([
      "01-31 CREATION PAID; Starter 9990; = 9990",
      "02-14 CYCLE PAID; Starter 9990; = 9990",
      "03-31 CYCLE PAID; Starter 9990; = 9990",
    ])
  })

  it("goes back with a scheduled cancellation, and is due again with its undo", () => {
    const billing = paid()
    billing.apply(Lifecycle.scheduleCancel(billing.now(), feb14 + DAY, billing.rules))
    expect(balances(billing)).toEqual([9990])
    expect(billing.upcoming(feb14 + DAY).lines).toEqual([])
    billing.apply(Lifecycle.undoCancel(billing.now(), feb14 + 2 * DAY, billing.rules))
    billing.runUntil(feb28)
    expect(documents(billing).at(-1)).toBe("02-28 CYCLE PAID; Starter 9990; VOUCHER −9990; = 0")
  })

  it("goes back with a pause, beside the rest of the running cycle, and both are due again after it", () => {
    const billing = paid()
    billing.pause(feb14)
    expect(balances(billing)).toEqual([4995, 9990])
    billing.resume(feb14)
    billing.runUntil(feb28)
    expect(documents(billing).slice(-2)).toEqual([
      "02-14 RESUME PAID; Starter (prorated) 4995; VOUCHER −4995; = 0",
      "02-28 CYCLE PAID; Starter 9990; VOUCHER −9990; = 0",
    ])
  })

  it("goes back with a cancellation, from the documents of its own period", () => {
    const billing = paid()
    billing.cancel(feb14)
    expect(balances(billing)).toEqual([4995, 9990])
    expect(billing.now().invoices.map(({ credits }) => credits.map(({ cycle }) => cycle))).toEqual([
      [undefined],
      [1],
    ])
  })

  it("follows a plan that is scheduled, and that is not any more", () => {
    const billing = paid()
    changeLater(billing, ahead(pro), proMonthly, feb14 + DAY)
    expect(balances(billing)).toEqual([9990])
    expect(billing.upcoming(feb14 + DAY)).toMatchObject({ totalAmount: 29_990, payableAmount: 20_000 })
    changeLater(billing, ahead(messages), monthly, feb14 + 2 * DAY)
    billing.runUntil(feb28)
    expect(documents(billing).at(-1)).toBe("02-28 CYCLE PAID; Starter 9990; VOUCHER −9990; = 0")
    expect(billing.now().subscription?.cycle.cycle).toBe(1)
  })

  it("is paid under no more plans than the policy has changes", () => {
    const billing = paid({ policy: { planChangesMax: 1 } })
    changeLater(billing, ahead(pro), proMonthly, feb14)
    billing.payEarly(feb14)
    const back = { plan: ahead(messages), planIntervalId: monthly, now: feb14 }
    expect(Lifecycle.schedulePlanChange(billing.now(), back, billing.rules)).toEqual(
      Result.fail({ _tag: "ChangesExhausted", change: "PLAN", changesMax: 1 }),
    )
  })

  it("follows a plan of another length, which begins the next cycle now", () => {
    const billing = paid({}, ahead(plan))
    change(billing, ahead(plan), yearly, feb14)
    // Half of the running cycle and all of the next one go back; the year costs 99,900.
    expect(documents(billing).at(-1)).toBe(
      "02-14 CHANGE PAID; Starter 99900; VOUCHER −4995; VOUCHER −9990; = 84915",
    )
    expect(billing.upcoming(feb14)).toMatchObject({ totalAmount: 99_900, dueAt: Date.UTC(2027, 1, 14) })
  })

  it("follows a quantity: more stands on the boundary's document, less goes back at once", () => {
    const seats = ahead(plan, { amount: 1000, quantityAllowed: true })
    const billing = paid({ quantity: 3 }, seats)
    have(billing, 4, feb14)
    have(billing, 2, Date.UTC(2026, 1, 21))
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([
      "01-31 CREATION PAID; Starter 3000; = 3000",
      "02-14 CYCLE PAID; Starter 3000; = 3000",
      "02-14 QUANTITY_CHANGE PAID; Starter, quantity 4 (prorated) 500; = 500",
    ])
    // Two of four seats for a quarter of the cycle, and one of three of the next one.
    expect(balances(billing).reduce((sum, one) => sum + one, 0)).toBe(500 + 1000)
  })
})

describe("changes between fees in arrears and in advance", () => {
  it("now, to advance: the old fee's time and the new plan's rest, on one document", () => {
    const billing = inAdvance({}, messages)
    change(billing, ahead(pro), proMonthly, feb14)
    expect(documents(billing)).toEqual([
      "02-14 CHANGE PAID; Starter (prorated) 4995; Pro (prorated) 14995; = 19990",
    ])
  })

  it("now, to arrears: what was paid ahead goes back, and nothing new is billed", () => {
    const billing = inAdvance()
    change(billing, pro, proMonthly, feb14)
    billing.runUntil(feb28)
    expect(documents(billing).slice(1)).toEqual([
      "02-28 CYCLE PAID; Pro (prorated) 14995; VOUCHER −4995; = 10000",
    ])
  })

  it("at the period's end, to advance: both fees on one document", () => {
    const billing = inAdvance({}, messages)
    changeLater(billing, ahead(pro), proMonthly, feb14)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual(["02-28 CYCLE PAID; Starter 9990; Pro 29990; = 39980"])
  })

  it("at the period's end, to arrears: no fee at that boundary", () => {
    const billing = inAdvance()
    changeLater(billing, pro, proMonthly, feb14)
    billing.runUntil(mar31)
    expect(documents(billing).slice(1)).toEqual(["03-31 CYCLE PAID; Pro 29990; = 29990"])
  })
})

describe("a document of two periods", () => {
  it("gives back for each what it received for its lines", () => {
    const forever: Coupon.Coupon = {
      ...coupon,
      discount: { type: "FIXED", amount: 5000, currency: "BRL" },
      duration: { type: "FOREVER" },
    }
    const billing = inAdvance({ coupon: forever })
    billing.edit({ threshold: { value: 50, currency: "BRL" } })
    billing.use("messages", 10, jan31)
    billing.payEarly(jan31)
    billing.pause(jan31)
    // 4990 of each fee were paid; the cut was paid in full, and keeps the coupon of the first cycle.
    expect(billing.now().invoices.map(({ kind, amountCredited }) => `${kind} ${amountCredited}`)).toEqual([
      "CREATION 4990",
      "CUT 100",
      "CYCLE 4990",
    ])
  })
})

describe("a fee in advance that is not paid", () => {
  it("refused at creation: the subscription exists, PAST_DUE, and dunning runs", () => {
    const billing = inAdvance({ answer: declined })
    expect([status(billing), billing.now().subscription?.dunning?.startedAt]).toEqual(["PAST_DUE", jan31])
    billing.answerWith(approved)
    billing.runUntil(jan31 + DAY)
    expect([status(billing), ...documents(billing)]).toEqual([
      "ACTIVE",
      "01-31 CREATION PAID; Starter 9990; = 9990",
    ])
  })

  it("cancelled: it is voided, and the last document bills the time that was used", () => {
    const billing = inAdvance({ answer: declined })
    billing.cancel(feb10noon)
    expect(documents(billing)).toEqual([
      "01-31 CREATION VOID; Starter 9990; = 9990",
      "02-10 12:00:00.000 FINAL PAYMENT_FAILED; Starter (prorated) 3746; = 3746",
    ])
  })

  it("of a cycle's boundary, cancelled: the usage before it is billed again in its own period", () => {
    const billing = inAdvance({ coupon: half })
    billing.use("messages", 100, feb14)
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.use("messages", 10, feb28 + DAY)
    billing.cancel(feb28 + DAY)
    expect(documents(billing).slice(1)).toEqual([
      "02-28 CYCLE VOID; Starter 9990; Messages 1000; COUPON −500; = 10490",
      "03-01 REISSUE PAYMENT_FAILED; Starter (prorated) 322; Messages 1000; COUPON −500; = 822",
      "03-01 FINAL OPEN; Messages 100; = 100",
    ])
  })

  it("in flight when it is cancelled: it is credited when the money arrives", () => {
    const billing = inAdvance({ answer: unknown })
    billing.cancel(feb10noon)
    expect(documents(billing)).toEqual(["01-31 CREATION OPEN; Starter 9990; = 9990"])
    billing.settle("invoice/sub/0/CREATION/0", 9990, feb14)
    expect(balances(billing)).toEqual([6244])
  })

  it("refused for two periods at once, it is billed again once", () => {
    const billing = inAdvance({ answer: declined })
    billing.rebill("invoice/sub/0/CREATION/0", jan31)
    billing.use("messages", 10, jan31 + DAY)
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(feb14)
    billing.pause(feb14)
    const attemptId = billing.charges().at(-1)?.attemptId ?? ""
    billing.answerWith(approved)
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: feb14 + DAY }))
    expect(documents(billing).slice(1)).toEqual([
      "02-14 CYCLE VOID; Starter 9990; Starter 9990; Messages 100; = 20080",
      "02-15 REISSUE PAID; Starter (prorated) 4995; Messages 100; = 5095",
    ])
  })

  it("voided with rebilling, it stands on the next document", () => {
    const billing = inAdvance({ answer: declined })
    billing.use("messages", 1, jan31)
    billing.answerWith(approved)
    billing.rebill("invoice/sub/0/CREATION/0", jan31)
    billing.runUntil(feb28)
    expect(documents(billing).at(-1)).toBe(
      "02-28 CYCLE PAID; Starter 9990; Starter 9990; Messages 10; = 19990",
    )
  })
})

describe("years in advance", () => {
  const feb29 = Date.UTC(2024, 1, 29)
  const inYears = () => makeAccount({ at: feb29, plan: ahead(plan), planIntervalId: yearly })

  it("from 29 Feb are charged on 28 Feb, and on 29 Feb of a leap year", () => {
    const billing = inYears()
    billing.runUntil(Date.UTC(2028, 2, 1))
    expect(
      billing.now().invoices.map(({ issuedAt }) => new Date(issuedAt).toISOString().slice(0, 10)),
    ).toEqual(["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"])
  })

  it("changed to a month and back in the middle of the year, each costs its time", () => {
    const billing = inYears()
    // 184 of 365 days of the year that ends on 28 Feb, and 14 of 30 days of the month, are used.
    change(billing, ahead(plan), monthly, feb29 + 184 * DAY)
    change(billing, ahead(plan), yearly, feb29 + 184 * DAY + 14 * DAY)
    const paid = billing.charges().reduce((sum, { amount }) => sum + amount, 0)
    const left = balances(billing).reduce((sum, one) => sum + one, 0)
    expect(paid - left).toBe(50_361 + 4662 + 99_900)
  })

  it("a year whose payment is disputed in month 7 and lost: nothing is billed again, and cancelling gives no credit", () => {
    const billing = inYears()
    const [invoice] = billing.now().invoices
    const invoiceId = invoice?.invoiceId ?? ""
    const at = Date.UTC(2024, 8, 15)
    for (const [day, _tag] of (["OpenDispute", "LoseDispute"] as const).entries()) {
      const command = { _tag, now: at + day * DAY } as const
      billing.apply(Operators.operate(billing.now(), invoiceId, command, billing.rules))
    }
    expect([status(billing), billing.upcoming(at + DAY).totalAmount]).toEqual(["ACTIVE", 99_900])
    billing.cancel(at + 2 * DAY)
    expect([balances(billing), documents(billing)]).toEqual([
      [],
      ["02-29 CREATION CHARGEBACK; Starter 99900; = 99900"],
    ])
  })
})

describe("quantities in advance", () => {
  const seats = ahead(plan, { amount: 1000, quantityAllowed: true })

  it("up and down within an instant: charged, then credited", () => {
    const billing = inAdvance({ quantity: 3 }, seats)
    have(billing, 5, feb14)
    have(billing, 3, feb14)
    expect(documents(billing).at(-1)).toBe(
      "02-14 QUANTITY_CHANGE PAID; Starter, quantity 5 (prorated) 1000; = 1000",
    )
    expect(balances(billing)).toEqual([1000])
  })

  it("fewer while the first fee is not paid: it stands on the next document, for what is due of it", () => {
    const billing = inAdvance({ quantity: 4, answer: declined }, seats)
    billing.answerWith(approved)
    billing.rebill("invoice/sub/0/CREATION/0", jan31)
    have(billing, 2, feb14)
    billing.runUntil(feb28)
    expect(documents(billing).slice(1)).toEqual([
      "02-28 CYCLE PAID; Starter, quantity 4 (prorated) 2000; Starter, quantity 2 (prorated) 1000; Starter 2000; = 5000",
    ])
  })
})
