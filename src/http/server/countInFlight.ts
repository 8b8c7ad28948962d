// The requests of a dispatcher that are in flight, for whoever has to wait for them before it closes.
import * as Effect from "effect/Effect"
import type { Dispatcher } from "../dispatcher.ts"

/** A dispatcher whose requests are counted. */
export interface CountedDispatcher {
  readonly dispatcher: Dispatcher
  /** When nothing is in flight, after so many milliseconds at the latest. */
  readonly idle: (millisMax: number) => Promise<void>
}

/** Counts the requests of a dispatcher that are in flight. */
export const countInFlight = (dispatcher: Dispatcher): CountedDispatcher => {
  let inFlight = 0
  const waiting = new Set<() => void>()
  const settle = Effect.sync(() => {
    inFlight -= 1
    if (inFlight === 0) for (const done of waiting) done()
  })
  return {
    dispatcher: (request) =>
      Effect.suspend(() => {
        inFlight += 1
        return Effect.ensuring(dispatcher(request), settle)
      }),
    idle: async (millisMax) => {
      if (inFlight === 0) return
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        const timer = setTimeout(done, millisMax)
        waiting.add(done)
      })
    },
  }
}
