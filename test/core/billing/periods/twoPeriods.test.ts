// Documents of two periods: the usage of the cycle that ends, and the fee in advance of the one that begins. Starter in
// advance is 9990 for the 28 days from 31 January and for the 31 days from 28 February; a message is 10.
import { describe, expect, it } from "vitest"
import { type Coupon, Lifecycle, type Plan, QuantityChanges } from "../../../../src/index.ts"
import { answerTo, approved, declined, makeAccount, unknown } from "../../../support/account.ts"
import { coupon, ahead as inAdvanceOf, plan, pro, proMonthly } from "../../../support/billing.ts"
import { type Billing, DAY, feb28, idOf, jan31, on } from "../fixtures.ts"

const feb14 = on(2, 14)
const mar31 = on(3, 31)

const ahead = (of: Plan.Plan, members: Partial<Plan.PlanInterval> = {}): Plan.Plan => ({
  ...inAdvanceOf(of, members),
  prices: [{ model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 10 }],
})
const fixed = (amount: number): Coupon.Coupon => ({
  ...coupon,
  discount: { type: "FIXED", amount, currency: "BRL" },
  duration: { type: "FOREVER" },
})
const half: Coupon.Coupon = { ...coupon, discount: { type: "PERCENTAGE", basisPoints: 5000 } }

type Options = Omit<Parameters<typeof makeAccount>[0], "at">
const inAdvance = (options: Options = {}) => makeAccount({ at: jan31, plan: ahead(plan), ...options })
const changeLater = (billing: Billing, of: Plan.Plan, planIntervalId: string, now: number) =>
  billing.apply(Lifecycle.schedulePlanChange(billing.now(), { plan: of, planIntervalId, now }, billing.rules))
const have = (billing: Billing, quantity: number, now: number) =>
  billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity, now }, billing.rules))
const cutAbove = (billing: Billing, value: number) => billing.edit({ threshold: { value, currency: "BRL" } })

/** Each document: its kind and status, its lines, its discounts, and what was to be paid. */
const documents = (billing: Billing) =>
  billing.now().invoices.map((one) => {
    const lines = one.lines.map(({ name, amount }) => `${name.replace(/, 20.*/, "")} ${amount}`)
    const discounts = one.discounts.map(({ type, amount }) => `${type} −${amount}`)
    return [`${one.kind} ${one.status}`, ...lines, ...discounts, `= ${one.payableAmount}`].join("; ")
  })
/** What went back of each document, with the cycle where that is not the document's own. */
const credits = (billing: Billing) =>
  billing
    .now()
    .invoices.map((one) => [
      one.kind,
      ...one.credits.map(({ moneyAmount, cycle }) =>
        cycle === undefined ? moneyAmount : [moneyAmount, cycle],
      ),
    ])

describe("what goes back of a document of two periods", () => {
  it("is counted for each period by itself", () => {
    const billing = inAdvance({ answer: declined })
    billing.rebill(idOf(billing, 0), jan31)
    billing.answerWith(approved)
    billing.payEarly(feb14)
    expect(documents(billing).at(-1)).toBe("CYCLE PAID; Starter 9990; Starter 9990; = 19980")
    billing.cancel(feb14)
    // Half of the first fee, and all of the second.
    expect(credits(billing)).toEqual([["CREATION"], ["CYCLE", 4995, [9990, 1]]])
  })

  it("is at most what it received for the lines of that period: a fee that a coupon paid gives nothing", () => {
    const billing = inAdvance({ coupon: fixed(12_000) })
    billing.use("messages", 300, feb14)
    billing.runUntil(feb28)
    cutAbove(billing, 2000)
    billing.use("messages", 300, feb28)
    expect(documents(billing)).toEqual([
      "CREATION PAID; Starter 9990; COUPON −9990; = 0",
      "CYCLE PAID; Starter 9990; Messages 3000; COUPON −12000; = 990",
      "CUT PAID; Messages 3000; COUPON −2010; = 990",
    ])
    billing.cancel(feb28)
    // Without the fee the coupon would have given all of the cut, and 990 were paid for it.
    expect(credits(billing)).toEqual([["CREATION"], ["CYCLE"], ["CUT", 990]])
  })

  it("does not go back again when another document of the period is paid", () => {
    const billing = inAdvance({ coupon: fixed(5000) })
    billing.use("messages", 800, feb14)
    billing.runUntil(feb28)
    cutAbove(billing, 2000)
    billing.answerWith(declined)
    billing.use("messages", 300, feb28)
    billing.answerWith(approved)
    billing.cancel(feb28)
    expect(documents(billing).slice(1)).toEqual([
      "CYCLE PAID; Starter 9990; Messages 8000; COUPON −5000; = 12990",
      "CUT PAYMENT_FAILED; Messages 3000; = 3000",
    ])
    // The fee was paid with 4990. Its discount moves to the cut, whose money follows when it arrives.
    expect(credits(billing)).toEqual([["CREATION"], ["CYCLE", [4990, 1]], ["CUT"]])
    billing.settle(idOf(billing, 2), 3000, feb28 + DAY)
    expect(credits(billing)).toEqual([["CREATION"], ["CYCLE", [4990, 1]], ["CUT", 3000]])
  })
})

