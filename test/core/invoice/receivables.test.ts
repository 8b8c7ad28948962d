// The summary of an invoice that is owed, and the order in which such invoices are collected: the oldest first.
import { describe, expect, it } from "vitest"
import { byIssue, receivableOf } from "../../../src/core/invoice/Receivable.ts"
import { answer, attempt, issued, NOON } from "./fixtures.ts"

const of = (invoiceId: string, issuedAt: number) => ({ invoiceId, issuedAt })

describe("invoices that are owed", () => {
  it("are in the order of their issue, and of one instant in the order of their ids", () => {
    const ordered = [of("d", 1), of("a", 2), of("b", 2), of("c", 2), of("a", 3)]
    expect(ordered.toReversed().toSorted(byIssue)).toEqual(ordered)
    expect([...ordered].toSorted(byIssue)).toEqual(ordered)
  })
})

describe("a receivable", () => {
  it("says of its invoice whose it is, what is owed, since when, and when it changed last", () => {
    const invoice = { ...issued(), dueAt: NOON + 1, updatedAt: NOON + 2 }
    const { invoiceId, subscriptionId, status, currency, issuedAt } = invoice
    const told = {
      invoiceId,
      subscriptionId,
      status,
      currency,
      issuedAt,
      dueAt: NOON + 1,
      updatedAt: NOON + 2,
    }
    expect(receivableOf(invoice)).toMatchObject({ ...told, amountDue: invoice.payableAmount, triedAt: null })
  })

  it("names no method before one was refused for good", () => {
    const declined = { _tag: "Declined", declineCode: "card_declined", retryable: true } as const
    const stolen = { _tag: "Declined", declineCode: "stolen_card", retryable: false } as const
    const refusedWith = (said: typeof declined | typeof stolen) =>
      receivableOf(issued(attempt(), { ...answer("Declined"), answer: said })).refusedMethodIds
    expect(receivableOf(issued()).refusedMethodIds).toEqual([])
    expect(refusedWith(declined)).toEqual([])
    expect(refusedWith(stolen)).toEqual(["pm1"])
  })

  it("has an attempt while its outcome is open, and then the refusal", () => {
    const open = receivableOf(issued(attempt()))
    expect(open).toMatchObject({ attempt: { attemptId: "a1" }, failure: null, triedAt: NOON })
    const refused = receivableOf(issued(attempt(), answer("Declined")))
    expect(refused).toMatchObject({ attempt: null, failure: { at: NOON, declineCode: "card_declined" } })
  })
})
