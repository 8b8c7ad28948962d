import { beforeEach, describe, expect, it } from "vitest"
import { ALL_PERMISSIONS } from "../../../src/core/identity/Permission.ts"
import { type Client, inProcess, makeTestWorld, seeded, subscribe } from "../../support/simulator.ts"

const unknown = "0190a000-0000-7000-8000-000000000999"
const own = `/_simulator/organizations/${seeded.organizationId}`
const studio = `/studio/organizations/${seeded.organizationId}`

let client: Client
let token: string
beforeEach(async () => {
  client = await inProcess()
  token = await client.token()
})

const read = async (path: string) => (await client.call("GET", path)).json
const namesOf = async (query = ""): Promise<ReadonlyArray<string>> =>
  (await read(`/_simulator/organizations${query}`)).data.map(({ name }: { name: string }) => name)
const advance = (advanceBy: string) => client.call("POST", "/_simulator/clock", { body: { advanceBy } })
const settings = (path: string, body: object) => client.call("PUT", `${studio}${path}`, { token, body })

describe("GET /_simulator/organizations", () => {
  it("shows each with the subscription that it has, oldest first", async () => {
    const { subscriptionId } = await subscribe(client, token)
    const { status, json } = await client.call("GET", "/_simulator/organizations")
    const [organizationId, american, inactive] = [seeded.organizationId, seeded.american, seeded.inactive]
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        data: [
          {
            organizationId,
            name: "Exemplo Ltda",
            currency: "BRL",
            status: "ACTIVE",
            subscription: { subscriptionId, status: "ACTIVE", planName: "Starter" },
          },
          {
            organizationId: american,
            name: "Example Inc",
            currency: "USD",
            status: "ACTIVE",
            subscription: null,
          },
          {
            organizationId: inactive,
            name: "Dormant Ltda",
            currency: "BRL",
            status: "INACTIVE",
            subscription: null,
          },
        ],
        meta: { page: 1, limit: 20, totalItems: 3, totalPages: 1 },
      },
    })
  })

  it("leaves those of a plan or of a status", async () => {
    await subscribe(client, token)
    expect(await namesOf(`?planId=${seeded.starter}`)).toEqual(["Exemplo Ltda"])
    expect(await namesOf(`?planId=${seeded.pro}`)).toEqual([])
    expect(await namesOf("?subscriptionStatus=ACTIVE")).toEqual(["Exemplo Ltda"])
    expect(await namesOf(`?search=american&planId=${seeded.starter}`)).toEqual([])
    await client.call("POST", `${studio}/subscriptions/cancel`, { token })
    expect(await namesOf(`?planId=${seeded.starter}`)).toEqual([])
    expect(await namesOf("?subscriptionStatus=CANCELLED")).toEqual(["Exemplo Ltda"])
    for (const query of ["?subscriptionStatus=GONE", "?planId=starter"]) {
      expect((await client.call("GET", `/_simulator/organizations${query}`)).status).toBe(400)
    }
  })

  it("shows the subscription that ended last where none is live", async () => {
    await subscribe(client, token)
    await client.call("POST", `${studio}/subscriptions/cancel`, { token })
    const { data } = await read("/_simulator/organizations?limit=1")
    expect(data[0].subscription).toMatchObject({ status: "CANCELLED", planName: "Starter" })
  })

  it("is a page of them", async () => {
    expect(await namesOf("?limit=2")).toEqual(["Exemplo Ltda", "Example Inc"])
    expect(await namesOf("?limit=2&page=2")).toEqual(["Dormant Ltda"])
    expect(await namesOf("?limit=2&page=3")).toEqual([])
  })

  it.each([
    ["a part of a name, whatever its case", "?search=LTDA", ["Exemplo Ltda", "Dormant Ltda"], 2],
    ["a part of an id", "?search=000000000002", ["Example Inc"], 1],
    ["a part of an id, whatever its case", "?search=0190A000", ["Exemplo Ltda", "Example Inc"], 3],
    ["nothing that there is", "?search=nobody", [], 0],
  ])("finds %s", async (_, query, names, totalItems) => {
    expect(await namesOf(`${query}&limit=2`)).toEqual(names)
    expect((await read(`/_simulator/organizations${query}&limit=2`)).meta.totalItems).toBe(totalItems)
  })

  it("cuts what was found into pages too", async () => {
    expect(await namesOf("?search=ltda&limit=1&page=2")).toEqual(["Dormant Ltda"])
  })
})

