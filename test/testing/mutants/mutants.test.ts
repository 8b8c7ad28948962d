// The mutation table of the laws of invoices, in short: two seeds here, a hundred with `npm run test:catch`.
import { describe, expect, it } from "vitest"
import { invoiceLaws } from "../../../src/testing/index.ts"
import { tablesUnder } from "../../docs/markdown.ts"
import { read } from "../../tidy/source.ts"
import { before } from "./before.ts"
import { catches } from "./catchRate.ts"
import { calculator, groups } from "./index.ts"
import { CAUGHT_MIN, cell, HEADING } from "./table.ts"

const names = Object.values(groups).flatMap((mutants) => Object.keys(mutants))

describe("the laws of invoices", () => {
  it.each(invoiceLaws(calculator()))("hold of the right calculator: $name", ({ check }) =>
    check({ numRuns: 500 }),
  )

  const all = Object.values(groups).flatMap((mutants) => Object.entries(mutants))
  it.each(all)("catch: %s", async (_, wrong) => {
    expect(await catches(wrong, 2)).toBe(2)
  })
})

describe("the mutation table", () => {
  const rows = tablesUnder(read("docs/testing.md").text, HEADING).flatMap(({ rows }) => Array.from(rows))

  it("has every wrong calculator, once", () => {
    expect(new Set(names).size).toBe(names.length)
    expect(rows.map(([name]) => name)).toEqual(names.map(cell))
    expect(rows.map(([, [then]]) => then)).toEqual(names.map((name) => String(before[name] ?? "–")))
  })

  it("says that each is caught", () => {
    expect(rows.filter(([, [, now]]) => !(Number(now) >= CAUGHT_MIN))).toEqual([])
  })
})
