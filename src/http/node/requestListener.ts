// Answering the requests of `node:http` with a dispatcher. A client that hangs up stops no handler, so a payment that began is
// finished; a handler that takes long can ask for it by `ClientLeft`. A body that nobody reads cannot hold the server: the
// answer goes out, and after a little of the body the connection is closed.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { pipeline, Readable } from "node:stream"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { ApiError } from "../../api/index.ts"
import { cutShort, tooLarge } from "../bodies/refusals.ts"
import { tellingOfClient } from "../ClientLeft.ts"
import type { Dispatcher } from "../dispatcher.ts"
import { BODY_BYTES_MAX, type BodyStream, type RequestValue, type ResponseValue } from "../exchange.ts"
import { isNoAnswer } from "../noAnswer.ts"
import { makeCount } from "../server/makeCount.ts"
import { makePipelineCheck } from "./pipelined.ts"
import { targetOf } from "./requestTarget.ts"
import { hostRefusal } from "./unreadable.ts"

/** The most of an unwanted body that is read, so that the client gets to see the answer. */
export const LINGER_BYTES_MAX = 16 * BODY_BYTES_MAX
const LINGER_MILLIS_MAX = 1_000

/** The longest that an answer waits for its client to take more of it: longer than a call that follows it on its connection. */
export const TAKEN_MILLIS_MAX = 120_000

/** What answers the requests of a server. */
export interface Serving {
  readonly serve: RequestListener
  /** Ends streams and, from then on, each connection with its answer; waits for what else is in flight, for so long at most. */
  readonly end: (millis: number) => Promise<void>
}

/**
 * A listener for a server that is there already, as `node:http` has them: one of Express, Nest or Fastify. The path is the one that
 * the client sent, wherever the listener is mounted. It has to come before what reads bodies: a body that was read is a defect.
 */
export const makeRequestListener = ({ dispatcher }: { readonly dispatcher: Dispatcher }): RequestListener => {
  if (typeof dispatcher !== "function") {
    throw new TypeError("makeRequestListener: dispatcher has to be a function")
  }
  return makeServing(dispatcher).serve
}

/** Answers requests until it is ended. A client that takes nothing of its answers for so long is given up. */
export const makeServing = (dispatcher: Dispatcher, takenMillisMax: number = TAKEN_MILLIS_MAX): Serving => {
  const inFlight = makeCount()
  let stopping = false
  const streams = new Set<BodyStream>()
  const atTurnsEnd = together()
  const checkPipeline = makePipelineCheck()

  const serve: RequestListener = (request, response) => {
    // A request is over when its handler has ended and its answer has left, or its client.
    let pending = 2
    const settle = (): void => {
      pending -= 1
      if (pending === 0) inFlight.end()
    }
    inFlight.begin()
    response.once("close", settle)
    const refusal = checkPipeline(request, response) ?? hostRefusal(request)
    const value = requestValue(request)
    const leave = (exit: Exit.Exit<ResponseValue>): void => {
      if (Exit.isSuccess(exit) && !isNoAnswer(exit.value)) {
        const { stream } = exit.value
        if (stream !== undefined && !response.closed) {
          // Nobody waits for its end, which does not come by itself.
          response.off("close", settle).once("close", () => streams.delete(stream))
          streams.add(stream)
          settle()
        }
        try {
          answer(request, response, exit.value, { last: stopping, takenMillisMax })
        } catch {
          // Its head cannot be written. The others of the turn have theirs.
          stream?.leave()
          response.destroy()
        }
      } else response.destroy()
      settle()
    }
    const answered =
      refusal === null
        ? tellingOfClient(
            Effect.suspend(() => dispatcher(value)),
            (left) => {
              if (response.closed) left()
              response.once("close", left)
              return () => response.off("close", left)
            },
          )
        : Effect.succeed(refusal)
    const run = (): void =>
      void Effect.runCallback(answered, { onExit: (exit) => atTurnsEnd(() => leave(exit)) })
    // A body that came with its head is read when both are: to be told of it later costs as much as most answers.
    if (value.body === null) run()
    else process.nextTick(run)
  }

  const end = (millis: number): Promise<void> => {
    stopping = true
    for (const stream of streams) stream.leave()
    return inFlight.idle(millis)
  }
  return { serve, end }
}

/**
 * Runs tasks together, at the end of the turn of the event loop in which they come. Answers that leave one by one each
 * wake a client that went to sleep meanwhile, which costs more than most answers do.
 */
const together = (): ((task: () => void) => void) => {
  const tasks: Array<() => void> = []
  const run = (): void => {
    for (const task of tasks.splice(0)) task()
  }
  return (task) => {
    if (tasks.push(task) === 1) setImmediate(run)
  }
}

/** The length of a body by its header; 0 without one. */
const lengthOf = ({ headers }: IncomingMessage): number => Number(headers["content-length"] ?? 0)

