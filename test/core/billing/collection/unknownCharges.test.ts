// Charges whose outcome nobody knows: which one an operator can look up, what happens where the method is gone, and
// when an operator is called.
import { describe, expect, it } from "vitest"
import { Account, Reconciliation } from "../../../../src/index.ts"
import { approved, declined, makeAccount, notFound, slipUntil, unknown } from "../../../support/account.ts"
import { type Billing, HOUR, idOf, jan31, on } from "../fixtures.ts"

const feb10 = on(2, 10)

/** Paid early on 10 February, as the gateway then said. */
const paid = (answer: Parameters<Billing["answerWith"]>[0]): Billing => {
  const billing = makeAccount({ at: jan31 })
  billing.answerWith(answer)
  billing.payEarly(feb10)
  return billing
}

describe("the charge of unknown outcome", () => {
  const found = (billing: Billing, attemptId: string | null, invoiceId = idOf(billing, 0)) =>
    Reconciliation.unknownCharge(billing.now(), { invoiceId, attemptId })

  it("is that of the attempt in flight, as it was made, also where the attempt is named", () => {
    const billing = paid(unknown)
    const [charge] = billing.charges()
    expect(charge).toMatchObject({ amount: 9990, at: feb10 })
    expect(found(billing, null)).toEqual(charge)
    expect(found(billing, `attempt/${idOf(billing, 0)}/0`)).toEqual(charge)
  })

  it("is none where another attempt is named", () => {
    expect(found(paid(unknown), "another")).toBeNull()
  })

  it.each([
    ["approved", approved],
    ["refused", declined],
    ["answered with a slip", slipUntil(on(2, 20))],
  ])("is none where it was %s", (_, answer) => {
    expect(found(paid(answer), null)).toBeNull()
  })

  it("is none where there is no such invoice", () => {
    expect(found(paid(unknown), null, "none")).toBeNull()
  })

  it("is none where its method is gone", () => {
    const billing = paid(unknown)
    billing.edit({ paymentMethods: [] })
    expect(found(billing, null)).toBeNull()
  })
})

describe("a charge that the gateway does not know", () => {
  it("is not made again where its method is gone", () => {
    const billing = paid(unknown)
    const invoiceId = idOf(billing, 0)
    const now = feb10 + HOUR
    const told = {
      invoiceId,
      attemptId: `attempt/${invoiceId}/0`,
      answer: notFound,
      now,
      presentAt: now,
    } as const
    const again = billing.apply(Reconciliation.recordLookup(billing.now(), told, billing.rules))
    expect(again.charges).toHaveLength(1)
    billing.edit({ paymentMethods: [] })
    const gone = billing.apply(Reconciliation.recordLookup(billing.now(), told, billing.rules))
    expect(gone).toEqual(Account.unchanged(billing.now()))
  })
})

describe("an operator", () => {
  it("is called for the second attempt of an invoice, whose first one was refused", () => {
    const billing = paid(declined)
    billing.answerWith(unknown)
    billing.pay(idOf(billing, 0), feb10)
    billing.runUntil(on(2, 27))
    expect(
      billing.billingEvents().flatMap(({ type, at }) => (type === "payment.needs_operator" ? [at] : [])),
    ).toEqual([on(2, 15)])
    const attempts = billing.now().invoices[0]?.attempts.map(({ status, lookups }) => [status, lookups])
    expect(attempts).toEqual([
      ["DECLINED", 0],
      ["UNKNOWN", 7],
    ])
  })
})
