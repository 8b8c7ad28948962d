import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const text = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")

describe("the views of the console", () => {
  it("are those of its documentation, in this order", () => {
    const [, , section = ""] =
      /# (The console)\n([\s\S]*?)\n## /.exec(text("docs/simulator/console.md")) ?? []
    const documented = Array.from(section.matchAll(/^\| ([^|]+?) \|/gm), ([, name]) => name)
    const shown = Array.from(
      text("simulator/console/views/views.tsx").matchAll(/title: "(\w+)"/g),
      ([, name]) => name,
    )
    expect(shown.length).toBeGreaterThan(5)
    const withinOrganizations = ["View", "---", "One organization", "An invoice"]
    expect(documented.filter((name = "") => !withinOrganizations.includes(name))).toEqual(shown)
  })
})
