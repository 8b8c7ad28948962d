// The body of a web request: read piece by piece, so that no more of it is in memory than its bound.
import * as Effect from "effect/Effect"
import type { ApiError } from "../../api/index.ts"
import type { RequestValue } from "../exchange.ts"
import { cutShort, tooLarge } from "./refusals.ts"

/** Tells whether what a body is made of has no bytes, as far as that is known before it is read. */
const isEmpty = (given: RequestInit["body"]): boolean => {
  if (typeof given === "string" || given instanceof URLSearchParams) return String(given) === ""
  if (given instanceof Blob) return given.size === 0
  return (ArrayBuffer.isView(given) || given instanceof ArrayBuffer) && given.byteLength === 0
}

/**
 * What reads the body of a request; null where it has none, or an empty one, as on a socket. `given` is what the body was
 * made of, where that is known. GAP-75
 */
export const webBody = (request: Request, given?: RequestInit["body"]): RequestValue["body"] => {
  const { body, headers, signal } = request
  if (body === null || headers.get("content-length") === "0" || isEmpty(given)) return null
  return (bytesMax) =>
    Effect.flatten(
      Effect.promise(() => {
        if (Number(headers.get("content-length") ?? 0) <= bytesMax) return read(body, bytesMax, signal)
        leave(body)
        return Promise.resolve(tooLarge)
      }),
    )
}

const read = async (
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Effect.Effect<Uint8Array, ApiError>> => {
  const reader = body.getReader()
  // Who has left sends no more, also where the stream does not know it.
  const onAbort = (): void => leave(reader)
  if (signal.aborted) onAbort()
  signal.addEventListener("abort", onAbort, { once: true })
  try {
    const pieces: Array<Uint8Array> = []
    let length = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return signal.aborted ? cutShort : Effect.succeed(joined(pieces, length))
      if (!ArrayBuffer.isView(value)) throw new TypeError("A piece of a body has to be bytes")
      length += value.byteLength
      if (length > bytesMax) {
        leave(reader)
        return tooLarge
      }
      pieces.push(value)
    }
  } catch {
    leave(reader)
    return cutShort
  } finally {
    signal.removeEventListener("abort", onAbort)
  }
}

/** Lets go of a body. What its source says to that concerns nobody. */
const leave = (source: Pick<ReadableStream, "cancel">): void => void source.cancel().catch(() => undefined)

const joined = (pieces: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}
