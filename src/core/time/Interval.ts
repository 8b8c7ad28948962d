// The interval of a plan: how long a billing cycle is, counted in calendar months and never in days.

/** How often a plan bills. */
export type Interval = "MONTHLY" | "YEARLY"

/** The calendar months in one cycle of an interval. */
export const monthsOf = (interval: Interval): 1 | 12 => (interval === "MONTHLY" ? 1 : 12)
