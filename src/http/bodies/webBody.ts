// The body of a web request: read piece by piece, so that no more of it is in memory than its bound.
import * as Effect from "effect/Effect"
import type { ApiError } from "../../api/index.ts"
import type { RequestValue } from "../exchange.ts"
import { cutShort, tooLarge } from "./refusals.ts"

/** What reads the body of a request; null where it has none. A platform may give an empty one for none. GAP-75 */
export const webBody = (request: Request): RequestValue["body"] => {
  const { body, headers, signal } = request
  if (body === null) return null
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
