import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  displaced,
  REFRESH_TTL_MILLIS,
  SAME_SUCCESSOR_MILLIS,
  SESSIONS_MAX,
  Session,
  type SessionCommand,
  type SessionEvent,
} from "../../../src/core/identity/Session.ts"
import { answers, DAY, fresh, NOON, open, refresh, SECOND, signOut, switchTo, walk } from "./fixtures.ts"

const rotated: Session = { ...fresh, tokenHash: "#2", previousHash: "#1" }

const states: Record<string, Session | null> = {
  unknown: null,
  "never rotated": fresh,
  "rotated now": rotated,
  "rotated 10 s ago": { ...rotated, rotatedAt: NOON - 10 * SECOND },
  expired: { ...rotated, expiresAt: NOON },
  ended: { ...rotated, revokedAt: NOON },
}
const commands = {
  Open: [open()],
  Refresh: [refresh(2), refresh(1), refresh(0)],
  Switch: [switchTo("org-2", 9)],
  SignOut: [signOut()],
} satisfies Record<SessionCommand["_tag"], ReadonlyArray<SessionCommand>>
const columns: ReadonlyArray<SessionCommand> = Object.values(commands).flat()

const N = "nothing"
const ROT = "SessionRotated"
const SW = "SessionSwitched"
const USED = "SessionReuseDetected"
const OUT = "SessionSignedOut"
const inv = "refused TokenInvalid"
// Columns: open | refresh with the current token, the previous one, an older one | switch | sign out
const table: Record<string, ReadonlyArray<string>> = {
  unknown: ["SessionOpened", inv, inv, inv, inv, N],
  "never rotated": [N, USED, USED, ROT, SW, OUT],
  "rotated now": [N, ROT, N, USED, SW, OUT],
  "rotated 10 s ago": [N, ROT, USED, USED, SW, OUT],
  expired: [N, inv, inv, inv, inv, OUT],
  ended: [N, inv, inv, inv, inv, N],
}

describe("decide", () => {
  it("has a row for every state and a cell for every command", () => {
    expect(Object.keys(table)).toEqual(Object.keys(states))
    for (const row of Object.values(table)) expect(row).toHaveLength(columns.length)
  })

  it.each(Object.keys(table))("%s", (name) => {
    const cells = columns.map((command) =>
      Result.match(Session.decide(states[name] ?? null, command), {
        onFailure: (rejection) => `refused ${rejection._tag}`,
        onSuccess: (events) => events.map((event) => event._tag).join(", ") || N,
      }),
    )
    expect(cells).toEqual(table[name])
  })
})

describe("evolve", () => {
  const [opened] = Result.getOrThrow(Session.decide(null, open()))
  const events = {
    SessionOpened: opened as SessionEvent,
    SessionRotated: {
      _tag: "SessionRotated",
      sessionId: "session-1",
      tokenHash: "#1",
      expiresAt: NOON + 31 * DAY,
      at: NOON + DAY,
    },
    SessionSwitched: {
      _tag: "SessionSwitched",
      sessionId: "session-1",
      organizationId: "org-2",
      tokenHash: "#9",
      at: NOON + DAY,
    },
    SessionReuseDetected: { _tag: "SessionReuseDetected", sessionId: "session-1", at: NOON + 1 },
    SessionSignedOut: { _tag: "SessionSignedOut", sessionId: "session-1", at: NOON + 2 },
  } satisfies Record<SessionEvent["_tag"], SessionEvent>

  it("begins with an opening and with nothing else", () => {
    for (const event of Object.values(events)) {
      expect(Session.evolve(null, event)).toEqual(event._tag === "SessionOpened" ? fresh : null)
    }
  })

  it("rotates, switches, and ends by reuse or sign-out", () => {
    expect(Object.values(events).map((event) => Session.evolve(fresh, event))).toEqual([
      fresh,
      {
        ...fresh,
        tokenHash: "#1",
        previousHash: "#0",
        rotatedAt: NOON + DAY,
        expiresAt: NOON + 31 * DAY,
      },
      { ...fresh, organizationId: "org-2", tokenHash: "#9", rotatedAt: NOON + DAY },
      { ...fresh, revokedAt: NOON + 1 },
      { ...fresh, revokedAt: NOON + 2 },
    ])
  })

  it("once ended nothing changes any more", () => {
    const ended = { ...fresh, revokedAt: NOON }
    for (const event of Object.values(events)) expect(Session.evolve(ended, event)).toBe(ended)
  })
})

