// The policy of a service is checked when the service starts.
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { billingPolicy, CurrentBillingPolicy, defaultPolicy } from "../../../src/index.ts"

const DAY = 24 * 60 * 60_000

const started = (policy: typeof defaultPolicy) =>
  Effect.runPromise(Effect.provide(Effect.asVoid(CurrentBillingPolicy), billingPolicy(policy)))

it("a sound policy is the one that use cases follow", async () => {
  const policy = { ...defaultPolicy, gatewayKeyMillis: 2 * DAY }
  expect(await Effect.runPromise(Effect.provide(CurrentBillingPolicy, billingPolicy(policy)))).toEqual(policy)
})

it("clocks that differ by all of the key's lifetime end the start, with what to change", async () => {
  await expect(started({ ...defaultPolicy, clockSkewMillis: DAY })).rejects.toThrow(
    "The billing policy cannot be kept: KEY_FORGOTTEN_BEFORE_STALE, change gatewayKeyMillis (86400000) or attemptStaleMillis (60000) or chargeDeadlineMillis (30000) or clockSkewMillis (86400000)",
  )
})

it("a member that cannot be meant ends the start, by its name", async () => {
  await expect(started({ ...defaultPolicy, catchUpMillis: -1 })).rejects.toThrow("catchUpMillis")
})
