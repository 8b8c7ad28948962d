// One seed, played: step by step, with the auditor after each, and with the whole world looked at in the end. The same
// seed, steps and parts give the same history to the byte, which its digest says.
import {
  auditAttempts,
  auditBooks,
  auditDeclineCodes,
  auditDefects,
  auditMoney,
  auditReports,
  auditWebhooks,
  type Finding,
} from "./auditor.ts"
import { chanceAt } from "./chance.ts"
import { programOf } from "./client.ts"
import type { Step } from "./history.ts"
import { changesPolicy, isJudged } from "./policies.ts"
import { makeStage, type Stage, type StageOptions } from "./stage.ts"
import { auditTold } from "./untold.ts"

const DAY = 86_400_000

/** How much real time passes with billing time at most: longer than webhooks are tried again. */
const PASSED_MAX = 5 * DAY

/** The reconciliation in the end: it takes longer than slips, look-ups and dunning. */
const LAST_ADVANCES = ["PT1H", "P1D", "P45D"]

/**
 * How many days more pass in the end until the gateway has told of every charge: the last is made just before it, and is
 * looked up for five days.
 */
const LAST_DAYS_MAX = 14

/** What a seed came to. */
export interface Outcome {
  /** The first that was found, and after which step; null where nothing was. */
  readonly finding: (Finding & { readonly step: number | null }) | null
  /** Of all answers, and of all that the world holds in the end. */
  readonly digest: string
  /** How many steps were played. */
  readonly steps: number
  /** How often each status was answered, each mishap happened, and a process ended. */
  readonly counts: Readonly<Record<string, number>>
  /** Every request with its answer, and every mishap, for people. */
  readonly lines: ReadonlyArray<string>
}

/** What is played. */
export interface Play extends Omit<StageOptions, "told"> {
  readonly steps: ReadonlyArray<Step>
  readonly told?: boolean
}

const playStep = (stage: Stage, number: number, { index, parts }: Step): void => {
  const { world, chaos, population, book, heard } = stage
  const chance = chanceAt(number, 0xe, index)
  const mishaps = parts.flatMap((part) => (part._tag === "Mishap" ? [part.mishap] : []))
  const calls = parts.flatMap((part) => (part._tag === "Call" ? [part] : []))
  chaos.arm([])
  for (const mishap of mishaps) stage.prepare(index, mishap, chance)
  // What an operator says the gateway hears in the same breath, so that no process ends between the two.
  const isReport = calls.some(({ call: { kind } }) => kind === "settle" || kind === "fail")
  chaos.arm(isReport ? mishaps.filter(({ kind }) => kind !== "crash") : mishaps)
  stage.setAlone(calls.length < 2)
  const before = world.now()
  const ended = book.counts.ended
  const programs = calls.map(({ name, call }) => {
    const broken = mishaps.find((one) => one.kind === "lost" && String(one.call) === name)
    const lost = broken?.kind === "lost" ? broken.when : null
    return programOf({ world, population, step: index, name, call, lost, heard })
  })
  stage.run(programs, chance)
  chaos.arm([])
  if (mishaps.some(({ kind }) => kind === "restart")) stage.restart(chance)
  if (world.now() > before) world.pass(Math.min(world.now() - before, PASSED_MAX), chance)
  const isWide = world.now() > before || mishaps.some(({ kind }) => kind === "crash")
  const touched = calls.map(({ call }) => population.organizations[call.organization]?.organizationId ?? "")
  const defects = world.takeDefects()
  const broken = chaos.takeBroken()
  book.findings.push(
    ...auditBooks(world.moment(), isWide ? null : new Set(touched), world.policy()).filter(({ rule }) =>
      isJudged(number, rule, false),
    ),
    ...auditDefects(defects),
    // A process that ended tells nothing.
    ...(book.counts.ended === ended ? auditReports(defects, broken) : []),
    ...chaos.offences().map((message) => ({ rule: "charged_too_late", message })),
  )
}

/** Lets everything come to its end, and looks at all of it. */
const playEnd = (stage: Stage, number: number): void => {
  const { world, chaos, book } = stage
  const chance = chanceAt(number, 0xf)
  stage.setAlone(true)
  chaos.arm([
    { kind: "receivers", mood: "well" },
    { kind: "sender", mood: "well" },
  ])
  stage.ask(-1, chance, { method: "DELETE", route: "/_simulator/faults", body: {} })
  if (changesPolicy(number)) world.run([world.enterAgain], chance)
  for (const advanceBy of LAST_ADVANCES) {
    stage.ask(-1, chance, { method: "POST", route: "/_simulator/clock", body: { advanceBy } })
    world.pass(PASSED_MAX, chance)
  }
  const open = () => auditAttempts(world.moment(), chaos.untold)
  for (let days = 0; days < LAST_DAYS_MAX && open().length > 0; days++) {
    stage.ask(-1, chance, { method: "POST", route: "/_simulator/clock", body: { advanceBy: "P1DT1H" } })
    world.pass(PASSED_MAX, chance)
  }
  const moment = world.moment()
  book.findings.push(
    ...auditWebhooks(world),
    ...auditTold(moment, world.policy()),
    ...auditDefects(world.takeDefects()),
    ...auditBooks(moment, null, world.policy()).filter(({ rule }) => isJudged(number, rule, true)),
    ...auditMoney(moment, chaos.untold),
    ...auditAttempts(moment, chaos.untold),
    ...auditDeclineCodes(moment),
  )
  const text = world.text()
  world.restart()
  if (world.text() !== text) {
    book.findings.push({ rule: "state", message: "An import is not what was exported" })
  }
  book.digest.update(text)
}

/** Plays a seed until something is found, or to its end. */
export const play = ({ number, steps, gateway, store, told = false }: Play): Outcome => {
  const stage = makeStage({ number, gateway, store, told })
  const { findings, digest, counts, lines } = stage.book
  let played = 0
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
      counts,
      lines,
    }
  }
  for (const step of steps) {
    attempt(() => playStep(stage, number, step))
    played += 1
    if (findings.length > 0) return outcome(step.index)
  }
  attempt(() => playEnd(stage, number))
  return outcome(null)
}
