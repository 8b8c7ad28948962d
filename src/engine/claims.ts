// What an engine has claimed and not begun. A claim that it does not begin goes back to the store, for whoever has room.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { exitWithin } from "../app/ports/exitWithin.ts"
import type { BillingStore, DueClaim } from "../ports/BillingStore.ts"
import type { EngineBounds } from "./EngineBounds.ts"

/** The claims of one engine that wait for their turn. */
export interface Claims {
  /** Whether none waits. */
  readonly isEmpty: () => boolean
  /** Adds claims. After `close` they go back at once. */
  readonly add: (claims: ReadonlyArray<DueClaim>) => Effect.Effect<void>
  /** Takes the next one; `null` where none waits, or where they waited for so long that all go back. */
  readonly next: Effect.Effect<DueClaim | null>
  /** Lets a claim end at another instant. Where that fails it ends by itself. */
  readonly move: (claims: ReadonlyArray<DueClaim>, until: number) => Effect.Effect<void>
  /** Gives back what waits, and what is added later. */
  readonly close: Effect.Effect<void>
}

/** The claims of one engine: none yet. */
export const makeClaims = (store: typeof BillingStore.Service, bounds: EngineBounds): Claims => {
  let waiting: ReadonlyArray<DueClaim> = []
  let isClosed = false

  const move = (claims: ReadonlyArray<DueClaim>, until: number): Effect.Effect<void> => {
    if (claims.length === 0) return Effect.void
    const moved = Effect.suspend(() => store.moveClaims(claims, until))
    return Effect.asVoid(exitWithin(moved, bounds.drainMillis))
  }

  const giveBack = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const claims = waiting
    waiting = []
    // Never later than they end by themselves: the clock may be ahead by now.
    return move(claims, Math.min(now, ...claims.map(({ until }) => until)))
  })

  return {
    isEmpty: () => waiting.length === 0,
    add: (claims) =>
      Effect.suspend(() => {
        waiting = [...waiting, ...claims]
        return isClosed ? giveBack : Effect.void
      }),
    // Nothing may come between looking and taking: claims that come late are added by another fiber.
    next: Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const [first = null, ...rest] = waiting
      // Its claim might end before its turn does.
      if (first !== null && first.until - now < bounds.turnMillis) return Effect.as(giveBack, null)
      waiting = rest
      return Effect.succeed(first)
    }),
    move,
    close: Effect.suspend(() => {
      isClosed = true
      return giveBack
    }),
  }
}
