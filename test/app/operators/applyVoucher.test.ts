import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { applyVoucher, checkSubscription, grantVoucher, viewAccount } from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import { granted, later, paying, tagOf } from "./support.ts"

const applied = (
  ref: { organizationId: string; invoiceId: string },
  voucherId: string,
  amount: number | null = null,
) => applyVoucher({ ...ref, voucherId, amount })

describe("applying a voucher", () => {
  it("pays what is due, and the subscription recovers", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(granted("v1", 10_000))
    const paid = await billing.run(applied(ref, "v1"))
    expect(paid).toMatchObject({ status: "PAID", amountPaid: 9990, receipts: [{ kind: "VOUCHER" }] })
    expect(billing.state.ofOrganization(organizationId)?.vouchers).toMatchObject([{ balance: 10 }])
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("ACTIVE")
  })

  it("of a part pays that part", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(granted("v1", 10_000))
    expect(await billing.run(applied(ref, "v1", 4000))).toMatchObject({
      status: "PAYMENT_FAILED",
      amountPaid: 4000,
    })
  })

  it("that is used up is not usable, and one that never was is not found", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(granted("v1", 100))
    await billing.run(applied(ref, "v1"))
    expect(tagOf(await billing.run(Effect.result(applied(ref, "v1"))))).toBe("VoucherNotUsable")
    expect(tagOf(await billing.run(Effect.result(applied(ref, "v2"))))).toBe("VoucherNotFound")
  })

  it("that was used up long ago is still not usable, rather than not found", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(granted("v1", 9990))
    await billing.run(applied(ref, "v1"))
    await billing.moveTo(later(130))
    const { invoices } = await billing.run(viewAccount(organizationId))
    const failed = { ...ref, invoiceId: invoices.at(-1)?.invoiceId ?? "" }
    expect(await billing.run(Effect.flip(applied(failed, "v1")))).toEqual({
      _tag: "VoucherNotUsable",
      voucherId: "v1",
    })
  })

  it("that is for another currency or for later is not usable; of too much it is exhausted", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    const voucher = { organizationId, name: "Goodwill", amount: 100, expiresAt: null }
    const grant = (voucherId: string, currency: string, effectiveAt: number | null) =>
      grantVoucher({ ...voucher, voucherId, currency, effectiveAt })
    await billing.run(grant("dollars", "USD", null))
    await billing.run(grant("later", "BRL", later(1)))
    await billing.run(grant("little", "BRL", null))
    const tags = await billing.race([
      applied(ref, "dollars"),
      applied(ref, "later"),
      applied(ref, "little", 101),
    ])
    expect(tags.map(tagOf)).toEqual(["VoucherNotUsable", "VoucherNotUsable", "VoucherExhausted"])
  })

  it.each([
    ["tok_visa", "InvoiceNotPayable"],
    ["tok_timeout_approved", "PaymentInProgress"],
  ])("after %s is %s", async (cardToken, tag) => {
    const { billing, ref } = await paying(cardToken)
    await billing.run(granted("v1", 100))
    expect(tagOf(await billing.run(Effect.result(applied(ref, "v1"))))).toBe(tag)
  })
})
