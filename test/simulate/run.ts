// One seed, played: step by step, with the auditor after each, and with the whole world looked at in the end. The same
// seed, steps and parts give the same history to the byte, which its digest says.
import { createHash } from "node:crypto"
import type { PaymentGateway } from "../../src/index.ts"
import type { Chance } from "../support/random.ts"
import {
  auditAttempts,
  auditBooks,
  auditDefects,
  auditExchange,
  auditMoney,
  auditWebhooks,
  type Finding,
} from "./auditor.ts"
import { chanceAt, mixed } from "./chance.ts"
import { makeChaos } from "./chaos.ts"
import { type Exchange, type Program, programOf, sending } from "./client.ts"
import type { Call, Mishap, Step } from "./history.ts"
import { populationOf } from "./workload.ts"
import { makeSimulatedWorld } from "./world.ts"

const DAY = 86_400_000

/** How long a step of the reconciliation at the end is, and how many there are: longer than slips, look-ups and dunning. */
const LAST_DAYS = 45

/** What a seed came to. */
export interface Outcome {
  /** The first that was found, and after which step; null where nothing was. */
  readonly finding: (Finding & { readonly step: number | null }) | null
  /** Of all answers, and of all that the world holds in the end. */
  readonly digest: string
  /** How many steps were played, with how many requests. */
  readonly steps: number
  readonly requests: number
  /** How often each status was answered, and each mishap happened. */
  readonly counts: Readonly<Record<string, number>>
  /** Every request with its answer, and every mishap, for people. */
  readonly lines: ReadonlyArray<string>
}

/** What a seed is played with. */
export interface Play {
  readonly number: number
  readonly steps: ReadonlyArray<Step>
  /** Breaks the gateway, to see that this is found. */
  readonly gateway?: ((gateway: PaymentGateway["Service"]) => PaymentGateway["Service"]) | undefined
  /** Whether lines are kept. */
  readonly told?: boolean
}

