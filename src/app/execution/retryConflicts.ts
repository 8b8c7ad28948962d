// Retrying after a conflict of versions. The attempt may need the store, ids and secrets only: no gateway, no sender,
// no signer, so that a retry can neither charge nor send twice.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import type { BillingStore, VersionConflict } from "../../ports/BillingStore.ts"
import type { IdSource } from "../../ports/IdSource.ts"
import type { Secrets } from "../../ports/Secrets.ts"

/** Other commits kept coming first. Nothing happened, and the same call may be made again. */
export interface StoreBusy {
  readonly _tag: "StoreBusy"
}

/** So often at least, then for so long, and so often at most. GAP-165 */
const TRIES_MIN = 10
const TRYING_MILLIS = 3_000
const TRIES_MAX = 200
const PAUSE_MILLIS_MAX = 16

/**
 * Runs an attempt that loads, decides and commits until its commit meets no conflict. It fails with `StoreBusy` after ten
 * conflicts, unless three seconds have not passed by then, and after two hundred in any case. GAP-165
 *
 * Whoever loses has waited longer than the winner, so it tries again at once, and once more; from then on after a random
 * time up to a bound that goes from 2 to 16 milliseconds, so that many callers which met do not meet for ever. Any other
 * failure is final. `again` replaces the attempt after a conflict, where the first try began with a loaded account.
 */
export const retryConflicts = <A, E, R extends BillingStore | IdSource | Secrets>(
  attempt: Effect.Effect<A, E | VersionConflict, R>,
  again: Effect.Effect<A, E | VersionConflict, R> = attempt,
): Effect.Effect<A, E | StoreBusy, R> =>
  Effect.catch(attempt, (error) =>
    isConflict(error)
      ? Effect.flatMap(Clock.currentTimeMillis, (since) => tryAgain(1, since, again))
      : Effect.fail(error),
  )

/** Goes on after so many conflicts, the first of which was at `since`. */
const tryAgain = <A, E, R>(
  conflicts: number,
  since: number,
  attempt: Effect.Effect<A, E | VersionConflict, R>,
): Effect.Effect<A, E | StoreBusy, R> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const isLong = conflicts >= TRIES_MIN && now >= since + TRYING_MILLIS
    if (isLong || conflicts >= TRIES_MAX) return Effect.fail<StoreBusy>({ _tag: "StoreBusy" })
    return Effect.catch(Effect.andThen(pauseAfter(conflicts), attempt), (error) =>
      isConflict(error) ? tryAgain(conflicts + 1, since, attempt) : Effect.fail(error),
    )
  })

/** The pause after so many conflicts. Its bound is none twice, and then 2, 2, 4, 4 and so on. */
const pauseAfter = (conflicts: number): Effect.Effect<void> => {
  if (conflicts <= 2) return Effect.void
  const bound = Math.min(PAUSE_MILLIS_MAX, 2 ** Math.floor((conflicts - 1) / 2))
  return Effect.flatMap(Random.nextBetween(0, bound), Effect.sleep)
}

const isConflict = <E>(error: E | VersionConflict): error is VersionConflict =>
  Predicate.isTagged(error, "VersionConflict")
