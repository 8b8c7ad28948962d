// The dates of a boleto, by the São Paulo calendar: until when it can be paid, and until when its money can arrive.
// Weekends and holidays, which are an input, move both to a business day.
import type { BillingPolicy } from "../policy/BillingPolicy.ts"
import { resultFn, type Steps } from "../resultFn.ts"
import { addBusinessDays, nextBusinessDay } from "../time/BusinessDay.ts"
import type { InstantOutOfRange } from "../time/Instant.ts"
import { addDays, type LocalDateOutOfRange } from "../time/LocalDate.ts"
import { endOfDay, localDateOf } from "../time/SaoPaulo.ts"

/** The dates of a boleto. */
export interface SlipDates {
  /** The local date on which it can be paid for the last time. */
  readonly dueDate: string
  /** The end of that day. */
  readonly expiresAt: number
  /** The end of the last business day on which a payment of it can still settle. */
  readonly lapsesAt: number
}

type SlipPolicy = Pick<BillingPolicy, "slipDueDays" | "settlementLagBusinessDays" | "holidays">

/**
 * The dates of a boleto issued at an instant. It is due some days later, moved to the next business day, until
 * 23:59:59.999 in São Paulo. It lapses some business days after that.
 *
 * @example
 * ```ts
 * import { defaultPolicy, SlipDates } from "studio-billing"
 *
 * const wednesday = Date.UTC(2026, 3, 1, 15)
 * // Due on Saturday, so on Monday.
 * SlipDates.slipDates(wednesday, defaultPolicy) // Result.succeed({ dueDate: "2026-04-06", expiresAt: 1775530799999, lapsesAt: 1775703599999 })
 * ```
 */
export const slipDates = resultFn(function* (
  issuedAt: number,
  policy: SlipPolicy,
): Steps<SlipDates, InstantOutOfRange | LocalDateOutOfRange> {
  const issuedOn = yield* localDateOf(issuedAt)
  const date = yield* addDays({ date: issuedOn, days: policy.slipDueDays })
  const dueDate = yield* nextBusinessDay({ date, holidays: new Set(policy.holidays) })
  const expiresAt = yield* endOfDay(dueDate)
  return { dueDate, expiresAt, lapsesAt: yield* lapsesAt(expiresAt, policy) }
})

/** The last instant at which the money of a boleto can arrive, from the last instant at which it can be paid. */
export const lapsesAt = resultFn(function* (
  expiresAt: number,
  policy: Pick<BillingPolicy, "settlementLagBusinessDays" | "holidays">,
): Steps<number, InstantOutOfRange | LocalDateOutOfRange> {
  const days = policy.settlementLagBusinessDays
  const date = yield* localDateOf(expiresAt)
  return yield* endOfDay(yield* addBusinessDays({ date, days, holidays: new Set(policy.holidays) }))
})
