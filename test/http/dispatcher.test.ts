import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { apiError, Caller } from "../../src/api/index.ts"
import { CurrentRequest } from "../../src/http/CurrentRequest.ts"
import { contractRoutes } from "../../src/http/contractRoutes.ts"
import { type Defect, makeDispatcher } from "../../src/http/dispatcher.ts"
import { queryOf, type Route, readJson, respondJson } from "../../src/http/exchange.ts"
import { payInvoice } from "../../src/index.ts"
import { invoiceId, organizationId, paidInvoice, tokens } from "../api/records.ts"
import { makeBilling, subscribed } from "../support/billing.ts"
import { answerOnce, authenticate, fakeHandlers, send } from "./fakes.ts"

const pay = `/studio/organizations/${organizationId}/invoices/${invoiceId}/pay`
const json = { authorization: "Bearer everything", "content-type": "application/json" }

const dispatcherOf = (run: Parameters<typeof fakeHandlers>[0], routes: ReadonlyArray<Route> = []) => {
  const defects: Array<Defect> = []
  const dispatcher = makeDispatcher({
    routes: [...contractRoutes({ handlers: fakeHandlers(run), authenticate, answerOnce }), ...routes],
    onDefect: (defect) => defects.push(defect),
    makeRequestId: () => "request-1",
  })
  return { defects, dispatcher }
}

describe("order of checks (GAP-70)", () => {
  const { dispatcher } = dispatcherOf(() => Effect.fail(apiError("invoice.not_payable")))
  const huge = `{"paymentMethodId":"${"x".repeat(64 * 1024)}"`
  const elsewhere = pay.replace("000000000001", "000000000002")
  const badId = pay.replace(invoiceId, "latest")
  const text = { "content-type": "text/plain" }

  // Each row mends the first fault of the row before and keeps all others.
  it.each([
    ["an unknown path", "PUT", `${elsewhere}/now`, text, huge, "route.not_found"],
    ["an unknown method", "PUT", elsewhere, text, huge, "method_not_allowed"],
    ["no token", "POST", elsewhere, text, huge, "unauthorized"],
    ["a wrong token", "POST", elsewhere, { ...text, authorization: "Bearer wrong" }, huge, "unauthorized"],
    [
      "another organization",
      "POST",
      elsewhere,
      { ...text, authorization: "Bearer unverified" },
      huge,
      "organization.not_found",
    ],
    [
      "an unverified user",
      "POST",
      badId,
      { ...text, authorization: "Bearer unverified" },
      huge,
      "user.not_verified",
    ],
    [
      "an inactive organization",
      "POST",
      badId,
      { ...text, authorization: "Bearer inactive" },
      huge,
      "organization.inactive",
    ],
    ["no permission", "POST", badId, { ...text, authorization: "Bearer none" }, huge, "forbidden"],
    ["a text body", "POST", badId, { ...json, ...text }, huge, "unsupported_media_type"],
    ["a body over the bound", "POST", badId, json, huge, "payload_too_large"],
    ["a malformed body", "POST", badId, json, '{"expectedPayableAmount":-1', "validation_error"],
    ["bad input", "POST", badId, json, '{"expectedPayableAmount":-1}', "validation_error"],
    ["nothing", "POST", pay, json, '{"expectedPayableAmount":1}', "invoice.not_payable"],
  ] as const)("%s", async (_, method, url, headers, body, code) => {
    expect((await send(dispatcher, { method, url, headers, body })).json).toMatchObject({ code })
  })

  it("lists the faults of the path and of the body together", async () => {
    const { json: answered } = await send(dispatcher, {
      method: "POST",
      url: badId,
      headers: json,
      body: '{"expectedPayableAmount":-1}',
    })
    expect(answered).toEqual({
      statusCode: 400,
      code: "validation_error",
      message: "The request is invalid; errors says where.",
      errors: [
        { message: "Expected a UUID", path: "invoiceId" },
        { message: "Expected a non-negative integer", path: "expectedPayableAmount" },
      ],
    })
  })

  it("a malformed organization id is no organization of the caller's", async () => {
    const url = pay.replace(organizationId, "mine")
    expect(await send(dispatcher, { method: "POST", url, headers: json })).toMatchObject({
      status: 404,
      json: { code: "organization.not_found" },
    })
  })

  it.each(["%", "%zz", "%E0%A4%A", "%00"])(
    "a path with the broken encoding %s is 400 at the id",
    async (id) => {
      const url = pay.replace(invoiceId, id)
      expect(await send(dispatcher, { method: "POST", url, headers: json })).toMatchObject({
        status: 400,
        json: { errors: [{ message: "Expected a UUID", path: "invoiceId" }] },
      })
    },
  )
})

