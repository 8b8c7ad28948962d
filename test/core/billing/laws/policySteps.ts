// Histories in which another policy comes between any two steps.
import * as fc from "fast-check"
import type { BillingPolicy } from "../../../../src/index.ts"
import { DAY, HOUR } from "../fixtures.ts"
import { everything } from "./arbitraries.ts"
import type { PolicyStep, Step } from "./world.ts"

const MINUTE = 60_000

const policies: fc.Arbitrary<Partial<BillingPolicy>> = fc.record(
  {
    graceMillis: fc.constantFrom(0, 2 * DAY, 30 * DAY),
    cancellationFee: fc.constantFrom("ACTIVE_SHARE" as const, "FULL_CYCLE" as const),
    dunningDays: fc.constantFrom([1, 3, 7, 14], [2], [], [5, 6, 7, 20]),
    onExhausted: fc.constantFrom("STAY" as const, "PAUSE" as const, "CANCEL" as const),
    writeOffAfterDays: fc.constantFrom(null, null, 60, 90),
    usageLateMillis: fc.constantFrom(0, 35 * DAY, 100 * DAY),
    cutsMax: fc.constantFrom(0, 2, 15),
    planChangesMax: fc.constantFrom(0, 2, 15),
    quantityChangesMax: fc.constantFrom(0, 2, 100),
    pausesMax: fc.constantFrom(0, 1, 15),
    trialNoticeMillis: fc.constantFrom(0, 3 * DAY, 40 * DAY),
    attemptStaleMillis: fc.constantFrom(MINUTE, HOUR),
    reconciliationMillis: fc.constantFrom(
      [5 * MINUTE, HOUR, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY],
      [HOUR],
      [],
      [MINUTE, 10 * DAY],
    ),
    slipDueDays: fc.constantFrom(0, 3, 10),
    settlementLagBusinessDays: fc.constantFrom(0, 2, 5),
  },
  { requiredKeys: [] },
)

/** Steps of all kinds, and before some of them another policy. */
export const withPolicies = fc
  .tuple(everything, fc.array(fc.option(policies), { minLength: 1, maxLength: 8 }))
  .map(([steps, changes]) =>
    steps.flatMap((step, index): ReadonlyArray<Step | PolicyStep> => {
      const policy = changes[index % changes.length] ?? null
      return policy === null ? [step] : [{ do: "policy", policy, after: 1 }, step]
    }),
  )
