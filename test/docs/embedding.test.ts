// The page about embedding as an embedding service uses it: its examples run and print what they say, and its tables are
// those of the code.
import { readdirSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { migrations } from "../../docs/examples/sqlite/migrations.ts"
import { DELIVERIES_KEPT_MILLIS, EVENTS_KEPT, FORGOTTEN_MAX } from "../../docs/examples/sqlite/sweep.ts"
import { pagingBounds } from "../../src/api/index.ts"
import * as studio from "../../src/index.ts"
import { stories } from "../support/stories.ts"
import { importsOf, read, sourcesUnder } from "../tidy/source.ts"
import { compileFaults } from "./examples.ts"
import { fencesOf, printedBy, saidBy } from "./fences.ts"
import { tablesUnder } from "./markdown.ts"

const page = read("docs/embedding.md").text
const fences = fencesOf(page)
const DAY = 86_400_000

const codes = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/`(\w+)`/g), ([, name = ""]) => name)

/** The rows of the only table under a heading of the third level. */
const rowsUnder = (heading: string) =>
  Array.from(tablesUnder(page.replaceAll(/^### /gm, "## "), heading)[0]?.rows ?? [])

describe("the examples", () => {
  it("compile", () => {
    const texts = fences.filter(({ lang }) => lang === "ts").map(({ text }) => text)
    expect(texts).toHaveLength(5)
    expect(compileFaults(texts.map((text) => text.replaceAll('"./examples/', '"./docs/examples/')))).toEqual(
      [],
    )
  })

  it.each(fences.filter(({ info }) => info === "ts run"))(
    "print what they say, example %#",
    async ({ text }) => {
      expect(saidBy(text)).not.toBe("")
      expect(await printedBy(text)).toBe(saidBy(text))
    },
  )

  it("of SQL run on the schema", () => {
    const sqlite = new DatabaseSync(":memory:")
    for (const step of migrations) sqlite.exec(step)
    const documents = ['{"a":1}', '{"expiresAt":5}']
    for (const [index, doc] of documents.entries()) {
      sqlite
        .prepare(
          `INSERT INTO vouchers
           (seq, organization_id, voucher_id, balance, effective_at, created_at, frozen, revoked, doc)
           VALUES (:index, 'o', 'v' || :index, 1, 0, 0, 0, 0, :doc)`,
        )
        .run({ index, doc })
    }
    for (const { text } of fences.filter(({ info }) => info === "sql run")) sqlite.exec(text)
    const after = sqlite.prepare("SELECT doc FROM vouchers ORDER BY seq").all()
    expect(after.map(({ doc }) => doc)).toEqual(['{"a":1,"expiresAt":null}', '{"expiresAt":5}'])
    sqlite.close()
  })
})

describe("the tables", () => {
  it("name every port", () => {
    const ports = sourcesUnder("src/ports").flatMap(
      ({ text }) => /^export class (\w+)/m.exec(text)?.[1] ?? [],
    )
    const named = rowsUnder("The use cases on your own ports").flatMap(([cell]) => codes(cell))
    expect(named.toSorted()).toEqual(ports.toSorted())
  })

  it("name every file of the example", () => {
    const named = rowsUnder("An example that stores to SQLite").map(([cell]) => cell.replaceAll("`", ""))
    expect(named.toSorted()).toEqual(
      readdirSync(new URL("../../docs/examples/sqlite", import.meta.url)).sort(),
    )
  })

  it("name use cases that there are", () => {
    const named = rowsUnder("The gateway").flatMap(
      ([, [call = ""]]) => call.match(/(?<=`)[a-z]\w+(?=`)/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(5)
    const known = new Set([...Object.keys(studio), "hear", "receiptId"])
    expect(named.filter((name) => !known.has(name))).toEqual([])
  })

  it("have the bounds of the code", () => {
    const said = rowsUnder("Bounds").map(([, [most = ""]]) => Number.parseInt(most, 10))
    expect(said).toEqual([
      10,
      FORGOTTEN_MAX,
      DELIVERIES_KEPT_MILLIS / DAY,
      EVENTS_KEPT,
      studio.defaultPolicy.usageLateMillis / DAY,
      Number.NaN,
    ])
    expect(page).toContain(`the contract's most is ${pagingBounds.limit.maximum}`)
  })

  it("count the organizations of the year", () => {
    expect(page).toContain("a year of nine organizations")
    expect(stories).toHaveLength(9)
  })
})

describe("the example", () => {
  it("imports what a service has: the package by its name, effect, and Node", () => {
    const foreign = sourcesUnder("docs/examples/sqlite").flatMap((file) =>
      importsOf(file)
        .map(({ specifier }) => specifier)
        .filter(
          (specifier) => !/^(?:studio-billing(?:\/\w+)?|effect\/\w+|node:\w+|\.\/\w+\.ts)$/.test(specifier),
        ),
    )
    expect(foreign).toEqual([])
  })
})
