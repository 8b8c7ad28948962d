// Listing the plans that subscriptions choose from.
import * as Effect from "effect/Effect"
import type { PlanStatus } from "../../core/plan/Plan.ts"
import { BillingStore, type PageRequest } from "../../ports/BillingStore.ts"
import { useCase } from "../execution/useCase.ts"

/** A page of plans, in the order in which they were defined; of one status, or of all with `null`. */
export const listPlans = useCase("listPlans")((list: PageRequest & { readonly status: PlanStatus | null }) =>
  Effect.flatMap(BillingStore, (store) => store.plans(list)),
)
