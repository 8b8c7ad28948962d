// A gateway that answers nothing is asked no more for a while, then once in each pause, and as always once it answers.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CircuitBreaker } from "../../../src/index.ts"
import { runs } from "../../support/runs.ts"

const policy: CircuitBreaker.BreakerPolicy = { failuresMax: 3, pauseMillis: 1000, answerMillis: 100 }

type Step = { readonly waits: number; readonly takes: number; readonly isAnswered: boolean }

/** Makes calls that end in their time; gives when the gateway was asked, and with which answer. */
const play = (steps: ReadonlyArray<Step>) => {
  let breaker = CircuitBreaker.closed
  let now = 0
  let open: ReadonlyArray<{ readonly id: string; readonly endsAt: number; readonly isAnswered: boolean }> = []
  const asked: Array<{ readonly at: number; readonly failures: number }> = []
  for (const [index, { waits, takes, isAnswered }] of steps.entries()) {
    now += waits
    const over = open.filter(({ endsAt }) => endsAt <= now).toSorted((a, b) => a.endsAt - b.endsAt)
    open = open.filter(({ endsAt }) => endsAt > now)
    for (const one of over)
      breaker = CircuitBreaker.ended(breaker, one.id, one.isAnswered, one.endsAt, policy)
    const id = String(index)
    const said = CircuitBreaker.ask(breaker, id, now, policy)
    breaker = said.breaker
    if (!said.asked) continue
    asked.push({ at: now, failures: breaker.failures })
    open = [...open, { id, endsAt: now + takes, isAnswered }]
  }
  return { asked, breaker, now }
}

const steps = (isAnswered: fc.Arbitrary<boolean>) =>
  fc.array(fc.record({ waits: fc.nat(400), takes: fc.nat(300), isAnswered }), { maxLength: 60 })

describe("a gateway", () => {
  it("that always answers in time is always asked", () => {
    fc.assert(
      fc.property(steps(fc.constant(true)), (made) => {
        const inTime = made.map((step) => ({ ...step, takes: step.takes % policy.answerMillis }))
        expect(play(inTime).asked).toHaveLength(made.length)
      }),
      { numRuns: runs(200) },
    )
  })

  it("that is spared is asked once in each pause", () => {
    fc.assert(
      fc.property(steps(fc.boolean()), (made) => {
        const spared = play(made).asked.filter(({ failures }) => failures >= policy.failuresMax)
        for (const [index, { at }] of spared.entries()) {
          const before = spared[index - 1]
          const between = before === undefined ? policy.pauseMillis : at - before.at
          const answered = play(made).asked.some(
            (one) => one.failures < policy.failuresMax && one.at > (before?.at ?? 0) && one.at < at,
          )
          expect(between >= policy.pauseMillis || answered).toBe(true)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  it("that never answers is asked no more than so often, and once in each pause", () => {
    fc.assert(
      fc.property(steps(fc.constant(false)), (made) => {
        const ended = made.map((step) => ({ ...step, takes: 0 }))
        const { asked, now } = play(ended)
        expect(asked.length).toBeLessThanOrEqual(policy.failuresMax + Math.ceil(now / policy.pauseMillis))
      }),
      { numRuns: runs(200) },
    )
  })
})

it("counts a call that goes on too long, and once", () => {
  let breaker = CircuitBreaker.closed
  for (const id of ["a", "b", "c"]) breaker = CircuitBreaker.ask(breaker, id, 0, policy).breaker
  const early = CircuitBreaker.ask(breaker, "d", 99, policy)
  expect([early.asked, early.breaker.failures]).toEqual([true, 0])
  const late = CircuitBreaker.ask(breaker, "d", 100, policy)
  expect([late.asked, late.breaker.failures]).toEqual([false, 3])
  const ended = CircuitBreaker.ended(late.breaker, "a", false, 150, policy)
  expect(ended).toEqual(late.breaker)
  expect(CircuitBreaker.ended(ended, "b", true, 150, policy)).toMatchObject({ failures: 0, askAgainAt: 0 })
})

it("does not spare it for longer than the pause when the clock goes back", () => {
  let breaker = CircuitBreaker.closed
  for (const id of ["a", "b", "c"]) {
    breaker = CircuitBreaker.ask(breaker, id, 1_000_000, policy).breaker
    breaker = CircuitBreaker.ended(breaker, id, false, 1_000_000, policy)
  }
  expect(CircuitBreaker.ask(breaker, "d", 1_000_000, policy).asked).toBe(false)
  expect(CircuitBreaker.ask(breaker, "d", 0, policy).asked).toBe(true)
})
