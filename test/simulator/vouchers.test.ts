// Vouchers over HTTP: what there is of them, their statuses, and their usages.
import { describe, expect, it } from "vitest"
import { type Permission, type Put, payInvoice, type Voucher } from "../../src/index.ts"
import { organizationId, startAt, subscribed } from "../support/billing.ts"
import { makeStudio } from "../support/studio.ts"

const base = `/studio/organizations/${organizationId}/vouchers`
const DAY = 86_400_000
const idOf = (digit: number) => `0190a000-0000-7000-8000-00000000f00${digit}`

/** Granted at noon of 31 January for 50.00 BRL; a day earlier for each digit. */
const voucher = (digit: number, members: Partial<Voucher.Voucher> = {}): Voucher.Voucher => {
  const at = startAt - digit * DAY
  return {
    voucherId: idOf(digit),
    organizationId,
    name: `Voucher ${digit}`,
    currency: "BRL",
    amount: 5000,
    balance: 5000,
    amountRedeemed: 0,
    version: 1,
    effectiveAt: at,
    expiresAt: null,
    creditOf: null,
    frozen: false,
    revokedAt: null,
    createdAt: at,
    ...members,
  }
}

/** Its GRANT, and what else its ledger has. */
const entriesOf = (
  { voucherId, createdAt: at }: Voucher.Voucher,
  ...further: ReadonlyArray<Omit<Voucher.VoucherEntry, "voucherId" | "sequence">>
): ReadonlyArray<Put> => {
  const grant = { kind: "GRANT", cause: voucherId, invoiceId: null, amount: 5000, at } as const
  return [grant, ...further].map((entry, sequence) => ({
    kind: "VoucherEntry",
    record: { organizationId, voucherId, sequence, ...entry },
  }))
}
const wire = (digit: number, members: object = {}) => {
  const at = new Date(startAt - digit * DAY).toISOString()
  return {
    voucherId: idOf(digit),
    organizationId,
    name: `Voucher ${digit}`,
    amount: 5000,
    currency: "BRL",
    amountRedeemed: 0,
    effectiveAt: at,
    expiresAt: null,
    status: "ACTIVE",
    createdAt: at,
    ...members,
  }
}

const start = async (...vouchers: ReadonlyArray<Voucher.Voucher>) => {
  const studio = await makeStudio()
  await studio.commit({
    puts: vouchers.flatMap(
      (record): ReadonlyArray<Put> => [
        { kind: "Voucher", record },
        ...(record.version === 1 ? entriesOf(record) : []),
      ],
    ),
  })
  return studio
}
const meta = (totalItems: number, members: object = {}) => ({
  page: 1,
  limit: 20,
  totalItems,
  totalPages: Math.ceil(totalItems / 20),
  ...members,
})

describe("a voucher", () => {
  it("is shown with what was redeemed of it, and by its usages with the invoice", async () => {
    const studio = await start(voucher(1))
    const { upcoming } = await studio.run(subscribed())
    const { invoiceId } = upcoming
    expect(await studio.get(`${base}/${idOf(1)}`)).toMatchObject({ status: 200, json: wire(1) })
    const payment = { organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: null }
    await studio.run(payInvoice(payment))
    expect((await studio.get(`${base}/${idOf(1)}`)).json).toEqual(
      wire(1, { amountRedeemed: 5000, status: "DEPLETED" }),
    )
    const consumed = { type: "CONSUME", amount: 5000, invoiceId, createdAt: "2026-01-31T12:00:00.000Z" }
    const grant = { type: "GRANT", amount: 5000, invoiceId: null, createdAt: "2026-01-30T12:00:00.000Z" }
    expect(await studio.get(`${base}/${idOf(1)}/usages`)).toMatchObject({
      status: 200,
      json: { data: [consumed, grant], meta: meta(2) },
    })
    expect((await studio.get(`${base}/${idOf(1)}/usages?page=2&limit=1`)).json).toEqual({
      data: [grant],
      meta: { page: 2, limit: 1, totalItems: 2, totalPages: 2 },
    })
  })

  it("shows each kind of usage, the latest first", async () => {
    const invoiceId = "0190a000-0000-7000-8000-00000000b001"
    const at = startAt - DAY
    const { get, commit } = await start(voucher(3, { version: 7, balance: 0, revokedAt: at + 3 }))
    const puts = entriesOf(
      voucher(3),
      { kind: "CONSUME", cause: "receipt", invoiceId, amount: 2000, at },
      { kind: "EXPIRE", cause: idOf(3), invoiceId: null, amount: 3000, at: at + 1 },
      { kind: "RELEASE", cause: "receipt", invoiceId, amount: 1500, at: at + 2 },
      { kind: "EXPIRE", cause: "receipt", invoiceId, amount: 1500, at: at + 2 },
      { kind: "RELEASE", cause: "credit", invoiceId, amount: 500, at: at + 3 },
      { kind: "REVOKE", cause: "credit", invoiceId, amount: 500, at: at + 3 },
    )
    await commit({ puts })
    expect((await get(`${base}/${idOf(3)}/usages`)).json).toEqual({
      data: [
        { type: "REVOKE", amount: 500, invoiceId, createdAt: "2026-01-30T12:00:00.003Z" },
        { type: "RELEASE", amount: 500, invoiceId, createdAt: "2026-01-30T12:00:00.003Z" },
        { type: "EXPIRE", amount: 1500, invoiceId, createdAt: "2026-01-30T12:00:00.002Z" },
        { type: "RELEASE", amount: 1500, invoiceId, createdAt: "2026-01-30T12:00:00.002Z" },
        { type: "EXPIRE", amount: 3000, invoiceId: null, createdAt: "2026-01-30T12:00:00.001Z" },
        { type: "CONSUME", amount: 2000, invoiceId, createdAt: "2026-01-30T12:00:00.000Z" },
        { type: "GRANT", amount: 5000, invoiceId: null, createdAt: "2026-01-28T12:00:00.000Z" },
      ],
      meta: meta(7),
    })
    expect((await get(`${base}/${idOf(3)}`)).json).toEqual(wire(3, { status: "REVOKED" }))
  })
})

