// What comments cite of the specification stands on its page: headings and phrases in quotes, and rules by number.
import { expect, it } from "vitest"
import { filesUnder, read } from "../tidy/source.ts"

const page = read("docs/specification.md").text.replaceAll(/\s+/g, " ")

/** The sentences of a file's comments that name the specification. */
const sentencesOf = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line))
    .join("\n")
    .replaceAll(/\n\s*(?:\/\/|\*) /g, " ")
    .split(/\n|\.(?= [A-Z])/)
    .filter((sentence) => /\bthe specification\b/i.test(sentence))

const cited = ["src", "simulator"].flatMap((folder) =>
  filesUnder(folder)
    .filter(({ path }) => path.endsWith(".ts"))
    .flatMap(({ path, text }) => sentencesOf(text).map((sentence) => ({ path, sentence }))),
)

it("has every heading and phrase that comments quote", () => {
  const quoted = cited.flatMap(({ path, sentence }) =>
    Array.from(sentence.matchAll(/"([A-Z][^"`$]+)"/g), ([, text = ""]) => ({ path, text })),
  )
  expect(quoted.length).toBeGreaterThan(30)
  expect(quoted.filter(({ text }) => !page.includes(text))).toEqual([])
})

it("has every rule that comments name by its number", () => {
  const rules = cited.flatMap(({ sentence }) =>
    Array.from(sentence.matchAll(/\brules? (\d+)/g), ([, number]) => number),
  )
  expect(rules.length).toBeGreaterThan(10)
  for (const number of new Set(rules)) expect(page).toContain(` ${number}. **`)
})
