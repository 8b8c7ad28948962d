// A process of the example's service at an instant: its ports on a database file and an acquirer, and a clock that stands.
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type Acquirer, makeAcquirerGateway } from "../../../docs/examples/sqlite/AcquirerGateway.ts"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { portsOf } from "../../../docs/examples/sqlite/host.ts"

const clockAt = (now: () => number): Clock.Clock => ({
  currentTimeMillisUnsafe: now,
  currentTimeMillis: Effect.sync(now),
  currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
  monotonicTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
  // The pause before a retry is a turn of the others; no deadline is ever reached.
  sleep: (duration) => (Duration.toMillis(duration) < 1000 ? Effect.yieldNow : Effect.never),
})

/** A process on a file. */
export const startProcess = (path: string, acquirer: Acquirer, startAt: number) => {
  let now = startAt
  const database = openDatabase(path)
  const ports = portsOf(database, makeAcquirerGateway(acquirer))
  const clock = Context.make(
    Clock.Clock,
    clockAt(() => now),
  )
  return {
    database,
    run: <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof ports>>): Promise<A> =>
      Effect.runPromise(Effect.provideContext(Effect.provide(effect, ports), clock)),
    setNow: (at: number) => {
      now = at
    },
    close: database.close,
  }
}