describe("vouchers", () => {
  const all = [
    voucher(4, { balance: 0, amountRedeemed: 5000 }),
    voucher(2, { effectiveAt: startAt + DAY }),
    voucher(1, { currency: "USD" }),
    voucher(3, { balance: 0, expiresAt: startAt }),
    voucher(5, { frozen: true }),
    voucher(6, { balance: 0, revokedAt: startAt }),
  ]
  const shown = [
    wire(1, { currency: "USD" }),
    wire(2, { effectiveAt: "2026-02-01T12:00:00.000Z", status: "PENDING" }),
    wire(3, { expiresAt: "2026-01-31T12:00:00.000Z", status: "EXPIRED" }),
    wire(4, { amountRedeemed: 5000, status: "DEPLETED" }),
    wire(5, { status: "FROZEN" }),
    wire(6, { status: "REVOKED" }),
  ]

  it("are listed newest first, page by page", async () => {
    const { get } = await start(...all)
    expect(await get(base)).toMatchObject({ status: 200, json: { data: shown, meta: meta(6) } })
    expect((await get(`${base}?page=2&limit=4`)).json).toEqual({
      data: shown.slice(4),
      meta: { page: 2, limit: 4, totalItems: 6, totalPages: 2 },
    })
    expect((await get(`${base}?page=3&limit=4`)).json).toEqual({
      data: [],
      meta: { page: 3, limit: 4, totalItems: 6, totalPages: 2 },
    })
  })

  it.each([
    ["ACTIVE", 0],
    ["PENDING", 1],
    ["EXPIRED", 2],
    ["DEPLETED", 3],
    ["FROZEN", 4],
    ["REVOKED", 5],
  ])("of status %s are listed by what they are now", async (status, index) => {
    const { get } = await start(...all)
    expect((await get(`${base}?status=${status}`)).json).toEqual({ data: [shown[index]], meta: meta(1) })
  })

  it("of status PENDING are ACTIVE from their date on", async () => {
    const { get, setNow } = await start(...all)
    setNow(startAt + DAY)
    expect((await get(`${base}?status=PENDING`)).json).toEqual({ data: [], meta: meta(0) })
    expect((await get(`${base}/${idOf(2)}`)).json).toEqual(
      wire(2, { effectiveAt: "2026-02-01T12:00:00.000Z" }),
    )
  })
})

describe("bad input", () => {
  it.each([
    [
      "an unknown status",
      "?status=OPEN",
      "status",
      'Expected "PENDING" or "ACTIVE" or "FROZEN" or "DEPLETED" or "EXPIRED" or "REVOKED"',
    ],
    ["a page of nothing", "?page=0", "page", "Expected an integer from 1 to 999999999"],
    ["too long a page", "?limit=101", "limit", "Expected an integer from 1 to 100"],
    ["a voucher by its name", "/goodwill", "voucherId", "Expected a UUID"],
    ["usages by a name", "/goodwill/usages", "voucherId", "Expected a UUID"],
    ["usages without a page", `/${idOf(1)}/usages?page=`, "page", "Expected an integer from 1 to 999999999"],
  ])("%s is 400", async (_, path, member, message) => {
    const { get } = await start(voucher(1))
    expect(await get(base + path)).toMatchObject({
      status: 400,
      json: { code: "validation_error", errors: [{ path: member, message }] },
    })
  })

  it.each(["", "/usages"])("an unknown voucher is 404%s", async (path) => {
    const { get, commit } = await start(voucher(1))
    const elsewhere = { ...voucher(2), organizationId: "0190a000-0000-7000-8000-000000000002" }
    await commit({ puts: [{ kind: "Voucher", record: elsewhere }] })
    const notFound = {
      statusCode: 404,
      code: "voucher.not_found",
      message: "The voucher does not exist.",
      errors: [],
    }
    for (const digit of [2, 9]) {
      expect(await get(`${base}/${idOf(digit)}${path}`)).toMatchObject({ status: 404, json: notFound })
    }
  })

  it.each(["", `/${idOf(1)}`, `/${idOf(1)}/usages`])("%s needs voucher:read", async (path) => {
    const { get } = await start(voucher(1))
    const others: ReadonlyArray<Permission.Permission> = ["coupon:read", "invoice:pay", "subscription:write"]
    expect(await get(base + path, others)).toMatchObject({ status: 403, json: { code: "forbidden" } })
    expect((await get(base + path, ["voucher:read"])).status).toBe(200)
  })

  it("another organization is 404", async () => {
    const { get } = await start(voucher(1))
    const theirs = base.replace(organizationId, "0190a000-0000-7000-8000-000000000002")
    expect(await get(theirs)).toMatchObject({ status: 404, json: { code: "organization.not_found" } })
  })
})
