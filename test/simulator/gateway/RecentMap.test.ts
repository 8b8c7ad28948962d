import * as fc from "fast-check"
import { expect, it } from "vitest"
import { makeRecentMap } from "../../../simulator/adapters/gateway/RecentMap.ts"
import { runs } from "../../support/runs.ts"

it("holds the latest keys with their latest values, newest first", () => {
  const keys = fc.array(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 60 })
  fc.assert(
    fc.property(keys, fc.integer({ min: 1, max: 8 }), fc.nat(9), fc.nat(9), (keys, max, skip, count) => {
      const map = makeRecentMap<number>(max)
      let model: ReadonlyArray<readonly [string, number]> = []
      for (const [value, key] of keys.entries()) {
        map.set(key, value)
        const isKnown = model.some(([known]) => known === key)
        model = isKnown
          ? model.map((entry) => (entry[0] === key ? ([key, value] as const) : entry))
          : [[key, value] as const, ...model].slice(0, max)
      }
      const copy = map.copy()
      map.set("another", -1)
      expect(copy.size()).toBe(model.length)
      expect(Array.from(copy.entries())).toEqual(model.toReversed())
      expect(copy.newest(skip, count)).toEqual(model.slice(skip, skip + count).map(([, value]) => value))
      for (const key of keys) expect(copy.get(key)).toBe(model.find(([known]) => known === key)?.[1])
    }),
    { numRuns: runs(300) },
  )
})
