// The world as one document: to keep it, to carry it elsewhere, and to put one in its place.
import { constants } from "node:buffer"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { apiError } from "../../../src/api/index.ts"
import { CurrentBillingPolicy } from "../../../src/index.ts"
import { readJson, respondEmpty, respondPieces } from "../../../src/http/index.ts"
import { jsonPieces } from "../../state/jsonPieces.ts"
import { documentOf, readDocument } from "../../state/stateDocument.ts"
import { auditOf } from "../auditOf.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { readNothing } from "../input.ts"

/** How large a state to import may be: as large as a text can be on this runtime. An export has no bound. */
export const STATE_BYTES_MAX = constants.MAX_STRING_LENGTH

/** How many findings of an import are listed. */
export const FINDINGS_MAX = 100

const path = "/_simulator/state"

/**
 * `GET` and `PUT /_simulator/state`, and `POST /_simulator/state/save`. An import takes the place of the world, whole or
 * not at all: 400 for what is no state, 422 with findings for one that breaks rules. GAP-110
 */
export const stateRoutes = (world: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path,
    handle: () =>
      Effect.sync(() => {
        const document = documentOf(world.present(), { secrets: false })
        return respondPieces(200, "application/json", jsonPieces(document))
      }),
  },
  {
    method: "PUT",
    path,
    handle: Effect.fnUntraced(function* (request) {
      const read = readDocument(yield* readJson(request, STATE_BYTES_MAX), world.present().webhooks.endpoints)
      if (Result.isFailure(read)) {
        return yield* Effect.fail(apiError("validation_error", { errors: read.failure }))
      }
      const policy = yield* CurrentBillingPolicy
      const findings = auditOf(read.success, policy).findings.slice(0, FINDINGS_MAX)
      if (findings.length > 0) return yield* Effect.fail(apiError("state.inconsistent", { findings }))
      world.goTo(read.success)
      return respondEmpty(204)
    }),
  },
  {
    method: "POST",
    path: `${path}/save`,
    handle: Effect.fnUntraced(function* (request) {
      yield* readNothing(request)
      yield* world.save
      return respondEmpty(204)
    }),
  },
]
