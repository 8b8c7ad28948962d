import { beforeEach, describe, expect, it } from "vitest"
import { beginning, type Client, inProcess } from "../../support/simulator.ts"

const email = "owner@example.com"

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const request = async (to = email): Promise<string> =>
  (await client.call("POST", "/studio/auth/otp", { body: { email: to, context: "MAGIC_AUTH" } })).json.otpId
const otps = async (query = "") => (await client.call("GET", `/_simulator/otps${query}`)).json
const statuses = async () => (await otps()).data.map(({ status }: { status: string }) => status)

describe("GET /_simulator/otps", () => {
  it("lists what was sent, newest first, with the code", async () => {
    const first = await request()
    const second = await request("viewer@example.com")
    const { data, meta } = await otps()
    expect(meta).toEqual({ page: 1, limit: 20, totalItems: 2, totalPages: 1 })
    expect(data.map(({ otpId }: { otpId: string }) => otpId)).toEqual([second, first])
    expect(data[1]).toEqual({
      otpId: first,
      email,
      code: expect.stringMatching(/^\d{6}$/),
      context: "MAGIC_AUTH",
      createdAt: beginning,
      expiresAt: "2026-01-31T00:10:00.000Z",
      status: "REQUESTED",
    })
    expect((await otps(`?email=${email.toUpperCase()}`)).data).toEqual([data[1]])
    expect((await otps("?page=2&limit=1")).data).toEqual([data[1]])
  })

  it("knows no code of an address without a user", async () => {
    await request("nobody@example.com")
    expect((await otps("?email=nobody@example.com")).data).toEqual([])
  })

  it("tells what became of a code, up to its exchange for tokens", async () => {
    const otpId = await request()
    const { code } = (await otps()).data[0]
    await client.call("POST", `/studio/auth/otp/${otpId}/validate`, {
      body: { email, code, context: "MAGIC_AUTH" },
    })
    expect(await statuses()).toEqual(["VERIFIED"])
    const signIn = await client.call("POST", "/studio/auth/sign-in/magic-auth", { body: { otpId, code } })
    expect(await statuses()).toEqual(["EXCHANGED"])
    const plans = await client.call("GET", "/studio/plans", { token: signIn.json.accessToken })
    expect(plans.status).toBe(200)
  })

  it("calls a code EXPIRED when its time is over", async () => {
    await request()
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "PT10M" } })
    expect(await statuses()).toEqual(["EXPIRED"])
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1Y" } })
    expect(await statuses()).toEqual(["EXPIRED"])
  })

  it("waits until a code arrives for the address", async () => {
    const waiting = otps(`?email=${email}&wait=60000`)
    await request("viewer@example.com")
    const otpId = await request()
    expect((await waiting).data).toMatchObject([{ otpId, email }])
  })

  it.each(["/_simulator/reset", "/_simulator/snapshots/before/restore"])(
    "waits on over %s, and knows the code that arrives then",
    async (path) => {
      await client.call("POST", "/_simulator/snapshots/before")
      const waiting = otps(`?email=${email}&wait=60000`)
      await client.call("GET", "/_simulator/health")
      await client.call("POST", path)
      const otpId = await request()
      expect((await waiting).data).toMatchObject([{ otpId, status: "REQUESTED" }])
    },
  )

  it("does not wait when there is a code that was not used", async () => {
    const otpId = await request()
    expect((await otps("?wait=60000")).data).toMatchObject([{ otpId }])
  })

  it("waits for the next code when all were used", async () => {
    const first = await request()
    const { code } = (await otps()).data[0]
    await client.call("POST", `/studio/auth/otp/${first}/validate`, {
      body: { email, code, context: "MAGIC_AUTH" },
    })
    const waiting = otps("?wait=60000")
    const second = await request()
    expect((await waiting).data).toMatchObject([{ otpId: second }, { otpId: first }])
  })

  it("answers without a code when none arrives", async () => {
    expect((await otps("?wait=1")).data).toEqual([])
  })

  it.each(["wait=-1", "wait=60001", "wait=x", "email=nobody", "mail=a@b.example", "page=0", "limit=101"])(
    "refuses ?%s",
    async (query) => {
      const { status, json } = await client.call("GET", `/_simulator/otps?${query}`)
      expect({ status, path: json.errors[0].path }).toEqual({ status: 400, path: query.split("=")[0] })
    },
  )
})
