// The register as data says what docs/gaps.md says. With UPDATE_DOCS=1 it is written anew.
import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const file = new URL("../../../simulator/assumptions/register.ts", import.meta.url)
const page = readFileSync(new URL("../../../docs/gaps.md", import.meta.url), "utf8")

interface Group {
  readonly topic: string
  readonly inForce: boolean
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** The tables of the page, by their headings. */
const groupsOf = (text: string): ReadonlyArray<Group> => {
  const groups: Array<Group & { rows: Array<ReadonlyArray<string>> }> = []
  let inForce = true
  for (const line of text.split("\n")) {
    const [, level, title = ""] = /^(##|###) (.*)$/.exec(line) ?? []
    if (level === "##") inForce = title === "In force"
    if (level === "###" || (level === "##" && !inForce)) groups.push({ topic: title, inForce, rows: [] })
    if (!line.startsWith("| GAP-")) continue
    const cells = line.split(/(?<!\\)\|/).slice(1, -1)
    groups.at(-1)?.rows.push(cells.map((cell) => cell.trim().replaceAll("\\|", "|")))
  }
  return groups
}

const groups = groupsOf(page)

/** A text as the formatter writes it: in the quotes of which it has fewer. */
const literal = (text: string): string => {
  const [doubles, singles] = [text.split('"').length, text.split("'").length]
  const escaped = text.replaceAll("\\", "\\\\")
  return doubles > singles ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped.replaceAll('"', '\\"')}"`
}

const lineOf = ([gap = "", ...cells]: ReadonlyArray<string>): string =>
  `      ${literal([Number(gap.slice(4)), ...cells].join(" | "))},\n`

const written =
  (): string => `// The gap register of docs/gaps.md as data, a line a gap: number, question, decision, source. It is written from that page by
// its test (UPDATE_DOCS=1), which compares the two. A number here is no tag: tags stand where a choice is made.

/** The gaps of a topic. */
export interface RegisterGroup {
  readonly topic: string
  readonly inForce: boolean
  readonly rows: ReadonlyArray<string>
}

/** Every gap, by topic, in the order of the page. */
export const register: ReadonlyArray<RegisterGroup> = [
${groups
  .map(
    ({ topic, inForce, rows }) => `  {
    topic: ${literal(topic)},
    inForce: ${inForce},
    rows: ${rows.length === 0 ? "[]" : `[\n${rows.map(lineOf).join("")}    ]`},
  },
`,
  )
  .join("")}]
`

if (process.env.UPDATE_DOCS === "1") writeFileSync(file, written())
const { gaps } = await import("../../../simulator/assumptions/gaps.ts")

describe("the register as data", () => {
  it("is written from docs/gaps.md; UPDATE_DOCS=1 writes it anew", () => {
    expect(readFileSync(file, "utf8")).toBe(written())
  })

  it("has every gap of the page, cell by cell", () => {
    const expected = groups.flatMap(({ topic, inForce, rows }) =>
      rows.map(([gap, question, decision, source]) => ({ gap, topic, question, decision, source, inForce })),
    )
    expect(expected.length).toBeGreaterThan(70)
    expect(gaps).toEqual(expected)
  })
})
