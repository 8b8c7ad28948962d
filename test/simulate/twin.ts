// A store on a database in the place of the one in memory. The one in memory follows each commit, so that the world can be
// looked at as ever, and every read of the database is compared with it: the same seeds have the same books.
import { isDeepStrictEqual } from "node:util"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { commitOfSeed, type Seed } from "../../simulator/adapters/seed/Seed.ts"
import type { BillingStore, Expectation } from "../../src/index.ts"
import { readBooks } from "./books.ts"

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

/** Twins over stores that are opened empty, and get the seed. */
export const makeTwin =
  (open: () => Store): MakeStore =>
  (seed, now) => {
    const stored = open()
    const commit = commitOfSeed(seed, now)
    if (Result.isFailure(commit)) throw new Error(commit.failure.reason)
    Effect.runSync(stored.commit(commit.success))
    return (memory) => {
      const reads = Object.entries(stored).map(([name, read]) => [
        name,
        (...args: ReadonlyArray<never>) =>
          compared(name, args, callOf(read, args), callOf(memory[name as keyof Store], args)),
      ])
      const both = Object.fromEntries(reads) as Store
      // A process begins, as one does at the end of each history, too.
      Effect.runSync(readBooks(both, seed))
      return {
        ...both,
        acknowledge: (ids) => Effect.andThen(stored.acknowledge(ids), memory.acknowledge(ids)),
        commit: (wanted) =>
          Effect.andThen(
            stored.commit(wanted),
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

/** The reads of what there is among some ids, which comes in any order, with the name of those ids. */
const UNORDERED: Readonly<Record<string, string>> = { couponsById: "couponId" }

const inOrder = (name: string, read: unknown): unknown => {
  const id = UNORDERED[name]
  if (id === undefined || !Array.isArray(read)) return read
  return read.toSorted((one, other) => String(one[id]).localeCompare(String(other[id])))
}

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
