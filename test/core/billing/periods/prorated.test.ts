// What a line of a fee says of the time that it is for. Starter is 9990 for the 28 days from 31 January; a millisecond of
// them is less than half a cent, so the rest rounds to all of it.
import { describe, expect, it } from "vitest"
import { type Plan, QuantityChanges } from "../../../../src/index.ts"
import { answerTo, approved, declined, makeAccount, unknown } from "../../../support/account.ts"
import { plan } from "../../../support/billing.ts"
import { type Billing, feb28, idOf, jan31, on } from "../fixtures.ts"

const seats: Plan.Plan = {
  ...plan,
  intervals: plan.intervals.map((one) => ({ ...one, amount: 1000, quantityAllowed: true })),
}
const documents = (billing: Billing) =>
  billing
    .now()
    .invoices.map(({ kind, lines }) => [
      kind,
      ...lines.map(({ name, quantity, unitPrice }) => `${name}: ${quantity} × ${unitPrice}`),
    ])

describe("a fee of a part of its cycle that rounds to all of it", () => {
  it("is prorated after a pause of a millisecond", () => {
    const billing = makeAccount({ at: jan31 })
    billing.pause(feb28 - 2)
    billing.resume(feb28 - 1)
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([["PAUSE", "Starter (prorated): 1 × 9990"]])
  })

  it("is prorated at one quantity for all but a millisecond", () => {
    const billing = makeAccount({ at: jan31, plan: seats, quantity: 2 })
    const change = { quantity: 3, now: feb28 - 1 }
    billing.apply(QuantityChanges.changeQuantity(billing.now(), change, billing.rules))
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([["CYCLE", "Starter, quantity 2 (prorated): 1 × 2000"]])
  })

  it("is whole at one quantity for all of it", () => {
    const billing = makeAccount({ at: jan31, plan: seats, quantity: 2 })
    billing.runUntil(feb28)
    expect(documents(billing)).toEqual([["CYCLE", "Starter: 2 × 1000"]])
  })
})

describe("a fee that is billed again for a part of its cycle", () => {
  it("is prorated, although it was whole before", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(jan31)
    billing.cancel(on(2, 14))
    billing.answerWith(approved)
    const attemptId = `attempt/${idOf(billing, 0)}/0`
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: feb28 }))
    expect(documents(billing)).toEqual([
      ["CYCLE", "Starter: 1 × 9990"],
      ["REISSUE", "Starter (prorated): 1 × 4995"],
    ])
  })
})
