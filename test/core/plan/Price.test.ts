import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Price from "../../../src/core/plan/Price.ts"
import { Arbitraries } from "../../../src/testing/index.ts"
import { runs } from "../../support/runs.ts"
import { graduated, packages, standard } from "./fixtures.ts"

const notWhole = [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]
const at = (upTo: number | null, unitPrice = 1) => ({ upTo, unitPrice })
const bands = (...list: ReadonlyArray<Price.Band>) => graduated({ bands: list })
const volume = { ...standard(), model: "VOLUME" } as unknown as Price.Price

type Fault = [Price.Price, string, Price.InvalidPrice["reason"], number | string | null]

describe("check", () => {
  it.each<[string, Price.Price]>([
    ["a unit price", standard()],
    ["for nothing", standard({ unitPrice: 0 })],
    ["packages", packages()],
    ["packages of one", packages({ packageSize: 1, packagePrice: 0, freeUnits: 5 })],
    ["bands", graduated()],
    ["one band", bands(at(null))],
    ["the largest amounts", bands(at(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), at(null))],
  ])("%s is sound", (_, price) => {
    expect(Price.check(price)).toBeNull()
  })

  it.each<Fault>([
    [standard({ meter: "" }), "meter", "EMPTY", ""],
    [standard({ name: "" }), "name", "EMPTY", ""],
    [standard({ unitPrice: -1 }), "unitPrice", "NEGATIVE", -1],
    ...notWhole.map((value): Fault => [standard({ unitPrice: value }), "unitPrice", "NOT_AN_AMOUNT", value]),
    [packages({ packageSize: 0 }), "packageSize", "NOT_POSITIVE", 0],
    [packages({ packageSize: -1 }), "packageSize", "NEGATIVE", -1],
    ...notWhole.map(
      (value): Fault => [packages({ packageSize: value }), "packageSize", "NOT_AN_AMOUNT", value],
    ),
    [packages({ packagePrice: -1 }), "packagePrice", "NEGATIVE", -1],
    [packages({ packagePrice: 0.5 }), "packagePrice", "NOT_AN_AMOUNT", 0.5],
    [packages({ freeUnits: -1 }), "freeUnits", "NEGATIVE", -1],
    [packages({ freeUnits: 0.5 }), "freeUnits", "NOT_AN_AMOUNT", 0.5],
    [bands(), "bands", "NO_BANDS", null],
    [bands(at(10)), "bands.0.upTo", "LAST_BAND_BOUNDED", 10],
    [bands(at(null), at(null)), "bands.0.upTo", "BANDS_NOT_RISING", null],
    [bands(at(10), at(10), at(null)), "bands.1.upTo", "BANDS_NOT_RISING", 10],
    [bands(at(10), at(9), at(null)), "bands.1.upTo", "BANDS_NOT_RISING", 9],
    [bands(at(0), at(null)), "bands.0.upTo", "BANDS_NOT_RISING", 0],
    [bands(at(0.5), at(null)), "bands.0.upTo", "NOT_AN_AMOUNT", 0.5],
    [bands(at(Number.NaN), at(null)), "bands.0.upTo", "NOT_AN_AMOUNT", Number.NaN],
    [bands(at(10, -1), at(null)), "bands.0.unitPrice", "NEGATIVE", -1],
    [bands(at(10), at(null, 0.5)), "bands.1.unitPrice", "NOT_AN_AMOUNT", 0.5],
  ])("%o: %s is %s", (price, member, reason, value) => {
    expect(Price.check(price)).toEqual({ _tag: "InvalidPrice", meter: price.meter, member, reason, value })
  })

  it("C11: given volume pricing, then it is rejected: its total can fall, so it could not be cut", () => {
    expect(Price.check(volume)).toEqual({
      _tag: "InvalidPrice",
      meter: "tokens",
      member: "model",
      reason: "UNKNOWN_MODEL",
      value: "VOLUME",
    })
  })

  it("finds nothing wrong with any sound price, not with a first band of one either", () => {
    expect(Price.check(bands(at(1), at(2), at(null)))).toBeNull()
    fc.assert(
      fc.property(Arbitraries.prices(), (price) => Price.check(price) === null),
      { numRuns: runs(500) },
    )
  })
})
