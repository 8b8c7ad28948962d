// How many units a segment had, and when.
import type { BillingPeriod } from "../../../src/index.ts"

/** The units of a segment, each with its time; one unit from its start on where nothing else is said. */
export const unitsOf = ({
  startAt,
  stretches = [{ quantity: 1, from: startAt }],
}: BillingPeriod.Segment): ReadonlyArray<{
  readonly quantity: number
  readonly from: number
  readonly to: number | null
}> => stretches.map((stretch, index) => ({ ...stretch, to: stretches[index + 1]?.from ?? null }))
