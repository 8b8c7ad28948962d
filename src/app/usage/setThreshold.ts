// Setting the billing threshold of an organization (rule 3 of the specification). GAP-47
import * as Effect from "effect/Effect"
import type { BillingThreshold } from "../../core/billing/Account.ts"
import {
  setThreshold as decide,
  type ThresholdRejection,
  thresholdOf,
} from "../../core/billing/periods/Threshold.ts"
import type { ApplyDueRejection, BillingPorts } from "../execution/applyDue.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import type { Loaded } from "../execution/decideAndCommit.ts"
import { about, useCase } from "../execution/useCase.ts"

/** The threshold of an organization. */
export interface SetThreshold extends BillingThreshold {
  readonly organizationId: string
}

/** Sets the threshold and gives it. Usage beyond it is billed and charged at once. */
export const setThreshold = useCase("setThreshold")(function* ({
  organizationId,
  ...threshold
}: SetThreshold): Effect.fn.Return<
  BillingThreshold,
  Loaded<ThresholdRejection> | ApplyDueRejection,
  BillingPorts
> {
  const { change } = yield* decideAndCharge({
    organizationId,
    decide: (account, now, rules) => decide(account, { ...threshold, now }, rules),
  })
  return yield* Effect.orDie(Effect.fromResult(thresholdOf(change.account)))
}, about)
