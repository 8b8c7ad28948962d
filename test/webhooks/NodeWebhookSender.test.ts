// The sender against real sockets on this machine: what arrives there, and what receivers that misbehave can make it do.
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { once } from "node:events"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterEach, describe, expect, it } from "vitest"
import { ATTEMPT_MILLIS_MAX } from "../../src/core/webhook/WebhookDelivery.ts"
import { URL_LENGTH_MAX } from "../../src/core/webhook/WebhookEndpoint.ts"
import type { WebhookRequest } from "../../src/index.ts"
import {
  makeNodeWebhookSender,
  publicReceivers,
  type ReceiverPolicy,
  type ResolvedAddress,
} from "../../src/webhooks/index.ts"
import { makeWallClock } from "../support/wallClock.ts"

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A receiver on a free port of this machine. */
const receiver = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  closing.push(() => void server.close().closeAllConnections())
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** Something on a free port that speaks no HTTP. */
const socket = async (onConnection: (socket: Socket) => void): Promise<number> => {
  const open = new Set<Socket>()
  const server = createSocketServer((connection) => {
    open.add(connection.on("error", () => undefined))
    onConnection(connection)
  }).listen(0, "127.0.0.1")
  closing.push(() => {
    server.close()
    for (const connection of open) connection.destroy()
  })
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

const anywhere: ReceiverPolicy = { allowsUrl: () => true, allowsAddress: () => true }
const here: ReceiverPolicy = { ...anywhere, allowsAddress: (address) => address === "127.0.0.1" }

/** A resolver that gives one answer after the other, and the hosts that it was asked for. */
const resolver = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  const asked: Array<string> = []
  const resolve = async (host: string): Promise<ReadonlyArray<ResolvedAddress>> => {
    const answer = answers[asked.push(host) - 1] ?? []
    return answer.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))
  }
  return { asked, resolve }
}

const requestTo = (url: string): WebhookRequest => ({
  deliveryId: "delivery-1",
  url,
  headers: { "content-type": "application/json", "webhook-id": "event-1" },
  body: '{"name":"São Paulo"}',
  timeoutMillis: ATTEMPT_MILLIS_MAX,
})

const sending = (url: string, options: Partial<Parameters<typeof makeNodeWebhookSender>[0]> = {}) =>
  makeNodeWebhookSender({ policy: here, ...options }).send(requestTo(url))
const send = (...args: Parameters<typeof sending>) => Effect.runPromise(sending(...args))

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  request.setEncoding("utf8")
  let body = ""
  for await (const chunk of request) body += chunk
  return body
}

describe("a name server that is slow", () => {
  it("is asked once for a host at a time, and for two hosts at most", async () => {
    const asked: Array<string> = []
    const waiting: Array<() => void> = []
    const resolve = (host: string): Promise<ReadonlyArray<ResolvedAddress>> => {
      asked.push(host)
      return new Promise((done) => waiting.push(() => done([])))
    }
    const { send } = makeNodeWebhookSender({ policy: here, resolve })
    const urls = ["a", "a", "a", "b", "c", "d"].map((host) => `http://${host}.example/`)
    const answers = Promise.all(urls.map((url) => Effect.runPromise(send(requestTo(url)))))
    const ended: Array<number> = []
    for (let left = 4; left > 0; left -= ended.at(-1) ?? 0) {
      while (waiting.length === 0) await new Promise(setImmediate)
      ended.push(waiting.length)
      for (const end of waiting.splice(0)) end()
    }
    expect(ended).toEqual([2, 2])
    expect(asked).toEqual(["a.example", "b.example", "c.example", "d.example"])
    for (const { failure } of await answers) expect(failure).toBe("NOT_RESOLVED")
  })
})

