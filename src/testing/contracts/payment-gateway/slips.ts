// Bank slips: they wait for their money, and one that was cancelled takes none.
import * as Effect from "effect/Effect"
import { hold, same } from "../../Law.ts"
import { boleto, chargeOf, type GatewayCase } from "./GatewayCase.ts"

/** What becomes of a slip. */
export const slips: ReadonlyArray<GatewayCase> = [
  {
    name: "a slip is Pending with its digits until it is paid",
    rule: "The charge, the same charge again and its look-up have the same slip, which ends after it was made.",
    needs: ["slips"],
    tell: Effect.fnUntraced(function* (gateway) {
      const charge = chargeOf(boleto())
      const answer = yield* gateway.charge(charge)
      if (answer._tag !== "Pending") return same("charge", answer._tag, "Pending")
      const { barcode, digitableLine, expiresAt } = answer.slip
      hold("it has digits", /\d/.test(barcode) && /\d/.test(digitableLine))
      hold(`it ends at ${expiresAt}`, Number.isSafeInteger(expiresAt) && expiresAt > charge.at)
      same("again", yield* gateway.charge(charge), answer)
      same("look-up", yield* gateway.lookup(charge), answer)
    }),
  },
  {
    name: "a slip that was cancelled is Declined from then on",
    rule: "Cancelling says so, cancelling again says the same, and so does a look-up.",
    needs: ["slips"],
    tell: Effect.fnUntraced(function* (gateway) {
      const charge = chargeOf(boleto())
      yield* gateway.charge(charge)
      same("cancellation", (yield* gateway.cancel(charge))._tag, "Declined")
      same("cancellation again", (yield* gateway.cancel(charge))._tag, "Declined")
      same("look-up", (yield* gateway.lookup(charge))._tag, "Declined")
    }),
  },
  {
    name: "where there is no slip there is nothing to cancel",
    rule: "Cancelling what was never charged is NotFound, never Declined.",
    needs: ["slips"],
    tell: Effect.fnUntraced(function* (gateway) {
      same("cancellation", yield* gateway.cancel(chargeOf(boleto())), { _tag: "NotFound" })
    }),
  },
  {
    name: "a slip that was paid cannot be cancelled",
    rule: "Cancelling it is Approved, as is its look-up.",
    needs: ["slips", "settle"],
    tell: Effect.fnUntraced(function* (gateway, { settle }) {
      const charge = chargeOf(boleto())
      yield* gateway.charge(charge)
      yield* settle?.(charge.attemptId) ?? Effect.void
      same("cancellation", yield* gateway.cancel(charge), { _tag: "Approved" })
      same("look-up", yield* gateway.lookup(charge), { _tag: "Approved" })
    }),
  },
]
