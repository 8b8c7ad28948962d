// The stage on which a seed is played: its world and what goes wrong there, and the book of all that was said, from which
// the digest and the lines for people come.
import { createHash } from "node:crypto"
import type { PaymentGateway } from "../../src/index.ts"
import type { Chance } from "../support/random.ts"
import { auditExchange, type Finding } from "./auditor.ts"
import { mixed } from "./chance.ts"
import { makeChaos } from "./chaos/chaos.ts"
import { type Exchange, type Program, sending } from "./client.ts"
import type { Call, Mishap } from "./history.ts"
import type { Wanted } from "./scene.ts"
import type { MakeStore } from "./twin.ts"
import { populationOf } from "./workload.ts"
import { makeSimulatedWorld } from "./world.ts"

/** All that was said on a stage, and what was found. */
const makeBook = (told: boolean) => {
  const digest = createHash("sha256")
  const lines: Array<string> = []
  const counts: Record<string, number> = {}
  const findings: Array<Finding> = []
  return {
    digest,
    lines,
    counts,
    findings,
    count: (name: string): void => {
      counts[name] = (counts[name] ?? 0) + 1
    },
    tell: (line: () => string): void => {
      if (told) lines.push(line())
    },
  }
}

/** What a stage is made for; `gateway` breaks the gateway, and lines are kept only where they are to be told. */
export interface StageOptions {
  readonly number: number
  readonly gateway?: ((gateway: PaymentGateway["Service"]) => PaymentGateway["Service"]) | undefined
  /** The store in the place of the one in memory. */
  readonly store?: MakeStore | undefined
  readonly told: boolean
}

/** The stage of a seed. */
export const makeStage = ({ number, gateway, store, told }: StageOptions) => {
  const population = populationOf(number)
  const chaos = makeChaos(mixed(number, 0xd))
  const over = store?.(population.seed, population.startAt)
  const world = makeSimulatedWorld({ ...population, number, chaos, gateway, store: over })
  const book = makeBook(told)
  let alone = true

  const heard = (exchange: Exchange): void => {
    const { step, call, status, text, wanted } = exchange
    book.count(String(status))
    // The ids of faults are made by chance that has no seed, and play no part.
    if (!wanted.route.startsWith("/_simulator/faults"))
      book.digest.update(`${step}.${call} ${status} ${text}\n`)
    if (wanted.route.endsWith("/fail")) chaos.giveUp(wanted.params?.invoiceId ?? "")
    book.tell(() => lineOf(exchange))
    book.findings.push(...auditExchange(exchange, { alone, excused: chaos.isExcused() }))
  }

  /** Calls the control plane on the stage's own account. */
  const ask = (step: number, chance: Chance, wanted: Wanted): void => {
    const call: Call = { kind: "control", organization: 0, seed: 0, again: "never", withKey: false }
    world.run([sending({ world, population, step, name: "x", call, lost: null, heard }, wanted)], chance)
  }

  const restart = (chance: Chance): void => {
    book.tell(() => "     another process goes on")
    world.restart()
    world.pass(0, chance)
  }

  return {
    population,
    chaos,
    world,
    book,
    heard,
    ask,
    restart,
    /** Says whether one call alone is made from now on. */
    setAlone: (isAlone: boolean): void => {
      alone = isAlone
    },
    /** Notes a mishap, and asks for the simulator's own fault where it is one. */
    prepare: (step: number, mishap: Mishap, chance: Chance): void => {
      book.count(mishap.kind)
      book.tell(() => `${step}.x   ${JSON.stringify(mishap)}`)
      const route = "/_simulator/faults"
      const add = (body: object): void => ask(step, chance, { method: "POST", route, body })
      if (mishap.kind === "charge") {
        const { outcome, nth } = mishap
        add({ kind: "gateway", outcome, nth, ...(outcome === "slow" && { delayMs: SLOW_MILLIS }) })
      }
      if (mishap.kind === "webhooks") add({ kind: mishap.fault, times: mishap.times })
      if (mishap.kind === "calm") ask(step, chance, { method: "DELETE", route, body: {} })
    },
    /** Runs programs, and where the process ends meanwhile lets those whose answer is missing ask the next one. */
    run: (programs: ReadonlyArray<Program>, chance: Chance): void => {
      let left = programs.map((program) => program.run)
      while (left.length > 0 && !world.run(left, chance)) {
        book.count("ended")
        chaos.arm([])
        restart(chance)
        left = programs.flatMap(({ resume }) => resume() ?? [])
      }
    },
  }
}

/** A stage. */
export type Stage = ReturnType<typeof makeStage>

/** Longer than anybody waits for the gateway. */
const SLOW_MILLIS = 45_000

const lineOf = ({ step, call, wanted, path, status, text, heard, replayed }: Exchange): string => {
  const body = wanted.body === undefined ? "" : ` ${JSON.stringify(wanted.body)}`
  const token = wanted.token === undefined ? "" : ` (token: ${wanted.token})`
  const said = status === 0 ? "" : `${status} ${codeOf(text)}`
  const notes = `${heard ? "" : " (nobody hears it)"}${replayed ? " (replayed)" : ""}`
  return `${`${step}.${call}`.padEnd(7)} ${wanted.method} ${path}${body}${token} -> ${said}${notes}`
}

const codeOf = (text: string): string => {
  if (!text.startsWith("{")) return ""
  const { code, status, to, invoiceId } = JSON.parse(text)
  return [code, status, to, invoiceId].filter((part) => typeof part === "string").join(" ")
}
