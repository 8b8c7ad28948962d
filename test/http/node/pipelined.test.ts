// Requests that a client sends before it has answers: a bounded number of them is under way on a connection.
import { once } from "node:events"
import { connect } from "node:net"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { respond } from "../../../src/http/exchange.ts"
import { listen } from "../../../src/http/node/nodeServer.ts"
import { PIPELINED_MAX } from "../../../src/http/node/pipelined.ts"

/** Sends so many requests at once to a server that answers when all have come, and gives the statuses in their order. */
const statusesOf = async (requests: number) => {
  let begun = 0
  const answer = Effect.suspend(() => {
    begun += 1
    return Effect.as(Effect.sleep("300 millis"), respond(200, "text/plain", "done"))
  })
  const { port, stop } = await listen({ dispatcher: () => answer, host: "127.0.0.1", port: 0 })
  const socket = connect(port, "127.0.0.1").setEncoding("latin1")
  let text = ""
  socket
    .on("error", () => undefined)
    .on("data", (chunk) => {
      text += chunk
      if (text.split("done").length > requests) socket.end()
    })
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(requests))
  await once(socket, "close")
  await stop()
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
