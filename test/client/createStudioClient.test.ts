import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as HttpApi from "effect/http-api/HttpApi"
import { describe, expect, expectTypeOf, it } from "vitest"
import { StudioApi, type WireInvoice, type WirePage, type WirePlan } from "../../src/api/index.ts"
import {
  createStudioClient,
  type IdempotencyHeaders,
  StudioApiError,
  type StudioClient,
  StudioClientError,
  type StudioClientOptions,
  strictAnswers,
} from "../../src/client/index.ts"
import { beginning, inProcess, seeded } from "../support/simulator.ts"
import { endpointNames } from "./support.ts"

const params = { organizationId: seeded.organizationId }
const key = (name: string) => ({ "Idempotency-Key": name })
const monthly = { planId: seeded.starter, planIntervalId: seeded.starterMonthly }

/** What a call rejects with. */
const faultOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (value) => expect.unreachable(JSON.stringify(value)),
    (fault) => fault,
  )

/** A client whose answers are made up. */
const answering = (
  answer: (url: string, init: RequestInit) => Response | Promise<Response>,
  options = {},
) => {
  const calls: Array<{ readonly url: string; readonly init: RequestInit }> = []
  const client = createStudioClient({
    baseUrl: "https://studio.test/",
    accessToken: "t0ken",
    fetch: async (url, init) => {
      calls.push({ url, init })
      return answer(url, init)
    },
    ...options,
  })
  return { calls, client }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

const started = async (options: Partial<StudioClientOptions> = {}) => {
  const { simulator, token } = await inProcess({ now: beginning })
  const { fetch, url: baseUrl, control } = simulator
  const accessToken = await token()
  const client = createStudioClient({ baseUrl, fetch, accessToken, strict: strictAnswers, ...options })
  return { baseUrl, client, control, fetch, simulator }
}

describe("the operations", () => {
  it("are those of the contract", () => {
    const client = createStudioClient({ baseUrl: "" }) as unknown as Record<string, Record<string, unknown>>
    const names = Object.entries(client).flatMap(([group, calls]) =>
      Object.keys(calls).map((name) => `${group}.${name}`),
    )
    expect(names.filter((name) => !name.includes(".listAll"))).toEqual(endpointNames)
    expectTypeOf<keyof StudioClient>().toEqualTypeOf<keyof (typeof StudioApi)["groups"]>()
  })

  it("reach the method and path of the contract, with a token where one is wanted", async () => {
    const { calls, client } = answering(() => json(500, {}))
    const all = client as unknown as Record<string, Record<string, (request: object) => Promise<unknown>>>
    const expected: Array<readonly [string, string, boolean]> = []
    const requests: Array<Promise<unknown>> = []
    const given = new Proxy({}, { get: () => "1" })
    HttpApi.reflect(StudioApi, {
      onGroup: () => undefined,
      onEndpoint: ({ group, endpoint, middleware }) => {
        const path = endpoint.path.replaceAll(/:\w+/g, "1")
        const isSecured = Array.from(middleware).some((one) => "security" in one)
        expected.push([endpoint.method, `https://studio.test${path}`, isSecured])
        const call = all[group.identifier]?.[endpoint.identifier]
        requests.push(faultOf(call?.({ params: given }) ?? Promise.resolve()))
      },
    })
    await Promise.all(requests)
    const made = calls.map(({ url, init }) => [
      init.method,
      url,
      new Headers(init.headers).has("authorization"),
    ])
    const sorted = (rows: ReadonlyArray<unknown>) => rows.map((row) => JSON.stringify(row)).sort()
    expect(sorted(made)).toEqual(sorted(expected))
    expect(made).toHaveLength(endpointNames.length)
  })
})

describe("a walk", () => {
  it("signs in by a code, adds a card, subscribes and pays, once under one key", async () => {
    const { baseUrl, control, fetch } = await started()
    let accessToken = ""
    const client = createStudioClient({
      baseUrl,
      fetch,
      getAccessToken: () => accessToken,
      strict: strictAnswers,
    })
    const [email, context] = ["owner@example.com", "MAGIC_AUTH"] as const
    const { otpId } = await client.auth.requestOtp({ payload: { email, context } })
    const { code } = await control.otp({ email })
    expect(await client.auth.validateOtp({ params: { otpId }, payload: { email, code, context } })).toBe(
      undefined,
    )
    accessToken = (await client.auth.signIn({ payload: { otpId, code } })).accessToken

    const { email: shown } = await client.profile.get()
    expect(shown).toBe(email)
    const plans = await client.plans.list({ query: { status: "ACTIVE", limit: 2 } })
    expectTypeOf(plans).toExtend<WirePage<WirePlan>>()
    expect(plans.meta).toEqual({ page: 1, limit: 2, totalItems: 4, totalPages: 2 })

    const { paymentMethodId } = await client.paymentMethods.add({
      params,
      headers: key("card"),
      payload: { type: "CARD", cardToken: "tok_visa" },
    })
    const payload = { ...monthly, paymentMethodId, coupon: { code: "WELCOME10" } }
    const created = await client.subscriptions.create({ params, headers: key("subscribe"), payload })
    expect(created.status).toBe("ACTIVE")
    const { invoiceId } = await client.subscriptions.previewUpcomingInvoice({ params })
    const pay = () => client.invoices.pay({ params: { ...params, invoiceId }, headers: key("pay") })
    const paid = await pay()
    expectTypeOf(paid).toExtend<WireInvoice>()
    expect(paid).toMatchObject({ status: "PAID", amountPaid: 8991 })
    expect(await pay()).toEqual(paid)
    expect((await client.subscriptions.check({ params })).status).toBe("ACTIVE")
  })

  it("works against a socket too", async () => {
    const { simulator, token } = await inProcess({ listen: true })
    const client = createStudioClient({ baseUrl: simulator.url, accessToken: await token() })
    expect((await client.plans.list()).meta.totalItems).toBe(5)
    await simulator.close()
    const fault = await faultOf(client.plans.list())
    expect(fault).toBeInstanceOf(StudioClientError)
    expect(fault).toMatchObject({ reason: "NOT_SENT", statusCode: null, requestId: null, isPassing: true })
    expect((fault as Error).cause).toMatchObject({ cause: { code: "ECONNREFUSED" } })
  })

  it("says of a port that fetch refuses that nothing was sent", async () => {
    const client = createStudioClient({ baseUrl: "http://127.0.0.1:1", accessToken: "a.b.c" })
    expect(await faultOf(client.plans.list())).toMatchObject({ reason: "NOT_SENT" })
  })
})

describe("a refusal", () => {
  it("of a payment is typed: 402", async () => {
    const { client } = await started()
    const { paymentMethodId } = await client.paymentMethods.add({
      params,
      headers: key("card"),
      payload: { type: "CARD", cardToken: "tok_charge_declined" },
    })
    await client.subscriptions.create({ params, headers: key("s"), payload: { ...monthly, paymentMethodId } })
    const { invoiceId } = await client.subscriptions.previewUpcomingInvoice({ params })
    const fault = await faultOf(
      client.invoices.pay({ params: { ...params, invoiceId }, headers: key("pay"), payload: {} }),
    )
    if (!(fault instanceof StudioApiError)) return expect.unreachable(String(fault))
    const { statusCode, code, requestId, refusal } = fault
    expect([statusCode, code]).toEqual([402, "payment.declined"])
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(fault.message).toBe(
      "POST …/invoices/:invoiceId/pay 402 payment.declined: The payment was declined and the invoice is still due: pay it again, with another payment method if retryable is false; declineCode: card_declined; retryable: true",
    )
    if (refusal.code === "payment.declined") expect(refusal.declineCode).toBe("card_declined")
    if (fault.code === "payment.declined") expect(fault.declineCode).toBe("card_declined")
    expect(Object.hasOwn(fault, "retryAfterSeconds")).toBe(false)
  })

  it("of a second subscription is a conflict: 409", async () => {
    const { client } = await started()
    const { paymentMethodId } = await client.paymentMethods.add({
      params,
      headers: key("card"),
      payload: { type: "CARD", cardToken: "tok_visa" },
    })
    const payload = { ...monthly, paymentMethodId }
    await client.subscriptions.create({ params, headers: key("one"), payload })
    expect(
      await faultOf(client.subscriptions.create({ params, headers: key("two"), payload })),
    ).toMatchObject({
      statusCode: 409,
      code: "subscription.already_exists",
    })
  })

  it.each([
    ["without a token", {}],
    ["with a token of nobody", { accessToken: "nobody" }],
  ])("of a call %s: 401", async (_, options) => {
    const { baseUrl, fetch } = await started()
    const client = createStudioClient({ baseUrl, fetch, ...options })
    expect(await faultOf(client.plans.list())).toMatchObject({ statusCode: 401, code: "unauthorized" })
  })

  it("of the input says where: 400", async () => {
    const { client } = await started()
    const fault = await faultOf(client.plans.list({ query: { limit: 101 } }))
    expect(fault).toMatchObject({
      code: "validation_error",
      errors: [{ message: "Expected an integer from 1 to 100", path: "limit" }],
    })
  })

  it("over the rate limit says when it can be tried again: 429", async () => {
    const { simulator, token } = await inProcess({ rateLimit: 1 })
    const { fetch, url: baseUrl } = simulator
    const client = createStudioClient({ baseUrl, fetch, accessToken: await token() })
    await client.plans.list()
    expect(await faultOf(client.plans.list())).toMatchObject({ code: "rate_limited", retryAfterSeconds: 60 })
  })
})

const made: ReadonlyArray<readonly [string, () => Response, number, isStrict: boolean]> = [
  ["a page of a proxy", () => new Response("<h1>Bad gateway</h1>", { status: 502 }), 502, false],
  ["a page in place of plans", () => new Response("<h1>Welcome</h1>", { status: 200 }), 200, false],
  ["a record in place of a page", () => json(200, { planId: 1 }), 200, false],
  ["nothing where there is to be something", () => new Response(null, { status: 200 }), 200, false],
  ["a status that is not declared", () => json(418, {}), 418, false],
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "/" } }), 302, false],
  [
    "a refusal with another status",
    () => json(200, { statusCode: 401, code: "unauthorized", message: "", errors: [] }),
    200,
    false,
  ],
  ["another record", () => json(200, { data: [{ planId: 1 }] }), 200, true],
  [
    "a code that is not declared",
    () => json(404, { statusCode: 404, code: "invoice.not_found", message: "", errors: [] }),
    404,
    true,
  ],
]

