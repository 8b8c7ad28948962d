// The billing engine of a world: it runs when the clock is moved and, where the clock flows, in the background. One run
// at a time, so that each advance of the clock tells all that happened in it.
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Semaphore from "effect/Semaphore"
import type { Defect } from "../../src/http/index.ts"
import { STOP_MILLIS_MAX } from "../../src/http/node/index.ts"
import { type BillingPorts, type DueFailure, runDue } from "../../src/index.ts"

/** The wait between two runs in the background. */
export const TICK_MILLIS = 1_000

/** The billing engine of one world. */
export interface Engine {
  /** Runs something when no run is going on any more. */
  readonly inTurn: <A, E, R>(run: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Does what is due now, unless a run is going on. It never fails; what goes wrong is reported. */
  readonly tick: Effect.Effect<void>
}

/** An engine over the services of a world. An organization that keeps failing in the same way is reported once. */
export const makeEngine = (options: {
  readonly services: Context.Context<BillingPorts>
  readonly now: () => number
  readonly onDefect: (defect: Defect) => void
  /** Done at each tick as well. */
  readonly pump?: Effect.Effect<unknown>
}): Engine => {
  const { services, now, onDefect, pump = Effect.void } = options
  const turn = Semaphore.makeUnsafe(1)
  let reported: ReadonlySet<string> = new Set()

  const report = (
    faults: ReadonlyArray<{ readonly path: string; readonly cause: Cause.Cause<unknown> }>,
  ): void => {
    const known = reported
    const seen = faults.map(({ path, cause }) => ({ path, cause, key: `${path} ${Cause.pretty(cause)}` }))
    reported = new Set(seen.map(({ key }) => key))
    for (const { path, cause, key } of seen) {
      if (!known.has(key)) onDefect({ cause, requestId: "-", method: "ENGINE", path })
    }
  }

  // One after the other, as where the clock is moved: what a world comes to depends on no other thing.
  const run = Effect.suspend(() => runDue(now(), { concurrency: 1 })).pipe(
    Effect.map(({ failures }) => report(failures.map(faultOf))),
    Effect.catchCause((cause) => Effect.sync(() => report([{ path: "runDue", cause }]))),
    Effect.andThen(Effect.exit(pump)),
  )
  return {
    inTurn: turn.withPermit,
    tick: Effect.asVoid(Effect.provideContext(turn.withPermitsIfAvailable(1)(run), services)),
  }
}

const faultOf = ({ organizationId, cause }: DueFailure) => ({ path: organizationId, cause })

/**
 * Runs a tick about every `TICK_MILLIS`, never two at a time, and keeps no process alive by that. Gives what ends it: a
 * tick that runs finishes the organization that it is at, and is waited for no longer than other work at the end.
 */
export const startTicking = (tick: Effect.Effect<void>): (() => Promise<void>) => {
  let running: Fiber.Fiber<void> | null = null
  const timer = setInterval(() => {
    if (running !== null) return
    const fiber = Effect.runFork(tick)
    running = fiber
    fiber.addObserver(() => {
      running = null
    })
  }, TICK_MILLIS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    if (running === null) return
    await Effect.runPromise(Effect.timeoutOption(Fiber.interrupt(running), STOP_MILLIS_MAX))
  }
}
