// Removing the billing threshold of an organization. GAP-47
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { removeThreshold as remove, thresholdOf } from "../../core/billing/periods/Threshold.ts"
import { decideAndCharge } from "../execution/decideAndCharge.ts"
import { about, useCase } from "../execution/useCase.ts"

/** Removes the threshold of an organization that has one. Then only boundaries bill usage. */
export const removeThreshold = useCase("removeThreshold")(
  (organizationId: string) =>
    Effect.asVoid(
      decideAndCharge({
        organizationId,
        decide: (account) => Result.map(thresholdOf(account), () => remove(account)),
      }),
    ),
  about,
)
