// How far a year is that is played in parts: a file beside the data of the server.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Play } from "./play.ts"

/** What the invoices of thirty days cost each. */
export interface Month {
  readonly invoices: number
  readonly millisAnInvoice: number
  readonly processorMillisAnInvoice: number
}

/** How far it is. */
export interface Progress extends Play {
  /** The next day. */
  readonly day: number
  /** Its commands have begun: who is ended then cannot go on, because they are not made twice. */
  readonly isInDay: boolean
  readonly months: ReadonlyArray<Month>
  /** What the engines took, all of it. */
  readonly totalMillis: number
  /** What they took since the last month. */
  readonly millis: number
  readonly processorMillis: number
  readonly peakBytes: number
  /** How many organizations the audit has seen, and what it found. */
  readonly audited: number
  readonly audit: { readonly unrecorded: number; readonly chargedTwice: number; readonly findings: number }
}

/** Nothing is played yet. */
export const beginning = ({ organizations, days }: Play): Progress => ({
  organizations,
  days,
  day: 0,
  isInDay: false,
  months: [],
  totalMillis: 0,
  millis: 0,
  processorMillis: 0,
  peakBytes: 0,
  audited: 0,
  audit: { unrecorded: 0, chargedTwice: 0, findings: 0 },
})

const pathIn = (directory: string): string => join(directory, "progress.json")

/** Writes it; nothing where the year is played at once. */
export const writeProgress = (directory: string | null, progress: Progress): void => {
  if (directory !== null) writeFileSync(pathIn(directory), `${JSON.stringify(progress)}\n`)
}

/** What was written there, or the beginning. */
export const readProgress = (directory: string | null, play: Play): Progress => {
  if (directory === null || !existsSync(directory)) return beginning(play)
  if (!existsSync(pathIn(directory))) {
    throw new Error(`There is something else in ${directory}: name a directory that is not there yet`)
  }
  const progress: Progress = JSON.parse(readFileSync(pathIn(directory), "utf8"))
  const { organizations, days, day, isInDay } = progress
  if (organizations !== play.organizations || days !== play.days) {
    const options = `--organizations ${organizations} --days ${days}`
    throw new Error(`${directory} has a year with ${options}: say the same, or name another directory`)
  }
  if (isInDay) {
    throw new Error(
      `The year in ${directory} was ended within day ${day}: remove the directory and begin again`,
    )
  }
  return progress
}
