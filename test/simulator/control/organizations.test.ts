import { beforeEach, describe, expect, it } from "vitest"
import { ALL_PERMISSIONS } from "../../../src/core/identity/Permission.ts"
import { type Client, inProcess, seeded, subscribe } from "../../support/simulator.ts"

const uuid = "0190a000-0000-7000-8000-00000000000"
const anyUuid = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const post = (path: string, body: unknown) => client.call("POST", `/_simulator/${path}`, { body })

const refusal = async (path: string, body: unknown) => {
  const { status, json } = await post(path, body)
  return [status, json.code, ...json.errors.map((fault: { path: string }) => fault.path)]
}

const organization = { organizationId: `${uuid}9`, name: "Nova", currency: "EUR", status: "INACTIVE" }

describe("POST /_simulator/organizations", () => {
  it("answers with the organization that was chosen", async () => {
    const { status, json } = await post("organizations", organization)
    expect({ status, json }).toEqual({ status: 201, json: organization })
  })

  it("makes what is left out", async () => {
    const { json } = await post("organizations", { name: "Nova", currency: "BRL" })
    expect(json).toEqual({ organizationId: anyUuid, name: "Nova", currency: "BRL", status: "ACTIVE" })
  })

  it.each([
    ["an id that exists", { organizationId: seeded.american }, [409, "organization.already_exists"]],
    ["an id that is none", { organizationId: "1" }, [400, "validation_error", "organizationId"]],
    ["no name", { name: undefined }, [400, "validation_error", "name"]],
    ["an empty name", { name: "" }, [400, "validation_error", "name"]],
    ["no currency", { currency: undefined }, [400, "validation_error", "currency"]],
    ["another currency", { currency: "JPY" }, [400, "validation_error", "currency"]],
    ["another status", { status: "OPEN" }, [400, "validation_error", "status"]],
    ["a misspelt member", { nam: "Nova" }, [400, "validation_error", "nam"]],
  ])("refuses %s", async (_, members, expected) => {
    expect(await refusal("organizations", { ...organization, ...members })).toEqual(expected)
  })
})

const user = {
  userId: `${uuid}9`,
  email: "Ana@Example.com",
  emailVerified: false,
  memberships: [{ organizationId: seeded.organizationId, permissions: ["plan:read"] }],
}

describe("POST /_simulator/users", () => {
  it("answers with the user that was chosen, its address normalised", async () => {
    const { status, json } = await post("users", user)
    expect({ status, json }).toEqual({ status: 201, json: { ...user, email: "ana@example.com" } })
  })

  it("makes what is left out: a verified user who may do everything", async () => {
    const { json } = await post("users", {
      email: "ana@example.com",
      memberships: [{ organizationId: seeded.american }],
    })
    expect(json).toEqual({
      userId: anyUuid,
      email: "ana@example.com",
      emailVerified: true,
      memberships: [{ organizationId: seeded.american, permissions: ALL_PERMISSIONS }],
    })
  })

  it("can sign in to a new organization and subscribe it", async () => {
    await post("organizations", { ...organization, status: "ACTIVE" })
    await post("users", { email: "ana@example.com", memberships: [{ organizationId: `${uuid}9` }] })
    const otp = await client.call("POST", "/studio/auth/otp", {
      body: { email: "ana@example.com", context: "MAGIC_AUTH" },
    })
    const { otpId } = otp.json
    const inbox = await client.call("GET", "/_simulator/otps?email=ana@example.com")
    const { code } = inbox.json.data[0]
    const proof = { email: "ana@example.com", code, context: "MAGIC_AUTH" }
    await client.call("POST", `/studio/auth/otp/${otpId}/validate`, { body: proof })
    const signIn = await client.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
    const methods = await client.call("GET", `/studio/organizations/${uuid}9/payment-methods`, {
      token: signIn.json.accessToken,
    })
    expect({ status: methods.status, data: methods.json.data }).toEqual({ status: 200, data: [] })
  })

  const member = user.memberships[0]
  it.each([
    ["an id that exists", { userId: "0190a000-0000-7000-8000-000000000011" }, [409, "user.already_exists"]],
    ["an address that exists", { email: "OWNER@example.com" }, [409, "user.already_exists"]],
    [
      "an organization that there is not",
      { memberships: [member, { ...member, organizationId: `${uuid}8` }] },
      [404, "organization.not_found"],
    ],
    ["an id that is none", { userId: "1" }, [400, "validation_error", "userId"]],
    ["no address", { email: undefined }, [400, "validation_error", "email"]],
    ["an address that is none", { email: "ana" }, [400, "validation_error", "email"]],
    ["neither verified nor not", { emailVerified: "yes" }, [400, "validation_error", "emailVerified"]],
    ["no memberships", { memberships: undefined }, [400, "validation_error", "memberships"]],
    [
      "an organization's id that is none",
      { memberships: [{ organizationId: "1" }] },
      [400, "validation_error", "memberships.0.organizationId"],
    ],
    [
      "an organization twice",
      { memberships: [member, member] },
      [400, "validation_error", "memberships.1.organizationId"],
    ],
    [
      "a permission that there is not",
      { memberships: [{ ...member, permissions: ["plan:read", "plan:write"] }] },
      [400, "validation_error", "memberships.0.permissions.1"],
    ],
    ["a misspelt member", { organizations: [] }, [400, "validation_error", "organizations"]],
  ])("refuses %s", async (_, members, expected) => {
    expect(await refusal("users", { ...user, ...members })).toEqual(expected)
  })
})

