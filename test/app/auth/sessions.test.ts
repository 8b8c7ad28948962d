import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { authenticate } from "../../../src/app/sign-in/authenticate.ts"
import { refreshTokens } from "../../../src/app/sign-in/refreshTokens.ts"
import { signOut } from "../../../src/app/sign-in/signOut.ts"
import { aUser, aWorld, DAY, NOON, OWNER, SECOND } from "./support.ts"

const INVALID = { _tag: "TokenInvalid" }
const REUSED = { _tag: "TokenReused" }

describe("refreshing tokens", () => {
  it("rotates the token at each use, and the access token works", async () => {
    const world = await aWorld()
    const first = await world.signedIn(OWNER)
    world.time.now += DAY
    const second = await world.tokens(refreshTokens(first))
    const third = await world.tokens(refreshTokens(second))
    const seen = new Set([first, second, third].map((tokens) => tokens.refreshToken))
    expect(seen.size).toBe(3)
    const authorization = `Bearer ${third.accessToken}`
    await world.succeed(authenticate({ authorization, organizationId: "org-1", required: "plan:read" }))
  })

  it("ends the family when a spent token comes back", async () => {
    const world = await aWorld()
    const first = await world.signedIn(OWNER)
    const second = await world.tokens(refreshTokens(first))
    const third = await world.tokens(refreshTokens(second))
    const fourth = await world.tokens(refreshTokens(third))
    expect(await world.refuse(refreshTokens(first))).toEqual(REUSED)
    for (const token of [first, second, third, fourth]) {
      expect(await world.refuse(refreshTokens(token))).toEqual(INVALID)
    }
  })

  it("leaves other families of the user alone", async () => {
    const world = await aWorld()
    const stolen = await world.signedIn(OWNER)
    const other = await world.signedIn(OWNER)
    await world.tokens(refreshTokens(stolen))
    world.time.now += 10 * SECOND
    expect(await world.refuse(refreshTokens(stolen))).toEqual(REUSED)
    await world.tokens(refreshTokens(other))
  })

  it("gives the same successor again within ten seconds, for a lost answer", async () => {
    const world = await aWorld()
    const first = await world.signedIn(OWNER)
    const second = await world.tokens(refreshTokens(first))
    world.time.now += 10 * SECOND - 1
    const again = await world.tokens(refreshTokens(first))
    expect(again.refreshToken).toBe(second.refreshToken)
    await world.tokens(refreshTokens(again))
  })

  it("gives all who use one token at the same time the same successor", async () => {
    const world = await aWorld()
    const first = await world.signedIn(OWNER)
    const attempts = Array.from({ length: 5 }, () => Effect.result(refreshTokens(first)))
    const results = await world.succeed(Effect.all(attempts, { concurrency: "unbounded" }))
    const successors = new Set(
      results.map((result) => (Result.isSuccess(result) ? result.success.refreshToken : result.failure._tag)),
    )
    expect(successors.size).toBe(1)
    expect(successors).not.toContain("TokenReused")
    await world.tokens(refreshTokens({ refreshToken: [...successors].join() }))
  })

  it("refuses a token that is unknown, foreign, tampered with, or expired", async () => {
    const world = await aWorld()
    const elsewhere = await (await aWorld()).signedIn(OWNER)
    const first = await world.signedIn(OWNER)
    const { refreshToken } = first
    const forged = `${refreshToken.slice(0, -1)}${refreshToken.endsWith("A") ? "B" : "A"}`
    for (const wrong of ["", ".", "..", "a.b.c", forged, `${refreshToken}.`, elsewhere.refreshToken]) {
      expect(await world.refuse(refreshTokens({ refreshToken: wrong }))).toEqual(INVALID)
    }
    world.time.now = NOON + 30 * DAY - 1
    const second = await world.tokens(refreshTokens(first))
    world.time.now += 30 * DAY
    expect(await world.refuse(refreshTokens(second))).toEqual(INVALID)
  })

  it("grants what the membership still covers of what was granted at sign-in", async () => {
    const world = await aWorld()
    const first = await world.signedIn(OWNER)
    const membership = {
      organizationId: "org-1",
      permissions: ["subscription:write", "invoice:read"],
    } as const
    await world.putUser({ ...aUser(OWNER), memberships: [membership] })
    const { accessToken } = await world.tokens(refreshTokens(first))
    const call = { authorization: `Bearer ${accessToken}`, organizationId: "org-1", required: "plan:read" }
    expect(await world.refuse(authenticate(call as Parameters<typeof authenticate>[0]))).toEqual({
      _tag: "PermissionMissing",
      required: "plan:read",
    })
    const caller = await world.succeed(authenticate({ ...call, required: "subscription:read" }))
    expect(caller.permissions).toEqual(["subscription:read", "subscription:write", "invoice:read"])
  })

  it("refuses a user that left the organization, and the session survives a return", async () => {
    const world = await aWorld()
    const first = await world.signedIn(OWNER)
    await world.putUser({ ...aUser(OWNER), memberships: [] })
    expect(await world.refuse(refreshTokens(first))).toEqual(INVALID)
    await world.putUser(aUser(OWNER))
    await world.tokens(refreshTokens(first))
  })
})

describe("signing out", () => {
  it("ends the family, once and again, by any of its tokens", async () => {
    for (const spent of [false, true]) {
      const world = await aWorld()
      const first = await world.signedIn(OWNER)
      const second = await world.tokens(refreshTokens(first))
      const token = spent ? first : second
      await world.succeed(signOut(token))
      await world.succeed(signOut(token))
      expect(await world.refuse(refreshTokens(second))).toEqual(INVALID)
      expect(await world.refuse(refreshTokens(first))).toEqual(INVALID)
    }
  })

  it("succeeds for a token that nobody made", async () => {
    const world = await aWorld()
    await world.succeed(signOut({ refreshToken: "a.b.c" }))
  })
})
