import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { endSession } from "../../../src/app/sessions/endSession.ts"
import { listSessions } from "../../../src/app/sessions/listSessions.ts"
import { authenticate } from "../../../src/app/sign-in/authenticate.ts"
import { refreshTokens } from "../../../src/app/sign-in/refreshTokens.ts"
import { signOut } from "../../../src/app/sign-in/signOut.ts"
import { switchOrganization } from "../../../src/app/sign-in/switchOrganization.ts"
import type { Tokens } from "../../../src/app/sign-in/tokens.ts"
import { ALL_PERMISSIONS } from "../../../src/core/identity/Permission.ts"
import { aUser, aWorld, DAY, MULTI, NOON, OWNER } from "./support.ts"

type World = Awaited<ReturnType<typeof aWorld>>

const callerOf = (world: World, { accessToken }: Tokens, required: "plan:read" | null = null) =>
  world.succeed(authenticate({ authorization: `Bearer ${accessToken}`, organizationId: null, required }))

/** Switches with an access token, as a call does. */
const switchWith = ({ accessToken }: Pick<Tokens, "accessToken">, organizationId: string) =>
  Effect.flatMap(
    authenticate({ authorization: `Bearer ${accessToken}`, organizationId: null, required: null }),
    ({ userId, sessionId }) => switchOrganization({ userId, sessionId, organizationId }),
  )

const sessionsOf = (world: World, userId: string) => world.succeed(listSessions({ userId }))

describe("switching the organization", () => {
  it("gives tokens there, with what the sign-in granted and the membership there covers", async () => {
    const world = await aWorld()
    const { memberships } = aUser(MULTI)
    const reader = { organizationId: "org-2", permissions: ["plan:read", "coupon:read"] as const }
    await world.putUser({ ...aUser(MULTI), memberships: [...memberships.slice(0, 1), reader] })
    const here = await world.signedIn(MULTI, "org-1")
    const there = await world.tokens(switchWith(here, "org-2"))
    expect(there.expiresIn).toBe(3600)
    expect(await callerOf(world, there)).toMatchObject({ userId: "user-multi", ...reader })
    expect(await callerOf(world, here)).toMatchObject({
      organizationId: "org-1",
      permissions: ALL_PERMISSIONS,
    })
    const back = await world.tokens(switchWith(there, "org-1"))
    expect((await callerOf(world, back)).permissions).toEqual(ALL_PERMISSIONS)
  })

  it("never grants more than the sign-in did, nor does a refresh after it", async () => {
    const world = await aWorld()
    const few = { organizationId: "org-1", permissions: ["plan:read"] as const }
    await world.putUser({ ...aUser(MULTI), memberships: [few, ...aUser(MULTI).memberships.slice(1)] })
    const there = await world.tokens(switchWith(await world.signedIn(MULTI, "org-1"), "org-2"))
    expect((await callerOf(world, there)).permissions).toEqual(["plan:read"])
    const next = await world.tokens(refreshTokens(there))
    expect(await callerOf(world, next)).toMatchObject({
      organizationId: "org-2",
      permissions: ["plan:read"],
    })
  })

  it("stays in its session, which ends when it would have ended without", async () => {
    const world = await aWorld()
    const here = await world.signedIn(MULTI, "org-1")
    const [before] = await sessionsOf(world, "user-multi")
    world.time.now += 1_800_000
    const there = await world.tokens(switchWith(here, "org-2"))
    expect(await sessionsOf(world, "user-multi")).toEqual([
      { ...before, organizationId: "org-2", rotatedAt: world.time.now },
    ])
    expect((await callerOf(world, there)).sessionId).toBe(before?.sessionId)
    world.time.now = NOON + 30 * DAY
    expect(await world.refuse(refreshTokens(there))).toEqual({ _tag: "TokenInvalid" })
  })

  it("ends the session when the token that it took the place of comes back", async () => {
    const world = await aWorld()
    const here = await world.signedIn(MULTI, "org-1")
    const taken = await world.tokens(switchWith(here, "org-2"))
    expect(await world.refuse(refreshTokens(here))).toEqual({ _tag: "TokenReused" })
    expect(await world.refuse(refreshTokens(taken))).toEqual({ _tag: "TokenInvalid" })
    expect(await world.refuse(switchWith(taken, "org-1"))).toEqual({ _tag: "AccessTokenInvalid" })
  })

  it.each<[string, (world: World, tokens: Tokens) => Promise<unknown>]>([
    ["signed out", (world, tokens) => world.succeed(signOut(tokens))],
    [
      "ended by its user",
      async (world, tokens) => {
        const { userId, sessionId } = await callerOf(world, tokens)
        await world.succeed(endSession({ userId, sessionId: sessionId ?? "" }))
      },
    ],
  ])("is refused to a session that was %s, while its access token lasts", async (_, end) => {
    const world = await aWorld()
    const here = await world.signedIn(MULTI, "org-1")
    await end(world, here)
    expect(await world.refuse(switchWith(here, "org-2"))).toEqual({ _tag: "AccessTokenInvalid" })
    expect((await callerOf(world, here, "plan:read")).organizationId).toBe("org-1")
    expect(await sessionsOf(world, "user-multi")).toEqual([])
  })

  it.each([
    ["of none", null],
    ["that nobody has", "session-9"],
  ])("is refused to a token of a session %s", async (_, sessionId) => {
    const world = await aWorld()
    const refusal = switchOrganization({ userId: "user-multi", sessionId, organizationId: "org-2" })
    expect(await world.refuse(refusal)).toEqual({ _tag: "AccessTokenInvalid" })
    expect(await sessionsOf(world, "user-multi")).toEqual([])
  })

  it("is refused to a session of somebody else", async () => {
    const world = await aWorld()
    await world.signedIn(MULTI, "org-1")
    const sessionId = (await sessionsOf(world, "user-multi"))[0]?.sessionId ?? ""
    const taking = switchOrganization({ userId: "user-owner", sessionId, organizationId: "org-1" })
    expect(await world.refuse(taking)).toEqual({ _tag: "AccessTokenInvalid" })
  })

  it("of one session at the same time leaves one token that goes on", async () => {
    const world = await aWorld()
    const here = await world.signedIn(MULTI, "org-1")
    const calls = ["org-1", "org-2", "org-1"].map((organizationId) => switchWith(here, organizationId))
    const given = await world.succeed(Effect.all(calls, { concurrency: "unbounded" }))
    expect(new Set(given.map(({ refreshToken }) => refreshToken)).size).toBe(3)
    const [{ organizationId } = { organizationId: "" }] = await sessionsOf(world, "user-multi")
    const answers = []
    for (const tokens of given) answers.push(await world.run(refreshTokens(tokens)))
    expect(["org-1", "org-2"]).toContain(organizationId)
    expect(answers.filter(({ _tag }) => _tag === "Success").length).toBeLessThanOrEqual(1)
  })

  it("to an inactive organization is possible, and no call there is", async () => {
    const world = await aWorld()
    const dormant = { organizationId: "org-3", permissions: ALL_PERMISSIONS }
    await world.putUser({ ...aUser(OWNER), memberships: [...aUser(OWNER).memberships, dormant] })
    const there = await world.tokens(switchWith(await world.signedIn(OWNER, "org-1"), "org-3"))
    const authorization = `Bearer ${there.accessToken}`
    expect(
      await world.refuse(authenticate({ authorization, organizationId: null, required: "plan:read" })),
    ).toMatchObject({ _tag: "OrganizationInactive" })
  })

  it.each([
    ["another user's organization", "org-2"],
    ["no organization at all", "org-9"],
  ])("to %s is refused and changes nothing", async (_, organizationId) => {
    const world = await aWorld()
    const here = await world.signedIn(OWNER)
    const before = await sessionsOf(world, "user-owner")
    expect(await world.refuse(switchWith(here, organizationId))).toMatchObject({
      _tag: "OrganizationNotFound",
    })
    expect(await sessionsOf(world, "user-owner")).toEqual(before)
    await world.tokens(refreshTokens(here))
  })

  it("at the same time as the membership ends gives no tokens that outlive it", async () => {
    const world = await aWorld()
    const there = await world.tokens(switchWith(await world.signedIn(MULTI, "org-1"), "org-2"))
    await world.putUser({ ...aUser(MULTI), memberships: aUser(MULTI).memberships.slice(0, 1) })
    expect(await world.refuse(refreshTokens(there))).toEqual({ _tag: "TokenInvalid" })
    expect(await world.refuse(switchWith(there, "org-2"))).toMatchObject({
      _tag: "OrganizationNotFound",
    })
  })
})

