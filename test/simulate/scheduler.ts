// The deterministic scheduler: fibers that are ready wait in one list, and chance decides who goes on next, so that a
// seed stands for one interleaving. Real time stands still while anybody is ready; then whoever sleeps shortest wakes.
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scheduler from "effect/Scheduler"
import type { Chance } from "../support/random.ts"

/** The fibers of one process, and the real time as they see it. */
export interface SeededScheduler {
  readonly scheduler: Scheduler.Scheduler
  readonly wall: Clock.Clock
  readonly now: () => number
  /** Lets one fiber that is ready go on, as chance has it; false where none is. */
  readonly step: (chance: Chance) => boolean
  /** When the next sleeper wakes; null where nobody sleeps. */
  readonly nextWakeAt: () => number | null
  /** Lets time pass up to the instant and wakes whoever's sleep ends then, in order. */
  readonly passTo: (at: number) => void
}

interface Sleeper {
  readonly at: number
  readonly order: number
  readonly wake: () => void
}

/** Nobody is ready and nobody sleeps; the real time shows `startAt`. */
export const makeScheduler = (startAt: number): SeededScheduler => {
  const ready: Array<() => void> = []
  const sleepers = new Set<Sleeper>()
  let now = startAt
  let slept = 0
  const dispatcher: Scheduler.SchedulerDispatcher = {
    scheduleTask: (task) => void ready.push(task),
    flush: () => {
      while (ready.length > 0) ready.shift()?.()
    },
  }
  const earliest = (): Sleeper | null => {
    let first: Sleeper | null = null
    for (const sleeper of sleepers) {
      if (first === null || sleeper.at < first.at) first = sleeper
    }
    return first
  }
  const nanos = (): bigint => BigInt(now) * 1_000_000n
  return {
    scheduler: { executionMode: "async", shouldYield: () => false, makeDispatcher: () => dispatcher },
    wall: {
      currentTimeMillisUnsafe: () => now,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) =>
        Effect.callback<void>((resume) => {
          slept += 1
          const wake = (): void => resume(Effect.void)
          const sleeper = { at: now + Math.ceil(Duration.toMillis(duration)), order: slept, wake }
          sleepers.add(sleeper)
          return Effect.sync(() => sleepers.delete(sleeper))
        }),
    },
    now: () => now,
    step: (chance) => {
      if (ready.length === 0) return false
      const index = ready.length === 1 ? 0 : chance.below(ready.length)
      const [task] = ready.splice(index, 1)
      task?.()
      return true
    },
    nextWakeAt: () => earliest()?.at ?? null,
    passTo: (at) => {
      now = Math.max(now, at)
      for (const sleeper of Array.from(sleepers)
        .filter((one) => one.at <= now)
        .sort((a, b) => a.at - b.at || a.order - b.order)) {
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    },
  }
}
