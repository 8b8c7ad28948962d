// The gap register and the code agree: what is in force is tagged where the choice is made, what is not built is not
// tagged, and no tag is without its row.
import { describe, expect, it } from "vitest"
import { type File, read, sourcesUnder } from "./source.ts"

type Section = "In force" | "Decided, not built yet"

interface Row {
  readonly gap: string
  readonly section: Section
  readonly cells: ReadonlyArray<string>
}

const rowsOf = (register: string): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  let section: Section | null = null
  for (const line of register.split("\n")) {
    if (line.startsWith("## ")) {
      const title = line.slice(3)
      section = title === "In force" || title === "Decided, not built yet" ? title : null
    }
    const gap = /^\| (GAP-\d+) \|/.exec(line)?.[1]
    if (gap !== undefined && section !== null) {
      rows.push({ gap, section, cells: line.split(/(?<!\\)\|/).slice(1, -1) })
    }
  }
  return rows
}

const tagsOf = (files: ReadonlyArray<File>): ReadonlySet<string> =>
  new Set(files.flatMap(({ text }) => text.match(/GAP-\d+/g) ?? []))

/** Where a register and the code that carries its tags differ. */
const differences = (register: string, files: ReadonlyArray<File>): ReadonlyArray<string> => {
  const rows = rowsOf(register)
  const tags = tagsOf(files)
  const known = new Set(rows.map(({ gap }) => gap))
  const faults = rows.flatMap(({ gap, section, cells }, index) => [
    ...(section === "In force" && !tags.has(gap) ? [`${gap} is in force and tagged nowhere`] : []),
    ...(section !== "In force" && tags.has(gap) ? [`${gap} is not built and yet tagged`] : []),
    ...(rows.findIndex((row) => row.gap === gap) < index ? [`${gap} has two rows`] : []),
    ...(cells.length === 4 && /^ (?:D|P|D, P) $/.test(cells[3] ?? "")
      ? []
      : [`${gap} is no row of four cells`]),
  ])
  const missing = Array.from(tags).filter((tag) => !known.has(tag))
  return [...faults, ...missing.sort().map((tag) => `${tag} has no row`)]
}

const row = (gap: number, source = "P"): string => `| GAP-${gap} | question | decision | ${source} |`
const code = (...gaps: ReadonlyArray<number>): ReadonlyArray<File> => [
  { path: "src/x.ts", text: gaps.map((gap) => `// GAP-${gap}`).join("\n") },
]
const register = (inForce: ReadonlyArray<string>, notBuilt: ReadonlyArray<string>): string =>
  ["# Register", "## In force", ...inForce, "## Decided, not built yet", ...notBuilt].join("\n")

describe("the gap register", () => {
  it("agrees with the tags in the code", () => {
    expect(differences(read("docs/gaps.md").text, sourcesUnder("src", "simulator"))).toEqual([])
  })

  it("has every number up to its last", () => {
    const numbers = rowsOf(read("docs/gaps.md").text).map(({ gap }) => Number(gap.slice(4)))
    expect(numbers.length).toBeGreaterThan(60)
    // The numbers between two groups of questions were never given. GAP-128 took the place of 98.
    const neverGiven = [
      ...[24, 25, 26, 27, 28, 29, 51, 52, 53, 54, 55, 56, 57, 58, 59, 64, 65, 66, 67, 68, 69, 98],
    ]
    const all = [...numbers, ...neverGiven].sort((a, b) => a - b)
    expect(all).toEqual(all.map((_, index) => index + 1))
  })

  it.each([
    ["a row in force that is tagged nowhere", register([row(1), row(2)], []), code(1)],
    ["a row that is not built and yet tagged", register([row(1)], [row(2)]), code(1, 2)],
    ["a tag without a row", register([row(1)], []), code(1, 2)],
    ["two rows of one number", register([row(1), row(1)], []), code(1)],
    ["a row with another source", register([row(1, "mine")], []), code(1)],
  ])("would not agree with %s", (_, text, files) => {
    expect(differences(text, files)).toHaveLength(1)
  })
})