describe("GAP-16", () => {
  it("a token is valid for 30 days", () => {
    expect(REFRESH_TTL_MILLIS).toBe(30 * DAY)
    expect(answers([open(), refresh(0, NOON + 30 * DAY - 1)])).toEqual(["ok", "ok"])
    expect(answers([open(), refresh(0, NOON + 30 * DAY)])).toEqual(["ok", "TokenInvalid"])
  })

  it("each token has 30 days of its own: a session that is used goes on", () => {
    expect(answers([open(), refresh(0, NOON + 29 * DAY), refresh(1, NOON + 58 * DAY)])).toEqual([
      "ok",
      "ok",
      "ok",
    ])
  })

  it("it is rotated at each use", () => {
    const states = walk([open(), refresh(0), refresh(1), refresh(2)]).map((step) => step.after?.tokenHash)
    expect(states).toEqual(["#0", "#1", "#2", "#3"])
  })

  it("a reused one ends its whole family, the current token included", () => {
    const later = NOON + SAME_SUCCESSOR_MILLIS
    expect(answers([open(), refresh(0), refresh(0, later), refresh(1, later), refresh(0, later)])).toEqual([
      "ok",
      "ok",
      "TokenReused",
      "TokenInvalid",
      "TokenInvalid",
    ])
  })

  it("the same token again within 10 s gives the same successor", () => {
    expect(SAME_SUCCESSOR_MILLIS).toBe(10 * SECOND)
    const [first, second, third] = walk([refresh(0), refresh(0, NOON + 10 * SECOND - 1), refresh(1)], fresh)
    expect(second?.events).toEqual([])
    expect(second?.after).toBe(first?.after)
    expect(second?.after?.tokenHash).toBe("#1")
    expect([second?.answer, third?.answer]).toEqual(["ok", "ok"])
  })

  it("of two simultaneous uses the one that loses gets the same successor", () => {
    expect(answers([refresh(0), refresh(0)], fresh)).toEqual(["ok", "ok"])
  })

  it("but once the successor was used the answer was not lost: the token before it is reused", () => {
    expect(answers([refresh(0), refresh(1), refresh(0)], fresh)).toEqual(["ok", "ok", "TokenReused"])
  })

  it("sign-out ends the session, and again does nothing", () => {
    const steps = walk([open(), signOut(), signOut(), refresh(0)])
    expect(steps.map((step) => step.answer)).toEqual(["ok", "ok", "ok", "TokenInvalid"])
    expect(steps[2]?.events).toEqual([])
  })

  it("signing out of an unknown session succeeds without a word", () => {
    expect(walk([signOut()])).toMatchObject([{ answer: "ok", events: [], after: null }])
  })
})

describe("GAP-128", () => {
  it("a switch goes on in another organization with a new token, and prolongs nothing", () => {
    const [, switched] = walk([open(), switchTo("org-2", 1, NOON + DAY), refresh(1, NOON + DAY)])
    expect(switched?.after).toMatchObject({ organizationId: "org-2", expiresAt: NOON + 30 * DAY })
    expect(answers([open(), switchTo("org-2", 1, NOON + DAY), refresh(1, NOON + 30 * DAY)]).at(-1)).toBe(
      "TokenInvalid",
    )
  })

  it("the token before a switch ends the family, at once too: nobody else may take it over unseen", () => {
    expect(answers([open(), switchTo("org-2", 1), refresh(0), refresh(1)])).toEqual([
      "ok",
      "ok",
      "TokenReused",
      "TokenInvalid",
    ])
  })

  it("an ended session cannot switch", () => {
    expect(answers([open(), signOut(), switchTo("org-2", 1)]).at(-1)).toBe("TokenInvalid")
    expect(answers([open(), switchTo("org-2", 1, NOON + 30 * DAY)]).at(-1)).toBe("TokenInvalid")
  })
})

describe("GAP-72", () => {
  it("an unknown or expired token is TokenInvalid", () => {
    expect(answers([refresh(0)])).toEqual(["TokenInvalid"])
    expect(answers([refresh(0, NOON + 30 * DAY)], fresh)).toEqual(["TokenInvalid"])
  })
})

describe("GAP-99", () => {
  const used = (sessionId: string, rotatedAt: number): Session => ({ ...fresh, sessionId, rotatedAt })
  const filled = (...others: ReadonlyArray<Session>) => [
    ...Array.from({ length: SESSIONS_MAX - 2 }, (_, index) => used(`recent-${index}`, NOON)),
    ...others,
  ]

  it.each<[string, ReadonlyArray<Session>, ReadonlyArray<string>]>([
    ["none", [], []],
    ["one less than there may be", filled(used("a", 1)), []],
    ["as many as there may be", filled(used("b", 2), used("a", 1)), ["a"]],
    ["two of one age", filled(used("b", 1), used("a", 1)), ["a"]],
    ["more than there may be", filled(used("b", 2), used("c", 3), used("a", 1)), ["a", "b"]],
  ])("with %s open, those used least recently make room for one more", (_, sessions, ids) => {
    expect(displaced(sessions).map(({ sessionId }) => sessionId)).toEqual(ids)
  })
})
