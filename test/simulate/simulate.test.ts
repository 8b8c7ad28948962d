// The simulated world in the normal tests: a hundred seeds, that a seed stands for one history, and that what is broken
// on purpose is found and told in few lines.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Iso, type PaymentGateway } from "../../src/index.ts"
import { thorough } from "../support/thorough.ts"
import { chanceAt } from "./chance.ts"
import { makeChaos } from "./chaos/chaos.ts"
import { type Exchange, sending } from "./client.ts"
import { findFailure, type Unusual } from "./findFailure.ts"
import { keeping, namesOf, type Step } from "./history.ts"
import { operations } from "./operations.ts"
import { type Options, readOptions } from "./options.ts"
import { type Outcome, play } from "./run.ts"
import { DAY, post, type Wanted } from "./scene.ts"
import { shrink } from "./shrink.ts"
import { openStore } from "./stores.ts"
import { planOf, populationOf } from "./workload.ts"
import { makeSimulatedWorld } from "./world.ts"

type Gateway = PaymentGateway["Service"]

const SEEDS = 100
const STEPS = 30

/** An id that is none of another charge. */
const another = (id: string): string => `${id.slice(0, -4)}ffff`

const chargesTwice = (gateway: Gateway): Gateway => ({
  ...gateway,
  charge: (charge) =>
    Effect.andThen(
      gateway.charge({ ...charge, attemptId: another(charge.attemptId) }),
      gateway.charge(charge),
    ),
})

const takesUnknownForRefused = (gateway: Gateway): Gateway => ({
  ...gateway,
  charge: (charge) =>
    Effect.map(gateway.charge(charge), (answer) =>
      answer._tag === "Unknown"
        ? { _tag: "Declined", declineCode: "processing_error", retryable: true }
        : answer,
    ),
})

const linesOf = (report: string | null): ReadonlyArray<string> => report?.split("\n") ?? []

/** The first seed in which a broken gateway is found by a rule, with the report. */
const found = (gateway: Unusual["gateway"], rule: string) => {
  for (let number = 1; number <= 60; number++) {
    const steps = planOf(number, 60)
    if (play({ number, steps, gateway }).finding?.rule !== rule) continue
    return { number, ...findFailure({ number, steps: 60, keep: null }, { gateway }) }
  }
  throw new Error(`${rule} is not found`)
}

describe("a hundred seeds", () => {
  const outcomes: Array<Outcome> = []

  it("show nothing that should not be", () => {
    for (let number = 1; number <= SEEDS; number++) {
      const outcome = play({ number, steps: planOf(number, STEPS) })
      expect(outcome.finding, `npm run simulate -- --seed ${number} --steps ${STEPS}`).toBeNull()
      outcomes.push(outcome)
    }
  })

  it("have every kind of call and of mishap, and answers of every kind", () => {
    const parts = Array.from({ length: SEEDS }, (_, index) => planOf(index + 1, STEPS)).flatMap((plan) =>
      plan.flatMap((step) => step.parts),
    )
    const kinds = new Set(parts.map((part) => (part._tag === "Call" ? part.call.kind : part.mishap.kind)))
    expect(
      [
        ...Object.keys(operations),
        "payUpcoming",
        "payAhead",
        "signIn",
        "flush",
        "engines",
        "enginesAhead",
      ].filter((kind) => !kinds.has(kind)),
    ).toEqual([])
    const counts = new Set(outcomes.flatMap((outcome) => Object.keys(outcome.counts)))
    // 500 is what a store that was broken on purpose comes to; any other defect is a finding.
    const expected = [
      "200",
      "201",
      "202",
      "204",
      "400",
      "401",
      "402",
      "403",
      "404",
      "409",
      "500",
      "503",
      "ended",
    ]
    expect(expected.filter((name) => !counts.has(name))).toEqual([])
    expect(Array.from(counts).filter((name) => /^50[12]/.test(name))).toEqual([])
  })
})

describe("a seed", () => {
  it("stands for one history, to the byte", () => {
    const steps = planOf(7, 60)
    expect(play({ number: 7, steps }).digest).toBe(play({ number: 7, steps }).digest)
    expect(play({ number: 8, steps: planOf(8, 60) }).digest).not.toBe(play({ number: 7, steps }).digest)
  })

  it.each([
    ["SQLite, as in the example", "sqlite", thorough ? 10 : 2],
    ["PostgreSQL", "postgres", thorough ? 10 : 2],
  ] as const)("is the same history on %s, to the byte", async (_, name, seeds) => {
    const { store, close } = await openStore(name)
    for (let number = 1; number <= seeds; number++) {
      const steps = planOf(number, 40)
      const { digest, finding } = play({ number, steps, store })
      expect(finding).toBeNull()
      expect(digest).toBe(play({ number, steps }).digest)
    }
    await close()
  })

  it("begins alike however long it is, and its parts stay what they are where others are left out", () => {
    expect(planOf(7, 30).slice(0, 10)).toEqual(planOf(7, 10))
    const plan = planOf(7, 30)
    const names = namesOf(plan.slice(3, 5), plan)
    expect(keeping(plan, new Set(names))).toEqual(plan.slice(3, 5))
  })
})