describe("an answer that is not of the contract", () => {
  it.each(made)(
    "is known as such, some of it by strict clients: %s",
    async (_, answer, statusCode, isStrict) => {
      const { client } = answering(
        () => {
          const response = answer()
          response.headers.set("x-request-id", "r-1")
          return response
        },
        isStrict ? { strict: strictAnswers } : {},
      )
      const fault = await faultOf(client.plans.list())
      expect(fault).toBeInstanceOf(StudioClientError)
      expect(fault).toMatchObject({ reason: "UNEXPECTED_ANSWER", statusCode, requestId: "r-1" })
      expect((fault as Error).message).toContain(
        `GET /studio/plans: the answer, with status ${statusCode}, is none of the contract: `,
      )
    },
  )
})

describe("an answer without a body", () => {
  const signOut = { payload: { refreshToken: "s3cret" } }

  it.each([
    ["a page of a proxy", () => new Response("<html>Sign in to this network</html>")],
    ["a refusal with another status", () => json(200, { statusCode: 500, code: "x", message: "No." })],
  ])("is not %s", async (_, answer) => {
    const { client } = answering(answer)
    expect(await faultOf(client.auth.signOut(signOut))).toMatchObject({ reason: "UNEXPECTED_ANSWER" })
  })

  it("may be a record of a later version", async () => {
    const { client } = answering(() => json(200, { endedAt: "later" }))
    expect(await client.auth.signOut(signOut)).toBeUndefined()
  })
})

