import { describe, expect } from "vitest"
import type { SimulatorWorld } from "../../simulator/index.ts"
import { BEGINNING, test, testWith } from "../../simulator/vitest.ts"
import { WORLDS_MAX } from "../../simulator/world/Worlds.ts"

const clockOf = ({ control }: SimulatorWorld) => control.request("GET", "/_simulator/clock")
const limited = testWith({ listen: true, now: "2026-01-31T00:00:00.000Z", rateLimit: 1 })

const seen = new Set<string>()

describe("the fixture gives", () => {
  test.for(Array.from({ length: WORLDS_MAX + 10 }, (_, index) => index + 1))(
    "each test its own world, number %i too",
    async (_, { world }) => {
      expect(await clockOf(world)).toMatchObject({ now: BEGINNING })
      await world.control.advance({ by: "P1D" })
      expect(seen.size).toBe(seen.add(world.name).size - 1)
    },
  )

  const shared: Array<unknown> = []
  test.for([1, 2])("all tests of a file one simulator, %i", async (number, { simulator }) => {
    shared.push(simulator)
    expect(new Set(shared).size).toBe(1)
    expect(shared).toHaveLength(number)
  })

  test("a world that is closed once its test is over", ({ simulator }) => {
    const [first = ""] = seen
    // No world has its name any more: this one begins.
    const again = simulator.world(first)
    return expect(clockOf(again)).resolves.toMatchObject({ now: BEGINNING })
  })
})

describe("a fixture with options", () => {
  limited("is on a socket, at another time, with a limit", async ({ world }) => {
    expect(await clockOf(world)).toMatchObject({ now: "2026-01-31T00:00:00.000Z" })
    const headers = { authorization: `Bearer ${await world.control.token()}` }
    const statuses = [0, 1].map(async () => (await fetch(`${world.url}/studio/plans`, { headers })).status)
    expect((await Promise.all(statuses)).sort()).toEqual([200, 429])
  })
})
