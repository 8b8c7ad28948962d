// The time that a line of an invoice is for. The plan Starter is 9990 for the 28 days from 31 January, which is 357 a day.
import { describe, expect, it } from "vitest"
import { Operators, type Plan, QuantityChanges, Threshold } from "../../../../src/index.ts"
import { approved, dayOf, declined, lateUsage, makeAccount } from "../../../support/account.ts"
import { plan } from "../../../support/billing.ts"
import { type Billing, feb28, idOf, jan31, on } from "../fixtures.ts"

const ahead: Plan.Plan = {
  ...plan,
  intervals: plan.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE", quantityAllowed: true })),
}

/** The lines of each invoice, as "MM-DD to MM-DD amount". */
const times = (billing: Billing) =>
  billing
    .now()
    .invoices.map(({ kind, status, lines }) => [
      `${kind} ${status}`,
      ...lines.map(({ periodStartAt, periodEndAt, amount }) =>
        periodStartAt === undefined || periodEndAt === undefined
          ? `${amount}`
          : `${dayOf(periodStartAt)} to ${dayOf(periodEndAt)} ${amount}`,
      ),
    ])

const have = (billing: Billing, quantity: number, now: number) =>
  billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity, now }, billing.rules))

const cutAbove = (billing: Billing, value: number, now: number) =>
  billing.apply(Threshold.setThreshold(billing.now(), { value, currency: "BRL", now }, billing.rules))

/** Paused from 4 to 14 February and from the 20th on; what the first pause billed was refused and is given up. */
const writtenOff = (): Billing => {
  const billing = makeAccount({ at: jan31 })
  billing.answerWith(declined)
  billing.pause(on(2, 4))
  const invoiceId = idOf(billing, 0)
  billing.apply(
    Operators.operate(billing.now(), invoiceId, { _tag: "WriteOff", now: on(2, 4) }, billing.rules),
  )
  billing.answerWith(approved)
  billing.resume(on(2, 14))
  billing.pause(on(2, 20))
  return billing
}

describe("the time of a fee", () => {
  it("is the one since the pause before it", () => {
    const billing = makeAccount({ at: jan31 })
    billing.pause(on(2, 10))
    billing.resume(on(2, 14))
    billing.pause(on(2, 20))
    billing.resume(on(2, 24))
    billing.runUntil(feb28)
    expect(times(billing)).toEqual([
      ["PAUSE PAID", "01-31 to 02-10 3568"],
      ["PAUSE PAID", "02-14 to 02-20 2141"],
      ["CYCLE PAID", "02-24 to 02-28 1427"],
    ])
  })

  it("is also that of a part that was voided, and waits for the invoice of the cycle", () => {
    const billing = writtenOff()
    billing.resume(on(2, 24))
    billing.rebill(idOf(billing, 0), on(2, 24))
    billing.runUntil(feb28)
    expect(times(billing)).toEqual([
      ["PAUSE VOID", "01-31 to 02-04 1427"],
      ["PAUSE PAID", "02-14 to 02-20 2141"],
      // 1427 of it are for the time up to 4 February.
      ["CYCLE PAID", "01-31 to 02-28 2854"],
    ])
  })

  it("is that of the voided invoice where it is billed again at once", () => {
    const billing = writtenOff()
    billing.rebill(idOf(billing, 0), on(2, 20))
    expect(times(billing)).toEqual([
      ["PAUSE VOID", "01-31 to 02-04 1427"],
      ["PAUSE PAID", "02-14 to 02-20 2141"],
      ["REISSUE PAID", "01-31 to 02-04 1427"],
    ])
  })

  it("in advance is the whole cycle, and after a pause the rest of it", () => {
    const billing = makeAccount({ at: jan31, plan: ahead })
    billing.pause(on(2, 10))
    billing.resume(on(2, 14))
    expect(times(billing)).toEqual([
      ["CREATION PAID", "01-31 to 02-28 9990"],
      ["RESUME PAID", "02-14 to 02-28 4995"],
    ])
  })

  it("of a higher quantity is the rest of the cycle", () => {
    const billing = makeAccount({ at: jan31, plan: ahead })
    have(billing, 2, on(2, 14))
    expect(times(billing).at(-1)).toEqual(["QUANTITY_CHANGE PAID", "02-14 to 02-28 4995"])
  })

  it("is one for each quantity, with the price and the quantity that it is prorated from", () => {
    const of = { ...ahead, intervals: ahead.intervals.map(({ feeTiming: _, ...one }) => one) }
    const billing = makeAccount({ at: jan31, plan: of, quantity: 2 })
    have(billing, 3, on(2, 14))
    billing.runUntil(feb28)
    expect(times(billing)).toEqual([["CYCLE PAID", "01-31 to 02-14 9990", "02-14 to 02-28 14985"]])
    expect(billing.now().invoices[0]?.lines).toMatchObject([
      { unitPrice: 9990, quantity: 1, proration: { unitPrice: 9990, quantity: 2 } },
      { unitPrice: 14_985, quantity: 1, proration: { unitPrice: 9990, quantity: 3 } },
    ])
  })
})

describe("the time of usage", () => {
  it("is the one since the cut before it, and up to the end of the cycle", () => {
    const billing = makeAccount({ at: jan31 })
    cutAbove(billing, 20, jan31)
    billing.use("messages", 10, on(2, 5))
    billing.use("messages", 10, on(2, 12))
    billing.use("messages", 2, on(2, 13))
    billing.runUntil(feb28)
    expect(times(billing)).toEqual([
      ["CUT PAID", "01-31 to 02-05 30"],
      ["CUT PAID", "02-05 to 02-12 30"],
      ["CYCLE PAID", "01-31 to 02-28 9990", "02-12 to 02-28 6"],
    ])
  })

  it("is all of a cycle whose invoice was paid early", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, on(2, 5))
    billing.payEarly(on(2, 6))
    billing.use("messages", 10, on(2, 12))
    billing.runUntil(feb28)
    expect(times(billing)).toEqual([
      ["CYCLE PAID", "01-31 to 02-28 9990", "01-31 to 02-28 30"],
      ["CYCLE PAID", "01-31 to 02-28 30"],
    ])
  })

  it("that came late is all of its cycle", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, on(2, 5))
    billing.runUntil(feb28)
    billing.apply(lateUsage(billing, on(2, 5), on(3, 1)))
    billing.runUntil(on(3, 31))
    expect(times(billing).at(-1)).toEqual(["CYCLE PAID", "02-28 to 03-31 9990", "01-31 to 02-28 15"])
  })
})
