import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { jsonPieces } from "../../../simulator/world/state/jsonPieces.ts"
import { runs } from "../../support/runs.ts"

const textOf = (value: unknown): string => Array.from(jsonPieces(value)).join("")

function* series<A>(values: ReadonlyArray<A>): Generator<A, void> {
  yield* values
}

describe("JSON in pieces", () => {
  it("is the JSON of the value, whatever it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (value, values) => {
        const plain = { value, values, nested: [{ values }] }
        const written = { value, values: series(values), nested: [{ values: series(values) }] }
        expect(JSON.parse(textOf(plain))).toEqual(JSON.parse(JSON.stringify(plain)))
        expect(JSON.parse(textOf(written))).toEqual(JSON.parse(JSON.stringify(plain)))
      }),
      { numRuns: runs(200) },
    )
  })

  it("leaves out what is undefined, and has a line for each element of a series", () => {
    expect(textOf({ a: undefined, b: series([{ c: [1, 2] }, null]), d: [], e: {}, f: series([]) })).toBe(
      '{\n"b": [\n{"c":[1,2]},\nnull\n],\n"d": [],\n"e": {},\n"f": []\n}\n',
    )
  })

  it("is never whole in memory", () => {
    let made = 0
    const endless = (function* () {
      for (;;) {
        made += 1
        yield "x".repeat(1_000)
      }
    })()
    const pieces = jsonPieces({ endless })
    for (let index = 1; index <= 10; index++) {
      const { value = "" } = pieces.next()
      expect(value?.length).toBeGreaterThan(60_000)
      expect(value?.length).toBeLessThan(70_000)
      expect(made).toBeLessThan(index * 70)
    }
  })
})
