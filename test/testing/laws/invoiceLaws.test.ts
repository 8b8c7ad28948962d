import { runInNewContext } from "node:vm"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { computeInvoice } from "../../../src/core/invoice/computeInvoice.ts"
import { type ComputeInvoice, chooseLaws, invoiceLaws } from "../../../src/testing/index.ts"
import { describeBreaches } from "../breaches.ts"

type Computed = Result.Result.Success<ReturnType<ComputeInvoice>>

/** The computation with its invoice changed afterwards. */
const but =
  (change: (invoice: Computed, input: Parameters<ComputeInvoice>[0]) => Partial<Computed>): ComputeInvoice =>
  (input) =>
    Result.map(computeInvoice(input), (invoice) => ({ ...invoice, ...change(invoice, input) }))

let calls = 0

const wrong: Readonly<Record<string, ComputeInvoice>> = {
  "the amount of a line is its unit price times its quantity": but(({ lines }) => ({
    // The first two lines are swapped.
    lines: [...lines.slice(0, 2).reverse(), ...lines.slice(2)],
  })),
  "the total is the sum of the lines": (input) =>
    // It forgets a line that costs nothing, and with it whatever comes after it.
    Result.map(computeInvoice(input), (invoice) => {
      const first = invoice.lines.findIndex(({ amount }) => amount === 0)
      if (first === -1 || invoice.discounts.length > 0) return invoice
      const totalAmount = invoice.lines.slice(0, first).reduce((sum, { amount }) => sum + amount, 0)
      return input.vouchers.length > 0 ? invoice : { ...invoice, totalAmount, payableAmount: totalAmount }
    }),
  "the currency is that of the input": but(() => ({ currency: "BRL" })),
  "payable is the total less the discounts, and never negative": but(({ payableAmount }) => ({
    payableAmount: payableAmount > 100 ? Math.round(payableAmount / 100) * 100 : payableAmount,
  })),
  "nothing is 0, and not -0": but(({ payableAmount }) => ({
    payableAmount: payableAmount === 0 ? -0 : payableAmount,
  })),
  "a coupon discounts the lines of its plans, and comes first": (input) => {
    const ofEveryPlan = input.coupon === null ? null : { ...input.coupon, planIds: null }
    const computed = computeInvoice({ ...input, coupon: ofEveryPlan })
    return Result.isSuccess(computed) ? computed : computeInvoice(input)
  },
  "vouchers follow in their order, each up to the rest": (input) =>
    computeInvoice({ ...input, vouchers: input.vouchers.toReversed() }),
  "documents of one period cost together what one document would": (input) =>
    // Each document is discounted as if it were alone.
    Result.isFailure(computeInvoice(input)) || input.coupon === null
      ? computeInvoice(input)
      : computeInvoice({
          ...input,
          coupon: { ...input.coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 },
        }),
  "a later document of a period gets what is left of its coupon": (input) =>
    // A period that is no amount counts as none.
    computeInvoice({
      ...input,
      coupon: input.coupon && {
        ...input.coupon,
        periodEligibleAmount: input.coupon.periodEligibleAmount || 0,
        periodDiscountAmount: input.coupon.periodDiscountAmount || 0,
      },
    }),
  "what is no whole amount is rejected, and everything else is computed": (input) =>
    computeInvoice({
      ...input,
      vouchers: input.vouchers.map((one) => ({ ...one, balance: Math.abs(Math.trunc(one.balance)) || 0 })),
    }),
  "the same input is the same invoice, and stays as it was": but(() => {
    calls += 1
    return { calls } as object
  }),
}

const LATER = "a later document of a period gets what is left of its coupon"

