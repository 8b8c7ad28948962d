// The specification's flow over HTTP: who may do what, the limits, and what bad input is answered with. What is refused
// changes nothing.
import { describe, expect, it } from "vitest"
import { type Client, inProcess, seeded, subscribe } from "../support/simulator.ts"

const base = `/studio/organizations/${seeded.organizationId}`
const four = ["plan:read", "payment_method:write", "subscription:write", "invoice:pay"]

/** The walk of the specification; every step's status. */
const walk = async ({ call }: Client, token: string) => {
  const plans = await call("GET", "/studio/plans?status=ACTIVE", { token })
  const added = await call("POST", `${base}/payment-methods`, {
    token,
    body: { type: "CARD", cardToken: "tok_visa" },
  })
  const created = await call("POST", `${base}/subscriptions`, {
    token,
    body: {
      planId: seeded.starter,
      planIntervalId: seeded.starterMonthly,
      paymentMethodId: added.json.paymentMethodId ?? "none",
    },
  })
  const upcoming = await call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
  const invoiceId = upcoming.json.invoiceId ?? seeded.starter
  const paid = await call("POST", `${base}/invoices/${invoiceId}/pay`, { token, body: {} })
  const status = await call("GET", `${base}/subscriptions`, { token })
  return { plans, added, created, upcoming, paid, status }
}

const statuses = (steps: Awaited<ReturnType<typeof walk>>) =>
  Object.fromEntries(Object.entries(steps).map(([name, { status }]) => [name, status]))

describe("a token with exactly the specification's four permissions", () => {
  it("walks the whole flow", async () => {
    const client = await inProcess()
    const steps = await walk(client, await client.token({ permissions: four }))
    expect(statuses(steps)).toEqual({
      plans: 200,
      added: 201,
      created: 201,
      upcoming: 200,
      paid: 200,
      status: 200,
    })
    expect(steps.paid.json).toMatchObject({ status: "PAID", amountPaid: 9990, amountDue: 0 })
    expect(steps.status.json.status).toBe("ACTIVE")
  })

  it.each([
    ["plan:read", "plans"],
    ["payment_method:write", "added"],
    ["subscription:write", "created"],
    ["invoice:pay", "paid"],
  ] as const)("without %s is 403 where it guards", async (missing, step) => {
    const client = await inProcess()
    const permissions = four.filter((permission) => permission !== missing)
    const steps = await walk(client, await client.token({ permissions }))
    expect(steps[step]).toMatchObject({ status: 403, json: { code: "forbidden" } })
  })
})

describe("the limits", () => {
  it("refuse a fourth card and a second boleto with their codes", async () => {
    const client = await inProcess()
    const token = await client.token()
    const add = (body: object) => client.call("POST", `${base}/payment-methods`, { token, body })
    const address = {
      line1: "Rua A, 1",
      city: "São Paulo",
      state: "SP",
      postalCode: "01000-000",
      country: "BR",
    }
    const boleto = { type: "BOLETO", billingDetails: { name: "Ana", email: "ana@example.com", address } }
    for (let count = 0; count < 3; count++) {
      expect((await add({ type: "CARD", cardToken: "tok_visa" })).status).toBe(201)
    }
    expect(await add({ type: "CARD", cardToken: "tok_visa" })).toMatchObject({
      status: 409,
      json: { code: "payment_method.max_of_3_card_payment_methods_reached", errors: [] },
    })
    expect((await add(boleto)).status).toBe(201)
    expect(await add(boleto)).toMatchObject({
      status: 409,
      json: { code: "payment_method.max_of_1_boleto_payment_methods_reached" },
    })
    const { json } = await client.call("GET", `${base}/payment-methods`, { token })
    expect(json.data).toHaveLength(4)
    expect(json.data.filter((method: { isDefault: boolean }) => method.isDefault)).toHaveLength(1)
  })
})

