// When a slip is given up: two business days after the day on which it could last be paid, in São Paulo, which has been
// three hours behind all year since 2019.
import type { BillingPolicy } from "../../../../src/index.ts"

const DAY = 86_400_000
const BEHIND = 3 * 3_600_000

/** The first instant at which a slip that could be paid until `expiresAt` is given up. */
export const lapseOf = (expiresAt: number, policy: BillingPolicy): number => {
  let day = Math.floor((expiresAt - BEHIND) / DAY)
  for (let left = policy.settlementLagBusinessDays; left > 0; ) {
    day += 1
    const date = new Date(day * DAY)
    const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6
    if (!isWeekend && !policy.holidays.includes(date.toISOString().slice(0, 10))) left -= 1
  }
  return (day + 1) * DAY + BEHIND
}