describe("an answer of a later version", () => {
  const pay = { params: { ...params, invoiceId: "1" }, headers: key("pay") }

  it.each([
    ["a value", 200, { status: "PAID_IN_SHELLS" }],
    ["a member", 200, { status: "PAID", later: true }],
    ["a status", 203, { status: "PAID" }],
  ])("does not hide by %s that a payment succeeded, but from strict clients", async (_, status, body) => {
    const { client } = answering(() => json(status, body, { "x-later": "true" }))
    expect(await client.invoices.pay(pay)).toEqual(body)
    const strict = answering(() => json(status, body), { strict: strictAnswers })
    expect(await faultOf(strict.client.invoices.pay(pay))).toMatchObject({ reason: "UNEXPECTED_ANSWER" })
  })

  it("may be refused by a code, and with members, that nobody knows", async () => {
    const body = { statusCode: 409, code: "invoice.asleep", message: "Later", until: "noon", name: "x" }
    const { client } = answering(() => json(409, body))
    const fault = await faultOf(client.invoices.pay(pay))
    expect(fault).toBeInstanceOf(StudioApiError)
    expect(fault).toMatchObject({ code: "invoice.asleep", until: "noon", errors: [], refusal: body })
    expect((fault as Error).name).toBe("StudioApiError")
    expect(String(fault)).toContain("POST …/invoices/:invoiceId/pay 409 invoice.asleep: Later; until: noon")
  })

  it("may have a body where there was none", async () => {
    const { client } = answering(() => json(200, { removed: true }))
    expect(await client.thresholds.remove({ params })).toBe(undefined)
  })
})

