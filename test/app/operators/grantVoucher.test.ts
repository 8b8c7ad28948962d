import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { applyVoucher, grantVoucher, previewUpcomingInvoice, viewAccount } from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { granted, later, paying, tagOf } from "./support.ts"

describe("granting a voucher", () => {
  it("makes it pay the upcoming invoice, and charges nothing", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(subscribed())
    const voucher = await billing.run(granted("v1", 500))
    expect((await billing.run(viewAccount(organizationId))).vouchers).toEqual([voucher])
    expect(await billing.run(previewUpcomingInvoice(organizationId))).toMatchObject({
      discounts: [{ type: "VOUCHER", code: "v1", amount: 500 }],
    })
    expect(billing.charges()).toEqual([])
    const told = billing.state.outbox().flatMap((message) => (message.kind === "EVENT" ? [message] : []))
    expect(told.at(-1)?.billingEvent).toEqual({ type: "voucher.granted", at: startAt, voucher })
  })

  it("wakes nobody, until it expires", async () => {
    const billing = makeBilling()
    await billing.seeded()
    await billing.run(granted("v1", 500))
    expect(billing.state.due()).toEqual([])
    await billing.run(granted("v2", 500, later(10)))
    expect(billing.state.due()).toEqual([{ organizationId, at: later(10) }])
    await billing.moveTo(later(10))
    const { vouchers } = await billing.run(viewAccount(organizationId))
    expect(vouchers.map(({ voucherId }) => voucherId)).toEqual(["v1"])
    expect(billing.state.due()).toEqual([])
  })

  it("makes an id where none is chosen", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const voucher = { organizationId, voucherId: null, name: "Goodwill", currency: "BRL", amount: 1 }
    const grant = grantVoucher({ ...voucher, effectiveAt: null, expiresAt: null })
    const [first, second] = [await billing.run(grant), await billing.run(grant)]
    expect(first.voucherId).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.voucherId).not.toBe(first.voucherId)
  })

  it("under an id that the organization has is refused, also long after that one is used up", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(granted("v1", 9990))
    const again = async () => await billing.run(Effect.flip(granted("v1", 1)))
    expect(await again()).toEqual({ _tag: "AlreadyExists", kind: "voucher", id: "v1" })
    await billing.run(applyVoucher({ ...ref, voucherId: "v1", amount: null }))
    await billing.moveTo(later(130))
    expect((await billing.run(viewAccount(organizationId))).vouchers).toEqual([])
    expect(await again()).toEqual({ _tag: "AlreadyExists", kind: "voucher", id: "v1" })
  })

  it("at once under one id grants one", async () => {
    const billing = makeBilling()
    await billing.seeded()
    const results = await billing.race([1, 2, 3].map((amount) => granted("v1", amount)))
    expect(results.map(tagOf).sort()).toEqual(["AlreadyExists", "AlreadyExists", "ok"])
    expect(billing.state.ofOrganization(organizationId)?.vouchers).toHaveLength(1)
  })

  it.each([
    ["nobody", { organizationId: "none" }, "OrganizationNotFound"],
    ["nothing", { amount: 0 }, "VoucherAmountInvalid"],
    ["no currency", { currency: "XXX" }, "InvalidVoucher"],
  ])("for %s is refused", async (_, members, tag) => {
    const billing = makeBilling()
    await billing.seeded()
    const voucher = { organizationId, voucherId: "v1", name: "Goodwill", currency: "BRL", amount: 1 }
    const grant = grantVoucher({ ...voucher, effectiveAt: null, expiresAt: null, ...members })
    expect(tagOf(await billing.run(Effect.result(grant)))).toBe(tag)
    expect(billing.state.ofOrganization(organizationId)?.vouchers).toEqual([])
  })
})
