// A policy is checked before it is used: every member, and by name each combination that the rules could not keep.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type BillingPolicy, BillingPolicySchema, checkPolicy, defaultPolicy } from "../../../src/index.ts"

const refusal = (policy: unknown) => Result.getOrThrow(Result.flip(checkPolicy(policy)))

describe("a policy", () => {
  it("of the defaults is sound", () => {
    expect(Result.getOrThrow(checkPolicy(defaultPolicy))).toEqual(defaultPolicy)
  })

  it.each<readonly [string, Partial<BillingPolicy>]>([
    ["NO_PAYMENT_METHOD_POSSIBLE", { paymentMethodsMax: { CARD: 0, BOLETO: 0 } }],
    ["DUNNING_DAYS_NOT_RISING", { dunningDays: [1, 1] }],
    ["DUNNING_DAYS_NOT_RISING", { dunningDays: [3, 1] }],
    ["DUNNING_DAYS_NOT_RISING", { dunningDays: [0, 1] }],
    ["WRITTEN_OFF_WHILE_DUNNED", { writeOffAfterDays: 14 }],
    ["WRITTEN_OFF_WHILE_DUNNED", { writeOffAfterDays: 16, graceMillis: 2 * 86_400_000 }],
    ["WRITTEN_OFF_WHILE_DUNNED", { writeOffAfterDays: 0, dunningDays: [] }],
    ["RECONCILIATION_NOT_RISING", { reconciliationMillis: [5, 4] }],
    ["STALE_BEFORE_DEADLINE", { attemptStaleMillis: 30_000 }],
    ["KEY_FORGOTTEN_BEFORE_STALE", { gatewayKeyMillis: 60_000 }],
    ["KEY_FORGOTTEN_BEFORE_STALE", { gatewayKeyMillis: 1_050_000 }],
    ["KEY_FORGOTTEN_BEFORE_STALE", { clockSkewMillis: 86_400_000 }],
    ["CATCH_UP_WITHIN_SKEW", { catchUpMillis: 900_000 }],
  ])("is refused by name: %s", (rule, members) => {
    expect(refusal({ ...defaultPolicy, ...members })).toMatchObject({ _tag: "PolicyContradiction", rule })
  })

  it.each<readonly [string, Partial<BillingPolicy>]>([
    ["one card only", { paymentMethodsMax: { CARD: 1, BOLETO: 0 } }],
    ["one boleto only", { paymentMethodsMax: { CARD: 0, BOLETO: 1 } }],
    ["no dunning", { dunningDays: [] }],
    ["the least that leaves dunning its days", { writeOffAfterDays: 15 }],
    ["write-offs without dunning", { writeOffAfterDays: 1, dunningDays: [] }],
    ["no reconciliation", { reconciliationMillis: [] }],
    ["the least that keeps an attempt from being stale", { attemptStaleMillis: 30_001 }],
    ["the least that keeps a key", { gatewayKeyMillis: 1_050_001 }],
    ["clocks that agree", { clockSkewMillis: 0 }],
    ["the least to catch up", { catchUpMillis: 900_001 }],
  ])("may have %s", (_, members) => {
    expect(Result.isSuccess(checkPolicy({ ...defaultPolicy, ...members }))).toBe(true)
  })

  it.each(Object.keys(defaultPolicy))("wants %s", (member) => {
    const { [member as keyof BillingPolicy]: _, ...rest } = defaultPolicy
    expect(refusal(rest)).toHaveProperty("message", expect.stringContaining(member))
  })

  it.each(Object.keys(BillingPolicySchema.fields))("wants %s as it should be", (member) => {
    for (const policy of [
      { ...defaultPolicy, [member]: -1 },
      { ...defaultPolicy, [member]: {} },
    ]) {
      const refused = refusal(policy)
      expect(refused._tag).toBe("PolicyMemberInvalid")
      expect(refused).toHaveProperty("message", expect.stringContaining(member))
    }
  })

  it("is refused with an unknown member, and when it is nothing", () => {
    expect(refusal({ ...defaultPolicy, gracePeriod: 1 })).toMatchObject({ _tag: "PolicyMemberInvalid" })
    expect(refusal(null)).toMatchObject({ _tag: "PolicyMemberInvalid" })
  })
})
