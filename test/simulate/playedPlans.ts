// The plans of the default seed that a simulation plays. Those with terms are left out: what a number plays is remembered,
// and the workload gives terms to plans by itself.
import { defaultSeed, type Seed } from "../../simulator/index.ts"

/** The plans whose every fee is billed in arrears. */
export const playedPlans: Seed["plans"] = defaultSeed.plans.filter(({ intervals }) =>
  intervals.every(({ feeTiming }) => feeTiming === undefined),
)
