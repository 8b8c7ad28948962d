// A fault at each statement of a use case, one run each: a connection that breaks, and a refusal. Nothing is lost, and
// nobody is charged twice.
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fromPg, migrate } from "../../src/postgres/index.ts"
import { CHARGES } from "../scale/engine/gateway.ts"
import { thorough } from "../support/thorough.ts"
import { type Breaker, type Moment, moments, startBreaker } from "./breaker.ts"
import { type Server, startServer } from "./server.ts"
import { useCases } from "./useCases.ts"
import { type Fault, refusing, whole, withFault } from "./withFault.ts"

let server: Server
let breaker: Breaker
beforeAll(async () => {
  server = await startServer()
  breaker = await startBreaker(server.port)
  await Effect.runPromise(migrate(fromPg(server.pool)))
  await server.pool.query(CHARGES)
})
afterAll(async () => {
  await breaker.close()
  await server.stop()
})

const cut =
  (moment: Moment): Fault =>
  (statement) =>
    Effect.suspend(() => {
      breaker.cutNext(moment)
      return statement
    })

interface Case<A> {
  readonly name: string
  readonly how: string
  readonly faults: ReadonlyArray<A>
  readonly came: unknown
}

/** Every use case with each of some faults; where there is little time some of them, with all faults in turn. */
const each = <A>(
  quick: ReadonlyArray<keyof typeof useCases>,
  faults: ReadonlyArray<readonly [how: string, fault: A]>,
): ReadonlyArray<Case<A>> => {
  const all = faults.map(([, fault]) => fault)
  return Object.entries(useCases).flatMap(([name, [, came]]) => {
    if (thorough) return faults.map(([how, fault]) => ({ name, how, faults: [fault], came }))
    return quick.includes(name) ? [{ name, how: "one way or another", faults: all, came }] : []
  })
}

const inTurn = <A>(faults: ReadonlyArray<A>, nth: number): A => {
  const fault = faults[nth % faults.length]
  if (fault === undefined) throw new Error("There are no faults")
  return fault
}

describe("a connection that breaks", () => {
  it.each(
    each(
      ["a payment under a key", "an engine's look"],
      moments.map((moment) => [`${moment} it is done`, moment]),
    ),
  )(
    "at each statement of $name, $how, changes nothing of what comes of it",
    async ({ name, faults, came }) => {
      const run = (nth: number) =>
        withFault(server, { name, nth, fault: cut(inTurn(faults, nth)), port: breaker.port })
      const calm = await run(0)
      expect(calm.end).toEqual({ came, ...whole })
      for (let nth = 1; nth <= calm.statements; nth += 1) {
        const before = breaker.cuts()
        const { statements, end } = await run(nth)
        expect({ nth, ...end }).toEqual({ nth, came, ...whole })
        // An engine may look once more or less.
        expect(breaker.cuts() - before).toBe(statements < nth ? 0 : 1)
      }
    },
  )
})

describe("a refusal that passes", () => {
  it.each(
    each(
      ["a payment", "an engine's look"],
      [["another one each time", ["57P05", "40001", "40P01", "55P03", "53300"]]],
    ),
  )(
    "at each statement of $name, $how, changes nothing of what comes of it",
    async ({ name, faults, came }) => {
      const run = (nth: number) =>
        withFault(server, { name, nth, fault: refusing(inTurn(faults.flat(), nth)) })
      for (let nth = 1; nth <= (await run(0)).statements; nth += 1) {
        expect({ nth, ...(await run(nth)).end }).toEqual({ nth, came, ...whole })
      }
    },
  )
})

describe("a refusal that lasts", () => {
  // A full disk, a server that became read-only, and one that has no memory left.
  it.each(
    each(
      ["a payment"],
      ["53100", "25006", "53200"].map((code) => [code, code]),
    ),
  )(
    "at each statement of $name, $how, leaves nothing that cannot be done again",
    async ({ name, faults, came }) => {
      const run = (nth: number) =>
        withFault(server, { name, nth, fault: refusing(inTurn(faults, nth)), again: nth > 0 })
      const { statements } = await run(0)
      const last = [came].flat().at(-1)
      for (let nth = 1; nth <= statements; nth += 1) {
        const { came: again, ...left } = (await run(nth)).end
        expect({ nth, last: [again].flat().at(-1), ...left }).toEqual({ nth, last, ...whole })
      }
    },
  )
})