describe("bodies (GAP-08, GAP-75)", () => {
  let given: unknown
  const { dispatcher } = dispatcherOf((_, request) => {
    given = request
    return Effect.succeed(paidInvoice)
  })
  const post = (body: string | Uint8Array | undefined, headers: Record<string, string> = {}) =>
    send(dispatcher, {
      method: "POST",
      url: pay,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body }),
    })

  it.each([
    ["no body", undefined, undefined],
    ["an empty body", "", undefined],
    ["an empty object", "{}", {}],
  ])("paying takes %s", async (_, body, payload) => {
    expect((await post(body)).status).toBe(200)
    expect(given).toMatchObject({ payload })
  })

  it("without a body the media type does not matter", async () => {
    const { status } = await send(dispatcher, {
      method: "POST",
      url: pay,
      headers: { authorization: "Bearer everything", "content-type": "text/plain" },
    })
    expect(status).toBe(200)
  })

  it.each([
    ["application/json", 200],
    ["Application/JSON; charset=utf-8", 200],
    ["", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/jsonp", 415],
    ["application/vnd.api+json", 415],
  ])("%j is answered with %i", async (type, status) => {
    expect((await post("{}", { "content-type": type })).status).toBe(status)
  })

  it("a compressed body is 415", async () => {
    expect(await post("{}", { "content-encoding": "gzip" })).toMatchObject({
      status: 415,
      json: { message: "The body has to be sent without a Content-Encoding." },
    })
    expect((await post("{}", { "content-encoding": "Identity" })).status).toBe(200)
  })

  it.each([
    ["{", "Expected a valid JSON body"],
    ["nul", "Expected a valid JSON body"],
    [Uint8Array.of(0x22, 0xff, 0x22), "Expected a valid JSON body"],
    ["[".repeat(60_000), "Expected a valid JSON body"],
    ["[]", "Expected an object"],
    ['"x"', "Expected an object"],
  ])("%j is a validation error of the body", async (body, message) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      json: { code: "validation_error", errors: [{ message, path: "" }] },
    })
  })

  it("a member named __proto__ changes nothing", async () => {
    const body = '{"__proto__":{"paymentMethodId":"pm_9"},"__proto__":{"polluted":true}}'
    expect((await post(body)).json).toMatchObject({
      errors: [{ message: "Unknown member", path: "__proto__" }],
    })
    const url = "/studio/auth/sign-out?__proto__=1&__proto__[polluted]=2"
    const signOut = { method: "POST", url, headers: json, body: `{"refreshToken":"x",${body.slice(1)}` }
    const { dispatcher: signsOut } = dispatcherOf((_, request) => {
      given = request
      return Effect.void
    })
    expect((await send(signsOut, signOut)).status).toBe(204)
    expect(given).toEqual({ payload: { refreshToken: "x" } })
    expect("polluted" in {}).toBe(false)
  })
})

describe("queries", () => {
  it.each([
    ["/studio/plans", {}],
    ["/studio/plans?", {}],
    ["/?page=2&status=A%20B", { page: "2", status: "A B" }],
    ["/?page=1&page=2&page=3", { page: ["1", "2", "3"] }],
    ["/?constructor=1&__proto__=2&%zz", { constructor: "1", ["__proto__"]: "2", "%zz": "" }],
  ])("%s", (url, query) => {
    const request = { method: "GET", url, headers: {}, body: null }
    expect(Object.entries(queryOf(request))).toEqual(Object.entries(query))
  })

  it("of one name many times takes no longer than its length", () => {
    // By its square it would take longer than a test may.
    const url = `/studio/plans?${"page&".repeat(100_000)}`
    expect(queryOf({ method: "GET", url, headers: {}, body: null }).page).toHaveLength(100_000)
  })
})

describe("methods", () => {
  const { dispatcher } = dispatcherOf(() => Effect.succeed(tokens))
  const plans = "/studio/plans"

  it.each([
    [plans, "GET, HEAD, OPTIONS"],
    [pay, "POST, OPTIONS"],
    [`/studio/organizations/${organizationId}/payment-methods`, "POST, GET, HEAD, OPTIONS"],
  ])("%s allows %s", async (url, allow) => {
    expect(await send(dispatcher, { method: "DELETE", url })).toMatchObject({
      status: 405,
      headers: { allow },
      json: { code: "method_not_allowed" },
    })
    expect(await send(dispatcher, { method: "OPTIONS", url })).toMatchObject({
      status: 204,
      headers: { allow },
    })
  })

  it("HEAD is GET without the body", async () => {
    const { dispatcher: reads } = dispatcherOf(() => Effect.succeed(paidInvoice))
    const url = pay.replace("/pay", "")
    const get = await send(reads, { method: "GET", url, headers: json })
    const head = await send(reads, { method: "HEAD", url, headers: json })
    expect(head).toEqual({ ...get, json: null })
    expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(JSON.stringify(get.json))))
  })

  it.each([
    "/",
    "/studio",
    "/studio/plans/",
    "//studio/plans",
    "/Studio/plans",
    "/studio/plans%2f",
    "http://x/studio/plans",
    "*",
    "",
  ])("there is nothing at %j", async (url) => {
    expect((await send(dispatcher, { method: "GET", url })).json).toEqual(apiError("route.not_found"))
  })
})

