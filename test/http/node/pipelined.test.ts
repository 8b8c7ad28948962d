// Requests that a client sends before it has answers: a bounded number of them is under way on a connection.
import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { respond } from "../../../src/http/exchange.ts"
import { PIPELINED_MAX } from "../../../src/http/node/pipelined.ts"
import { makeServing } from "../../../src/http/node/requestListener.ts"

/** Sends so many requests at once to a server that answers when one too many has come, or all; gives the statuses in their order. */
const statusesOf = async (requests: number) => {
  let [begun, come] = [0, 0]
  const { promise: answers, resolve } = Promise.withResolvers<void>()
  const { serve } = makeServing(() => {
    begun += 1
    return Effect.as(
      Effect.promise(() => answers),
      respond(200, "text/plain", "done"),
    )
  })
  const server = createServer(serve).listen(0, "127.0.0.1")
  server.on("request", () => {
    come += 1
    if (come === Math.min(requests, PIPELINED_MAX + 1)) resolve()
  })
  await once(server, "listening")
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1")
  let text = ""
  socket
    .on("error", () => undefined)
    .on("data", (chunk) => {
      text += chunk
      if (text.split("done").length > requests) socket.end()
    })
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests))
  await new Promise((resolve) => socket.once("close", resolve))
  server.close()
  return { begun, text, statuses: Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status) }
}

it("as many as there may be are all answered", async () => {
  const { begun, statuses } = await statusesOf(PIPELINED_MAX)
  expect(begun).toBe(PIPELINED_MAX)
  expect(statuses).toEqual(Array(PIPELINED_MAX).fill("200"))
})

it("of more than that the next is refused, and the connection ends", async () => {
  const { begun, statuses, text } = await statusesOf(20 * PIPELINED_MAX)
  expect(begun).toBe(PIPELINED_MAX)
  expect(statuses).toEqual([...Array(PIPELINED_MAX).fill("200"), "503"])
  expect(text).toContain('"code":"service_unavailable"')
})
