// Changing a plan: how it is called, and whether it can be subscribed to. What it costs never changes. GAP-181
import * as Effect from "effect/Effect"
import { check, type InvalidPlan, type Plan } from "../../core/plan/Plan.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import type { StoreBusy } from "../execution/retryConflicts.ts"
import { useCase } from "../execution/useCase.ts"
import { findPlan, type PlanNotFound } from "../subscriptions/findPlan.ts"
import { changeRecord } from "./changeRecord.ts"

/** A plan, and what changes; a member that is absent stays as it is. */
export interface UpdatePlan extends Partial<Pick<Plan, "name" | "description" | "status">> {
  readonly planId: string
}

/**
 * Renames, describes, retires or reopens a plan. Subscriptions keep the terms that they began with, also those of a plan
 * that is INACTIVE from now on. For another fee or price, define another plan. GAP-181
 */
export const updatePlan = useCase("updatePlan")(
  (command: UpdatePlan): Effect.Effect<Plan, InvalidPlan | PlanNotFound | StoreBusy, BillingStore> =>
    changeRecord({ kind: "plan", id: command.planId }, changed(command), (record) => ({
      kind: "Plan",
      record,
    })),
)

const changed = ({ planId, ...change }: UpdatePlan) =>
  Effect.flatMap(findPlan(planId), (plan) => Effect.fromResult(check({ ...plan, ...change })))
