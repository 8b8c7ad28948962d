// The billing policy of a simulator: the defaults with the members that were chosen in their place, checked before
// anything starts. GAP-120
import * as Result from "effect/Result"
import type { FieldError } from "../../src/api/index.ts"
import {
  type BillingPolicy,
  BillingPolicySchema,
  checkPolicy,
  defaultPolicy,
  type PolicyContradiction,
} from "../../src/index.ts"
import { strictDecoder } from "../world/state/strictDecoder.ts"

const decode = strictDecoder(BillingPolicySchema)

/** The remedy for each contradiction. */
const remedies: { readonly [rule: string]: string } = {
  NO_PAYMENT_METHOD_POSSIBLE: "Expected at least 1 for CARD or for BOLETO",
  DUNNING_DAYS_NOT_RISING: "Expected days that rise, the first one at least 1",
  RECONCILIATION_NOT_RISING: "Expected times that rise",
  STALE_BEFORE_DEADLINE: "Expected attemptStaleMillis to be more than chargeDeadlineMillis",
  KEY_FORGOTTEN_BEFORE_STALE:
    "Expected gatewayKeyMillis to be more than twice attemptStaleMillis, chargeDeadlineMillis and clockSkewMillis together",
  CATCH_UP_WITHIN_SKEW: "Expected catchUpMillis to be more than clockSkewMillis",
}

/**
 * The policy with the chosen members, or all that is wrong with it, each at a member: one that is unknown, one that cannot
 * be meant, or the first that was chosen of several that contradict each other.
 */
export const policyOf = (
  chosen: Readonly<Record<string, unknown>>,
): Result.Result<BillingPolicy, ReadonlyArray<FieldError>> => {
  // The defaults are sound, and to read a policy takes a while at the start.
  if (Object.keys(chosen).length === 0) return Result.succeed(defaultPolicy)
  const wanted = { ...defaultPolicy, ...chosen }
  const decoded = decode(wanted)
  if (Result.isFailure(decoded)) return Result.fail(decoded.failure)
  return Result.mapError(checkPolicy(wanted), (refused) => [
    refused._tag === "PolicyContradiction"
      ? contradiction(refused, { wanted, chosen })
      : { path: "", message: refused.message },
  ])
}

const contradiction = (
  { rule, members }: PolicyContradiction,
  { wanted, chosen }: { readonly wanted: BillingPolicy; readonly chosen: object },
): FieldError => {
  const values = members.map((member) => `${member} is ${JSON.stringify(wanted[member])}`).join(", ")
  return {
    path: members.find((member) => Object.hasOwn(chosen, member)) ?? "",
    message: `${remedies[rule] ?? `Expected no ${rule}`}; ${values}`,
  }
}
