// docs/errors.md says what the contract and the core say, and leaves nothing out. With UPDATE_DOCS=1 it is written anew.
import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { errorCodes, rejectionTags } from "../../src/api/index.ts"
import { rejections } from "../core/billing/rejections/table.ts"
import { endpoints, kinds } from "./errorsDoc/contract.ts"
import { ownControlCodes, placesOf, written } from "./errorsDoc/write.ts"
import { tablesUnder } from "./markdown.ts"

const file = new URL("../../docs/errors.md", import.meta.url)
if (process.env.UPDATE_DOCS === "1") writeFileSync(file, written())

const page = readFileSync(file, "utf8")

const rowsUnder = (heading: string): ReadonlyArray<readonly [string, ReadonlyArray<string>]> =>
  tablesUnder(page, heading).flatMap(({ rows }) => Array.from(rows))

/** The codes that a text names, each of them with its status. */
const codesIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/\b[45]\d\d `([\w.]+)`/g), ([, name = ""]) => name)

describe("the page of errors", () => {
  it("is written from the contract and the rules; UPDATE_DOCS=1 writes it anew", () => {
    expect(page).toBe(written())
  })

  it("says where every code occurs", () => {
    expect(errorCodes.filter((code) => placesOf(code).length === 0)).toEqual([])
    expect(ownControlCodes.filter((code) => placesOf(code).length === 0)).toEqual([])
    expect(rowsUnder("Codes").map(([code]) => code)).toEqual(errorCodes.map((code) => `\`${code}\``))
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "lists of %s exactly the codes that its contract declares",
    (_, endpoint) => {
      const [, cells = []] = rowsUnder("Endpoints").find(([at]) => at === `\`${endpoint.at}\``) ?? []
      const shared = kinds
        .filter(({ has }) => has(endpoint))
        .map(({ name }) => `* E${name.slice(1)} answers `)
      const lines = page.split("\n").filter((line) => shared.some((start) => line.startsWith(start)))
      expect(lines).toHaveLength(shared.length)
      const listed = [...lines, cells.at(-1) ?? ""].flatMap(codesIn)
      expect(listed.sort()).toEqual(Array.from(endpoint.codes).sort())
    },
  )

  it("lists every fact of every operation, and every other fact once", () => {
    const pairs = Object.entries(rejections).flatMap(([name, tags]) =>
      tags.map((tag) => `| ${name} | \`${tag}\` | `),
    )
    const known = new Set<string>(Object.values(rejections).flat())
    const others = rejectionTags.filter((tag) => !known.has(tag)).map((tag) => `| \`${tag}\` | `)
    const lines = page.split("\n")
    for (const start of [...pairs, ...others]) {
      expect(
        lines.filter((line) => line.startsWith(start)),
        start,
      ).toHaveLength(1)
    }
  })
})
