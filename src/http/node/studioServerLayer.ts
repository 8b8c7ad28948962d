// A server of one's own as a layer: it listens for as long as the layer lasts, and stops in order.
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BillingPorts } from "../../index.ts"
import type { StudioPorts } from "../answer.ts"
import {
  CLOSE_MILLIS_MAX,
  makeStudioServer,
  type StudioServer,
  type WithoutSignIn,
  type WithSignIn,
} from "../server/makeStudioServer.ts"
import { listen, type NodeServer } from "./nodeServer.ts"

/** Where a server listens, and how it stops. */
export interface Listening {
  /** 127.0.0.1 unless it is given. */
  readonly host?: string
  /** Port 0 takes a free one. */
  readonly port: number
  /** How long it still takes calls once it is unready, so that balancers see that; not at all unless it is given. */
  readonly drainMillis?: number
}

/** A server of the contract that listens. */
export class StudioListener extends Context.Service<
  StudioListener,
  Pick<NodeServer, "host" | "port" | "url"> & Pick<StudioServer, "retire">
>()("studio-billing/http/StudioListener") {}

/** The layer of a server over the ports around it. */
interface StudioServerLayer {
  (options: WithSignIn & Listening): Layer.Layer<StudioListener, Cause.UnknownError, StudioPorts>
  (options: WithoutSignIn & Listening): Layer.Layer<StudioListener, Cause.UnknownError, BillingPorts>
}

/**
 * Serves the contract over the ports around it for as long as the layer lasts. At its end the server is unready for
 * `drainMillis`, takes no more connections, finishes what is in flight, for 30 seconds at most, and only then are the ports let go of. It fails
 * where it cannot listen; the `cause` says why (`EADDRINUSE`).
 */
export const studioServerLayer = ((options: (WithSignIn | WithoutSignIn) & Listening) =>
  Layer.effect(
    StudioListener,
    Effect.flatMap(Effect.context<StudioPorts>(), (context) =>
      Effect.flatMap(served(options, context), (server) => listening(options, server)),
    ),
  )) as StudioServerLayer

const served = (options: WithSignIn | WithoutSignIn, context: Context.Context<StudioPorts>) =>
  Effect.acquireRelease(
    Effect.sync(() => makeStudioServer({ ...options, ports: Layer.succeedContext(context) })),
    ({ close }) => Effect.promise(close),
  )

const listening = ({ host = "127.0.0.1", port, drainMillis = 0 }: Listening, server: StudioServer) => {
  const { dispatcher, retire } = server
  const socket = Effect.acquireRelease(
    Effect.tryPromise(() => listen({ dispatcher, host, port, stopMillis: CLOSE_MILLIS_MAX })),
    ({ stop }) =>
      Effect.sync(retire).pipe(
        Effect.andThen(Effect.sleep(drainMillis)),
        Effect.andThen(Effect.promise(stop)),
      ),
  )
  return Effect.map(socket, ({ host, port, url }) => ({ host, port, url, retire }))
}
