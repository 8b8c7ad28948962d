import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { strictDecoder, VALUES_MAX } from "../../simulator/world/state/strictDecoder.ts"

const decode = strictDecoder(Schema.Struct({ list: Schema.Array(Schema.Struct({ a: Schema.String })) }))
const pathsOf = (input: unknown) => {
  const decoded = decode(input)
  return Result.isFailure(decoded) ? decoded.failure.map(({ path }) => path) : []
}

describe("what is checked strictly", () => {
  it("is given as it was, when it is right", () => {
    expect(decode({ list: [{ a: "x" }] })).toEqual(Result.succeed({ list: [{ a: "x" }] }))
  })

  it("has all of its faults told, members that are not known among them", () => {
    expect(pathsOf({ list: [{ a: 1 }, {}], b: 1 })).toEqual(["b", "list.0.a", "list.1.a"])
  })

  it.each([
    ["elements", { list: Array.from({ length: VALUES_MAX }, () => 1) }],
    ["members", Object.fromEntries(Array.from({ length: VALUES_MAX + 1 }, (_, index) => [`m${index}`, 1]))],
    ["values within values", { list: Array.from({ length: VALUES_MAX / 2 }, () => ({ b: 1 })) }],
  ])(
    "has only the first fault told where it has too many %s: looking for all would take all memory",
    (_, input) => {
      expect(pathsOf(input)).toHaveLength(1)
    },
  )

  it("has all told up to the bound", () => {
    expect(pathsOf({ list: Array.from({ length: VALUES_MAX - 2 }, () => 1) })).toHaveLength(20)
  })
})
