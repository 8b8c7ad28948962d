import { beforeEach, describe, expect, it } from "vitest"
import { type Client, inProcess, seeded, subscribe } from "../../support/simulator.ts"

const uuid = "0190a000-0000-7000-8000-00000000000"
const anyUuid = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

let client: Client
beforeEach(async () => {
  client = await inProcess()
})

const post = (path: string, body: unknown) => client.call("POST", `/_simulator/${path}`, { body })

/** Refused with a 400 at these paths, and nothing came of it. */
const refusedAt = async (path: string, body: unknown, ...paths: ReadonlyArray<string>) => {
  const { status, json } = await post(path, body)
  expect({
    status,
    code: json.code,
    paths: json.errors.map((fault: { path: string }) => fault.path),
  }).toEqual({ status: 400, code: "validation_error", paths })
}

const standard = { meter: "tokens", name: "Tokens", currency: "BRL", model: "STANDARD", unitPrice: 2 }
const packaged = {
  ...standard,
  meter: "a",
  model: "PACKAGE",
  packageSize: 10,
  packagePrice: 5,
  unitPrice: undefined,
}
const graduated = {
  ...standard,
  meter: "b",
  model: "GRADUATED",
  unitPrice: undefined,
  bands: [
    { upTo: 10, unitPrice: 3 },
    { upTo: null, unitPrice: 1 },
  ],
}
const interval = { id: `${uuid}2`, interval: "MONTHLY", amount: 4900, currency: "BRL" }
const plan = {
  planId: `${uuid}1`,
  name: "Nova",
  description: "New",
  status: "INACTIVE",
  intervals: [interval, { ...interval, id: `${uuid}3`, interval: "YEARLY", amount: 0 }],
  prices: [standard],
}

describe("POST /_simulator/plans", () => {
  it("answers with the plan that was chosen, and lists it after the others", async () => {
    const { status, json: created } = await post("plans", plan)
    expect({ status, created }).toEqual({ status: 201, created: { ...plan, liveSubscriptions: 0 } })
    expect((await post("plans", { ...plan, planId: `${uuid}9` })).json).toEqual({
      ...plan,
      planId: `${uuid}9`,
      liveSubscriptions: 0,
    })
    const { json } = await client.call("GET", "/studio/plans?status=INACTIVE", {
      token: await client.token(),
    })
    const { prices: _, ...listed } = plan
    expect(json.data.at(-2)).toEqual(listed)
  })

  it("makes what is left out", async () => {
    const { status: _, planId: __, ...left } = plan
    const { id: ___, ...monthly } = interval
    const { json } = await post("plans", { ...left, intervals: [monthly], prices: [packaged, graduated] })
    expect(json).toEqual({
      planId: anyUuid,
      name: "Nova",
      description: "New",
      status: "ACTIVE",
      intervals: [{ ...monthly, id: anyUuid }],
      prices: [
        {
          meter: "a",
          name: "Tokens",
          currency: "BRL",
          model: "PACKAGE",
          packageSize: 10,
          packagePrice: 5,
          freeUnits: 0,
        },
        { meter: "b", name: "Tokens", currency: "BRL", model: "GRADUATED", bands: graduated.bands },
      ],
      liveSubscriptions: 0,
    })
  })

  it("can be subscribed to at once", async () => {
    await post("plans", { ...plan, status: "ACTIVE" })
    const token = await client.token()
    const base = `/studio/organizations/${seeded.organizationId}`
    const card = await client.call("POST", `${base}/payment-methods`, {
      token,
      body: { type: "CARD", cardToken: "tok_visa" },
    })
    const { paymentMethodId } = card.json
    const body = { planId: plan.planId, planIntervalId: interval.id, paymentMethodId }
    expect((await client.call("POST", `${base}/subscriptions`, { token, body })).status).toBe(201)
    const upcoming = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    expect(upcoming.json.totalAmount).toBe(4900)
  })

  it("with an id that exists is 409, and changes nothing", async () => {
    const { status, json } = await post("plans", { ...plan, planId: seeded.starter })
    expect({ status, json }).toEqual({
      status: 409,
      json: {
        statusCode: 409,
        code: "plan.already_exists",
        message: "There is a plan of this id already.",
        errors: [],
      },
    })
    const plans = await client.call("GET", "/studio/plans", { token: await client.token() })
    expect(plans.json.data[0]).toMatchObject({ planId: seeded.starter, name: "Starter" })
  })

  const prices = (...list: ReadonlyArray<object>) => ({ prices: list })
  it.each<readonly [string, object, string]>([
    ["an id that is none", { planId: "1" }, "planId"],
    ["no name", { name: undefined }, "name"],
    ["an empty name", { name: "" }, "name"],
    ["no description", { description: undefined }, "description"],
    ["another status", { status: "OPEN" }, "status"],
    ["no intervals", { intervals: undefined }, "intervals"],
    ["empty intervals", { intervals: [] }, "intervals"],
    ["an interval's id that is none", { intervals: [{ ...interval, id: "1" }] }, "intervals.0.id"],
    ["another interval", { intervals: [{ ...interval, interval: "WEEKLY" }] }, "intervals.0.interval"],
    [
      "a fee that no document could add",
      { intervals: [{ ...interval, amount: 1e12 + 1 }] },
      "intervals.0.amount",
    ],
    ["a fee below zero", { intervals: [{ ...interval, amount: -1 }] }, "intervals.0.amount"],
    ["a fraction of a cent", { intervals: [{ ...interval, amount: 0.5 }] }, "intervals.0.amount"],
    ["another currency", { intervals: [{ ...interval, currency: "JPY" }] }, "intervals.0.currency"],
    ["an interval twice", { intervals: [interval, interval] }, "intervals.1.id"],
    ["no prices", { prices: undefined }, "prices"],
    ["another model", prices({ ...standard, model: "VOLUME" }), "prices.0.model"],
    ["no model", prices({ ...standard, model: undefined }), "prices.0.model"],
    ["a price without a meter", prices({ ...standard, meter: "" }), "prices.0.meter"],
    ["a price below zero", prices(packaged, { ...standard, unitPrice: -1 }), "prices.1.unitPrice"],
    ["a meter twice", prices(standard, standard), "prices.1.meter"],
    ["a package of nothing", prices({ ...packaged, packageSize: 0 }), "prices.0.packageSize"],
    ["free units below zero", prices({ ...packaged, freeUnits: -1 }), "prices.0.freeUnits"],
    ["no bands", prices({ ...graduated, bands: [] }), "prices.0.bands"],
    [
      "bands that end",
      prices({ ...graduated, bands: [{ upTo: 10, unitPrice: 1 }] }),
      "prices.0.bands.0.upTo",
    ],
    [
      "bands that fall",
      prices(standard, { ...graduated, bands: [graduated.bands[0], ...graduated.bands] }),
      "prices.1.bands.1.upTo",
    ],
    ["a member of another model", prices({ ...standard, bands: [] }), "prices.0.bands"],
    ["a misspelt member", { intervalls: [] }, "intervalls"],
  ])("refuses %s", async (_, members, path) => {
    await refusedAt("plans", { ...plan, ...members }, path)
  })

  it("says every fault", async () => {
    await refusedAt("plans", { ...plan, name: "", status: "OPEN" }, "name", "status")
  })
})

