// Work beside billing that an engine does again and again.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { exitWithin } from "../app/ports/exitWithin.ts"
import { backoffOf } from "./backoffOf.ts"
import type { EngineBounds } from "./EngineBounds.ts"
import type { EngineReport } from "./EngineReport.ts"

/** Work that is done every so often, however it ends. */
export interface EngineTask<R = never> {
  /** Names it in reports. */
  readonly name: string
  readonly everyMillis: number
  /** The work. What it gives is ignored, but an Effect is reported as a failure: nobody would run it. */
  readonly run: Effect.Effect<unknown, unknown, R>
  /** What is still waited for when the engine stops, for `drainMillis` at most: what `run` left under way. */
  readonly drain?: Effect.Effect<unknown, unknown, R>
}

const checkGiven = (given: unknown): Effect.Effect<void> =>
  Effect.isEffect(given)
    ? Effect.die(
        new TypeError("run gave an Effect, which nobody runs: use Effect.suspend in place of Effect.sync"),
      )
    : Effect.void

/** Does a task for ever. One that fails or hangs is told of, and tried again after a while. */
export const runTask = Effect.fnUntraced(function* <R>(
  { name, everyMillis, run }: EngineTask<R>,
  bounds: EngineBounds,
  tell: (report: EngineReport) => Effect.Effect<void, never, R>,
): Effect.fn.Return<never, never, R> {
  for (let failures = 0; ; ) {
    const exit = yield* exitWithin(Effect.flatMap(run, checkGiven), bounds.turnMillis)
    if (exit !== null && Exit.isSuccess(exit)) {
      failures = 0
      yield* Effect.sleep(everyMillis)
      continue
    }
    failures += 1
    // No longer than between two looks, so that what a store or a sender held up goes on when they are back.
    const wait = Math.max(everyMillis, Math.min(backoffOf(failures, bounds), bounds.everyMillis))
    if (exit === null) yield* tell({ _tag: "Hung", what: name, millis: bounds.turnMillis })
    else {
      const againAt = (yield* Clock.currentTimeMillis) + wait
      yield* tell({ _tag: "TaskFailed", task: name, cause: exit.cause, againAt })
    }
    yield* Effect.sleep(wait)
  }
})