describe("a boleto", () => {
  it("is pending with a slip, and answers 202", async () => {
    const client = await inProcess()
    const token = await client.token()
    await subscribe(client, token)
    const address = {
      line1: "Rua A, 1",
      city: "São Paulo",
      state: "SP",
      postalCode: "01000-000",
      country: "BR",
    }
    const body = { type: "BOLETO", billingDetails: { name: "Ana", email: "ana@example.com", address } }
    const { json: method } = await client.call("POST", `${base}/payment-methods`, { token, body })
    const { json: upcoming } = await client.call("GET", `${base}/subscriptions/upcoming-invoice`, { token })
    const pay = () =>
      client.call("POST", `${base}/invoices/${upcoming.invoiceId}/pay`, {
        token,
        body: { paymentMethodId: method.paymentMethodId },
      })
    const pending = await pay()
    expect(pending).toMatchObject({
      status: 202,
      json: { status: "OPEN", attempts: [{ status: "PENDING" }] },
    })
    expect(pending.json.boleto.barcode).toMatch(/^\d{44}$/)
    expect(pending.json.boleto.digitableLine.replace(/\D/g, "")).toMatch(/^\d{47}$/)
    expect(await pay()).toMatchObject({ status: 409, json: { code: "invoice.payment_in_progress" } })
  })
})

