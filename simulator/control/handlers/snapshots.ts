// Named copies of the world: to put aside what a test begins with, and to go back to it.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ApiError, apiError, paging, presentPage } from "../../../src/api/index.ts"
import { Iso, paginate } from "../../../src/index.ts"
import { type RouteRequest, respondEmpty, respondJson } from "../../../src/http/index.ts"
import { isName, NAME_EXPECTED } from "../../names.ts"
import type { Snapshot } from "../../state/Snapshots.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { invalidAt, parametersOf, readNothing } from "../input.ts"

const collection = "/_simulator/snapshots"
const one = `${collection}/{name}` as const

const readQuery = parametersOf(Schema.Struct(paging))

/**
 * `POST`, `GET` and `DELETE /_simulator/snapshots/{name}`, the list, and `POST .../restore`. A snapshot holds records,
 * codes, what the gateway remembers and the clock.
 */
export const snapshotRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => {
  const find = (request: RouteRequest): Effect.Effect<Snapshot, ApiError> =>
    Effect.flatMap(nameOf(request), (name) => {
      const snapshot = world.snapshots.get(name)
      return snapshot === undefined ? Effect.fail(apiError("snapshot.not_found")) : Effect.succeed(snapshot)
    })
  return [
    {
      method: "GET",
      path: collection,
      handle: (request) =>
        Effect.map(readQuery(request), (list) =>
          respondJson(200, presentPage(paginate(world.snapshots.list(), list), list, present)),
        ),
    },
    {
      method: "GET",
      path: one,
      handle: (request) => Effect.map(find(request), (snapshot) => respondJson(200, present(snapshot))),
    },
    {
      method: "POST",
      path: one,
      handle: Effect.fnUntraced(function* (request) {
        const name = yield* nameOf(request)
        yield* readNothing(request)
        const isKnown = world.snapshots.get(name) !== undefined
        const snapshot = { name, moment: world.present() }
        return world.snapshots.put(snapshot)
          ? respondJson(isKnown ? 200 : 201, present(snapshot))
          : yield* Effect.fail(apiError("snapshot.max_of_100_snapshots_reached"))
      }),
    },
    {
      method: "DELETE",
      path: one,
      handle: Effect.fnUntraced(function* (request) {
        const { name } = yield* find(request)
        yield* readNothing(request)
        world.snapshots.remove(name)
        return respondEmpty(204)
      }),
    },
    {
      method: "POST",
      path: `${one}/restore`,
      handle: Effect.fnUntraced(function* (request) {
        const snapshot = yield* find(request)
        yield* readNothing(request)
        world.goTo(snapshot.moment)
        return respondJson(200, present(snapshot))
      }),
    },
  ]
}

const nameOf = ({ params: { name = "" } }: RouteRequest): Effect.Effect<string, ApiError> =>
  isName(name) ? Effect.succeed(name) : Effect.fail(invalidAt("name", `Expected ${NAME_EXPECTED}`))

const present = ({ name, moment }: Snapshot) => ({ name, now: Iso.toIso(moment.now) })
