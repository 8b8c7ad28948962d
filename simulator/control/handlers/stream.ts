// What changes in a world, as it changes.
import * as Effect from "effect/Effect"
import { apiError } from "../../../src/api/index.ts"
import { Iso } from "../../../src/index.ts"
import { respondStream } from "../../../src/http/index.ts"
import { VERSION } from "../../version.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { readNoParameters } from "../input.ts"

/** `GET /_simulator/stream`: server-sent events, `hello` and then a `change` with its `topics` for whatever changes. GAP-113 */
export const streamRoutes = ({ clock, live, name }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/stream",
    handle: Effect.fnUntraced(function* (request) {
      yield* readNoParameters(request)
      const stream = live.watch({ now: Iso.toIso(clock.now()), version: VERSION, world: name })
      return stream === null
        ? yield* Effect.fail(apiError("stream.max_of_20_streams_reached"))
        : respondStream(200, "text/event-stream", stream)
    }),
  },
]
