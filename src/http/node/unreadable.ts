// A request that cannot be read as HTTP gets an answer too, while there is still somebody to read it. It
// never takes the place of another answer: a client that sent a request and then nonsense first learns what became of
// the request.
import { randomUUID } from "node:crypto"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { type ApiError, apiError } from "../../api/index.ts"
import { type ResponseValue, respondError } from "../exchange.ts"
import { hostFaultOf } from "./requestTarget.ts"

/** The time that a client has to close a connection after its refusal. */
const CLOSE_MILLIS_MAX = 1_000

/** A request of a connection whose answer has not left yet. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** The requests of one connection that wait for their answers, in their order, and what comes after the last one. */
interface Queue {
  readonly waiting: Set<Exchange>
  finish: (() => void) | null
}

/** Refuses what a server cannot read. Each request that it can read is to be told to the function that this gives. */
export const refuseUnreadable = (
  server: Server,
): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const queues = new WeakMap<Duplex, Queue>()

  const refuse = (socket: Duplex, expected = "Expected an HTTP request"): void => {
    const queue = queues.get(socket) ?? { waiting: new Set(), finish: null }
    const before = Array.from(queue.waiting)
    const broken = before.at(-1)
    // A request that is not complete is the one that cannot be read: it has this answer and no other.
    if (broken !== undefined && !broken.request.complete) {
      if (broken.response.headersSent) return void socket.destroy()
      queue.waiting.delete(broken)
    }
    const finish = (): void => {
      if (!socket.writable) return
      socket.end(unreadable(expected))
      const timer = setTimeout(() => socket.destroy(), CLOSE_MILLIS_MAX)
      socket.once("close", () => clearTimeout(timer))
    }
    if (queue.waiting.size === 0) finish()
    else queue.finish = finish
  }

  server.on("clientError", (fault: Error & { readonly code?: string }, socket) => {
    if (!socket.writable || fault.code === "ECONNRESET") socket.destroy()
    else refuse(socket, fault.code === "HPE_HEADER_OVERFLOW" ? tooLong() : undefined)
  })
  // A tunnel is a connection without a path: there is no answer that the dispatcher could give.
  server.on("connect", (_, socket: Duplex) => {
    socket.on("error", () => socket.destroy())
    refuse(socket)
  })

  return (request, response) => {
    const { socket } = request
    const queue = queues.get(socket) ?? { waiting: new Set(), finish: null }
    queues.set(socket, queue)
    const exchange = { request, response }
    queue.waiting.add(exchange)
    response.once("close", () => {
      queue.waiting.delete(exchange)
      if (queue.waiting.size === 0) queue.finish?.()
    })
  }
}

/** The refusal of a request that is readable but for the host that it names; null for any other. */
export const hostRefusal = (request: IncomingMessage): ResponseValue | null => {
  const fault = hostFaultOf(request)
  return fault === null ? null : refusal(fault, "Host")
}

/** A refusal that no dispatcher gave, with which its connection ends. */
export const lastAnswer = (error: ApiError): ResponseValue => {
  const refused = respondError(error)
  return { ...refused, headers: { ...refused.headers, "x-request-id": randomUUID(), connection: "close" } }
}

const refusal = (message: string, path: string): ResponseValue =>
  lastAnswer(apiError("validation_error", { errors: [{ message, path }] }))

const tooLong = (): string => {
  // To import it would load Node's `fetch` too, as in nodeServer.ts.
  const { maxHeaderSize } = process.getBuiltinModule("node:http")
  return `Expected at most ${maxHeaderSize} bytes before the body: the target and the headers`
}

const unreadable = (expected: string): string => {
  const { status, headers, body } = refusal(expected, "")
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} Bad Request\r\n${lines.join("\r\n")}\r\n\r\n${body}`
}
