// An answer that cannot be written ends its own connection, and no other answer that leaves in the same turn.
import { once } from "node:events"
import { connect } from "node:net"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Dispatcher } from "../../../src/http/dispatcher.ts"
import {
  type BodyStream,
  type ResponseValue,
  respondJson,
  respondPieces,
  respondStream,
} from "../../../src/http/exchange.ts"
import { listen, type NodeServer } from "../../../src/http/node/nodeServer.ts"

let answers: Record<string, Effect.Effect<ResponseValue>>
let server: NodeServer

beforeEach(async () => {
  answers = {}
  const dispatcher: Dispatcher = ({ url }) => answers[url] ?? Effect.die(new Error(url))
  server = await listen({ dispatcher, host: "127.0.0.1", port: 0 })
})

afterEach(() => server.stop())

const statusOf = (path: string): Promise<number | string> =>
  fetch(`${server.url}${path}`).then(
    ({ status }) => status,
    () => "closed",
  )

/** What comes of calls whose answers leave in one turn, in the order of the calls. */
const together = async (...paths: ReadonlyArray<string>) => {
  const gate = Deferred.makeUnsafe<void>()
  const statuses: Array<Promise<number | string>> = []
  for (const path of paths) {
    const given = answers[path] as Effect.Effect<ResponseValue>
    const asked = Promise.withResolvers<void>()
    answers[path] = Effect.sync(asked.resolve).pipe(
      Effect.andThen(Deferred.await(gate)),
      Effect.andThen(given),
    )
    statuses.push(statusOf(path))
    await asked.promise
  }
  Deferred.doneUnsafe(gate, Effect.void)
  return Promise.all(statuses)
}

const unwritable: ReadonlyArray<[string, ResponseValue["headers"], number]> = [
  ["a header of two lines", { "x-request-id": "a\r\nb: c" }, 200],
  ["a header without a value", { "x-request-id": undefined as unknown as string }, 200],
  ["a header without a name", { "": "a" }, 200],
  ["a status that there is not", {}, 2_000],
]

it.each(unwritable)("%s takes no other answer along", async (_, headers, status) => {
  answers["/bad"] = Effect.succeed({ status, headers, body: null })
  answers["/good"] = Effect.succeed(respondJson(200, {}))
  expect(await together("/bad", "/good")).toEqual(["closed", 200])
  expect(await statusOf("/good")).toBe(200)
})

it("a stream whose head cannot be written is left", async () => {
  const left = vi.fn()
  const stream: BodyStream = { next: async () => null, leave: left }
  answers["/bad"] = Effect.sync(() => ({ ...respondStream(200, "text/plain", stream), status: 2_000 }))
  expect(await together("/bad")).toEqual(["closed"])
  expect(left).toHaveBeenCalled()
})

it("a stream that breaks is cut short, and nothing else is", async () => {
  const stream: BodyStream = { next: () => Promise.reject(new Error("broken")), leave: () => undefined }
  answers["/bad"] = Effect.sync(() => respondStream(200, "text/plain", stream))
  const cut = fetch(`${server.url}/bad`).then((response) => response.text())
  await expect(cut).rejects.toThrow()
})

describe("a client that leaves in the middle of its answer", () => {
  const much = "x".repeat(1 << 22)
  let asked: number
  beforeEach(() => {
    asked = 0
  })
  const endless = function* () {
    for (;;) yield much
  }
  /** What a stream says that does not hear that it was left; in the end it does. */
  const goesOn = async () => {
    asked += 1
    return asked < 1_000 ? much : null
  }
  const cases: ReadonlyArray<readonly [string, string, () => ResponseValue]> = [
    ["a body", "", () => ({ status: 200, headers: {}, body: much })],
    ["pieces", "", () => respondPieces(200, "text/plain", endless())],
    ["a stream", "", () => respondStream(200, "text/plain", { next: goesOn, leave: () => undefined })],
    [
      "a refusal of its own body",
      "Transfer-Encoding: chunked\r\n",
      () => ({ status: 413, headers: {}, body: much }),
    ],
  ]

  it.each(cases)("of %s ends its own connection alone", async (_, headers, answer) => {
    const faults: Array<unknown> = []
    const hear = (fault: unknown): void => void faults.push(fault)
    process.on("uncaughtException", hear).on("unhandledRejection", hear)
    answers["/much"] = Effect.sync(answer)
    answers["/good"] = Effect.succeed(respondJson(200, {}))
    for (const leave of ["destroy", "resetAndDestroy"] as const) {
      const socket = connect(server.port, "127.0.0.1")
      socket.pause().write(`POST /much HTTP/1.1\r\nHost: x\r\n${headers}\r\n`)
      await once(socket, "readable")
      socket[leave]()
      await once(socket, "close")
      for (let count = 0; count < 3; count++) expect(await statusOf("/good")).toBe(200)
    }
    process.off("uncaughtException", hear).off("unhandledRejection", hear)
    expect(faults).toEqual([])
    expect(asked).toBeLessThan(100)
  })
})

it("a dispatcher that throws ends the call alone", async () => {
  Object.defineProperty(answers, "/throws", {
    get: () => {
      throw new Error("no answer")
    },
  })
  expect(await statusOf("/throws")).toBe("closed")
})
