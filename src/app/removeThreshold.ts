// Removing the billing threshold of an organization. GAP-47
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { removeThreshold as remove, type ThresholdNotFound, thresholdOf } from "../core/billing/periods/threshold.ts"
import type { ApplyDueRejection, BillingPorts } from "./execution/applyDue.ts"
import { decideAndCharge } from "./execution/decideAndCharge.ts"
import { noFacts } from "./execution/decideAndCommit.ts"

/** Removes the threshold of an organization that has one: from then on only boundaries bill usage. */
export const removeThreshold = Effect.fnUntraced(function* (
  organizationId: string,
): Effect.fn.Return<void, ThresholdNotFound | ApplyDueRejection, BillingPorts> {
  yield* decideAndCharge({
    organizationId,
    facts: noFacts,
    decide: (account) => Result.map(thresholdOf(account), () => remove(account)),
  })
})
