import { beforeEach, describe, expect, it } from "vitest"
import { FAULTS_MAX } from "../../../simulator/faults/FaultBook.ts"
import { type Client, inProcess, seeded } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const make = (body: unknown) => client.call("POST", "/_simulator/faults", { body })
const list = async (query = "") => (await client.call("GET", `/_simulator/faults${query}`)).json
const paths = {
  plans: "/studio/plans",
  pay: "/studio/organizations/{organizationId}/invoices/{invoiceId}/pay",
  methods: "/studio/organizations/{organizationId}/payment-methods",
}
const { organizationId } = seeded

const common = {
  faultId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  method: null,
  path: null,
  organizationId: null,
  nth: 1,
  times: 1,
  matched: 0,
  struck: 0,
}

describe("POST /_simulator/faults", () => {
  it.each([
    [
      { kind: "respond", status: 503 },
      { status: 503, code: null },
    ],
    [
      { kind: "respond", status: 409, code: "plan.inactive" },
      { status: 409, code: "plan.inactive" },
    ],
    [{ kind: "delay", delayMs: 60_000 }, { delayMs: 60_000 }],
    [{ kind: "drop_before" }, {}],
    [
      { kind: "drop_after", method: "POST", path: paths.pay },
      { method: "POST", path: paths.pay },
    ],
    [{ kind: "drop_after", method: null, path: null, organizationId: null }, {}],
    [
      { kind: "drop_after", organizationId, nth: 3, times: 2 },
      { organizationId, nth: 3, times: 2 },
    ],
    [
      { kind: "gateway", outcome: "declined" },
      { outcome: "declined", delayMs: 0 },
    ],
    [
      { kind: "gateway", outcome: "unknown_approved" },
      { outcome: "unknown_approved", delayMs: 0 },
    ],
    [
      { kind: "gateway", outcome: "slow" },
      { outcome: "slow", delayMs: 5000 },
    ],
    [
      { kind: "gateway", outcome: "slow", delayMs: 0 },
      { outcome: "slow", delayMs: 0 },
    ],
    [
      { kind: "gateway", outcome: "declined", path: paths.plans, organizationId },
      { outcome: "declined", delayMs: 0, path: paths.plans, organizationId },
    ],
    [{ kind: "double_charge" }, {}],
    [
      { kind: "double_charge", method: "POST", path: paths.pay },
      { method: "POST", path: paths.pay },
    ],
    [{ kind: "webhook_hold", organizationId }, { organizationId }],
    [{ kind: "webhook_duplicate" }, {}],
    [{ kind: "webhook_reorder" }, { order: "reverse" }],
    [{ kind: "webhook_reorder", order: { seed: 7 } }, { order: { seed: 7 } }],
    [{ kind: "webhook_fail" }, {}],
  ])("makes %j", async (wish, own) => {
    const { status, json } = await make(wish)
    expect({ status, json }).toEqual({ status: 201, json: { ...common, kind: wish.kind, ...own } })
    expect(await list()).toMatchObject({ data: [json], meta: { totalItems: 1 } })
    expect((await client.call("GET", `/_simulator/faults/${json.faultId}`)).json).toEqual(json)
  })

  it.each([
    [undefined, "kind"],
    [{}, "kind"],
    [{ kind: "explode" }, "kind"],
    [{ kind: "respond" }, "status"],
    [{ kind: "respond", status: 200 }, "status"],
    [{ kind: "respond", status: 600 }, "status"],
    [{ kind: "respond", status: 500.5 }, "status"],
    [{ kind: "delay" }, "delayMs"],
    [{ kind: "delay", delayMs: -1 }, "delayMs"],
    [{ kind: "delay", delayMs: 60_001 }, "delayMs"],
    [{ kind: "gateway" }, "outcome"],
    [{ kind: "gateway", outcome: "approved" }, "outcome"],
    [{ kind: "gateway", outcome: "declined", delayMs: 1 }, "delayMs"],
    [{ kind: "webhook_reorder", order: { seed: -1 } }, "order.seed"],
    [{ kind: "drop_before", nth: 0 }, "nth"],
    [{ kind: "drop_before", times: 1_000_001 }, "times"],
    [{ kind: "drop_before", time: 2 }, "time"],
    [{ kind: "drop_before", status: 500 }, "status"],
    [{ kind: "drop_before", method: "TRACE" }, "method"],
    [{ kind: "drop_before", path: "/studio/nothing" }, "path"],
    [{ kind: "drop_before", path: `/studio/organizations/${organizationId}/payment-methods` }, "path"],
    [{ kind: "drop_before", path: "/_simulator/clock" }, "path"],
    [{ kind: "drop_before", path: paths.plans, method: "POST" }, "method"],
    [{ kind: "drop_before", path: paths.plans, organizationId }, "organizationId"],
    [{ kind: "drop_before", organizationId: "one" }, "organizationId"],
    [{ kind: "double_charge", path: paths.methods }, "path"],
    [{ kind: "double_charge", method: "GET" }, "method"],
    [{ kind: "webhook_hold", path: paths.plans }, "path"],
    [{ kind: "webhook_fail", method: "POST" }, "method"],
  ])("refuses %j at %s", async (wish, path) => {
    const { status, json } = await make(wish)
    expect({ status, code: json.code }).toEqual({ status: 400, code: "validation_error" })
    expect(json.errors).toContainEqual({ message: expect.any(String), path })
    expect((await list()).data).toEqual([])
  })

  it("makes a hundred, and then no more until one is over or gone", async () => {
    for (let count = 0; count < FAULTS_MAX; count++) await make({ kind: "drop_after", path: paths.plans })
    expect(await make({ kind: "drop_before" })).toMatchObject({
      status: 409,
      json: { code: "fault.max_of_100_faults_reached" },
    })
    await client.call("DELETE", `/_simulator/faults/${(await list()).data[0].faultId}`)
    expect((await make({ kind: "drop_before" })).status).toBe(201)
  })
})

describe("GET /_simulator/faults", () => {
  it("lists the newest first, page by page, and how far they are", async () => {
    await make({ kind: "respond", status: 503, path: paths.plans })
    await make({ kind: "webhook_hold" })
    await client.call("GET", paths.plans)
    const { data, meta } = await list("?limit=1&page=2")
    expect(data).toMatchObject([{ kind: "respond", matched: 1, struck: 1 }])
    expect(meta).toEqual({ page: 2, limit: 1, totalItems: 2, totalPages: 2 })
    expect((await list()).data.map(({ kind }: { kind: string }) => kind)).toEqual(["webhook_hold", "respond"])
  })
})

describe("DELETE /_simulator/faults", () => {
  it("takes all back", async () => {
    await make({ kind: "drop_before" })
    await make({ kind: "drop_after" })
    expect((await client.call("DELETE", "/_simulator/faults")).status).toBe(204)
    expect((await list()).data).toEqual([])
  })

  it("takes one back", async () => {
    const { faultId } = (await make({ kind: "drop_before" })).json
    await make({ kind: "drop_after" })
    expect((await client.call("DELETE", `/_simulator/faults/${faultId}`)).status).toBe(204)
    expect((await list()).data).toMatchObject([{ kind: "drop_after" }])
  })

  it.each(["GET", "DELETE"])("%s of one that there is not is 404", async (method) => {
    expect(await client.call(method, "/_simulator/faults/none")).toMatchObject({
      status: 404,
      json: { code: "fault.not_found" },
    })
  })

  it("has no members", async () => {
    expect((await client.call("DELETE", "/_simulator/faults", { body: { all: true } })).status).toBe(400)
  })
})
