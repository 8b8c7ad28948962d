import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { corsOf } from "../../../simulator/server/cors.ts"
import { contractRoutes } from "../../../src/http/contractRoutes.ts"
import { type Dispatcher, makeDispatcher } from "../../../src/http/dispatcher.ts"
import { invoiceId, organizationId, tokens } from "../../api/records.ts"
import { answerOnce, authenticate, fakeHandlers, send } from "../../http/fakes.ts"

const pay = `/studio/organizations/${organizationId}/invoices/${invoiceId}/pay`

const dispatcherOf = (allowed?: string): Dispatcher =>
  makeDispatcher({
    routes: contractRoutes({
      handlers: fakeHandlers(() => Effect.succeed(tokens)),
      authenticate,
      answerOnce,
    }),
    cors: corsOf(allowed),
    onDefect: ({ cause }) => expect.unreachable(String(cause)),
  })

describe("pages of other origins", () => {
  const dispatcher = dispatcherOf()
  const named = dispatcherOf("https://app.example.com")
  const open = dispatcherOf("*")
  const allowed = async (from: Dispatcher, origin: string, url = "/studio/plans") =>
    (await send(from, { method: "GET", url, headers: { origin } })).headers["access-control-allow-origin"]

  it.each([
    ["http://localhost:3000", true],
    ["https://localhost", true],
    ["http://app.localhost:8080", true],
    ["http://127.0.0.1:5173", true],
    ["http://[::1]:5173", true],
    ["http://localhost.example.com", false],
    ["http://127.0.0.1.example.com", false],
    ["https://app.example.com", false],
    ["null", false],
  ])("%s: %s", async (origin, expected) => {
    expect(await allowed(dispatcher, origin)).toBe(expected ? origin : undefined)
    expect(await allowed(open, origin)).toBe(origin)
    expect(await allowed(dispatcher, origin, "/_simulator/clock")).toBeUndefined()
  })

  it("a named origin is the only one", async () => {
    expect(await allowed(named, "https://app.example.com")).toBe("https://app.example.com")
    expect(await allowed(named, "http://localhost:3000")).toBeUndefined()
  })

  it("a preflight allows the headers that clients send", async () => {
    const { status, headers } = await send(dispatcher, {
      method: "OPTIONS",
      url: pay,
      headers: { origin: "http://localhost:3000", "access-control-request-method": "POST" },
    })
    expect(status).toBe(204)
    expect(headers).toMatchObject({
      vary: "Origin",
      "access-control-allow-origin": "http://localhost:3000",
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, X-Simulator-World",
    })
  })
})
