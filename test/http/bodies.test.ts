// What is no JSON object is no body, of any operation: the tables are the contract and the control plane themselves, so
// that an operation more is tried by itself. Nothing is charged or changed by such a call.
import { beforeAll, describe, expect, it } from "vitest"
import { endpoints } from "../../src/http/endpoints.ts"
import { controlCalls, controlTargetOf, targetOf } from "../hostile/targets.ts"
import { type Client, makeTestWorld, seeded, subscribe } from "../support/simulator.ts"

const bodies = ["null", "0", "1.5", "true", "false", '""', '"{}"', "[]", "[{}]", " null ", "\n[ ]\n"]

let client: Client
let token: string
let ids: Readonly<Record<string, string>>
beforeAll(async () => {
  client = makeTestWorld()
  token = await client.token()
  const { subscriptionId, paymentMethodId } = await subscribe(client, token)
  const { json } = await client.call(
    "GET",
    `/studio/organizations/${seeded.organizationId}/subscriptions/upcoming-invoice`,
    { token },
  )
  const { invoiceId } = json
  await client.call("POST", "/_simulator/snapshots/one")
  ids = { organizationId: seeded.organizationId, subscriptionId, paymentMethodId, invoiceId }
})

/** All that a call could have changed. */
const world = async () =>
  Promise.all(
    ["state", "charges", "faults", "snapshots", "webhook-endpoints", "assumptions"].map(
      async (what) => (await client.call("GET", `/_simulator/${what}`)).json,
    ),
  )

const refusesAll = async (method: string, template: string, params: Readonly<Record<string, unknown>>) => {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  const before = await world()
  const answers = await Promise.all(bodies.map((body) => client.call(method, path, { token, body })))
  for (const [index, { status, json }] of answers.entries()) {
    expect({ body: bodies[index], status, code: json?.code, errors: json?.errors }).toEqual({
      body: bodies[index],
      status: 400,
      code: "validation_error",
      errors: [{ message: "Expected an object", path: "" }],
    })
  }
  expect(await world()).toEqual(before)
}

describe("a body that is no object is 400, and nothing happens (GAP-75)", () => {
  const withBody = endpoints.filter(({ takesBody }) => takesBody)

  it("is tried at every operation that changes something, but for those that take no body", () => {
    const others = endpoints.filter(({ takesBody }) => !takesBody)
    expect(new Set(others.map(({ method }) => method))).toEqual(new Set(["GET", "DELETE"]))
  })

  it.each(withBody.map((endpoint) => [`${endpoint.group}.${endpoint.name}`, endpoint] as const))(
    "at %s",
    async (_, endpoint) => {
      const { method, path, params } = targetOf(endpoint, ids, token)
      await refusesAll(method, path, params)
    },
  )

  it.each(controlCalls.filter((call) => !call.startsWith("GET ")))("at %s", async (call) => {
    const { method, path, params } = controlTargetOf(call, ids, null)
    await refusesAll(method, path, params)
  })
})

describe("a body that is nested without end is 400, and nothing happens (GAP-75)", () => {
  const nested = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`
  const refusal = { code: "validation_error", errors: [{ message: "Expected at most 100 levels", path: "" }] }

  it.each(
    endpoints.filter(({ takesBody }) => takesBody).map((one) => [`${one.group}.${one.name}`, one] as const),
  )("at %s, also under a key", async (_, endpoint) => {
    const { method, path: template, params } = targetOf(endpoint, ids, token)
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
    const before = await world()
    for (const headers of [{}, { "idempotency-key": "nested" }]) {
      for (const levels of [100, 30_000]) {
        const { status, json } = await client.call(method, path, { token, headers, body: nested(levels) })
        expect([status, json]).toMatchObject([400, refusal])
      }
    }
    expect(await world()).toEqual(before)
  })

  it("at the control plane", async () => {
    const { status, json } = await client.call("POST", "/_simulator/clock", { body: nested(30_000) })
    expect([status, json]).toMatchObject([400, refusal])
    const { json: shallow } = await client.call("POST", "/_simulator/clock", { body: nested(99) })
    expect(shallow).not.toMatchObject(refusal)
  })
})

describe("no body, and an empty one, are an empty object where every member is optional (GAP-75)", () => {
  it.each([undefined, "", "{}"])("paying takes %j", async (body) => {
    const other = makeTestWorld()
    const token = await other.token()
    await subscribe(other, token)
    const base = `/studio/organizations/${seeded.organizationId}`
    const upcoming = await other.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    const paid = await other.call("POST", `${base}/invoices/${upcoming.json.invoiceId}/pay`, {
      token,
      ...(body !== undefined && { body }),
    })
    expect([paid.status, paid.json.status]).toEqual([200, "PAID"])
  })
})
