// What a voided document bills again, and what one that is forgiven leaves as it was. Starter is 9990 for the 28 days
// from 31 January.
import { describe, expect, it } from "vitest"
import { Operators, type Plan, QuantityChanges, Voids } from "../../../../src/index.ts"
import { answerTo, approved, declined, makeAccount, unknown } from "../../../support/account.ts"
import { plan } from "../../../support/billing.ts"
import { type Billing, DAY, feb28, idOf, jan31, on } from "../fixtures.ts"

const feb14 = on(2, 14)
const seats: Plan.Plan = {
  ...plan,
  intervals: plan.intervals.map((one) => ({ ...one, amount: 1000, quantityAllowed: true })),
}
const voiding = (billing: Billing, rebill: boolean, now: number) =>
  billing.apply(Voids.voidInvoice(billing.now(), { invoiceId: idOf(billing, 0), rebill, now }, billing.rules))
const have = (billing: Billing, quantity: number, now: number) =>
  billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity, now }, billing.rules))
const documents = (billing: Billing) =>
  billing
    .now()
    .invoices.map(({ kind, status, lines }) => [
      kind,
      status,
      ...lines.map(({ unitPrice, quantity }) => `${quantity} × ${unitPrice}`),
    ])

describe("a fee that is billed again", () => {
  it("whole, is the line that it was, for each unit", () => {
    const billing = makeAccount({ at: jan31, plan: seats, quantity: 5 })
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.answerWith(approved)
    voiding(billing, true, feb28 + DAY)
    expect(documents(billing)).toEqual([
      ["CYCLE", "VOID", "5 × 1000"],
      ["REISSUE", "PAID", "5 × 1000"],
    ])
  })

  it("in part, is a line for the time at each quantity, as far as it is due", () => {
    // 3 units for 14 days are 1500. Then 5 units were to be 2500 to the end, and are 1250 for 7 days.
    const billing = makeAccount({ at: jan31, plan: seats, quantity: 3 })
    have(billing, 5, feb14)
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(feb14)
    billing.cancel(on(2, 21))
    billing.answerWith(approved)
    const attemptId = `attempt/${invoiceId}/0`
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: on(2, 22) }))
    expect(documents(billing)).toEqual([
      ["CYCLE", "VOID", "1 × 1500", "1 × 2500"],
      ["REISSUE", "PAID", "1 × 1500", "1 × 1250"],
    ])
  })
})

describe("a document that is forgiven", () => {
  it("keeps what it gave back as credit: only the time beyond the rest of it is billed later", () => {
    // Of 9990 came 5000, and the rest was written off. Half of the time is not due: half of 5000 goes back as credit.
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    const invoiceId = billing.payEarly(jan31)
    billing.settle(invoiceId, 5000, jan31)
    const writeOff = { _tag: "WriteOff", now: jan31 } as const
    billing.apply(Operators.operate(billing.now(), invoiceId, writeOff, billing.rules))
    billing.pause(feb14)
    expect(billing.now().invoices[0]?.amountCredited).toBe(2500)
    billing.resume(on(2, 21))
    // 7493 are due, and 7490 of them are billed.
    const upcoming = () => billing.upcoming(on(2, 22)).lines.map(({ amount }) => amount)
    expect(upcoming()).toEqual([3])
    voiding(billing, false, on(2, 22))
    expect(billing.now().invoices[0]?.status).toBe("VOID")
    expect(upcoming()).toEqual([3])
  })
})
