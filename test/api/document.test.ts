// The OpenAPI document as its readers find it: clean by the rules of a linter, with examples that the contract's own
// schemas take and that servers answer so, and with the headers of answers.
import { createConfig, lintFromString } from "@redocly/openapi-core"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { type ApiError, StudioApi, studioDocument, WireEvent } from "../../src/api/index.ts"
import { contractRoutes } from "../../src/http/contractRoutes.ts"
import { makeDispatcher } from "../../src/http/dispatcher.ts"
import { answerOnce, authenticate, fakeHandlers, requestOf, send } from "../http/fakes.ts"
import { thorough } from "../support/thorough.ts"
import { type DocumentedOperation, documented, operationOf } from "./documented.ts"

const spec = studioDocument()

describe("the linter", () => {
  const problemsOf = async (document: object): Promise<ReadonlyArray<string>> => {
    const config = await createConfig({ extends: ["recommended"] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    return problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`)
  }

  it("finds nothing by its recommended rules", async () => {
    expect(await problemsOf(spec)).toEqual([])
  })

  it.runIf(thorough).each<readonly [string, object]>([
    ["no-empty-servers", { ...spec, servers: [] }],
    ["info-license", { ...spec, info: { title: "Studio billing", version: "1" } }],
    ["security-defined", { ...spec, components: { ...spec.components, securitySchemes: {} } }],
    [
      "no-invalid-media-type-examples",
      JSON.parse(JSON.stringify(spec).replaceAll('"payableAmount":7891', '"payableAmount":"7891"')),
    ],
    ["no-unresolved-refs", { ...spec, components: { ...spec.components, headers: {} } }],
  ])("would find that %s is broken", async (rule, document) => {
    expect((await problemsOf(document)).filter((problem) => problem.startsWith(rule))).not.toEqual([])
  })
})

/** The schemas of each operation, as servers use them; unknown members are faults. */
const schemas = new Map<
  string,
  Readonly<Record<"payload" | "success" | "error", (value: unknown) => boolean>>
>()
const fits = (...alternatives: ReadonlyArray<Schema.Top>) => {
  const decode = Schema.decodeUnknownResult(Schema.Union(alternatives) as unknown as Schema.Codec<unknown>, {
    onExcessProperty: "error",
  })
  return (value: unknown): boolean => Result.isSuccess(decode(value))
}
HttpApi.reflect(StudioApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint, successes, errors }) => {
    schemas.set(`${group.identifier}.${endpoint.identifier}`, {
      payload: fits(...(endpoint.payload.get("application/json")?.schemas ?? [])),
      success: fits(...Array.from(successes.values()).flat()),
      error: fits(...Array.from(errors.values()).flat()),
    })
  },
})

const cases = documented.map((operation) => [operation.id, operation] as const)

describe("examples", () => {
  it.each(cases)("of %s are there, and fit the contract", (id, operation) => {
    const fit = schemas.get(id)
    const { bodies, answers } = operation
    expect(bodies.filter(({ value }) => !fit?.payload(value))).toEqual([])
    expect(bodies.length > 0).toBe(operation.requestSchema !== null && !operation.isCommand)
    for (const [status, { hasBody, examples }] of answers) {
      const fault = examples.filter(({ value }) => !(status < 300 ? fit?.success : fit?.error)?.(value))
      expect([status, fault]).toEqual([status, []])
      expect([status, examples.length > 0]).toEqual([status, hasBody])
      if (status >= 400) expect(examples.map(({ name }) => name)).toEqual(operation.codes(status))
    }
    const refusals = Array.from(answers).flatMap(([status, { examples }]) =>
      status < 400 ? [] : examples.map(({ name, value }) => [status, name, value as ApiError] as const),
    )
    for (const [status, name, { statusCode, code }] of refusals) {
      expect([statusCode, code]).toEqual([status, name])
    }
  })

  it("that do not fit would be found", () => {
    const fit = schemas.get("invoices.pay")
    const [paid] = operationOf("invoices.pay").answers.get(200)?.examples ?? []
    expect(fit?.success(paid?.value)).toBe(true)
    expect(fit?.success({ ...(paid?.value as object), amountDue: -1 })).toBe(false)
    expect(fit?.success({ ...(paid?.value as object), note: "" })).toBe(false)
    expect(fit?.payload({ paymentMethodID: "pm_1" })).toBe(false)
    expect(fit?.error({ statusCode: 404, code: "plan.not_found", message: "", errors: [] })).toBe(false)
  })

  it("of an event is one", () => {
    const { post } = (spec as unknown as { readonly webhooks: { readonly event: { readonly post: object } } })
      .webhooks.event
    const { content } = (post as { readonly requestBody: { readonly content: object } }).requestBody
    const [[, example] = []] = Object.entries(
      (Object.values(content)[0] as { readonly examples: Record<string, { readonly value: unknown }> })
        .examples,
    )
    expect(fits(WireEvent)(example?.value)).toBe(true)
  })
})

describe("the fault that an operation shows", () => {
  const handlers = fakeHandlers(() => Effect.die("Nothing is to be handled"))
  const dispatcher = makeDispatcher({
    routes: contractRoutes({ handlers, authenticate, answerOnce }),
    onDefect: ({ cause }) => expect.unreachable(String(cause)),
  })

  /** The request of an example with that fault in it; null where the fault is of no request that can be routed. */
  const faulty = (operation: DocumentedOperation, { message, path }: ApiError["errors"][number]) => {
    const { method, path: template, params, query, bodies } = operation
    const body = bodies[0]?.value as Record<string, unknown> | undefined
    const request = (change: object) => requestOf({ method, path: template }, { params, body, ...change })
    switch (message) {
      case "Required":
        return request({ body: { ...body, [path]: undefined } })
      case "Expected a valid JSON body":
        return { ...request({ body: {} }), body: "{" }
      case "Expected an integer from 1 to 100":
        return request({ query: "?limit=101" })
      case "Expected a UUID":
        return params[path] === undefined
          ? request({ query: `?${new URLSearchParams({ ...query, [path]: "1" })}` })
          : request({ params: { ...params, [path]: "1" } })
      default:
        return null
    }
  }

  const shown = cases.map(([id, operation]) => {
    const value = operation.answers.get(400)?.examples.find(({ name }) => name === "validation_error")?.value
    return [id, operation, value as ApiError] as const
  })

  it.each(shown)("%s finds", async (_, operation, error) => {
    const [fault] = error.errors
    const request = fault && faulty(operation, fault)
    if (request == null) return expect(fault?.message).toBe("Expected an HTTP request")
    expect((await send(dispatcher, request)).json).toEqual(error)
  })
})

it("says that a code goes to an email or to a recipient, not to both", () => {
  const { schema } = spec.paths["/studio/auth/otp"]?.post?.requestBody?.content["application/json"] ?? {}
  const { oneOf = [] } = schema as unknown as { readonly oneOf?: ReadonlyArray<object> }
  expect(oneOf).toMatchObject([{ required: ["email", "context"] }, { required: ["recipient", "context"] }])
  expect(oneOf.map((record) => Object.keys((record as { readonly properties: object }).properties))).toEqual([
    ["email", "context"],
    ["recipient", "context"],
  ])
})

describe("headers of answers", () => {
  it("are an id of the request everywhere", () => {
    const lacking = documented.flatMap(({ id, answers }) =>
      Array.from(answers).flatMap(([status, { headers }]) =>
        headers.includes("X-Request-Id") ? [] : [`${id} ${status}`],
      ),
    )
    expect(lacking).toEqual([])
  })

  it.each<readonly [string, number, ReadonlyArray<string>]>([
    ["invoices.pay", 200, ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Idempotent-Replayed"]],
    ["invoices.pay", 401, ["X-Request-Id", "X-Assumption", "WWW-Authenticate"]],
    [
      "invoices.pay",
      402,
      ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Idempotent-Replayed", "X-Assumption"],
    ],
    ["invoices.pay", 404, ["X-Request-Id", "RateLimit-Policy", "RateLimit", "X-Assumption"]],
    [
      "invoices.pay",
      409,
      ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Idempotent-Replayed", "X-Assumption"],
    ],
    ["invoices.pay", 429, ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Retry-After", "X-Assumption"]],
    ["invoices.pay", 500, ["X-Request-Id", "X-Assumption"]],
    ["invoices.pay", 503, ["X-Request-Id", "RateLimit-Policy", "RateLimit", "Retry-After", "X-Assumption"]],
    ["invoices.list", 200, ["X-Request-Id", "RateLimit-Policy", "RateLimit"]],
    ["auth.requestOtp", 201, ["X-Request-Id", "RateLimit-Policy", "RateLimit"]],
    ["auth.requestOtp", 413, ["X-Request-Id", "X-Assumption"]],
    ["auth.signIn", 200, ["X-Request-Id", "X-Assumption"]],
    ["auth.refresh", 401, ["X-Request-Id", "X-Assumption", "WWW-Authenticate"]],
  ])("of %s at %i are these", (id, status, headers) => {
    expect(operationOf(id).answers.get(status)?.headers).toEqual(headers)
  })
})

describe("parameters", () => {
  it("have a meaning, and those of the path an example", () => {
    const silent = documented.flatMap(({ id, parameters }) =>
      parameters.flatMap(({ name, in: place, description, example }) =>
        description === undefined || (place === "path" && example === undefined) ? [`${id} ${name}`] : [],
      ),
    )
    expect(silent).toEqual([])
  })
})
