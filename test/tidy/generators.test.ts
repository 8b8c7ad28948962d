// A generator is written once, and not made anew with each call: docs/decisions/0011-generators-are-written-once.md.
import { describe, expect, it } from "vitest"
import { type File, sourcesUnder } from "./source.ts"

const ONCE = /^ *(?:export )?const \w+(?:: [^=]+)? = Effect\.gen\(function\*/

const madeWithEachCall = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        /\.gen\(function\*/.test(line) && !ONCE.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  )

describe("a generator", () => {
  it.each(["src", "simulator"])("under %s is not made with each call", (folder) => {
    expect(madeWithEachCall(sourcesUnder(folder))).toEqual([])
  })

  it.each([
    "const add = (a: number) => Result.gen(function* () {",
    "  return Effect.gen(function* () {",
    "    answer(Effect.gen(function* () {",
  ])("that is would be found: %s", (text) => {
    expect(madeWithEachCall([{ path: "x", text }])).toEqual(["x:1"])
  })

  it.each([
    "export const due: Effect.Effect<void, never, Store> = Effect.gen(function* () {",
    "const wait = Effect.gen(function* () {",
    "const add = Effect.fnUntraced(function* (a: number) {",
  ])("that is not stays: %s", (text) => {
    expect(madeWithEachCall([{ path: "x", text }])).toEqual([])
  })
})
