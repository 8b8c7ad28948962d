// Processes that end in the middle of something. A process calls its store and its gateway; it can be ended before or
// after any of these calls, and then none of its calls begins or returns any more.
import * as Effect from "effect/Effect"
import type { BillingStore, PaymentGateway } from "../../src/index.ts"
import type { Wraps } from "./billing.ts"

type Store = BillingStore["Service"]
type Gateway = PaymentGateway["Service"]

/** A point in the life of a process: before or after its nth call of this name, counted from 1. */
export interface Point {
  readonly call: keyof Store | keyof Gateway
  readonly nth: number
  readonly when: "before" | "after"
}

/** What happens to a process at a point; `Effect.never` ends it. */
type Event = () => Effect.Effect<void>

const wrapped = <Calls extends object>(
  calls: Calls,
  around: (call: string, effect: Effect.Effect<unknown>) => Effect.Effect<unknown>,
): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([call, make]) => [
      call,
      (...args: ReadonlyArray<unknown>) =>
        around(
          call,
          Effect.suspend(() => make(...args)),
        ),
    ]),
  ) as Calls

/** Lets something happen to a process at a point. */
export const atPoint = ({ call, nth, when }: Point, event: Event): Wraps => {
  let count = 0
  const around = (name: string, effect: Effect.Effect<unknown>) =>
    Effect.suspend(() => {
      const isHit = name === call && ++count === nth
      if (!isHit) return effect
      if (when === "before") return Effect.andThen(event(), effect)
      return Effect.flatMap(Effect.exit(effect), (exit) => Effect.andThen(event(), exit))
    })
  return {
    wrapStore: (store) => wrapped(store, around),
    wrapGateway: (gateway) => wrapped(gateway, around),
  }
}

/** A process that ends at a point, and when it has. */
export const endingAt = (point: Point): Wraps & { readonly ended: Promise<"ended"> } => {
  const { promise, resolve } = Promise.withResolvers<"ended">()
  let hasEnded = false
  const { wrapStore, wrapGateway } = atPoint(point, () =>
    Effect.andThen(
      Effect.sync(() => {
        hasEnded = true
        resolve("ended")
      }),
      Effect.never,
    ),
  )
  const dead = (_: string, effect: Effect.Effect<unknown>) =>
    Effect.suspend(() =>
      hasEnded
        ? Effect.never
        : Effect.flatMap(Effect.exit(effect), (exit) => (hasEnded ? Effect.never : exit)),
    )
  return {
    wrapStore: (store) => wrapped(wrapStore?.(store) ?? store, dead),
    wrapGateway: (gateway) => wrapped(wrapGateway?.(gateway) ?? gateway, dead),
    ended: promise,
  }
}
