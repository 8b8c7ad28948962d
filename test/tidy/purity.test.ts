// The rules are pure: no clock, no chance, no exception, nothing asynchronous, nothing of the machine.
import { describe, expect, it } from "vitest"
import { type File, importsOf, sourcesUnder, type Token, tokensOf } from "./source.ts"

/** What no rule says, token by token. */
const impure: ReadonlyArray<string> = [
  "Date . now",
  "new Date ( )",
  "Math . random",
  "performance . now",
  "throw",
  "crypto",
  "process",
  "console",
  "async",
  "await",
  "Promise",
]

const startsAt = (tokens: ReadonlyArray<Token>, index: number, wanted: ReadonlyArray<string>): boolean =>
  wanted.every((text, offset) => tokens[index + offset]?.text === text)

/** `Date()` is the time of the clock, as is `new Date` without parentheses. */
const readsClock = (tokens: ReadonlyArray<Token>, index: number): boolean => {
  if (tokens[index]?.text !== "Date") return false
  const [before, after] = [tokens[index - 1]?.text, tokens[index + 1]?.text]
  return before === "new" ? after !== "(" : after === "("
}

const impurities = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap((file) => {
    const tokens = tokensOf(file)
    const said = tokens.flatMap(({ place }, index) => [
      ...impure.filter((text) => startsAt(tokens, index, text.split(" "))).map((text) => `${place} ${text}`),
      ...(readsClock(tokens, index) ? [`${place} Date`] : []),
    ])
    const imported = importsOf(file)
      .filter(({ specifier }) => specifier.startsWith("node:"))
      .map(({ place, specifier }) => `${place} ${specifier}`)
    return [...said, ...imported]
  })

const found = (text: string): ReadonlyArray<string> => impurities([{ path: "src/core/x.ts", text }])

describe("src/core", () => {
  it("is pure", () => {
    expect(impurities(sourcesUnder("src/core"))).toEqual([])
  })

  it.each([
    "const at = Date.now()",
    "const at = new Date()",
    "const at = new Date",
    "const at = Date()",
    "const chance = Math\n  .random()",
    "const at = performance.now()",
    "const fail = () => { throw 1 }",
    'import { randomUUID } from "node:crypto"',
    "const id = crypto.randomUUID()",
    "const runs = process.env",
    "console.log(1)",
    "const later = async () => 1",
    "const later: Promise<number> = x",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted text is a template
    "const text = `at ${Date.now()}`",
  ])("would not be with: %s", (text) => {
    expect(found(text)).toHaveLength(1)
  })

  it("may speak of all that in comments and texts", () => {
    expect(
      found(`
        // Date.now() and throw
        /** new Date() */
        const say = "Math.random() async" + \`console \${1} process \${2} Promise\`
        const like = /throw new Date()/
        const date = new Date(0)
      `),
    ).toEqual([])
  })
})
