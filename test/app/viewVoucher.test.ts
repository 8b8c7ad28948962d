// Vouchers as an organization sees them: as committed, with the status of now, and no other organization's.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  listVouchers,
  listVoucherUsages,
  type Put,
  payInvoice,
  Voucher,
  viewVoucher,
} from "../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../support/billing.ts"

const other = "0190a000-0000-7000-8000-000000000002"
const HOUR = 3_600_000

const granted = (voucherId: string, members: Partial<Voucher.VoucherTerms> = {}): Voucher.Moved =>
  Result.getOrThrow(
    Voucher.grant({
      voucherId,
      organizationId,
      name: "Goodwill",
      currency: "BRL",
      amount: 5000,
      effectiveAt: startAt,
      expiresAt: null,
      createdAt: startAt,
      ...members,
    }),
  )

const start = async (...vouchers: ReadonlyArray<Voucher.Moved>) => {
  const billing = makeBilling({ organizations: [organizationId, other] })
  await billing.seeded()
  const puts = vouchers.flatMap(
    ({ voucher, entries }): ReadonlyArray<Put> => [
      { kind: "Voucher", record: voucher },
      ...entries.map((entry) => ({ kind: "VoucherEntry", record: { ...entry, organizationId } }) as const),
    ],
  )
  await billing.commit({ puts, due: [{ organizationId, at: startAt + HOUR }] })
  return billing
}
const list = (status: Voucher.VoucherStatus | null, page = 1, limit = 10) =>
  listVouchers({ organizationId, status, page, limit })
const usages = (voucherId: string, page = 1, limit = 10) =>
  listVoucherUsages({ organizationId, voucherId, page, limit })

describe("a voucher", () => {
  it("tells by its usages which invoice took it", async () => {
    const billing = await start(granted("v1"), granted("v2", { amount: 9000, createdAt: startAt + 1 }))
    const { upcoming } = await billing.run(subscribed())
    const { invoiceId } = upcoming
    billing.setNow(startAt + 2 * HOUR)
    const payment = { organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: null }
    expect(await billing.run(payInvoice(payment))).toMatchObject({ status: "PAID", payableAmount: 0 })
    expect(await billing.run(viewVoucher({ organizationId, voucherId: "v1" }))).toMatchObject({
      balance: 0,
      status: "DEPLETED",
    })
    const consumed = { sequence: 1, kind: "CONSUME", cause: invoiceId, invoiceId, at: startAt + 2 * HOUR }
    expect(await billing.run(usages("v1"))).toEqual({
      items: [
        { ...consumed, voucherId: "v1", amount: 5000 },
        {
          voucherId: "v1",
          sequence: 0,
          kind: "GRANT",
          cause: "v1",
          invoiceId: null,
          amount: 5000,
          at: startAt,
        },
      ],
      totalItems: 2,
    })
    expect((await billing.run(usages("v2", 1, 1))).items).toEqual([
      { ...consumed, voucherId: "v2", amount: 4990 },
    ])
    expect((await billing.run(usages("v2", 2, 1))).items).toMatchObject([{ kind: "GRANT", amount: 9000 }])
  })

  it("that expired says so at once, and has its last entry when the engine ran", async () => {
    const billing = await start(granted("v1", { expiresAt: startAt + HOUR }))
    expect((await billing.run(viewVoucher({ organizationId, voucherId: "v1" }))).status).toBe("ACTIVE")
    billing.setNow(startAt + HOUR)
    expect(await billing.run(viewVoucher({ organizationId, voucherId: "v1" }))).toMatchObject({
      balance: 5000,
      status: "EXPIRED",
    })
    await billing.moveTo(startAt + HOUR)
    expect((await billing.run(usages("v1"))).items[0]).toEqual({
      voucherId: "v1",
      sequence: 1,
      kind: "EXPIRE",
      cause: "v1",
      invoiceId: null,
      amount: 5000,
      at: startAt + HOUR,
    })
    expect(await billing.run(viewVoucher({ organizationId, voucherId: "v1" }))).toMatchObject({
      balance: 0,
      status: "EXPIRED",
    })
  })

  it.each([
    ["nobody's", organizationId, "none"],
    ["another organization's", other, "v1"],
  ])("that is %s is not found", async (_, id, voucherId) => {
    const billing = await start(granted("v1"))
    const notFound = { _tag: "VoucherNotFound", voucherId }
    expect(await billing.run(Effect.flip(viewVoucher({ organizationId: id, voucherId })))).toEqual(notFound)
    const list = listVoucherUsages({ organizationId: id, voucherId, page: 1, limit: 10 })
    expect(await billing.run(Effect.flip(list))).toEqual(notFound)
  })
})

describe("the vouchers of an organization", () => {
  it("are listed by the status of now", async () => {
    const billing = await start(
      granted("later", { effectiveAt: startAt + HOUR }),
      granted("over", { expiresAt: startAt + HOUR, createdAt: startAt + 1 }),
      granted("always", { createdAt: startAt + 2 }),
    )
    const ids = async (status: Voucher.VoucherStatus | null) =>
      (await billing.run(list(status))).items.map(({ voucherId, status }) => `${voucherId} ${status}`)
    expect(await ids(null)).toEqual(["always ACTIVE", "over ACTIVE", "later PENDING"])
    expect(await ids("ACTIVE")).toEqual(["always ACTIVE", "over ACTIVE"])
    billing.setNow(startAt + HOUR)
    expect(await ids("ACTIVE")).toEqual(["always ACTIVE", "later ACTIVE"])
    expect(await ids("EXPIRED")).toEqual(["over EXPIRED"])
    expect(await ids("PENDING")).toEqual([])
    expect(await ids("DEPLETED")).toEqual([])
    const theirs = listVouchers({ organizationId: other, status: null, page: 1, limit: 10 })
    expect(await billing.run(theirs)).toEqual({ items: [], totalItems: 0 })
  })
})
