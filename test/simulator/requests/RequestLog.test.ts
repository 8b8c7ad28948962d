import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { KEPT_BYTES_MAX, makeRequestLog, REQUESTS_MAX } from "../../../simulator/requests/RequestLog.ts"
import { respond, respondPieces } from "../../../src/http/exchange.ts"

const path = "/studio/plans"

/** Records an exchange with these bodies. */
const record = (
  log: ReturnType<typeof makeRequestLog>,
  bodies: { readonly request?: string; readonly response?: string },
  requestId = "request-1",
) => {
  const { request, response = "{}" } = bodies
  const body = request === undefined ? null : () => Effect.succeed(new Uint8Array(Buffer.from(request)))
  const recording = log.record({ method: "POST", url: path, headers: {}, body })
  const read = recording.request.body
  if (read !== null) expect(Buffer.from(Effect.runSync(read(1e6))).toString()).toBe(request)
  recording.end({
    requestId,
    path,
    organizationId: null,
    response: respond(200, "application/json", response),
  })
}

const latest = (log: ReturnType<typeof makeRequestLog>) => log.list({ page: 1, limit: 1 }).items[0]

const textOf = (bytes: number): string => JSON.stringify({ a: "x".repeat(bytes - 8) })

describe("an entry", () => {
  it("says who asked what when, and what came of it", () => {
    const log = makeRequestLog(() => Date.UTC(2026, 0, 31))
    record(log, { request: '{"a":1}', response: '{"accessToken":"secret"}' })
    expect(latest(log)).toEqual({
      requestId: "request-1",
      at: "2026-01-31T00:00:00.000Z",
      method: "POST",
      path,
      organizationId: null,
      status: 200,
      durationMillis: expect.any(Number),
      requestBody: { a: 1 },
      requestBytes: 7,
      responseBody: { accessToken: "[redacted]" },
      responseBytes: 24,
    })
  })

  it.each([
    ["there is none", {}, [null, 0]],
    ["it is as large as it may be", { request: textOf(KEPT_BYTES_MAX) }, [expect.anything(), KEPT_BYTES_MAX]],
    ["it is larger", { request: textOf(KEPT_BYTES_MAX + 1) }, [null, KEPT_BYTES_MAX + 1]],
    ["it is no JSON", { request: '{"code":"1' }, [null, 10]],
    ["it has no names to tell secrets by", { request: '"123456"' }, [null, 8]],
  ])("keeps a body or its size where %s", (_, bodies, expected) => {
    const log = makeRequestLog(() => 0)
    record(log, bodies)
    expect([latest(log)?.requestBody, latest(log)?.requestBytes]).toEqual(expected)
  })

  it("keeps no answer that is large or comes in pieces", () => {
    const log = makeRequestLog(() => 0)
    record(log, { response: textOf(KEPT_BYTES_MAX + 1) })
    expect(latest(log)).toMatchObject({ responseBody: null, responseBytes: KEPT_BYTES_MAX + 1 })
    const response = respondPieces(200, "application/json", ["{", "}"])
    const recording = log.record({ method: "GET", url: path, headers: {}, body: null })
    recording.end({ requestId: "request-2", path, organizationId: null, response })
    expect(latest(log)).toMatchObject({ responseBody: null, responseBytes: null })
  })

  it("does not hold on to the buffer that a small body came in", () => {
    const log = makeRequestLog(() => 0)
    const large = Buffer.alloc(64 * 1024, "x")
    const recording = log.record({
      method: "POST",
      url: path,
      headers: {},
      body: () => Effect.succeed(large.subarray(0, 2)),
    })
    large.write("{}")
    Effect.runSync(recording.request.body?.(10) ?? Effect.die("no body"))
    large.write("[]")
    recording.end({
      requestId: "1",
      path,
      organizationId: null,
      response: respond(200, "text/plain", ""),
    })
    expect(latest(log)?.requestBody).toEqual({})
  })
})

describe("the log", () => {
  it("holds the latest exchanges, newest first", () => {
    const log = makeRequestLog(() => 0)
    for (let index = 0; index < REQUESTS_MAX + 5; index++) record(log, {}, String(index))
    const idsOf = (page: number, limit: number) =>
      log.list({ page, limit }).items.map(({ requestId }) => requestId)
    expect(log.list({ page: 1, limit: 1 }).totalItems).toBe(REQUESTS_MAX)
    expect(idsOf(1, 3)).toEqual(["1004", "1003", "1002"])
    expect(idsOf(REQUESTS_MAX, 1)).toEqual(["5"])
  })
})
