// A store in SQLite in the place of the one in memory. The one in memory follows each commit, so that the world can be
// looked at as ever, and every read of SQLite is compared with it: the same seeds have the same books.
import { isDeepStrictEqual } from "node:util"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { openDatabase } from "../../docs/examples/sqlite/Database.ts"
import { makeSqliteBillingStore } from "../../docs/examples/sqlite/SqliteBillingStore.ts"
import { commitOfSeed, type Seed } from "../../simulator/adapters/seed/Seed.ts"
import type { BillingStore, Expectation } from "../../src/index.ts"

type Store = BillingStore["Service"]

/** A store that takes the place of the one in memory, also after a restart. */
export type StoreOver = (memory: Store) => Store

/** Makes the store of a world that begins with a seed at an instant. */
export type MakeStore = (seed: Seed, now: number) => StoreOver

/** What may be forgotten at its end, which each store does at its own time. */
const FORGOTTEN: ReadonlySet<string> = new Set([
  "otpAddress",
  "otpAddressOf",
  "session",
  "openSessions",
  "idempotencyKey",
])

/** A new database in memory that holds the seed. */
export const makeTwin: MakeStore = (seed, now) => {
  const sqlite = makeSqliteBillingStore(openDatabase(":memory:"))
  const commit = commitOfSeed(seed, now)
  if (Result.isFailure(commit)) throw new Error(commit.failure.reason)
  Effect.runSync(sqlite.commit(commit.success))
  return (memory) => {
    const reads = Object.entries(sqlite).map(([name, read]) => [
      name,
      (...args: ReadonlyArray<never>) =>
        compared(name, args, callOf(read, args), callOf(memory[name as keyof Store], args)),
    ])
    return {
      ...(Object.fromEntries(reads) as Store),
      acknowledge: (ids) => Effect.andThen(sqlite.acknowledge(ids), memory.acknowledge(ids)),
      commit: (wanted) =>
        Effect.andThen(
          sqlite.commit(wanted),
          Effect.suspend(() =>
            Effect.orDie(memory.commit({ ...wanted, expects: wanted.expects.map(knownTo(memory)) })),
          ),
        ),
    }
  }
}

const callOf = (call: unknown, args: ReadonlyArray<never>): Effect.Effect<unknown> =>
  (call as (...args: ReadonlyArray<never>) => Effect.Effect<unknown>)(...args)

const compared = (
  name: string,
  args: ReadonlyArray<unknown>,
  read: Effect.Effect<unknown>,
  inMemory: Effect.Effect<unknown>,
): Effect.Effect<unknown> =>
  Effect.flatMap(read, (told) => {
    if (FORGOTTEN.has(name)) return Effect.succeed(told)
    return Effect.flatMap(inMemory, (other) =>
      isDeepStrictEqual(inOrder(name, plain(told)), inOrder(name, plain(other)))
        ? Effect.succeed(told)
        : Effect.die(
            new Error(
              `${name} ${JSON.stringify(args)}: ${JSON.stringify(told)} is ${JSON.stringify(other)} in memory`,
            ),
          ),
    )
  })

/** The reads of what there is among some ids, which comes in any order. */
const UNORDERED: ReadonlySet<string> = new Set(["usageEvents", "couponsById"])

const inOrder = (name: string, read: unknown): unknown =>
  UNORDERED.has(name) && Array.isArray(read) ? read.map((one) => JSON.stringify(one)).toSorted() : read

/** As JSON: a row has no prototype. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** An expectation of a scope that the memory may have forgotten, as the memory knows it. */
const knownTo =
  (memory: Store) =>
  ({ scope, version }: Expectation): Expectation => {
    const { kind, id } = scope
    const versionOf = (read: Effect.Effect<{ readonly version: number } | null>): number =>
      Effect.runSync(read)?.version ?? 0
    if (kind === "address") return { scope, version: versionOf(memory.otpAddress(id)) }
    if (kind === "session") return { scope, version: versionOf(memory.session(id)) }
    if (kind === "idempotency_key") return { scope, version: versionOf(memory.idempotencyKey(id)) }
    return { scope, version }
  }
