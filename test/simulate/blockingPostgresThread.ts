// The thread of a client that blocks: it asks the server, one statement at a time, and wakes whoever waits.
import { type MessagePort, workerData } from "node:worker_threads"
import * as Effect from "effect/Effect"
import pg from "pg"
import { fromPg } from "../../src/postgres/index.ts"
import type { Answer } from "./blockingPostgres.ts"

const { port, theirs, answered } = workerData as {
  readonly port: number
  readonly theirs: MessagePort
  readonly answered: Int32Array<SharedArrayBuffer>
}
const server = { host: "127.0.0.1", port, user: "postgres", password: "postgres", database: "postgres" }
const client = fromPg(new pg.Pool({ ...server, max: 1 }))

theirs.on("message", async ({ sql, parameters }) => {
  const answer = await Effect.runPromise(
    Effect.match(client.query(sql, parameters), {
      onSuccess: (rows): Answer => ({ rows }),
      onFailure: ({ cause, ...failure }): Answer => ({ failure, message: String(cause) }),
    }),
  )
  theirs.postMessage(answer)
  Atomics.store(answered, 0, 1)
  Atomics.notify(answered, 0)
})
