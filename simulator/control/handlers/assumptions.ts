// The gap register as data, and how the world reads those of its gaps that can be read in several ways.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { apiError, paging, presentPage, Text } from "../../../src/api/index.ts"
import { paginate } from "../../../src/index.ts"
import { type Assumptions, readingsOf } from "../../assumptions/Assumptions.ts"
import { type Gap, gaps } from "../../assumptions/gaps.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import { bodyOf, invalidAt, parametersOf } from "../input.ts"

const readQuery = parametersOf(Schema.Struct(paging))
const readReading = bodyOf(Schema.Struct({ reading: Text }))

/** `GET /_simulator/assumptions`, in the order of the register, and `PUT /_simulator/assumptions/{gap}`. */
export const assumptionRoutes = ({ assumptions }: ControlledWorld): ReadonlyArray<ControlRoute> => [
  {
    method: "GET",
    path: "/_simulator/assumptions",
    handle: (request) =>
      Effect.map(readQuery(request), (list) =>
        respondJson(
          200,
          presentPage(paginate(gaps, list), list, (gap) => present(gap, assumptions)),
        ),
      ),
  },
  {
    method: "PUT",
    path: "/_simulator/assumptions/{gap}",
    handle: Effect.fnUntraced(function* (request) {
      const { reading } = yield* readReading(request)
      const gap = gaps.find((one) => one.gap === request.params.gap)
      if (gap === undefined) return yield* Effect.fail(apiError("assumption.not_found"))
      if (assumptions.read(gap.gap, reading) === null) {
        return yield* Effect.fail(invalidAt("reading", expected(readingsOf(gap.gap))))
      }
      return respondJson(200, present(gap, assumptions))
    }),
  },
]

const expected = (readings: ReadonlyArray<string>): string =>
  readings.length === 0 ? "This gap has no other reading" : `Expected ${readings.join(" or ")}`

const present = (gap: Gap, { readingOf }: Assumptions) => ({
  ...gap,
  readings: readingsOf(gap.gap),
  reading: readingOf(gap.gap),
})
