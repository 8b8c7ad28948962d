// Disputes and write-offs: what a bank, or nobody, does about an invoice.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  checkSubscription,
  type InvoiceRef,
  loseDispute,
  openDispute,
  refundInvoice,
  settleInvoice,
  winDispute,
  writeOffInvoice,
} from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import { paying, tagOf } from "./support.ts"

const refund = (ref: InvoiceRef) => refundInvoice({ ...ref, amount: 90, refundId: null })

describe("a dispute", () => {
  it.each([
    ["won", winDispute, "CHARGEBACK_RESOLVED", "ok"],
    ["lost", loseDispute, "CHARGEBACK", "InvoiceTransitionInvalid"],
  ] as const)("that is %s ends, once", async (_, end, status, refunded) => {
    const { billing, ref } = await paying()
    expect(await billing.run(openDispute(ref))).toMatchObject({ status: "DISPUTED" })
    expect(tagOf(await billing.run(Effect.result(refund(ref))))).toBe("InvoiceTransitionInvalid")
    expect(await billing.run(end(ref))).toMatchObject({ status })
    expect(await billing.run(end(ref))).toMatchObject({ status })
    expect(tagOf(await billing.run(Effect.result(openDispute(ref))))).toBe("InvoiceTransitionInvalid")
    expect(tagOf(await billing.run(Effect.result(refund(ref))))).toBe(refunded)
  })

  it.each([
    ["opened", openDispute],
    ["won", winDispute],
    ["lost", loseDispute],
  ] as const)("of what nobody paid cannot be %s", async (_, act) => {
    const { billing, ref } = await paying("tok_charge_declined")
    expect(tagOf(await billing.run(Effect.result(act(ref))))).toBe("InvoiceTransitionInvalid")
  })
})

describe("writing off", () => {
  it("lets the subscription recover, and money that comes all the same still pays", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    expect(await billing.run(writeOffInvoice(ref))).toMatchObject({ status: "UNCOLLECTIBLE" })
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("ACTIVE")
    expect(await billing.run(writeOffInvoice(ref))).toMatchObject({ status: "UNCOLLECTIBLE" })
    const settle = settleInvoice({ ...ref, amount: null, receiptId: null })
    expect(await billing.run(settle)).toMatchObject({ status: "PAID" })
    expect(tagOf(await billing.run(Effect.result(writeOffInvoice(ref))))).toBe("InvoiceTransitionInvalid")
  })
})
