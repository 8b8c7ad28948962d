import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { run } from "../../../src/core/Decider.ts"
import { Session, type SessionEvent } from "../../../src/core/identity/Session.ts"
import { deciderLaws } from "../../../src/testing/index.ts"
import { runs } from "../../support/runs.ts"
import { DAY, fresh, NOON, open, refresh, SECOND, signOut, switchTo, walk } from "./fixtures.ts"

const commandOf = (kind: string, token: number, now: number) => {
  if (kind === "Refresh") return refresh(token, now)
  if (kind === "Switch") return switchTo("org-2", token, now)
  return kind === "SignOut" ? signOut(now) : open(now)
}

describe("laws", () => {
  const move = fc.record({
    kind: fc.constantFrom("Refresh", "Refresh", "Refresh", "Refresh", "Refresh", "Switch", "SignOut", "Open"),
    // Mostly the newest tokens: how far behind the current one.
    behind: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
    wait: fc.constantFrom(0, 0, 1, 9_999, 10_000, DAY, 30 * DAY - 1, 30 * DAY),
  })
  const moves = fc.array(move, { maxLength: 30, size: "max" })

  it("over any sequence each answer is what a model without hashes predicts", () => {
    let rotations = 0
    fc.assert(
      fc.property(moves, (list) => {
        let now = NOON
        let state: Session | null = fresh
        let [current, issuedAt, ended] = [0, NOON, false]
        // A switch ends the time in which the token before it has the same successor, and gives no time of its own.
        let [expiresAt, hasPrevious] = [NOON + 30 * DAY, false]
        for (const { kind, behind, wait } of list) {
          now += wait
          const token = Math.max(0, current - behind)
          const command = commandOf(kind, kind === "Switch" ? current + 1 : token, now)
          const dead = ended || now >= expiresAt
          let predicted = "ok"
          if (kind === "SignOut") ended = true
          else if ((kind === "Refresh" || kind === "Switch") && dead) predicted = "TokenInvalid"
          else if (kind === "Switch") [current, issuedAt, hasPrevious] = [current + 1, now, false]
          else if (kind === "Refresh" && token === current) {
            ;[current, issuedAt, expiresAt, hasPrevious] = [current + 1, now, now + 30 * DAY, true]
            rotations++
          } else if (
            kind === "Refresh" &&
            (token < current - 1 || !hasPrevious || now >= issuedAt + 10_000)
          ) {
            predicted = "TokenReused"
            ended = true
          }
          const [step] = walk([command], state)
          expect(step?.answer).toBe(predicted)
          state = step?.after ?? null
          expect(state?.tokenHash).toBe(`#${current}`)
          expect(state?.revokedAt !== null).toBe(ended)
        }
      }),
      { numRuns: runs(2000) },
    )
    expect(rotations).toBeGreaterThan(0)
  })

  it("law 5: a repeated command adds no event; laws 12 and 16: ended stays ended, events fold to the state", () => {
    fc.assert(
      fc.property(moves, (list) => {
        let now = NOON
        let current = 0
        const commands = list.map(({ kind, behind, wait }) => {
          now += wait
          const token = Math.max(0, current - behind)
          if (kind === "Switch" || (kind === "Refresh" && behind === 0)) current++
          return commandOf(kind, kind === "Switch" ? current : token, now)
        })
        const steps = walk([open(), ...commands])
        for (const { command, before, after, events } of steps) {
          expect(walk([command], after)[0]?.events).toEqual([])
          if (events.length === 0) expect(after).toBe(before)
          if (before !== null && before.revokedAt !== null) expect(after).toBe(before)
        }
        const log = steps.flatMap((step) => step.events)
        expect(log.reduce(Session.evolve, null as Session | null)).toEqual(steps.at(-1)?.after)
        expect(log.filter((event) => event._tag === "SessionReuseDetected").length).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs(2000) },
    )
  })

  it("every sequence of up to five commands: no throw, one opening, at most one end", () => {
    const times = [NOON, NOON + 10 * SECOND, NOON + 30 * DAY]
    const all = times.flatMap((now) => [
      open(now),
      refresh(0, now),
      refresh(1, now),
      refresh(2, now),
      switchTo("org-2", 2, now),
      signOut(now),
    ])
    const reached = new Set<string>()
    const visit = (state: Session | null, log: ReadonlyArray<SessionEvent>, left: number): void => {
      if (left === 0) return
      for (const command of all) {
        const decided = run(Session, state, command)
        if (Result.isFailure(decided)) continue
        const { state: next, events } = decided.success
        if (events.length === 0 && next !== state) throw new Error("changed without an event")
        if (events.length > 0 && (state?.revokedAt ?? null) !== null) throw new Error("came back")
        const seen = [...log, ...events]
        for (const event of events) reached.add(event._tag)
        const ends = seen.filter((event) => /ReuseDetected|SignedOut/.test(event._tag))
        if (ends.length > 1) throw new Error("ended twice")
        expect(seen.filter((event) => event._tag === "SessionOpened").length).toBeLessThanOrEqual(1)
        if (events.length > 0) visit(Object.freeze(next), seen, left - 1)
      }
    }
    visit(null, [], 5)
    expect(reached.size).toBe(5)
  })
})

describe("the life cycle keeps the law (5, 12 and 16)", () => {
  const times = [NOON, NOON + 10 * SECOND, NOON + 30 * DAY]
  const commands = times.flatMap((now) => [
    open(now),
    refresh(0, now),
    refresh(1, now),
    switchTo("org-2", 1, now),
    signOut(now),
  ])
  const laws = deciderLaws({ decider: Session, start: null, commands: fc.constantFrom(...commands) })
  it.each(laws)("$name", ({ check }) => check({ numRuns: runs(1000) }))
})
