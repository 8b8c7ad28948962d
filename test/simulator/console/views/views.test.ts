import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { viewTitles } from "../../../../simulator/console/views/viewTitles.ts"

const text = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")

describe("the views of the console", () => {
  it("are those of its documentation, in this order", () => {
    const [, , section = ""] =
      /# (The console)\n([\s\S]*?)(?:\n## |$)/.exec(text("docs/simulator/console.md")) ?? []
    const documented = Array.from(section.matchAll(/^\| ([^|]+?) \|/gm), ([, name]) => name)
    const shown = viewTitles.map(([, title]) => title)
    const withinOrganizations = ["View", "---", "One organization", "An invoice"]
    expect(documented.filter((name = "") => !withinOrganizations.includes(name))).toEqual(shown)
  })
})
