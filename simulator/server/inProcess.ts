// The requests that reach a simulator without a socket: its end waits for those in flight as for those of a socket.
import * as Effect from "effect/Effect"
import type { Dispatcher } from "../../src/http/index.ts"
import { STOP_MILLIS_MAX } from "../../src/http/node/index.ts"

/** A dispatcher for requests in process. */
export interface InProcess {
  readonly dispatcher: Dispatcher
  /** When nothing is in flight, after `STOP_MILLIS_MAX` at the latest. */
  readonly idle: () => Promise<void>
}

/** The dispatcher, whose requests are counted. */
export const makeInProcess = (dispatcher: Dispatcher): InProcess => {
  let inFlight = 0
  let whenIdle = (): void => undefined
  const settle = Effect.sync(() => {
    inFlight -= 1
    if (inFlight === 0) whenIdle()
  })
  return {
    dispatcher: (request) =>
      Effect.suspend(() => {
        inFlight += 1
        return Effect.ensuring(dispatcher(request), settle)
      }),
    idle: async () => {
      if (inFlight === 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, STOP_MILLIS_MAX)
        whenIdle = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
