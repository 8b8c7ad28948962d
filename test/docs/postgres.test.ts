// The page about PostgreSQL: its code compiles, and its numbers are those of the code.
import { describe, expect, it } from "vitest"
import { DEFAULT_SCHEMA, FORGOTTEN_MAX } from "../../src/postgres/index.ts"
import { read } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf } from "./fences.ts"

const page = read("docs/postgres.md").text

describe("the page about PostgreSQL", () => {
  it("has code that compiles", () => {
    const codes = fencesOf(page)
      .filter(({ lang }) => lang === "ts")
      .map(({ text }) => text)
    expect(codes).toHaveLength(1)
    expect(compileFaults(codes)).toEqual([])
  })

  it("names the schema and the bite of the sweep", () => {
    expect(page).toContain(`in the schema \`${DEFAULT_SCHEMA}\``)
    expect(read("docs/operations.md").text).toContain(
      `${FORGOTTEN_MAX.toLocaleString("en")} rows of a table at a time`,
    )
  })
})
