import { describe, expect, it } from "vitest"
import { makeDraws, makeRandomFaults } from "../../../simulator/faults/randomFaults.ts"

const drawn = (options: { seed: number; rate: number }, count: number) => {
  const { onCall, onCharge } = makeRandomFaults(options)
  return Array.from({ length: count }, () => [onCall(), onCharge()])
}

describe("faults by chance", () => {
  it("are none without options, and with a rate of 0", () => {
    const { onCall, onCharge } = makeRandomFaults(undefined)
    expect([onCall(), onCharge()]).toEqual([null, null])
    expect(drawn({ seed: 1, rate: 0 }, 100).flat().filter(Boolean)).toEqual([])
  })

  it("strike every call and charge with a rate of 1, by every kind that charges nobody twice", () => {
    const struck = drawn({ seed: 1, rate: 1 }, 200)
    expect(struck.flat()).not.toContain(null)
    const kinds = (index: 0 | 1, name: (effect: object) => unknown) =>
      Array.from(new Set(struck.map((pair) => name(pair[index] as object)))).sort()
    expect(kinds(0, (effect) => Object.values(effect).join(" ").trim())).toEqual([
      "delay 50",
      "drop_after",
      "drop_before",
      "respond 500",
      "respond 503",
    ])
    expect(kinds(1, (effect) => ("outcome" in effect ? effect.outcome : null))).toEqual([
      "declined",
      "unknown_approved",
      "unknown_declined",
    ])
  })

  it("strike about as often as they are to", () => {
    const struck = drawn({ seed: 7, rate: 0.1 }, 10_000).map(([call]) => call)
    const share = struck.filter((call) => call !== null).length / struck.length
    expect(share).toBeGreaterThan(0.09)
    expect(share).toBeLessThan(0.11)
  })

  it("are the same by the same seed, and others by another", () => {
    const ofSeed = (seed: number) => drawn({ seed, rate: 0.5 }, 50)
    expect(ofSeed(3)).toEqual(ofSeed(3))
    expect(ofSeed(4)).not.toEqual(ofSeed(3))
  })
})

describe("draws", () => {
  it("lie from 0 up to 1", () => {
    const draw = makeDraws(2 ** 32 - 1)
    const draws = Array.from({ length: 1000 }, draw)
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...draws)).toBeLessThan(1)
    expect(new Set(draws).size).toBeGreaterThan(990)
  })
})
