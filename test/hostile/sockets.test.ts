// Hostile connections: slow ones, many, ones that end in the middle, and bytes that are no HTTP. Whoever else calls is
// answered all the while, and memory does not grow.
import { execFile } from "node:child_process"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { promisify } from "node:util"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createSimulator } from "../../simulator/index.ts"
import { listen } from "../../src/http/node/nodeServer.ts"
import { servers } from "../support/hosts.ts"
import { runs } from "../support/runs.ts"
import { beginning, type Client, makeClient } from "../support/simulator.ts"

/** Something on a socket. */
interface Served {
  readonly url: string
  readonly close: () => Promise<void>
}

/** What listens, by its name. */
const listening: ReadonlyArray<readonly [string, () => Promise<Served>]> = [
  ["the simulator", () => createSimulator({ now: beginning, clock: "manual" })],
  ...servers.map(
    ([name, start]) =>
      [
        name,
        async () => {
          const { dispatcher } = start()
          const { url, stop } = await listen({ dispatcher, host: "127.0.0.1", port: 0 })
          return { url, close: stop }
        },
      ] as const,
  ),
]

describe.each(listening)("%s", (name, serve) => {
  let served: Served
  let client: Client
  let token: string
  let sockets: Array<Socket>

  beforeEach(async () => {
    served = await serve()
    client = makeClient(fetch, served.url)
    token = await client.token()
    sockets = []
  })

  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await served.close()
  })

  const open = async (): Promise<Socket> => {
    const socket = connect({
      port: Number(new URL(served.url).port),
      host: "127.0.0.1",
      allowHalfOpen: true,
    })
    sockets.push(socket)
    socket.on("error", () => undefined).setEncoding("latin1")
    await once(socket, "connect")
    return socket
  }

  /** Answers as they arrive, until there are as many or the server has ended. */
  const read = async (socket: Socket, answers: number): Promise<ReadonlyArray<string>> => {
    let text = ""
    const whole = () =>
      text.split(/(?=HTTP\/1\.1 \d)/).filter((answer) => /\r\n\r\n(?:\{.*\}|)$/s.test(answer))
    const done = new Promise<void>((resolve) => {
      socket.on("data", (chunk) => {
        text += chunk
        if (whole().length >= answers) resolve()
      })
      socket.once("end", resolve).once("close", () => resolve())
    })
    await done
    return whole()
  }

  const statusOf = (answer: string | undefined): string => answer?.slice(9, 12) ?? "none"

  /** Whether an answer is an error of the documented shape. */
  const isRefusal = (answer: string): boolean => {
    const [, body = ""] = answer.split("\r\n\r\n")
    const { statusCode, code, message, errors } = JSON.parse(body)
    return (
      String(statusCode) === statusOf(answer) &&
      typeof code === "string" &&
      typeof message === "string" &&
      Array.isArray(errors) &&
      /\r\nx-request-id: [0-9a-f-]{36}\r\n/i.test(answer)
    )
  }

  const isServing = async (): Promise<void> => {
    expect((await client.call("GET", "/studio/plans", { token })).status).toBe(200)
  }

  const post = (headers: string, body = "", path = "/studio/auth/otp"): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
  const otp = JSON.stringify({ email: "owner@example.com", context: "MAGIC_AUTH" })
  const codes = async (): Promise<number> =>
    (await client.call("GET", "/_simulator/otps")).json.meta.totalItems

  describe("slow clients", () => {
    it("are answered when they are done, and nobody waits for them", async () => {
      const slow = await Promise.all(Array.from({ length: 50 }, open))
      const answers = slow.map((socket) => read(socket, 1))
      for (const socket of slow) socket.write(post(`Content-Length: ${otp.length}`))
      for (const [index, byte] of [...otp].entries()) {
        for (const socket of slow) socket.write(byte)
        if (index % 10 === 0) await isServing()
      }
      const statuses = (await Promise.all(answers)).map(([answer]) => statusOf(answer))
      // An address has five codes at most.
      expect(statuses.sort()).toEqual([...Array(5).fill("201"), ...Array(45).fill("429")])
    })

    it("of a header keep nobody waiting either", async () => {
      const slow = await Promise.all(Array.from({ length: 50 }, open))
      for (const character of "GET /studio/plans HTTP/1.1\r\nHost: x\r\nX-Slow: ") {
        for (const socket of slow) socket.write(character)
      }
      await isServing()
    })
  })

  const answersTo = async (head: string): Promise<ReadonlyArray<string>> => {
    const socket = await open()
    const answers = read(socket, 1)
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    return answers
  }

  describe("the host of a request", () => {
    const health = "/health/live"

    it.each([
      ["two of them", `GET ${health} HTTP/1.1\r\nHost: localhost\r\nHost: localhost`],
      [
        "a second one after others",
        `GET ${health} HTTP/1.1\r\nHost: localhost\r\nX-A: 1\r\nhOST: evil.example`,
      ],
      ["two in HTTP/1.0", `GET ${health} HTTP/1.0\r\nHost: localhost\r\nHost: localhost`],
      ["none", `GET ${health} HTTP/1.1`],
      ["none but an absolute target", `GET http://localhost${health} HTTP/1.1`],
      ["an absolute target without one", `GET http://${health} HTTP/1.1\r\nHost: localhost`],
      ["an absolute target with a user", `GET http://a@localhost${health} HTTP/1.1\r\nHost: localhost`],
    ])("%s is 400", async (_, head) => {
      const answers = await answersTo(head)
      expect(answers.map(statusOf)).toEqual(["400"])
      expect(answers.filter(isRefusal)).toHaveLength(1)
    })
  })

  // What only the simulator has: the names that it answers by, and worlds.
  if (name === "the simulator")
    describe("the host of a request to the simulator", () => {
      it.each([
        ["http://localhost/_simulator/health", "evil.example", "200"],
        ["HTTP://LOCALHOST:80/_simulator/health", "evil.example", "200"],
        ["http://evil.example/_simulator/health", "localhost", "403"],
        ["http://localhost", "localhost", "200"],
        ["http://localhost?x=1", "localhost", "200"],
        ["http://localhost/w/one/_simulator/health", "localhost", "200"],
      ])("of %s is the target's, and not %s: %s", async (target, host, status) => {
        const answers = await answersTo(`GET ${target} HTTP/1.1\r\nHost: ${host}`)
        expect(answers.map(statusOf)).toEqual([status])
      })

      it.each(["/w/../studio/plans", "/w/./studio/plans", "/w/..", "/w/%2e%2e/studio/plans"])(
        "%s names no world",
        async (target) => {
          const answers = await answersTo(`GET ${target} HTTP/1.1\r\nHost: localhost`)
          expect(answers.map(statusOf)).toEqual(["400"])
        },
      )
    })

  describe("clients that break off", () => {
    it("in the middle of a body have done nothing", async () => {
      await Promise.all(
        Array.from({ length: 200 }, async (_, index) => {
          const socket = await open()
          socket.write(post(`Content-Length: ${otp.length}`, otp.slice(0, index % otp.length)))
          if (index % 2 === 0) socket.destroy()
          else {
            const answer = read(socket, 1)
            socket.end()
            expect((await answer).map((text) => [statusOf(text), isRefusal(text)])).toEqual([["400", true]])
          }
        }),
      )
      await isServing()
      expect(await codes()).toBe(0)
    })

    it("after their request are still answered, when they only ended their side", async () => {
      const socket = await open()
      const answer = read(socket, 1)
      socket.end(post(`Content-Length: ${otp.length}`, otp))
      expect((await answer).map(statusOf)).toEqual(["201"])
    })
  })

  describe("many", () => {
    it("idle connections, a thousand of them, keep nobody out", async () => {
      const idle = await Promise.all(Array.from({ length: 1_000 }, open))
      for (const socket of idle.slice(0, 500)) socket.write("GET /studio/plans HTTP/1.1\r\n")
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client.call("GET", "/studio/plans", { token })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      for (const socket of idle.slice(0, 500)) socket.write("Host: x\r\n\r\n")
      const late = await Promise.all(idle.slice(0, 500).map((socket) => read(socket, 1)))
      expect(new Set(late.map(([answer]) => statusOf(answer)))).toEqual(new Set(["401"]))
    })

    it("requests on one connection are answered one after the other, good and bad", async () => {
      const socket = await open()
      const kinds = [
        [`GET /studio/plans HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`, "200"],
        ["GET /studio/plans HTTP/1.1\r\nHost: x\r\n\r\n", "401"],
        ["GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n", "404"],
        ["DELETE /studio/plans HTTP/1.1\r\nHost: x\r\n\r\n", "405"],
        [post("Content-Length: 1", "{"), "400"],
      ] as const
      const sent = Array.from({ length: 200 }, (_, index) => kinds[index % kinds.length] ?? kinds[0])
      const answers = read(socket, sent.length)
      socket.write(sent.map(([request]) => request).join(""))
      expect((await answers).map(statusOf)).toEqual(sent.map(([, status]) => status))
    })

    it.each([
      ["headers", `${Array.from({ length: 3_000 }, (_, index) => `X${index}: y`).join("\r\n")}\r\n`],
      ["bytes of headers", `X: ${"y".repeat(100_000)}\r\n`],
      ["bytes of a path", ""],
    ])("%s are refused", async (what, headers) => {
      const path = what.endsWith("path") ? `/studio/${"x".repeat(100_000)}` : "/studio/plans"
      const socket = await open()
      const answers = read(socket, 1)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
      const [answer = ""] = await answers
      expect([statusOf(answer), isRefusal(answer)]).toEqual(["400", true])
      await isServing()
    })
  })

  describe("bytes that are almost HTTP", () => {
    const whole = [
      post(`Content-Length: ${otp.length}`, otp),
      post("Transfer-Encoding: chunked", `${otp.length.toString(16)}\r\n${otp}\r\n0\r\n\r\n`),
      "GET /studio/plans?page=1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n",
    ]
    const pieces = [
      ...["\r\n", "\n", "\r", "\u0000", ":", " ", "\t", "HTTP/9.9", "Content-Length: 99\r\n", "\u00ff", "%"],
      ...[
        "Transfer-Encoding: chunked, chunked\r\n",
        "ffffffffffffffff\r\n",
        "-1\r\n",
        "Host: y\r\n",
        "Expect: x\r\n",
      ],
      ...[
        "Transfer-Encoding: gzip\r\n",
        "Upgrade: h2c\r\nConnection: upgrade\r\n",
        "CONNECT x:1 HTTP/1.1\r\n\r\n",
      ],
    ]
    const spoilt = fc
      .tuple(
        fc.constantFrom(...whole),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...pieces)), {
          minLength: 1,
          maxLength: 3,
        }),
        fc.boolean(),
      )
      .map(([text, insertions, isCut]) => {
        let result = text
        for (const [place, piece] of insertions) {
          const at = Math.floor(place * result.length)
          result = result.slice(0, at) + piece + result.slice(isCut ? at + piece.length : at)
        }
        return result
      })

    it("are answered in the documented shape, or the connection is closed", async () => {
      await fc.assert(
        fc.asyncProperty(spoilt, async (text) => {
          const socket = await open()
          const answers = read(socket, Number.POSITIVE_INFINITY)
          socket.end(Buffer.from(text, "latin1"))
          for (const answer of await answers) {
            if (!/^HTTP\/1\.1 (?:2|304|100)/.test(answer))
              expect([answer, isRefusal(answer)]).toEqual([answer, true])
            expect(statusOf(answer)).not.toBe("500")
          }
          socket.destroy()
        }),
        { numRuns: runs(300) },
      )
      await isServing()
    })
  })
})

describe("memory", () => {
  /** How many more bytes may be held after two more rounds; a round sends a thousand requests. */
  const GROWTH_MAX = 8 * 1024 * 1024

  it.each(["the simulator", ...servers.map(([name]) => name)])(
    "of %s does not grow with hostile requests, once the logs are full",
    async (name) => {
      const args = [
        "--expose-gc",
        "--import",
        "./test/support/ownName.ts",
        "test/hostile/memory.ts",
        "4",
        name,
      ]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      const [, warm = 0, ...later] = JSON.parse(stdout)
      expect(later).toHaveLength(2)
      expect(Math.min(...later) - warm).toBeLessThan(GROWTH_MAX)
    },
  )
})
