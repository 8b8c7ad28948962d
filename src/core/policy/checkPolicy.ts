// Checks a policy: a schema for its members, and the combinations that the rules cannot keep.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { keyUsableMillis } from "../payment/RetrySchedules.ts"
import { DAY_MILLIS } from "../time/Instant.ts"
import { toMidnight } from "../time/LocalDate.ts"
import type { BillingPolicy } from "./BillingPolicy.ts"

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Millis = Count
const LocalDay = Schema.String.check(
  Schema.makeFilter((text: string) => Result.isSuccess(toMidnight(text)), { expected: "a date yyyy-mm-dd" }),
)

/** The shape of a policy. */
export const BillingPolicySchema = Schema.Struct({
  paymentMethodsMax: Schema.Struct({ CARD: Count, BOLETO: Count }),
  graceMillis: Millis,
  cancellationFee: Schema.Literals(["ACTIVE_SHARE", "FULL_CYCLE"]),
  dunningDays: Schema.Array(Count),
  onExhausted: Schema.Literals(["STAY", "PAUSE", "CANCEL"]),
  writeOffAfterDays: Schema.NullOr(Count),
  usageAllowedPastDue: Schema.Boolean,
  usageLateMillis: Millis,
  usageAheadMillis: Millis,
  cutsMax: Count,
  planChangesMax: Count,
  pausesMax: Count,
  quantityChangesMax: Schema.optionalKey(Count),
  trialNoticeMillis: Schema.optionalKey(Millis),
  chargeDeadlineMillis: Millis,
  attemptStaleMillis: Millis,
  reconciliationMillis: Schema.Array(Millis),
  gatewayKeyMillis: Millis,
  clockSkewMillis: Millis,
  catchUpMillis: Millis,
  slipDueDays: Count,
  settlementLagBusinessDays: Count,
  holidays: Schema.Array(LocalDay),
})

/** A member is missing, unknown or has an invalid value. */
export interface PolicyMemberInvalid {
  readonly _tag: "PolicyMemberInvalid"
  /** The member, and what was expected of it. */
  readonly message: string
}

/** Valid members contradict each other. */
export interface PolicyContradiction {
  readonly _tag: "PolicyContradiction"
  /** The rule that is broken. */
  readonly rule:
    | "NO_PAYMENT_METHOD_POSSIBLE"
    | "DUNNING_DAYS_NOT_RISING"
    | "WRITTEN_OFF_WHILE_DUNNED"
    | "RECONCILIATION_NOT_RISING"
    | "STALE_BEFORE_DEADLINE"
    | "KEY_FORGOTTEN_BEFORE_STALE"
    | "CATCH_UP_WITHIN_SKEW"
  /** The members that contradict each other. */
  readonly members: ReadonlyArray<keyof BillingPolicy>
}

const isRising = (values: ReadonlyArray<number>): boolean =>
  values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0))

const contradictions: ReadonlyArray<
  PolicyContradiction & { readonly holds: (policy: BillingPolicy) => boolean }
> = (
  [
    [
      "NO_PAYMENT_METHOD_POSSIBLE",
      ["paymentMethodsMax"],
      ({ paymentMethodsMax }) => paymentMethodsMax.CARD + paymentMethodsMax.BOLETO > 0,
    ],
    [
      "DUNNING_DAYS_NOT_RISING",
      ["dunningDays"],
      ({ dunningDays }) => isRising(dunningDays) && (dunningDays[0] ?? 1) > 0,
    ],
    // Else an invoice would be given up before the last try to collect it.
    [
      "WRITTEN_OFF_WHILE_DUNNED",
      ["writeOffAfterDays", "dunningDays", "graceMillis"],
      ({ writeOffAfterDays, dunningDays, graceMillis }) =>
        writeOffAfterDays === null ||
        writeOffAfterDays * DAY_MILLIS > (dunningDays.at(-1) ?? 0) * DAY_MILLIS + graceMillis,
    ],
    [
      "RECONCILIATION_NOT_RISING",
      ["reconciliationMillis"],
      ({ reconciliationMillis }) => isRising(reconciliationMillis),
    ],
    // Else an attempt would be called unknown while its charge may still answer.
    [
      "STALE_BEFORE_DEADLINE",
      ["attemptStaleMillis", "chargeDeadlineMillis"],
      ({ attemptStaleMillis, chargeDeadlineMillis }) => attemptStaleMillis > chargeDeadlineMillis,
    ],
    // Else no look-up could ever tell "never charged" from "forgotten".
    [
      "KEY_FORGOTTEN_BEFORE_STALE",
      ["gatewayKeyMillis", "attemptStaleMillis", "chargeDeadlineMillis", "clockSkewMillis"],
      (policy) => keyUsableMillis(policy) > policy.attemptStaleMillis,
    ],
    // Else a run on the next clock would need a permission for what has just fallen due.
    [
      "CATCH_UP_WITHIN_SKEW",
      ["catchUpMillis", "clockSkewMillis"],
      ({ catchUpMillis, clockSkewMillis }) => catchUpMillis > clockSkewMillis,
    ],
  ] satisfies ReadonlyArray<
    [PolicyContradiction["rule"], ReadonlyArray<keyof BillingPolicy>, (policy: BillingPolicy) => boolean]
  >
).map(([rule, members, holds]) => ({ _tag: "PolicyContradiction", rule, members, holds }))

const decode = Schema.decodeUnknownResult(BillingPolicySchema, { errors: "all", onExcessProperty: "error" })

/**
 * Checks a value as a policy. Fails with the invalid members, or the first contradiction.
 *
 * @example
 * ```ts
 * import { checkPolicy, defaultPolicy } from "studio-billing"
 *
 * checkPolicy(defaultPolicy) // Result.succeed(defaultPolicy)
 * checkPolicy({ ...defaultPolicy, dunningDays: [3, 1] })
 * // Result.fail({ _tag: "PolicyContradiction", rule: "DUNNING_DAYS_NOT_RISING", members: ["dunningDays"] })
 * ```
 */
export const checkPolicy = (
  value: unknown,
): Result.Result<BillingPolicy, PolicyMemberInvalid | PolicyContradiction> => {
  const decoded = decode(value)
  if (Result.isFailure(decoded)) {
    return Result.fail({ _tag: "PolicyMemberInvalid", message: decoded.failure.message })
  }
  const policy: BillingPolicy = decoded.success
  const broken = contradictions.find(({ holds }) => !holds(policy))
  if (broken === undefined) return Result.succeed(policy)
  const { _tag, rule, members } = broken
  return Result.fail({ _tag, rule, members })
}
