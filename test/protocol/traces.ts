// The traces of the model, as committed: `traces.mjs` makes them.
import { readFileSync } from "node:fs"
import type { Fate } from "../support/forgettingGateway.ts"

/** A whole number, as the tool writes it. */
interface Big {
  readonly "#bigint": string
}

interface Written {
  readonly fault: string | null
  readonly states: ReadonlyArray<{
    readonly now: Big
    readonly skew: { readonly "#map": ReadonlyArray<readonly [string, Big]> }
    readonly attempts: ReadonlyArray<{ readonly status: string; readonly lookups: Big }>
    readonly received: ReadonlyArray<{ readonly truth: string }>
    readonly did: { readonly act: string; readonly who: string; readonly fate: string; readonly minutes: Big }
  }>
}

/** What the model did, and what there was after it. */
export interface Step {
  readonly act: string
  readonly who: string
  readonly fate: Fate | ""
  /** Since the model began. */
  readonly minutes: number
  readonly attempts: ReadonlyArray<{ readonly status: string; readonly lookups: number }>
  /** What the gateway made of each charge that arrived. */
  readonly received: ReadonlyArray<string>
}

/** A run of the model; `fault` says what is planted in it and what that breaks. */
export interface Trace {
  readonly fault: string | null
  /** By how many minutes the clock of each process is wrong. */
  readonly skew: ReadonlyMap<string, number>
  readonly steps: ReadonlyArray<Step>
}

const numberOf = (big: Big): number => Number(big["#bigint"])

const traceOf = ({ fault, states }: Written): Trace => ({
  fault,
  skew: new Map(states[0]?.skew["#map"].map(([who, minutes]) => [who, numberOf(minutes)])),
  steps: states.slice(1).map(({ did: { act, who, fate }, now, attempts, received }) => ({
    act,
    who,
    fate: fate as Step["fate"],
    minutes: numberOf(now),
    attempts: attempts.map(({ status, lookups }) => ({ status, lookups: numberOf(lookups) })),
    received: received.map(({ truth }) => truth),
  })),
})

/** Every trace, in the order of the file. */
export const traces: ReadonlyArray<Trace> = readFileSync(new URL("traces.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => traceOf(JSON.parse(line) as Written))
