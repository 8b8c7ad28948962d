// A call of a port as a client span.
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Tracer from "effect/Tracer"

/** A call of a port. */
export interface ObservedCall<A, E> {
  readonly name: string
  readonly attributes?: Readonly<Record<string, unknown>>
  /** Is given the result before the span ends. */
  readonly onExit?: (span: Tracer.Span, exit: Exit.Exit<A, E>, seconds: number) => Effect.Effect<void>
}

/** Makes the call in a span of its own, which is the parent of whatever the adapter does, also where it throws. */
export const observedCall = <A, E, R>(
  { name, attributes = {}, onExit }: ObservedCall<A, E>,
  call: () => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.useSpan(name, { kind: "client", attributes }, (span) => {
    const inSpan = Effect.withParentSpan(Effect.suspend(call), span, { captureStackTrace: false })
    return onExit === undefined ? inSpan : timed(inSpan, (exit, seconds) => onExit(span, exit, seconds))
  })

/** The effect, with its exit and how long it took told at its end. */
export const timed = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  onExit: (exit: Exit.Exit<A, E>, seconds: number) => Effect.Effect<void>,
): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    const startedAt = clock.monotonicTimeNanosUnsafe()
    return Effect.onExit(effect, (exit) =>
      onExit(exit, Number(clock.monotonicTimeNanosUnsafe() - startedAt) / 1e9),
    )
  })
