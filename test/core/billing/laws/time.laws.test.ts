// Law 15: divisions of time do not matter. A year taken at once, day by day or hour by hour is the same year.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../support/runs.ts"
import { DAY, HOUR } from "../fixtures.ts"
import { everything } from "./arbitraries.ts"
import { mixedSetups } from "./setups.ts"
import { type Options, play, type Setup, type Step } from "./world.ts"

/** A year: the account after it, all that was announced, all that was charged. */
const year = (setup: Setup, steps: ReadonlyArray<Step>, options: Options = {}) => {
  const { rules: _, ...became } = play(setup, steps, setup.startAt + 365 * DAY, options)
  return became
}

describe("law 15: at once is the same as", () => {
  it.each([
    ["day by day", DAY, 500],
    ["hour by hour", HOUR, 100],
    ["every 36 hours and a bit", 36 * HOUR + 1, 500],
  ])("%s", (_, every, normal) => {
    fc.assert(
      fc.property(mixedSetups, everything, (setup, steps) => {
        expect(year(setup, steps, { every })).toEqual(year(setup, steps))
      }),
      { numRuns: runs(normal) },
    )
  })
})
