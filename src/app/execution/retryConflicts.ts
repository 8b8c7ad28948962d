// Trying again when somebody else committed first. What is tried may need the store, ids and secrets and nothing
// else: no gateway, no sender, no signer, so that trying again can neither charge nor send twice.
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { BillingStore, VersionConflict } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { Secrets } from "../../ports/Secrets.ts"

/** Others kept committing first; nothing happened, and the same call may be made again. */
export interface StoreBusy {
  readonly _tag: "StoreBusy"
}

const TRIES_MAX = 10
const PAUSE_MILLIS_MAX = 32

/**
 * Runs an attempt that loads, decides and commits until its commit meets no conflict, ten times at most; then it
 * fails with `StoreBusy`.
 *
 * Between two tries lies a pause of random length up to a bound that doubles from 2 to 32 milliseconds, so that those
 * who met once do not meet again. Any other failure of the attempt is final.
 * `again` is tried after a conflict in place of the attempt, where that began with what is no longer so.
 */
export const retryConflicts = <A, E, R extends BillingStore | IdSource | Secrets>(
  attempt: Effect.Effect<A, E | VersionConflict, R>,
  again: Effect.Effect<A, E | VersionConflict, R> = attempt,
): Effect.Effect<A, E | StoreBusy, R> => tryFrom(1, attempt, again)

const tryFrom = <A, E, R>(
  count: number,
  attempt: Effect.Effect<A, E | VersionConflict, R>,
  again: Effect.Effect<A, E | VersionConflict, R>,
): Effect.Effect<A, E | StoreBusy, R> =>
  Effect.catch(attempt, (error): Effect.Effect<A, E | StoreBusy, R> => {
    if (!isConflict(error)) return Effect.fail(error)
    if (count === TRIES_MAX) return Effect.fail<StoreBusy>({ _tag: "StoreBusy" })
    const pause = Effect.flatMap(Random.nextBetween(0, Math.min(2 ** count, PAUSE_MILLIS_MAX)), Effect.sleep)
    return Effect.andThen(pause, tryFrom(count + 1, again, again))
  })

const isConflict = <E>(error: E | VersionConflict): error is VersionConflict =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "VersionConflict"
