import { createRequire } from "node:module"
import * as Result from "effect/Result"
import type * as fastCheck from "fast-check"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { computeInvoice, PaymentAttempt } from "../../../src/index.ts"
import {
  type ComputeInvoice,
  chooseLaws,
  deciderLaws,
  invoiceLaws,
  type LawOptions,
  type Tried,
} from "../../../src/testing/index.ts"

const lawOf = (id: string, compute: ComputeInvoice = computeInvoice) => {
  const [law] = chooseLaws(invoiceLaws(compute), { only: [id] })
  return law ?? expect.unreachable()
}
const broken = (id: string, compute: ComputeInvoice, options?: LawOptions) =>
  lawOf(id, compute)
    .check(options)
    .then(() => expect.unreachable(), String)

describe("a law", () => {
  it("keeps its id", () => {
    expect(invoiceLaws(computeInvoice).map(({ id }) => id)).toEqual([
      "invoice.lines",
      "invoice.total",
      "invoice.currency",
      "invoice.payable",
      "invoice.zero",
      "invoice.coupon",
      "invoice.vouchers",
      "invoice.period",
      "invoice.later-document",
      "invoice.refusals",
      "invoice.purity",
    ])
  })

  it("is chosen by its id, and left out by it", () => {
    const ids = (choice: Parameters<typeof chooseLaws>[1]) =>
      chooseLaws(invoiceLaws(computeInvoice), choice).map(({ id }) => id)
    expect(ids({ only: ["invoice.zero", "invoice.total"] })).toEqual(["invoice.total", "invoice.zero"])
    expect(ids({ except: ["invoice.period"] })).toHaveLength(10)
    expect(() => ids({ except: ["invoice.periods"] })).toThrow("no law has the id invoice.periods: take of ")
  })

  it("holds without billing periods where those are left out", async () => {
    const without: ComputeInvoice = (input) =>
      computeInvoice({
        ...input,
        coupon: input.coupon && { ...input.coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 },
      })
    const except = ["invoice.period", "invoice.later-document"]
    for (const { check } of chooseLaws(invoiceLaws(without), { except })) await check({ numRuns: 500 })
  })

  it.each([Number.NaN, 0, -1, 1.5, Number.POSITIVE_INFINITY])("is not tried %s times", async (numRuns) => {
    await expect(lawOf("invoice.total").check({ numRuns })).rejects.toThrow(`numRuns is ${numRuns}`)
  })

  it("is not tried otherwise than was meant", async () => {
    const misspelt = { numRun: 5 } as object
    await expect(lawOf("invoice.total").check(misspelt)).rejects.toThrow(
      "the options of a law: numRun is unknown; did you mean numRuns?",
    )
  })

  it("is tried with the examples that it is given", async () => {
    const input = { currency: "BRL", lines: [], coupon: null, vouchers: [] }
    const example = { ...input, lines: [{ name: "Seats", unitPrice: 77, quantity: 3 }] }
    const wrong: ComputeInvoice = (input) =>
      Result.map(computeInvoice(input), (invoice) => ({
        ...invoice,
        totalAmount: input.lines[0]?.name === "Seats" ? 0 : invoice.totalAmount,
      }))
    const message = await broken("invoice.total", wrong, { examples: [input, example] })
    expect(message).toContain("invoice.total: `totalAmount` is the sum of the amounts of the lines.")
    expect(message).toContain('"lines":[{"name":"Seats","unitPrice":77,"quantity":3}]')
    expect(message).toContain("totalAmount: expected 231, got 0")
    await lawOf("invoice.total", wrong).check()
  })

  it("says in words what is refused or computed wrongly", async () => {
    const lenient: ComputeInvoice = (input) =>
      computeInvoice({ ...input, vouchers: input.vouchers.filter(({ balance }) => !Number.isNaN(balance)) })
    const message = await broken("invoice.refusals", lenient)
    expect(message).toContain(
      "the balance of the voucher another is NaN: it has to be rejected, and was computed: ",
    )
    const strict = () => Result.fail({ _tag: "Never" })
    expect(await broken("invoice.refusals", strict)).toContain(
      'it can be computed, and was rejected: {"_tag":"Never"}',
    )
  })

  it("says how many inputs it skipped, and does not hold where nearly all were", async () => {
    const tried: Array<Tried> = []
    await lawOf("invoice.total").check({ numRuns: 300, onTried: (one) => tried.push(one) })
    expect(tried).toEqual([{ numRuns: 300, numSkipped: 0 }])
    expect(await broken("invoice.total", () => Result.fail({ _tag: "Never" }))).toContain(
      "invoice.total: 100 of 100 inputs were skipped: it was hardly looked at",
    )
  })

  it("shows what it is given", () => {
    const { given } = lawOf("invoice.lines")
    expect(fc.sample(given ?? expect.unreachable(), { numRuns: 20, seed: 42 })).toHaveLength(20)
  })

  it("takes arbitraries of another copy of fast-check, and gives its own to it", async () => {
    const other: typeof fastCheck = createRequire(import.meta.url)("fast-check")
    expect(other.constant).not.toBe(fc.constant)
    const commands: fastCheck.Arbitrary<PaymentAttempt.AttemptCommand> = other.nat().map((now) => ({
      _tag: "Expire",
      now,
    }))
    const decider = PaymentAttempt.PaymentAttempt
    for (const { check } of deciderLaws({ decider, start: null, commands })) await check()
    const given = lawOf("invoice.lines").given ?? expect.unreachable()
    expect(other.sample(given as fastCheck.Arbitrary<unknown>, 5)).toHaveLength(5)
  })
})
