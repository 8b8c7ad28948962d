// Payment methods over HTTP, from the first one to the last: adding is in the specified flow, here they are listed,
// viewed, changed and deleted.
import { describe, expect, it } from "vitest"
import { type Client, inProcess, seeded, subscribe } from "../support/simulator.ts"

const { organizationId } = seeded
const base = `/studio/organizations/${organizationId}/payment-methods`
const subscriptions = `/studio/organizations/${organizationId}/subscriptions`
const address = { line1: "Rua A, 1", city: "São Paulo", state: "SP", postalCode: "01000-000", country: "BR" }
const ana = { name: "Ana", email: "ana@example.com" }
const boleto = { type: "BOLETO", billingDetails: { ...ana, address } }

const asCard = (
  paymentMethodId: string,
  isDefault: boolean,
  billingDetails: object = { name: null, email: null },
) => ({
  paymentMethodId,
  organizationId,
  type: "CARD",
  brand: "visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2099,
  isDefault,
  billingDetails,
  test: true,
})

const start = async () => {
  const client = await inProcess()
  const token = await client.token()
  const call = (method: string, path: string, body?: unknown) =>
    client.call(method, path, { token, ...(body !== undefined && { body }) })
  const add = async (body: object = { type: "CARD", cardToken: "tok_visa" }): Promise<string> =>
    (await call("POST", base, body)).json.paymentMethodId
  return { client, token, call, add }
}

const bodyOf = (statusCode: number, code: string, message: string, ...errors: ReadonlyArray<object>) => ({
  statusCode,
  code,
  message,
  errors,
})
const invalid = (...errors: ReadonlyArray<object>) =>
  bodyOf(400, "validation_error", "The request is invalid; errors says where.", ...errors)
const notFound = bodyOf(404, "payment_method.not_found", "The payment method does not exist.")
const inUse = bodyOf(
  409,
  "payment_method.in_use",
  "The subscription, or a payment in progress, needs the payment method.",
)

describe("a payment method", () => {
  it("is changed and deleted, and the others with it as far as the default goes (GAP-21, GAP-22)", async () => {
    const { call, add } = await start()
    const first = await add()
    const second = await add({ type: "CARD", cardToken: "tok_visa", billingDetails: ana })
    const slip = await add(boleto)

    const changed = await call("PATCH", `${base}/${second}`, { isDefault: true })
    expect(changed).toMatchObject({ status: 200, json: asCard(second, true, ana) })
    expect((await call("GET", base)).json).toEqual({
      data: [
        asCard(first, false),
        asCard(second, true, ana),
        {
          paymentMethodId: slip,
          organizationId,
          type: "BOLETO",
          isDefault: false,
          billingDetails: ana,
          test: false,
        },
      ],
      meta: { page: 1, limit: 20, totalItems: 3, totalPages: 1 },
    })

    const deleted = await call("DELETE", `${base}/${second}`)
    expect([deleted.status, deleted.json]).toEqual([204, null])
    expect((await call("GET", `${base}/${first}`)).json).toEqual(asCard(first, true))
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect(await call(method, `${base}/${second}`)).toMatchObject({ status: 404, json: notFound })
    }
    await call("DELETE", `${base}/${slip}`)
    await call("DELETE", `${base}/${first}`)
    expect((await call("GET", base)).json.data).toEqual([])
  })

  it("keeps the billing details that a change leaves out, and loses those that are null (GAP-97)", async () => {
    const { call, add } = await start()
    const card = await add({
      type: "CARD",
      cardToken: "tok_visa",
      billingDetails: { ...ana, phone: "+5511999999999" },
    })
    const patch = async (billingDetails: object) =>
      (await call("PATCH", `${base}/${card}`, { billingDetails })).json
    expect(await patch({ name: "Bia" })).toEqual(asCard(card, true, { ...ana, name: "Bia" }))
    expect(await patch({ email: null, phone: null, address })).toEqual(
      asCard(card, true, { name: "Bia", email: null }),
    )
    expect((await call("GET", `${base}/${card}`)).json).toEqual(
      asCard(card, true, { name: "Bia", email: null }),
    )
  })

  it("is as it was after an empty change, with and without a body (GAP-75)", async () => {
    const { call, add } = await start()
    const card = await add()
    for (const body of [undefined, {}, { billingDetails: {} }]) {
      expect(await call("PATCH", `${base}/${card}`, body)).toMatchObject({
        status: 200,
        json: asCard(card, true),
      })
    }
  })
})

