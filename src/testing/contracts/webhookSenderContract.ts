// The contract of `WebhookSender`: one attempt that says what came of it, never fails as an effect, and ends in time.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type WebhookRequest, WebhookSender } from "../../ports/WebhookSender.ts"
import { hold, type Law, same, story } from "../Law.ts"

/** What a receiver does with a request: answers with a status, hangs up, or says nothing. */
export type ReceiverBehaviour =
  | { readonly does: "ANSWER"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly does: "HANG_UP" }
  | { readonly does: "SAY_NOTHING" }

/** A request that arrived. Header names are lower case. */
export interface ReceivedRequest {
  /** In capitals. */
  readonly method: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** As text. */
  readonly body: string
}

/** A receiver that was started. */
export interface TestReceiver {
  /** Where it listens. */
  readonly url: string
  /** All that arrived so far. */
  readonly requests: () => ReadonlyArray<ReceivedRequest>
  /** When the first request has arrived. */
  readonly arrival: Promise<void>
  /** When the connection of the first request was closed. */
  readonly hangUp: Promise<void>
  /** Ends it with every connection. */
  readonly close: () => Promise<void>
}

/** A sender as a test has it, and what it can send to. */
export interface SenderHost {
  /** A sender that may send to the receivers; called once a case. */
  readonly makeLayer: () => Layer.Layer<WebhookSender, unknown>
  /** Starts a receiver. */
  readonly receive: (behaviour: ReceiverBehaviour) => Promise<TestReceiver>
  /** Turns the URL of a receiver into one that leads to it all the same, and that the sender's policy refuses. */
  readonly refusedUrl?: (url: string) => string
  /** How long a case waits for what has to happen at once; 5,000 unless given. */
  readonly patienceMillis?: number
}

type Sender = WebhookSender["Service"]

/** What a case is told with. */
interface Stage {
  readonly host: SenderHost
  /** Starts a receiver that is closed after the case. */
  readonly receive: (behaviour: ReceiverBehaviour) => Effect.Effect<TestReceiver>
  /** Dies where something does not end in time. */
  readonly inTime: <A>(what: string, effect: Effect.Effect<A>) => Effect.Effect<A>
}

interface SenderCase {
  readonly name: string
  readonly rule: string
  readonly lacks?: keyof SenderHost
  readonly tell: (sender: Sender, stage: Stage) => Effect.Effect<void>
}

const answering = (status: number, headers?: Readonly<Record<string, string>>): ReceiverBehaviour =>
  headers === undefined ? { does: "ANSWER", status } : { does: "ANSWER", status, headers }

const requestTo = (url: string, timeoutMillis = 10_000): WebhookRequest => ({
  deliveryId: "delivery-that-is-not-sent",
  url,
  headers: { "content-type": "application/json", "webhook-id": "event-1", "webhook-signature": "v1,c2ln" },
  body: '{"name":"São Paulo"}',
  timeoutMillis,
})

