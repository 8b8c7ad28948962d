import * as fc from "fast-check"
import { beforeEach, describe, expect, it } from "vitest"
import { SNAPSHOTS_MAX } from "../../../simulator/world/state/Snapshots.ts"
import { anyLifecycle, fullLifecycle, play } from "../../support/lifecycles.ts"
import { slowRuns } from "../../support/runs.ts"
import { beginning, type Client, inProcess, seeded, subscribe } from "../../support/simulator.ts"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const base = `/studio/organizations/${seeded.organizationId}`
const path = "/_simulator/snapshots"
const take = (name: string, options = {}) => client.call("POST", `${path}/${name}`, options)
const restore = (name: string) => client.call("POST", `${path}/${name}/restore`)
const advance = (advanceBy: string) => client.call("POST", "/_simulator/clock", { body: { advanceBy } })
const state = async () => (await client.call("GET", "/_simulator/state")).json
const namesOf = ({ json }: Awaited<ReturnType<Client["call"]>>) =>
  json.data.map(({ name }: { name: string }) => name)

describe("snapshots", () => {
  it("are taken, taken again, looked at, listed and removed by name", async () => {
    expect(await take("a")).toMatchObject({ status: 201, json: { name: "a", now: beginning } })
    expect((await take("b.2_c-D")).status).toBe(201)
    await advance("PT1H")
    const later = { name: "a", now: "2026-01-31T01:00:00.000Z" }
    expect(await take("a")).toMatchObject({ status: 200, json: later })
    expect(await client.call("GET", `${path}/a`)).toMatchObject({ status: 200, json: later })
    const { json } = await client.call("GET", path)
    expect(json).toEqual({
      data: [later, { name: "b.2_c-D", now: beginning }],
      meta: { page: 1, limit: 20, totalItems: 2, totalPages: 1 },
    })
    expect(namesOf(await client.call("GET", `${path}?page=2&limit=1`))).toEqual(["b.2_c-D"])
    expect(await client.call("DELETE", `${path}/a`)).toMatchObject({ status: 204, json: null })
    expect(namesOf(await client.call("GET", path))).toEqual(["b.2_c-D"])
  })

  it.each([
    ["GET", `${path}/none`],
    ["DELETE", `${path}/none`],
    ["POST", `${path}/none/restore`],
  ])("that there are none of are 404: %s %s", async (method, path) => {
    expect(await client.call(method, path)).toMatchObject({
      status: 404,
      json: { code: "snapshot.not_found" },
    })
  })

  it.each(["%20", "a%2Fb", "ä", "a".repeat(65), "a%00"])("have no name such as %s", async (name) => {
    for (const [method, suffix] of [["POST"], ["GET"], ["DELETE"], ["POST", "/restore"]]) {
      const { status, json } = await client.call(method ?? "", `${path}/${name}${suffix ?? ""}`)
      expect({ status, code: json.code, errors: json.errors }).toEqual({
        status: 400,
        code: "validation_error",
        errors: [
          {
            message: "Expected 1 to 64 letters, digits, dots, dashes and underscores (not . or ..)",
            path: "name",
          },
        ],
      })
    }
  })

  it("take no members", async () => {
    expect((await take("a", { body: { all: true } })).json.errors).toEqual([
      { message: "Unknown member", path: "all" },
    ])
    await take("a")
    const { json } = await client.call("POST", `${path}/a/restore`, { body: { all: true } })
    expect(json.errors).toEqual([{ message: "Unknown member", path: "all" }])
  })

  it("are a hundred at most; a known one can be taken again", async () => {
    for (let index = 0; index < SNAPSHOTS_MAX; index++) expect((await take(`s${index}`)).status).toBe(201)
    expect(await take("one-more")).toMatchObject({
      status: 409,
      json: { code: "snapshot.max_of_100_snapshots_reached" },
    })
    expect((await take("s0")).status).toBe(200)
    await client.call("DELETE", `${path}/s1`)
    expect((await take("one-more")).status).toBe(201)
  })
})

describe("a restore", () => {
  it("brings back records, what the gateway knows, codes and the clock, as often as one likes", async () => {
    const token = await client.token()
    await play(client, token, fullLifecycle)
    await client.call("POST", "/studio/auth/otp", {
      body: { email: "owner@example.com", context: "MAGIC_AUTH" },
    })
    const before = await state()
    const codes = (await client.call("GET", "/_simulator/otps")).json
    await take("a")
    for (const step of ["P1M", "P1Y"]) {
      await advance(step)
      await client.call("POST", "/studio/auth/otp", {
        body: { email: "viewer@example.com", context: "MAGIC_AUTH" },
      })
      expect(await state()).not.toEqual(before)
      expect(await restore("a")).toMatchObject({ status: 200, json: { name: "a", now: before.now } })
      expect(await state()).toEqual(before)
      expect((await client.call("GET", "/_simulator/otps")).json).toEqual(codes)
    }
  })

  it("leaves what follows as it would have been", async () => {
    await fc.assert(
      fc.asyncProperty(anyLifecycle(15), anyLifecycle(15), async (first, second) => {
        const client = await inProcess()
        const token = await client.token()
        await play(client, token, first)
        await client.call("POST", `${path}/a`)
        const answers = await play(client, token, second)
        await client.call("POST", `${path}/a/restore`)
        expect(await play(client, token, second)).toEqual(answers)
      }),
      slowRuns(12),
    )
  })

  it("keeps tokens and codes valid of whom there still is", async () => {
    const email = "owner@example.com"
    const context = "MAGIC_AUTH"
    const { otpId } = (await client.call("POST", "/studio/auth/otp", { body: { email, context } })).json
    const { code } = (await client.call("GET", "/_simulator/otps")).json.data[0]
    await take("a")
    await advance("PT9M")
    const token = await client.token()
    await restore("a")
    expect((await client.call("GET", "/studio/plans", { token })).status).toBe(200)
    await client.call("POST", `/studio/auth/otp/${otpId}/validate`, { body: { email, code, context } })
    const signedIn = await client.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
    await take("b")
    const { refreshToken } = signedIn.json
    const refresh = () => client.call("POST", "/studio/auth/refresh", { body: { refreshToken } })
    expect((await refresh()).status).toBe(200)
    await advance("PT1H")
    expect((await refresh()).json.code).toBe("token.reused")
    await restore("b")
    expect((await refresh()).status).toBe(200)
    await restore("a")
    expect((await refresh()).json.code).toBe("token.invalid")
  })

  it("is possible after a reset, which keeps snapshots", async () => {
    const token = await client.token()
    await subscribe(client, token)
    await take("a")
    await client.call("POST", "/_simulator/reset")
    await restore("a")
    expect((await client.call("GET", `${base}/subscriptions`, { token })).json.status).toBe("ACTIVE")
  })

  it("leaves no trace of requests that run", async () => {
    await take("a")
    const before = await state()
    const waiting = client.call("GET", "/_simulator/otps?wait=60000")
    await client.call("POST", "/studio/auth/otp", {
      body: { email: "owner@example.com", context: "MAGIC_AUTH" },
    })
    expect((await waiting).json.data).toHaveLength(1)
    const running = client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1Y" } })
    await restore("a")
    await running
    expect(await state()).toEqual(before)
  })
})
