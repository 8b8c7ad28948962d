// The mutants fit the code as it is; `npm run test:planted` sees that each is caught.
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { mutants } from "./mutants.ts"

describe("the mutants", () => {
  it("are at least twenty, each with a name of its own", () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(mutants.length).toBeGreaterThanOrEqual(20)
  })

  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))("%s", (_, { file, edits, test }) => {
    const text = readFileSync(file, "utf8")
    for (const [before, after] of edits) {
      expect(text.split(before), before).toHaveLength(2)
      expect(after).not.toBe(before)
    }
    expect(existsSync(test.file)).toBe(true)
    expect(test.name).not.toBe("")
  })
})
