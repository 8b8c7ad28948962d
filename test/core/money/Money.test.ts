import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Money from "../../../src/core/money/Money.ts"
import { runs } from "../../support/runs.ts"

const max = Number.MAX_SAFE_INTEGER
const notAmounts = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.5, max + 1, -max - 1]

const succeed = Result.succeed
const reject = (operation: string, ...operands: ReadonlyArray<number>) =>
  Result.fail({ _tag: "AmountOutOfRange", operation, operands })

/** Amounts of every size, with the edges more often than chance gives them. */
const amount = fc.oneof(
  fc.integer({ min: -100, max: 100 }),
  fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }),
  fc.maxSafeInteger(),
  fc.constantFrom(max, -max, max - 1, 0, -0),
)
const positive = amount.map(Math.abs).filter((value) => value > 0)

/** Half away from zero on bigint: the oracle of `mulDiv`. */
const oracle = (a: number, b: number, c: number): bigint => {
  const product = BigInt(a) * BigInt(b)
  const size = product < 0n ? -product : product
  const rounded = (2n * size + BigInt(c)) / (2n * BigInt(c))
  return product < 0n ? -rounded : rounded
}
const isSafe = (value: bigint) => value <= BigInt(max) && value >= -BigInt(max)
const isNegativeZero = (value: number) => Object.is(value, -0)

describe("amounts", () => {
  it("are safe integers", () => {
    for (const value of [0, 1, -1, max, -max]) expect(Money.isAmount(value)).toBe(true)
    for (const value of notAmounts) expect(Money.isAmount(value)).toBe(false)
  })

  it.each(notAmounts)("%d is rejected by every operation in every place", (bad) => {
    expect(Money.add(bad, 1)).toEqual(reject("add", bad, 1))
    expect(Money.add(1, bad)).toEqual(reject("add", 1, bad))
    expect(Money.sum([1, bad, 2])).toEqual(reject("sum", 1, bad, 2))
    expect(Money.multiply(bad, 0)).toEqual(reject("multiply", bad, 0))
    expect(Money.multiply(0, bad)).toEqual(reject("multiply", 0, bad))
    expect(Money.mulDiv(bad, 1, 1)).toEqual(reject("mulDiv", bad, 1, 1))
    expect(Money.mulDiv(1, bad, 1)).toEqual(reject("mulDiv", 1, bad, 1))
    expect(Money.mulDiv(1, 1, bad)).toEqual(reject("mulDiv", 1, 1, bad))
    expect(Money.percentOf(bad, 1)).toEqual(reject("percentOf", bad, 1))
    expect(Money.percentOf(1, bad)).toEqual(reject("percentOf", 1, bad))
    expect(Money.allocate(bad, [1])).toEqual(reject("allocate", bad, 1))
    expect(Money.allocate(1, [1, bad])).toEqual(reject("allocate", 1, 1, bad))
    expect(Money.allocate(0, [0, bad])).toEqual(reject("allocate", 0, 0, bad))
  })
})

describe("add, sum, multiply", () => {
  it("are exact up to the edge and rejected beyond it", () => {
    expect(Money.add(max - 1, 1)).toEqual(succeed(max))
    expect(Money.add(max, 1)).toEqual(reject("add", max, 1))
    expect(Money.add(-max, -1)).toEqual(reject("add", -max, -1))
    expect(Money.multiply(94_906_265, 94_906_265)).toEqual(succeed(9_007_199_136_250_225))
    expect(Money.multiply(94_906_266, 94_906_266)).toEqual(reject("multiply", 94_906_266, 94_906_266))
    expect(Money.sum([])).toEqual(succeed(0))
    expect(Money.sum([max, 1])).toEqual(reject("sum", max, 1))
  })

  it("a sum depends on the total only, not on the order", () => {
    expect(Money.sum([max, max, -max, -1])).toEqual(succeed(max - 1))
    expect(Money.sum([max, 2, 0.5, -3])).toEqual(reject("sum", max, 2, 0.5, -3))
  })

  it("agree with bigint, never give a fraction, an unsafe integer or -0", () => {
    const agrees = (got: Result.Result<number, unknown>, exact: bigint) =>
      isSafe(exact)
        ? Result.isSuccess(got) && BigInt(got.success) === exact && !isNegativeZero(got.success)
        : Result.isFailure(got)
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.array(amount),
        (a, b, rest) =>
          agrees(Money.add(a, b), BigInt(a) + BigInt(b)) &&
          agrees(Money.multiply(a, b), BigInt(a) * BigInt(b)) &&
          agrees(
            Money.sum([a, b, ...rest]),
            [a, b, ...rest].reduce((total, one) => total + BigInt(one), 0n),
          ),
      ),
      { numRuns: runs(2000), examples: [[-0, -0, []] as [number, number, number[]], [-5, 0, []]] },
    )
  })
})

