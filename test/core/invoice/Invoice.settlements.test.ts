// The money of an attempt counts once, however it is reported: by the gateway's answer, by settlements, in any order.
import { describe, expect, it } from "vitest"
import { Invoice, type InvoiceCommand } from "../../../src/core/invoice/Invoice.ts"
import { given, said } from "../../support/decider.ts"
import { answer, attempt, cancelSlip, issued, NOON } from "./fixtures.ts"

const slip = [attempt(), answer("Pending")]

/** A settlement that names the attempt it came by. */
const settle = (receiptId: string, attemptId: string | null, amount: number): InvoiceCommand => ({
  _tag: "RecordReceipt",
  kind: "SETTLEMENT",
  receiptId,
  attemptId,
  amount,
  now: NOON,
})

describe("the money of an attempt, 10,000 in all", () => {
  const approval = answer("Approved")
  it.each([
    ["an approval, then its settlement", [approval, settle("s", "a1", 10_000)], [10_000, 0]],
    ["an approval, then a part of it", [approval, settle("s", "a1", 4_000)], [10_000, 0]],
    ["an approval, then more than it", [approval, settle("s", "a1", 10_500)], [10_000, 500]],
    [
      "an approval, then two parts",
      [approval, settle("s", "a1", 4_000), settle("t", "a1", 6_000)],
      [10_000, 0, 0],
    ],
    ["two parts and more", [settle("s", "a1", 4_000), settle("t", "a1", 7_000)], [4_000, 7_000]],
    ["a part, then an approval", [settle("s", "a1", 4_000), approval], [4_000, 6_000]],
    ["all of it, then an approval", [settle("s", "a1", 10_000), approval], [10_000]],
    ["more than it, then an approval", [settle("s", "a1", 12_000), approval], [12_000]],
    [
      "a part, an approval, the rest",
      [settle("s", "a1", 4_000), approval, settle("t", "a1", 6_000)],
      [4_000, 6_000, 0],
    ],
  ])("%s", (_, commands, amounts) => {
    const invoice = issued(...slip, ...commands)
    expect(invoice.receipts.map(({ attemptId, amount }) => [attemptId, amount])).toEqual(
      amounts.map((amount) => ["a1", amount]),
    )
    expect(invoice).toMatchObject({ amountPaid: 10_000, status: "PAID", attempts: [{ status: "APPROVED" }] })
  })
})

it.each(["a1", null])(
  "money under the id of the attempt, of %s, leaves the charge an id of its own",
  (of) => {
    const failed = [attempt(), answer("Declined"), attempt("a2"), answer("Approved", "a2")]
    const invoice = issued(...failed, settle("a1", of, 4_000), answer("Approved"))
    const ids = invoice.receipts.map(({ receiptId }) => receiptId)
    expect(new Set(ids).size).toBe(3)
    expect(invoice.receipts.map(({ amount }) => amount)).toEqual([
      10_000,
      4_000,
      of === null ? 10_000 : 6_000,
    ])
  },
)

describe("a settlement", () => {
  const twoSlips = issued(...slip, cancelSlip(), attempt("a2"), answer("Pending", "a2"))
  const settled = (invoice: Invoice, command: InvoiceCommand) => {
    const after = given(Invoice, invoice, command) as Invoice
    return [after.receipts.at(-1)?.attemptId, ...after.attempts.map(({ status }) => status)]
  }

  it("is of the attempt that it names, else of the last slip, and of none that is not there", () => {
    expect(settled(twoSlips, settle("s", "a1", 10_000))).toEqual(["a1", "APPROVED", "PENDING"])
    expect(settled(twoSlips, settle("s", "a2", 10_000))).toEqual(["a2", "CANCELLED", "APPROVED"])
    expect(settled(twoSlips, settle("s", null, 10_000))).toEqual(["a2", "CANCELLED", "APPROVED"])
    expect(settled(twoSlips, settle("s", "a3", 10_000))).toEqual([null, "CANCELLED", "PENDING"])
  })

  it("names a card as well, and without a name is of no card", () => {
    expect(settled(issued(attempt()), settle("s", "a1", 10_000))).toEqual(["a1", "APPROVED"])
    expect(settled(issued(attempt()), settle("s", null, 10_000))).toEqual([null, "STARTED"])
  })

  it("of another attempt, or of none, takes nothing from what an attempt brings", () => {
    const brought = (...commands: ReadonlyArray<InvoiceCommand>): ReadonlyArray<number> =>
      (given(Invoice, twoSlips, ...commands) as Invoice).receipts.map(({ amount }) => amount)
    expect(brought(settle("s", "a1", 4_000), settle("t", "a2", 4_000))).toEqual([4_000, 4_000])
    expect(brought(settle("s", "a3", 4_000), answer("Approved", "a2"))).toEqual([4_000, 10_000])
    expect(brought(settle("s", "a1", 4_000), answer("Approved", "a2"))).toEqual([4_000, 10_000])
  })

  it("in part leaves the rest to the next attempt, which brings no more than that", () => {
    const rest = issued(
      ...slip,
      settle("s", "a1", 6_000),
      cancelSlip(),
      attempt("a2"),
      answer("Approved", "a2"),
    )
    expect(rest.receipts.map(({ attemptId, amount }) => [attemptId, amount])).toEqual([
      ["a1", 6_000],
      ["a2", 4_000],
    ])
  })

  it("is one however often it is told", () => {
    const once = issued(...slip, settle("s", "a1", 4_000))
    expect(said(Invoice.decide(once, settle("s", "a1", 4_000)))).toBe("nothing")
  })
})
