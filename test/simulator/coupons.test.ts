// Coupons over HTTP: whether one can be used, and those that an organization used.
import { describe, expect, it } from "vitest"
import { type Client, inProcess, seeded } from "../support/simulator.ts"

const organization = `/studio/organizations/${seeded.organizationId}`
const starterYearly = "0190a000-0000-7000-8000-000000000102"
const starterDollars = "0190a000-0000-7000-8000-000000000103"
const scale = "0190a000-0000-7000-8000-000000000300"
const scaleMonthly = "0190a000-0000-7000-8000-000000000301"
const legacy = "0190a000-0000-7000-8000-000000000400"
const legacyMonthly = "0190a000-0000-7000-8000-000000000401"

const welcome = {
  couponId: "0190a000-0000-7000-8000-000000000501",
  code: "WELCOME10",
  name: "10 % off the first invoice",
  type: "PERCENTAGE",
  amount: 10,
  currency: null,
  duration: "ONCE",
  durationInMonths: null,
  maxRedemptions: null,
  redeemBy: null,
  timesRedeemed: 0,
  amountRedeemed: 0,
  status: "ACTIVE",
}
const seed: Readonly<Record<string, object>> = {
  WELCOME10: welcome,
  HALF3: {
    ...welcome,
    couponId: "0190a000-0000-7000-8000-000000000502",
    code: "HALF3",
    name: "Half price for three months",
    amount: 50,
    duration: "REPEATING",
    durationInMonths: 3,
  },
  FIXED20: {
    ...welcome,
    couponId: "0190a000-0000-7000-8000-000000000503",
    code: "FIXED20",
    name: "20.00 BRL off the first invoice",
    type: "FIXED",
    amount: 2000,
    currency: "BRL",
  },
  SCALEONLY: {
    ...welcome,
    couponId: "0190a000-0000-7000-8000-000000000504",
    code: "SCALEONLY",
    name: "20 % off Scale",
    amount: 20,
    duration: "FOREVER",
  },
  EXPIRED: {
    ...welcome,
    couponId: "0190a000-0000-7000-8000-000000000505",
    code: "EXPIRED",
    name: "Too late for this",
    redeemBy: "1970-01-01T00:00:00.000Z",
    status: "EXPIRED",
  },
  LASTONE: {
    ...welcome,
    couponId: "0190a000-0000-7000-8000-000000000506",
    code: "LASTONE",
    name: "For the last of a hundred",
    maxRedemptions: 100,
    timesRedeemed: 99,
  },
}

const start = async () => {
  const client = await inProcess()
  const token = await client.token()
  const get = (path: string, as = token) => client.call("GET", path, { token: as })
  const post = (path: string, body: object) => client.call("POST", path, { token, body })
  const subscribeWith = async (code?: string) => {
    const { json } = await post(`${organization}/payment-methods`, { type: "CARD", cardToken: "tok_visa" })
    const { planId, planIntervalId } = { planId: seeded.starter, planIntervalId: seeded.starterMonthly }
    const { paymentMethodId } = json
    return (
      await post(`${organization}/subscriptions`, {
        planId,
        planIntervalId,
        paymentMethodId,
        ...(code !== undefined && { coupon: { code } }),
      })
    ).json
  }
  const availability = (code: string, planId?: string, planIntervalId?: string, as = token) =>
    get(
      `/studio/coupons/${code}/availability${planId ? `?planId=${planId}&planIntervalId=${planIntervalId}` : ""}`,
      as,
    )
  return { client, token, get, post, subscribeWith, availability }
}

describe("availability", () => {
  it.each([
    ["WELCOME10", seeded.starter, seeded.starterMonthly, null],
    ["WELCOME10", undefined, undefined, null],
    ["HALF3", seeded.starter, seeded.starterMonthly, null],
    ["HALF3", seeded.starter, starterYearly, "not_for_interval"],
    ["FIXED20", seeded.starter, seeded.starterMonthly, null],
    ["FIXED20", seeded.starter, starterDollars, "currency_mismatch"],
    ["SCALEONLY", scale, scaleMonthly, null],
    ["SCALEONLY", seeded.starter, seeded.starterMonthly, "not_for_plan"],
    ["SCALEONLY", undefined, undefined, null],
    ["EXPIRED", seeded.starter, seeded.starterMonthly, "expired"],
    ["EXPIRED", undefined, undefined, "expired"],
    ["LASTONE", seeded.starter, seeded.starterMonthly, null],
    ["NOPE", seeded.starter, seeded.starterMonthly, "not_found"],
    ["welcome10", undefined, undefined, "not_found"],
    ["10%25%20off%2F", undefined, undefined, "not_found"],
  ])("of %s for %s %s: %s", async (code, planId, planIntervalId, reason) => {
    const { availability } = await start()
    expect(await availability(code, planId, planIntervalId)).toMatchObject({
      status: 200,
      json: { coupon: seed[code] ?? null, meta: { available: reason === null, reason } },
    })
  })

  it("follows what is redeemed, for each organization by itself", async () => {
    const { client, availability, subscribeWith } = await start()
    const american = await client.token({ organizationId: seeded.american })
    await subscribeWith("LASTONE")
    expect((await availability("LASTONE")).json).toEqual({
      coupon: { ...seed.LASTONE, timesRedeemed: 100, status: "DEPLETED" },
      meta: { available: false, reason: "depleted" },
    })
    const again = await start()
    await again.subscribeWith("WELCOME10")
    const theirs = await again.client.token({ organizationId: seeded.american })
    const coupon = { ...welcome, timesRedeemed: 1 }
    expect((await again.availability("WELCOME10")).json).toEqual({
      coupon,
      meta: { available: false, reason: "already_used" },
    })
    expect((await again.availability("WELCOME10", undefined, undefined, theirs)).json).toEqual({
      coupon,
      meta: { available: true, reason: null },
    })
    expect((await availability("LASTONE", undefined, undefined, american)).json.meta.reason).toBe("depleted")
  })
})

