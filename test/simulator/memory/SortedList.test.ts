import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeSortedList } from "../../../simulator/memory/SortedList.ts"
import { runs } from "../../support/runs.ts"

describe("a sorted list", () => {
  it("is a sorted array without the cost of one", () => {
    const step = fc.record({ add: fc.boolean(), value: fc.integer({ min: 0, max: 3_000 }) })
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 4_000, size: "max" }),
        fc.nat(3_000),
        fc.nat(50),
        (steps, from, count) => {
          const list = makeSortedList<number>((a, b) => a - b)
          const model = new Set<number>()
          for (const { add, value } of steps) {
            if (add && !model.has(value)) list.add(value)
            if (!add) list.remove(value)
            if (add) model.add(value)
            else model.delete(value)
          }
          const sorted = Array.from(model).sort((a, b) => a - b)
          expect(Array.from(list)).toEqual(sorted)
          expect(list.size()).toBe(sorted.length)
          expect(list.slice(from, count)).toEqual(sorted.slice(from, from + count))
        },
      ),
      { numRuns: runs(30) },
    )
  })

  it("looks at about log n values to add or remove one, and at none to read a part", () => {
    let compared = 0
    const list = makeSortedList<number>((a, b) => {
      compared += 1
      return a - b
    })
    for (let value = 0; value < 100_000; value++) list.add((value * 7_919) % 100_003)
    expect(compared / 100_000).toBeLessThan(20)
    compared = 0
    list.add(100_003.5)
    list.remove(100_003.5)
    expect(compared).toBeLessThan(50)
    compared = 0
    expect(list.slice(50_000, 20)).toHaveLength(20)
    expect(compared).toBe(0)
  })
})
