// Where an attempt connects to, of all the addresses of a name, and how much of the answer it waits for.
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, isIP } from "node:net"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { afterEach, describe, expect, it } from "vitest"
import { ATTEMPT_MILLIS_MAX } from "../../src/core/webhook/WebhookDelivery.ts"
import { ANSWER_BYTES_MAX, makeNodeWebhookSender, type ReceiverPolicy } from "../../src/webhooks/index.ts"
import { makeWallClock } from "../support/wallClock.ts"

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A receiver at 127.0.0.1. */
const receiver = async (listener: RequestListener) => {
  let connections = 0
  const server = createServer(listener).listen(0, "127.0.0.1")
  server.on("connection", () => {
    connections += 1
  })
  closing.push(() => void server.close().closeAllConnections())
  await once(server, "listening")
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

/** A sender to a name that has some addresses. */
const sendTo = (
  url: string,
  addresses: ReadonlyArray<string>,
  allowsAddress: ReceiverPolicy["allowsAddress"] = () => true,
) => {
  const sender = makeNodeWebhookSender({
    policy: { allowsUrl: () => true, allowsAddress },
    resolve: async () => addresses.map((address) => ({ address, family: isIP(address) })),
  })
  const request = {
    deliveryId: "delivery-1",
    url,
    headers: {},
    body: "{}",
    timeoutMillis: ATTEMPT_MILLIS_MAX,
  }
  // No time passes, so that no attempt ends by itself.
  return Effect.runPromise(Effect.provideService(sender.send(request), Clock.Clock, makeWallClock().clock))
}

describe("of the addresses of a name", () => {
  it.each([[["127.0.0.1", "::1"]], [["::1", "127.0.0.1"]]])(
    "one that is not allowed is called in no case, beside one that is: %j",
    async (addresses) => {
      const { port, connections } = await receiver((_, response) => response.writeHead(200).end())
      const url = `http://receiver.example:${port}/`
      // Nobody listens at the one that is allowed.
      const answer = await sendTo(url, addresses, (address) => address === "::1")
      expect(answer).toMatchObject({ status: null, failure: "CONNECTION_FAILED" })
      expect(connections()).toBe(0)
    },
  )

  it("the next one is called where the first does not answer", async () => {
    const { port } = await receiver((_, response) => response.writeHead(200).end())
    const answer = await sendTo(`http://receiver.example:${port}/`, ["::1", "127.0.0.1"])
    expect(answer).toMatchObject({ status: 200, failure: null })
  })

  it.each([
    ["https://receiver.example/", ["192.0.2.1", "receiver.example"]],
    ["https://127.0.0.1/", ["127.0.0.1", "127.0.0.1"]],
    ["https://[::1]/", ["::1", "::1"]],
  ])("each is looked at with its host: %s", async (url, expected) => {
    const seen: Array<ReadonlyArray<string>> = []
    const answer = await sendTo(url, ["192.0.2.1"], (...looked) => {
      seen.push(looked)
      return false
    })
    expect(answer).toMatchObject({ failure: "ADDRESS_NOT_ALLOWED" })
    expect(seen).toEqual([expected])
  })
})

describe("an answer", () => {
  it("is not waited for beyond what is read of it", async () => {
    const { port } = await receiver((_, response) => {
      response.writeHead(200)
      response.write("x".repeat(ANSWER_BYTES_MAX))
    })
    expect(await sendTo(`http://127.0.0.1:${port}/`, [])).toMatchObject({ status: 200, failure: null })
  })

  it("that breaks off counts by its status", async () => {
    const { port } = await receiver((_, response) => {
      response.writeHead(503, { "content-length": "10" })
      response.write("x", () => response.destroy())
    })
    expect(await sendTo(`http://127.0.0.1:${port}/`, [])).toMatchObject({ status: 503, failure: null })
  })
})