describe("POST /_simulator/organizations/{organizationId}/subscriptions/apply-coupon", () => {
  const apply = (client: Client, body: unknown, organizationId: string = seeded.organizationId) =>
    client.call("POST", `/_simulator/organizations/${organizationId}/subscriptions/apply-coupon`, { body })

  it("gives a running subscription a coupon, once", async () => {
    const { client, get, subscribeWith } = await start()
    await subscribeWith()
    const { status, json } = await apply(client, { code: "HALF3" })
    expect(status).toBe(200)
    expect(json.coupons).toMatchObject([{ code: "HALF3", status: "ACTIVE" }])
    expect((await get(`${organization}/subscriptions`)).json).toEqual(json)
    expect(await apply(client, { code: "HALF3" })).toMatchObject({ status: 200, json })
    expect((await get(`${organization}/coupons`)).json.data).toMatchObject([
      { code: "HALF3", timesRedeemed: 1 },
    ])
    const upcoming = await get(`${organization}/subscriptions/upcoming-invoice`)
    expect(upcoming.json).toMatchObject({ totalAmount: 9990, discountAmount: 4995 })
  })

  it("says what is wrong", async () => {
    const { client, post, subscribeWith } = await start()
    const refused = async (body: unknown, organizationId?: string) => {
      const { status, json } = await apply(client, body, organizationId)
      return [status, json.code]
    }
    const half = { code: "HALF3" }
    expect(await refused(half, "0190a000-0000-7000-8000-000000000999")).toEqual([
      404,
      "organization.not_found",
    ])
    expect(await refused(half)).toEqual([404, "subscription.not_found"])
    await subscribeWith()
    for (const body of [{}, { code: "" }, { code: 7 }, { code: "\u0000" }, { code: "HALF3", more: 1 }]) {
      expect(await refused(body), JSON.stringify(body)).toEqual([400, "validation_error"])
    }
    expect(await refused({ code: "NONE" })).toEqual([404, "coupon.not_found"])
    expect(await apply(client, half)).toMatchObject({ status: 200 })
    expect(await refused({ code: "WELCOME10" })).toEqual([409, "subscription.has_coupon"])
    await post(`${organization}/subscriptions/cancel`, {})
    expect(await refused(half)).toEqual([409, "subscription.invalid_transition"])
  })
})

describe("POST /_simulator/organizations/{organizationId}/subscriptions/remove-coupon", () => {
  const remove = (client: Client, organizationId: string = seeded.organizationId) =>
    client.call("POST", `/_simulator/organizations/${organizationId}/subscriptions/remove-coupon`)

  it("takes the coupon off with the end of the running cycle", async () => {
    const { client, get, subscribeWith } = await start()
    await subscribeWith("HALF3")
    const { status, json } = await remove(client)
    expect(status).toBe(200)
    expect(json.coupons).toMatchObject([{ code: "HALF3", status: "ACTIVE" }])
    expect((await get(`${organization}/subscriptions`)).json).toEqual(json)
    expect(await remove(client)).toMatchObject({ status: 200, json })
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "P1M" } })
    expect((await get(`${organization}/subscriptions`)).json.coupons).toMatchObject([{ status: "EXPIRED" }])
    expect((await get(`${organization}/invoices`)).json.data).toMatchObject([{ discountAmount: 4995 }])
    const upcoming = await get(`${organization}/subscriptions/upcoming-invoice`)
    expect(upcoming.json).toMatchObject({ totalAmount: 9990, discountAmount: 0 })
  })

  it("says what is wrong", async () => {
    const { client, post, subscribeWith } = await start()
    const refused = async (organizationId?: string) => {
      const { status, json } = await remove(client, organizationId)
      return [status, json.code]
    }
    expect(await refused("0190a000-0000-7000-8000-000000000999")).toEqual([404, "organization.not_found"])
    expect(await refused()).toEqual([404, "subscription.not_found"])
    await subscribeWith("HALF3")
    await post(`${organization}/subscriptions/cancel`, {})
    expect(await refused()).toEqual([409, "subscription.invalid_transition"])
  })
})

