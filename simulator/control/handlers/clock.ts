// The clock of a world: what it shows, and moving it forward, with everything that falls due on the way.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BillingStore, type DueFailure, Iso, runDue } from "../../../src/index.ts"
import { CLOCK_MAX } from "../../clock.ts"
import { respondJson } from "../../../src/http/index.ts"
import type { ControlledWorld, ControlRoute } from "../ControlledWorld.ts"
import * as Duration from "../Duration.ts"
import { bodyOf, instantOf, invalidAt, Time } from "../input.ts"
import { timelineOf } from "../timeline.ts"

const IsoDuration = Schema.String.check(
  Schema.makeFilter((text: string) => Duration.parse(text) !== null, {
    expected: "an ISO 8601 duration, such as P1M or PT10M",
  }),
)

const Advance = Schema.Struct({
  advanceBy: Schema.optionalKey(IsoDuration),
  to: Schema.optionalKey(Time),
}).check(
  Schema.makeFilter(({ advanceBy, to }: { readonly advanceBy?: string; readonly to?: string }) =>
    advanceBy === undefined && to === undefined
      ? { path: ["advanceBy"], issue: "Expected advanceBy or to" }
      : advanceBy !== undefined && to !== undefined
        ? { path: ["to"], issue: "Expected advanceBy or to, not both" }
        : undefined,
  ),
)

const readAdvance = bodyOf(Advance)

/** `GET` and `POST /_simulator/clock`. When something falls due next is said as the store lists it. GAP-115 */
export const timeRoutes = ({ clock, engine }: ControlledWorld): ReadonlyArray<ControlRoute> => {
  /** The clock stops at each instant at which something is due, as if time had passed. */
  const advance = Effect.fnUntraced(function* (asked: typeof Advance.Type) {
    const from = clock.now()
    const to = targetOf(asked, from)
    if (to === null || to > CLOCK_MAX) {
      const member = asked.to === undefined ? "advanceBy" : "to"
      return yield* Effect.fail(invalidAt(member, "Expected an instant before the year 9900"))
    }
    if (to < from) {
      return yield* Effect.fail(invalidAt("to", `Expected a time from ${Iso.toIso(from)} on`))
    }
    const run = yield* runDue(to, clock.moveTo)
    clock.moveTo(to)
    return respondJson(200, {
      from: Iso.toIso(from),
      to: Iso.toIso(to),
      timeline: timelineOf(run),
      // An organization that could not be brought up to date: there should be none.
      ...(run.failures.length > 0 && { failures: run.failures.map(failureOf) }),
    })
  })

  return [
    {
      method: "GET",
      path: "/_simulator/clock",
      handle: Effect.fnUntraced(function* () {
        const [next] = yield* (yield* BillingStore).due({ until: CLOCK_MAX, limit: 1 })
        return respondJson(200, {
          now: Iso.toIso(clock.now()),
          flows: clock.flows,
          nextDueAt: next === undefined ? null : Iso.toIso(next.at),
        })
      }),
    },
    {
      method: "POST",
      path: "/_simulator/clock",
      handle: (request) => Effect.flatMap(readAdvance(request), (asked) => engine.inTurn(advance(asked))),
    },
  ]
}

const failureOf = ({ organizationId, rejection }: DueFailure) => ({ organizationId, rejection })

const targetOf = (asked: typeof Advance.Type, from: number): number | null => {
  if (asked.to !== undefined) return instantOf(asked.to)
  const duration = Duration.parse(asked.advanceBy ?? "")
  return duration === null ? null : Duration.after(from, duration)
}
