// What a gateway has told stays, and what never arrived may still be told otherwise.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { keepingWord } from "../../../simulator/adapters/gateway/keepingWord.ts"
import { makeScriptedGateway } from "../../../simulator/adapters/gateway/ScriptedGateway.ts"
import type { PaymentGateway } from "../../../src/index.ts"

type Gateway = PaymentGateway["Service"]

const charge = {
  organizationId: "org-1",
  invoiceId: "invoice-1",
  attemptId: "attempt-1",
  amount: 100,
  currency: "BRL",
  dueAt: 0,
  paymentMethod: { type: "CARD", gatewayReference: "tok_visa:1" },
} as unknown as Parameters<Gateway["charge"]>[0]

/** What a look-up says after a charge whose answer goes this way, and after the operator's word. */
const afterFail = (answered: (gateway: Gateway) => Gateway): string => {
  const scripted = makeScriptedGateway()
  const { gateway, charged } = keepingWord(scripted, answered)
  Effect.runSync(gateway.charge(charge))
  charged.fail("attempt-1", "card_declined")
  return Effect.runSync(gateway.lookup(charge))._tag
}

describe("an approval", () => {
  it("that was heard is not taken back", () => {
    expect(afterFail((gateway) => gateway)).toBe("Approved")
  })

  it("that never arrived is what the operator says", () => {
    const lost = (gateway: Gateway): Gateway => ({
      ...gateway,
      charge: (asked) => Effect.as(gateway.charge(asked), { _tag: "Unknown" } as const),
    })
    expect(afterFail(lost)).toBe("Declined")
  })

  it("that is on its way is not taken back, and is lost only once it is", () => {
    const scripted = makeScriptedGateway()
    const { gateway, charged } = keepingWord(scripted, (inner) => ({
      ...inner,
      charge: (asked) => Effect.as(inner.charge(asked), { _tag: "Unknown" } as const),
      lookup: (asked) =>
        Effect.tap(inner.lookup(asked), () => Effect.sync(() => charged.fail("attempt-1", "card_declined"))),
    }))
    Effect.runSync(gateway.charge(charge))
    expect(Effect.runSync(gateway.lookup(charge))._tag).toBe("Approved")
    expect(Effect.runSync(scripted.gateway.lookup(charge))._tag).toBe("Approved")
  })
})
