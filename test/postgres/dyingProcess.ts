// A process that does what makes a charge, over PostgreSQL, and is killed at a point of it. It gets what to do as JSON.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import pg from "pg"
import { makeMemoryIdSource } from "../../simulator/adapters/memory/MemoryIdSource.ts"
import { BillingStore, IdSource, PaymentGateway, runDue } from "../../src/index.ts"
import { fromPg, makePostgresBillingStore } from "../../src/postgres/index.ts"
import { makeTableGateway } from "../scale/engine/gateway.ts"
import { type Cause, pay, type Row, rows } from "../support/chargeScenes.ts"
import { makeClockAt } from "../support/clockAt.ts"
import { atPoint } from "../support/processes.ts"

/** What a process does, and at which point it is killed. */
export interface DyingInput {
  readonly port: number
  readonly at: number
  readonly cause: Cause
  readonly invoiceId: string
  readonly row: Row
}

const { port, at, cause, invoiceId, row } = JSON.parse(process.argv[2] ?? "") as DyingInput
const server = { host: "127.0.0.1", port, user: "postgres", password: "postgres", database: "postgres" }
const pool = new pg.Pool(server)
const now = (): number => at
const kill = Effect.andThen(
  Effect.sync(() => process.kill(process.pid, "SIGKILL")),
  Effect.never,
)
const { wrapStore = (store) => store, wrapGateway = (gateway) => gateway } = atPoint(
  rows[row].point,
  () => kill,
)
const ports = Context.make(BillingStore, wrapStore(makePostgresBillingStore(fromPg(pool)))).pipe(
  Context.add(IdSource, makeMemoryIdSource()),
  Context.add(PaymentGateway, wrapGateway(makeTableGateway(pool, { millis: 0, now }))),
  Context.add(Clock.Clock, makeClockAt(now)),
)
const work = cause === "a payment" ? Effect.asVoid(pay(invoiceId)) : Effect.asVoid(runDue(at))
await Effect.runPromise(Effect.provideContext(work, ports))
