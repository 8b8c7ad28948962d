// The standard streams of this process, for Effect: what the platform package would give, without the package.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type PlatformError, systemError } from "effect/PlatformError"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { messagesOf } from "./messages.ts"

const write = (to: NodeJS.WritableStream, chunk: string | Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    // Whoever read may be gone; then there is nobody to tell.
    to.write(chunk, () => resume(Effect.void))
  })

/** A stream of this process as a sink. */
const sinkOf = (to: NodeJS.WritableStream) => () =>
  Sink.forEachArray((chunks: ReadonlyArray<string | Uint8Array>) =>
    Effect.forEach(chunks, (chunk) => write(to, chunk), { discard: true }),
  )

const brokenInput = (cause: unknown): PlatformError =>
  systemError({ _tag: "Unknown", module: "Stdio", method: "stdin", cause })

/** The standard streams of this process; standard input has messages alone. */
export const nodeStdio: Layer.Layer<Stdio.Stdio> = Layer.sync(Stdio.Stdio, () =>
  Stdio.make({
    args: Effect.succeed([]),
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    stdin: Stream.fromAsyncIterable(
      messagesOf(process.stdin.setEncoding("utf8"), (line) => process.stdout.write(line)),
      brokenInput,
    ).pipe(Stream.encodeText),
  }),
)
