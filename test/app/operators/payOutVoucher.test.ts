// Paying out in money what customers have as credit: a record, once for each payout, and never more than is left.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  cancelSubscription,
  createSubscription,
  hearGateway,
  type Invoice,
  listInvoices,
  listVouchers,
  listVoucherUsages,
  loseDispute,
  openDispute,
  payOutVoucher,
  previewUpcomingInvoice,
  viewInvoice,
  viewVoucher,
} from "../../../src/index.ts"
import { addCard, ahead, makeBilling, monthly, organizationId, plan } from "../../support/billing.ts"
import { granted, later, tagOf } from "./support.ts"

const payOut = (voucherId: string, payoutId: string | null = null, amount: number | null = null) =>
  payOutVoucher({ organizationId, voucherId, payoutId, amount })

const started = async () => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.commit({ puts: [{ kind: "Plan", record: ahead(plan) }] })
  const { paymentMethodId } = await billing.run(addCard("tok_visa"))
  const chosen = { planId: plan.planId, planIntervalId: monthly, paymentMethodId, couponCode: null }
  await billing.run(createSubscription({ organizationId, ...chosen }))
  const told = () =>
    billing.state.outbox().flatMap((message) => (message.kind === "EVENT" ? [message.billingEvent] : []))
  const ledger = async (voucherId: string) => {
    const usages = listVoucherUsages({ organizationId, voucherId, page: 1, limit: 10 })
    return (await billing.run(usages)).items.map(({ kind, amount }) => [kind, amount])
  }
  return { billing, told, ledger }
}

/** A customer who leaves in the middle of a month that was paid ahead, with the credit for the rest. */
const left = async () => {
  const scene = await started()
  await scene.billing.moveTo(later(14))
  await scene.billing.run(cancelSubscription({ organizationId, atPeriodEnd: false }))
  const list = { organizationId, page: 1, limit: 10, status: null }
  const { items } = await scene.billing.run(listVouchers(list))
  const invoices = await scene.billing.run(listInvoices(list))
  const [credit] = items
  const [invoice] = invoices.items
  if (credit === undefined || invoice === undefined) throw new Error("Nothing was credited")
  return { ...scene, credit, invoiceId: invoice.invoiceId }
}

