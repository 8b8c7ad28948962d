// Which periods an invoice belongs to: its own, and those of its fees.
import { describe, expect, it } from "vitest"
import { couponOf, groupOf, groupsOf, unloadedOf } from "../../../src/core/billing/periods/groups.ts"
import type { BillingPeriod, Invoice } from "../../../src/index.ts"

type Item = Parameters<typeof groupOf>[0]["item"]

const fee = (cycle: number) => ({ item: { kind: "FEE", cycle, segment: 0 } satisfies Item })
const usage = (cycle: number) => ({
  item: { kind: "USAGE", cycle, segment: 0, meter: "messages" } as Item,
})

describe("a line", () => {
  it("counts in the period of its fee, or else in that of its document", () => {
    expect(groupOf(fee(2), { cycle: 1 })).toBe(2)
    expect(groupOf(usage(0), { cycle: 1 })).toBe(1)
  })
})

describe("the periods of an invoice", () => {
  it.each([
    ["without a line", [], [1]],
    ["with its own fee, and late usage", [fee(1), usage(0)], [1]],
    ["with the next fee", [usage(1), fee(2)], [1, 2]],
    ["with two fees, of which one is earlier", [fee(2), fee(0), fee(2)], [0, 1, 2]],
    ["of a cycle after the ninth", [fee(10), fee(9)], [1, 9, 10]],
  ])("%s", (_, lines, cycles) => {
    expect(groupsOf({ cycle: 1, lines })).toEqual(cycles)
  })
})

describe("what a coupon gave of an invoice", () => {
  const discounts = [
    { type: "COUPON", code: "TEN", amount: 7 },
    { type: "VOUCHER", code: "voucher", amount: 3 },
  ] as const
  const invoice = { cycle: 1, discounts } as unknown as Invoice.Invoice

  it("is all of one period, and nothing of another one", () => {
    expect([couponOf(invoice, 1), couponOf(invoice, 2)]).toEqual([7, 0])
  })

  it("is what the invoice kept for each of several", () => {
    const both = { ...invoice, couponParts: [{ cycle: 2, amount: 5 }] }
    expect([couponOf(both, 1), couponOf(both, 2)]).toEqual([0, 5])
  })
})

describe("documents that billed a fee ahead", () => {
  const period = (advanceInvoiceIds?: ReadonlyArray<string>) =>
    ({ cycle: 1, ...(advanceInvoiceIds && { advanceInvoiceIds }) }) as unknown as BillingPeriod.BillingPeriod
  const invoices = [{ invoiceId: "a" }, { invoiceId: "b" }] as unknown as ReadonlyArray<Invoice.Invoice>

  it("are asked for where they are not loaded", () => {
    expect(unloadedOf([period(["a", "c"]), period(), period(["b", "d"])], invoices)).toEqual(["c", "d"])
    expect(unloadedOf([period(["a"])], invoices)).toEqual([])
  })
})
