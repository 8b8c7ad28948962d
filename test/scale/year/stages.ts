// Where the year is played: in memory, or in a server of PostgreSQL with processes that work.
import { setTimeout as wait } from "node:timers/promises"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { makeMemoryBillingStore } from "../../../simulator/adapters/memory/MemoryBillingStore.ts"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { type BillingStore, IdSource, type PaymentGateway, type Put, runDue } from "../../../src/index.ts"
import { fromPg, makePostgresBillingStore, migrate, sweep } from "../../../src/postgres/index.ts"
import { type Server, startServer } from "../../postgres/server.ts"
import { CHARGES, makeTableGateway } from "../engine/gateway.ts"
import { startWorker } from "../engine/world.ts"
import { portsOf } from "./scenario.ts"

/** A stage. */
export interface Stage {
  /** Runs commands at an instant. */
  readonly run: (at: number, commands: ReadonlyArray<Command>) => Promise<void>
  /** Does what is due by an instant. */
  readonly advance: (at: number) => Promise<void>
}

type Command = Effect.Effect<void, never, BillingStore | PaymentGateway>

const all = (commands: ReadonlyArray<Command>, context: Context.Context<BillingStore | PaymentGateway>) =>
  Effect.runPromise(Effect.provideContext(Effect.all(commands, { concurrency: 64, discard: true }), context))

/** A stage in memory, with the records on it. */
export const makeMemoryStage = (): Stage & { readonly records: () => ReadonlyArray<Put> } => {
  let now = 0
  const memory = makeMemoryBillingStore()
  const approves: PaymentGateway["Service"] = {
    tokenize: () => Effect.fail({ _tag: "CardTokenInvalid" }),
    charge: () => Effect.succeed({ _tag: "Approved" }),
    lookup: () => Effect.succeed({ _tag: "NotFound" }),
    cancel: () => Effect.succeed({ _tag: "NotFound" }),
  }
  const context = portsOf(memory.store, approves, () => now)
  const ids = makeMemoryIdSource()
  return {
    run: (at, commands) => {
      now = at
      return all(commands, context)
    },
    advance: async (at) => {
      now = at
      const { failures } = await Effect.runPromise(
        runDue(at).pipe(Effect.provideService(IdSource, ids), Effect.provideContext(context)),
      )
      if (failures.length > 0) throw new Error(`${failures.length} organizations failed`)
    },
    records: () => memory.state.snapshot().records,
  }
}

/** Settings of a server for so many, instead of 128 MB and 1 GB. It need not be whole after a loss of power. */
const LARGE = ["shared_buffers=2GB", "max_wal_size=8GB", "full_page_writes=off"]

/** A stage in PostgreSQL, with the most memory that one of its processes had. With a directory it stays there. */
export const makePostgresStage = async (
  processes: number,
  directory: string | null,
): Promise<
  Stage & { readonly server: Server; readonly peakBytes: () => number; readonly stop: () => Promise<void> }
> => {
  const server = await startServer({ kept: directory === null ? null : { directory, settings: LARGE } })
  const client = fromPg(server.pool)
  await Effect.runPromise(migrate(client))
  await server.pool.query(CHARGES)
  // The clock stands still, so that the claims of processes that were killed within a day would not end.
  await server.pool.query(
    "UPDATE studio_billing.due SET claimed_at = NULL, claimed_until = NULL WHERE claimed_at IS NOT NULL",
  )
  let now = 0
  let peakBytes = 0
  const gateway = makeTableGateway(server.pool, { millis: 0, now: () => now })
  const context = portsOf(makePostgresBillingStore(client), gateway, () => now)
  const workers = await Promise.all(
    Array.from({ length: processes }, () =>
      startWorker({ port: server.port, aheadMillis: 0, gatewayMillis: 0, isStill: true }),
    ),
  )
  const leftAt = async (at: number): Promise<number> => {
    const { rows } = await server.pool.query(
      "SELECT count(*)::int AS left FROM studio_billing.due WHERE at <= $1",
      [at],
    )
    return rows[0]?.left ?? 0
  }
  return {
    server,
    run: (at, commands) => {
      now = at
      return all(commands, context)
    },
    advance: async (at) => {
      now = at
      for (const { setAhead } of workers) setAhead(at)
      let [before, patience] = [Number.POSITIVE_INFINITY, 600]
      for (let left = await leftAt(at); left > 0; left = await leftAt(at)) {
        patience = left < before ? 600 : patience - 1
        before = left
        if (patience === 0) throw new Error(`${left} organizations are due, and nobody takes them`)
        // To count many takes a while.
        await wait(left > 1_000 ? 1_000 : 100)
      }
      for (const { said } of workers) {
        peakBytes = Math.max(peakBytes, said().residentBytes)
        if (said().failed > 0) throw new Error(`${said().failed} organizations failed`)
      }
      // The host took the messages, and the sweep runs. It keeps usage events, because the audit counts them.
      await server.pool.query("DELETE FROM studio_billing.outbox")
      await Effect.runPromise(sweep(client, at, { usageLateMillis: at, clockSkewMillis: 0 }))
    },
    peakBytes: () => peakBytes,
    stop: async () => {
      await Promise.all(workers.map(({ kill }) => kill()))
      await server.stop()
    },
  }
}
