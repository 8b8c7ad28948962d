// What is due of a period and what was billed of it, of periods by themselves: of the instants 0 to 100, for 1000.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Accrual, type BillingPeriod, type Invoice } from "../../../../src/index.ts"
import { active } from "../rejections/accounts.ts"

type Segment = BillingPeriod.Segment

const terms = { ...active.subscription?.terms, amount: 1000 } as Segment["terms"]
const period = (
  segment: Partial<Segment> = {},
  credits: BillingPeriod.BillingPeriod["credits"] = [],
): BillingPeriod.BillingPeriod => ({
  subscriptionId: "sub",
  cycle: 0,
  month: 0,
  startAt: 0,
  endAt: 100,
  segments: [{ terms, startAt: 0, endAt: null, spans: [{ from: 0, to: null }], usage: [], ...segment }],
  credits,
  settled: false,
})
const invoice = (members: Partial<Invoice.Invoice>) =>
  ({ status: "PAID", rebilled: false, lines: [], ...members }) as unknown as Invoice.Invoice
const fee = (segment: number, amount: number, cycle = 0) =>
  ({ item: { kind: "FEE", cycle, segment }, quantity: 1, amount }) as unknown as Invoice.Invoice["lines"][0]

describe("the fee of a period up to an instant", () => {
  const amounts = (of: BillingPeriod.BillingPeriod, until: number) =>
    Result.map(Accrual.feeLines(of, new Map(), until), (lines) =>
      lines.map(({ unitPrice, quantity }) => unitPrice * quantity),
    )

  it("is due in arrears for the time that has passed, and in advance for the whole cycle", () => {
    expect(amounts(period(), 40)).toEqual(Result.succeed([400]))
    const ahead = period({ terms: { ...terms, feeTiming: "ADVANCE" } })
    expect(amounts(ahead, 40)).toEqual(Result.succeed([1000]))
    expect(amounts(ahead, 0)).toEqual(Result.succeed([1000]))
  })
})

describe("what was billed", () => {
  const parts = [
    { segment: 0, invoiceId: "paid", amount: 100 },
    { segment: 0, invoiceId: "again", amount: 20 },
    { segment: 0, invoiceId: "absent", amount: 3 },
  ]
  const of = period({}, [
    { parts, couponAmount: 0, at: 0 },
    { parts: [{ segment: 0, invoiceId: "forgiven", amount: 4 }], couponAmount: 0, at: 1 },
  ])
  const invoices = [
    invoice({ invoiceId: "paid", lines: [fee(0, 1000)] }),
    invoice({ invoiceId: "again", status: "VOID", rebilled: true, lines: [fee(0, 500)] }),
    invoice({ invoiceId: "forgiven", status: "VOID", lines: [fee(0, 200)] }),
  ]

  it("is less the credits of documents that count: not of one that is billed again, nor of one that is not there", () => {
    expect(Accrual.creditedParts(of, invoices).map(({ invoiceId }) => invoiceId)).toEqual([
      "paid",
      "forgiven",
    ])
    const billed = Accrual.billedItems(invoices, [of])
    expect(Accrual.feeBilled(of, 0, billed)).toBe(1000 + 200 - 100 - 4)
  })

  it("of a fee on a document is that of its own cycle and its own plan", () => {
    const both = invoice({ lines: [fee(0, 300), fee(1, 700), fee(1, 50), fee(0, 9, 1)] })
    expect([
      Accrual.feeOn(both, 0, 0),
      Accrual.feeOn(both, 0, 1),
      Accrual.feeOn(both, 1, 0),
      Accrual.feeOn(both, 1, 1),
    ]).toEqual([300, 750, 9, 0])
  })
})

describe("unbilled usage", () => {
  const used = (quantity: number) => period({ usage: [{ meter: "messages", quantity }] })

  it("is none where there is no period", () => {
    expect(Accrual.usageLines([], new Map())).toEqual(Result.succeed([]))
  })

  it("that costs more than an amount can be is refused, and is not billed", () => {
    const [running, dear] = [used(1), used(Number.MAX_SAFE_INTEGER)]
    expect(Result.isSuccess(Accrual.usageLines([running], new Map()))).toBe(true)
    expect(Accrual.usageLines([dear], new Map())).toMatchObject({ failure: { _tag: "AmountOutOfRange" } })
    expect(Accrual.isBilled(dear, [])).toBe(false)
  })
})
