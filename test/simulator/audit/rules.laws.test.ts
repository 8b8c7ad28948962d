// The audit finds nothing in what the rules leave behind, whatever happens to a subscription, at no moment at which
// nothing is due. The rules alone are played, without a store, so that many histories are.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { audit } from "../../../simulator/audit/audit.ts"
import { DAY } from "../../core/billing/fixtures.ts"
import { anything } from "../../core/billing/laws/arbitraries.ts"
import * as examples from "../../core/billing/laws/examples.ts"
import { mixedSetups } from "../../core/billing/laws/setups.ts"
import { play } from "../../core/billing/laws/world.ts"
import { runs } from "../../support/runs.ts"
import { makeChronicle } from "./chronicle.ts"

it("finds nothing after any history, and at no moment of it", () => {
  fc.assert(
    fc.property(mixedSetups, anything, (setup, steps) => {
      const chronicle = makeChronicle(setup)
      play(setup, steps, setup.startAt + 300 * DAY, {
        watch: chronicle.watch,
        quiet: (_, at) => expect(audit(chronicle.input(at)).findings).toEqual([]),
      })
    }),
    { numRuns: runs(200), examples: Object.values(examples) },
  )
})
