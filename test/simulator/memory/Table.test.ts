import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeTable, type Table } from "../../../simulator/adapters/memory/Table.ts"
import { runs } from "../../support/runs.ts"

const key = fc.integer({ min: 0, max: 12 }).map(String)
const steps = fc.array(fc.record({ set: fc.boolean(), key }), { maxLength: 60 })

describe("a table", () => {
  it("is a Map that never changes", () => {
    fc.assert(
      fc.property(steps, fc.nat(13), fc.nat(13), (steps, from, count) => {
        const seen: Array<readonly [Table<number>, ReadonlyArray<number>]> = []
        let table = makeTable<number>()
        const model = new Map<string, number>()
        for (const [value, { set, key }] of steps.entries()) {
          table = set ? table.set(key, value) : table.delete(key)
          if (set) model.set(key, value)
          else model.delete(key)
          seen.push([table, Array.from(model.values())])
        }
        for (const [before, values] of seen) expect(Array.from(before.values())).toEqual(values)
        expect(table.size()).toBe(model.size)
        expect(table.keys(from, count)).toEqual(Array.from(model.keys()).slice(from, from + count))
        for (const { key } of steps) expect(table.get(key)).toBe(model.get(key))
      }),
      { numRuns: runs(200) },
    )
  })

  it("knows the place of each key, which no other gets when it is gone", () => {
    const table = makeTable<string>().set("a", "1").set("b", "2").delete("b").set("c", "3").set("a", "4")
    expect(["a", "b", "c"].map((key) => table.placed(key))).toEqual([
      { sequence: 0, value: "4" },
      undefined,
      { sequence: 2, value: "3" },
    ])
  })
})
