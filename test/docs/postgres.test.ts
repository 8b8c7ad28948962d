// The page about PostgreSQL: its code compiles, and its numbers are those of the code.
import { describe, expect, it } from "vitest"
import { DEFAULT_SCHEMA } from "../../src/postgres/index.ts"
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

  it("names the schema", () => {
    expect(page).toContain(`in the schema \`${DEFAULT_SCHEMA}\``)
  })
})