describe("the laws of invoices", () => {
  describeBreaches(invoiceLaws, computeInvoice, wrong, {
    "a coupon discounts the lines of its plans, and comes first": [LATER],
    "documents of one period cost together what one document would": [LATER],
  })

  it("find the smallest example: a coupon that is rounded down", async () => {
    const down = but(({ discounts, totalAmount }, { coupon, lines }) => {
      const [first, ...rest] = discounts
      if (first?.type !== "COUPON" || coupon?.discount.type !== "PERCENTAGE" || lines.length > 1) return {}
      const amount = Math.floor((totalAmount * coupon.discount.basisPoints) / 10_000)
      return { discounts: amount === 0 ? rest : [{ ...first, amount }, ...rest] }
    })
    const [law] = invoiceLaws(down).filter(({ name }) => name.startsWith("a coupon"))
    const message = await law?.check({ seed: 42, numRuns: 2_000 }).then(
      () => "no example",
      (error: Error) => error.message,
    )
    // Half of a centavo.
    expect(message).toContain(
      'Counterexample: [{"currency":"BRL","lines":[{"name":"Line","unitPrice":1,"quantity":1}],' +
        '"coupon":{"code":"COUPON-1","discount":{"type":"PERCENTAGE","basisPoints":5000},"planIds":null,' +
        '"periodEligibleAmount":0,"periodDiscountAmount":0},"vouchers":[]}]',
    )
    expect(message).toContain('coupon: expected [{"type":"COUPON","code":"COUPON-1","amount":1}], got []')
  })

  it.each([
    ["a promise", async () => Result.fail({}), "the function gave a promise: give Result.succeed(invoice)"],
    [
      "an invoice as it is",
      () => ({ lines: [] }),
      "the function gave no Result: give Result.succeed(invoice)",
    ],
    ["nothing", () => undefined, "the function gave no Result: give Result.succeed(invoice)"],
    ["no discounts", () => Result.succeed({ lines: [] }), "the invoice has no array discounts"],
    ["no invoice", () => Result.succeed(null), "the invoice has no array lines"],
  ])("say what is wrong with a function that gives %s", async (_, wrong, remedy) => {
    for (const { check } of invoiceLaws(wrong as unknown as ComputeInvoice)) {
      await expect(check()).rejects.toThrow(remedy)
    }
  })

  it.each([
    ["1", 'an amount is "1": give a number'],
    [1n, "an amount is 1n: give a number"],
  ])("say that the amount %o of a line is no number", async (amount, remedy) => {
    const strange = but(({ lines }) => ({
      lines: lines.map((line) => ({ ...line, amount: amount as unknown as number })),
    }))
    const total = invoiceLaws(strange).find(({ id }) => id === "invoice.total")
    await expect(total?.check({ numRuns: 100 })).rejects.toThrow(remedy)
  })

  it("take an invoice that was made in another realm, as Jest makes them", async () => {
    const parse: (json: string) => Partial<Computed> = runInNewContext("JSON.parse")
    const foreign = but((invoice) => parse(JSON.stringify(invoice)))
    const except = ["invoice.zero"]
    for (const { check } of chooseLaws(invoiceLaws(foreign), { except })) await check({ numRuns: 200 })
    const one = but((invoice) => ({
      lines: parse(JSON.stringify([...invoice.lines, {}])) as Computed["lines"],
    }))
    const [lines] = invoiceLaws(one)
    await expect(lines?.check()).rejects.toThrow("lines: expected [], got [{}]")
  })

  it("say what is wrong of lines that contain themselves", async () => {
    const [lines] = invoiceLaws(
      but(() => {
        const endless: Array<unknown> = []
        endless.push(endless)
        return { lines: endless as unknown as Computed["lines"] }
      }),
    )
    await expect(lines?.check()).rejects.toThrow("lines: expected [], got [[[cyclic]]]")
  })

  it("try the documents of a period without what the function does not know", async () => {
    const percentages: ComputeInvoice = (input) =>
      input.coupon?.discount.type === "FIXED"
        ? Result.fail({ reason: "a fixed coupon" })
        : computeInvoice(input)
    const law = invoiceLaws(percentages).find(({ id }) => id === "invoice.period")
    let skipped = 0
    await law?.check({ onTried: ({ numSkipped }) => (skipped = numSkipped) })
    expect(skipped).toBeGreaterThan(0)
    const first: ComputeInvoice = (input) =>
      input.coupon?.periodEligibleAmount
        ? Result.fail({ reason: "a second document" })
        : computeInvoice(input)
    const alone = invoiceLaws(first).find(({ id }) => id === "invoice.period")
    await expect(alone?.check()).rejects.toThrow(
      'it can be computed, and was rejected: {"reason":"a second document"}',
    )
  })
})
