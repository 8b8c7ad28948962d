// The real time as a test moves it: it stands still, and whoever sleeps wakes when it is told to pass.
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export interface WallClock {
  readonly clock: Clock.Clock
  readonly now: () => number
  /** Lets time pass; those whose sleep is over go on, the earliest first. */
  readonly advance: (millis: number) => void
  /** Lets time pass while nobody wakes, as timers are late at times. */
  readonly pass: (millis: number) => void
  /** How many sleep. */
  readonly sleepers: () => number
}

export const makeWallClock = (startAt = Date.UTC(2026, 5, 1)): WallClock => {
  let now = startAt
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  return {
    now: () => now,
    sleepers: () => sleepers.size,
    pass: (millis) => {
      now += millis
    },
    advance: (millis) => {
      now += millis
      for (const sleeper of [...sleepers].sort((a, b) => a.at - b.at)) {
        if (sleeper.at > now) break
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    },
    clock: {
      currentTimeMillisUnsafe: () => now,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
      monotonicTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
      sleep: (duration) =>
        Effect.callback<void>((resume) => {
          const sleeper = { at: now + Duration.toMillis(duration), wake: () => resume(Effect.void) }
          sleepers.add(sleeper)
          return Effect.sync(() => sleepers.delete(sleeper))
        }),
    },
  }
}