describe("bad input", () => {
  const id = "0190a000-0000-7000-8000-00000000ffff"
  const subscription = {
    planId: seeded.starter,
    planIntervalId: seeded.starterMonthly,
    paymentMethodId: "none",
  }
  it.each<[string, string, string, unknown, number, string, string | null]>([
    ["invalid JSON", "POST", `${base}/payment-methods`, '{"type":', 400, "validation_error", ""],
    ["a wrong type", "POST", `${base}/payment-methods`, { type: 1 }, 400, "validation_error", "type"],
    [
      "a missing member",
      "POST",
      `${base}/payment-methods`,
      { type: "CARD" },
      400,
      "validation_error",
      "cardToken",
    ],
    [
      "an unknown card token",
      "POST",
      `${base}/payment-methods`,
      { type: "CARD", cardToken: "tok_x" },
      400,
      "validation_error",
      "cardToken",
    ],
    [
      "a misspelt member",
      "POST",
      `${base}/invoices/${id}/pay`,
      { paymentMethodID: "x" },
      400,
      "validation_error",
      "paymentMethodID",
    ],
    [
      "negative money",
      "POST",
      `${base}/invoices/${id}/pay`,
      { expectedPayableAmount: -1 },
      400,
      "validation_error",
      "expectedPayableAmount",
    ],
    [
      "fractional money",
      "POST",
      `${base}/invoices/${id}/pay`,
      { expectedPayableAmount: 1.5 },
      400,
      "validation_error",
      "expectedPayableAmount",
    ],
    ["an unknown invoice", "POST", `${base}/invoices/${id}/pay`, {}, 404, "invoice.not_found", null],
    ["an id that is no UUID", "GET", `${base}/invoices/12`, undefined, 400, "validation_error", "invoiceId"],
    [
      "an unknown plan",
      "POST",
      `${base}/subscriptions`,
      { ...subscription, planId: id },
      404,
      "plan.not_found",
      null,
    ],
    [
      "an interval of another plan",
      "POST",
      `${base}/subscriptions`,
      { ...subscription, planIntervalId: id },
      400,
      "validation_error",
      "planIntervalId",
    ],
    [
      "an unknown method",
      "POST",
      `${base}/subscriptions`,
      subscription,
      404,
      "payment_method.not_found",
      null,
    ],
    [
      "an unknown coupon",
      "POST",
      `${base}/subscriptions`,
      { ...subscription, paymentMethodId: "$card", coupon: { code: "NOPE" } },
      404,
      "coupon.not_found",
      null,
    ],
    [
      "an expired coupon",
      "POST",
      `${base}/subscriptions`,
      { ...subscription, paymentMethodId: "$card", coupon: { code: "EXPIRED" } },
      409,
      "coupon.expired",
      null,
    ],
    [
      "a coupon for another plan",
      "POST",
      `${base}/subscriptions`,
      { ...subscription, paymentMethodId: "$card", coupon: { code: "SCALEONLY" } },
      409,
      "coupon.not_for_plan",
      null,
    ],
    [
      "a body over the bound",
      "POST",
      `${base}/payment-methods`,
      { type: "CARD", cardToken: "x".repeat(70_000) },
      413,
      "payload_too_large",
      null,
    ],
    [
      "a foreign organization",
      "GET",
      `/studio/organizations/${seeded.american}/subscriptions`,
      undefined,
      404,
      "organization.not_found",
      null,
    ],
    ["no subscription yet", "GET", `${base}/subscriptions`, undefined, 404, "subscription.not_found", null],
    [
      "no subscription to preview",
      "GET",
      `${base}/subscriptions/upcoming-invoice`,
      undefined,
      404,
      "subscription.not_found",
      null,
    ],
    ["an unknown status", "GET", "/studio/plans?status=SOLD", undefined, 400, "validation_error", "status"],
    ["a page of nothing", "GET", `${base}/invoices?page=0`, undefined, 400, "validation_error", "page"],
  ])("%s", async (_, method, path, body, status, code, member) => {
    const client = await inProcess()
    const token = await client.token()
    const card = await client.call("POST", `${base}/payment-methods`, {
      token,
      body: { type: "CARD", cardToken: "tok_visa" },
    })
    const state = () =>
      Promise.all(
        ["/payment-methods", "/invoices", "/subscriptions"].map((of) =>
          client.call("GET", base + of, { token }),
        ),
      )
    const before = (await state()).map(({ json }) => json)
    const sent =
      typeof body === "object"
        ? JSON.parse(JSON.stringify(body).replace("$card", card.json.paymentMethodId))
        : body
    const answer = await client.call(method, path, { token, ...(sent !== undefined && { body: sent }) })
    expect(answer).toMatchObject({ status, json: { statusCode: status, code } })
    expect(answer.json.errors.map((error: { path: string }) => error.path)).toEqual(
      member === null ? [] : [member],
    )
    expect((await state()).map(({ json }) => json)).toEqual(before)
  })

  it("an organization without any method cannot subscribe", async () => {
    const client = await inProcess()
    const token = await client.token()
    expect(await client.call("POST", `${base}/subscriptions`, { token, body: subscription })).toMatchObject({
      status: 409,
      json: { code: "organization.payment_method_required" },
    })
  })

  it("a second live subscription is refused", async () => {
    const client = await inProcess()
    const token = await client.token()
    const { paymentMethodId } = await subscribe(client, token)
    expect(
      await client.call("POST", `${base}/subscriptions`, {
        token,
        body: { ...subscription, paymentMethodId },
      }),
    ).toMatchObject({ status: 409, json: { code: "subscription.already_exists" } })
  })

  it.each([
    ["no token", undefined],
    ["no JWT", "nonsense"],
    ["alg none", `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`],
  ])("%s is 401", async (_, token) => {
    const client = await inProcess()
    const answer = await client.call("GET", "/studio/plans", token === undefined ? {} : { token })
    expect(answer).toMatchObject({ status: 401, json: { code: "unauthorized" } })
  })

  it("a token that ran out by a millisecond, or was tampered with, is 401", async () => {
    const client = await inProcess()
    const token = await client.token({ expiresInSeconds: 60 })
    const list = (with_: string) => client.call("GET", "/studio/plans", { token: with_ })
    expect((await list(token)).status).toBe(200)
    const [head, body, signature] = token.split(".") as [string, string, string]
    const claims = JSON.parse(atob(body.replaceAll("-", "+").replaceAll("_", "/")))
    const forged = btoa(JSON.stringify({ ...claims, permissions: ["invoice:pay"] })).replace(/=+$/, "")
    expect((await list(`${head}.${forged}.${signature}`)).status).toBe(401)
    await client.call("POST", "/_simulator/clock", { body: { advanceBy: "PT1M" } })
    expect((await list(token)).status).toBe(401)
  })
})
