// Changes of quantity: at once, or at the end of the running cycle. Usage, prices and the cycle go on; the fee of each
// quantity is due for its own time.
import * as Result from "effect/Result"
import { resultFn, type Steps } from "../../resultFn.ts"
import { cycleQuantity, DEFAULT_QUANTITY_CHANGES_MAX, quantityOf } from "../../subscription/Quantity.ts"
import type { Account, Change, Rules } from "../Account.ts"
import { updateDelinquency } from "../collection/Delinquency.ts"
import * as BillingPeriod from "../periods/BillingPeriod.ts"
import { correctFees, rebillUnpaid } from "../periods/Corrections.ts"
import { withNextFollowing } from "../periods/nextPeriod.ts"
import { periodsOf } from "../periods/places.ts"
import { quantityChangesIn } from "../periods/Stretches.ts"
import { billFeeInAdvance } from "./feeInAdvance.ts"
import { type ChangesExhausted, checkFits, type LifecycleRejection, tell, withRunning } from "./running.ts"

/** A quantity, and when the subscription has it. */
export interface ChangeQuantityCommand {
  readonly quantity: number
  readonly now: number
}

/**
 * Changes the quantity now. The fee of the running cycle is due at each quantity for its time. A lower one gives back
 * what was paid ahead; a higher one is charged at once for the rest of the cycle where the fee is due in advance. It
 * takes the place of a scheduled change. In a trial the first cycle begins at it. Refused when the policy's number of
 * changes is reached in the cycles that can still be billed. GAP-170
 */
export const changeQuantity = (
  account: Account,
  command: ChangeQuantityCommand,
  rules: Rules,
): Result.Result<Change, LifecycleRejection> => change(account, { _tag: "ChangeQuantity", ...command }, rules)

/**
 * Changes the quantity at the end of the running cycle, or of the trial. Choosing the current quantity removes a
 * scheduled change. A scheduled change of plan stays.
 */
export const scheduleQuantityChange = (
  account: Account,
  command: ChangeQuantityCommand,
  rules: Rules,
): Result.Result<Change, LifecycleRejection> =>
  change(account, { _tag: "ScheduleQuantityChange", ...command }, rules)

const change = resultFn(function* (
  account: Account,
  command: ChangeQuantityCommand & { readonly _tag: "ChangeQuantity" | "ScheduleQuantityChange" },
  rules: Rules,
): Steps<Change, LifecycleRejection> {
  const { now } = command
  const told = yield* tell(account, command)
  const { subscription } = told.account
  if (told.account === account || subscription === null) return told
  const quantity = cycleQuantity(subscription)
  const changed = withNextFollowing(
    withRunning(told, (period) =>
      BillingPeriod.withQuantityFrom(period, quantity, BillingPeriod.notBefore(period, now)),
    ),
  )
  yield* checkChanges(changed.account, rules)
  yield* checkFits(changed.account, command, rules)
  const corrected = yield* correctFees(changed, now, rules)
  const rebilled = yield* rebillUnpaid(corrected, now, rules)
  const isMore = quantity > quantityOf(account.subscription ?? subscription)
  const issued = isMore
    ? yield* billFeeInAdvance(rebilled, { kind: "QUANTITY_CHANGE", at: now }, rules)
    : rebilled
  return yield* updateDelinquency(issued, now, rules)
})

const checkChanges = (account: Account, { policy }: Rules): Result.Result<void, ChangesExhausted> => {
  const { quantityChangesMax: changesMax = DEFAULT_QUANTITY_CHANGES_MAX } = policy
  return quantityChangesIn(periodsOf(account)) <= changesMax
    ? Result.void
    : Result.fail({ _tag: "ChangesExhausted", change: "QUANTITY", changesMax })
}
