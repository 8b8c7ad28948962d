// The policy: every number that the rules leave to the business, as one value with documented defaults.
import type { PaymentMethodType } from "../payment-method/PaymentMethod.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The numbers behind the rules. Durations are milliseconds. */
export interface BillingPolicy {
  /** How many payment methods of each type an organization may have ("Limits" of the specification). */
  readonly paymentMethodsMax: Readonly<Record<PaymentMethodType, number>>
  /** How long after its due date an open invoice becomes delinquent. */
  readonly graceMillis: number
  /** What cancelling now bills of the running cycle's fee: its active share, or that and the rest of it. GAP-178 */
  readonly cancellationFee: "ACTIVE_SHARE" | "FULL_CYCLE"
  /** How many days after it starts dunning tries again. */
  readonly dunningDays: ReadonlyArray<number>
  /** What happens to a subscription whose dunning is exhausted. */
  readonly onExhausted: "STAY" | "PAUSE" | "CANCEL"
  /** How many days after its due date an unpaid invoice is written off; never with `null`. GAP-116 */
  readonly writeOffAfterDays: number | null
  /** Whether a host allows a PAST_DUE subscription to use the service. */
  readonly usageAllowedPastDue: boolean
  /** How old a usage event may be when it arrives. */
  readonly usageLateMillis: number
  /** How far ahead of the clock a usage event may be. */
  readonly usageAheadMillis: number
  /** How many CUT invoices one cycle may have. GAP-180 */
  readonly cutsMax: number
  /** How often the plan may be changed at once in the cycles that can still be billed. */
  readonly planChangesMax: number
  /** How often the quantity may be changed in the cycles that can still be billed; absent: 100. */
  readonly quantityChangesMax?: number
  /** How often a subscription may be paused in one cycle. */
  readonly pausesMax: number
  /** How long before its end a trial is announced; absent: three days. */
  readonly trialNoticeMillis?: number
  /** How long the gateway may take to answer a charge before the outcome is unknown. */
  readonly chargeDeadlineMillis: number
  /** After how long a started attempt without an answer is unknown. */
  readonly attemptStaleMillis: number
  /** When an unknown attempt is looked up, counted from the moment it became unknown. */
  readonly reconciliationMillis: ReadonlyArray<number>
  /** How long the gateway remembers an idempotency key. */
  readonly gatewayKeyMillis: number
  /** How far any two clocks may be apart: those of the processes and the gateway's. GAP-133 */
  readonly clockSkewMillis: number
  /** How long after it fell due a step is taken without the permission to catch up. GAP-134 */
  readonly catchUpMillis: number
  /** How many days after issue a bank slip falls due, by the São Paulo calendar. */
  readonly slipDueDays: number
  /** How many business days after its due date a bank slip can still settle. */
  readonly settlementLagBusinessDays: number
  /** Local dates (`2026-12-25`) in São Paulo without banking, beside Saturdays and Sundays. */
  readonly holidays: ReadonlyArray<string>
}

/** The defaults: what the specification states, and common practice where it is silent. */
export const defaultPolicy: BillingPolicy = {
  paymentMethodsMax: { CARD: 3, BOLETO: 1 },
  graceMillis: 0,
  cancellationFee: "ACTIVE_SHARE",
  dunningDays: [1, 3, 7, 14],
  onExhausted: "STAY",
  writeOffAfterDays: null,
  usageAllowedPastDue: true,
  usageLateMillis: 35 * DAY,
  usageAheadMillis: 5 * MINUTE,
  cutsMax: 15,
  planChangesMax: 15,
  pausesMax: 15,
  chargeDeadlineMillis: 30_000,
  attemptStaleMillis: MINUTE,
  reconciliationMillis: [5 * MINUTE, HOUR, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY],
  gatewayKeyMillis: DAY,
  clockSkewMillis: 15 * MINUTE,
  catchUpMillis: 92 * DAY,
  slipDueDays: 3,
  settlementLagBusinessDays: 2,
  holidays: [],
}
