// The profile over HTTP: who calls, and going on in another organization. A valid token is enough for both.
import { describe, expect, it } from "vitest"
import { defaultSeed } from "../../simulator/index.ts"
import { Permission } from "../../src/index.ts"
import { type Client, inProcess, seeded, signIn } from "../support/simulator.ts"

const all = Permission.ALL_PERMISSIONS
const multi = { email: "multi@example.com" }
const exemplo = { organizationId: seeded.organizationId, name: "Exemplo Ltda" }
const example = { organizationId: seeded.american, name: "Example Inc" }
const dormant = { organizationId: seeded.inactive, name: "Dormant Ltda" }

const profile = ({ call }: Client, token: string) => call("GET", "/studio/profile", { token })
const switchTo = ({ call }: Client, token: string, organizationId: unknown) =>
  call("POST", "/studio/profile/switch-organization", { token, body: { organizationId } })
const methods = ({ call }: Client, token: string, organizationId: string) =>
  call("GET", `/studio/organizations/${organizationId}/payment-methods`, { token })

describe("GET /studio/profile", () => {
  it.each([
    [
      multi.email,
      "14",
      true,
      [
        { ...exemplo, permissions: all },
        { ...example, permissions: all },
      ],
    ],
    ["viewer@example.com", "12", true, [{ ...exemplo, permissions: Permission.READ_PERMISSIONS }]],
    ["new@example.com", "15", false, [{ ...exemplo, permissions: all }]],
    ["dormant@example.com", "16", true, [{ ...dormant, permissions: all }]],
  ])("of %s", async (email, digits, emailVerified, organizations) => {
    const client = await inProcess()
    expect(await profile(client, await client.token({ email, permissions: [] }))).toMatchObject({
      status: 200,
      json: {
        userId: `0190a000-0000-7000-8000-0000000000${digits}`,
        email,
        emailVerified,
        organizations,
      },
    })
  })

  it("shows these members and no others", async () => {
    const client = await inProcess()
    const { json } = await profile(client, await client.token())
    expect(json).toEqual({
      userId: "0190a000-0000-7000-8000-000000000011",
      email: "owner@example.com",
      emailVerified: true,
      organizations: [{ ...exemplo, permissions: all }],
    })
  })

  it("needs a token", async () => {
    const client = await inProcess()
    const unauthorized = {
      status: 401,
      json: {
        statusCode: 401,
        code: "unauthorized",
        message: "A valid access token is needed.",
        errors: [],
      },
    }
    expect(await client.call("GET", "/studio/profile")).toMatchObject(unauthorized)
    expect(await profile(client, "nonsense")).toMatchObject(unauthorized)
  })
})

describe("POST /studio/profile/switch-organization", () => {
  it("gives tokens of the other organization, and leaves access tokens of the first as they are", async () => {
    const client = await inProcess()
    const here = (await signIn(client, { ...multi, organizationId: seeded.organizationId })).accessToken
    expect((await methods(client, here, seeded.american)).status).toBe(404)
    const switched = await switchTo(client, here, seeded.american)
    expect(switched.status).toBe(200)
    expect(switched.json).toEqual({
      accessToken: expect.stringMatching(/^ey[\w-]+\.[\w-]+\.[\w-]+$/),
      refreshToken: expect.stringMatching(/^\S{40,}$/),
      expiresIn: 3600,
    })
    const there = switched.json.accessToken
    expect((await methods(client, there, seeded.american)).status).toBe(200)
    expect((await methods(client, there, seeded.organizationId)).status).toBe(404)
    expect((await methods(client, here, seeded.organizationId)).status).toBe(200)
    const { refreshToken } = switched.json
    const next = await client.call("POST", "/studio/auth/refresh", { body: { refreshToken } })
    expect((await methods(client, next.json.accessToken, seeded.american)).status).toBe(200)
    await client.call("POST", "/studio/auth/sign-out", { body: next.json })
    const ended = await client.call("POST", "/studio/auth/refresh", {
      body: { refreshToken: next.json.refreshToken },
    })
    expect(ended).toMatchObject({ status: 401, json: { code: "token.invalid" } })
  })

  it("is how one leaves an organization that is inactive, and how one gets to it", async () => {
    const [, , third] = defaultSeed.organizations
    const users = defaultSeed.users.map((user) =>
      user.email === multi.email && third !== undefined
        ? {
            ...user,
            memberships: [...user.memberships, { organizationId: third.organizationId, permissions: all }],
          }
        : user,
    )
    const client = await inProcess({ seed: { ...defaultSeed, users } })
    const away = (await signIn(client, { ...multi, organizationId: seeded.inactive })).accessToken
    expect(await methods(client, away, seeded.inactive)).toMatchObject({
      status: 403,
      json: { code: "organization.inactive" },
    })
    expect((await profile(client, away)).json.organizations).toHaveLength(3)
    const back = (await switchTo(client, away, seeded.american)).json.accessToken
    expect((await methods(client, back, seeded.american)).status).toBe(200)
    const again = await switchTo(client, back, seeded.inactive)
    expect(again.status).toBe(200)
    expect((await methods(client, again.json.accessToken, seeded.inactive)).json.code).toBe(
      "organization.inactive",
    )
  })

  it.each([{}, { expiresInSeconds: 60 }, { permissions: [] }])(
    "is refused to a token of no session: %j",
    async (wish) => {
      const client = await inProcess()
      const token = await client.token({ ...multi, ...wish })
      expect(await switchTo(client, token, seeded.american)).toMatchObject({
        status: 401,
        json: { code: "unauthorized" },
      })
    },
  )

  it("is refused after the sign-out", async () => {
    const client = await inProcess()
    const tokens = await signIn(client, { ...multi, organizationId: seeded.organizationId })
    await client.call("POST", "/studio/auth/sign-out", { body: { refreshToken: tokens.refreshToken } })
    expect(await switchTo(client, tokens.accessToken, seeded.american)).toMatchObject({
      status: 401,
      json: { code: "unauthorized" },
    })
  })

  it.each([
    ["an organization of others", seeded.american],
    ["an organization that there is not", "0190a000-0000-7000-8000-00000000ffff"],
  ])("to %s is 404", async (_, organizationId) => {
    const client = await inProcess()
    const { accessToken } = await signIn(client, { email: "owner@example.com" })
    const answer = await switchTo(client, accessToken, organizationId)
    expect(answer.status).toBe(404)
    expect(answer.json).toEqual({
      statusCode: 404,
      code: "organization.not_found",
      message: "The organization does not exist.",
      errors: [],
    })
  })

  it.each<[string, unknown, string, string]>([
    ["a name", { organizationId: "Exemplo" }, "organizationId", "Expected a UUID"],
    ["a number", { organizationId: 1 }, "organizationId", "Expected a string"],
    ["nothing", {}, "organizationId", "Required"],
    ["no JSON", '{"organizationId"', "", "Expected a valid JSON body"],
    ["no body", undefined, "", "Expected an object"],
  ])("to %s is 400", async (_, body, path, message) => {
    const client = await inProcess()
    const token = await client.token()
    const answer = await client.call("POST", "/studio/profile/switch-organization", {
      token,
      ...(body !== undefined && { body }),
    })
    expect(answer).toMatchObject({
      status: 400,
      json: { code: "validation_error", errors: [{ path, message }] },
    })
  })

  it("needs a token, before its body is looked at", async () => {
    const client = await inProcess()
    const answer = await client.call("POST", "/studio/profile/switch-organization", { body: "{" })
    expect(answer).toMatchObject({ status: 401, json: { code: "unauthorized" } })
  })
})
