// A client of PostgreSQL that blocks: a thread asks the server, and whoever called waits for the answer without letting
// anybody else go on. So the one order of a seed stays the one that its scheduler chose.
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import type { PostgresClient, PostgresFailure, ResultRow } from "../../src/postgres/index.ts"

/** What the thread answers to a statement. */
export type Answer =
  | { readonly rows: ReadonlyArray<ResultRow> }
  | { readonly failure: Omit<PostgresFailure, "cause">; readonly message: string }

/** A client of the server at a port of this machine. */
export interface BlockingPostgres {
  readonly client: PostgresClient
  readonly close: () => Promise<void>
}

/** Opens one connection. */
export const openBlocking = (port: number): BlockingPostgres => {
  const { port1: own, port2: theirs } = new MessageChannel()
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(new URL("./blockingPostgresThread.ts", import.meta.url), {
    workerData: { port, theirs, answered },
    transferList: [theirs],
  })
  return {
    client: {
      query: (sql, parameters) =>
        Effect.suspend(() => {
          own.postMessage({ sql, parameters })
          // It may be woken for the answer before, which it had without waiting.
          while (Atomics.load(answered, 0) === 0) Atomics.wait(answered, 0, 0)
          Atomics.store(answered, 0, 0)
          const answer = receiveMessageOnPort(own)?.message as Answer
          return "rows" in answer
            ? Effect.succeed(answer.rows)
            : Effect.fail({ ...answer.failure, cause: new Error(answer.message) })
        }),
    },
    close: async () => {
      own.close()
      await thread.terminate()
    },
  }
}
