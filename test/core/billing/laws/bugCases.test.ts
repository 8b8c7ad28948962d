// Bugs that other billing systems had, each of which once charged somebody wrongly (docs/bug-catalogue.md). Every one
// is a test here or elsewhere, or it cannot happen, and then the table says why.
import { readFileSync, writeFileSync } from "node:fs"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type Account,
  type Coupon,
  Due,
  Lifecycle,
  Operators,
  Payments,
  Receipts,
  UpcomingInvoice,
  Usage,
} from "../../../../src/index.ts"
import { answerTo, approved, decided, declined, makeAccount, unknown } from "../../../support/account.ts"
import { coupon, dollars, monthly, plan } from "../../../support/billing.ts"

const ids = (
  "A1 A2 A4 A6 A7 A8 A9 A10 A11 A12 A13 B1 B2 B3 B5 B6 B7 B9 B10 B11 B12 C1 C3 C4 C5 C7 C9 C10 C11 C12 C13 C14 " +
  "D2 D3 D5 D8 D9 D10 D11 D13 D14 D15 D16 E1 E4 E6 E7 E8 E9 E11 E12 E13 E14 E15 E16 E18 E19"
).split(" ")

/** A test of this file that begins with the id, a test elsewhere, or why it cannot happen. */
type Row = "here" | { readonly file: string; readonly title: string } | { readonly because: string }

const core = (file: string, title: string): Row => ({ file: `test/core/${file}.test.ts`, title })
const because = (reason: string): Row => ({ because: reason })
const utc = "all instants and boundaries are UTC; no zone of a customer or of a server is read"

const table: Readonly<Record<string, Row>> = {
  A1: core("time/BillingCycle", "A1: given 31 January monthly"),
  A2: core("time/BillingCycle", "A2: given 31 March"),
  A4: core("time/BillingCycle", "A4: given 30 January"),
  A6: core("time/BillingCycle", "A6: given an anchor after day 28"),
  A7: because(
    "a cycle is a calendar month or year; there are no cycles of days and no month day of an account",
  ),
  A8: because(`a trial has days of 24 hours, and ${utc}`),
  A9: "here",
  A10: "here",
  A11: core("billing/lifecycle", "bills the usage before it on the final invoice (A11)"),
  A12: core("time/BillingCycle", "A12: the cycle is computed in constant time"),
  A13: because(utc),
  B1: "here",
  B2: "here",
  B3: "here",
  B5: "here",
  B6: core("billing/lifecycle", "without rebilling forgives: nothing is billed again (B6)"),
  B7: because(
    "a decision reads one account under one version: a read that fails fails the use case before any rule runs",
  ),
  B9: core(
    "billing/lifecycle",
    "over a boundary issues nothing and bills late usage from before it after the resume (B9)",
  ),
  B10: because("there are no invoice numbers and no taxes: the id of a document follows from its key"),
  B11: because("a meter is a name and an event names one; there are no filters that could overlap"),
  B12: core("billing/lifecycle", "ends boundaries and scheduled changes (B12)"),
  C1: "here",
  C3: "here",
  C4: "here",
  C5: "here",
  C7: "here",
  C9: "here",
  C10: "here",
  C11: core("plan/Price", "C11: given volume pricing"),
  C12: "here",
  C13: core("usage/Rating", "C13: given a package price 1 per 1,000"),
  C14: "here",
  D2: core("invoice/computeInvoice", "D2: a discount is one entry and never more than what it discounts"),
  D3: core("invoice/computeInvoice", "D3: two documents of one period never get more than the amount"),
  D5: core("invoice/computeInvoice", "D5: given an invoice with a discount"),
  D8: core("invoice/computeInvoice", "D8: given a credit that is limited to one line"),
  D9: core("billing/lifecycle", "gives nothing back where nothing was received (D9)"),
  D10: core("discount/Coupon", "D10: given a ONCE coupon added in mid-cycle"),
  D11: core("discount/Coupon", "D11: given a yearly plan and 4 months"),
  D13: core("invoice/computeInvoice", "D13: a percentage is rounded of the sum of the lines"),
  D14: core("money/Display", "D14: no factor 100 for the currencies without minor units"),
  D15: core("invoice/Invoice.life", "D15: given nothing to pay after discounts"),
  D16: core("billing/laws/preview.laws", "at the boundary and when paid early, whatever happened before"),
  E1: because("there are no hosted payment links; one attempt of an invoice is in flight at a time (law 10)"),
  E4: core("invoice/Invoice.life", "E4: given a retry that was queued"),
  E6: "here",
  E7: core("invoice/Invoice.life", "E7: given a payment in flight"),
  E8: core("invoice/Invoice.life", "E8: given a decline and a voucher used since"),
  E9: "here",
  E11: core("billing/lifecycle", "and the subscription recovers (E11)"),
  E12: core("billing/dunning", "that dunning is exhausted is told once (E12)"),
  E13: core("invoice/Invoice.life", "E13: given a VOID invoice"),
  E14: core(
    "billing/laws/order.laws",
    "over answers, settlements and slips that expire, of several documents",
  ),
  E15: core("time/BusinessDay", "E15: due on the Friday before a holiday"),
  E16: core("time/BusinessDay", "E16: due on a Saturday"),
  E18: because("no reminders are announced, for a bank slip or anything else"),
  E19: "here",
}

