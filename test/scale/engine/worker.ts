// A process with an engine over a server of PostgreSQL. It gets the port of the server as JSON, then on each line by how
// much its clock is to be ahead of the real one, or where it stands; it writes what it did in the last second as lines of JSON.
import { flushCompileCache } from "node:module"
import { createInterface } from "node:readline"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import pg from "pg"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { runEngine } from "../../../src/engine/index.ts"
import { BillingStore, IdSource, PaymentGateway } from "../../../src/index.ts"
import { fromPg, makePostgresBillingStore } from "../../../src/postgres/index.ts"
import { makeClockAt } from "../../support/clockAt.ts"
import { refusingSome } from "../year/scenario.ts"
import { makeTableGateway } from "./gateway.ts"

/** What a process is told. */
export interface WorkerInput {
  readonly port: number
  readonly aheadMillis: number
  readonly gatewayMillis: number
  /** Organizations under way at once; 32 unless it is given. */
  readonly concurrency?: number
  /** The clock stands where it is told, and the gateway refuses some charges, as in the scenario of a year. */
  readonly isStill?: boolean
}

/** What a process says of itself. */
export interface WorkerLine {
  readonly ran: number
  readonly failed: number
  /** Commits that met another one. */
  readonly conflicts: number
  readonly residentBytes: number
}

const {
  port,
  aheadMillis,
  gatewayMillis,
  concurrency = 32,
  isStill = false,
} = JSON.parse(process.argv[2] ?? "") as WorkerInput
let ahead = aheadMillis
createInterface({ input: process.stdin })
  .on("line", (line) => {
    ahead = Number(line)
  })
  // Its parent ended.
  .on("close", () => process.exit())
const now = (): number => (isStill ? ahead : Date.now() + ahead)

const server = { host: "127.0.0.1", port, user: "postgres", password: "postgres", database: "postgres" }
const pool = new pg.Pool({ ...server, max: 8, application_name: "engine" })
const store = makePostgresBillingStore(fromPg(pool))
const count = { ran: 0, failed: 0, conflicts: 0 }
const counting: BillingStore["Service"] = {
  ...store,
  commit: (commit) =>
    Effect.tapError(store.commit(commit), () =>
      Effect.sync(() => {
        count.conflicts += 1
      }),
    ),
}
const gateway = makeTableGateway(pool, { millis: gatewayMillis, now })
const ports = Context.make(BillingStore, counting).pipe(
  Context.add(IdSource, makeMemoryIdSource()),
  Context.add(PaymentGateway, isStill ? refusingSome(gateway) : gateway),
  Context.add(Clock.Clock, makeClockAt(now)),
)
const engine = runEngine({
  concurrency,
  everyMillis: 100,
  turnMillis: 20_000,
  onReport: (report) =>
    Effect.sync(() => {
      if (report._tag === "Ran") count.ran += 1
      if (report._tag === "Failed") count.failed += 1
    }),
})
const say = (): void => {
  const line: WorkerLine = { ...count, residentBytes: process.memoryUsage.rss() }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
// Who is killed does not write it in the end.
flushCompileCache()
say()
setInterval(say, 100)
Effect.runFork(Effect.provideContext(engine, ports))
