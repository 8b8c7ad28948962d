// Tests that put timers of their own in the place of the platform's, as `vi.useFakeTimers()` does, would have every call
// wait for a turn that never comes.
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import type { Dispatcher } from "../../src/http/index.ts"

const { setImmediate, clearImmediate } = globalThis

const scheduler = new Scheduler.MixedScheduler("async", (run) => {
  const turn = setImmediate(run)
  return () => clearImmediate(turn)
})

/** A dispatcher whose calls take turns by the timers that the platform had when this was loaded. */
export const withOwnTurns =
  (dispatcher: Dispatcher): Dispatcher =>
  (request) =>
    Effect.provideService(dispatcher(request), Scheduler.Scheduler, scheduler)