describe("a name that is looked for without end", () => {
  /** A sender whose look-ups go on until the test ends them, in a time that the test moves. */
  const looking = () => {
    const asked: Array<string> = []
    const ends = new Map<string, () => void>()
    const resolve = (host: string): Promise<ReadonlyArray<ResolvedAddress>> => {
      asked.push(host)
      return new Promise((done) => ends.set(host, () => done([])))
    }
    const wall = makeWallClock()
    const { send } = makeNodeWebhookSender({ policy: here, resolve })
    const failures: Record<string, string | null> = {}
    const turns = async () => {
      for (let count = 0; count < 20; count++) await new Promise(setImmediate)
    }
    return {
      asked,
      failures,
      ask: async (...hosts: ReadonlyArray<string>) => {
        for (const host of hosts) {
          const sent = Effect.provideService(send(requestTo(`http://${host}/`)), Clock.Clock, wall.clock)
          void Effect.runPromise(sent).then(({ failure }) => {
            failures[host] = failure
          })
        }
        await turns()
      },
      end: async (host: string) => {
        ends.get(host)?.()
        await turns()
      },
      pass: async (millis: number) => {
        wall.advance(millis)
        await turns()
      },
    }
  }

  it("leaves its place to others after five seconds", async () => {
    const { asked, failures, ask, end, pass } = looking()
    await ask("a", "b", "c", "d")
    await pass(4_999)
    expect(asked).toEqual(["a", "b"])
    await pass(1)
    expect(asked).toEqual(["a", "b", "c", "d"])
    await end("c")
    await end("a")
    expect(failures).toEqual({ a: "NOT_RESOLVED", c: "NOT_RESOLVED" })
  })

  it("is one of four at most: then no other one is begun until one of them ends", async () => {
    const { asked, failures, ask, end, pass } = looking()
    await ask("a", "b", "c", "d", "e")
    await pass(5_000)
    expect(failures).toEqual({})
    await pass(5_000)
    expect([asked.length, failures]).toEqual([4, { e: "NOT_RESOLVED" }])
    await ask("f")
    expect([asked.length, failures]).toEqual([4, { e: "NOT_RESOLVED", f: "NOT_RESOLVED" }])
    await end("a")
    await ask("e")
    expect(asked).toEqual(["a", "b", "c", "d", "e"])
  })

  it("is waited for by all that is sent to it, each for its own time", async () => {
    const { asked, failures, ask, end, pass } = looking()
    await ask("a")
    await pass(ATTEMPT_MILLIS_MAX)
    expect(failures).toEqual({ a: "TIMEOUT" })
    await ask("a")
    await end("a")
    expect([asked, failures]).toEqual([["a"], { a: "NOT_RESOLVED" }])
    await ask("a")
    expect(asked).toEqual(["a", "a"])
  })
})

describe("an attempt", () => {
  it("posts the body with its headers, and tells the status", async () => {
    let seen: object = {}
    const port = await receiver(async (request, response) => {
      const { method, url, headers } = request
      seen = { method, url, headers, body: await bodyOf(request) }
      response.writeHead(201).end("thanks")
    })
    const answer = await send(`http://127.0.0.1:${port}/hooks?a=b`)
    expect(answer).toEqual({ status: 201, failure: null, durationMillis: expect.any(Number) })
    expect(seen).toEqual({
      method: "POST",
      url: "/hooks?a=b",
      headers: {
        host: `127.0.0.1:${port}`,
        connection: "close",
        "content-type": "application/json",
        "content-length": "21",
        "user-agent": "studio-billing",
        "webhook-id": "event-1",
      },
      body: '{"name":"São Paulo"}',
    })
  })

  it("resolves the host once, and connects to an address that was looked at", async () => {
    let host: string | undefined
    const port = await receiver((request, response) => {
      host = request.headers.host
      response.writeHead(204).end()
    })
    // The second answer of a name server that rebinds leads nowhere; nobody asks for it.
    const { asked, resolve } = resolver(["10.0.0.1", "127.0.0.1"], ["10.0.0.1"])
    expect(await send(`http://receiver.example:${port}/`, { resolve })).toMatchObject({ status: 204 })
    expect(asked).toEqual(["receiver.example"])
    expect(host).toBe(`receiver.example:${port}`)
  })

  it("follows no redirect", async () => {
    const paths: Array<string | undefined> = []
    const port = await receiver((request, response) => {
      paths.push(request.url)
      response.writeHead(307, { location: "/elsewhere" }).end()
    })
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 307, failure: null })
    expect(paths).toEqual(["/"])
  })

  it("tells a TLS receiver the name of its host, not the address", async () => {
    const hello = Promise.withResolvers<string>()
    const port = await socket((connection) =>
      connection.once("data", (bytes) => {
        hello.resolve(bytes.toString("latin1"))
        connection.destroy()
      }),
    )
    const { resolve } = resolver(["127.0.0.1"])
    const answer = await send(`https://receiver.example:${port}/`, { resolve })
    expect(answer).toMatchObject({ status: null, failure: "CONNECTION_FAILED" })
    expect(await hello.promise).toContain("receiver.example")
  })
})

