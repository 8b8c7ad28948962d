// Viewing the billing threshold of an organization. GAP-47
import * as Effect from "effect/Effect"
import { thresholdOf } from "../../core/billing/periods/Threshold.ts"
import { loadAccount } from "../execution/loadAccount.ts"
import { about, useCase } from "../execution/useCase.ts"

/** The threshold of an organization that has one. */
export const viewThreshold = useCase("viewThreshold")(
  (organizationId: string) =>
    Effect.flatMap(loadAccount({ organizationId }), ({ value }) => Effect.fromResult(thresholdOf(value))),
  about,
)
