import { beforeEach, describe, expect, it } from "vitest"
import { type Client, inProcess, makeTestWorld, seeded, subscribe } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const list = async (query = "") => await client.call("GET", `/_simulator/charges${query}`)

/** Three months of a card that approves; the id of the request that made them pass. */
const threeMonths = async () => {
  await subscribe(client, await client.token())
  const { headers } = await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P3M" } })
  return headers.get("x-request-id")
}

describe("GET /_simulator/charges", () => {
  it("is empty before anybody is charged", async () => {
    const { status, json } = await list()
    expect({ status, json }).toEqual({
      status: 200,
      json: { data: [], meta: { page: 1, limit: 20, totalItems: 0, totalPages: 0 } },
    })
  })

  it("shows what was charged, newest first, page by page", async () => {
    const requestId = await threeMonths()
    const token = await client.token()
    const invoices = await client.call("GET", `/studio/organizations/${seeded.organizationId}/invoices`, {
      token,
    })
    const expected = invoices.json.data.map(
      (invoice: { invoiceId: string; attempts: ReadonlyArray<{ attemptId: string; at: string }> }) => ({
        attemptId: invoice.attempts[0]?.attemptId,
        invoiceId: invoice.invoiceId,
        amount: 9990,
        currency: "BRL",
        status: "APPROVED",
        at: invoice.attempts[0]?.at,
        requestId,
      }),
    )
    expect(expected).toHaveLength(3)
    expect((await list("?limit=2")).json).toEqual({
      data: expected.slice(0, 2),
      meta: { page: 1, limit: 2, totalItems: 3, totalPages: 2 },
    })
    expect((await list("?limit=2&page=2")).json.data).toEqual(expected.slice(2))
    expect((await list("?page=2")).json.data).toEqual([])
  })

  it("is empty again after a reset", async () => {
    await threeMonths()
    await client.call("POST", "/_simulator/reset")
    expect((await list()).json.data).toEqual([])
  })

  it.each([
    ["?page=0", "page"],
    ["?limit=101", "limit"],
    ["?status=PAID", "status"],
  ])("refuses %s", async (query, path) => {
    const { status, json } = await list(query)
    expect({ status, path: json.errors[0].path }).toEqual({ status: 400, path })
  })
})

describe("GET /_simulator/charges?organizationId=", () => {
  it("shows those of one organization, newest first, page by page", async () => {
    await threeMonths()
    const all = (await list()).json
    expect((await list(`?organizationId=${seeded.organizationId}`)).json).toEqual(all)
    expect((await list(`?organizationId=${seeded.organizationId}&limit=2&page=2`)).json).toEqual({
      data: all.data.slice(2),
      meta: { page: 2, limit: 2, totalItems: 3, totalPages: 2 },
    })
    expect((await list(`?organizationId=${seeded.american}`)).json.data).toEqual([])
  })

  it("charges nobody for what fell due: the engine does", async () => {
    const world = makeTestWorld()
    await subscribe(world, await world.token())
    world.clock.moveTo(Date.parse("2026-02-28T00:00:00.000Z"))
    const { json } = await world.call("GET", `/_simulator/charges?organizationId=${seeded.organizationId}`)
    expect(json.meta.totalItems).toBe(0)
  })

  it("is 404 where there is no such organization", async () => {
    const { status, json } = await list("?organizationId=nobody")
    expect([status, json.code]).toEqual([404, "organization.not_found"])
  })
})
