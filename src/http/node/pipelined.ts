// A client may send its next requests before it has an answer. Node reads all that come, so that one connection could have any
// number of them under way.
import type { IncomingMessage, ServerResponse } from "node:http"
import { apiError } from "../../api/index.ts"
import type { ResponseValue } from "../exchange.ts"
import { lastAnswer } from "./unreadable.ts"

/** The most requests of one connection that wait for their answers: no client that reads them comes near it. */
export const PIPELINED_MAX = 256

/** The refusal of a request that is one too many on its connection, which ends with it; null for any other. */
export type PipelineCheck = (request: IncomingMessage, response: ServerResponse) => ResponseValue | null

/** Counts the requests of each connection. */
export const makePipelineCheck = (): PipelineCheck => {
  const waiting = new WeakMap<object, number>()
  return ({ socket }, response) => {
    const count = (waiting.get(socket) ?? 0) + 1
    waiting.set(socket, count)
    response.once("close", () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    return count > PIPELINED_MAX ? lastAnswer(apiError("service_unavailable")) : null
  }
}
