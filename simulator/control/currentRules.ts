// The rules by which a world decides.
import * as Effect from "effect/Effect"
import { CurrentBillingPolicy, IdSource } from "../../src/index.ts"

/** The policy of the world and its ids, as the rules ask for them. */
export const currentRules = Effect.gen(function* () {
  return { policy: yield* CurrentBillingPolicy, deriveId: (yield* IdSource).derive }
})
