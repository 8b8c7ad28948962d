// How many sessions a user may have: the one that was used least recently makes room for the next. GAP-99
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { refreshTokens } from "../../../src/app/sign-in/refreshTokens.ts"
import { signIn } from "../../../src/app/sign-in/signIn.ts"
import type { Session } from "../../../src/core/identity/Session.ts"
import { SESSIONS_MAX } from "../../../src/core/identity/Session.ts"
import { aWorld, DAY, MINUTE, NOON, OWNER, seedOf } from "./support.ts"

const userId = "user-owner"

/** A world in which the owner has so many open sessions, used one minute after the other before noon. */
const withSessions = async (count: number, options?: { readonly versionCheck: boolean }) => {
  const world = await aWorld(options)
  const sessions = Array.from(
    { length: count },
    (_, index): Session => ({
      sessionId: `session-${index}`,
      userId,
      organizationId: "org-1",
      permissions: [],
      tokenHash: "hash",
      previousHash: null,
      rotatedAt: NOON - (count - index) * MINUTE,
      expiresAt: NOON + DAY,
      revokedAt: null,
    }),
  )
  // Stored in another order than that of their use.
  const puts = sessions.toReversed().map((record) => ({ kind: "Session", record }) as const)
  await Effect.runPromise(world.store.commit(seedOf(puts)))
  const open = async () =>
    (await Effect.runPromise(world.store.openSessions(userId, world.time.now))).map(
      ({ value }) => value.sessionId,
    )
  return { world, open }
}

describe("signing in", () => {
  it("opens as many sessions as there may be, and ends none before", async () => {
    const { world, open } = await withSessions(SESSIONS_MAX - 1)
    await world.signedIn(OWNER)
    expect(await open()).toHaveLength(SESSIONS_MAX)
    expect(await open()).toContain("session-0")
  })

  it("then ends the one that was used least recently", async () => {
    const { world, open } = await withSessions(SESSIONS_MAX - 1)
    const first = await world.signedIn(OWNER)
    await world.signedIn(OWNER)
    expect(await open()).toHaveLength(SESSIONS_MAX)
    expect(await open()).not.toContain("session-0")
    expect(await open()).toContain("session-1")
    await world.tokens(refreshTokens(first))
  })

  it("ends all that are too many", async () => {
    const { world, open } = await withSessions(SESSIONS_MAX + 2)
    await world.signedIn(OWNER)
    expect(await open()).toHaveLength(SESSIONS_MAX)
    for (const ended of ["session-0", "session-1", "session-2"]) expect(await open()).not.toContain(ended)
  })

  it("does not count those that are over", async () => {
    const { world, open } = await withSessions(SESSIONS_MAX)
    world.time.now = NOON + DAY
    const kept = await world.signedIn(OWNER)
    expect(await open()).toHaveLength(1)
    await world.signedIn(OWNER)
    await world.tokens(refreshTokens(kept))
  })
})

describe("at the bound, at the same time", () => {
  const bothSignIn = async (versionCheck: boolean) => {
    const { world, open } = await withSessions(SESSIONS_MAX - 1, { versionCheck })
    const first = await world.verified(OWNER)
    const second = await world.verified(OWNER)
    const both = [first, second].map((otp) => signIn({ ...otp, organizationId: null }))
    await world.succeed(Effect.all(both, { concurrency: "unbounded" }))
    return (await open()).length
  }

  it("two sign-ins leave as many as there may be", async () => {
    expect(await bothSignIn(true)).toBe(SESSIONS_MAX)
  })

  it("would leave one too many without the version check", async () => {
    expect(await bothSignIn(false)).toBe(SESSIONS_MAX + 1)
  })
})