describe("the sessions of a user", () => {
  it("are listed, the one used last first, without the hashes of their tokens", async () => {
    const world = await aWorld()
    const first = await world.signedIn(MULTI, "org-1")
    world.time.now += 1000
    await world.signedIn(MULTI, "org-2")
    world.time.now += 1000
    await world.tokens(refreshTokens(first))
    await world.signedIn(OWNER)
    const listed = await sessionsOf(world, "user-multi")
    expect(listed.map(({ organizationId, rotatedAt }) => [organizationId, rotatedAt])).toEqual([
      ["org-1", NOON + 2000],
      ["org-2", NOON + 1000],
    ])
    for (const session of listed) {
      expect(Object.keys(session).sort()).toEqual([
        "expiresAt",
        "organizationId",
        "permissions",
        "rotatedAt",
        "sessionId",
      ])
    }
  })

  it("end one by one, again too, and never by another user", async () => {
    const world = await aWorld()
    const lost = await world.signedIn(MULTI, "org-1")
    const { userId, sessionId } = await callerOf(world, lost)
    const kept = await world.signedIn(MULTI, "org-2")
    await world.succeed(endSession({ userId: "user-owner", sessionId: sessionId ?? "" }))
    expect(await sessionsOf(world, userId)).toHaveLength(2)
    for (const id of [sessionId ?? "", sessionId ?? "", "session-9"]) {
      await world.succeed(endSession({ userId, sessionId: id }))
    }
    expect(await world.refuse(refreshTokens(lost))).toEqual({ _tag: "TokenInvalid" })
    await world.tokens(refreshTokens(kept))
    expect(await sessionsOf(world, userId)).toHaveLength(1)
  })
})
