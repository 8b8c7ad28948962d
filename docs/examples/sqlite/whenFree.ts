// Writes in a database that another process may have locked: a backup, a long transaction, a tool of an operator.
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { isBusy } from "./Database.ts"

/** The pause before a write that met a lock is made again; the process does other work meanwhile. */
const PAUSE_MILLIS = 100

/** How often it is made again. */
const TRIES_MAX = 20

/** The lock was there all the time. Nothing was written. */
export interface Locked {
  readonly _tag: "Locked"
  readonly fault: unknown
}

/** Writes, for some seconds again and again where another process has the lock. Any other fault is a defect. */
export const whenFree = <A>(write: () => A): Effect.Effect<A, Locked> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(write())
    } catch (fault) {
      return isBusy(fault) ? Effect.fail<Locked>({ _tag: "Locked", fault }) : Effect.die(fault)
    }
  }).pipe(Effect.retry({ schedule: Schedule.spaced(PAUSE_MILLIS), times: TRIES_MAX }))
