// Where dunning stands, by how many days of its schedule are over.
import { describe, expect, it } from "vitest"
import { Dunning } from "../../../src/index.ts"

const DAY = 86_400_000
const policy = { dunningDays: [1, 3] }
const triedOn = (tries: number, members: Partial<Dunning.Dunning> = {}): Dunning.Dunning => ({
  ...Dunning.start(1000),
  tries,
  ...members,
})

describe("dunning", () => {
  it.each([
    ["none of two days", policy, triedOn(0), 1000 + DAY, false, 1000],
    ["one of two days", policy, triedOn(1), 1000 + 3 * DAY, false, 1000 + DAY],
    ["both days", policy, triedOn(2), null, true, 1000 + 3 * DAY],
    ["both days and a wait", policy, triedOn(2, { waitedUntil: 5 * DAY }), null, true, 5 * DAY],
    ["both days, and it is noted", policy, triedOn(2, { exhaustedAt: 5 * DAY }), null, false, 1000 + 3 * DAY],
    ["a schedule without days", { dunningDays: [] }, triedOn(0), null, true, 1000],
  ])("after %s", (_, policy, dunning, nextAt, isSpent, overAt) => {
    expect(Dunning.nextRoundAt(dunning, policy)).toBe(nextAt)
    expect(Dunning.isSpent(dunning, policy)).toBe(isSpent)
    expect(Dunning.overAt(dunning, policy)).toBe(overAt)
  })

  it("is not begun again by a policy with more days once it is exhausted", () => {
    expect(Dunning.nextRoundAt(triedOn(1, { exhaustedAt: 5 * DAY }), policy)).toBe(null)
    expect(Dunning.isSpent(triedOn(2, { exhaustedAt: 5 * DAY }), policy)).toBe(false)
  })

  it("of what is billed again remembers every method that was refused for good, each once", () => {
    const first = Dunning.rebilled(triedOn(1), ["a", "b"])
    expect(Dunning.rebilled(first, ["b", "c"])).toEqual(triedOn(1, { refusedMethodIds: ["a", "b", "c"] }))
    expect(Dunning.rebilled(first, [])).toEqual(first)
  })

  it("is revived once it is exhausted, and goes on as it is before that", () => {
    const running = triedOn(2, { attemptId: "attempt" })
    expect(Dunning.revived(running, 7)).toBe(running)
    expect(Dunning.revived(triedOn(2, { waitedUntil: 5, exhaustedAt: 6 }), 7)).toEqual({
      startedAt: 7,
      tries: 0,
      attemptId: null,
      waitedUntil: null,
      exhaustedAt: null,
    })
  })
})