describe("the table of bugs", () => {
  it("has every id, and no other", () => {
    expect(Object.keys(table)).toEqual(ids)
  })

  it.each(ids)("%s is tested, or cannot happen", (id) => {
    const row = table[id] ?? because("")
    const place =
      row === "here" ? { file: "test/core/billing/laws/bugCases.test.ts", title: `it("${id}: ` } : row
    if ("because" in place) expect(place.because.length).toBeGreaterThan(20)
    else expect(readFileSync(place.file, "utf8")).toContain(place.title)
  })
})

describe("the catalogue of bugs", () => {
  const file = "docs/bug-catalogue.md"
  const heldBy = (id: string): string => {
    const row = table[id]
    if (row === undefined) return "no test"
    if (row === "here") return "[bugCases](../test/core/billing/laws/bugCases.test.ts)"
    if ("because" in row) return `Cannot happen: ${row.because}`
    return `[${row.file.replace(/^test\/core\/|\.test\.ts$/g, "")}](../${row.file})`
  }
  const written = (page: string): string =>
    page.replaceAll(
      /^\| ([A-E]\d+) \| ([^|]*) \|.*$/gm,
      (_, id: string, what: string) => `| ${id} | ${what} | ${heldBy(id)} |`,
    )

  it("has every bug with its test; UPDATE_DOCS=1 writes the column of tests", () => {
    if (process.env.UPDATE_DOCS === "1") writeFileSync(file, written(readFileSync(file, "utf8")))
    const page = readFileSync(file, "utf8")
    expect(Array.from(page.matchAll(/^\| ([A-E]\d+) \|/gm), ([, id]) => id)).toEqual(ids)
    expect(written(page)).toBe(page)
  })
})

type Billing = ReturnType<typeof makeAccount>

const jan31 = Date.UTC(2026, 0, 31)
const feb10 = Date.UTC(2026, 1, 10)
const feb28 = Date.UTC(2026, 1, 28)
const mar31 = Date.UTC(2026, 2, 31)

const edit = (billing: Billing, members: Partial<Account.Account>): Account.Change =>
  billing.apply(
    Result.succeed({
      account: { ...billing.now(), ...members },
      billingEvents: [],
      charges: [],
      lookups: [],
      usageEvents: [],
      voucherEntries: [],
      couponCounts: [],
    }),
  )
const withThreshold = (value: number, over: { readonly coupon?: Coupon.Coupon } = {}): Billing => {
  const billing = makeAccount({ at: jan31, ...over })
  edit(billing, { threshold: { value, currency: "BRL" } })
  return billing
}
const documents = (billing: Billing) =>
  billing.now().invoices.map(({ kind, status, totalAmount }) => [kind, status, totalAmount])

describe("anchors, months, time zones", () => {
  it("A9: given a billing run twice a day in any zone, then one invoice a cycle", () => {
    const billing = makeAccount({ at: jan31 })
    for (let at = jan31; at <= mar31; at += 12 * 3_600_000) billing.runUntil(at)
    expect(documents(billing)).toEqual([
      ["CYCLE", "PAID", 9990],
      ["CYCLE", "PAID", 9990],
    ])
  })

  it("A10: given usage in the last and the first millisecond around a boundary, then each is billed once", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 1, feb28 - 1)
    billing.runUntil(feb28)
    billing.use("messages", 10, feb28)
    billing.runUntil(mar31)
    expect(documents(billing)).toEqual([
      ["CYCLE", "PAID", 9993],
      ["CYCLE", "PAID", 10_020],
    ])
  })
})

