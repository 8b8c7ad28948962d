// The requests of a dispatcher that are in flight, for whoever has to wait for them before it closes.
import * as Effect from "effect/Effect"
import type { Dispatcher } from "../dispatcher.ts"
import { type Count, makeCount } from "./makeCount.ts"

/** A dispatcher whose requests are counted. */
export interface CountedDispatcher extends Pick<Count, "idle"> {
  readonly dispatcher: Dispatcher
}

/** Counts the requests of a dispatcher that are in flight. */
export const countInFlight = (dispatcher: Dispatcher): CountedDispatcher => {
  const { begin, end, idle } = makeCount()
  const ended = Effect.sync(end)
  return {
    dispatcher: (request) =>
      Effect.suspend(() => {
        begin()
        return Effect.ensuring(dispatcher(request), ended)
      }),
    idle,
  }
}