describe("a live subscription", () => {
  it("keeps its last method, and passes on to the default when its own is deleted", async () => {
    const { client, token, call, add } = await start()
    const { paymentMethodId } = await subscribe(client, token)
    expect(await call("DELETE", `${base}/${paymentMethodId}`)).toMatchObject({ status: 409, json: inUse })
    const other = await add()
    expect((await call("DELETE", `${base}/${paymentMethodId}`)).status).toBe(204)
    expect((await call("GET", subscriptions)).json).toMatchObject({
      status: "ACTIVE",
      paymentMethodId: other,
    })
    expect((await call("GET", base)).json.data).toEqual([asCard(other, true)])
  })

  it("in dollars does not pass on to a boleto (GAP-96)", async () => {
    const { client, token, call, add } = await start()
    const starterDollars = "0190a000-0000-7000-8000-000000000103"
    const { paymentMethodId } = await subscribe(client, token, { planIntervalId: starterDollars })
    await add(boleto)
    expect(await call("DELETE", `${base}/${paymentMethodId}`)).toMatchObject({ status: 409, json: inUse })
    const other = await add()
    await call("PATCH", `${base}/${other}`, { isDefault: true })
    expect((await call("DELETE", `${base}/${paymentMethodId}`)).status).toBe(204)
  })

  it.each([
    ["whose outcome is unknown", { type: "CARD", cardToken: "tok_timeout_approved" }],
    ["by a slip that is pending", boleto],
  ])("keeps the method of a payment %s (GAP-95)", async (_, body) => {
    const { client, token, call, add } = await start()
    await subscribe(client, token)
    const method = await add(body)
    const { invoiceId } = (await call("GET", `${subscriptions}/upcoming-invoice`)).json
    const invoice = `/studio/organizations/${organizationId}/invoices/${invoiceId}`
    expect((await call("POST", `${invoice}/pay`, { paymentMethodId: method })).status).toBe(202)
    expect(await call("DELETE", `${base}/${method}`)).toMatchObject({ status: 409, json: inUse })
    expect((await call("GET", `${base}/${method}`)).status).toBe(200)
  })
})

describe("bad input", () => {
  it.each<[string, unknown, object]>([
    ["no longer the default", { isDefault: false }, { path: "isDefault", message: "Expected true" }],
    ["a default that is null", { isDefault: null }, { path: "isDefault", message: "Expected true" }],
    ["another card", { cardToken: "tok_visa" }, { path: "cardToken", message: "Unknown member" }],
    ["a misspelt member", { isdefault: true }, { path: "isdefault", message: "Unknown member" }],
    [
      "a misspelt detail",
      { billingDetails: { fone: "+5511999999999" } },
      { path: "billingDetails.fone", message: "Unknown member" },
    ],
    [
      "an e-mail address that is none",
      { billingDetails: { email: "ana" } },
      { path: "billingDetails.email", message: "Expected an e-mail address" },
    ],
    [
      "a part of an address",
      { billingDetails: { address: { ...address, line1: undefined } } },
      { path: "billingDetails.address.line1", message: "Required" },
    ],
    [
      "a country by its name",
      { billingDetails: { address: { ...address, country: "Brasil" } } },
      { path: "billingDetails.address.country", message: "Expected a two-letter country code" },
    ],
    ["no record at all", [], { path: "", message: "Expected an object" }],
    [
      "a boleto without a name",
      { billingDetails: { name: null } },
      { path: "billingDetails.name", message: "A boleto cannot do without it" },
    ],
    [
      "a boleto without an address",
      { billingDetails: { address: null } },
      { path: "billingDetails.address", message: "A boleto cannot do without it" },
    ],
  ])("%s changes nothing", async (_, body, error) => {
    const { call, add } = await start()
    await add()
    const slip = await add(boleto)
    const before = (await call("GET", base)).json
    const answer = await call("PATCH", `${base}/${slip}`, body)
    expect(answer).toMatchObject({ status: 400, json: invalid(error) })
    expect((await call("GET", base)).json).toEqual(before)
  })

  it("a method of another organization is not there, and stays", async () => {
    const { client, call } = await start()
    const american = `/studio/organizations/${seeded.american}/payment-methods`
    const token = await client.token({ organizationId: seeded.american })
    const { json } = await client.call("POST", american, {
      token,
      body: { type: "CARD", cardToken: "tok_visa" },
    })
    const theirs = json.paymentMethodId
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect(await call(method, `${base}/${theirs}`)).toMatchObject({ status: 404, json: notFound })
      expect(await call(method, `${american}/${theirs}`)).toMatchObject({
        status: 404,
        json: bodyOf(404, "organization.not_found", "The organization does not exist."),
      })
    }
    expect((await client.call("GET", `${american}/${theirs}`, { token })).json).toEqual(json)
  })

  it("an id that is too long is 400 at its name", async () => {
    const { call } = await start()
    for (const method of ["GET", "PATCH", "DELETE"]) {
      expect(await call(method, `${base}/${"x".repeat(201)}`)).toMatchObject({
        status: 400,
        json: invalid({ path: "paymentMethodId", message: "Expected a text of 1 to 200 characters" }),
      })
    }
  })

  it.each(["PATCH", "DELETE"])("%s needs payment_method:write", async (method) => {
    const { client, add } = await start()
    const card = await add()
    const call = async (permissions: ReadonlyArray<string>) =>
      client.call(method, `${base}/${card}`, { token: await client.token({ permissions }) })
    expect(await call(["payment_method:read", "subscription:write", "invoice:pay"])).toMatchObject({
      status: 403,
      json: bodyOf(403, "forbidden", "The access token lacks the permission that this needs."),
    })
    expect((await call(["payment_method:write"])).status).toBe(method === "PATCH" ? 200 : 204)
  })

  it("neither is answered without a token", async () => {
    const { client } = await start()
    const unauthorized = (client: Client, method: string) => client.call(method, `${base}/pm_1`)
    for (const method of ["PATCH", "DELETE"]) expect((await unauthorized(client, method)).status).toBe(401)
  })
})