const cases: ReadonlyArray<SenderCase> = [
  {
    name: "what is sent is a POST of the text with its headers",
    rule: "The body arrives as it was given, byte by byte, with every header, and without the id of the delivery.",
    tell: Effect.fnUntraced(function* (sender, { receive }) {
      const { url, requests } = yield* receive(answering(204))
      const request = requestTo(url)
      yield* sender.send(request)
      const [arrived] = requests()
      same("method", arrived?.method, "POST")
      same("body", arrived?.body, request.body)
      for (const [name, value] of Object.entries(request.headers)) same(name, arrived?.headers[name], value)
      hold("the id of the delivery is sent", !JSON.stringify(arrived).includes(request.deliveryId))
    }),
  },
  {
    name: "the status of the answer is told, whatever it is",
    rule: "An answer is no failure, also one of 4xx or 5xx.",
    tell: Effect.fnUntraced(function* (sender, { receive }) {
      for (const status of [200, 204, 400, 410, 500]) {
        const { url } = yield* receive(answering(status))
        const answer = yield* sender.send(requestTo(url))
        same("answer", [answer.status, answer.failure], [status, null])
        hold(
          `it took ${answer.durationMillis}`,
          Number.isFinite(answer.durationMillis) && answer.durationMillis >= 0,
        )
      }
    }),
  },
  {
    name: "an attempt is one request",
    rule: "A sender tries nothing again by itself: the schedule is its caller's.",
    tell: Effect.fnUntraced(function* (sender, { receive }) {
      const { url, requests } = yield* receive(answering(503))
      yield* sender.send(requestTo(url))
      same("requests", requests().length, 1)
    }),
  },
  {
    name: "a redirect is not followed",
    rule: "It is an answer like any other, and nothing is sent to where it points.",
    tell: Effect.fnUntraced(function* (sender, { receive }) {
      const elsewhere = yield* receive(answering(204))
      const { url } = yield* receive(answering(307, { location: elsewhere.url }))
      same("status", (yield* sender.send(requestTo(url))).status, 307)
      same("requests elsewhere", elsewhere.requests().length, 0)
    }),
  },
  {
    name: "a receiver that hangs up is a connection that failed",
    rule: "It is CONNECTION_FAILED without a status, and no failure of the effect.",
    tell: Effect.fnUntraced(function* (sender, { receive }) {
      const { url } = yield* receive({ does: "HANG_UP" })
      const answer = yield* sender.send(requestTo(url))
      same("answer", [answer.status, answer.failure], [null, "CONNECTION_FAILED"])
    }),
  },
  {
    name: "a receiver that is not there is a connection that failed",
    rule: "Where nobody listens it is CONNECTION_FAILED without a status, and no failure of the effect.",
    tell: Effect.fnUntraced(function* (sender, { receive }) {
      const { url, close } = yield* receive(answering(204))
      yield* Effect.promise(close)
      const answer = yield* sender.send(requestTo(url))
      same("answer", [answer.status, answer.failure], [null, "CONNECTION_FAILED"])
    }),
  },
  {
    name: "a receiver that says nothing is given up in time",
    rule: "After `timeoutMillis` it is TIMEOUT without a status.",
    tell: Effect.fnUntraced(function* (sender, { receive, inTime }) {
      const { url } = yield* receive({ does: "SAY_NOTHING" })
      const answer = yield* inTime("an attempt of 20 milliseconds", sender.send(requestTo(url, 20)))
      same("answer", [answer.status, answer.failure], [null, "TIMEOUT"])
    }),
  },
  {
    name: "a sender that is interrupted hangs up",
    rule: "When nobody wants to know any more, the connection is closed.",
    tell: Effect.fnUntraced(function* (sender, { receive, inTime }) {
      const { url, arrival, hangUp } = yield* receive({ does: "SAY_NOTHING" })
      yield* Effect.raceFirst(
        Effect.asVoid(sender.send(requestTo(url))),
        inTime(
          "the arrival of the request",
          Effect.promise(() => arrival),
        ),
      )
      yield* inTime(
        "the end of the connection",
        Effect.promise(() => hangUp),
      )
    }),
  },
  {
    name: "a URL that may be sent to is accepted",
    rule: "`accepts` says of the URL of a receiver what the attempt says.",
    tell: Effect.fnUntraced(function* (sender, { receive }) {
      const { url } = yield* receive(answering(204))
      same("accepts", sender.accepts(url), true)
    }),
  },
  {
    name: "a text that is no URL is not accepted",
    rule: "`accepts` throws at nothing, and an attempt is URL_NOT_ALLOWED.",
    tell: Effect.fnUntraced(function* (sender) {
      for (const text of ["", "receiver.example", "http://", "ftp://receiver.example/"]) {
        same(`accepts ${text}`, sender.accepts(text), false)
        const answer = yield* sender.send(requestTo(text))
        same(text, [answer.status, answer.failure], [null, "URL_NOT_ALLOWED"])
      }
    }),
  },
  {
    name: "a URL that the policy refuses gets nothing",
    rule: "It is not accepted, an attempt is URL_NOT_ALLOWED, and no request arrives.",
    lacks: "refusedUrl",
    tell: Effect.fnUntraced(function* (sender, { receive, host }) {
      const { url, requests } = yield* receive(answering(204))
      const refused = host.refusedUrl?.(url) ?? url
      same("accepts", sender.accepts(refused), false)
      const answer = yield* sender.send(requestTo(refused))
      same("answer", [answer.status, answer.failure], [null, "URL_NOT_ALLOWED"])
      same("requests", requests().length, 0)
    }),
  },
]

const stageOf = (host: SenderHost, started: Array<TestReceiver>): Stage => ({
  host,
  receive: (behaviour) =>
    Effect.promise(async () => {
      const receiver = await host.receive(behaviour)
      started.push(receiver)
      return receiver
    }),
  inTime: (what, effect) =>
    Effect.flatMap(
      Effect.timeoutOption(effect, host.patienceMillis ?? 5_000),
      Option.match({
        onNone: () => Effect.die(new Error(`${what} did not come in time`)),
        onSome: (value) => Effect.succeed(value),
      }),
    ),
})

/**
 * The contract of a sender of webhooks: what arrives, that one attempt is one request without redirects, what is said of
 * receivers that misbehave, that it ends in time and when it is interrupted, and that what may not be sent to gets nothing.
 *
 * It runs in real time, for some milliseconds, against receivers that the host starts.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { WebhookSender } from "studio-billing"
 * import { type SenderHost, webhookSenderContract } from "studio-billing/testing"
 *
 * declare const makeSender: () => WebhookSender["Service"]
 * declare const receive: SenderHost["receive"]
 * const contract = webhookSenderContract({
 *   makeLayer: () => Layer.sync(WebhookSender, makeSender),
 *   receive: (behaviour) => receive(behaviour),
 * })
 * contract.at(-1)?.name // "skipped without `refusedUrl`: a URL that the policy refuses gets nothing"
 * ```
 */
export const webhookSenderContract = (host: SenderHost): ReadonlyArray<Law> =>
  cases.map(({ name, rule, lacks, tell }) =>
    story({
      name,
      rule,
      lacks: lacks !== undefined && host[lacks] === undefined ? lacks : null,
      tell: async () => {
        const started: Array<TestReceiver> = []
        const told = Effect.flatMap(WebhookSender, (sender) => tell(sender, stageOf(host, started)))
        await Effect.runPromise(Effect.provide(told, host.makeLayer())).finally(() =>
          Promise.all(started.map(({ close }) => close())),
        )
      },
    }),
  )
