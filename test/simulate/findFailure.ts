// Plays a seed and, where something is found, looks for the shortest history that shows it and writes it for people.
import type { PaymentGateway } from "../../src/index.ts"
import { keeping, namesOf, type Step } from "./history.ts"
import { type Outcome, play } from "./run.ts"
import { shrink } from "./shrink.ts"
import { planOf } from "./workload.ts"

/** What is played: a seed, so many steps of its plan, and of these the named parts alone. */
export interface Wish {
  readonly number: number
  readonly steps: number
  /** Names of steps and of their parts; null means all. */
  readonly keep: ReadonlyArray<string> | null
}

/** What came of it. */
export interface Search {
  readonly outcome: Outcome
  /** What was found, the shortest history and the command that plays it; null where nothing was. */
  readonly report: string | null
}

/** How a gateway is broken on purpose. */
export type Broken = ((gateway: PaymentGateway["Service"]) => PaymentGateway["Service"]) | undefined

/** Plays a wish; `gateway` breaks the gateway, to see that this is found. */
export const findFailure = ({ number, steps, keep }: Wish, gateway?: Broken): Search => {
  const plan = planOf(number, steps)
  const chosen = keep === null ? plan : keeping(plan, new Set(keep))
  const outcome = play({ number, steps: chosen, gateway })
  const { finding } = outcome
  if (finding === null) return { outcome, report: null }
  const upTo = finding.step
  const shortest = shrink(
    chosen.filter(({ index }) => upTo === null || index <= upTo),
    (shorter) => play({ number, steps: shorter, gateway }).finding?.rule === finding.rule,
  )
  return { outcome, report: reportOf({ number, steps, shortest, plan, gateway }) }
}

const reportOf = (failed: {
  readonly number: number
  readonly steps: number
  readonly shortest: ReadonlyArray<Step>
  readonly plan: ReadonlyArray<Step>
  readonly gateway: Broken
}): string => {
  const { number, shortest, plan, gateway } = failed
  const { finding, lines } = play({ number, steps: shortest, gateway, told: true })
  const steps = Math.max(1, ...shortest.map(({ index }) => index + 1))
  const keep = namesOf(shortest, plan).join(",")
  return [
    `seed ${number}: ${finding?.rule}${finding?.step === null ? ", in the end" : `, after step ${finding?.step}`}`,
    `  ${finding?.message}`,
    "the shortest history:",
    ...lines.map((line) => `  ${line}`),
    "again:",
    `  npm run simulate -- --seed ${number} --steps ${steps} --keep ${keep}`,
  ].join("\n")
}