describe("GET /_simulator/organizations/{organizationId}", () => {
  it("shows it with its users, and what each may do there", async () => {
    const { status, json } = await client.call("GET", `/_simulator/organizations/${seeded.american}`)
    const user = { emailVerified: true, permissions: ALL_PERMISSIONS }
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        organizationId: seeded.american,
        name: "Example Inc",
        currency: "USD",
        status: "ACTIVE",
        users: [
          { userId: "0190a000-0000-7000-8000-000000000013", email: "owner@example.org", ...user },
          { userId: "0190a000-0000-7000-8000-000000000014", email: "multi@example.com", ...user },
        ],
      },
    })
  })

  it("shows of a user the permissions of this organization", async () => {
    const { users } = await read(own)
    const viewer = users.find(({ email }: { email: string }) => email === "viewer@example.com")
    expect(viewer.permissions).toEqual(ALL_PERMISSIONS.filter((permission) => permission.endsWith(":read")))
  })

  it("shows an INACTIVE one too", async () => {
    expect(await read(`/_simulator/organizations/${seeded.inactive}`)).toMatchObject({ status: "INACTIVE" })
  })
})

describe("GET /_simulator/organizations/{organizationId}/subscriptions", () => {
  it("lists them as /studio does, newest first", async () => {
    await subscribe(client, token)
    await client.call("POST", `${studio}/subscriptions/cancel`, { token })
    await advance("P1D")
    await subscribe(client, token)
    const history = await client.call("GET", `${studio}/subscriptions/history`, { token })
    expect(history.json.data.map(({ status }: { status: string }) => status)).toEqual(["ACTIVE", "CANCELLED"])
    expect(await read(`${own}/subscriptions`)).toEqual(history.json)
    expect((await read(`${own}/subscriptions?limit=1&page=2`)).data).toEqual(history.json.data.slice(1))
  })
})

describe("GET /_simulator/organizations/{organizationId}/invoices", () => {
  it("lists them as /studio does, with what their attempts were of and what went back", async () => {
    const { paymentMethodId } = await subscribe(client, token)
    await advance("P1M")
    const { data, meta } = await read(`${own}/invoices`)
    const { json } = await client.call("GET", `${studio}/invoices`, { token })
    const [invoice] = json.data
    const { attemptId } = invoice.attempts[0]
    const at = "2026-02-28T00:00:00.000Z"
    const attempt = {
      attemptId,
      status: "APPROVED",
      amount: 9990,
      paymentMethodId,
      startedAt: at,
      at,
      declineCode: null,
    }
    expect({ data, meta }).toEqual({
      data: [
        {
          ...invoice,
          kind: "CYCLE",
          usageAmount: 0,
          amountRefunded: 0,
          refundableAmount: 9990,
          refunds: [],
          attempts: [attempt],
        },
      ],
      meta: { page: 1, limit: 20, totalItems: 1, totalPages: 1 },
    })
    const refund = { amount: 990, refundId: "r1" }
    await client.call("POST", `/_simulator/invoices/${invoice.invoiceId}/refund`, { body: refund })
    expect((await read(`${own}/invoices`)).data[0]).toMatchObject({
      status: "PARTIALLY_REFUNDED",
      amountRefunded: 990,
      refundableAmount: 9000,
      refunds: [{ ...refund, at }],
    })
  })

  it("counts what went back as credit out of what can still be refunded", async () => {
    await subscribe(client, token)
    const { invoiceId } = (await client.call("GET", `${studio}/subscriptions/upcoming-invoice`, { token }))
      .json
    await client.call("POST", `${studio}/invoices/${invoiceId}/pay`, { token })
    await advance("P14D")
    await client.call("POST", `${studio}/subscriptions/cancel`, { token })
    const { amountPaid, amountRefunded, refundableAmount } = (await read(`${own}/invoices`)).data[0]
    expect([amountPaid, amountRefunded, refundableAmount]).toEqual([9990, 0, 4995])
    const refund = (amount: number) =>
      client.call("POST", `/_simulator/invoices/${invoiceId}/refund`, { body: { amount } })
    expect((await refund(4996)).json.code).toBe("refund.exceeds_paid")
    expect((await refund(4995)).status).toBe(200)
  })

  it("lists the newest first, page by page", async () => {
    await subscribe(client, token)
    await advance("P2M")
    const [newest] = (await read(`${own}/invoices?limit=1`)).data
    const [oldest] = (await read(`${own}/invoices?limit=1&page=2`)).data
    expect([newest.issuedAt, oldest.issuedAt]).toEqual([
      "2026-03-31T00:00:00.000Z",
      "2026-02-28T00:00:00.000Z",
    ])
  })
})

