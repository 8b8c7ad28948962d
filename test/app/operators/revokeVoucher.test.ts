import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  applyVoucher,
  cancelSubscription,
  listVoucherUsages,
  previewUpcomingInvoice,
  refundInvoice,
  revokeVoucher,
  viewVoucher,
  voidInvoice,
} from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { pay } from "../../support/chargeScenes.ts"
import { granted, later, paying, tagOf } from "./support.ts"

const revoke = (voucherId: string) => revokeVoucher({ organizationId, voucherId })

const started = async () => {
  const billing = makeBilling()
  await billing.seeded()
  const { upcoming } = await billing.run(subscribed())
  const told = () =>
    billing.state.outbox().flatMap((message) => (message.kind === "EVENT" ? [message.billingEvent] : []))
  const ledger = async (voucherId: string) => {
    const usages = listVoucherUsages({ organizationId, voucherId, page: 1, limit: 10 })
    return (await billing.run(usages)).items.map(({ kind, amount }) => [kind, amount])
  }
  return { billing, upcoming, told, ledger }
}

describe("revoking a voucher", () => {
  it("takes it off the upcoming invoice, and tells so", async () => {
    const { billing, told, ledger } = await started()
    await billing.run(granted("v1", 500))
    const voucher = await billing.run(revoke("v1"))
    expect(voucher).toMatchObject({ balance: 0, amount: 500, amountRedeemed: 0, revokedAt: startAt })
    expect(await billing.run(previewUpcomingInvoice(organizationId))).toMatchObject({ discounts: [] })
    expect(await ledger("v1")).toEqual([
      ["REVOKE", 500],
      ["GRANT", 500],
    ])
    expect(told().at(-1)).toEqual({ type: "voucher.revoked", at: startAt, voucher, shortfall: 0 })
    expect(await billing.run(viewVoucher({ organizationId, voucherId: "v1" }))).toMatchObject({
      status: "REVOKED",
    })
  })

  it("a second time, at once or later, changes nothing", async () => {
    const { billing, told } = await started()
    await billing.run(granted("v1", 500))
    const results = await billing.race([revoke("v1"), revoke("v1"), revoke("v1")])
    expect(results.map(tagOf)).toEqual(["ok", "ok", "ok"])
    await billing.moveTo(later(40))
    const before = told().length
    expect(await billing.run(revoke("v1"))).toMatchObject({ balance: 0, revokedAt: startAt })
    expect(told()).toHaveLength(before)
  })

  it("leaves what invoices took, and takes what comes back of it", async () => {
    const { billing, ref } = await paying("tok_charge_declined")
    await billing.run(granted("v1", 500))
    await billing.run(applyVoucher({ ...ref, voucherId: "v1", amount: 300 }))
    expect(await billing.run(revoke("v1"))).toMatchObject({ balance: 0, amountRedeemed: 300 })
    await billing.run(voidInvoice({ ...ref, rebill: false }))
    const { balance, amountRedeemed } = await billing.run(viewVoucher({ organizationId, voucherId: "v1" }))
    expect({ balance, amountRedeemed }).toEqual({ balance: 0, amountRedeemed: 0 })
    const told = billing.state.outbox().flatMap((message) => (message.kind === "EVENT" ? [message] : []))
    const revoked = told.flatMap(({ billingEvent }) =>
      billingEvent.type === "voucher.revoked" ? billingEvent.shortfall : [],
    )
    expect(revoked).toEqual([0, 0])
  })

  it("never takes what an invoice takes at the same time", async () => {
    const { billing, upcoming, ledger } = await started()
    await billing.run(granted("v1", 500))
    const results = await billing.race([
      Effect.asVoid(Effect.orDie(pay(upcoming.invoiceId))),
      Effect.asVoid(Effect.orDie(revoke("v1"))).pipe(Effect.catchDefect(() => Effect.void)),
    ])
    expect(results.map(tagOf)).toEqual(["ok", "ok"])
    const moved = await ledger("v1")
    expect([["CONSUME"], ["REVOKE"]]).toContainEqual(moved.slice(0, -1).map(([kind]) => kind))
    const paid = billing.charges().reduce((sum, { amount }) => sum + amount, 0)
    expect(paid).toBe(moved[0]?.[0] === "CONSUME" ? 9490 : 9990)
  })

  it("is refused where nothing of it can be taken back", async () => {
    const { billing, upcoming } = await started()
    expect(await billing.run(Effect.flip(revoke("none")))).toEqual({
      _tag: "VoucherNotFound",
      voucherId: "none",
    })
    await billing.run(granted("v1", 500))
    await billing.run(pay(upcoming.invoiceId))
    expect(await billing.run(Effect.flip(revoke("v1")))).toEqual({
      _tag: "VoucherNotRevocable",
      voucherId: "v1",
      reason: "USED_UP",
    })
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    const credit = billing.state
      .ofOrganization(organizationId)
      ?.vouchers.find(({ creditOf }) => creditOf !== null)
    const voucherId = credit?.voucherId ?? ""
    expect(await billing.run(Effect.flip(revoke(voucherId)))).toEqual({
      _tag: "VoucherNotRevocable",
      voucherId,
      reason: "CREDIT",
    })
  })

  it("takes a credit whose money went back by a refund as well, once", async () => {
    const { billing, upcoming, told } = await started()
    await billing.run(pay(upcoming.invoiceId))
    await billing.moveTo(later(14))
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
    const credit = () =>
      billing.state.ofOrganization(organizationId)?.vouchers.find(({ creditOf }) => creditOf !== null)
    const { voucherId = "", amount = 0 } = credit() ?? {}
    const refund = { organizationId, invoiceId: upcoming.invoiceId }
    await billing.run(refundInvoice({ ...refund, refundId: "a", amount: amount - 1 }))
    const early = await billing.run(Effect.result(revoke(voucherId)))
    expect(early).toMatchObject({ failure: { _tag: "VoucherNotRevocable", reason: "CREDIT" } })
    await billing.run(refundInvoice({ ...refund, refundId: "b", amount: 1 }))
    expect(await billing.run(revoke(voucherId))).toMatchObject({ balance: 0, revokedAt: later(14) })
    expect(told().at(-1)).toMatchObject({ type: "voucher.revoked", shortfall: 0 })
    const before = told().length
    expect(await billing.run(revoke(voucherId))).toMatchObject({ balance: 0 })
    expect(told()).toHaveLength(before)
  })
})