const isChunked = ({ headers }: IncomingMessage): boolean => headers["transfer-encoding"] !== undefined

const hasBody = (request: IncomingMessage): boolean => isChunked(request) || lengthOf(request) > 0

const requestValue = (request: IncomingMessage): RequestValue => ({
  ...targetOf(request),
  method: request.method as string,
  body: hasBody(request) ? (bytesMax) => readBody(request, bytesMax) : null,
})

const BODY_READ =
  "The body of a request was read already: mount the listener before what reads bodies, such as express.json()"

const readBody = (request: IncomingMessage, bytesMax: number): Effect.Effect<Uint8Array, ApiError> =>
  Effect.suspend(() => {
    if (request.readableEnded) return Effect.die(new Error(BODY_READ))
    if (lengthOf(request) > bytesMax) return tooLarge
    if (isThere(request)) return readAtOnce(request)
    // What a client that has left did not send never comes, and neither does an event that says so again.
    return request.destroyed ? cutShort : readAsItComes(request, bytesMax)
  })

/** Tells whether all of a body has come already. */
const isThere = (request: IncomingMessage): boolean =>
  !isChunked(request) && request.readableLength === lengthOf(request)

const readAtOnce = (request: IncomingMessage): Effect.Effect<Uint8Array> => {
  const bytes: Buffer = request.read()
  // Node goes on to the next request of a connection when this one was read to its end.
  request.resume()
  return Effect.succeed(bytes)
}

const readAsItComes = (request: IncomingMessage, bytesMax: number): Effect.Effect<Uint8Array, ApiError> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    let length = 0
    const settle = (result: Effect.Effect<Uint8Array, ApiError>): void => {
      request.off("data", onData).off("end", onEnd).off("close", onClose)
      resume(result)
    }
    const onData = (chunk: Buffer): void => {
      length += chunk.byteLength
      if (length > bytesMax) settle(tooLarge)
      else chunks.push(chunk)
    }
    const onEnd = (): void =>
      settle(Effect.succeed(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    const onClose = (): void => settle(cutShort)
    request.on("data", onData).on("end", onEnd).on("close", onClose)
  })

const answer = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, pieces, stream }: ResponseValue,
  { last, takenMillisMax }: { readonly last: boolean; readonly takenMillisMax: number },
): void => {
  if (response.destroyed) {
    stream?.leave()
    return
  }
  const unread = isUnbounded(request)
  response.writeHead(status, last || unread ? { ...headers, connection: "close" } : headers)
  // Each piece is made when the one before has left; where making one fails, the answer is cut short, which is seen.
  if (stream !== undefined) {
    void pour(stream, response, takenMillisMax).catch(() => response.destroy())
    return
  }
  if (pieces !== undefined) pipeline(Readable.from(pieces), response, () => undefined)
  else if (unread) lingerThenEnd(request, response, body)
  else response.end(body ?? undefined)
  // Most answers have left by now, and need no timer.
  if (pieces !== undefined || response.writableLength > 0) response.setTimeout(takenMillisMax)
}

/** Says what a stream says, never more than the client has taken, until it ends or the client has left. */
const pour = async (stream: BodyStream, response: ServerResponse, takenMillisMax: number): Promise<void> => {
  response.once("close", stream.leave)
  response.flushHeaders()
  // A stream that goes on when it was left would else be asked for ever, in one turn of the event loop.
  for (let said = await stream.next(); said !== null && !response.closed; said = await stream.next()) {
    if (!response.write(said)) await taken(response, takenMillisMax)
  }
  response.end()
}

/** When there is room for more, or nobody who would take it. A stream may be silent for as long as it likes, but not unread. */
const taken = (response: ServerResponse, millisMax: number): Promise<void> =>
  new Promise((resolve) => {
    if (response.closed) return resolve()
    const settle = (): void => {
      response.setTimeout(0).off("drain", settle).off("close", settle)
      resolve()
    }
    response.setTimeout(millisMax).on("drain", settle).on("close", settle)
  })

/** Of what is left of a small body Node disposes by itself, and the connection stays open. */
const isUnbounded = (request: IncomingMessage): boolean =>
  !request.complete && (isChunked(request) || lengthOf(request) > BODY_BYTES_MAX)

/** Closing at once would let the reset that unread data causes overtake the answer. */
const lingerThenEnd = (
  request: IncomingMessage,
  response: ServerResponse,
  body: ResponseValue["body"],
): void => {
  if (body === null) response.flushHeaders()
  else response.write(body)
  let length = 0
  const count = (chunk: Buffer): void => {
    length += chunk.byteLength
    if (length > LINGER_BYTES_MAX) end()
  }
  const end = (): void => {
    clearTimeout(timer)
    request.off("data", count)
    response.end()
  }
  const timer = setTimeout(end, LINGER_MILLIS_MAX)
  request.on("data", count).once("end", end).once("close", end).resume()
}