describe("answers", () => {
  it("carry a request id, which the handler can read, and are not stored", async () => {
    let seen: unknown
    const { dispatcher } = dispatcherOf(() =>
      Effect.gen(function* () {
        seen = (yield* CurrentRequest)?.requestId
        return paidInvoice
      }),
    )
    const { headers } = await send(dispatcher, { method: "POST", url: pay, headers: json })
    expect(headers).toEqual({
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(JSON.stringify(paidInvoice))),
      "cache-control": "no-store",
      "x-request-id": "request-1",
    })
    expect(seen).toBe("request-1")
  })

  it("of other routes are given the id as well, and so is a gateway that a request charges with", async () => {
    const seen: Array<string | undefined> = []
    const see = Effect.map(CurrentRequest, (request) => void seen.push(request?.requestId))
    const route: Route = { method: "GET", path: "/here", handle: () => Effect.as(see, respondJson(200, {})) }
    const { dispatcher } = dispatcherOf(() => Effect.void, [route])
    await send(dispatcher, { method: "GET", url: "/here" })
    expect(seen).toEqual(["request-1"])

    const billing = makeBilling({
      wrapGateway: (gateway) => ({
        ...gateway,
        charge: (charge) => Effect.andThen(see, gateway.charge(charge)),
      }),
    })
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed())
    const payment = payInvoice({
      organizationId,
      invoiceId: upcoming.invoiceId,
      paymentMethodId: null,
      expectedPayableAmount: null,
    })
    await billing.run(Effect.provideService(payment, CurrentRequest, { requestId: "request-2", route }))
    expect(seen).toEqual(["request-1", "request-2"])
  })

  it("the caller is in the handler's scope", async () => {
    const { dispatcher } = dispatcherOf(
      () =>
        Effect.flatMap(Caller, ({ userId }) =>
          Effect.fail(apiError("invoice.not_found", { message: userId })),
        ) as never,
    )
    const { json: answered } = await send(dispatcher, { method: "POST", url: pay, headers: json })
    expect(answered).toMatchObject({ code: "invoice.not_found", message: "everything" })
  })

  it("401 names the scheme, and sign-in ignores a token (GAP-14)", async () => {
    const { dispatcher } = dispatcherOf(() => Effect.succeed(tokens))
    expect((await send(dispatcher, { method: "GET", url: "/studio/plans" })).headers).toMatchObject({
      "www-authenticate": "Bearer",
    })
    const request = {
      method: "POST",
      url: "/studio/auth/refresh",
      headers: { ...json, authorization: "Bearer wrong" },
      body: '{"refreshToken":"x"}',
    }
    expect((await send(dispatcher, request)).status).toBe(200)
  })

  it.each([
    ["a defect", () => Effect.die(new Error("password is hunter2"))],
    [
      "a throw",
      () => {
        throw new Error("password is hunter2")
      },
    ],
    ["an interruption", () => Effect.interrupt],
    ["a value of another shape", () => Effect.succeed({ ...paidInvoice, amountDue: 0.5 })],
    ["an undeclared refusal", () => Effect.fail(apiError("plan.not_found"))],
  ])("%s is a 500 that says nothing", async (_, run) => {
    const { defects, dispatcher } = dispatcherOf(run)
    const response = await send(dispatcher, { method: "POST", url: pay, headers: json })
    expect(response).toMatchObject({
      status: 500,
      json: {
        statusCode: 500,
        code: "internal_server_error",
        message: "Something went wrong.",
        errors: [],
      },
    })
    expect(defects).toMatchObject([{ requestId: "request-1", method: "POST", path: pay }])
  })

  it("members that the contract does not know stay inside", async () => {
    const { dispatcher } = dispatcherOf(() => Effect.succeed({ ...paidInvoice, gatewayReference: "secret" }))
    expect((await send(dispatcher, { method: "POST", url: pay, headers: json })).json).toEqual(paidInvoice)
  })
})

describe("plain routes", () => {
  const clock: Route = {
    method: "PUT",
    path: "/_simulator/things/{name}",
    handle: (request) =>
      Effect.map(readJson(request, 10), (body) => respondJson(201, { name: request.params.name, body })),
  }
  const { dispatcher } = dispatcherOf(() => Effect.void, [clock])
  const put = (body: string) =>
    send(dispatcher, { method: "PUT", url: "/_simulator/things/a%20b?x=1", headers: json, body })

  it("share the router, the body and the errors", async () => {
    expect(await put('{"a":1}')).toMatchObject({ status: 201, json: { name: "a b", body: { a: 1 } } })
    expect(await put('"0123456789"')).toMatchObject({ status: 413, json: apiError("payload_too_large") })
    expect(await put("[")).toMatchObject({ status: 400 })
  })
})
