import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { WebhookSender } from "../../../src/index.ts"
import { webhookSenderContract } from "../../../src/testing/index.ts"
import { makeNodeWebhookSender } from "../../../src/webhooks/index.ts"
import { brokenLaws } from "../breaches.ts"
import { startReceiver } from "./nodeReceiver.ts"

type Sender = WebhookSender["Service"]

/** The sender from Node, which may send to this machine, but not to a host by name. */
const contractOf = (change: (good: Sender) => Partial<Sender> = () => ({}), patienceMillis = 5_000) =>
  webhookSenderContract({
    makeLayer: () =>
      Layer.sync(WebhookSender, () => {
        const good = makeNodeWebhookSender({
          policy: {
            allowsUrl: ({ protocol, hostname }) => protocol === "http:" && hostname === "127.0.0.1",
            allowsAddress: (address) => address === "127.0.0.1",
          },
        })
        return { ...good, ...change(good) }
      }),
    receive: startReceiver,
    refusedUrl: (url) => url.replace("127.0.0.1", "localhost"),
    patienceMillis,
  })

const broken: Readonly<Record<string, (good: Sender) => Partial<Sender>>> = {
  // Its text is Latin 1.
  "what is sent is a POST of the text with its headers": (good) => ({
    send: (request) => good.send({ ...request, body: request.body.replaceAll(/[^ -~]/g, "?") }),
  }),
  "the status of the answer is told, whatever it is": (good) => ({
    send: (request) =>
      Effect.map(good.send(request), (answer) =>
        answer.status === 410
          ? { status: null, failure: "CONNECTION_FAILED", durationMillis: answer.durationMillis }
          : answer,
      ),
  }),
  "an attempt is one request": (good) => ({
    send: (request) =>
      Effect.flatMap(good.send(request), (answer) =>
        answer.status === 503 ? good.send(request) : Effect.succeed(answer),
      ),
  }),
  "a redirect is not followed": (good) => ({
    send: (request) =>
      Effect.map(good.send(request), (answer) =>
        answer.status === 307 ? { ...answer, status: 204, failure: null } : answer,
      ),
  }),
  "a receiver that hangs up is a connection that failed": (good) => {
    let sent = 0
    return {
      // Where a request went out and nothing came back, it takes that for an answer of nothing.
      send: (request) =>
        Effect.flatMap(good.send(request), (answer) => {
          sent += 1
          return answer.failure === "CONNECTION_FAILED"
            ? Effect.map(isListening(request.url), (listens) =>
                listens ? { status: 200, failure: null, durationMillis: sent } : answer,
              )
            : Effect.succeed(answer)
        }),
    }
  },
  "a receiver that is not there is a connection that failed": (good) => ({
    send: (request) =>
      Effect.flatMap(good.send(request), (answer) =>
        answer.failure === "CONNECTION_FAILED"
          ? Effect.flatMap(isListening(request.url), (listens) =>
              listens ? Effect.succeed(answer) : Effect.die(new Error("ECONNREFUSED")),
            )
          : Effect.succeed(answer),
      ),
  }),
  "a receiver that says nothing is given up in time": (good) => ({
    send: (request) => good.send({ ...request, timeoutMillis: request.timeoutMillis * 1_000 }),
  }),
  // What began to send goes on by itself.
  "a sender that is interrupted hangs up": (good) => ({
    send: (request) => Effect.promise(() => Effect.runPromise(good.send(request))),
  }),
  "a URL that may be sent to is accepted": () => ({ accepts: () => false }),
  "a text that is no URL is not accepted": (good) => ({
    accepts: (url) => good.accepts(url) || url === "",
  }),
  "a URL that the policy refuses gets nothing": (good) => ({
    send: (request) => good.send({ ...request, url: request.url.replace("localhost", "127.0.0.1") }),
  }),
}

const isListening = (url: string): Effect.Effect<boolean> =>
  Effect.promise(() =>
    fetch(url, { method: "POST", body: "" }).then(
      () => true,
      (error: Error) => !JSON.stringify(error.cause).includes("ECONNREFUSED"),
    ),
  )

const contract = contractOf()

describe("the sender from Node keeps the contract", () => {
  it.each(contract)("$name", ({ check }) => check())
})

describe("a broken sender", () => {
  it("is kept for every case of the contract", () => {
    expect(Object.keys(broken)).toEqual(contract.map(({ name }) => name))
  })

  it.each(Object.entries(broken))("fails this case and no other: %s", async (name, change) => {
    expect(await brokenLaws(contractOf(change, 1_500))).toEqual([name])
  })
})
