// A dispatcher as a `fetch`: bodies are read up to a bound, and one that breaks is refused as on a socket.
import * as Effect from "effect/Effect"
import { beforeEach, describe, expect, it } from "vitest"
import { ClientLeft } from "../../src/http/ClientLeft.ts"
import { makeDispatcher } from "../../src/http/dispatcher.ts"
import { BODY_BYTES_MAX, type Route, readJson, respond } from "../../src/http/exchange.ts"
import { makeFetch } from "../../src/http/makeFetch.ts"

const PIECE = 1024

let defects: Array<unknown>
beforeEach(() => {
  defects = []
})

/** Answers a body as it came. */
const echo: Route = {
  method: "POST",
  path: "/echo",
  handle: ({ body }) =>
    Effect.map(body?.(BODY_BYTES_MAX) ?? Effect.succeed(new Uint8Array()), (bytes) =>
      respond(200, "application/octet-stream", bytes),
    ),
}

/** Says what the JSON of a body is. */
const asJson: Route = {
  method: "POST",
  path: "/json",
  handle: (request) =>
    Effect.map(readJson(request), (body) => respond(200, "text/plain", body === undefined ? "none" : "some")),
}

const dispatcherOf = (route: Route) =>
  makeDispatcher({ routes: [route], onDefect: (defect) => defects.push(defect) })

const post = (
  body: RequestInit["body"],
  more: RequestInit = {},
  dispatcher = dispatcherOf(echo),
): Promise<Response> => {
  const init = { method: "POST", body, duplex: "half", ...more } as RequestInit
  return makeFetch(dispatcher, "http://localhost")("/echo", init)
}

