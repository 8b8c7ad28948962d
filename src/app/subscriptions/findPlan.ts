// Finding a plan of the catalogue by its id. GAP-09
import * as Effect from "effect/Effect"
import type { Plan } from "../../core/plan/Plan.ts"
import { BillingStore } from "../../ports/BillingStore.ts"

/** The catalogue has no such plan. */
export interface PlanNotFound {
  readonly _tag: "PlanNotFound"
  readonly planId: string
}

/** The plan of that id, ACTIVE or not. */
export const findPlan = Effect.fnUntraced(function* (
  planId: string,
): Effect.fn.Return<Plan, PlanNotFound, BillingStore> {
  const plan = yield* (yield* BillingStore).plan(planId)
  return plan ?? (yield* Effect.fail<PlanNotFound>({ _tag: "PlanNotFound", planId }))
})
