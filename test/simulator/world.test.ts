import { describe, expect, it } from "vitest"
import { defaultSeed } from "../../simulator/adapters/seed/defaultSeed.ts"
import { madeAnew } from "../support/sharing.ts"
import { beginning, makeTestWorld, seeded, subscribe } from "../support/simulator.ts"

describe("worlds", () => {
  it("share their keys, and accept no token of one another", async () => {
    const [one, two] = [makeTestWorld(), makeTestWorld({ name: "two" })]
    const token = await one.token()
    expect((await one.call("GET", "/studio/plans", { token })).status).toBe(200)
    expect((await two.call("GET", "/studio/plans", { token })).status).toBe(401)
    expect((await two.call("GET", "/studio/plans", { token: await two.token() })).status).toBe(200)
  })

  it("share no record and no time", async () => {
    const [one, two] = [makeTestWorld(), makeTestWorld({ name: "two" })]
    await subscribe(one, await one.token())
    await one.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    expect((await two.call("GET", "/_simulator/clock")).json).toMatchObject({ now: beginning })
    const path = `/studio/organizations/${seeded.organizationId}/payment-methods`
    expect((await two.call("GET", path, { token: await two.token() })).json.data).toEqual([])
  })
})

describe("a reset", () => {
  it("keeps those waiting who wait for a code", async () => {
    const world = makeTestWorld()
    const email = "owner@example.com"
    const request = () => world.call("POST", "/studio/auth/otp", { body: { email, context: "MAGIC_AUTH" } })
    const waiting = world.call("GET", "/_simulator/otps?wait=60000")
    world.reset()
    const { otpId } = (await request()).json
    expect((await waiting).json.data).toMatchObject([{ otpId }])
    expect((await world.call("GET", "/_simulator/otps")).json.data).toMatchObject([
      { otpId, status: "REQUESTED" },
    ])
  })

  it("leaves no trace of requests that run: no code, no record, no time", async () => {
    const world = makeTestWorld()
    const before = world.present()
    const running = [
      world.call("POST", "/studio/auth/otp", { body: { email: "owner@example.com", context: "MAGIC_AUTH" } }),
      world.call("POST", "/_simulator/clock", { body: { advanceBy: "P1Y" } }),
    ]
    // Their bodies are still to be read.
    world.reset()
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([201, 200])
    expect(world.present()).toMatchObject({ now: before.now, inbox: [] })
    expect(madeAnew(world.present().tables, before.tables)).toBe(1)
    expect((await world.call("GET", "/_simulator/requests")).json.data).toEqual([])
  })

  it("makes tokens valid again whose end has not come yet", async () => {
    const world = makeTestWorld()
    const token = await world.token({ expiresInSeconds: 60 })
    const status = async () => (await world.call("GET", "/studio/plans", { token })).status
    await world.call("POST", "/_simulator/clock", { body: { advanceBy: "PT1M" } })
    expect(await status()).toBe(401)
    world.reset()
    expect(await status()).toBe(200)
  })
})

describe("what keeping a world costs", () => {
  const idOf = (index: number) => `0190b000-0000-7000-8000-${String(index).padStart(12, "0")}`
  const worldOf = (count: number) => {
    const organizations = Array.from({ length: count }, (_, index) => ({
      organizationId: idOf(index),
      name: `Organization ${index}`,
      currency: "BRL",
      status: "ACTIVE" as const,
    }))
    return makeTestWorld({ seed: { ...defaultSeed, organizations, users: [] } })
  }

  it.each([10, 10_000])("is no record, with %i organizations", async (count) => {
    const world = worldOf(count)
    const before = world.present()
    const made = async (method: string, path: string) => {
      await world.call(method, `/_simulator/${path}`)
      return madeAnew(world.present(), before)
    }
    // The moment, its list of codes, the two memories of the gateway in one, that of the webhooks, and the tables.
    expect(await made("POST", "snapshots/a")).toBe(7)
    expect(await made("POST", "snapshots/a/restore")).toBe(7)
    expect(await made("POST", "reset")).toBe(7)
  })
})
