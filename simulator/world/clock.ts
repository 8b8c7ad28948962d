// The clock of a world: billing time, which flows with the real time or stands, and which can be moved forward. What
// waits (deadlines, retries) waits in real time all the same.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { Iso } from "../../src/index.ts"

/**
 * The last instant of a world's clock: a century before the last instant, so that whatever begins can end. GAP-80
 */
export const CLOCK_MAX = Date.UTC(9900, 0, 1) - 1

/** Tells whether a text is a time that the clock of a world can show. */
export const isClockTime = (text: string): boolean => {
  const at = Iso.fromIso(text)
  return Result.isSuccess(at) && at.success <= CLOCK_MAX
}

/** A clock that can be moved. */
export interface WorldClock {
  /** The clock of the world's use cases. */
  readonly clock: Clock.Clock
  readonly now: () => number
  /** Whether it flows with the real time. */
  readonly flows: boolean
  /** Moves billing time forward, and gives the time that it is then; an earlier instant moves nothing. */
  readonly moveTo: (at: number) => number
}

/** A clock that begins at `now`; a `manual` one moves only when it is told to. */
export const makeWorldClock = (options: {
  readonly now: number
  readonly mode: "real" | "manual"
  /** The real time, by which it waits. */
  readonly wall?: Clock.Clock | undefined
  /** Told when it is moved. */
  readonly changed?: (() => void) | undefined
}): WorldClock => {
  const { wall = wallClock, changed = () => undefined } = options
  let originAt = 0
  let startedAt = 0
  // Measured, not read from the wall, whose clock may be set back.
  const elapsed = (): number => (options.mode === "manual" ? 0 : Math.floor(performance.now() - startedAt))
  const now = (): number => Math.min(originAt + elapsed(), CLOCK_MAX)
  const begin = (at: number): void => {
    startedAt = performance.now()
    originAt = at
  }
  begin(options.now)
  return {
    clock: {
      ...waitingBy(wall),
      currentTimeMillisUnsafe: now,
      currentTimeMillis: Effect.sync(now),
      currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    },
    now,
    flows: options.mode === "real",
    moveTo: (at) => {
      const from = now()
      begin(Math.max(at, from))
      if (at > from) changed()
      return originAt
    },
  }
}

/** The real time. */
export const wallClock: Clock.Clock = Effect.runSync(Clock.clockWith(Effect.succeed))

const waitingBy = (
  wall: Clock.Clock,
): Pick<Clock.Clock, "monotonicTimeNanosUnsafe" | "monotonicTimeNanos" | "sleep"> => ({
  monotonicTimeNanosUnsafe: () => wall.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: wall.monotonicTimeNanos,
  sleep: (duration) => wall.sleep(duration),
})