describe("a call that is aborted", () => {
  it("rejects with the reason of its signal, before and during", async () => {
    const { client } = await started()
    const reason = new Error("Not needed any more")
    expect(await faultOf(client.plans.list({ signal: AbortSignal.abort(reason) }))).toBe(reason)
    const controller = new AbortController()
    const call = faultOf(client.plans.list({ signal: controller.signal }))
    controller.abort(reason)
    expect(await call).toBe(reason)
  })

  it("after its answer arrived has the answer, a refusal too", async () => {
    const controller = new AbortController()
    const { client } = answering(() => {
      controller.abort()
      return json(401, { statusCode: 401, code: "unauthorized", message: "No", errors: [] })
    })
    const fault = await faultOf(client.plans.list({ signal: controller.signal }))
    expect(fault).toMatchObject({ name: "StudioApiError", code: "unauthorized" })
  })
})

describe("a call without an answer", () => {
  it("is one whose connection breaks in the middle of the answer", async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { "content-length": "100" })
      response.write("{", () => response.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const client = createStudioClient({ baseUrl: `http://127.0.0.1:${port}`, accessToken: "t0ken" })
    expect(await faultOf(client.plans.list())).toMatchObject({ reason: "NO_ANSWER" })
    server.close()
  })

  it("is made once", async () => {
    const { calls, client } = answering(() => Promise.reject(new TypeError("fetch failed")))
    await faultOf(client.invoices.pay({ params: { ...params, invoiceId: "1" }, headers: key("pay") }))
    expect(calls).toHaveLength(1)
  })
})

