// The plants fit the code as it is; `npm run test:planted` sees that each is caught.
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { plants } from "./mutants.ts"

describe("planted faults", () => {
  it("are at least twenty, each with a name of its own", () => {
    expect(new Set(plants.map(({ name }) => name)).size).toBe(plants.length)
    expect(plants.length).toBeGreaterThanOrEqual(20)
  })

  it.each(plants.map((plant) => [plant.name, plant] as const))("%s", (_, { file, edits, test }) => {
    const text = readFileSync(file, "utf8")
    for (const [before, after] of edits) {
      expect(text.split(before), before).toHaveLength(2)
      expect(after).not.toBe(before)
    }
    expect(existsSync(test.file)).toBe(true)
    expect(test.name).not.toBe("")
  })
})
