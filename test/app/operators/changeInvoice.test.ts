// What all actions on an invoice have in common.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  applyVoucher,
  type BillingStore,
  checkSubscription,
  failPayment,
  type InvoiceRef,
  loseDispute,
  openDispute,
  refundInvoice,
  settleInvoice,
  viewAccount,
  viewInvoice,
  voidInvoice,
  winDispute,
  writeOffInvoice,
} from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import { withoutVersionCheck } from "../../support/withoutVersionCheck.ts"
import { granted, later, paying, tagOf } from "./support.ts"

const actions = {
  settle: (ref: InvoiceRef) => settleInvoice({ ...ref, amount: 1, receiptId: null }),
  fail: (ref: InvoiceRef) => failPayment({ ...ref, attemptId: null, declineCode: "card_declined" }),
  refund: (ref: InvoiceRef) => refundInvoice({ ...ref, amount: 1, refundId: null }),
  "apply a voucher": (ref: InvoiceRef) => applyVoucher({ ...ref, voucherId: "v1", amount: null }),
  "open a dispute": openDispute,
  "win a dispute": winDispute,
  "lose a dispute": loseDispute,
  void: (ref: InvoiceRef) => voidInvoice({ ...ref, rebill: true }),
  "write off": writeOffInvoice,
}

describe("every action", () => {
  it.each(Object.entries(actions))("finds no invoice that is not there: %s", async (_, act) => {
    const { billing, ref } = await paying()
    const of = async (other: Partial<InvoiceRef>) =>
      tagOf(await billing.run(Effect.result(act({ ...ref, ...other }))))
    expect(await of({ invoiceId: "none" })).toBe("InvoiceNotFound")
    expect(await of({ organizationId: "none" })).toBe("OrganizationNotFound")
  })

  it.each(Object.entries(actions))(
    "leaves a paid or a failed invoice as it is, or says so: %s",
    async (_, act) => {
      for (const cardToken of ["tok_visa", "tok_charge_declined"]) {
        const { billing, ref } = await paying(cardToken)
        const before = await billing.run(viewInvoice(ref))
        const result = await billing.run(Effect.result(act(ref)))
        const after = await billing.run(viewInvoice(ref))
        if (tagOf(result) === "ok") expect(result).toMatchObject({ success: after })
        else expect(after).toEqual(before)
      }
    },
  )

  it("does first what is due: a voucher that expired pays nothing", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(granted("v1", 500, later(10)))
    billing.setNow(later(10))
    const apply = applyVoucher({ ...ref, voucherId: "v1", amount: null })
    expect(tagOf(await billing.run(Effect.result(apply)))).toBe("VoucherNotUsable")
    const entries = billing.state.ofOrganization(organizationId)?.voucherEntries
    expect(entries?.map(({ kind }) => kind)).toEqual(["GRANT", "EXPIRE"])
  })

  it("reaches invoices of long ago", async () => {
    const { billing, ref } = await paying()
    await billing.moveTo(later(400))
    expect((await billing.run(viewAccount(organizationId))).invoices).not.toContainEqual(
      expect.objectContaining({ invoiceId: ref.invoiceId }),
    )
    const refunded = await billing.run(refundInvoice({ ...ref, amount: null, refundId: null }))
    expect(refunded).toMatchObject({ status: "REFUNDED", amountRefunded: 9990 })
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("ACTIVE")
  })
})

describe("ten refunds of 2000 at once", () => {
  const refunds = async (wrapStore?: (store: BillingStore["Service"]) => BillingStore["Service"]) => {
    const { billing, ref } = await paying("tok_visa", wrapStore)
    const results = await billing.race(
      Array.from({ length: 10 }, () => refundInvoice({ ...ref, amount: 2000, refundId: null })),
    )
    const invoice = await billing.run(viewInvoice(ref))
    return { tags: results.map(tagOf), invoice }
  }

  it("give back four, and no cent more than was paid", async () => {
    const { tags, invoice } = await refunds()
    expect(tags.filter((tag) => tag === "ok")).toHaveLength(4)
    expect(tags.filter((tag) => tag === "RefundExceedsPaid")).toHaveLength(6)
    expect(invoice).toMatchObject({ status: "PARTIALLY_REFUNDED", amountRefunded: 8000 })
  })

  it("would be seen to fail without the version check", async () => {
    const { tags } = await refunds(withoutVersionCheck)
    expect(tags.filter((tag) => tag === "ok").length).toBeGreaterThan(4)
  })
})
