// Changing a user who signs in: what its tokens are still good for, and which address it signs in with.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { updateOrganization } from "../../../src/app/provisioning/updateOrganization.ts"
import { type UpdateUser, updateUser } from "../../../src/app/provisioning/updateUser.ts"
import { authenticate } from "../../../src/app/sign-in/authenticate.ts"
import { refreshTokens } from "../../../src/app/sign-in/refreshTokens.ts"
import { aUser, aWorld, MULTI, OWNER } from "./support.ts"

const userId = "user-owner"
const call = ({ accessToken }: { readonly accessToken: string }, required: "plan:read" | "coupon:read") =>
  authenticate({ authorization: `Bearer ${accessToken}`, organizationId: "org-1", required })

describe("a user that is changed", () => {
  it("without a membership is out at once, and back with it", async () => {
    const world = await aWorld()
    const tokens = await world.signedIn(OWNER)
    await world.succeed(updateUser({ userId, memberships: [] }))
    expect(await world.refuse(call(tokens, "plan:read"))).toMatchObject({ _tag: "OrganizationNotFound" })
    expect(await world.refuse(refreshTokens(tokens))).toEqual({ _tag: "TokenInvalid" })
    await world.succeed(updateUser({ userId, memberships: aUser(OWNER).memberships }))
    await world.tokens(refreshTokens(tokens))
  })

  it("loses a permission with the next access token", async () => {
    const world = await aWorld()
    const tokens = await world.signedIn(OWNER)
    const permissions = ["plan:read"] as const
    await world.succeed(updateUser({ userId, memberships: [{ organizationId: "org-1", permissions }] }))
    await world.succeed(call(tokens, "coupon:read"))
    const next = await world.tokens(refreshTokens(tokens))
    expect(await world.refuse(call(next, "coupon:read"))).toMatchObject({ _tag: "PermissionMissing" })
    await world.succeed(call(next, "plan:read"))
  })

  it("signs in by its new address, which has to be verified, and by the old one no more", async () => {
    const world = await aWorld()
    const changed = await world.succeed(updateUser({ userId, email: " Ana@Example.com" }))
    expect(changed).toEqual({ ...aUser(OWNER), email: "ana@example.com", emailVerified: false })
    await world.signedIn("ana@example.com")
    expect((await world.succeed(world.store.userByEmail("ana@example.com")))?.value.emailVerified).toBe(true)
    await expect(world.signedIn(OWNER)).rejects.toThrow()
    const kept = await world.succeed(updateUser({ userId, email: "eva@example.com", emailVerified: true }))
    expect(kept.emailVerified).toBe(true)
    expect((await world.succeed(updateUser({ userId, memberships: [] }))).emailVerified).toBe(true)
  })

  it("is refused and leaves no trace", async () => {
    const world = await aWorld()
    const refused = async (change: Partial<UpdateUser>) => world.refuse(updateUser({ userId, ...change }))
    expect(await refused({ email: MULTI.toUpperCase() })).toEqual({
      _tag: "AlreadyExists",
      kind: "user",
      id: "user-multi",
    })
    expect(await refused({ userId: "none", email: MULTI })).toEqual({ _tag: "UserNotFound", userId: "none" })
    expect(await refused({ email: "ana" })).toMatchObject({ _tag: "InvalidUser", member: "email" })
    const none = { organizationId: "none", permissions: [] }
    expect(await refused({ memberships: [none] })).toEqual({
      _tag: "OrganizationNotFound",
      organizationId: "none",
    })
    expect(await refused({ memberships: [none, none] })).toMatchObject({ reason: "DUPLICATE" })
    expect(await world.succeed(world.store.user(userId))).toEqual({ value: aUser(OWNER), version: 0 })
  })

  it("gives an address to one of two who take it at the same time", async () => {
    const world = await aWorld()
    const email = "ana@example.com"
    const takers = ["user-owner", "user-multi", "user-new"].map((id) =>
      Effect.result(updateUser({ userId: id, email })),
    )
    const results = await world.succeed(Effect.all(takers, { concurrency: "unbounded" }))
    const tags = results.map((result) => (Result.isSuccess(result) ? "ok" : result.failure._tag))
    expect(tags.sort()).toEqual(["AlreadyExists", "AlreadyExists", "ok"])
  })
})

describe("an organization that is made INACTIVE", () => {
  it("can be called by nobody, until it is ACTIVE again", async () => {
    const world = await aWorld()
    const tokens = await world.signedIn(OWNER)
    await world.succeed(updateOrganization({ organizationId: "org-1", status: "INACTIVE" }))
    expect(await world.refuse(call(tokens, "plan:read"))).toEqual({
      _tag: "OrganizationInactive",
      organizationId: "org-1",
    })
    await world.succeed(updateOrganization({ organizationId: "org-1", status: "ACTIVE" }))
    await world.succeed(call(tokens, "plan:read"))
  })
})