describe("paying a voucher out", () => {
  it("records the credit of a customer who leaves, and tells so", async () => {
    const { billing, credit, told, ledger } = await left()
    const { voucherId, amount } = credit
    const voucher = await billing.run(payOut(voucherId, "transfer-1"))
    expect(voucher).toMatchObject({
      balance: 0,
      amountRedeemed: 0,
      payouts: [{ payoutId: "transfer-1", amount, at: later(14) }],
    })
    expect(await ledger(voucherId)).toEqual([
      ["PAYOUT", amount],
      ["GRANT", amount],
    ])
    expect(told().at(-1)).toEqual({ type: "voucher.updated", at: later(14), voucher })
    expect(await billing.run(viewVoucher({ organizationId, voucherId }))).toMatchObject({
      status: "DEPLETED",
    })
  })

  it("takes a part, and leaves the rest to invoices", async () => {
    const { billing, ledger } = await started()
    await billing.run(granted("v1", 500))
    await billing.run(payOut("v1", "a", 200))
    expect(await billing.run(payOut("v1", "b", 100))).toMatchObject({ balance: 200 })
    expect(await billing.run(previewUpcomingInvoice(organizationId))).toMatchObject({
      discounts: [{ type: "VOUCHER", amount: 200 }],
    })
    expect(await ledger("v1")).toEqual([
      ["PAYOUT", 100],
      ["PAYOUT", 200],
      ["GRANT", 500],
    ])
  })

  it("once for each id, at once or later, and however little is left", async () => {
    const { billing, told } = await started()
    await billing.run(granted("v1", 500))
    const results = await billing.race([
      payOut("v1", "a", 300),
      payOut("v1", "a", 300),
      payOut("v1", "a", 300),
    ])
    expect(results.map(tagOf)).toEqual(["ok", "ok", "ok"])
    expect(await billing.run(viewVoucher({ organizationId, voucherId: "v1" }))).toMatchObject({
      balance: 200,
    })
    await billing.run(payOut("v1", "b"))
    const before = told().length
    expect(await billing.run(payOut("v1", "a"))).toMatchObject({ balance: 0 })
    expect(await billing.run(payOut("v1", "b", null))).toMatchObject({ balance: 0 })
    expect(told()).toHaveLength(before)
    expect(await billing.run(Effect.flip(payOut("v1", "b", 7)))).toMatchObject({
      _tag: "VoucherNotPayable",
      reason: "OTHER_AMOUNT",
    })
  })

  it("never more than is left, whoever comes first", async () => {
    const { billing } = await started()
    await billing.run(granted("v1", 500))
    const results = await billing.race([payOut("v1", "a", 300), payOut("v1", "b", 300)])
    expect(results.map(tagOf).toSorted()).toEqual(["VoucherNotPayable", "ok"])
    expect(await billing.run(Effect.flip(payOut("v1", "c", 300)))).toEqual({
      _tag: "VoucherNotPayable",
      voucherId: "v1",
      reason: "EXCEEDS_BALANCE",
      balance: 200,
    })
    await billing.run(payOut("v1"))
    expect(await billing.run(Effect.flip(payOut("v1")))).toMatchObject({ reason: "EXCEEDS_BALANCE" })
    expect(await billing.run(Effect.flip(payOut("nobody")))).toMatchObject({ _tag: "VoucherNotFound" })
  })

  it("refuses amounts that are none, and the twenty-first payout", async () => {
    const { billing } = await started()
    await billing.run(granted("v1", 500))
    for (const amount of [0, -1, 1.5]) {
      const refused = await billing.run(Effect.flip(payOut("v1", null, amount)))
      expect(refused).toEqual({ _tag: "VoucherAmountInvalid", amount })
    }
    for (let count = 0; count < 20; count++) await billing.run(payOut("v1", `${count}`, 1))
    expect(await billing.run(Effect.flip(payOut("v1", "one more", 1)))).toMatchObject({ reason: "TOO_MANY" })
  })

  it("not while its payment is disputed; what was paid out before is part of the shortfall", async () => {
    const { billing, credit, invoiceId, told } = await left()
    const { voucherId, amount } = credit
    await billing.run(payOut(voucherId, "a", 1000))
    await billing.run(openDispute({ organizationId, invoiceId }))
    const refused = await billing.run(Effect.result(payOut(voucherId, "b")))
    expect(refused).toMatchObject({ failure: { _tag: "VoucherNotPayable", reason: "FROZEN" } })
    expect(await billing.run(payOut(voucherId, "a"))).toMatchObject({ balance: amount - 1000 })
    await billing.run(loseDispute({ organizationId, invoiceId }))
    expect(told().findLast(({ type }) => type === "voucher.revoked")).toMatchObject({ shortfall: 1000 })
  })

  it("and a refund that its gateway tells of under the same id are one, whichever is heard first", async () => {
    const refundOf = async ({ billing, invoiceId, credit }: Awaited<ReturnType<typeof left>>) => {
      const { attempts } = (await billing.run(viewInvoice({ organizationId, invoiceId }))) as Invoice.Invoice
      const [{ attemptId } = { attemptId: "" }] = attempts
      const { amount } = credit
      return hearGateway({ organizationId, invoiceId, attemptId, _tag: "Refunded", refundId: "re_1", amount })
    }
    const first = await left()
    await first.billing.run(payOut(first.credit.voucherId, "re_1"))
    const told = first.told().length
    expect(await first.billing.run(await refundOf(first))).toMatchObject({
      status: "PAID",
      amountRefunded: 0,
    })
    expect(first.told()).toHaveLength(told)
    const last = await left()
    const { amount, voucherId } = last.credit
    expect(await last.billing.run(await refundOf(last))).toMatchObject({ amountRefunded: amount })
    expect(await last.billing.run(Effect.flip(payOut(voucherId, "re_1")))).toMatchObject({
      _tag: "VoucherNotPayable",
      reason: "REFUNDED",
    })
    expect(await last.billing.run(viewVoucher({ organizationId, voucherId }))).toMatchObject({
      balance: amount,
    })
  })
})