describe("a world whose clock moved while no engine ran", () => {
  it("makes up for a year in the next command", () => {
    const population = populationOf(1)
    const [owner] = population.organizations
    const world = makeSimulatedWorld({ ...population, number: 1, chaos: makeChaos(1) })
    const chance = chanceAt(1)
    const statuses: Array<number> = []
    const call = { kind: "read", organization: 0, seed: 0, again: "never", withKey: false } as const
    const heard = ({ status }: Exchange) => void statuses.push(status)
    const ask = (wanted: Wanted) =>
      world.run([sending({ world, population, step: 0, name: "0", call, lost: null, heard }, wanted)], chance)
    const of = `/organizations/${owner?.organizationId}`
    const voucher = (name: string) => {
      const expiresAt = Iso.toIso(world.now() + DAY)
      ask(post(`/_simulator${of}/vouchers`, { name, amount: 1, currency: owner?.currency, expiresAt }))
    }
    voucher("One")
    world.worldRun().clock.moveTo(world.now() + 365 * DAY)
    voucher("Two")
    expect(statuses).toEqual([201, 201])
  })
})

describe("what is broken on purpose", () => {
  it.each([
    ["a gateway that charges twice", chargesTwice, "double_charge"],
    [
      "a gateway that takes an unknown answer for a refusal",
      takesUnknownForRefused,
      "charge_without_receipt",
    ],
  ] as const)("is found and told in a few lines: %s", (_, gateway, rule) => {
    const { number, outcome, report } = found(gateway, rule)
    expect(outcome.finding?.rule).toBe(rule)
    const lines = linesOf(report)
    expect(lines[0]).toMatch(new RegExp(`^seed ${number}: ${rule}`))
    expect(lines.length).toBeLessThan(16)

    const [, steps = "", keep = ""] = /--steps (\d+) --keep (\S+)$/.exec(lines.at(-1) ?? "") ?? []
    const again = { number, steps: Number(steps), keep: keep.split(",") }
    expect(findFailure(again, { gateway }).outcome.finding?.rule).toBe(rule)
    expect(findFailure(again).outcome.finding).toBeNull()
  })
})

describe("the shortest history", () => {
  const call = (index: number, name: string): Step["parts"][number] => ({
    _tag: "Call",
    name,
    call: { kind: "read", organization: 0, seed: index, again: "never", withKey: false },
  })
  const steps = Array.from({ length: 20 }, (_, index) => ({
    index,
    parts: [call(index, "0"), call(index, "1")],
  }))

  it("has the parts that the finding needs and no others", () => {
    const needed = new Set(["3.1", "11.0", "17.1"])
    const shows = (left: ReadonlyArray<Step>): boolean =>
      namesOf(left, []).filter((name) => needed.has(name)).length === needed.size
    expect(namesOf(shrink(steps, shows), steps)).toEqual(["3.1", "11.0", "17.1"])
  })
})

describe("the command line", () => {
  const all: Options = { from: 1, seeds: 100, steps: 200, jobs: 1, keep: null, store: "memory" }

  it.each([
    [[], all],
    [
      ["--seeds", "1000", "--from", "5", "--steps", "50", "--jobs", "2"],
      { from: 5, seeds: 1000, steps: 50, jobs: 2, keep: null, store: "memory" },
    ],
    [
      ["--seed", "24", "--steps", "9", "--keep", "3,7.0,7.x0"],
      { ...all, from: 24, seeds: 1, steps: 9, keep: ["3", "7.0", "7.x0"] },
    ],
    [["--store", "sqlite"], { ...all, store: "sqlite" }],
    [["--store", "postgres"], { ...all, store: "postgres" }],
    [["--help"], null],
  ] as const)("%j is read", (args, options) => {
    expect(Result.getOrNull(readOptions(args))).toEqual(options)
  })

  it.each([
    [["--sedes", "3"], "Unknown option '--sedes'"],
    [["5"], "Unexpected argument '5'"],
    [["--seeds", "many"], "--seeds takes a whole number from 1 to 100000000"],
    [["--steps", "0"], "--steps takes a whole number from 1 to 100000000"],
    [["--keep", "3"], "--keep needs --seed"],
    [["--store", "oracle"], "--store takes memory, sqlite or postgres"],
    [["--seed", "1", "--seeds", "2"], "--seed goes with neither --seeds nor --from"],
    [["--seed", "1", "--keep", "a"], "--keep takes names of steps and parts, such as 3,7.0,7.x0"],
  ] as const)("%j is refused in one line", (args, message) => {
    const read = readOptions(args)
    expect(Result.isFailure(read) && read.failure).toContain(message)
    expect(Result.isFailure(read) && read.failure).not.toContain("\n")
  })
})
