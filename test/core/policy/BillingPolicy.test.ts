import { expect, it } from "vitest"
import { defaultPolicy } from "../../../src/core/policy/BillingPolicy.ts"

it("the default policy is what the specification states, and the decisions where it is silent", () => {
  const second = 1_000
  const day = 24 * 3_600 * second
  expect(defaultPolicy).toEqual({
    paymentMethodsMax: { CARD: 3, BOLETO: 1 },
    graceMillis: 0,
    cancellationFee: "ACTIVE_SHARE",
    dunningDays: [1, 3, 7, 14],
    onExhausted: "STAY",
    writeOffAfterDays: null,
    usageAllowedPastDue: true,
    usageLateMillis: 35 * day,
    usageAheadMillis: 300 * second,
    cutsMax: 15,
    planChangesMax: 15,
    pausesMax: 15,
    chargeDeadlineMillis: 30 * second,
    attemptStaleMillis: 60 * second,
    reconciliationMillis: [300 * second, 3_600 * second, day, 2 * day, 3 * day, 4 * day, 5 * day],
    gatewayKeyMillis: day,
    clockSkewMillis: 900 * second,
    catchUpMillis: 92 * day,
    slipDueDays: 3,
    settlementLagBusinessDays: 2,
    holidays: [],
  })
})