describe("double billing", () => {
  it("B1: given the boundary taken twice from one state, then it is the same invoice under the same id", () => {
    const { now, rules } = makeAccount({ at: jan31 })
    const due = Due.nextDue(now(), rules)
    const take = () => (due === null ? null : decided(Due.takeStep(now(), due, rules)).account.invoices)
    expect(take()).toHaveLength(1)
    expect(take()).toEqual(take())
  })

  it("B2: given a preview, when it is made again, then nothing doubles", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 7, feb10)
    expect(billing.upcoming(feb10)).toEqual(billing.upcoming(feb10))
    expect(billing.upcoming(feb10).totalAmount).toBe(9990 + 21)
  })

  it("B3: given a fee that was paid early, when the cycle ends, then there is no second fee", () => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(jan31)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([["CYCLE", "PAID", 9990]])
  })

  it("B5: given a free plan that is changed to a paid one on the same day, then it is charged once", () => {
    const billing = makeAccount({ at: jan31 })
    const intervals = plan.intervals.map((interval) => ({
      ...interval,
      id: `free ${interval.id}`,
      amount: 0,
    }))
    const free = { ...plan, planId: "free", intervals }
    const change = (to: typeof plan, planIntervalId: string) =>
      billing.apply(
        Lifecycle.changePlan(billing.now(), { plan: to, planIntervalId, now: jan31 }, billing.rules),
      )
    change(free, `free ${monthly}`)
    change(plan, monthly)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([["CYCLE", "PAID", 9990]])
  })
})

describe("thresholds", () => {
  it("C1: given two batches that both saw it crossed, when the second is decided again, then one CUT", () => {
    const billing = withThreshold(30)
    billing.use("messages", 11, feb10)
    billing.use("messages", 9, feb10 + 1)
    expect(documents(billing)).toEqual([["CUT", "PAID", 33]])
  })

  it("C3: given a CUT, when the upcoming invoice is made again and again, then it is subtracted once", () => {
    const billing = withThreshold(30)
    billing.use("messages", 11, feb10)
    billing.use("messages", 2, feb10 + 1)
    expect([1, 2, 3].map((after) => billing.upcoming(feb10 + after).totalAmount)).toEqual([9996, 9996, 9996])
  })

  it("C4: given a CUT with a coupon, when the cycle ends, then both together give what one invoice would", () => {
    const half: Coupon.Coupon = { ...coupon, discount: { type: "PERCENTAGE", basisPoints: 5000 } }
    const billing = withThreshold(30, { coupon: half })
    billing.use("messages", 11, feb10)
    billing.runUntil(feb28)
    expect(billing.now().invoices.map(({ payableAmount }) => payableAmount)).toEqual([16, 4995])
  })

  it("C5: given a CUT that was refunded in part, when the cycle ends, then nothing is credited again", () => {
    const billing = withThreshold(30)
    billing.use("messages", 11, feb10)
    const invoiceId = billing.now().invoices[0]?.invoiceId ?? ""
    const refund = { _tag: "Refund", refundId: "refund", amount: 20, now: feb10 } as const
    billing.apply(Operators.operate(billing.now(), invoiceId, refund, billing.rules))
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([
      ["CUT", "PARTIALLY_REFUNDED", 33],
      ["CYCLE", "PAID", 9990],
    ])
    expect(billing.now().vouchers).toEqual([])
  })

  it("C7: given a cancelled subscription, when usage arrives, then it is refused and nothing is cut", () => {
    const billing = withThreshold(30)
    billing.cancel(feb10)
    const events = [{ eventId: "late", meter: "messages", quantity: 100, occurredAt: feb10 - 1 }]
    const recorded = Usage.recordUsage(billing.now(), { events, known: [], now: feb10 }, billing.rules)
    expect(recorded).toEqual(Result.fail({ _tag: "UsageRefused", index: 0, eventId: "late" }))
  })

  it("C9: given a subscription in USD of an organization in BRL, then its invoices are in USD", () => {
    const billing = makeAccount({ at: jan31, planIntervalId: dollars })
    billing.runUntil(feb28)
    expect(billing.now().invoices.map(({ currency, totalAmount }) => [currency, totalAmount])).toEqual([
      ["USD", 1990],
    ])
  })

  it("C10: given a meter that is used only after a cut, then the cut reduces only what it held", () => {
    const billing = withThreshold(30)
    billing.use("messages", 11, feb10)
    billing.use("tokens", 1, feb10 + 1)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([
      ["CUT", "PAID", 33],
      ["CUT", "PAID", 50],
      ["CYCLE", "PAID", 9990],
    ])
  })

  it("C12: given a change of plan that billed usage, when the cycle ends, then it is not billed again", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, feb10 - 1)
    const intervals = plan.intervals.map((interval) => ({ ...interval, id: `pro ${interval.id}` }))
    const pro = { plan: { ...plan, planId: "pro", intervals }, planIntervalId: `pro ${monthly}`, now: feb10 }
    billing.apply(Lifecycle.changePlan(billing.now(), pro, billing.rules))
    billing.runUntil(feb28)
    const names = billing.now().invoices.map(({ lines }) => lines.map(({ name }) => name))
    expect(names).toEqual([["Starter (prorated)", "Messages"], ["Starter (prorated)"]])
  })

  it("C14: given a voucher and a CUT, then the voucher pays the usage once", () => {
    const billing = withThreshold(30)
    const voucher = { voucherId: "v", name: "Welcome", currency: "BRL", amount: 100, at: jan31 }
    const granted = Receipts.grantVoucher({ ...edit(billing, {}), charges: [] }, voucher)
    billing.apply(granted)
    billing.use("messages", 11, feb10)
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([67])
    billing.runUntil(feb28)
    expect(billing.now().invoices.map(({ payableAmount }) => payableAmount)).toEqual([0, 9990 - 67])
  })
})

