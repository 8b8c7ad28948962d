// Answers the calls about time. Moving the clock does everything that falls due on the way.
import * as Effect from "effect/Effect"
import { ClientLeft } from "../../../src/http/index.ts"
import { BillingStore, Due, type DueFailure, Iso, runDue, viewAccount } from "../../../src/index.ts"
import { CLOCK_MAX } from "../../world/clock.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import type { Advance } from "../contract/clock.ts"
import { invalidAt } from "../contract/errors.ts"
import { instantOf } from "../contract/records.ts"
import { currentRules } from "../currentRules.ts"
import * as Duration from "../Duration.ts"
import { makeTimeline } from "../timeline.ts"

/** How far one move may go from the first thing that is due. GAP-145 */
const MOVE_MAX: Duration.Duration = { months: 1_200, millis: 0 }

/** The calls under `/clock`. When something falls due next is said as the store lists it. GAP-115 */
export const clockHandlers = ({ clock, engine }: ControlledWorld): ControlHandlers["clock"] => {
  /**
   * The clock stops at each instant at which something is due, as if time had passed. When the client leaves it goes no
   * further, and everything is as it is at that instant. GAP-146
   */
  const advance = Effect.fnUntraced(function* (asked: Advance) {
    const from = clock.now()
    const to = targetOf(asked, from)
    if (to === null || to > CLOCK_MAX) {
      const member = asked.to === undefined ? "advanceBy" : "to"
      return yield* Effect.fail(invalidAt(member, "Expected an instant before the year 9900"))
    }
    if (to < from) {
      return yield* Effect.fail(invalidAt("to", `Expected a time from ${Iso.toIso(from)} on`))
    }
    const [first] = yield* (yield* BillingStore).due({ until: to, limit: 1 })
    const last = first === undefined ? to : Duration.after(Math.max(first.at, from), MOVE_MAX)
    if (last !== null && to > last) {
      const member = asked.to === undefined ? "advanceBy" : "to"
      const message =
        "Expected at most 100 years with something due in one move: move the clock several times"
      return yield* Effect.fail(invalidAt(member, message))
    }
    const timeline = makeTimeline()
    const run = yield* Effect.raceFirst(
      runDue(to, { onInstant: clock.moveTo, onEvent: timeline.add }),
      Effect.as(yield* ClientLeft, null),
    )
    if (run === null) return { from: Iso.toIso(from), to: Iso.toIso(clock.now()), timeline: [] }
    clock.moveTo(to)
    return {
      from: Iso.toIso(from),
      to: Iso.toIso(to),
      timeline: timeline.entries(),
      ...(timeline.omitted() > 0 && { omitted: timeline.omitted() }),
      // An organization that could not be brought up to date: there should be none.
      ...(run.failures.length > 0 && { failures: run.failures.map(failureOf) }),
    }
  })

  return {
    view: Effect.fnUntraced(function* () {
      const [next] = yield* (yield* BillingStore).due({ until: CLOCK_MAX, limit: 1 })
      return {
        now: Iso.toIso(clock.now()),
        flows: clock.flows,
        nextDueAt: next === undefined ? null : Iso.toIso(next.at),
        nextDue: next === undefined ? null : yield* nextDueOf(next.organizationId),
      }
    }),
    advance: ({ payload }) => engine.inTurn(advance(payload)),
  }
}

/** What falls due next in an organization; null where it is gone by now. */
const nextDueOf = Effect.fnUntraced(
  function* (organizationId: string) {
    const account = yield* viewAccount(organizationId)
    const due = Due.nextDue(account, yield* currentRules)
    return due === null
      ? null
      : { kind: due.kind, organizationId, organizationName: account.organization.name }
  },
  Effect.orElseSucceed(() => null),
)

const failureOf = ({ organizationId, rejection }: DueFailure) => ({ organizationId, rejection })

const targetOf = (asked: Advance, from: number): number | null => {
  if (asked.to !== undefined) return instantOf(asked.to)
  const duration = Duration.parse(asked.advanceBy ?? "")
  return duration === null ? null : Duration.after(from, duration)
}
