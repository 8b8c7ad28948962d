// A part of the golden record in every run of the tests; `npm run golden -- compare` plays all of it. Where a change of
// answers is meant, `npm run golden -- record` makes the record anew.
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { expect, it } from "vitest"
import { type Difference, differencesOf, type GoldenRecord, playAll, playsOf } from "./run.ts"

const golden: GoldenRecord = JSON.parse(
  gunzipSync(readFileSync(new URL("before.json.gz", import.meta.url))).toString("utf8"),
)
const differing = async (record: GoldenRecord, names: ReadonlyArray<string>) => {
  const plays = playsOf(golden).filter(({ name }) => names.includes(name))
  const found: Array<Difference> = []
  await playAll(plays, (name, steps) => found.push(...differencesOf({ name, record, steps })))
  return found
}
const seeds = ["seed-1", "seed-36", "seed-105", "seed-150"]

it("the specified flow, the golden year and some histories are answered as they were recorded", async () => {
  expect(await differing(golden, ["specifiedFlow", "goldenYear", ...seeds])).toEqual([])
})

it("a byte that is another one is found, and told from a message", async () => {
  const [step] = golden.tapes.specifiedFlow ?? []
  if (step === undefined) throw new Error("The record has no specified flow")
  const answer = (text: string) => [{ ...step, answer: text }]
  const kinds = (before: string, now: string) =>
    differencesOf({
      name: "x",
      record: { tapes: { x: answer(before) }, histories: {} },
      steps: answer(now),
    }).map(({ kind }) => kind)
  const id = (digit: number) => `{"id":"00000000-0000-4000-8000-00000000000${digit}"}`
  expect(kinds('{"status":"PAID"}', '{"status":"OPEN"}')).toEqual(["more than messages and ids"])
  expect(kinds(id(1), id(2))).toEqual(["ids"])
  expect(kinds('{"message":"A"}', '{"message":"B"}')).toEqual(["messages only"])
  expect(kinds(id(1), id(1))).toEqual([])
})
