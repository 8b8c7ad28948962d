// Defining a plan, which can then be subscribed to.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { check, type InvalidPlan, type Plan, type PlanInterval } from "../../core/plan/Plan.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { IdSource } from "../../ports/IdSource.ts"
import { useCase } from "../execution/useCase.ts"
import { type AlreadyExists, commitNew } from "./commitNew.ts"

/** A plan with its intervals; `null` as an id makes a new one. */
export interface DefinePlan extends Omit<Plan, "planId" | "intervals" | "createdAt"> {
  readonly planId: string | null
  readonly intervals: ReadonlyArray<Omit<PlanInterval, "id"> & { readonly id: string | null }>
}

/** Adds a plan at the end of the catalogue. */
export const definePlan = useCase("definePlan")(function* (
  command: DefinePlan,
): Effect.fn.Return<Plan, InvalidPlan | AlreadyExists, BillingStore | IdSource> {
  const { next } = yield* IdSource
  const planId = command.planId ?? (yield* next)
  const intervals: Array<PlanInterval> = []
  for (const interval of command.intervals) intervals.push({ ...interval, id: interval.id ?? (yield* next) })
  const createdAt = yield* Clock.currentTimeMillis
  const record = yield* Effect.fromResult(check({ ...command, planId, intervals, createdAt }))
  yield* commitNew({ kind: "plan", id: planId }, { kind: "Plan", record })
  return record
})
