// The audit of a moment: of the present one of a world, or of one that is to take its place. It looks at everything, and
// lets other requests run in between.
import * as Effect from "effect/Effect"
import type { BillingPolicy } from "../../src/index.ts"
import { CHARGES_MAX, chargesIn } from "../adapters/gateway/ScriptedGateway.ts"
import { contentsOf } from "../adapters/memory/BillingState.ts"
import { type Audit, auditSteps } from "../audit/audit.ts"
import type { WorldSnapshot } from "../world/state/WorldSnapshot.ts"

/** Audits all that a world holds at a moment. */
export const auditOf = (moment: WorldSnapshot, policy: BillingPolicy): Effect.Effect<Audit> =>
  Effect.suspend(() => {
    const { now, tables, gateway, couponsBefore } = moment
    const { records, due } = contentsOf(tables)
    const charges = { items: chargesIn(gateway), complete: gateway.attempts.size() < CHARGES_MAX }
    return inSlices(auditSteps({ snapshot: { records, due }, charges, now, policy, couponsBefore }))
  })

/** How long steps run before others may. */
const SLICE_MILLIS = 20

const inSlices = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const until = performance.now() + SLICE_MILLIS
    for (;;) {
      const step = steps.next()
      if (step.done) return Effect.succeed(step.value)
      if (performance.now() >= until) return Effect.andThen(Effect.yieldNow, inSlices(steps))
    }
  })
