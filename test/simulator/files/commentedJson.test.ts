// JSON with comments is read as JSON.parse reads JSON, and what is wrong has its line.
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DEPTH_MAX, lineOf, readCommentedJson } from "../../../simulator/cli/files/commentedJson.ts"

const valueIn = (text: string) => Result.getOrThrow(readCommentedJson(text))
const refusal = (text: string) => {
  const { line, message } = Result.getOrThrow(Result.flip(readCommentedJson(text)))
  return `${line}: ${message}`
}

describe("what is JSON", () => {
  it("is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2, "\t"), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(valueIn(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    "-0",
    "1E400",
    "0.1e-3",
    '"\\u00e9\\n\\"\\/\\ud800"',
    '"\u{1f600}\u2028"',
    '{"__proto__":{"a":1},"":0}',
    "[[],{}]",
    " \t\r\n null ",
  ])("%s", (text) => {
    expect(valueIn(text)).toEqual(JSON.parse(text))
    expect(JSON.stringify(valueIn(text))).toBe(JSON.stringify(JSON.parse(text)))
  })

  it("may be long and hold long texts", () => {
    const text = JSON.stringify(["x".repeat(4_000_000), "\\\n".repeat(500_000), "/*".repeat(500_000)])
    expect(valueIn(text)).toEqual(JSON.parse(text))
  })
})

describe("what is none", () => {
  it("is what JSON.parse refuses, but for comments and commas at the end, and a member that is there twice", () => {
    const change = fc.record({
      at: fc.nat({ max: 60 }),
      cut: fc.nat({ max: 2 }),
      put: fc.constantFrom("", ..."{}[]:\"'\\ \n01-.eE+tn\t\u0001\u007f\u00a0", "true", "null", '"a"'),
    })
    const text = fc.tuple(fc.jsonValue(), change).map(([value, { at, cut, put }]) => {
      const whole = JSON.stringify(value, null, 1)
      return whole.slice(0, at) + put + whole.slice(at + cut)
    })
    const differs = /\/[/*]|,\s*[\]}]/
    fc.assert(
      fc.property(
        text.filter((text) => !differs.test(text)),
        (text) => {
          const read = readCommentedJson(text)
          if (Result.isFailure(read) && read.failure.message.endsWith("is there twice")) return
          const parsed = Result.try({ try: () => JSON.parse(text), catch: () => null })
          expect(Result.getOrNull(read)).toEqual(Result.getOrNull(parsed))
          expect(Result.isSuccess(read)).toBe(Result.isSuccess(parsed))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ["", "1: expected a value, found its end"],
    ["\n\n", "3: expected a value, found its end"],
    ["{\n  a: 1\n}", '2: expected a name in " or }, found "a"'],
    ["{\n  'a': 1\n}", '2: expected a name in " or }, found "\'"'],
    ['{\n  "a" 1\n}', '2: expected :, found "1"'],
    ['{\n  "a": 1\n  "b": 2\n}', '3: expected , or }, found "\\""'],
    ['{\n  "a": ,\n}', '2: expected a value, found ","'],
    ["[\n  1,,\n]", '2: expected a value, found ","'],
    ["[,]", '1: expected a value, found ","'],
    ["[1\n", "2: expected , or ], found its end"],
    ['{"a": 1}\n}', '2: expected its end, found "}"'],
    ['{\n"a": "x\n"}', "2: this text has no end on its line, or a character or escape that JSON has not"],
    ['"\\x"', "1: this text has no end on its line, or a character or escape that JSON has not"],
    ["01", '1: expected a value, found "0"'],
    ["+1", '1: expected a value, found "+"'],
    ["truer", '1: expected a value, found "t"'],
    ["NaN", '1: expected a value, found "N"'],
    ["1 /* open", '1: expected its end, found "/"'],
    ["1 # no comment", '1: expected its end, found "#"'],
    ['{\n  "a": 1,\n  "b": { "a": 2 },\n  "a": 3\n}', '4: "a" is there twice'],
    ["[".repeat(DEPTH_MAX + 2), `1: expected at most ${DEPTH_MAX} levels`],
  ])("%j", (text, message) => {
    expect(refusal(text)).toBe(message)
  })
})

describe("what JSON has not", () => {
  it("is comments, where blanks may be", () => {
    const text = '// first\n{ /* a * b */ "a" /**/: // one\r\n 1 /* , */, "b//": "/* none */" } // last'
    expect(valueIn(text)).toEqual({ a: 1, "b//": "/* none */" })
  })

  it("is a comma after the last element", () => {
    expect(valueIn('{"a": [1, 2,],\n}')).toEqual({ a: [1, 2] })
  })

  it("is no way to take long", () => {
    expect(refusal(`[${"// //\n /* */ ".repeat(100_000)}`)).toContain("found its end")
  })
})

describe("the line of a value", () => {
  const text =
    '// first\n{\n  "a": 1,\n  "list": [\n    { "b": 2 },\n    { "b": 3,\n      "c": 4 }\n  ],\n  "a.b": 5\n}'

  it.each([
    ["", 2],
    ["a", 3],
    ["list", 4],
    ["list.1", 6],
    ["list.1.c", 7],
    ["list.1.missing", 6],
    ["list.7.b", 4],
    ["missing", 2],
    ["a.b", 9],
  ])("%j is on line %i", (path, line) => {
    expect(lineOf(text, path)).toBe(line)
  })
})
