// Every bug that a test names by its id is in the catalogue.
import { expect, it } from "vitest"
import { filesUnder, read } from "../tidy/source.ts"

const rows = new Set(
  Array.from(read("docs/bug-catalogue.md").text.matchAll(/^\| ([A-E]\d+) \|/gm), ([, id = ""]) => id),
)

/** The ids that a text names: not a text of its own in quotes, and no escape of an address. */
const idsIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/(?<!%)\b[A-E]\d{1,2}\b(?!")/g), ([id]) => id)

it("has every id that a test names", () => {
  const named = filesUnder("test")
    .filter(({ path }) => path.endsWith(".ts") && path !== "test/docs/bugCatalogue.test.ts")
    .flatMap(({ path, text }) => idsIn(text).map((id) => `${path}: ${id}`))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((place) => !rows.has(place.split(": ")[1] ?? ""))).toEqual([])
})

it.each([
  ['it("A1: given 31 January")', ["A1"]],
  ["bills the usage before it (A11)", ["A11"]],
  ['code: "C2", path: "%E0%A4%A"', []],
])("%s names %j", (text, ids) => {
  expect(idsIn(text)).toEqual(ids)
})