const coupon = {
  couponId: `${uuid}1`,
  code: "NOVA",
  name: "New",
  type: "FIXED",
  amount: 1500,
  currency: "BRL",
  duration: "REPEATING",
  durationInMonths: 3,
  maxRedemptions: 10,
  redeemBy: "2026-03-01T00:00:00.000Z",
  planIds: [seeded.starter],
}
const percentage = { ...coupon, type: "PERCENTAGE", amount: 12.5, currency: null }

describe("GET /_simulator/plans and /_simulator/coupons", () => {
  const list = async (path: string) => (await client.call("GET", `/_simulator/${path}`)).json

  it("list what was made as it was answered, in the order in which it was made", async () => {
    const made = [(await post("plans", plan)).json, (await post("coupons", coupon)).json]
    const [plans, coupons] = [await list("plans"), await list("coupons")]
    expect(plans.data.map(({ name }: { name: string }) => name)).toEqual([
      "Starter",
      "Pro",
      "Scale",
      "Legacy",
      "Team",
      "Nova",
    ])
    expect(coupons.data.map(({ code }: { code: string }) => code)).toEqual([
      "WELCOME10",
      "HALF3",
      "FIXED20",
      "SCALEONLY",
      "EXPIRED",
      "LASTONE",
      made[1].code,
    ])
    expect([plans.data.at(-1), coupons.data.at(-1)]).toEqual(made)
    expect(coupons.data.map(({ status }: { status: string }) => status)).toContain("EXPIRED")
    expect((await list("plans?limit=2&page=2")).meta).toEqual({
      page: 2,
      limit: 2,
      totalItems: 6,
      totalPages: 3,
    })
    await subscribe(client, await client.token())
    expect(
      (await list("plans")).data.map(
        ({ liveSubscriptions }: { liveSubscriptions: number }) => liveSubscriptions,
      ),
    ).toEqual([1, 0, 0, 0, 0, 0])
    expect((await list("coupons?limit=1")).data).toEqual(coupons.data.slice(0, 1))
  })

  it.each(["plans?status=ACTIVE", "coupons?page=0"])("refuse %s", async (path) => {
    expect(await list(path)).toMatchObject({ statusCode: 400, code: "validation_error" })
  })
})

