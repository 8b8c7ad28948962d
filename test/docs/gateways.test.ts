// The page about gateways has the tables of the examples, and its code compiles (UPDATE_DOCS=1 writes the tables anew).
import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as asaas from "../../docs/examples/asaas/answers.ts"
import { declineCodes, refusalOf } from "../../docs/examples/stripe/declineCodes.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf } from "./fences.ts"

const file = new URL("../../docs/gateways.md", import.meta.url)
const row = (...cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |\n`

const said = { came: "came", open: "is waited for", unknown: "unknown" }

const tables: ReadonlyArray<readonly [heading: string, rows: ReadonlyArray<string>]> = [
  [
    "Decline codes of Stripe",
    Object.entries(declineCodes).map(([code, meant]) =>
      row(`\`${code}\``, `\`${meant}\``, refusalOf(code).retryable ? "" : "yes"),
    ),
  ],
  [
    "Statuses of Asaas",
    Object.entries(asaas.statuses).map(([status, money]) => row(`\`${status}\``, said[money])),
  ],
  [
    "Refusals of Asaas",
    Object.entries(asaas.declineCodes).map(([code, meant]) => row(`\`${code}\``, `\`${meant}\``)),
  ],
]

/** The page with the rows of a table under its heading. */
const withRows = (page: string, heading: string, rows: ReadonlyArray<string>): string => {
  const table = new RegExp(`(### ${heading}\\n\\n\\|.*\\|\\n\\|[-|]+\\|\\n)(?:\\|.*\\|\\n)*`)
  if (!table.test(page)) throw new Error(`The page has no table under "${heading}"`)
  return page.replace(table, (_, head: string) => head + rows.join(""))
}

describe("the page about gateways", () => {
  it.runIf(process.env.UPDATE_DOCS === "1")("is written", () => {
    const page = readFileSync(file, "utf8")
    writeFileSync(
      file,
      tables.reduce((text, [heading, rows]) => withRows(text, heading, rows), page),
    )
  })

  it.each(tables)("has what the example has under %j", (heading, rows) => {
    const page = readFileSync(file, "utf8")
    expect(rows.length).toBeGreaterThan(0)
    expect(page).toBe(withRows(page, heading, rows))
  })

  it("has code that compiles", () => {
    const texts = fencesOf(readFileSync(file, "utf8")).filter(({ lang }) => lang === "ts")
    expect(texts).toHaveLength(1)
    const codes = texts.map(({ text }) => text.replaceAll('"./examples/', '"./docs/examples/'))
    expect(compileFaults(codes)).toEqual([])
  })
})
