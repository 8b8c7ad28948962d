// The simulator as a service of Effect.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { createSimulator, type Simulator as RunningSimulator, type SimulatorOptions } from "./plain.ts"

const service = Context.Service<Simulator>("studio-billing/Simulator")

/** A simulator that runs. */
export type Simulator = RunningSimulator

/** A simulator as a service. */
export const Simulator = Object.assign(service, {
  /** Runs one for as long as the scope lasts. What `createSimulator` rejects with is a defect. */
  layer: (options: SimulatorOptions = {}): Layer.Layer<Simulator> =>
    Layer.effect(
      service,
      Effect.acquireRelease(
        Effect.promise(() => createSimulator(options)),
        ({ close }) => Effect.promise(close),
      ),
    ),
  /**
   * An HTTP client all of whose requests go to the simulator, without a socket: for `HttpApiClient.make(StudioApi)`. URLs
   * without an origin are those of the default world; `baseUrl: world.url` means another one.
   */
  layerHttpClient: Layer.unwrap(
    Effect.flatMap(service, (simulator) =>
      // Loaded by whoever needs it: Effect's HTTP client takes as long to load as the simulator.
      Effect.map(
        Effect.promise(() => import("./httpClientOf.ts")),
        ({ httpClientOf }): Layer.Layer<HttpClient.HttpClient> => httpClientOf(simulator),
      ),
    ),
  ),
})
