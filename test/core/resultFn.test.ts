import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { resultFn, type Steps } from "../../src/core/resultFn.ts"

const half = (whole: number): Result.Result<number, string> =>
  whole % 2 === 0 ? Result.succeed(whole / 2) : Result.fail(`${whole} is odd`)

describe("a function of its steps", () => {
  const seen: Array<number> = []
  const quarter = resultFn(function* (whole: number, rest: number): Steps<number, string> {
    const first = yield* half(whole)
    seen.push(first)
    return (yield* half(first)) + rest
  })

  it("gives what its steps return", () => {
    expect(quarter(8, 1)).toEqual(Result.succeed(3))
    expect(quarter(4, 0)).toEqual(Result.succeed(1))
  })

  it("ends with the first failure, and takes no step after it", () => {
    seen.length = 0
    expect(quarter(7, 1)).toEqual(Result.fail("7 is odd"))
    expect(seen).toEqual([])
    expect(quarter(6, 1)).toEqual(Result.fail("3 is odd"))
    expect(seen).toEqual([3])
  })

  it("shares nothing between its calls", () => {
    const count = resultFn(function* (upTo: number): Steps<ReadonlyArray<number>, never> {
      const numbers: Array<number> = []
      for (let next = 1; next <= upTo; next++) numbers.push(yield* Result.succeed(next))
      return numbers
    })
    expect([count(2), count(3)]).toEqual([Result.succeed([1, 2]), Result.succeed([1, 2, 3])])
  })
})
