// The first fee in advance: the CREATION invoice, as the first cycle starts.
import * as Result from "effect/Result"
import type { Change, Rules, SubscriptionNotFound } from "../Account.ts"
import { updateDelinquency } from "../collection/Delinquency.ts"
import { type IssueRejection, issueAndCharge } from "../invoicing/Issuing.ts"

/** Bills what is due as the first cycle starts, and charges it at once: nothing where the fee is in arrears. */
export const billFirstFee = (
  change: Change,
  at: number,
  rules: Rules,
): Result.Result<Change, IssueRejection | SubscriptionNotFound> =>
  change.account.subscription?.terms.feeTiming === "ADVANCE"
    ? Result.flatMap(issueAndCharge(change, { kind: "CREATION", feeUntil: at, at }, rules), (issued) =>
        updateDelinquency(issued, at, rules),
      )
    : Result.succeed(change)