const vouchers = `organizations/${seeded.organizationId}/vouchers`
const voucher = {
  voucherId: `${uuid}9`,
  name: "Goodwill",
  amount: 500,
  currency: "BRL",
  effectiveAt: "2026-02-01T00:00:00.000Z",
  expiresAt: "2026-03-01T00:00:00.000Z",
}

describe("POST /_simulator/organizations/{organizationId}/vouchers", () => {
  const created = {
    organizationId: seeded.organizationId,
    amountRedeemed: 0,
    createdAt: "2026-01-31T00:00:00.000Z",
  }

  it("answers with the voucher that was chosen, PENDING until it takes effect", async () => {
    const { status, json } = await post(vouchers, voucher)
    expect({ status, json }).toEqual({ status: 201, json: { ...voucher, ...created, status: "PENDING" } })
  })

  it("makes what is left out: valid from now on for ever", async () => {
    const { json } = await post(vouchers, { name: "Goodwill", amount: 500, currency: "BRL" })
    expect(json).toEqual({
      voucherId: anyUuid,
      name: "Goodwill",
      amount: 500,
      currency: "BRL",
      effectiveAt: "2026-01-31T00:00:00.000Z",
      expiresAt: null,
      ...created,
      status: "ACTIVE",
    })
  })

  it("takes effect and expires on the world's clock", async () => {
    const token = await client.token()
    await subscribe(client, token)
    await post(vouchers, voucher)
    const base = `/studio/organizations/${seeded.organizationId}`
    const discounts = async (to: string) => {
      await client.call("POST", "/_simulator/clock", { body: { to } })
      const { json } = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
      return json.discounts.map(({ amount }: { amount: number }) => amount)
    }
    expect(await discounts("2026-01-31T23:59:59.999Z")).toEqual([])
    expect(await discounts("2026-02-01T00:00:00.000Z")).toEqual([500])
    // The cycle that ends on 28 February took it.
    expect(await discounts("2026-03-01T00:00:00.000Z")).toEqual([])
  })

  it.each([
    ["no amount", { amount: undefined }, [400, "validation_error", "amount"]],
    ["an amount of nothing", { amount: 0 }, [400, "validation_error", "amount"]],
    ["an amount below zero", { amount: -1 }, [400, "validation_error", "amount"]],
    ["half a cent", { amount: 0.5 }, [400, "validation_error", "amount"]],
    ["no name", { name: "" }, [400, "validation_error", "name"]],
    ["no currency", { currency: undefined }, [400, "validation_error", "currency"]],
    ["another currency", { currency: "JPY" }, [400, "validation_error", "currency"]],
    ["an id that is none", { voucherId: "1" }, [400, "validation_error", "voucherId"]],
    ["a time that is none", { effectiveAt: "now" }, [400, "validation_error", "effectiveAt"]],
    ["an expiry that is none", { expiresAt: "never" }, [400, "validation_error", "expiresAt"]],
    [
      "an expiry when it takes effect",
      { expiresAt: "2026-02-01T00:00:00.000Z" },
      [400, "validation_error", "expiresAt"],
    ],
    [
      "an expiry of now",
      { effectiveAt: "2026-01-01T00:00:00.000Z", expiresAt: "2026-01-31T00:00:00.000Z" },
      [400, "validation_error", "expiresAt"],
    ],
    ["a misspelt member", { balance: 1 }, [400, "validation_error", "balance"]],
  ])("refuses %s", async (_, members, expected) => {
    expect(await refusal(vouchers, { ...voucher, ...members })).toEqual(expected)
  })

  it("with an id that the organization has is 409, and another organization can have it too", async () => {
    await post(vouchers, voucher)
    expect(await refusal(vouchers, voucher)).toEqual([409, "voucher.already_exists"])
    expect((await post(`organizations/${seeded.american}/vouchers`, voucher)).status).toBe(201)
  })

  it.each([`${uuid}8`, "nobody"])("for the organization %s is 404", async (organizationId) => {
    expect(await refusal(`organizations/${organizationId}/vouchers`, voucher)).toEqual([
      404,
      "organization.not_found",
    ])
  })
})