describe("a document of two periods that is not paid", () => {
  it("in flight when its second period is cancelled: refused, its usage is billed again once", () => {
    const billing = inAdvance()
    billing.use("messages", 100, feb14)
    billing.answerWith(unknown)
    billing.runUntil(feb28)
    billing.cancel(feb28)
    billing.answerWith(approved)
    const invoiceId = idOf(billing, 1)
    const attemptId = billing.charges().at(-1)?.attemptId ?? ""
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: feb28 + DAY }))
    expect(documents(billing).slice(1)).toEqual([
      "CYCLE VOID; Starter 9990; Messages 1000; = 10990",
      "REISSUE PAID; Messages 1000; = 1000",
    ])
  })

  it("of a later cycle, refused and then cancelled: its usage is billed again at once", () => {
    const billing = inAdvance()
    billing.runUntil(feb28)
    billing.use("messages", 100, feb28 + DAY)
    billing.answerWith(declined)
    billing.runUntil(mar31)
    billing.cancel(mar31)
    expect(documents(billing).slice(2)).toEqual([
      "CYCLE VOID; Starter 9990; Messages 1000; = 10990",
      "REISSUE PAYMENT_FAILED; Messages 1000; = 1000",
    ])
    expect(billing.now().invoices.at(-1)?.cycle).toBe(1)
  })
})

describe("a fee in advance", () => {
  it("names each document that billed it in its own period, and in no other", () => {
    const billing = inAdvance({ plan: ahead(plan, { quantityAllowed: true, amount: 1000 }), quantity: 2 })
    billing.payEarly(feb14)
    have(billing, 3, feb14)
    billing.payEarly(feb14)
    expect(documents(billing)).toEqual([
      "CREATION PAID; Starter 2000; = 2000",
      "CYCLE PAID; Starter 2000; = 2000",
      "QUANTITY_CHANGE PAID; Starter, quantity 3 (prorated) 500; = 500",
      "CYCLE PAID; Starter, quantity 3 (prorated) 1000; = 1000",
    ])
    billing.runUntil(feb28)
    expect(billing.now().periods.map(({ advanceInvoiceIds }) => advanceInvoiceIds)).toEqual([
      undefined,
      [idOf(billing, 1), idOf(billing, 3)],
    ])
  })

  it("of the next cycle, paid early: the document of the boundary has none, and is of the cycle that ends", () => {
    const billing = inAdvance()
    billing.use("messages", 1, feb14)
    billing.payEarly(feb14)
    billing.use("messages", 1, feb14 + DAY)
    billing.runUntil(feb28)
    expect(documents(billing).slice(1)).toEqual([
      "CYCLE PAID; Starter 9990; Messages 10; = 10000",
      "CYCLE PAID; Messages 10; = 10",
    ])
    expect(
      billing.now().invoices.map(({ periodStartAt, periodEndAt }) => [periodStartAt, periodEndAt]),
    ).toEqual([
      [jan31, feb28],
      [feb28, mar31],
      [jan31, feb28],
    ])
  })
})

describe("a coupon on a document of two periods", () => {
  it("that discounts once begins with the earlier one: the fee of the next has none", () => {
    const billing = inAdvance({ coupon: half, plan: ahead(plan, { amount: 0 }) })
    changeLater(billing, ahead(pro), proMonthly, jan31)
    billing.use("messages", 100, feb14)
    const preview = billing.upcoming(feb14)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual(["CYCLE PAID; Pro 29990; Messages 1000; COUPON −500; = 30490"])
    expect(billing.now().invoices[0]).toMatchObject(preview)
    expect(billing.now().invoices[0]?.couponParts).toEqual([{ cycle: 0, amount: 500 }])
    expect(billing.now().subscription?.coupon?.discounted.map(({ cycle }) => cycle)).toEqual([0])
  })

  it("has its parts inside, and a document of one period or without a coupon has none", () => {
    const billing = inAdvance({ coupon: { ...half, duration: { type: "FOREVER" } } })
    billing.use("messages", 100, feb14)
    billing.runUntil(feb28)
    expect(billing.now().invoices.map((one) => one.couponParts)).toEqual([
      undefined,
      [
        { cycle: 0, amount: 500 },
        { cycle: 1, amount: 4995 },
      ],
    ])
    const plain = inAdvance()
    plain.use("messages", 100, feb14)
    plain.runUntil(feb28)
    for (const one of plain.now().invoices) expect(one).not.toHaveProperty("couponParts")
    expect(plain.upcoming(feb28)).not.toHaveProperty("couponParts")
  })
})
