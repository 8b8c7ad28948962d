// Workers in the background, a bounded number for each key; each call starts one more.
import * as Effect from "effect/Effect"

/** Calls a worker for a key; `work` looks for something to do, does it, and ends when it finds nothing. */
export type CallWorker<R> = (key: string, work: Effect.Effect<void, never, R>) => Effect.Effect<void>

/** Workers that `fork` runs, at most `max` of each key. A call beyond that is made up for when one of them ends. */
export const makeWorkers = <R>(options: {
  readonly max: number
  readonly fork: (task: Effect.Effect<void, never, R>) => Effect.Effect<void>
}): CallWorker<R> => {
  const { max, fork } = options
  const counts = new Map<string, number>()
  const missed = new Set<string>()

  const call: CallWorker<R> = (key, work) =>
    Effect.suspend(() => {
      const count = counts.get(key) ?? 0
      if (count === max) {
        missed.add(key)
        return Effect.void
      }
      counts.set(key, count + 1)
      return fork(Effect.ensuring(work, leave(key, work)))
    })

  // A worker that ends, by an interrupt of a port too, may have missed newer work: then another one looks.
  const leave: CallWorker<R> = (key, work) =>
    Effect.suspend(() => {
      const count = (counts.get(key) ?? 1) - 1
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
      return missed.delete(key) ? call(key, work) : Effect.void
    })

  return call
}