describe("a call that cannot be made", () => {
  it.each(["", ".", "..", "\ud800"])("names %j in its path", async (paymentMethodId) => {
    const { calls, client } = answering(() => new Response(null, { status: 204 }))
    const fault = await faultOf(client.paymentMethods.remove({ params: { ...params, paymentMethodId } }))
    const message =
      "DELETE …/payment-methods/:paymentMethodId: not sent; give params.paymentMethodId, which is missing, empty or no id"
    expect(fault).toMatchObject({ reason: "NOT_SENT", message })
    expect(calls).toEqual([])
  })

  it("has a payload that JSON cannot write", async () => {
    const { calls, client } = answering(() => new Response(null, { status: 204 }))
    const value = 100n as unknown as number
    const fault = await faultOf(client.thresholds.set({ params, payload: { value, currency: "BRL" } }))
    expect(fault).toMatchObject({ reason: "NOT_SENT", message: expect.stringContaining("BigInt") })
    expect(calls).toEqual([])
  })

  it("has a path parameter escaped", async () => {
    const { calls, client } = answering(() => new Response(null, { status: 204 }))
    await client.paymentMethods.remove({ params: { ...params, paymentMethodId: "../a?b" } })
    expect(calls[0]?.url).toMatch(/\/payment-methods\/\.\.%2Fa%3Fb$/)
  })

  it("rejects as what gives the token does", async () => {
    const fault = new Error("Signed out")
    const { calls, client } = answering(() => json(500, {}), {
      accessToken: undefined,
      getAccessToken: () => Promise.reject(fault),
    })
    expect(await faultOf(client.plans.list())).toBe(fault)
    expect(calls).toEqual([])
  })
})

describe("secrets", () => {
  const everything = (fault: unknown) => {
    const { name, message, stack, cause } = fault as Error
    return JSON.stringify([name, message, stack, cause, { ...(fault as object) }])
  }

  it.each<readonly [string, Partial<StudioClientOptions>, StudioClientError["reason"]]>([
    ["a token that is no header", { accessToken: "s3cret\n" }, "NOT_SENT"],
    ["a token that is two", { accessToken: "s3cret s3cret" }, "NOT_SENT"],
    [
      "a fetch that repeats its headers",
      {
        accessToken: "s3cret",
        fetch: (_, init) => Promise.reject(new TypeError(JSON.stringify([...new Headers(init.headers)]))),
      },
      "NO_ANSWER",
    ],
    [
      "a page that repeats them",
      { accessToken: "s3cret", fetch: async () => new Response("Bearer s3cret") },
      "UNEXPECTED_ANSWER",
    ],
  ])("are in no error: %s", async (_, options, reason) => {
    const client = createStudioClient({ baseUrl: "https://studio.test", ...options })
    const fault = await faultOf(client.plans.list())
    expect(fault).toMatchObject({ name: "StudioClientError", reason })
    expect(everything(fault)).not.toContain("s3cret")
  })

  it("are in no error of a header that cannot be sent", async () => {
    const { client } = answering(() => json(200, {}))
    const request = { params: { ...params, invoiceId: "1" }, headers: key("s3cret\n\u0000") }
    const fault = await faultOf(client.invoices.pay(request))
    expect(fault).toMatchObject({ reason: "NOT_SENT" })
    expect(everything(fault)).not.toContain("s3cret")
  })

  it("go to nobody that sign-in calls", async () => {
    const { calls, client } = answering(() => new Response(null, { status: 204 }))
    await client.auth.signOut({ payload: { refreshToken: "r" } })
    expect(new Headers(calls[0]?.init.headers).get("authorization")).toBe(null)
  })
})

describe("the types", () => {
  it("are those of the contract", () => {
    type Request<Call extends (...request: never) => unknown> = NonNullable<Parameters<Call>[0]>
    type Pay = Request<StudioClient["invoices"]["pay"]>
    expectTypeOf<NonNullable<Pay["headers"]>>().toEqualTypeOf<IdempotencyHeaders>()
    expectTypeOf<Pay["payload"]>().toEqualTypeOf<
      { readonly paymentMethodId?: string; readonly expectedPayableAmount?: number } | undefined
    >()
    type List = NonNullable<Request<StudioClient["plans"]["list"]>["query"]>
    expectTypeOf<List["limit"]>().toEqualTypeOf<number | undefined>()
    expectTypeOf<List["status"]>().toEqualTypeOf<"ACTIVE" | "INACTIVE" | undefined>()
    expectTypeOf<Parameters<StudioClient["profile"]["get"]>>().toExtend<[unknown?]>()
    expectTypeOf<Request<StudioClient["thresholds"]["set"]>>().toHaveProperty("payload")
    // @ts-expect-error a POST that moves money wants a key
    const without: Pay = { params: { ...params, invoiceId: "1" } }
    expect(without.headers).toBe(undefined)
  })
})
