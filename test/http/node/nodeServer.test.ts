import { once } from "node:events"
import { connect, type Socket } from "node:net"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { ApiError } from "../../../src/api/index.ts"
import { ClientLeft } from "../../../src/http/ClientLeft.ts"
import { contractRoutes } from "../../../src/http/contractRoutes.ts"
import { makeDispatcher } from "../../../src/http/dispatcher.ts"
import {
  type BodyStream,
  type Route,
  readJson,
  respondJson,
  respondPieces,
  respondStream,
} from "../../../src/http/exchange.ts"
import { listen, type NodeServer, STOP_MILLIS_MAX } from "../../../src/http/node/nodeServer.ts"
import { LINGER_BYTES_MAX } from "../../../src/http/node/requestListener.ts"
import { invoiceId, organizationId, paidInvoice } from "../../api/records.ts"
import { answerOnce, authenticate, fakeHandlers } from "../fakes.ts"

const pay = `/studio/organizations/${organizationId}/invoices/${invoiceId}/pay`

let calls: Array<object>
let arrived: PromiseWithResolvers<void>
let run: Effect.Effect<unknown, ApiError>
let defects: Array<unknown>
let server: NodeServer
let stopped: boolean
let pieces: () => Iterable<string>
let stream: BodyStream
let readLate: PromiseWithResolvers<unknown>
let toldLate: PromiseWithResolvers<void>

beforeEach(async () => {
  calls = []
  arrived = Promise.withResolvers()
  readLate = Promise.withResolvers()
  toldLate = Promise.withResolvers()
  defects = []
  run = Effect.succeed(paidInvoice)
  stopped = false
  const handlers = fakeHandlers((_, request) => {
    calls.push(request)
    arrived.resolve()
    return run
  })
  const slow: Route = {
    method: "POST",
    path: "/slow",
    handle: () => Effect.as(run, respondJson(200, {})),
  }
  const inPieces: Route = {
    method: "GET",
    path: "/pieces",
    handle: () => Effect.sync(() => respondPieces(200, "text/plain", pieces())),
  }
  const streamed: Route = {
    method: "GET",
    path: "/stream",
    handle: () => Effect.as(run, respondStream(200, "text/plain", stream)),
  }
  const late: Route = {
    method: "POST",
    path: "/late",
    handle: (request) =>
      run.pipe(
        Effect.andThen(readJson(request)),
        Effect.onExit((exit) => Effect.sync(() => readLate.resolve(exit))),
        Effect.ignore,
        Effect.andThen(Effect.flatten(ClientLeft)),
        Effect.tap(() => Effect.sync(() => toldLate.resolve())),
        Effect.as(respondJson(200, {})),
      ),
  }
  const dispatcher = makeDispatcher({
    routes: [...contractRoutes({ handlers, authenticate, answerOnce }), slow, inPieces, streamed, late],
    onDefect: (defect) => defects.push(defect),
  })
  server = await listen({ dispatcher, host: "127.0.0.1", port: 0 })
})

afterEach(async () => {
  expect(defects).toEqual([])
  if (!stopped) await stop()
})

const stop = (): Promise<void> => {
  stopped = true
  return server.stop()
}

const open = async (): Promise<Socket> => {
  const socket = connect(server.port, server.host)
  socket.on("error", () => undefined).resume()
  await once(socket, "connect")
  return socket
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.closed ? resolve() : socket.once("close", () => resolve())))

/** Reads answers until there are as many, or until the server closes. */
const read = async (socket: Socket, answers = Number.POSITIVE_INFINITY): Promise<ReadonlyArray<string>> => {
  let text = ""
  const split = () => text.split(/(?=HTTP\/1\.1 )/).filter((answer) => /\r\n\r\n(?:\{.*\}|)$/s.test(answer))
  socket.on("data", (chunk) => {
    text += chunk
    if (split().length >= answers) socket.emit("enough")
  })
  socket.resume()
  await Promise.race([new Promise((resolve) => socket.once("enough", resolve)), closed(socket)])
  return split()
}

