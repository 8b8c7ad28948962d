// What an agent may write to standard input by mistake, and how the server ends.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { commandFile } from "../../support/commandFile.ts"

const start = (...args: ReadonlyArray<string>): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [commandFile, "mcp", ...args])

const message = (id: number, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params })

const initialize = (protocolVersion: string): string =>
  message(0, "initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "a", version: "1" } })

/** The next line of standard output as JSON, each time that it is asked for. */
const answersOf = (server: ChildProcessWithoutNullStreams) => {
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]()
  return async () => JSON.parse((await lines.next()).value ?? "null")
}

describe("a line that is no message", () => {
  let server: ChildProcessWithoutNullStreams
  let answer: () => Promise<unknown>
  let stderr = ""
  beforeAll(async () => {
    server = start("--clock", "manual")
    server.stderr.on("data", (chunk) => {
      stderr += chunk
    })
    answer = answersOf(server)
    server.stdin.write(`${initialize("2025-06-18")}\n`)
    expect(await answer()).toMatchObject({ id: 0 })
  })
  afterAll(() => server.kill())

  let id = 0
  it.each([
    ["no JSON", "no JSON", { id: null, error: { code: -32700 } }],
    ["half a message", '{"jsonrpc":"2.0","id":1,', { id: null, error: { code: -32700 } }],
    ["a line of 20 MB", `"${"a".repeat(20_000_000)}"`, { id: null, error: { code: -32700 } }],
    ["a text", '"ping"', { id: null, error: { code: -32600 } }],
    ["null", "null", { id: null, error: { code: -32600 } }],
    ["an object of nothing", "{}", { id: null, error: { code: -32600 } }],
    ["no version", '{"id":7,"method":"ping"}', { id: 7, error: { code: -32600 } }],
    ["a method that is none", '{"jsonrpc":"2.0","id":"x","method":5}', { id: "x", error: { code: -32600 } }],
    [
      "an id that is none",
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      { id: null, error: { code: -32600 } },
    ],
    ["no id", '{"jsonrpc":"2.0","id":null,"method":"ping"}', { id: null, error: { code: -32600 } }],
    ["a batch", `[${message(8, "ping")}]`, { id: null, error: { code: -32600 } }],
    ["an empty batch", "[]", { id: null, error: { code: -32600 } }],
    ["a batch of no messages", "[1]", { id: null, error: { code: -32600 } }],
  ])("is refused, and the next one is answered: %s", async (_, line, refusal) => {
    id += 1
    server.stdin.write(`${line}\n${message(id, "ping")}\n`)
    expect(await answer()).toMatchObject({ jsonrpc: "2.0", ...refusal })
    expect(await answer()).toEqual({ jsonrpc: "2.0", id, result: {} })
  })

  it.each([
    ["an empty line", ""],
    ["a blank line", "  \r"],
    ["a notification that nobody knows", '{"jsonrpc":"2.0","method":"nothing"}'],
    ["an answer that nobody waits for", '{"jsonrpc":"2.0","id":99,"result":{}}'],
  ])("is left out: %s", async (_, line) => {
    id += 1
    server.stdin.write(`${line}\n${message(id, "ping")}\n`)
    expect(await answer()).toEqual({ jsonrpc: "2.0", id, result: {} })
  })

  it("is the last one that has no end, and is answered before the server ends in order", async () => {
    const ended = once(server, "close")
    server.stdin.end(`${message(90, "tools/call", { name: "audit" })}\n${message(91, "ping")}`)
    const answers = [await answer(), await answer()]
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 90, result: expect.objectContaining({ isError: false }) }),
        { jsonrpc: "2.0", id: 91, result: {} },
      ]),
    )
    expect(await ended).toEqual([0, null])
    expect(stderr).toBe("")
  })
})

it("writes nothing but the protocol", async () => {
  const server = start("--clock", "manual")
  let stdout = ""
  server.stdout.on("data", (chunk) => {
    stdout += chunk
  })
  server.stdin.end(`${initialize("2025-06-18")}\n`)
  expect(await once(server, "close")).toEqual([0, null])
  expect(stdout).toMatch(/^\{"jsonrpc":"2.0","id":0,.*\}\n$/)
})

describe("the server of an agent that is gone", () => {
  it("ends while a call has no answer", async () => {
    const deaf = createServer(() => undefined).listen(0)
    await once(deaf, "listening")
    const server = start("--url", `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`)
    const ended = once(server, "exit")
    server.stdin.write(`${initialize("2025-06-18")}\n${message(1, "tools/call", { name: "view_clock" })}\n`)
    await once(deaf, "request")
    server.stdout.destroy()
    server.stdin.end("no JSON\n")
    expect(await ended).toEqual([0, null])
    deaf.closeAllConnections()
    deaf.close()
  })
})
