// Runs use cases for callers who wait by Promises: their refusals are thrown, an abort is heard at once, and the end waits
// for all that has begun.
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { Rejection } from "../api/errors/rejections.ts"
import { CurrentBillingPolicy } from "../app/execution/CurrentBillingPolicy.ts"
import { CurrentCompletions } from "../app/execution/runToCompletion.ts"
import { answerOf, type BillingAnswer } from "./BillingRejected.ts"
import { faultIn } from "./faultIn.ts"
import type { CallOptions } from "./options.ts"
import type { Services } from "./ports/services.ts"
import { optional, record } from "./shapes.ts"

/** A use case that is ready to be run; made only when it is, so that what it throws is a rejection. */
export type Prepare<A> = () => Effect.Effect<A, Rejection, Services>

/** Runs use cases over the services of one context. */
export interface Runner {
  /** Runs a use case under its name. */
  readonly run: <A>(name: string, prepare: Prepare<A>, options?: CallOptions) => BillingAnswer<A, Rejection>
  /** The context in which it runs them. The end waits for what is run to its end in it. */
  readonly context: Context.Context<never>
  /**
   * Refuses further calls at once, and waits for those under way and for what they leave running. It waits as long as a charge
   * may take and half a minute, and then rejects with the names of what has not ended.
   */
  readonly close: () => Promise<void>
}

const checkOptions = record<{ signal: AbortSignal | undefined }>({
  signal: optional((value, place) => {
    if (value instanceof AbortSignal) return value
    throw new TypeError(`${place} has to be an AbortSignal`)
  }),
})

/** How much longer than a charge the end waits. */
const CLOSE_MILLIS = 30_000

/** What a call after the end is told. */
export const closed = (name: string): string =>
  `${name} was called after close(): create another billing for further calls`

/** A runner; `now` is the time by which a refusal says when to try again. */
export const makeRunner = (context: Context.Context<never>, now: () => number): Runner => {
  const running = new Map<Promise<unknown>, string>()
  let isClosed = false

  const track = <A>(work: Promise<A>, name: string): Promise<A> => {
    const ended = work.then(
      () => void running.delete(ended),
      () => void running.delete(ended),
    )
    running.set(ended, name)
    return work
  }
  const onStart = (fiber: Fiber.Fiber<unknown, unknown>): void => {
    track(new Promise((resolve) => fiber.addObserver(resolve)), "what a call left to be recorded")
  }
  const whileRunning = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running.keys())
  }
  const own = Context.add(context, CurrentCompletions, onStart)
  const runExit = Effect.runPromiseExitWith(own as Context.Context<Services>)

  const begin = async <A>(name: string, prepare: Prepare<A>, options: CallOptions): Promise<A> => {
    const { signal } = checkOptions(options, `${name}: options`)
    signal?.throwIfAborted()
    if (isClosed) throw new Error(closed(name))
    const exit = track(runExit(prepare(), { signal }), name)
    const ended = await orAborted(exit, signal)
    // The call may have stopped for the signal before the signal is heard here.
    if (Exit.isFailure(ended) && Cause.hasInterruptsOnly(ended.cause)) signal?.throwIfAborted()
    return answerOfExit(name, ended, now)
  }

  return {
    run: (name, prepare, options = {}) => answerOf(begin(name, prepare, options)),
    context: own,
    close: async () => {
      isClosed = true
      const millis = Context.get(context, CurrentBillingPolicy).chargeDeadlineMillis + CLOSE_MILLIS
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new Error(unended(running.values(), millis))), millis)
      try {
        await Promise.race([whileRunning(), late.promise])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const unended = (names: Iterable<string>, millis: number): string => {
  const what = Array.from(new Set(names)).join(", ")
  return `close(): after ${millis / 1000} s these have not ended: ${what}. A port of theirs does not answer. End the process: another one repairs what was begun`
}

/** Waits for the work no longer than until the signal; the work ends by itself. */
const orAborted = async <A>(work: Promise<A>, signal: AbortSignal | undefined): Promise<A> => {
  if (signal === undefined) return work
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener("abort", onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener("abort", onAbort)
  }
}

const answerOfExit = <A>(name: string, exit: Exit.Exit<A, Rejection>, now: () => number): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw faultIn(name, exit.cause, now())
}