const exchange = async (...parts: ReadonlyArray<string>): Promise<string> => {
  const socket = await open()
  const answer = read(socket, 1)
  for (const part of parts) socket.write(part)
  const [first = ""] = await answer
  socket.destroy()
  return first
}

const post = (headers: string, body = "", path = pay): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer everything\r\n${headers}\r\n\r\n${body}`
const posted = (body: string): string =>
  post(`Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`, body)
const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`

describe("bad input on a socket", () => {
  const big = 64 * 1024 + 1

  it.each([
    ["invalid JSON", [posted("{")], 400, "validation_error"],
    ["wrong types", [posted('{"expectedPayableAmount":"1"}')], 400, "validation_error"],
    ["a body over the bound", [posted(`"${"x".repeat(big)}"`)], 413, "payload_too_large"],
    [
      "a body over the bound that never comes",
      [post(`Content-Type: application/json\r\nContent-Length: ${big}`)],
      413,
      "payload_too_large",
    ],
    [
      "a chunked body over the bound",
      [post("Content-Type: application/json\r\nTransfer-Encoding: chunked"), chunk(60_000), chunk(60_000)],
      413,
      "payload_too_large",
    ],
    ["a text", [post("Content-Type: text/plain\r\nContent-Length: 2", "{}")], 415, "unsupported_media_type"],
    ["an unknown path", ["GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"], 404, "route.not_found"],
    ["another method", [`PATCH ${pay} HTTP/1.1\r\nHost: x\r\n\r\n`], 405, "method_not_allowed"],
    ["an unknown method", [`BREW ${pay} HTTP/1.1\r\nHost: x\r\n\r\n`], 400, "validation_error"],
    [
      "a broken encoding",
      [post("Content-Length: 0", "", pay.replace(invoiceId, "%E0%"))],
      400,
      "validation_error",
    ],
    ["no Host", ["GET /nothing HTTP/1.1\r\n\r\n"], 400, "validation_error"],
    [
      "an unknown expectation",
      ["GET /nothing HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\n\r\n"],
      404,
      "route.not_found",
    ],
    ["a tunnel", ["CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n"], 400, "validation_error"],
    [
      "a chunk without a size",
      [post("Content-Type: application/json\r\nTransfer-Encoding: chunked"), "zz\r\n{}\r\n"],
      400,
      "validation_error",
    ],
    ["no HTTP", ["\u0016\u0003\u0001\u0002\r\n\r\n"], 400, "validation_error"],
    ["a header without end", [`GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}`], 400, "validation_error"],
    [
      "an upgrade",
      ["GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
      404,
      "route.not_found",
    ],
  ])("%s", async (_, parts, status, code) => {
    const answer = await exchange(...parts)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/i)
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ statusCode: status, code })
    expect(calls).toEqual([])
    expect(await exchange(posted("{}"))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it("a flood is answered, and then cut off", async () => {
    const socket = await open()
    const answers = read(socket)
    socket.write(post("Content-Type: application/json\r\nTransfer-Encoding: chunked"))
    const flood = chunk(64 * 1024)
    for (let chunks = 0; !socket.destroyed; chunks += 1) {
      expect(chunks).toBeLessThan(1000)
      if (socket.write(flood)) continue
      await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed(socket)])
    }
    expect(await answers).toMatchObject([expect.stringMatching(/^HTTP\/1\.1 413 .*connection: close/is)])
  })

  it("the rest of a body over the bound is read before the connection is closed", async () => {
    const length = LINGER_BYTES_MAX - 1024
    const socket = await open()
    const answer = read(socket, 1)
    // The time that is given to the rest does not pass.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    socket.write(post(`Content-Type: application/json\r\nContent-Length: ${length}`))
    expect(await answer).toMatchObject([expect.stringMatching(/^HTTP\/1\.1 413 /)])
    await exchange(posted("{}"))
    expect(socket.readableEnded).toBe(false)
    socket.write("x".repeat(length))
    await closed(socket)
    vi.useRealTimers()
  })

  it("an answer that nobody waits for any more harms nobody", async () => {
    const gate = Deferred.makeUnsafe<void>()
    run = Effect.andThen(Effect.sync(arrived.resolve), Deferred.await(gate))
    const socket = await open()
    socket.write(post(`Content-Type: application/json\r\nContent-Length: ${big}`, "", "/slow"))
    await arrived.promise
    const gone = closed(socket)
    socket.destroy()
    await gone
    await exchange("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
    Effect.runSync(Deferred.succeed(gate, undefined))
    expect(await exchange("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")).toMatch(/^HTTP\/1\.1 404 /)
  })

  it("a body that breaks off reaches no handler", async () => {
    const socket = await open()
    socket.end(post("Content-Type: application/json\r\nContent-Length: 40", '{"expectedPayableAmount":1}'))
    await closed(socket)
    expect(calls).toEqual([])
  })
})

