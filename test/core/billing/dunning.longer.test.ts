// When dunning is exhausted: it then tries nothing more by itself, also where the policy has got more days since.
import { describe, expect, it } from "vitest"
import { Due, Dunning } from "../../../src/index.ts"
import { boleto, card, declined, rulesOf, slipUntil } from "../../support/account.ts"
import { feb28, idOf, on, refused, threeOwed } from "./fixtures.ts"

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

  it("waits for a slip of its last day, and not for those that are asked for after it", () => {
    // Three documents are owed; 12 March is the last day. The slips are given up on 17 and 24 March.
    const billing = threeOwed({ paymentMethods: [card, boleto], policy: { onExhausted: "CANCEL" } })
    const slipOf = (index: number, at: number, until: number) => {
      billing.runUntil(at)
      billing.answerWith(slipUntil(until))
      billing.pay(idOf(billing, index), at, boleto.paymentMethodId)
      billing.answerWith(declined)
    }
    slipOf(0, on(3, 11), on(3, 13))
    slipOf(1, on(3, 16), on(3, 20))
    billing.runUntil(on(3, 31))
    expect(billing.standings().slice(1)).toEqual([
      "03-17 03:00:00.000 exhausted",
      "03-17 03:00:00.000 CANCELLED",
    ])
  })
})
