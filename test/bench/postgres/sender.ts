// A process that records usage of one organization over PostgreSQL, as many senders at once. It gets what to do as JSON and
// says what came of it as a line of JSON.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import pg from "pg"
import { makeScriptedGateway } from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import { BillingStore, IdSource, PaymentGateway, recordUsage } from "../../../src/index.ts"
import { fromPg, makePostgresBillingStore } from "../../../src/postgres/index.ts"

/** What a process is told. */
export interface SenderInput {
  readonly port: number
  readonly schema: string
  readonly organizationId: string
  /** The instant at which its clock stands. */
  readonly now: number
  readonly name: string
  readonly senders: number
  /** How many events a request has. */
  readonly events: number
  /** How many requests each sender makes. */
  readonly requests: number
}

/** What a process did. */
export interface SenderLine {
  readonly requests: number
  readonly accepted: number
  readonly duplicates: number
  /** Refusals by their tags. */
  readonly refused: ReadonlyArray<string>
  /** Commits, and those of them that met another one. */
  readonly commits: number
  readonly conflicts: number
  readonly millis: number
  /** Processor time of this process, in milliseconds. */
  readonly cpuMillis: number
}

const input = JSON.parse(process.argv[2] ?? "") as SenderInput
const { port, schema, organizationId, now, name, senders, events, requests } = input
const clock: Clock.Clock = {
  currentTimeMillisUnsafe: () => now,
  currentTimeMillis: Effect.succeed(now),
  currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
  currentTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
  monotonicTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
  sleep: (duration) =>
    Effect.callback<void>((resume) => {
      const timer = setTimeout(() => resume(Effect.void), Duration.toMillis(duration))
      return Effect.sync(() => clearTimeout(timer))
    }),
}
const server = { host: "127.0.0.1", port, user: "postgres", password: "postgres", database: "postgres" }
const pool = new pg.Pool({ ...server, max: 8 })
const store = makePostgresBillingStore(fromPg(pool), { schema })
const count = { requests: 0, accepted: 0, duplicates: 0, commits: 0, conflicts: 0 }
const refused: Array<string> = []
const ports = Context.make(BillingStore, {
  ...store,
  commit: (commit) =>
    Effect.tapError(
      Effect.suspend(() => {
        count.commits += 1
        return store.commit(commit)
      }),
      () =>
        Effect.sync(() => {
          count.conflicts += 1
        }),
    ),
}).pipe(
  Context.add(IdSource, makeMemoryIdSource({ seed: name })),
  Context.add(PaymentGateway, makeScriptedGateway().gateway),
  Context.add(Clock.Clock, clock),
)

const began = performance.now()
/** Every eighth request of a sender has the ids that the same sender of every process sends. */
const request = (sender: number, turn: number) =>
  recordUsage({
    organizationId,
    events: Array.from({ length: events }, (_, index) => ({
      eventId: `${turn % 8 === 0 ? "shared" : name}-${sender}-${turn}-${index}`,
      meter: "messages",
      quantity: 1,
      occurredAt: now,
    })),
  })

const send = async (sender: number): Promise<void> => {
  for (let turn = 0; turn < requests; turn += 1) {
    const told = await Effect.runPromise(Effect.provideContext(Effect.result(request(sender, turn)), ports))
    count.requests += 1
    if (Result.isFailure(told)) {
      refused.push(told.failure._tag)
      continue
    }
    count.accepted += told.success.accepted
    count.duplicates += told.success.duplicates
  }
}

const cpuBefore = process.cpuUsage()
await Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
const { user, system } = process.cpuUsage(cpuBefore)
const line: SenderLine = {
  ...count,
  refused,
  millis: performance.now() - began,
  cpuMillis: (user + system) / 1000,
}
process.stdout.write(`${JSON.stringify(line)}\n`)
await pool.end()
