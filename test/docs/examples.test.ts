import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as simulator from "../../simulator/index.ts"
import * as studio from "../../src/index.ts"
import * as testing from "../../src/testing/index.ts"
import { read, sourcesUnder } from "../tidy/source.ts"
import { compileFaults, examplesOf, runExample } from "./examples.ts"

const modules = new Map<string, object>([
  ["studio-billing", studio],
  ["studio-billing/simulator", simulator],
  ["studio-billing/testing", testing],
  ["effect/Effect", Effect],
  ["effect/Layer", Layer],
  ["effect/Result", Result],
  ["fast-check", fc],
])

const run = (code: string) => runExample(code, modules, { Result })

const examples = [
  ...sourcesUnder("src/core", "src/testing"),
  read("src/app/payment-methods/withTestCards.ts"),
].flatMap(examplesOf)
const codes = examples.flatMap(({ code }) => (code === null ? [] : [code]))

describe("the examples of the rules", () => {
  it("are fenced, and import what they use", () => {
    const lacking = examples.filter(
      ({ code }) => !/^import .* from "studio-billing(?:\/testing)?"$/m.test(code ?? ""),
    )
    expect(lacking.map(({ place }) => place)).toEqual([])
    expect(codes.length).toBeGreaterThan(10)
  })

  it("compile", () => {
    expect(compileFaults(codes)).toEqual([])
  })

  it.each(examples.map(({ place, code }) => [place, code ?? ""] as const))("run: %s", (_, code) => {
    for (const { actual, stated } of run(code)) expect(actual).toEqual(stated)
  })

  it("state their results", () => {
    const silent = examples.filter(({ code }) => run(code ?? "").length === 0).map(({ place }) => place)
    // Its result is told in words.
    expect(silent.filter((place) => !place.startsWith("src/core/invoice/computeInvoice.ts"))).toEqual([])
  })
})

describe("an example", () => {
  const money = 'import { Money } from "studio-billing"\n'

  it("is found with its fence, or without", () => {
    const text =
      "/**\n * Adds.\n *\n * @example\n * ```ts\n * f(1) // 2\n * ```\n */\n/**\n * @example\n * f(1)\n */\n"
    expect(examplesOf({ path: "x.ts", text })).toEqual([
      { place: "x.ts:4", code: "f(1) // 2\n" },
      { place: "x.ts:10", code: null },
    ])
  })

  it("that does not compile is found", () => {
    expect(compileFaults([`${money}Money.add(1, 2)`, `${money}Money.add(1, "2")`])).toEqual([
      "1: Argument of type 'string' is not assignable to parameter of type 'number'.",
    ])
  })

  it("that states another result is found", () => {
    const [first, second] = run(
      `${money}Money.add(1, 2) // Result.succeed(3)\nMoney.add(1,\n  2)\n// Result.succeed(4)`,
    )
    expect(first?.actual).toEqual(first?.stated)
    expect(second?.actual).not.toEqual(second?.stated)
  })

  it("may say in words what is no result", () => {
    expect(run(`${money}Money.add(1, 2) // the sum of both\nconst one = 1 // 2`)).toEqual([])
  })
})
