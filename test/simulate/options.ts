// The command line of `npm run simulate`. What cannot be meant is refused in one line.
import { parseArgs } from "node:util"
import * as Result from "effect/Result"

const storeNames = ["memory", "sqlite", "postgres"] as const

/** Where the records of a world are. */
export type StoreName = (typeof storeNames)[number]

/** What is to be played. */
export interface Options {
  readonly from: number
  readonly seeds: number
  readonly steps: number
  readonly jobs: number
  /** Names of steps and of their parts; null means all. */
  readonly keep: ReadonlyArray<string> | null
  readonly store: StoreName
}

const flags = {
  seed: { type: "string" },
  seeds: { type: "string" },
  from: { type: "string" },
  steps: { type: "string" },
  jobs: { type: "string" },
  keep: { type: "string" },
  store: { type: "string" },
  help: { type: "boolean" },
} as const

/** What `--help` shows. */
export const help = `Usage: npm run simulate -- [options]

  --seeds N     how many seeds are played          (default 100)
  --from N      the first of them                  (default 1)
  --steps N     how many steps each has            (default 200)
  --jobs N      how many are played at a time      (default 1)
  --seed N      plays this seed alone
  --keep LIST   of one seed, plays these steps and parts alone: 3,7.0,7.x0
  --store NAME  memory; or sqlite, the example, which needs npm run build first, or postgres: both are
                compared with memory at each read
  --help        shows this
`

const MOST = 100_000_000

const isStoreName = (name: string): name is StoreName => storeNames.some((known) => known === name)

const wholeNumber = (name: string, text: string | undefined, fallback: number): number => {
  if (text === undefined) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= 1 && value <= MOST)) throw new Error(`--${name} takes a whole number from 1 to ${MOST}`)
  return value
}

/** Reads a command line: what to play, null for help, or why it is refused. */
export const readOptions = (args: ReadonlyArray<string>): Result.Result<Options | null, string> => {
  try {
    const { values } = parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false })
    if (values.help === true) return Result.succeed(null)
    const { seed, seeds, keep, store = "memory" } = values
    if (seed !== undefined && (seeds !== undefined || values.from !== undefined)) {
      throw new Error("--seed goes with neither --seeds nor --from")
    }
    if (keep !== undefined && seed === undefined) throw new Error("--keep needs --seed")
    if (keep !== undefined && !/^\d+(\.x?\d+)?(,\d+(\.x?\d+)?)*$/.test(keep)) {
      throw new Error("--keep takes names of steps and parts, such as 3,7.0,7.x0")
    }
    if (!isStoreName(store)) throw new Error("--store takes memory, sqlite or postgres")
    return Result.succeed({
      from: wholeNumber(seed === undefined ? "from" : "seed", seed ?? values.from, 1),
      seeds: seed === undefined ? wholeNumber("seeds", seeds, 100) : 1,
      steps: wholeNumber("steps", values.steps, 200),
      jobs: wholeNumber("jobs", values.jobs, 1),
      keep: keep === undefined ? null : keep.split(","),
      store,
    })
  } catch (fault) {
    const [line = ""] = (fault instanceof Error ? fault.message : String(fault)).split(/\n|\. To specify/)
    return Result.fail(line)
  }
}
