// A generator is not made anew with each call: docs/decisions/0011-generators-are-written-once.md.
import { describe, expect, it } from "vitest"
import { type File, sourcesUnder } from "./source.ts"

/** One that stands at the top of its file is made with it. */
const ONCE = /^(?:export )?const \w+(?:: [^=]+)? = Effect\.gen\(function\*/

/** Those that are made with the world, the dispatcher, the endpoint, the stream or the engine that they belong to. */
const MADE_WITH_THEIR_OWNER = [
  "simulator/adapters/webhooks/Webhooks.ts: const hasten",
  "simulator/world/live/Live.ts: const news",
  "src/app/webhooks/dispatchEvents.ts: const deliver",
  "src/app/webhooks/dispatchEvents.ts: const readEndpoints",
  "src/app/webhooks/dispatchEvents.ts: const setAlarm",
  "src/app/webhooks/makeTaker.ts: const next",
  "src/app/webhooks/makeTaker.ts: return Effect.gen(function* () {",
  "src/engine/runEngine.ts: const drain",
  "src/engine/runEngine.ts: const loop",
  "src/engine/runEngine.ts: return Effect.gen(function* () {",
]

const madeWithEachCall = (files: ReadonlyArray<File>): ReadonlyArray<string> =>
  files.flatMap(({ path, text }) =>
    text
      .replaceAll(/\.gen\(\s+function\*/g, ".gen(function*")
      .split("\n")
      .filter((line) => /\.gen\(function\*/.test(line) && !ONCE.test(line))
      .map((line) => `${path}: ${line.split(/:| =/)[0]?.trim()}`),
  )

describe("a generator", () => {
  it("is not made with each call", () => {
    expect(madeWithEachCall(sourcesUnder("src", "simulator")).toSorted()).toEqual(MADE_WITH_THEIR_OWNER)
  })

  it.each([
    "const add = (a: number) => Result.gen(function* () {",
    "  return Effect.gen(function* () {",
    "  const region = Effect.gen(function* () {",
    "    answer(Effect.gen(function* () {",
    "const add = () => Effect.gen(\n  function* () {",
  ])("that is would be found: %s", (text) => {
    expect(madeWithEachCall([{ path: "x", text }])).toHaveLength(1)
  })

  it.each([
    "export const due: Effect.Effect<void, never, Store> = Effect.gen(function* () {",
    "const wait = Effect.gen(function* () {",
    "const add = Effect.fnUntraced(function* (a: number) {",
  ])("that is not stays: %s", (text) => {
    expect(madeWithEachCall([{ path: "x", text }])).toEqual([])
  })
})
