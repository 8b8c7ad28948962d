// Retrying after a conflict of versions. The attempt may need the store, ids and secrets only: no gateway, no sender,
// no signer, so that a retry can neither charge nor send twice.
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { BillingStore, VersionConflict } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { Secrets } from "../../ports/Secrets.ts"

/** Other commits kept coming first. Nothing happened, and the same call may be made again. */
export interface StoreBusy {
  readonly _tag: "StoreBusy"
}

const TRIES_MAX = 10
const PAUSE_MILLIS_MAX = 32

/**
 * Runs an attempt that loads, decides and commits until its commit meets no conflict, at most ten times; then it fails
 * with `StoreBusy`.
 *
 * Before each retry it waits for a random time up to a bound that doubles from 2 to 32 milliseconds, so that callers
 * which met once do not meet again. Any other failure is final. `again` replaces the attempt after a conflict, where
 * the first try began with a loaded account.
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