describe("GET /_simulator/organizations/{organizationId}/upcoming-invoice", () => {
  const upcoming = () => read(`${own}/upcoming-invoice`)

  it("is of nothing where there is no subscription", async () => {
    expect(await client.call("GET", `${own}/upcoming-invoice`)).toMatchObject({
      status: 200,
      json: { upcomingInvoice: null, threshold: null, unbilledAmount: null },
    })
  })

  it("is the document as it grows, beside the threshold", async () => {
    await subscribe(client, token)
    await settings("/billing-threshold", { value: 5000, currency: "BRL" })
    const event = { eventId: "e1", meter: "messages", quantity: 12 }
    await client.call("POST", `${own}/usage`, { body: { events: [event] } })
    const { json } = await client.call("GET", `${studio}/subscriptions/upcoming-invoice`, { token })
    expect(json.payableAmount).toBe(10_110)
    expect(await upcoming()).toEqual({
      upcomingInvoice: json,
      threshold: { value: 5000, currency: "BRL" },
      unbilledAmount: 120,
    })
  })

  it("is of nothing once the subscription has ended, whose threshold stays", async () => {
    await subscribe(client, token)
    await settings("/billing-threshold", { value: 5000, currency: "BRL" })
    await client.call("POST", `${studio}/subscriptions/cancel`, { token })
    expect(await upcoming()).toEqual({
      upcomingInvoice: null,
      threshold: { value: 5000, currency: "BRL" },
      unbilledAmount: null,
    })
  })

  it("is no document while the subscription is paused", async () => {
    await subscribe(client, token)
    await client.call("POST", `${studio}/subscriptions/pause`, { token })
    await advance("P2M")
    expect(await upcoming()).toEqual({ upcomingInvoice: null, threshold: null, unbilledAmount: 0 })
  })
})

describe("GET /_simulator/organizations/{organizationId}/payment-methods", () => {
  it("lists them as /studio does", async () => {
    await subscribe(client, token)
    await client.call("POST", `${studio}/payment-methods`, {
      token,
      body: { type: "CARD", cardToken: "tok_amex" },
    })
    const { json } = await client.call("GET", `${studio}/payment-methods`, { token })
    expect(json.data.map(({ brand }: { brand: string }) => brand)).toEqual(["visa", "amex"])
    expect(await read(`${own}/payment-methods`)).toEqual(json)
    expect((await read(`${own}/payment-methods?limit=1&page=2`)).data).toEqual(json.data.slice(1))
  })
})

describe("GET /_simulator/organizations/{organizationId}/vouchers", () => {
  it("lists them as /studio does", async () => {
    for (const [name, amount] of [
      ["First", 1000],
      ["Second", 2000],
    ]) {
      await client.call("POST", `${own}/vouchers`, { body: { name, amount, currency: "BRL" } })
      await advance("P1D")
    }
    const { json } = await client.call("GET", `${studio}/vouchers`, { token })
    expect(json.data.map(({ name }: { name: string }) => name)).toEqual(["Second", "First"])
    expect(await read(`${own}/vouchers`)).toEqual(json)
    expect((await read(`${own}/vouchers?limit=1&page=2`)).data).toEqual(json.data.slice(1))
    const ledger = `/vouchers/${json.data[0].voucherId}/usages`
    const usages = (await client.call("GET", studio + ledger, { token })).json
    expect(usages.data).toMatchObject([{ type: "GRANT", amount: 2000 }])
    expect(await read(own + ledger)).toEqual(usages)
    expect((await read(`${own + ledger}?page=2`)).data).toEqual([])
  })

  it("has no usages of a voucher that there is not", async () => {
    const { status, json } = await client.call("GET", `${own}/vouchers/${unknown}/usages`)
    expect([status, json.code]).toEqual([404, "voucher.not_found"])
  })
})

const reads = ["", "/subscriptions", "/invoices", "/upcoming-invoice", "/vouchers", "/payment-methods"]

