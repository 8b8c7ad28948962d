import { decodeJwt } from "jose"
import { beforeEach, describe, expect, it } from "vitest"
import { type Client, inProcess, seeded } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const make = (body?: unknown) => client.call("POST", "/_simulator/tokens", { body })
const claims = async (body?: unknown) => decodeJwt((await make(body)).json.accessToken)
const READS = ["plan:read", "payment_method:read", "subscription:read", "invoice:read"]

describe("POST /_simulator/tokens", () => {
  it("gives the owner of the first organization every permission, for ten years", async () => {
    const { status, json } = await make()
    expect({ status, expiresIn: json.expiresIn }).toEqual({ status: 201, expiresIn: 315_360_000 })
    expect(decodeJwt(json.accessToken)).toMatchObject({
      sub: "0190a000-0000-7000-8000-000000000011",
      org: seeded.organizationId,
      permissions: expect.arrayContaining(["subscription:write", "invoice:pay"]),
    })
    const plans = await client.call("GET", "/studio/plans", { token: json.accessToken })
    expect(plans.status).toBe(200)
  })

  it.each([
    [{ email: "owner@example.org" }, { org: seeded.american, sub: "0190a000-0000-7000-8000-000000000013" }],
    [{ email: "OWNER@example.org" }, { org: seeded.american }],
    [
      { organizationId: seeded.american },
      { org: seeded.american, sub: "0190a000-0000-7000-8000-000000000013" },
    ],
    [{ email: "multi@example.com" }, { org: seeded.organizationId }],
    [{ email: "multi@example.com", organizationId: seeded.american }, { org: seeded.american }],
    [{ email: "viewer@example.com" }, { permissions: expect.arrayContaining(READS) }],
    [{ permissions: ["plan:read"] }, { permissions: ["plan:read"] }],
    [{ permissions: [] }, { permissions: [] }],
  ])("%j", async (wish, expected) => {
    expect(await claims(wish)).toMatchObject(expected)
  })

  it("gives viewers no more than they have, unless more is asked for", async () => {
    const base = `/studio/organizations/${seeded.organizationId}`
    const body = { type: "CARD", cardToken: "tok_visa" }
    for (const [wish, status] of [
      [{}, 403],
      [{ permissions: ["payment_method:write"] }, 201],
    ] as const) {
      const token = await client.token({ email: "viewer@example.com", ...wish })
      expect((await client.call("POST", `${base}/payment-methods`, { token, body })).status).toBe(status)
    }
  })

  it.each([
    [{ email: "new@example.com" }, "user.not_verified"],
    [{ organizationId: seeded.inactive }, "organization.inactive"],
  ])("gives %j too, for whoever wants to see %s", async (wish, code) => {
    const token = await client.token(wish)
    expect((await client.call("GET", "/studio/plans", { token })).json.code).toBe(code)
  })

  it("lets them expire on the world's clock", async () => {
    const token = await client.token({ expiresInSeconds: 60 })
    const status = async () => (await client.call("GET", "/studio/plans", { token })).status
    const advance = (advanceBy: string) => client.call("POST", "/_simulator/clock", { body: { advanceBy } })
    await advance("PT59S")
    expect(await status()).toBe(200)
    await advance("PT1S")
    expect(await status()).toBe(401)
  })

  it.each([
    [{ email: "nobody@example.com" }, 404, "user.not_found"],
    [{ email: "owner@example.com", organizationId: seeded.american }, 404, "organization.not_found"],
    [{ organizationId: "0190a000-0000-7000-8000-00000000dead" }, 404, "organization.not_found"],
    [{ email: "nobody" }, 400, "validation_error"],
    [{ organizationId: "1" }, 400, "validation_error"],
    [{ permissions: ["everything"] }, 400, "validation_error"],
    [{ permissions: "plan:read" }, 400, "validation_error"],
    [{ expiresInSeconds: 0 }, 400, "validation_error"],
    [{ expiresInSeconds: 1.5 }, 400, "validation_error"],
    [{ expiresIn: 60 }, 400, "validation_error"],
    [JSON.stringify({ email: "x".repeat(70_000) }), 413, "payload_too_large"],
  ])("refuses %j", async (body, status, code) => {
    const answer = await make(body)
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code })
  })

  it("says of an organization without users what it lacks, and gives one as soon as it has one", async () => {
    const { json } = await client.call("POST", "/_simulator/organizations", {
      body: { name: "Nobody's", currency: "BRL" },
    })
    const { organizationId } = json
    expect(await make({ organizationId })).toMatchObject({
      status: 409,
      json: {
        code: "organization.user_required",
        message: "No user belongs to the organization; POST /_simulator/users makes one who does.",
      },
    })
    const memberships = [{ organizationId }]
    await client.call("POST", "/_simulator/users", { body: { email: "first@example.com", memberships } })
    expect(await claims({ organizationId })).toMatchObject({ org: organizationId })
  })

  it("says of a user what it does not belong to", async () => {
    await client.call("POST", "/_simulator/users", { body: { email: "alone@example.com", memberships: [] } })
    for (const wish of [
      { email: "owner@example.com", organizationId: seeded.american },
      { email: "alone@example.com", organizationId: seeded.american },
      { email: "alone@example.com" },
    ]) {
      expect((await make(wish)).json).toMatchObject({
        code: "organization.not_found",
        message: "The user does not belong to the organization, or to none at all.",
      })
    }
  })
})