describe("payments", () => {
  const standing = ({ now }: Billing) => [now().subscription?.status, now().subscription?.pastDueReason]

  it("E6: given an unknown outcome that turns out as refused, then all is as after a direct refusal", () => {
    const direct = makeAccount({ at: jan31 })
    direct.answerWith(declined)
    direct.runUntil(feb28)
    const polled = makeAccount({ at: jan31 })
    polled.answerWith(unknown)
    polled.runUntil(feb28)
    expect(standing(polled)).toEqual(["ACTIVE", null])
    const { invoiceId = "", attemptId = "" } = polled.charges()[0] ?? {}
    polled.apply(answerTo(polled, { invoiceId, attemptId, answer: declined, now: feb28 }))
    expect(standing(polled)).toEqual(standing(direct))
    expect(Due.nextDue(polled.now(), polled.rules)).toEqual(Due.nextDue(direct.now(), direct.rules))
  })

  it("E9: given a charge without an answer, then no other key; after a definite refusal a new one", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(feb10)
    expect(() => billing.pay(invoiceId, feb10 + 1)).toThrow("PaymentInProgress")
    const { attemptId = "" } = billing.charges()[0] ?? {}
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: feb10 + 2 }))
    billing.answerWith(approved)
    billing.pay(invoiceId, feb10 + 3)
    expect(new Set(billing.charges().map((charge) => charge.attemptId)).size).toBe(2)
    expect(documents(billing)).toEqual([["CYCLE", "PAID", 9990]])
  })

  it("E19: given a late settlement of an old invoice, then the subscription recovers and the cycle is billed", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.answerWith(approved)
    expect(standing(billing)[0]).toBe("PAST_DUE")
    const invoiceId = billing.now().invoices[0]?.invoiceId ?? ""
    const money = { invoiceId, receiptId: "late", amount: 9990, now: feb28 + 1 }
    billing.apply(Payments.settle(billing.now(), money, billing.rules))
    expect(standing(billing)[0]).toBe("ACTIVE")
    expect(decided(UpcomingInvoice.upcoming(billing.now(), feb28 + 2, billing.rules)).totalAmount).toBe(9990)
    billing.runUntil(mar31)
    expect(documents(billing).map(([kind, status]) => [kind, status])).toEqual([
      ["CYCLE", "PAID"],
      ["CYCLE", "PAID"],
    ])
  })
})