describe("used coupons", () => {
  it("are listed with what the organization got of them", async () => {
    const { client, get, post, subscribeWith } = await start()
    expect((await get(`${organization}/coupons`)).json).toEqual({
      data: [],
      meta: { page: 1, limit: 20, totalItems: 0, totalPages: 0 },
    })
    const { subscriptionId } = await subscribeWith("WELCOME10")
    const { invoiceId } = (await get(`${organization}/subscriptions/upcoming-invoice`)).json
    await post(`${organization}/invoices/${invoiceId}/pay`, {})
    const listed = {
      data: [
        {
          ...welcome,
          timesRedeemed: 1,
          amountRedeemed: 999,
          redemption: {
            subscriptionId,
            currency: "BRL",
            amountRedeemed: 999,
            redeemedAt: "2026-01-31T00:00:00.000Z",
          },
        },
      ],
      meta: { page: 1, limit: 20, totalItems: 1, totalPages: 1 },
    }
    expect((await get(`${organization}/coupons`)).json).toEqual(listed)
    expect((await get(`${organization}/coupons?page=2&limit=1`)).json).toEqual({
      data: [],
      meta: { page: 2, limit: 1, totalItems: 1, totalPages: 1 },
    })
    const american = await client.token({ organizationId: seeded.american })
    const theirs = await get(`/studio/organizations/${seeded.american}/coupons`, american)
    expect(theirs.json.data).toEqual([])
  })
})

describe("bad input", () => {
  const id = "0190a000-0000-7000-8000-00000000ffff"
  it.each([
    ["a plan without an interval", `?planId=${seeded.starter}`, "planIntervalId", "Required"],
    ["an interval without a plan", `?planIntervalId=${seeded.starterMonthly}`, "planId", "Required"],
    ["a plan by its name", `?planId=starter&planIntervalId=${id}`, "planId", "Expected a UUID"],
    [
      "an interval of another plan",
      `?planId=${seeded.starter}&planIntervalId=${seeded.proMonthly}`,
      "planIntervalId",
      "The plan has no such interval",
    ],
    [
      "two plans",
      `?planId=${id}&planId=${id}&planIntervalId=${id}`,
      "planId",
      "Expected once, and it is there several times",
    ],
  ])("%s is 400", async (_, query, path, message) => {
    const { get } = await start()
    const answer = await get(`/studio/coupons/WELCOME10/availability${query}`)
    expect(answer).toMatchObject({
      status: 400,
      json: { code: "validation_error", errors: [{ path, message }] },
    })
    expect(answer.json.errors).toHaveLength(1)
  })

  it.each([
    ["an unknown plan", id, id, 404, "plan.not_found"],
    ["a plan that is not sold any more", legacy, legacyMonthly, 409, "plan.inactive"],
  ])("%s is %s %s %i", async (_, planId, planIntervalId, status, code) => {
    const { availability } = await start()
    expect(await availability("WELCOME10", planId, planIntervalId)).toMatchObject({
      status,
      json: { statusCode: status, code, errors: [] },
    })
  })

  it("a code that is too long is 400, an empty one is no path", async () => {
    const { get } = await start()
    expect(await get(`/studio/coupons/${"X".repeat(201)}/availability`)).toMatchObject({
      status: 400,
      json: { errors: [{ path: "code", message: "Expected a text of 1 to 200 characters" }] },
    })
    expect((await get("/studio/coupons//availability")).json.code).toBe("route.not_found")
  })

  it.each([["/studio/coupons/WELCOME10/availability"], [`${organization}/coupons`]])(
    "GET %s needs coupon:read",
    async (path) => {
      const { client, get } = await start()
      const others = await client.token({ permissions: ["subscription:write", "voucher:read", "plan:read"] })
      expect(await get(path, others)).toMatchObject({ status: 403, json: { code: "forbidden" } })
      expect((await get(path, await client.token({ permissions: ["coupon:read"] }))).status).toBe(200)
      expect((await client.call("GET", path)).status).toBe(401)
    },
  )

  it("a page that is none is 400, another organization 404", async () => {
    const { get } = await start()
    expect(await get(`${organization}/coupons?page=0`)).toMatchObject({
      status: 400,
      json: { errors: [{ path: "page", message: "Expected an integer from 1 to 999999999" }] },
    })
    expect(await get(`/studio/organizations/${seeded.american}/coupons`)).toMatchObject({
      status: 404,
      json: { code: "organization.not_found" },
    })
  })
})
