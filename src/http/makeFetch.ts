// A dispatcher as a `fetch`: requests go straight to it, and no socket is needed.
import * as Effect from "effect/Effect"
import { webBody } from "./bodies/webBody.ts"
import { tellingOfClient } from "./ClientLeft.ts"
import type { Dispatcher } from "./dispatcher.ts"
import type { BodyStream, RequestHeaders, RequestValue, ResponseValue } from "./exchange.ts"
import { isNoAnswer } from "./noAnswer.ts"

/** The function that web clients call; addresses without an origin are those of its dispatcher. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/**
 * Answers requests with a dispatcher; `url` has the origin of addresses without one, and `added` are headers for every
 * request. An aborted request still runs to its end once its body is there, but a stream ends at once. Where a fault closes
 * the connection it rejects as the web's `fetch` does.
 */
export const makeFetch =
  (dispatcher: Dispatcher, url: string, added: RequestHeaders = {}): Fetch =>
  async (input, init) => {
    const request = requestOf(input, init, url)
    const { signal } = request
    signal.throwIfAborted()
    const aborted = Promise.withResolvers<never>()
    const value = requestValue(request, added)
    const answer = Effect.runPromise(
      tellingOfClient(dispatcher(value), (left) => {
        if (signal.aborted) left()
        signal.addEventListener("abort", left, { once: true })
        return () => signal.removeEventListener("abort", left)
      }),
    )
    const abort = (): void => {
      aborted.reject(signal.reason)
      const leave = ({ stream }: ResponseValue): void => stream?.leave()
      answer.then(leave, () => undefined)
    }
    signal.addEventListener("abort", abort, { once: true })
    try {
      const response = await Promise.race([answer, aborted.promise])
      if (isNoAnswer(response)) throw new TypeError("fetch failed", { cause: new Error("other side closed") })
      const { status, headers } = response
      return new Response(contentOf(response, request), { status, headers })
    } finally {
      signal.removeEventListener("abort", abort)
    }
  }

/**
 * A request as it is given, where nothing changes it: the stand-in of a framework cannot be made another one. Platforms give
 * something of theirs beside it, such as the server of Bun, whose address would take the place of the request's.
 */
const requestOf = (input: Request | URL | string, init: RequestInit | undefined, url: string): Request => {
  if (typeof input === "string" || input instanceof URL) return new Request(new URL(input, url), init)
  if (CHANGES.some((name) => init?.[name] !== undefined)) return new Request(input, init)
  if (input.bodyUsed)
    throw new TypeError("A request cannot be sent: its body was read already. Clone it before")
  return input
}

/** What of a `RequestInit` a dispatcher knows. */
const CHANGES = ["method", "headers", "body", "signal"] as const

type Content = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null

const contentOf = ({ body, pieces, stream }: ResponseValue, request: Request): Content => {
  if (stream !== undefined) return flowing(stream, request)
  return pieces === undefined ? (body as string | Uint8Array<ArrayBuffer> | null) : streamOf(pieces)
}

/** The stream is asked for more when what it said was read. It holds on to the request, whose signal is the client's. */
const flowing = (stream: BodyStream, request: Request): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream(
    {
      start: (controller) => {
        const abort = (): void => {
          stream.leave()
          controller.error(request.signal.reason)
        }
        if (request.signal.aborted) abort()
        else request.signal.addEventListener("abort", abort, { once: true })
      },
      pull: async (controller) => {
        const said = await stream.next()
        if (request.signal.aborted) return
        if (said === null) controller.close()
        else controller.enqueue(new TextEncoder().encode(said))
      },
      cancel: () => stream.leave(),
    },
    { highWaterMark: 0 },
  )

const streamOf = (pieces: Iterable<string>): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const left = pieces[Symbol.iterator]()
  return new ReadableStream({
    pull: (controller) => {
      const next = left.next()
      if (next.done) controller.close()
      else controller.enqueue(new TextEncoder().encode(next.value))
    },
  })
}

/** Headers by lower-case name. The `Headers` of some platforms, such as happy-dom, keep names as they were written. */
const lowerCased = (headers: Headers): RequestHeaders =>
  Object.fromEntries(Array.from(headers, ([name, value]) => [name.toLowerCase(), value]))

const requestValue = (request: Request, added: RequestHeaders): RequestValue => {
  const { host, pathname, search } = new URL(request.url)
  return {
    method: request.method,
    url: pathname + search,
    headers: { host, ...lowerCased(request.headers), ...added },
    body: webBody(request),
  }
}
