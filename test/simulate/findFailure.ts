// Plays a seed and, where something is found, looks for the shortest history that shows it and writes it for people.
import { keeping, namesOf, type Step } from "./history.ts"
import type { StoreName } from "./options.ts"
import { type Outcome, type Play, play } from "./run.ts"
import { shrink } from "./shrink.ts"
import { planOf } from "./workload.ts"

/** What is played: a seed, so many steps of its plan, and of these the named parts alone. */
export interface Wish {
  readonly number: number
  readonly steps: number
  /** Names of steps and of their parts; null means all. */
  readonly keep: ReadonlyArray<string> | null
  readonly store?: StoreName
}

/** What came of it. */
export interface Search {
  readonly outcome: Outcome
  /** What was found, the shortest history and the command that plays it; null where nothing was. */
  readonly report: string | null
}

/** What is not as usual: a gateway that is broken on purpose, or another store. */
export type Unusual = Pick<Play, "gateway" | "store">

/** Plays a wish. */
export const findFailure = (wish: Wish, unusual: Unusual = {}): Search => {
  const { number, steps, keep, store = "memory" } = wish
  const plan = planOf(number, steps)
  const chosen = keep === null ? plan : keeping(plan, new Set(keep))
  const outcome = play({ number, steps: chosen, ...unusual })
  const { finding } = outcome
  if (finding === null) return { outcome, report: null }
  const upTo = finding.step
  const shortest = shrink(
    chosen.filter(({ index }) => upTo === null || index <= upTo),
    (shorter) => play({ number, steps: shorter, ...unusual }).finding?.rule === finding.rule,
  )
  return { outcome, report: reportOf({ number, shortest, plan, unusual, store }) }
}

const reportOf = (failed: {
  readonly number: number
  readonly shortest: ReadonlyArray<Step>
  readonly plan: ReadonlyArray<Step>
  readonly unusual: Unusual
  readonly store: StoreName
}): string => {
  const { number, shortest, plan, unusual, store } = failed
  const { finding, lines } = play({ number, steps: shortest, ...unusual, told: true })
  const steps = Math.max(1, ...shortest.map(({ index }) => index + 1))
  const keep = namesOf(shortest, plan).join(",")
  return [
    `seed ${number}: ${finding?.rule}${finding?.step === null ? ", in the end" : `, after step ${finding?.step}`}`,
    `  ${finding?.message}`,
    "the shortest history:",
    ...lines.map((line) => `  ${line}`),
    "again:",
    `  npm run simulate -- --seed ${number} --steps ${steps} --keep ${keep}${store === "memory" ? "" : ` --store ${store}`}`,
  ].join("\n")
}