describe("a request that cannot be read", () => {
  it.each([
    [
      "a target that is too long",
      `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      /at most 16384 bytes/,
    ],
    [
      "a header that is too long",
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`,
      /at most 16384 bytes/,
    ],
    ["nonsense", "nonsense\r\n\r\n", /Expected an HTTP request/],
  ])("is told why: %s", async (_, text, why) => {
    const answer = await exchange(text)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toMatch(why)
  })
})

describe("nonsense after a request", () => {
  it("waits until the request is answered: a payment never looks refused", async () => {
    const gate = Deferred.makeUnsafe<void>()
    run = Effect.as(Deferred.await(gate), paidInvoice)
    const socket = await open()
    const answers = read(socket)
    socket.write(`${posted("{}")}nonsense\r\n\r\n`)
    await arrived.promise
    Effect.runSync(Deferred.succeed(gate, undefined))
    expect((await answers).map((answer) => answer.slice(9, 12))).toEqual(["200", "400"])
  })

  it("waits for every request before it, and takes the place of one that it cuts short", async () => {
    const gate = Deferred.makeUnsafe<void>()
    run = Effect.as(Deferred.await(gate), paidInvoice)
    const socket = await open()
    const answers = read(socket)
    socket.write(posted("{}"))
    socket.write(post("Content-Type: application/json\r\nTransfer-Encoding: chunked", "zz\r\n"))
    await arrived.promise
    Effect.runSync(Deferred.succeed(gate, undefined))
    expect((await answers).map((answer) => answer.slice(9, 12))).toEqual(["200", "400"])
    expect(calls).toHaveLength(1)
  })

  it("is not answered in the middle of an answer", async () => {
    const socket = await open()
    const answers = read(socket)
    socket.write(post("Content-Type: application/json\r\nTransfer-Encoding: chunked", "", "/nothing"))
    await once(socket, "data")
    socket.write("zz\r\n")
    expect((await answers).map((answer) => answer.slice(9, 12))).toEqual(["404"])
  })

  it("does not keep the connection of a client that never closes its end", async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length
    const others = sockets()
    const socket = connect({ port: server.port, host: server.host, allowHalfOpen: true })
    socket.on("error", () => undefined).resume()
    await once(socket, "connect")
    socket.write("nonsense\r\n\r\n")
    await once(socket, "end")
    // Both ends are of this process; this one stays open.
    while (sockets() > others + 1) await new Promise(setImmediate)
    expect(socket.destroyed).toBe(false)
    socket.destroy()
  })
})

