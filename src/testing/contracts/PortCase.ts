// A case of the contract of a port: a story that is told to an adapter, and what tells all of them.
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { type Law, story } from "../Law.ts"

/** One thing that every adapter has to do. `elsewhere` is told to one that was made anew, as in another process. */
export interface PortCase<Port> {
  readonly name: string
  readonly rule: string
  readonly tell: (
    port: Port,
    elsewhere: <A>(tell: (port: Port) => Effect.Effect<A>) => Effect.Effect<A>,
  ) => Effect.Effect<void>
}

/** The contract that these cases are, for the layers of a host. */
export const contractOf =
  <Id, Port>(service: Context.Service<Id, Port>, cases: ReadonlyArray<PortCase<Port>>) =>
  (makeLayer: () => Layer.Layer<Id, unknown>): ReadonlyArray<Law> =>
    cases.map(({ name, rule, tell }) => {
      const provided = <A>(told: (port: Port) => Effect.Effect<A>) =>
        Effect.orDie(
          Effect.suspend(() =>
            Effect.provide(
              Effect.flatMap(service, (port) => told(port)),
              makeLayer(),
            ),
          ),
        )
      return story({
        name,
        rule,
        lacks: null,
        tell: () => Effect.runPromise(provided((port) => tell(port, provided))),
      })
    })
