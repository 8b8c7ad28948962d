// The site of the documents, as far as it is made without its generator: every page has its place, every link a page.
// `npm run docs -- --check` builds it whole, as .ci/run does.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { brokenLinks } from "../../tools/site/anchors.ts"
import { firstSentence, llmsText } from "../../tools/site/llms.ts"
import { pageOf, withLinks, writePages } from "../../tools/site/pages.ts"
import { asFile } from "../../tools/site/references.ts"
import { boostOf, wanted } from "../../tools/site/search.ts"
import { sidebar } from "../../tools/site/sidebar.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "site-"))
let pages: ReadonlyArray<string>
beforeAll(() => {
  pages = writePages(root, folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const links = sidebar.flatMap(({ items }) => items.map(({ link }) => link))

describe("the site", () => {
  it("has each page once in its sidebar, but for decisions, which their index has", () => {
    const paths = pages
      .filter((path) => path.endsWith(".md") && !path.startsWith("decisions/"))
      .map((path) => (path === "index.md" ? "/" : `/${path.replace(/\.md$/, "")}`))
    expect(links.toSorted()).toEqual(paths.toSorted())
  })

  it("has links to its own pages alone", () => {
    const missing = pages
      .filter((path) => path.endsWith(".md"))
      .flatMap((path) =>
        Array.from(
          readFileSync(join(folder, path), "utf8").matchAll(/\]\(\/([^)#\s]+)/g),
          ([, target]) => target,
        ),
      )
      .filter((target) => target !== undefined && !pages.includes(target))
    expect(missing).toEqual([])
  })

  it("has a sentence about each page in llms.txt", () => {
    const lines = llmsText(folder)
      .split("\n")
      .filter((line) => line.startsWith("- "))
    expect(lines).toHaveLength(links.length)
    for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\(\/[\w/-]+\.html\): [A-Z`].{15,}/)
  })

  it("looks for ten things on pages that there are", () => {
    expect(wanted).toHaveLength(10)
    const built = pages.map((path) => `/${path.replace(/\.md$/, ".html")}`)
    for (const [, page] of wanted) expect(built).toContain(page)
  })
})

it("finds links that lead to no page and to no heading", () => {
  const site = mkdtempSync(join(tmpdir(), "built-"))
  const link = (href: string) => `<a class="x" href="${href}">x</a>`
  const good = ["/b.html#there", "b.html", "/", "#here", "https://example.com/c.html#d"]
  const bad = ["/c.html", "b.html#here", "#there"]
  writeFileSync(join(site, "index.html"), "")
  writeFileSync(join(site, "a.html"), `<h2 id="here">${[...good, ...bad].map(link).join("")}</h2>`)
  writeFileSync(join(site, "b.html"), '<h2 id="there"></h2>')
  expect(brokenLinks(site)).toEqual(bad.map((href) => `a.html: ${href}`))
  rmSync(site, { recursive: true })
})

it.each([
  ["docs/model.md", "[x](payments.md#a-charge)", "[x](/payments.md#a-charge)"],
  ["docs/decisions/0001-a.md", "[x](../model.md)", "[x](/model.md)"],
  ["docs/README.md", "[x](../README.md)", "[x](/start.md)"],
  ["docs/server.md", "[x](examples/sqlite)", "[x](/examples/sqlite.md)"],
  ["docs/server.md", "[x](examples/sqlite/host.ts)", "[x](/examples/sqlite.md#host-ts)"],
  ["docs/server.md", "![x](images/a.png)", "![x](/images/a.png)"],
  ["docs/server.md", "[x](https://example.com/a.md) [y](#z)", "[x](https://example.com/a.md) [y](#z)"],
  ["docs/contributing.md", "[x](../src/index.ts)", "x"],
])("in %s, %j becomes %j", (file, text, expected) => {
  expect(withLinks(file, text)).toBe(expected)
})

it("has no page for what is no document", () => {
  expect([pageOf("src/index.ts"), pageOf("docs/model.md"), pageOf("vectors/README.md")]).toEqual([
    null,
    "model.md",
    "vectors.md",
  ])
})

it.each([
  ["# Title\n\nA page about `x`, and [y](z.md). More.", "A page about x, and y."],
  ["# Title\n\n| a |\n|---|\n\nIt stands below: a table", "It stands below."],
])("the first sentence of %j is %j", (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence)
})

it("the references show calls of a simulator that was started, and lead to each other", () => {
  const page = `<a href="docs/control">curl 'http://there/x'</a><link href="docs/reference.css"><a href="../">Console</a>`
  expect(asFile(page, "http://there")).toBe(
    `<a href="control.html">curl 'http://127.0.0.1:4010/x'</a><link href="reference.css"><a href="../index.html">All documents</a>`,
  )
})

it("what explains comes before what lists, and code last", () => {
  const boosts = ["/payments.html#a", "/gaps.html", "/examples/sqlite.html#host-ts"].map(boostOf)
  expect(boosts).toEqual([1, 0.4, 0.15])
})
