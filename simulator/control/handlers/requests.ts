// The log of requests, for whoever wonders what a client really sent and got.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { paging, presentPage } from "../../../src/api/index.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { parametersOf } from "../input.ts"

const readQuery = parametersOf(Schema.Struct(paging))

/** `GET /_simulator/requests`: newest first. */
export const requestRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/requests",
    handle: (request) =>
      Effect.map(readQuery(request), (page) =>
        respondJson(
          200,
          presentPage(world.requests.list(page), page, (entry) => entry),
        ),
      ),
  },
]
