// A fee in advance that is due at once: as the first cycle begins, and for the rest of a cycle after a resume or a higher
// quantity.
import * as Result from "effect/Result"
import { inTrial } from "../../subscription/Trial.ts"
import type { Change, Rules, SubscriptionNotFound } from "../Account.ts"
import { updateDelinquency } from "../collection/Delinquency.ts"
import { type IssueRejection, issueAndCharge } from "../invoicing/Issuing.ts"

/** The invoice of a fee in advance, and the instant of its issue. */
interface FeeInAdvance {
  readonly kind: "CREATION" | "QUANTITY_CHANGE" | "RESUME"
  readonly at: number
}

/** Bills what is due of the running fee and charges it at once: nothing in a trial, or where the fee is in arrears. */
export const billFeeInAdvance = (
  change: Change,
  { kind, at }: FeeInAdvance,
  rules: Rules,
): Result.Result<Change, IssueRejection | SubscriptionNotFound> => {
  const { subscription } = change.account
  return subscription?.terms.feeTiming === "ADVANCE" && !inTrial(subscription)
    ? Result.flatMap(issueAndCharge(change, { kind, feeUntil: at, at }, rules), (issued) =>
        updateDelinquency(issued, at, rules),
      )
    : Result.succeed(change)
}
