// Answers that nobody takes: they are not held for ever, whether they are whole, in pieces or go on.
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import { afterEach, describe, expect, it } from "vitest"
import { type ResponseValue, respond, respondPieces, respondStream } from "../../../src/http/exchange.ts"
import { makeServing, TAKEN_MILLIS_MAX } from "../../../src/http/node/requestListener.ts"

const MILLIS_MAX = 300

/** More than the buffers of a connection hold. */
const LENGTH = 2 ** 25
const PIECE = "x".repeat(2 ** 20)

let server: Server
const sockets: Array<Socket> = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

/** A client that has sent a request, and reads nothing of the answer yet. */
const ask = async (
  answer: () => ResponseValue,
  { requests = 1, millisMax = MILLIS_MAX } = {},
): Promise<Socket> => {
  const { serve } = makeServing(() => Effect.sync(answer), millisMax)
  server = createServer(serve).listen(0, "127.0.0.1")
  await once(server, "listening")
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  sockets.push(socket)
  socket.on("error", () => undefined).pause()
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests))
  await once(server, "request")
  return socket
}

const connections = (): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)))

const pieces = function* () {
  for (let sent = 0; sent < LENGTH; sent += PIECE.length) yield PIECE
}

describe("an answer that its client does not take", () => {
  it.each([
    ["whole", () => respond(200, "text/plain", "x".repeat(LENGTH))],
    ["in pieces", () => respondPieces(200, "text/plain", pieces())],
    [
      "that goes on",
      () => respondStream(200, "text/plain", { next: async () => PIECE, leave: () => undefined }),
    ],
  ])("%s is given up", async (_, answer) => {
    await ask(answer)
    expect(await connections()).toBe(1)
    await expect.poll(connections).toBe(0)
  })

  it("is given up behind others of its connection", async () => {
    await ask(() => respond(200, "text/plain", PIECE), { requests: 100 })
    await expect.poll(connections).toBe(0)
  })
})

it("an answer that its client takes late is whole", async () => {
  // In time, however long this process is held up meanwhile.
  const socket = await ask(() => respond(200, "text/plain", "x".repeat(LENGTH)), {
    millisMax: TAKEN_MILLIS_MAX,
  })
  let length = 0
  const whole = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      length += chunk.byteLength
      if (length > LENGTH) resolve()
    })
  })
  socket.pause()
  await new Promise((resolve) => setTimeout(resolve, MILLIS_MAX / 3))
  socket.resume()
  await whole
})

it("a stream may be silent for longer", async () => {
  const texts = ["one", "two"]
  const next = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2 * MILLIS_MAX))
    return texts.shift() ?? null
  }
  const socket = await ask(() => respondStream(200, "text/plain", { next, leave: () => undefined }))
  let text = ""
  socket.setEncoding("latin1").on("data", (chunk) => {
    text += chunk
  })
  socket.resume()
  await expect.poll(() => text.includes("two")).toBe(true)
})