describe("a read of an organization", () => {
  it.each(reads)("%s does nothing that fell due: the engine does", async (path) => {
    const world = makeTestWorld()
    await subscribe(world, await world.token())
    const types = async () => {
      await world.call("POST", "/_simulator/webhook-deliveries/flush")
      const { data } = (await world.call("GET", "/_simulator/events")).json
      return data.map(({ type }: { type: string }) => type)
    }
    world.clock.moveTo(Date.parse("2026-02-28T00:00:00.000Z"))
    expect(await types()).not.toContain("invoice.issued")
    await world.call("GET", `${own}${path}`)
    expect(await types()).not.toContain("invoice.issued")
    await world.call("POST", "/_simulator/clock", { body: { advanceBy: "PT1S" } })
    expect(await types()).toContain("invoice.issued")
  })

  it.each(reads)("%s is 404 where there is none", async (path) => {
    for (const id of [unknown, "nobody"]) {
      const { status, json } = await client.call("GET", `/_simulator/organizations/${id}${path}`)
      expect([status, json.code]).toEqual([404, "organization.not_found"])
    }
  })

  it.each([
    ["/_simulator/organizations?name=Exemplo", "name"],
    ["/_simulator/organizations?search=", "search"],
    ["/_simulator/organizations?limit=0", "limit"],
    [`${own}?limit=1`, "limit"],
    [`${own}/subscriptions?status=ACTIVE`, "status"],
    [`${own}/invoices?page=0`, "page"],
    [`${own}/upcoming-invoice?page=1`, "page"],
    [`${own}/vouchers?status=ACTIVE`, "status"],
    [`${own}/vouchers/${unknown}/usages?limit=0`, "limit"],
    [`${own}/payment-methods?limit=101`, "limit"],
  ])("refuses %s", async (path, member) => {
    const { status, json } = await client.call("GET", path)
    expect([status, json.code, json.errors[0].path]).toEqual([400, "validation_error", member])
  })
})

describe("GET /_simulator/organizations/{organizationId}/due", () => {
  it("has what time alone will do, soonest first, and changes nothing", async () => {
    expect(await read(`${own}/due`)).toEqual({ data: [] })
    await subscribe(client, token)
    const boundary = { at: "2026-02-28T00:00:00.000Z", kind: "BOUNDARY" }
    expect(await read(`${own}/due`)).toEqual({ data: [boundary] })
    const voucher = { name: "Soon", amount: 100, currency: "BRL", expiresAt: "2026-02-10T00:00:00.000Z" }
    await client.call("POST", `${own}/vouchers`, { body: voucher })
    expect(await read(`${own}/due`)).toEqual({
      data: [{ at: "2026-02-10T00:00:00.000Z", kind: "VOUCHER_EXPIRY" }, boundary],
    })
    await client.call("POST", "/_simulator/faults", { body: { kind: "gateway", outcome: "declined" } })
    await advance("P1M")
    expect(await read(`${own}/due`)).toEqual({
      data: [
        { at: "2026-03-01T00:00:00.000Z", kind: "DUNNING" },
        { at: "2026-03-31T00:00:00.000Z", kind: "BOUNDARY" },
      ],
    })
  })

  it("of an unknown organization is 404, with a parameter 400", async () => {
    expect((await client.call("GET", `/_simulator/organizations/${unknown}/due`)).status).toBe(404)
    expect((await client.call("GET", `${own}/due?page=1`)).status).toBe(400)
  })
})

describe("GET /_simulator/invoices/{invoiceId}", () => {
  it("is the invoice as the list of its organization has it, with what of it is usage", async () => {
    await subscribe(client, token)
    const events = [{ eventId: "e", meter: "messages", quantity: 30 }]
    await client.call("POST", `${own}/usage`, { body: { events } })
    await advance("P1M")
    const [invoice] = (await read(`${own}/invoices`)).data
    expect(invoice).toMatchObject({ totalAmount: 9990 + 300, usageAmount: 300 })
    expect(await read(`/_simulator/invoices/${invoice.invoiceId}`)).toEqual(invoice)
  })

  it("is none where nothing was issued: a read lets nothing happen", async () => {
    await subscribe(client, token)
    const { json } = await client.call("GET", `${studio}/subscriptions/upcoming-invoice`, { token })
    for (const id of [json.invoiceId, unknown, "first"]) {
      const { status, json: refusal } = await client.call("GET", `/_simulator/invoices/${id}`)
      expect([status, refusal.code]).toEqual([404, "invoice.not_found"])
    }
  })
})