describe("mulDiv", () => {
  it.each([
    [9990, 29, 30, 9657],
    [9990, 10.5 * 86_400_000, 28 * 86_400_000, 3746],
    [9990, 30, 30, 9990],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, -1, 2, -1],
    [3, 1, 2, 2],
    [-3, 1, 2, -2],
    [1, 1, 3, 0],
    [-1, 1, 3, 0],
    [2, 1, 3, 1],
    [0, -7, 3, 0],
    [max, max, max, max],
    [max, 2, 4, 4_503_599_627_370_496],
    // A third more than 2^51, which a division of floats makes a half more, and so rounds up.
    [6_755_399_441_055_745, 1, 3, 2_251_799_813_685_248],
    [max, max - 1, max, max - 1],
    // One day of a year, in milliseconds: the product is far beyond the safe range.
    [max, 86_400_000, 31_536_000_000, 24_677_258_232_167],
  ])("%d × %d / %d = %d", (a, b, c, expected) => {
    expect(Money.mulDiv(a, b, c)).toEqual(succeed(expected))
  })

  it.each([
    ["a denominator of 0", 1, 1, 0],
    ["a denominator of -0", 1, 1, -0],
    ["a denominator of 0 under a product beyond the safe range", max, max, 0],
    ["a negative denominator", 1, 1, -1],
    ["a result beyond the safe range", max, 2, 1],
    ["a result far below it", -max, max, 2],
    ["a result that only rounding takes beyond: 2^53 - 1 and a half", 134_217_727, 134_217_729, 2],
  ])("rejects %s", (_name, a, b, c) => {
    expect(Money.mulDiv(a, b, c)).toEqual(reject("mulDiv", a, b, c))
  })

  it("law: equals the bigint oracle", () => {
    fc.assert(
      fc.property(amount, amount, positive, (a, b, c) => {
        const exact = oracle(a, b, c)
        const got = Money.mulDiv(a, b, c)
        if (!isSafe(exact)) return Result.isFailure(got)
        return Result.isSuccess(got) && BigInt(got.success) === exact && !isNegativeZero(got.success)
      }),
      { numRuns: runs(5000), examples: [[-1, 1, 3] as [number, number, number], [max, 3, 6], [-max, 5, 10]] },
    )
  })

  it("law: is monotone in the numerator, and halves mirror around zero", () => {
    const product = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(product, product, product, fc.integer({ min: 1, max: 1000 }), (a, b, more, c) => {
        const value = (x: number, y: number) => Result.getOrThrow(Money.mulDiv(x, y, c))
        return value(a, b) <= value(a, b + more) && value(-a, b) === 0 - value(a, b)
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe("mulDivSum", () => {
  type Products = ReadonlyArray<readonly [number, number]>

  it.each<[number, Products, number, number]>([
    // Three seats for half of a month, five for the other half.
    [
      1000,
      [
        [3, 14],
        [5, 14],
      ],
      28,
      4000,
    ],
    [1000, [], 28, 0],
    [0, [[3, 14]], 28, 0],
    // Each part alone would be rounded up.
    [
      1,
      [
        [1, 1],
        [1, 1],
      ],
      4,
      1,
    ],
    [1, [[1, 1]], 2, 1],
    [-1, [[1, 1]], 2, -1],
    [1, [[-1, 1]], 2, -1],
    [1, [[1, 1]], 3, 0],
    [-1, [[1, 1]], 3, 0],
    [
      7,
      [
        [2, 3],
        [-2, 3],
      ],
      5,
      0,
    ],
    [
      max,
      [
        [1, max],
        [-1, max],
        [1, 2],
      ],
      4,
      4_503_599_627_370_496,
    ],
  ])("%d × %j / %d = %d", (of, products, denominator, expected) => {
    const got = Money.mulDivSum(of, products, denominator)
    expect(got).toEqual(succeed(expected))
    expect(Result.isSuccess(got) && isNegativeZero(got.success)).toBe(false)
  })

  it.each<[string, number, Products, number]>([
    ["a denominator of 0", 1, [[1, 1]], 0],
    ["a negative denominator", 1, [[1, 1]], -1],
    [
      "a result beyond the safe range",
      max,
      [
        [1, 1],
        [1, 1],
      ],
      1,
    ],
    ...notAmounts.flatMap(
      (bad): ReadonlyArray<[string, number, Products, number]> => [
        ["an amount that is none", bad, [[1, 1]], 1],
        [
          "a factor that is none",
          1,
          [
            [1, 1],
            [bad, 1],
          ],
          1,
        ],
        ["a denominator that is none", 1, [[1, 1]], bad],
      ],
    ),
  ])("rejects %s", (_name, of, products, denominator) => {
    expect(Money.mulDivSum(of, products, denominator)).toEqual(
      reject("mulDivSum", of, ...products.flat(), denominator),
    )
  })

  it("law: of one product it is mulDiv of the amount times the first factor", () => {
    const small = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(small, small, small, positive, (of, a, b, c) => {
        const exact = oracle(of * a, b, c)
        const got = Money.mulDivSum(of, [[a, b]], c)
        return isSafe(exact) ? Result.isSuccess(got) && BigInt(got.success) === exact : Result.isFailure(got)
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe("percentOf", () => {
  it.each([
    [9990, 1000, 999],
    [9990, 1250, 1249],
    [10, 1500, 2],
    [-10, 1500, -2],
    [9990, 0, 0],
    [-9990, 0, 0],
    [9990, 10_000, 9990],
    [max, 10_000, max],
    [max, 9999, 9_006_298_534_815_517],
  ])("%d at %d basis points is %d", (value, basisPoints, expected) => {
    expect(Money.percentOf(value, basisPoints)).toEqual(succeed(expected))
  })

  it.each([-1, 10_001, 12.5])("%d basis points are rejected", (basisPoints) => {
    expect(Money.percentOf(100, basisPoints)).toEqual(reject("percentOf", 100, basisPoints))
  })
})

describe("allocate", () => {
  it.each([
    ["largest remainder, ties by index", 100, [1, 1, 1], [34, 33, 33]],
    ["the larger remainder before the smaller index", 10, [1, 1, 5], [2, 1, 7]],
    ["of a negative amount, the negated parts", -100, [1, 1, 1], [-34, -33, -33]],
    ["fewer units than weights", 2, [1, 1, 1], [1, 1, 0]],
    ["a weight of 0 gets 0", 5, [0, 3, 0, 3], [0, 3, 0, 2]],
    ["one weight gets all", 7, [3], [7]],
    ["nothing", 0, [2, 0], [0, 0]],
    ["nothing among zeros", 0, [0, 0], [0, 0]],
    ["nothing among none", 0, [], []],
    ["products beyond the safe range", max, [max - 1, 1], [max - 1, 1]],
    ["halves beyond the safe range", max, [4, 4], [4_503_599_627_370_496, 4_503_599_627_370_495]],
  ])("%s", (_name, value, weights, expected) => {
    expect(Money.allocate(value, weights)).toEqual(succeed(expected))
  })

  it.each([
    ["something among zeros", 1, [0, 0]],
    ["something among none", 1, []],
    ["a negative weight", 1, [2, -1]],
    ["nothing over a negative weight", 0, [1, -1]],
    ["weights whose sum is unsafe", 1, [max, 1]],
  ])("rejects %s", (_name, value, weights) => {
    expect(Money.allocate(value, weights)).toEqual(reject("allocate", value, ...weights))
  })

  const weights = fc
    .oneof(
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: Math.floor(max / 8) }), { minLength: 1, maxLength: 8 }),
    )
    .filter((all) => all.some((weight) => weight > 0))

  it("law: the parts add up, each its exact share rounded down or up, never -0", () => {
    fc.assert(
      fc.property(amount, weights, (value, all) => {
        const parts = Result.getOrThrow(Money.allocate(value, all))
        const total = all.reduce((rest, weight) => rest + BigInt(weight), 0n)
        const withinOne = parts.every((part, index) => {
          const off = BigInt(part) * total - BigInt(value) * BigInt(all[index] ?? 0)
          return off < total && off > -total
        })
        const added = parts.reduce((rest, part) => rest + BigInt(part), 0n)
        return (
          parts.length === all.length && withinOne && added === BigInt(value) && !parts.some(isNegativeZero)
        )
      }),
      { numRuns: runs(2000), examples: [[-0, [0, 1]] as [number, number[]], [-1, [0, 1, 1]]] },
    )
  })

  it("bug D2: a discount spread over lines never gives a line more than its amount", () => {
    const lines = weights.chain((all) =>
      fc.tuple(fc.constant(all), fc.integer({ min: 0, max: all.reduce((total, one) => total + one, 0) })),
    )
    fc.assert(
      fc.property(lines, ([all, discount]) => {
        const parts = Result.getOrThrow(Money.allocate(discount, all))
        const added = parts.reduce((total, part) => total + part, 0)
        return added === discount && parts.every((part, index) => part >= 0 && part <= (all[index] ?? 0))
      }),
      { numRuns: runs(2000), examples: [[[[1, 1, 1], 2]] as [[number[], number]], [[[1, 0, 999], 1000]]] },
    )
  })
})
