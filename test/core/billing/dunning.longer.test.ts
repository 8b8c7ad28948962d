// Dunning that is exhausted tries nothing more by itself, also where the policy has got more days since.
import { describe, expect, it } from "vitest"
import { Due, Dunning } from "../../../src/index.ts"
import { rulesOf } from "../../support/account.ts"
import { feb28, on, refused } from "./fixtures.ts"

describe("dunning that is exhausted", () => {
  it("stays so when the policy gets another day", () => {
    const billing = refused({ policy: { dunningDays: [1, 3] } })
    billing.runUntil(on(3, 10))
    const dunning = billing.now().subscription?.dunning
    expect(dunning).toMatchObject({ startedAt: feb28, tries: 2, exhaustedAt: on(3, 3) })
    const longer = rulesOf({ dunningDays: [1, 3, 20] })
    expect(dunning && Dunning.nextRoundAt(dunning, longer.policy)).toBeNull()
    expect(Due.allDue(billing.now(), longer).map(({ kind }) => kind)).not.toContain("DUNNING")
  })
})
