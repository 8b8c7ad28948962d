import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { authenticate } from "../../../src/app/sign-in/authenticate.ts"
import { refreshTokens } from "../../../src/app/sign-in/refreshTokens.ts"
import { signOut } from "../../../src/app/sign-in/signOut.ts"
import { switchOrganization } from "../../../src/app/sign-in/switchOrganization.ts"
import type { Tokens } from "../../../src/app/sign-in/tokens.ts"
import { ALL_PERMISSIONS } from "../../../src/core/identity/Permission.ts"
import { SESSIONS_MAX } from "../../../src/core/identity/Session.ts"
import { aUser, aWorld, MULTI, OWNER } from "./support.ts"

const switchTo = (organizationId: string, userId = "user-multi") =>
  switchOrganization({ userId, organizationId })
type World = Awaited<ReturnType<typeof aWorld>>

const callerOf = (world: World, { accessToken }: Tokens, required: "plan:read" | null = null) =>
  world.succeed(authenticate({ authorization: `Bearer ${accessToken}`, organizationId: null, required }))

describe("switching the organization", () => {
  it("gives tokens there, with what the membership there grants", async () => {
    const world = await aWorld()
    const { memberships } = aUser(MULTI)
    const reader = { organizationId: "org-2", permissions: ["plan:read", "coupon:read"] as const }
    await world.putUser({ ...aUser(MULTI), memberships: [...memberships.slice(0, 1), reader] })
    const here = await world.signedIn(MULTI, "org-1")
    const there = await world.tokens(switchTo("org-2"))
    expect(there.expiresIn).toBe(3600)
    expect(await callerOf(world, there)).toEqual({ userId: "user-multi", ...reader })
    expect(await callerOf(world, here)).toMatchObject({
      organizationId: "org-1",
      permissions: ALL_PERMISSIONS,
    })
    const back = await world.tokens(switchTo("org-1"))
    expect((await callerOf(world, back)).permissions).toEqual(ALL_PERMISSIONS)
  })

  it("begins a session of its own: each can be refreshed and ended without the other", async () => {
    const world = await aWorld()
    const here = await world.signedIn(MULTI, "org-1")
    const there = await world.tokens(switchTo("org-2"))
    const next = await world.tokens(refreshTokens(there))
    expect((await callerOf(world, next)).organizationId).toBe("org-2")
    await world.succeed(signOut(here))
    expect(await world.refuse(refreshTokens(here))).toEqual({ _tag: "TokenInvalid" })
    await world.tokens(refreshTokens(next))
  })

  it("to the organization that the user is in already is another session there", async () => {
    const world = await aWorld()
    const first = await world.signedIn(OWNER)
    const second = await world.tokens(switchTo("org-1", "user-owner"))
    expect(second.refreshToken).not.toBe(first.refreshToken)
    await world.tokens(refreshTokens(first))
  })

  it("to an inactive organization is possible, and no call there is", async () => {
    const world = await aWorld()
    const dormant = { organizationId: "org-3", permissions: ALL_PERMISSIONS }
    await world.putUser({ ...aUser(OWNER), memberships: [...aUser(OWNER).memberships, dormant] })
    const there = await world.tokens(switchTo("org-3", "user-owner"))
    const authorization = `Bearer ${there.accessToken}`
    expect(
      await world.refuse(authenticate({ authorization, organizationId: null, required: "plan:read" })),
    ).toMatchObject({ _tag: "OrganizationInactive" })
  })

  it.each([
    ["another user's organization", "org-2", "user-owner", "OrganizationNotFound"],
    ["no organization at all", "org-9", "user-owner", "OrganizationNotFound"],
    ["a user who is gone", "org-1", "user-gone", "AccessTokenInvalid"],
  ])("to %s is refused and opens nothing", async (_, organizationId, userId, tag) => {
    const world = await aWorld()
    expect(await world.refuse(switchTo(organizationId, userId))).toMatchObject({ _tag: tag })
    expect(await Effect.runPromise(world.store.openSessions(userId, world.time.now))).toEqual([])
  })

  it("a hundred times and more leaves a hundred sessions (GAP-99)", async () => {
    const world = await aWorld()
    const first = await world.tokens(switchTo("org-1"))
    world.time.now += 1
    for (let count = 0; count < SESSIONS_MAX; count++) await world.tokens(switchTo("org-2"))
    const open = await Effect.runPromise(world.store.openSessions("user-multi", world.time.now))
    expect(open).toHaveLength(SESSIONS_MAX)
    expect(await world.refuse(refreshTokens(first))).toEqual({ _tag: "TokenInvalid" })
  })

  it("at the same time as the membership ends gives no tokens that outlive it", async () => {
    const world = await aWorld()
    const there = await world.tokens(switchTo("org-2"))
    await world.putUser({ ...aUser(MULTI), memberships: aUser(MULTI).memberships.slice(0, 1) })
    expect(await world.refuse(refreshTokens(there))).toEqual({ _tag: "TokenInvalid" })
    expect(await world.refuse(switchTo("org-2"))).toMatchObject({ _tag: "OrganizationNotFound" })
  })
})