describe("POST /_simulator/coupons", () => {
  const counts = {
    timesRedeemed: 0,
    amountRedeemed: 0,
    status: "ACTIVE",
    createdAt: "2026-01-31T00:00:00.000Z",
  }

  it("answers with the coupon that was chosen", async () => {
    const other = { ...percentage, couponId: `${uuid}2`, code: "OTHER" }
    for (const chosen of [coupon, other]) {
      const { status, json } = await post("coupons", chosen)
      expect({ status, json }).toEqual({ status: 201, json: { ...chosen, ...counts } })
    }
  })

  it("makes what is left out, and says null for what there is not", async () => {
    const { json } = await post("coupons", {
      code: "NOVA",
      name: "New",
      type: "PERCENTAGE",
      amount: 0.29,
      duration: "FOREVER",
    })
    expect(json).toEqual({
      couponId: anyUuid,
      code: "NOVA",
      name: "New",
      type: "PERCENTAGE",
      amount: 0.29,
      currency: null,
      duration: "FOREVER",
      durationInMonths: null,
      maxRedemptions: null,
      redeemBy: null,
      planIds: null,
      ...counts,
    })
  })

  it("is EXPIRED where its time is over", async () => {
    const { json } = await post("coupons", { ...coupon, redeemBy: "2026-01-30T21:00:00-03:00" })
    expect(json).toMatchObject({ redeemBy: "2026-01-31T00:00:00.000Z", status: "EXPIRED" })
  })

  it("can be redeemed at once, to the hundredth of a percent", async () => {
    await post("coupons", { ...percentage, amount: 33.33, planIds: null })
    const token = await client.token()
    const base = `/studio/organizations/${seeded.organizationId}`
    const card = await client.call("POST", `${base}/payment-methods`, {
      token,
      body: { type: "CARD", cardToken: "tok_visa" },
    })
    const { paymentMethodId } = card.json
    const chosen = { planId: seeded.starter, planIntervalId: seeded.starterMonthly, paymentMethodId }
    const body = { ...chosen, coupon: { code: "NOVA" } }
    await client.call("POST", `${base}/subscriptions`, { token, body })
    const upcoming = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    expect(upcoming.json.discounts).toEqual([{ type: "COUPON", code: "NOVA", amount: 3330 }])
  })

  it.each([
    ["an id that exists", { couponId: "0190a000-0000-7000-8000-000000000501" }],
    ["a code that exists", { code: "WELCOME10" }],
  ])("with %s is 409", async (_, members) => {
    const { status, json } = await post("coupons", { ...coupon, ...members })
    expect({ status, code: json.code }).toEqual({ status: 409, code: "coupon.already_exists" })
  })

  it("for a plan that there is not is 404", async () => {
    const { status, json } = await post("coupons", { ...coupon, planIds: [seeded.starter, `${uuid}0`] })
    expect({ status, code: json.code }).toEqual({ status: 404, code: "plan.not_found" })
  })

  it.each<readonly [string, object, string]>([
    ["an id that is none", { couponId: "1" }, "couponId"],
    ["no code", { code: undefined }, "code"],
    ["an empty code", { code: "" }, "code"],
    ["no name", { name: "" }, "name"],
    ["another type", { type: "FREE" }, "type"],
    ["no amount", { amount: undefined }, "amount"],
    ["an amount of nothing", { amount: 0 }, "amount"],
    ["an amount below zero", { amount: -1 }, "amount"],
    ["half a cent", { amount: 0.5 }, "amount"],
    ["no percent", { ...percentage, amount: 0 }, "amount"],
    ["more than all", { ...percentage, amount: 100.01 }, "amount"],
    ["three decimals", { ...percentage, amount: 12.345 }, "amount"],
    ["a fixed amount without a currency", { currency: null }, "currency"],
    ["another currency", { currency: "JPY" }, "currency"],
    ["a percentage with a currency", { ...percentage, currency: "BRL" }, "currency"],
    ["another duration", { duration: "TWICE" }, "duration"],
    ["a repetition without months", { durationInMonths: undefined }, "durationInMonths"],
    ["a repetition of no month", { durationInMonths: 0 }, "durationInMonths"],
    ["months without repetition", { duration: "ONCE" }, "durationInMonths"],
    ["no redemption", { maxRedemptions: 0 }, "maxRedemptions"],
    ["half a redemption", { maxRedemptions: 0.5 }, "maxRedemptions"],
    ["a date that is none", { redeemBy: "tomorrow" }, "redeemBy"],
    ["no plan at all", { planIds: [] }, "planIds"],
    ["a plan's id that is none", { planIds: ["starter"] }, "planIds.0"],
    ["a misspelt member", { maxRedemption: 1 }, "maxRedemption"],
  ])("refuses %s", async (_, members, path) => {
    await refusedAt("coupons", { ...coupon, ...members }, path)
  })
})
