import * as fc from "fast-check"
import { expect, it } from "vitest"
import { makeRing } from "../../../simulator/requests/Ring.ts"
import { runs } from "../../support/runs.ts"

it("holds the latest values, newest first", () => {
  fc.assert(
    fc.property(
      fc.nat(40),
      fc.integer({ min: 1, max: 8 }),
      fc.nat(9),
      fc.nat(9),
      (count, max, skip, limit) => {
        const ring = makeRing<number>(max)
        const values = Array.from({ length: count }, (_, index) => index)
        for (const value of values) ring.add(value)
        const latest = values.toReversed().slice(0, max)
        expect(ring.size()).toBe(latest.length)
        expect(ring.newest(skip, limit)).toEqual(latest.slice(skip, skip + limit))
      },
    ),
    { numRuns: runs(300) },
  )
})
