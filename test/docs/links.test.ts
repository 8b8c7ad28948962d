// Documents point at what is there: files, headings, commands and tests; and the index names each of them.
import { existsSync, readdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { VERSION } from "../../simulator/cli/version.ts"
import { filesUnder, read } from "../tidy/source.ts"
import { linksOf, tablesUnder, withoutCode } from "./markdown.ts"

const root = new URL("../..", import.meta.url)
const pages = [
  read("README.md"),
  read("SECURITY.md"),
  read("vectors/README.md"),
  ...filesUnder("docs").filter(({ path }) => path.endsWith(".md")),
]
const exists = (path: string): boolean => existsSync(new URL(path, root))

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(withoutCode(text).matchAll(/^#{1,6} (.*)$/gm), ([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ),
  )

/** The links of a page that lead nowhere. */
const broken = (path: string, text: string): ReadonlyArray<string> =>
  linksOf(path, text).flatMap(({ link, target, anchor }) => {
    if (!exists(target)) return [link]
    return anchor !== undefined && !anchorsOf(target === path ? text : read(target).text).has(anchor)
      ? [link]
      : []
  })

describe("a link", () => {
  it.each(pages.map(({ path, text }) => [path, text] as const))("of %s leads somewhere", (path, text) => {
    expect(broken(path, text)).toEqual([])
  })

  it.each(["nowhere.md", "#no-heading", "model.md#no-heading", "../nowhere/x.ts"])(
    "that leads nowhere is found: %s",
    (link) => {
      expect(broken("docs/x.md", `# A page\n\n[here](${link}) and [there](model.md#words)`)).toEqual([link])
    },
  )
})

/** The rows of tables that have more or fewer cells than their head. */
const ragged = (text: string): ReadonlyArray<string> =>
  (withoutCode(text).match(/(?:^\|.*\n?)+/gm) ?? []).flatMap((table) => {
    const [head = "", ...rows] = table.trimEnd().split("\n")
    const cellsIn = (row: string): number => row.replaceAll("\\|", "").split("|").length
    return rows.filter((row) => cellsIn(row) !== cellsIn(head))
  })

describe("a row", () => {
  it.each(pages.map(({ path, text }) => [path, text] as const))("of %s has all its cells", (_, text) => {
    expect(ragged(text)).toEqual([])
  })

  it.each(["| one |", "| one | two | three |"])("that has not is found: %s", (row) => {
    expect(ragged(`| a | b\\|c |\n|---|---|\n| 1 | 2 |\n${row}\n`)).toEqual([row])
  })
})

describe("the index of documents", () => {
  const index = read("docs/README.md").text

  it("names each of them", () => {
    const documents = readdirSync(new URL("docs", root)).filter((name) => name.endsWith(".md"))
    const decisions = readdirSync(new URL("docs/decisions", root)).map((name) => `decisions/${name}`)
    const unnamed = [...documents, ...decisions].filter((name) => !index.includes(`](${name})`))
    // The package has no catalogue of bugs, so nothing leads to it.
    expect(unnamed).toEqual(["README.md", "bug-catalogue.md"])
  })
})

describe("the page for contributors", () => {
  const page = read("docs/contributing.md").text

  it("names every script of the manifest, and no other", () => {
    const scripts = Object.keys(JSON.parse(read("package.json").text).scripts)
    const named = (tablesUnder(page, "Commands")[0]?.rows ?? new Map()).keys()
    const names = Array.from(named, (cell) => /^`npm (?:run )?([\w:]+)`$/.exec(cell)?.[1])
    expect(names.toSorted()).toEqual(scripts.toSorted())
  })

  it("names files and folders that there are", () => {
    const named = Array.from(
      page.matchAll(/`((?:src|simulator|test|tools|docs)\/[^`\s"]*)`/g),
      ([, path = ""]) =>
        // What stands for a name of one's own, or for several, is only looked for in its folder.
        path.replace(/\/[^/]*(?:[*]|[A-Z]{4}).*$/, ""),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((path) => !exists(path))).toEqual([])
  })

  it("names every ring", () => {
    const rings = Array.from((tablesUnder(page, "The rings")[0]?.rows ?? new Map()).keys(), (cell: string) =>
      cell.replaceAll("`", ""),
    )
    const folders = readdirSync(new URL("src", root), { withFileTypes: true })
    const ofSource = folders.flatMap((entry) => (entry.isDirectory() ? [`src/${entry.name}`] : []))
    expect(rings.toSorted()).toEqual([...ofSource, "simulator", "docs/examples"].sort())
  })
})

describe("the page about security", () => {
  it("names tests that there are", () => {
    const [table] = tablesUnder(read("docs/security.md").text, "What is promised")
    const tests = Array.from(table?.rows.values() ?? [], ([, held = ""]) =>
      Array.from(held.matchAll(/`([^`]+)`/g), ([, path = ""]) => path),
    )
    expect(tests.length).toBeGreaterThan(10)
    expect(tests.filter((paths) => paths.length === 0)).toEqual([])
    expect(tests.flat().filter((path) => !exists(path))).toEqual([])
  })
})

describe("the changelog", () => {
  const [latest = "", ...others] = Array.from(
    read("docs/changelog.md").text.matchAll(/^## (.*)$/gm),
    ([, heading = ""]) => heading,
  )

  it("begins with this version, or with what is not released", () => {
    expect(latest).toMatch(new RegExp(`^\\[(?:Unreleased|${VERSION.replaceAll(".", "\\.")})\\]`))
  })

  it("has its versions with their dates", () => {
    const form = /^\[(?:Unreleased\]|\d+\.\d+\.\d+\] - (?:Unreleased|\d{4}-\d{2}-\d{2}))$/
    expect([latest, ...others].filter((heading) => !form.test(heading))).toEqual([])
  })
})
