// Viewing the billing threshold of an organization. GAP-47
import * as Effect from "effect/Effect"
import type { BillingThreshold } from "../core/billing/Account.ts"
import { type ThresholdNotFound, thresholdOf } from "../core/billing/periods/threshold.ts"
import type { ApplyDueRejection, BillingPorts } from "./execution/applyDue.ts"
import { viewAccount } from "./viewAccount.ts"

/** The threshold of an organization that has one. */
export const viewThreshold = Effect.fnUntraced(function* (
  organizationId: string,
): Effect.fn.Return<BillingThreshold, ThresholdNotFound | ApplyDueRejection, BillingPorts> {
  return yield* Effect.fromResult(thresholdOf(yield* viewAccount(organizationId)))
})
