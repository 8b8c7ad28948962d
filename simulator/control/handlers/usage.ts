// Usage from behind: recording it, which clients of the service cannot, and what of it is billed.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Count, presentInvoice, refusalOf, Text } from "../../../src/api/index.ts"
import { recordUsage, viewAccount } from "../../../src/index.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlRoute } from "../ControlledWorld.ts"
import { bodyOf, instantOf, Time } from "../input.ts"
import { usageReport } from "../usageReport.ts"

/** How large a batch of usage may be. */
export const USAGE_BYTES_MAX = 16 * 1024 * 1024

/** How many events a batch may have. */
export const EVENTS_MAX = 10_000

const path = "/_simulator/organizations/{organizationId}/usage"

const readBatch = bodyOf(
  Schema.Struct({
    events: Schema.Array(
      Schema.Struct({
        eventId: Text,
        meter: Text,
        quantity: Count,
        occurredAt: Schema.optionalKey(Time),
      }),
    ).check(Schema.isMaxLength(EVENTS_MAX, { expected: `at most ${EVENTS_MAX} events` })),
  }),
  USAGE_BYTES_MAX,
)

/** `POST` and `GET /_simulator/organizations/{organizationId}/usage`. */
export const usageRoutes: ReadonlyArray<ControlRoute> = [
  {
    method: "POST",
    path,
    handle: Effect.fnUntraced(function* (request) {
      const { organizationId = "" } = request.params
      const batch = yield* readBatch(request)
      const events = batch.events.map(({ occurredAt, ...event }) => ({
        ...event,
        occurredAt: occurredAt === undefined ? null : instantOf(occurredAt),
      }))
      const recorded = yield* Effect.mapError(recordUsage({ organizationId, events }), refusalOf)
      return respondJson(200, { ...recorded, invoices: recorded.invoices.map(presentInvoice) })
    }),
  },
  {
    method: "GET",
    path,
    handle: Effect.fnUntraced(function* ({ params: { organizationId = "" } }) {
      const account = yield* viewAccount(organizationId)
      const report = usageReport(account)
      return Result.isSuccess(report) ? respondJson(200, report.success) : yield* Effect.fail(report.failure)
    }, Effect.mapError(refusalOf)),
  },
]
