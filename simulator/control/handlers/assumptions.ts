// Answers the calls about assumptions.
import * as Effect from "effect/Effect"
import { presentPage } from "../../../src/api/index.ts"
import { paginate } from "../../../src/index.ts"
import { type Assumptions, variantsOf } from "../../assumptions/Assumptions.ts"
import { type Gap, gaps } from "../../assumptions/gaps.ts"
import type { ControlHandlers, ControlledWorld } from "../ControlledWorld.ts"
import type { Assumption } from "../contract/assumptions.ts"
import { type ControlError, controlError, invalidAt } from "../contract/errors.ts"

/** The calls under `/assumptions`; the list is in the order of the register. */
export const assumptionHandlers = ({ assumptions }: ControlledWorld): ControlHandlers["assumptions"] => ({
  list: ({ query }) =>
    Effect.sync(() => presentPage(paginate(gaps, query), query, (gap) => present(gap, assumptions))),
  read: ({ params, payload: { reading } }) =>
    Effect.suspend((): Effect.Effect<Assumption, ControlError> => {
      const gap = gaps.find((one) => one.gap === params.gap)
      if (gap === undefined) return Effect.fail(controlError("assumption.not_found"))
      return assumptions.choose(gap.gap, reading)
        ? Effect.succeed(present(gap, assumptions))
        : Effect.fail(invalidAt("reading", expected(variantsOf(gap.gap))))
    }),
})

const expected = (variants: ReadonlyArray<string>): string =>
  variants.length === 0 ? "This gap has no other variant" : `Expected ${variants.join(" or ")}`

const present = (gap: Gap, { variantOf }: Assumptions) => ({
  ...gap,
  readings: variantsOf(gap.gap),
  reading: variantOf(gap.gap),
})
