import { describe, expect, it } from "vitest"
import { isSame, type UsageEvent } from "../../../src/core/usage/UsageEvent.ts"

const event: UsageEvent = { eventId: "e1", meter: "tokens", quantity: 5, occurredAt: 1_000 }

describe("isSame", () => {
  it.each<[string, Partial<UsageEvent>, boolean]>([
    ["the same content", {}, true],
    ["another meter", { meter: "messages" }, false],
    ["another quantity", { quantity: 6 }, false],
    ["another time", { occurredAt: 1_001 }, false],
  ])("%s", (_, over, same) => {
    expect(isSame(event, { ...event, ...over })).toBe(same)
    expect(isSame({ ...event, ...over }, event)).toBe(same)
  })
})
