// The vectors: that they are what the maker makes of the naive functions, that they are in the form that their schema says,
// and that the rules answer each as it says.
import { readdirSync, writeFileSync } from "node:fs"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { read } from "../tidy/source.ts"
import type { Case, Expected } from "./make/Case.ts"
import { vectorFiles } from "./make/vectorFiles.ts"
import { type Answers, rules } from "./rules.ts"
import { wrongFunctions } from "./wrongFunctions.ts"

const folder = new URL("../../vectors/", import.meta.url)
const files = vectorFiles()
const casesOf = (name: string): ReadonlyArray<Case> => JSON.parse(read(`vectors/${name}`).text).cases

/** Whether an answer is the expected one; of a rejection the members that a case has. */
const isAnswered = (expected: Expected, answer: Result.Result<unknown, object>): boolean => {
  try {
    if ("result" in expected) expect(answer).toEqual(Result.succeed(expected.result))
    else expect(Result.getOrThrow(Result.flip(answer))).toMatchObject(expected.rejection)
    return true
  } catch {
    return false
  }
}

/** The names of the cases that functions do not answer as they say. */
const misses = (answers: Answers, cases: ReadonlyArray<Case>): ReadonlyArray<string> =>
  cases
    .filter((one) => {
      const answer = answers[one.function]
      return answer === undefined || !isAnswered(one.expected, answer(one.input as never))
    })
    .map(({ name }) => name)

if (process.env.UPDATE_VECTORS === "1") {
  for (const [name, text] of files) writeFileSync(new URL(name, folder), text)
}

describe("the vectors", () => {
  const names = [...files.keys()]

  it("are the files of the folder, with a schema and a page", () => {
    expect(readdirSync(folder).sort()).toEqual([...names, "README.md", "schema.json"].sort())
  })

  it.each(names)("are what the naive functions answer (`npm run vectors` writes them): %s", (name) => {
    const lines = files.get(name)?.split("\n") ?? []
    const there = read(`vectors/${name}`).text.split("\n")
    // The first line that differs: all that do would be thousands.
    const at = lines.findIndex((line, index) => line !== there[index])
    expect([there[at], there.length]).toEqual([lines[at], lines.length])
  })

  it("have no name twice in a file, and more than 2,000 cases in all", () => {
    for (const name of names) {
      const given = casesOf(name).map((one) => one.name)
      expect(new Set(given).size).toBe(given.length)
    }
    expect(names.reduce((sum, name) => sum + casesOf(name).length, 0)).toBeGreaterThan(2000)
  })

  it.each(names)("have only numbers that every reader of JSON reads alike: %s", (name) => {
    const others: Array<number> = []
    JSON.parse(read(`vectors/${name}`).text, (_, value) => {
      if (typeof value === "number" && (Object.is(value, -0) || Math.abs(value) > 2 ** 53)) others.push(value)
      return value
    })
    expect(others).toEqual([])
  })

  const validate = new Ajv2020({ strict: true }).compile(JSON.parse(read("vectors/schema.json").text))
  it.each(names)("are as the schema says: %s", (name) => {
    validate(JSON.parse(read(`vectors/${name}`).text))
    expect(validate.errors ?? []).toEqual([])
  })

  it("that are otherwise are refused by the schema", () => {
    const file = JSON.parse(read("vectors/invoice.json").text)
    const [one] = file.cases
    expect(validate({ ...file, version: 2 })).toBe(false)
    expect(validate({ ...file, cases: [{ ...one, expected: { result: 5 } }] })).toBe(false)
    expect(validate({ ...file, cases: [{ ...one, input: { ...one.input, more: 1 } }] })).toBe(false)
    expect(validate({ ...file, cases: [{ ...one, function: "rate" }] })).toBe(false)
  })

  it.each(names)("are what the rules answer: %s", (name) => {
    expect(misses(rules, casesOf(name))).toEqual([])
  })
})

describe("a wrong function", () => {
  it.each(wrongFunctions)("is told: $file, which $does", ({ file, answers }) => {
    expect(misses({ ...rules, ...answers }, casesOf(`${file}.json`)).length).toBeGreaterThan(2)
  })
})
