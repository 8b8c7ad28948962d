import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  applyVoucher,
  checkSubscription,
  previewUpcomingInvoice,
  voidInvoice,
  writeOffInvoice,
} from "../../../src/index.ts"
import { organizationId } from "../../support/billing.ts"
import { granted, later, paying, tagOf } from "./support.ts"

describe("voiding", () => {
  it("forgives: nothing is billed again, and the subscription recovers", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    const voided = await billing.run(voidInvoice({ ...ref, rebill: false }))
    expect(voided).toMatchObject({ status: "VOID", rebilled: false })
    expect((await billing.run(checkSubscription(organizationId))).status).toBe("ACTIVE")
    expect((await billing.run(previewUpcomingInvoice(organizationId))).lines).toEqual([])
    expect(await billing.run(voidInvoice({ ...ref, rebill: false }))).toEqual(voided)
  })

  it("with rebilling gives the lines back to the running document", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(voidInvoice({ ...ref, rebill: true }))
    expect(await billing.run(previewUpcomingInvoice(organizationId))).toMatchObject({ totalAmount: 9990 })
  })

  it("an invoice of long ago with rebilling bills it again at once, in its own cycle", async () => {
    const { billing, ref } = await paying("tok_decline_once")
    await billing.run(writeOffInvoice(ref))
    await billing.moveTo(later(130))
    const voided = await billing.run(voidInvoice({ ...ref, rebill: true }))
    expect(voided).toMatchObject({ invoiceId: ref.invoiceId, status: "VOID", rebilled: true })
    const { invoices = [], periods = [] } = billing.state.ofOrganization(organizationId) ?? {}
    expect(periods[0]).toMatchObject({ cycle: 0, settled: true })
    const [reissued, ...others] = invoices.filter(({ kind }) => kind === "REISSUE")
    expect(reissued).toMatchObject({ cycle: 0, totalAmount: 9990, status: "PAID" })
    expect(others).toEqual([])
    const charged = billing.charges().filter(({ invoiceId }) => invoiceId === reissued?.invoiceId)
    expect(charged).toMatchObject([{ amount: 9990, status: "APPROVED" }])
  })

  it("gives back vouchers that were applied long ago and are used up", async () => {
    const { billing, ref } = await paying("tok_decline_once")
    await billing.run(granted("v1", 500))
    await billing.run(applyVoucher({ ...ref, voucherId: "v1", amount: null }))
    await billing.run(writeOffInvoice(ref))
    await billing.moveTo(later(130))
    await billing.run(voidInvoice({ ...ref, rebill: false }))
    expect(billing.state.ofOrganization(organizationId)?.vouchers).toMatchObject([
      { voucherId: "v1", balance: 500 },
    ])
  })

  it.each([
    ["tok_visa", "InvoiceTransitionInvalid"],
    ["tok_timeout_approved", "PaymentInProgress"],
  ])("after %s is %s", async (cardToken, tag) => {
    const { billing, ref } = await paying(cardToken)
    expect(tagOf(await billing.run(Effect.result(voidInvoice({ ...ref, rebill: false }))))).toBe(tag)
  })
})