describe("a call that reads its body late", () => {
  it("learns that its client has left, and ends", async () => {
    const gate = Deferred.makeUnsafe<void>()
    run = Effect.andThen(Effect.sync(arrived.resolve), Deferred.await(gate))
    const socket = await open()
    socket.write(post("Content-Type: application/json\r\nContent-Length: 40", "{", "/late"))
    await arrived.promise
    socket.destroy()
    await closed(socket)
    await exchange("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
    Effect.runSync(Deferred.succeed(gate, undefined))
    expect(await readLate.promise).toMatchObject(
      Exit.fail({ errors: [{ message: "Expected a complete body" }] }),
    )
    await toldLate.promise
  })
})

describe("connections", () => {
  it("answer one request after the other, also after refusals", async () => {
    const socket = await open()
    const answers = read(socket, 4)
    socket.write(posted("{").replace("everything", "wrong") + posted("{") + posted("{}") + posted("{}"))
    expect((await answers).map((answer) => answer.slice(9, 12))).toEqual(["401", "400", "200", "200"])
    expect((await answers).join("")).toMatch(/content-length: \d+\r\n/)
    expect((await answers).join("")).not.toMatch(/connection: close|transfer-encoding/i)
    socket.destroy()
  })

  it("a client that hangs up does not stop its payment", async () => {
    const gate = Deferred.makeUnsafe<void>()
    const finished = Promise.withResolvers<void>()
    run = Deferred.await(gate).pipe(
      Effect.tap(() => Effect.sync(finished.resolve)),
      Effect.as(paidInvoice),
    )
    const socket = await open()
    socket.write(posted("{}"))
    await arrived.promise
    socket.destroy()
    await closed(socket)
    Effect.runSync(Deferred.succeed(gate, undefined))
    await finished.promise
  })

  it("a taken port is refused", async () => {
    const taken = listen({ dispatcher: () => Effect.never, host: server.host, port: server.port })
    await expect(taken).rejects.toMatchObject({ code: "EADDRINUSE" })
  })
})

describe("stop", () => {
  it("finishes what is in flight, and takes nothing more", async () => {
    const gate = Deferred.makeUnsafe<void>()
    run = Effect.as(Deferred.await(gate), paidInvoice)
    const busy = await open()
    const [fresh, idle] = [await open(), await open()]
    idle.write("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
    await read(idle, 1)
    const answer = read(busy)
    const dropped = closed(idle)
    busy.write(posted("{}"))
    await arrived.promise
    const stopping = stop()
    // Whoever stops it again waits for the same end.
    expect(stop()).toBe(stopping)
    await dropped
    await expect(fetch(server.url)).rejects.toThrow()
    Effect.runSync(Deferred.succeed(gate, undefined))
    expect(await answer).toMatchObject([expect.stringMatching(/^HTTP\/1\.1 200 .*connection: close/is)])
    await stopping
    await closed(fresh)
  })

  it("waits for a payment whose client is gone", async () => {
    const gate = Deferred.makeUnsafe<void>()
    run = Effect.as(Deferred.await(gate), paidInvoice)
    const socket = await open()
    socket.write(posted("{}"))
    await arrived.promise
    socket.destroy()
    let done = false
    const stopping = stop().then(() => {
      done = true
    })
    await closed(socket)
    expect(done).toBe(false)
    Effect.runSync(Deferred.succeed(gate, undefined))
    await stopping
  })

  it("does not wait for ever", async () => {
    run = Effect.never
    const socket = await open()
    socket.write(posted("{}"))
    await arrived.promise
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const stopping = stop()
    vi.advanceTimersByTime(STOP_MILLIS_MAX)
    vi.useRealTimers()
    await stopping
    await closed(socket)
  })
})

describe("an answer in pieces", () => {
  const get = (path = "/pieces") => fetch(`${server.url}${path}`)

  it("arrives whole, without a length", async () => {
    pieces = () => ["one ", "two"]
    const response = await get()
    expect(response.headers.get("content-length")).toBeNull()
    expect(await response.text()).toBe("one two")
    const head = await fetch(`${server.url}/pieces`, { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
  })

  it("is made only as fast as it leaves", async () => {
    let made = 0
    pieces = function* () {
      for (; made < 1_000; made++) yield "x".repeat(64 * 1024)
    }
    const socket = await open()
    socket.pause().write("GET /pieces HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    await once(socket, "readable")
    // What fits into the buffers of both ends, and no more.
    expect(made).toBeLessThan(500)
    socket.resume()
    await closed(socket)
    expect(made).toBe(1_000)
  })

  it("is cut short where making it fails, and is no answer then", async () => {
    pieces = function* () {
      yield "x".repeat(64 * 1024)
      throw new Error("no more")
    }
    await expect(get().then((response) => response.text())).rejects.toThrow()
  })
})

/** A stream that says what it is given, and how often it was asked and left. */
const makeStream = (said: Iterable<string> = []) => {
  const waiting = [...said]
  const left = Promise.withResolvers<null>()
  const seen = { asked: 0, left: 0 }
  const next = async (): Promise<string | null> => {
    seen.asked += 1
    return waiting.shift() ?? left.promise
  }
  const leave = (): void => {
    seen.left += 1
    left.resolve(null)
  }
  stream = { next, leave }
  return { seen, left: left.promise }
}

describe("a stream", () => {
  const request = "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"

  it("arrives as it is said, and ends when it does", async () => {
    makeStream(["one ", "two"])
    const response = await fetch(`${server.url}/stream`)
    expect(response.headers.get("content-length")).toBeNull()
    const reader = response.body?.getReader()
    let text = ""
    while (text !== "one two") text += Buffer.from((await reader?.read())?.value ?? []).toString()
    stream.leave()
    expect((await reader?.read())?.done).toBe(true)
  })

  it("is left when its client leaves", async () => {
    const { left } = makeStream(["one"])
    const socket = await open()
    socket.write(request)
    await once(socket, "data")
    socket.destroy()
    expect(await left).toBeNull()
  })

  it("is left where its client has gone before it began", async () => {
    const { seen, left } = makeStream(["one"])
    const gate = Deferred.makeUnsafe<void>()
    const asked = Promise.withResolvers<void>()
    run = Effect.suspend(() => {
      asked.resolve()
      return Deferred.await(gate)
    })
    const socket = await open()
    socket.write(request)
    await asked.promise
    socket.destroy()
    await closed(socket)
    // The server has heard of it once it has answered somebody else.
    await exchange("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
    Deferred.doneUnsafe(gate, Effect.void)
    await left
    expect(seen.asked).toBe(0)
  })

  it("says no more than its client takes", async () => {
    const count = 1_000
    const { seen } = makeStream(Array.from({ length: count }, () => "x".repeat(64 * 1024)))
    const socket = await open()
    socket.pause().write(request)
    await once(socket, "readable")
    // What fits into the buffers of both ends, and no more.
    await exchange("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
    expect(seen.asked).toBeLessThan(500)
    socket.destroy()
    await closed(socket)
  })

  it.each([
    ["that reads", true],
    ["that does not", false],
  ])("to a client %s is not waited for by a stop", async (_, reads) => {
    const { seen } = makeStream(reads ? ["one"] : Array.from({ length: 1_000 }, () => "x".repeat(64 * 1024)))
    const socket = await open()
    let text = ""
    socket.on("data", (part) => {
      text += part
    })
    socket.write(request)
    await once(socket, "data")
    if (!reads) socket.pause()
    // A stop that waits would wait for this clock, which stands still.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    await stop()
    vi.useRealTimers()
    socket.resume()
    await closed(socket)
    expect(seen.left).toBeGreaterThan(0)
    // The end of a chunked body: nothing was cut off.
    expect(text.endsWith("\r\n0\r\n\r\n")).toBe(reads)
  })

  it("is not begun for HEAD, and left", async () => {
    const { seen } = makeStream(["one"])
    const response = await fetch(`${server.url}/stream`, { method: "HEAD" })
    expect([response.status, await response.text(), seen]).toEqual([200, "", { asked: 0, left: 1 }])
  })
})