/** Plays a seed until something is found, or to its end. */
export const play = ({ number, steps, gateway, told = false }: Play): Outcome => {
  const population = populationOf(number)
  const chaos = makeChaos(mixed(number, 0xd))
  const world = makeSimulatedWorld({ ...population, number, chaos, gateway })
  const digest = createHash("sha256")
  const lines: Array<string> = []
  const counts: Record<string, number> = {}
  let requests = 0
  let played = 0
  const findings: Array<Finding> = []
  let alone = true
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const tell = (line: () => string): void => {
    if (told) lines.push(line())
  }

  const heard = (exchange: Exchange): void => {
    const { step, call, status, text, wanted } = exchange
    requests += 1
    count(String(status))
    if (!wanted.route.startsWith("/_simulator/faults")) digest.update(`${step}.${call} ${status} ${text}\n`)
    if (wanted.route.endsWith("/fail")) chaos.giveUp(wanted.params?.invoiceId ?? "")
    tell(() => lineOf(exchange))
    findings.push(...auditExchange(exchange, alone))
  }

  /** Calls the control plane, for the simulator's own faults. */
  const ask = (
    step: number,
    chance: Chance,
    wanted: { method: string; route: string; body: unknown },
  ): void => {
    const call: Call = { kind: "control", organization: 0, seed: 0, again: "never", withKey: false }
    world.run([sending({ world, population, step, name: "x", call, lost: null, heard }, wanted)], chance)
  }

  const prepare = (step: number, mishap: Mishap, chance: Chance): void => {
    count(mishap.kind)
    tell(() => `${step}.x   ${JSON.stringify(mishap)}`)
    const add = (body: object) => ask(step, chance, { method: "POST", route: "/_simulator/faults", body })
    if (mishap.kind === "charge") {
      const { outcome, nth } = mishap
      add({ kind: "gateway", outcome, nth, ...(outcome === "slow" && { delayMs: 45_000 }) })
    }
    if (mishap.kind === "webhooks") add({ kind: mishap.fault, times: mishap.times })
    if (mishap.kind === "calm") ask(step, chance, { method: "DELETE", route: "/_simulator/faults", body: {} })
  }

  const restart = (chance: Chance): void => {
    tell(() => "     another process goes on")
    world.restart()
    world.pass(0, chance)
  }

  /** Runs programs, and where the process ends meanwhile lets those whose answer is missing ask the next one. */
  const runAll = (programs: ReadonlyArray<Program>, chance: Chance): void => {
    let left = programs.map(({ run }) => run)
    while (left.length > 0 && !world.run(left, chance)) {
      count("ended")
      chaos.arm([])
      restart(chance)
      left = programs.flatMap(({ resume }) => resume() ?? [])
    }
  }

  const playStep = ({ index, parts }: Step): void => {
    const chance = chanceAt(number, 0xe, index)
    const mishaps = parts.flatMap((part) => (part._tag === "Mishap" ? [part.mishap] : []))
    chaos.arm([])
    for (const mishap of mishaps) prepare(index, mishap, chance)
    const calls = parts.flatMap((part) => (part._tag === "Call" ? [part] : []))
    // What an operator says the gateway hears in the same breath, so that no process ends between the two.
    const isReport = calls.some(({ call: { kind } }) => kind === "settle" || kind === "fail")
    chaos.arm(isReport ? mishaps.filter(({ kind }) => kind !== "crash") : mishaps)
    alone = calls.length < 2
    const before = world.now()
    const programs = calls.map(({ name, call }) => {
      const broken = mishaps.find((one) => one.kind === "lost" && String(one.call) === name)
      const lost = broken?.kind === "lost" ? broken.when : null
      return programOf({ world, population, step: index, name, call, lost, heard })
    })
    runAll(programs, chance)
    chaos.arm([])
    if (mishaps.some(({ kind }) => kind === "restart")) restart(chance)
    if (world.now() > before) world.pass(Math.min(world.now() - before, 5 * DAY), chance)
    const moved = world.now() > before || mishaps.some(({ kind }) => kind === "crash")
    const touched = calls.map(({ call }) => population.organizations[call.organization]?.organizationId ?? "")
    findings.push(...auditBooks(world.moment(), moved ? null : new Set(touched)))
    findings.push(...auditDefects(world.takeDefects()))
    findings.push(...chaos.offences().map((message) => ({ rule: "charged_too_late", message })))
  }

  /** Lets everything come to its end, and looks at all of it. */
  const end = (): void => {
    const chance = chanceAt(number, 0xf)
    alone = true
    chaos.arm([{ kind: "receivers", mood: "well" }])
    ask(-1, chance, { method: "DELETE", route: "/_simulator/faults", body: {} })
    for (const advanceBy of ["PT1H", "P1D", `P${LAST_DAYS}D`]) {
      ask(-1, chance, { method: "POST", route: "/_simulator/clock", body: { advanceBy } })
      world.pass(5 * DAY, chance)
    }
    const before = world.moment()
    findings.push(...auditWebhooks(world), ...auditDefects(world.takeDefects()))
    const text = world.text()
    world.restart()
    if (world.text() !== text) findings.push({ rule: "state", message: "An import is not what was exported" })
    const { forgotten } = chaos
    findings.push(
      ...auditBooks(before, null),
      ...auditMoney(before, forgotten),
      ...auditAttempts(before, forgotten),
    )
    digest.update(text)
  }

  const attempt = (act: () => void): void => {
    try {
      act()
    } catch (fault) {
      findings.push({ rule: "crash", message: fault instanceof Error ? (fault.stack ?? "") : String(fault) })
    }
  }
  const outcome = (step: number | null): Outcome => {
    const [finding] = findings
    return {
      finding: finding === undefined ? null : { ...finding, step },
      digest: digest.digest("hex"),
      steps: played,
      requests,
      counts,
      lines,
    }
  }
  for (const step of steps) {
    attempt(() => playStep(step))
    played += 1
    if (findings.length > 0) return outcome(step.index)
  }
  attempt(end)
  return outcome(null)
}

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