/** A body of so many pieces, and how many of them were asked for. */
const makeBody = (pieces: number, last: "ends" | "breaks" = "ends") => {
  const seen = { pieces: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (seen.pieces < pieces) {
          seen.pieces += 1
          controller.enqueue(new Uint8Array(PIECE).fill(seen.pieces))
        } else if (last === "ends") controller.close()
        else controller.error(new Error("the client has left"))
      },
      cancel: () => {
        seen.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

describe("a body (GAP-08)", () => {
  it("of just the bound is read whole, whatever pieces it comes in", async () => {
    const { body } = makeBody(BODY_BYTES_MAX / PIECE)
    const bytes = new Uint8Array(await (await post(body)).arrayBuffer())
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([BODY_BYTES_MAX, 1, BODY_BYTES_MAX / PIECE])
    const text = "x".repeat(BODY_BYTES_MAX)
    expect(await (await post(text)).text()).toBe(text)
  })

  it("over the bound is 413, and no more of it is read", async () => {
    const { body, seen } = makeBody(10_000)
    const response = await post(body)
    expect([response.status, await response.json()]).toMatchObject([413, { code: "payload_too_large" }])
    // What the platform asks for in advance is little.
    expect(seen.pieces).toBeLessThan(BODY_BYTES_MAX / PIECE + 10)
    expect(seen.cancelled).toBe(true)
  })

  it("over the bound by its length is 413 unread", async () => {
    const { body, seen } = makeBody(10_000)
    const response = await post(body, { headers: { "content-length": String(BODY_BYTES_MAX + 1) } })
    expect(response.status).toBe(413)
    expect(seen.pieces).toBeLessThan(10)
    expect(seen.cancelled).toBe(true)
  })

  it.each<readonly [string, RequestInit["body"], RequestInit]>([
    ["text", "", {}],
    ["bytes", new Uint8Array(), {}],
    ["a buffer", new ArrayBuffer(0), {}],
    ["a blob", new Blob([]), {}],
    ["a form", new URLSearchParams(), {}],
    ["a stream whose length is known", new Blob([]).stream(), { headers: { "content-length": "0" } }],
    ["a stream, as frameworks give one for every POST", new Blob([]).stream(), {}],
  ])("of no bytes is none, whatever type the platform gives it: %s", async (_, body, more) => {
    const init = { method: "POST", body, duplex: "half", ...more } as RequestInit
    const fetch = makeFetch(dispatcherOf(asJson), "http://localhost")
    for (const response of [
      await fetch("/json", init),
      await fetch(
        new Request(
          "http://localhost/json",
          body instanceof ReadableStream ? { ...init, body: new Blob([]).stream() } : init,
        ),
      ),
    ]) {
      expect([response.status, await response.text()]).toEqual([200, "none"])
    }
  })

  it("of some bytes that is no JSON is 415, and no more of it is read", async () => {
    const { body, seen } = makeBody(10_000)
    const init = { method: "POST", body, duplex: "half" } as RequestInit
    const response = await makeFetch(dispatcherOf(asJson), "http://localhost")("/json", init)
    expect([response.status, await response.json()]).toMatchObject([415, { code: "unsupported_media_type" }])
    expect(seen.pieces).toBeLessThan(10)
    expect(seen.cancelled).toBe(true)
  })

  it.each([0, 3])("that breaks after %i pieces is 400, as on a socket, and no defect", async (pieces) => {
    const response = await post(makeBody(pieces, "breaks").body)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: "validation_error", errors: [{ message: "Expected a complete body", path: "" }] },
    ])
    expect(defects).toEqual([])
  })

  it("of a client that leaves in the middle is let go of, and is no whole one", async () => {
    const client = new AbortController()
    const answered = Promise.withResolvers<unknown>()
    const body = new ReadableStream<Uint8Array>({ start: (source) => source.enqueue(new Uint8Array(PIECE)) })
    const watched: Route = {
      ...echo,
      handle: (request) =>
        Effect.tapError(echo.handle(request), (error) => Effect.sync(() => answered.resolve(error))),
    }
    const call = post(body, { signal: client.signal }, dispatcherOf(watched))
    client.abort()
    await expect(call).rejects.toThrow("aborted")
    expect(await answered.promise).toMatchObject({ errors: [{ message: "Expected a complete body" }] })
  })

  it("of a client that left before it was read is no whole one either, and the call is told", async () => {
    const client = new AbortController()
    const gate = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<unknown>()
    const body = new ReadableStream<Uint8Array>({ start: (source) => source.enqueue(new Uint8Array(PIECE)) })
    const late: Route = {
      ...echo,
      handle: (request) =>
        Effect.promise(() => gate.promise).pipe(
          Effect.andThen(echo.handle(request)),
          Effect.tapError((error) => Effect.map(Effect.flatten(ClientLeft), () => answered.resolve(error))),
        ),
    }
    const call = post(body, { signal: client.signal }, dispatcherOf(late))
    client.abort()
    await expect(call).rejects.toThrow("aborted")
    gate.resolve()
    expect(await answered.promise).toMatchObject({ errors: [{ message: "Expected a complete body" }] })
  })
})

describe("a request that is there already", () => {
  const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } }
  const fetch = makeFetch(dispatcherOf(asJson), "http://localhost")

  it.each([
    ["nothing", undefined],
    ["the context of a route", { params: {} }],
    ["the server of Bun", { url: "http://localhost/", port: 80 }],
  ])("may be a stand-in, of which the platform makes no other one, with %s beside it", async (_, beside) => {
    const standIn = new Proxy(new Request("http://localhost/json", init), {
      get: (request, name) => Reflect.get(request, name, request),
    })
    expect(() => new Request(standIn)).toThrow(TypeError)
    expect(await (await fetch(standIn, beside as RequestInit)).text()).toBe("some")
  })

  it("is changed by what is given beside it", async () => {
    const request = new Request("http://localhost/json", init)
    expect((await fetch(request, { headers: { "content-type": "text/plain" } })).status).toBe(415)
  })

  it("is refused where its body was read: it would pass for one without", async () => {
    const request = new Request("http://localhost/json", init)
    await fetch(request)
    const again = await fetch(request).then(({ status }) => `it is ${status}`, String)
    expect(again).toContain("its body was read already")
  })
})
