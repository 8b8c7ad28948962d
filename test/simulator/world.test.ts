import { describe, expect, it } from "vitest"
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
    expect((await two.call("GET", "/_simulator/clock")).json).toEqual({ now: beginning })
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
