import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import { afterAll, describe, expect, it } from "vitest"
import { type ApiError, apiError, type ErrorCode, errorCodes, StudioApi } from "../../src/api/index.ts"
import { contractRoutes } from "../../src/http/contractRoutes.ts"
import { makeDispatcher } from "../../src/http/dispatcher.ts"
import { endpoints } from "../../src/http/endpoints.ts"
import { organizationId } from "../api/records.ts"
import {
  answerOnce,
  authenticate,
  exampleOf,
  type FakeRequest,
  fakeHandlers,
  requestOf,
  send,
} from "./fakes.ts"
import { libraryServer } from "./libraryServer.ts"

// What the handlers answer next, and what the last one was given.
let outcome: Effect.Effect<unknown, ApiError> = Effect.void
let given: object = {}
const handlers = fakeHandlers((_, request) => {
  const { params, query, payload, headers } = request as Record<string, unknown>
  given = JSON.parse(JSON.stringify({ params, query, payload, headers }))
  return outcome
})

const defects: Array<unknown> = []
const dispatcher = makeDispatcher({
  routes: contractRoutes({ handlers, authenticate, answerOnce }),
  onDefect: ({ cause }) => defects.push(cause),
})
const library = libraryServer({ handlers, authenticate })
afterAll(() => library.dispose())

/** What both servers answer, and what both handlers were given; they have to agree. */
const both = async (request: FakeRequest) => {
  const ours = await send(dispatcher, request)
  const givenByOurs = given
  const { url, ...init } = request
  const response = await library.handler(new Request(`http://localhost${url}`, init as RequestInit))
  const text = await response.text()
  expect({ status: response.status, json: text === "" ? null : JSON.parse(text) }).toEqual({
    status: ours.status,
    json: ours.json,
  })
  expect(given).toEqual(givenByOurs)
  return ours
}

const details = {
  "payment.declined": { declineCode: "insufficient_funds", retryable: true },
  "invoice.changed": { payableAmount: 12990, amountDue: 2990 },
  ORGANIZATION_SELECTION_REQUIRED: { organizations: [{ organizationId, name: "One" }] },
  "state.inconsistent": { findings: [] },
} as const
const errorOf = (code: ErrorCode): ApiError =>
  apiError(code as "invoice.changed", details[code as "invoice.changed"])

describe("the dispatcher and the library's own server answer alike", () => {
  it("covers every endpoint of the contract", () => {
    const names: Array<string> = []
    HttpApi.reflect(StudioApi, {
      onGroup: () => undefined,
      onEndpoint: ({ group, endpoint }) => names.push(`${group.identifier}.${endpoint.identifier}`),
    })
    expect(endpoints.map(({ group, name }) => `${group}.${name}`)).toEqual(names)
    expect(endpoints.filter((endpoint) => exampleOf(endpoint) === undefined)).toEqual([])
  })

  describe.each(endpoints.map((endpoint) => [`${endpoint.group}.${endpoint.name}`, endpoint] as const))(
    "%s",
    (_, endpoint) => {
      const example = exampleOf(endpoint)
      if (example === undefined) return
      const request = requestOf(endpoint, example.request)

      it.each(example.successes)("succeeds with %i", async (status, value) => {
        outcome = Effect.succeed(value)
        expect(await both(request)).toMatchObject({ status, json: value ?? null })
        expect(given).toEqual(JSON.parse(JSON.stringify(example.decoded)))
      })

      it("fails with every code that it declares, and with no other", async () => {
        for (const code of errorCodes) {
          const error = errorOf(code)
          outcome = Effect.fail(error)
          if (declares(endpoint, error)) {
            expect(await both(request)).toMatchObject({ status: error.statusCode, json: error })
          } else {
            expect((await send(dispatcher, request)).json).toEqual(apiError("internal_server_error"))
          }
        }
      })

      it("refuses bad input", async () => {
        if (example.invalid === null) return
        const [bad, errors] = example.invalid
        expect(await both(requestOf(endpoint, bad))).toMatchObject({
          status: 400,
          json: apiError("validation_error", { errors }),
        })
      })

      if (endpoint.required === undefined) return
      const as = (authorization: object) => {
        const { authorization: _token, ...headers } = request.headers as Record<string, string>
        return both({ ...request, headers: { ...headers, ...authorization } })
      }
      it.each([
        ["no token", {}],
        ["a wrong token", { authorization: "Bearer wrong" }],
        ["another scheme", { authorization: "Basic everything" }],
      ])("refuses %s", async (_, authorization) => {
        expect((await as(authorization)).json).toEqual(apiError("unauthorized"))
      })
      it.each([
        ["an unverified user", "unverified", "user.not_verified"],
        ["an inactive organization", "inactive", "organization.inactive"],
        ["too little permission", "none", "forbidden"],
      ] as const)("looks at %s, unless a valid token is enough", async (_, token, code) => {
        const [status, value] = example.successes[0] ?? []
        outcome = Effect.succeed(value)
        const answer = await as({ authorization: `Bearer ${token}` })
        if (endpoint.required === null) expect(answer.status).toBe(status)
        else expect(answer.json).toEqual(apiError(code))
      })
    },
  )
})

const declares = (endpoint: (typeof endpoints)[number], error: ApiError): boolean => {
  try {
    endpoint.encodeError(error)
    return true
  } catch {
    return false
  }
}
