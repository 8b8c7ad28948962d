// `npm run golden -- compare`: whether the package answers what it answered when the golden record was made. Status 0 is
// the same in every byte, and 1 a difference.
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { gunzipSync, gzipSync } from "node:zlib"
import type { Step } from "./player.ts"
import {
  type Difference,
  differencesOf,
  type GoldenRecord,
  hashesOf,
  historyOf,
  playAll,
  playsOf,
} from "./run.ts"

const SEEDS = 200
const help = `Usage: npm run golden -- compare [FILE] | record [FILE] | show NAME

  compare         plays the record again, and prints where answers differ
  record          makes the record anew, with the tapes of test/golden/tapes.ts
  show NAME       prints all that a tape or a history (seed-7) answers, to be compared by diff
  --first N       how many differences are printed (20)
  --was NEW=OLD   in answers NEW counts as OLD, for names of stored members; repeat the flag for more
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { first: { type: "string" }, was: { type: "string", multiple: true }, help: { type: "boolean" } },
})
const [command = "", name] = positionals
const file = (command === "show" ? undefined : name) ?? new URL("before.json.gz", import.meta.url)
const read = (): GoldenRecord => JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"))
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const seeds = Array.from({ length: SEEDS }, (_, index) => historyOf(index + 1))

const record = async (): Promise<void> => {
  const tapes: Record<string, ReadonlyArray<Step>> = {}
  const histories: Record<string, string> = {}
  const { authors } = await import("./tapes.ts")
  await playAll(authors, (tape, steps) => {
    tapes[tape] = steps
  })
  await playAll(seeds, (seed, steps) => {
    histories[seed] = hashesOf(steps)
  })
  writeFileSync(file, gzipSync(JSON.stringify({ tapes, histories } satisfies GoldenRecord), { level: 9 }))
}

/** A text around the first place in which it differs from another. */
const excerpt = (text: string, other: string): string => {
  let at = 0
  while (at < text.length && text[at] === other[at]) at += 1
  return text.slice(Math.max(0, at - 80), at + 160)
}

const linesOf = ({ place, kind, asked, before, now = "" }: Difference): string =>
  [
    `${place}: ${kind}`,
    `  ${asked?.method} ${asked?.path} ${asked?.body?.slice(0, 200) ?? ""}`,
    ...(before === undefined ? [] : [`  before …${excerpt(before, now)}`]),
    `  now    …${excerpt(now, before ?? "")}`,
  ].join("\n")

const compare = async (): Promise<void> => {
  const golden = read()
  const pairs = (values.was ?? []).map((pair) => pair.split("=") as [string, string])
  const spelt = (answer: string): string =>
    pairs.reduce((text, [now, was]) => text.replaceAll(now, was), answer)
  const found: Array<Difference> = []
  let count = 0
  await playAll(playsOf(golden), (play, steps) => {
    count += steps.length
    found.push(...differencesOf({ name: play, record: golden, steps, spelt }))
  })
  for (const difference of found.slice(0, Number(values.first ?? 20))) print(linesOf(difference))
  const kinds = Map.groupBy(found, ({ kind }) => kind)
  for (const [kind, { length }] of kinds) print(`${length} differ in ${kind}`)
  print(`${count} answers, ${found.length} differences`)
  process.exitCode = found.length === 0 ? 0 : 1
}

const show = async (): Promise<void> => {
  const wanted = playsOf(read()).filter((play) => play.name === name)
  await playAll(wanted, (_, steps) => {
    for (const { asked, answer } of steps)
      print(`${asked.method} ${asked.path} ${asked.body ?? ""}\n${answer}\n`)
  })
}

const commands = new Map([
  ["record", record],
  ["compare", compare],
  ["show", show],
])
const chosen = commands.get(command)
if (values.help || chosen === undefined) process.stdout.write(help)
if (!values.help && chosen === undefined) process.exitCode = 2
else if (!values.help) await chosen?.()
