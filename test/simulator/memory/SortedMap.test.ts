import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  byNumber,
  byText,
  makeSortedMap,
  type SortedMap,
} from "../../../simulator/adapters/memory/SortedMap.ts"
import { runs } from "../../support/runs.ts"

const step = fc.record({ set: fc.boolean(), key: fc.integer({ min: 0, max: 3_000 }) })
const steps = fc.array(step, { maxLength: 4_000, size: "max" })

describe("a sorted map", () => {
  it("is a sorted array of entries without the cost of one", () => {
    fc.assert(
      fc.property(steps, fc.nat(3_000), fc.nat(50), (steps, from, count) => {
        let map = makeSortedMap<number, number>(byNumber)
        const model = new Map<number, number>()
        for (const [value, { set, key }] of steps.entries()) {
          map = set ? map.set(key, value) : map.delete(key)
          if (set) model.set(key, value)
          else model.delete(key)
        }
        const sorted = Array.from(model).sort(([a], [b]) => a - b)
        expect(Array.from(map)).toEqual(sorted)
        expect(map.size()).toBe(sorted.length)
        expect(map.slice(from, count)).toEqual(sorted.slice(from, from + count))
        for (const { key } of steps) expect(map.get(key)).toBe(model.get(key))
      }),
      { numRuns: runs(30) },
    )
  })

  it("stays what it is, whatever is made from it", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const seen: Array<readonly [SortedMap<number, true>, unknown]> = []
        let map = makeSortedMap<number, true>(byNumber)
        for (const { set, key } of steps) {
          seen.push([map, Array.from(map)])
          map = set ? map.set(key % 50, true) : map.delete(key % 50)
        }
        for (const [before, entries] of seen) expect(Array.from(before)).toEqual(entries)
      }),
      { numRuns: runs(100) },
    )
  })

  it("is the same map without a key that it does not have", () => {
    const map = makeSortedMap<string, number>(byText).set("a", 1).set("c", 3)
    expect(map.delete("b")).toBe(map)
  })

  it("looks at about log n keys to find, set or delete one, in whatever order they come, and at none to read a part", () => {
    for (const keyOf of [(index: number) => index, (index: number) => (index * 7_919) % 100_003]) {
      let compared = 0
      let map = makeSortedMap<number, true>((a, b) => {
        compared += 1
        return a - b
      })
      for (let index = 0; index < 100_000; index++) map = map.set(keyOf(index), true)
      expect(compared / 100_000).toBeLessThan(25)
      // Every second one, so that what is left has to be balanced again.
      for (let index = 0; index < 100_000; index += 2) map = map.delete(keyOf(index))
      for (const key of [0.5, keyOf(1), keyOf(99_999)]) {
        compared = 0
        map.set(key, true)
        map.get(key)
        map.delete(key)
        expect(compared).toBeLessThan(3 * 35)
      }
      compared = 0
      expect(map.slice(25_000, 20)).toHaveLength(20)
      expect(compared).toBe(0)
    }
  })
})