describe("an attempt fails", () => {
  it("without a connection where the URL is not allowed", async () => {
    const { asked, resolve } = resolver(["127.0.0.1"])
    const options = { resolve, policy: publicReceivers }
    expect(await send("http://receiver.example/", options)).toMatchObject({ failure: "URL_NOT_ALLOWED" })
    expect(await send("nonsense", options)).toMatchObject({ failure: "URL_NOT_ALLOWED" })
    expect(await send(`https://receiver.example/${"x".repeat(3000)}`, options)).toMatchObject({
      failure: "URL_NOT_ALLOWED",
    })
    expect(asked).toEqual([])
  })

  it.each([
    ["loopback", "127.0.0.1"],
    ["a private network", "192.168.1.1"],
    ["the metadata of a cloud", "169.254.169.254"],
    ["loopback of IPv6", "::1"],
    ["a mapped address", "::ffff:127.0.0.1"],
  ])("without a connection where the name leads to %s", async (_, address) => {
    let connections = 0
    const port = await socket(() => {
      connections += 1
    })
    const { resolve } = resolver([address])
    const url = `https://receiver.example:${port}/`
    expect(await send(url, { resolve, policy: publicReceivers })).toEqual({
      status: null,
      failure: "ADDRESS_NOT_ALLOWED",
      durationMillis: expect.any(Number),
    })
    expect(connections).toBe(0)
  })

  it("where the host has no address", async () => {
    const { resolve } = resolver([])
    expect(await send("http://receiver.example/", { resolve })).toMatchObject({ failure: "NOT_RESOLVED" })
    const failing = { resolve: () => Promise.reject(new Error("ENOTFOUND")) }
    expect(await send("http://receiver.example/", failing)).toMatchObject({ failure: "NOT_RESOLVED" })
  })

  it("where nobody listens", async () => {
    const port = await receiver(() => undefined)
    for (const close of closing.splice(0)) close()
    const answer = await send(`http://127.0.0.1:${port}/`)
    expect(answer).toMatchObject({ status: null, failure: "CONNECTION_FAILED" })
  })

  it.each<readonly [string, (connection: Socket) => void]>([
    ["hangs up", (connection) => connection.destroy()],
    [
      "answers something else",
      (connection) => connection.once("data", () => connection.end("SSH-2.0-x\r\n\r\n")),
    ],
    [
      "switches the protocol",
      (connection) =>
        connection.once("data", () =>
          connection.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
        ),
    ],
  ])("where the receiver %s", async (_, behave) => {
    const port = await socket(behave)
    const answer = await send(`http://127.0.0.1:${port}/`)
    expect(answer).toMatchObject({ status: null, failure: "CONNECTION_FAILED" })
  })
})

describe("the time of an attempt", () => {
  const timed = (url: string, options: Partial<Parameters<typeof makeNodeWebhookSender>[0]> = {}) => {
    const wall = makeWallClock()
    const fiber = Effect.runFork(Effect.provideService(sending(url, options), Clock.Clock, wall.clock))
    return { wall, answer: Effect.runPromise(Fiber.join(fiber)), fiber }
  }

  it("is over after fifteen seconds without an answer, and the connection is closed", async () => {
    const arrived = Promise.withResolvers<IncomingMessage>()
    const port = await receiver((request) => arrived.resolve(request))
    const { wall, answer } = timed(`http://127.0.0.1:${port}/`)
    const closed = once((await arrived.promise).socket, "close")
    wall.advance(ATTEMPT_MILLIS_MAX)
    expect(await answer).toEqual({ status: null, failure: "TIMEOUT", durationMillis: 15_000 })
    await closed
  })

  it("includes the time that the name takes", async () => {
    const asked = Promise.withResolvers<void>()
    const resolve = () => {
      asked.resolve()
      return new Promise<never>(() => undefined)
    }
    const { wall, answer } = timed("http://receiver.example/", { resolve })
    await asked.promise
    wall.advance(ATTEMPT_MILLIS_MAX)
    expect(await answer).toMatchObject({ failure: "TIMEOUT" })
  })

  it("is not used up by an answer that does not end: it is cut off", async () => {
    const closed = Promise.withResolvers<void>()
    const port = await receiver((request, response) => {
      request.socket.on("close", () => closed.resolve())
      response.writeHead(200)
      const write = (): void => {
        if (!response.destroyed) response.write("x".repeat(1024), () => setImmediate(write))
      }
      write()
    })
    const { answer } = timed(`http://127.0.0.1:${port}/`)
    expect(await answer).toEqual({ status: 200, failure: null, durationMillis: 0 })
    await closed.promise
  })

  it("ends an answer that began in time and does not end", async () => {
    const seen = Promise.withResolvers<unknown>()
    subscribe("http.client.response.finish", seen.resolve)
    closing.push(() => void unsubscribe("http.client.response.finish", seen.resolve))
    const port = await receiver((_, response) => {
      response.writeHead(200)
      response.write("a little")
    })
    const { wall, answer } = timed(`http://127.0.0.1:${port}/`)
    await seen.promise
    wall.advance(ATTEMPT_MILLIS_MAX)
    expect(await answer).toMatchObject({ status: 200, failure: null })
  })

  it("ends when nobody wants to know any more", async () => {
    const arrived = Promise.withResolvers<IncomingMessage>()
    const port = await receiver((request) => arrived.resolve(request))
    const { fiber, answer } = timed(`http://127.0.0.1:${port}/`)
    const closed = once((await arrived.promise).socket, "close")
    answer.catch(() => undefined)
    await Effect.runPromise(Fiber.interrupt(fiber))
    await closed
  })
})

describe("a URL is accepted", () => {
  it.each([
    ["https://receiver.example/", true],
    ["https://127.0.0.1/", false],
    ["receiver.example", false],
    [`https://receiver.example/${"x".repeat(URL_LENGTH_MAX - 25)}`, true],
    [`https://receiver.example/${"x".repeat(URL_LENGTH_MAX - 24)}`, false],
  ])("by the policy and by its length: %s", (url, accepted) => {
    expect(makeNodeWebhookSender({ policy: publicReceivers }).accepts(url)).toBe(accepted)
  })
})
