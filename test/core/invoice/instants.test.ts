// What becomes of an invoice keeps its instant, whatever follows: what fell into a month that is closed stays there.
import { describe, expect, it } from "vitest"
import { Invoice, type InvoiceCommand } from "../../../src/core/invoice/Invoice.ts"
import { given } from "../../support/decider.ts"
import { answer, attempt, issued, NOON, receipt, voidIt, writeOff } from "./fixtures.ts"

const DAY = 86_400_000
const days = (count: number): number => NOON + count * DAY
const on = <C extends InvoiceCommand>(day: number, command: C): C => ({ ...command, now: days(day) })
const of = (from: Invoice, ...commands: ReadonlyArray<InvoiceCommand>): Invoice =>
  given(Invoice, from, ...commands) as Invoice

const settled = issued(receipt("SETTLEMENT", 10_000))
const step = (day: number, _tag: "OpenDispute" | "WinDispute" | "LoseDispute"): InvoiceCommand => ({
  _tag,
  now: days(day),
})

describe("the instant of", () => {
  it("a write-off stays when money comes after all, when a payment is refused, and when it is voided", () => {
    const givenUp = on(3, writeOff)
    expect(of(issued(), givenUp).writtenOffAt).toBe(days(3))
    const paid = of(issued(), givenUp, on(40, receipt("SETTLEMENT", 10_000)))
    expect(paid).toMatchObject({ status: "PAID", writtenOffAt: days(3), paidAt: days(40) })
    const refused = of(issued(), givenUp, on(40, attempt()), on(41, answer("Declined")))
    expect(refused).toMatchObject({ status: "UNCOLLECTIBLE", writtenOffAt: days(3) })
    const voided = of(issued(), givenUp, on(40, voidIt(false)))
    expect(voided).toMatchObject({ status: "VOID", writtenOffAt: days(3), voidedAt: days(40) })
  })

  it("a void stays when money comes for it", () => {
    const voided = of(issued(), on(3, voidIt(true)), on(40, receipt("SETTLEMENT", 10_000)))
    expect(voided).toMatchObject({ status: "VOID", voidedAt: days(3), updatedAt: days(40) })
  })

  it("each dispute stays when it ends, when money goes back, and when another one opens", () => {
    expect(of(settled, step(1, "OpenDispute")).disputes).toEqual([
      { openedAt: days(1), endedAt: null, outcome: null },
    ])
    const won = { openedAt: days(1), endedAt: days(9), outcome: "WON" }
    const refund: InvoiceCommand = { _tag: "Refund", refundId: "r", amount: 1, now: days(20) }
    const money = on(5, receipt("SETTLEMENT", 7))
    const twice = of(
      settled,
      step(1, "OpenDispute"),
      money,
      step(9, "WinDispute"),
      refund,
      step(30, "OpenDispute"),
    )
    expect(twice.disputes).toEqual([won, { openedAt: days(30), endedAt: null, outcome: null }])
    const lost = of(twice, step(60, "LoseDispute"), on(90, receipt("SETTLEMENT", 5)))
    expect(lost).toMatchObject({ status: "CHARGEBACK", updatedAt: days(90) })
    expect(lost.disputes).toEqual([won, { openedAt: days(30), endedAt: days(60), outcome: "LOST" }])
  })

  it("a dispute that an older record does not tell is that of its latest change", () => {
    const { disputes: _, ...older } = of(settled, step(1, "OpenDispute"))
    const lost = { openedAt: days(1), endedAt: days(9), outcome: "LOST" }
    expect(of(older, step(9, "LoseDispute")).disputes).toEqual([lost])
  })

  it("none of them is there where nothing of it happened", () => {
    for (const member of ["writtenOffAt", "voidedAt", "disputes"]) expect(settled).not.toHaveProperty(member)
  })
})
