import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { type Authenticate, authenticate } from "../../../src/app/sign-in/authenticate.ts"
import { READ_PERMISSIONS } from "../../../src/core/identity/Permission.ts"
import { BillingStore } from "../../../src/ports/BillingStore.ts"
import { aUser, aWorld, NOON, OWNER, organizations, SECOND, seedOf } from "./support.ts"

const bearer = async (world: Awaited<ReturnType<typeof aWorld>>) =>
  `Bearer ${(await world.signedIn(OWNER)).accessToken}`

const organization = organizations[0]
if (organization === undefined) throw new Error("no organization")

describe("authenticating", () => {
  it("refuses a header that is absent or no bearer token, and any token that is not one of ours", async () => {
    const world = await aWorld()
    const good = await bearer(world)
    const token = good.slice("Bearer ".length)
    const headers = [
      ...[undefined, "", "Bearer", "Bearer ", token, `Basic ${token}`, "Bearer wrong", `${good} x`],
      // Blanks separate, and nothing else does; after a token there is nothing.
      ...[
        `Bearer\t${token}`,
        `Bearer \t${token}`,
        `Bearer \u00a0${token}`,
        `Bearer\n${token}`,
        `${good} `,
        `${good}\n`,
      ],
    ]
    for (const authorization of headers) {
      const call = authenticate({ authorization, organizationId: "org-1", required: "plan:read" })
      expect(await world.refuse(call)).toEqual({ _tag: "AccessTokenInvalid" })
    }
    for (const authorization of [`bearer ${token}`, `Bearer   ${token}`]) {
      const call = authenticate({ authorization, organizationId: "org-1", required: "plan:read" })
      expect(await world.succeed(call)).toMatchObject({ userId: "user-owner" })
    }
  })

  it("refuses a token from its expiry on", async () => {
    const world = await aWorld()
    const call = authenticate({
      authorization: await bearer(world),
      organizationId: "org-1",
      required: "plan:read",
    })
    world.time.now = NOON + 3600 * SECOND - 1
    await world.succeed(call)
    world.time.now += 1
    expect(await world.refuse(call)).toEqual({ _tag: "AccessTokenInvalid" })
  })

  it("refuses a token whose user is gone", async () => {
    const world = await aWorld()
    const authorization = await bearer(world)
    const call = authenticate({ authorization, organizationId: "org-1", required: "plan:read" })
    await world.succeed(call)
    const store = { ...world.store, user: () => Effect.succeed(null) }
    const refusal = await world.refuse(Effect.provideService(call, BillingStore, store))
    expect(refusal).toEqual({ _tag: "AccessTokenInvalid" })
  })

  it("checks token, organization, user, organization's status and permission in this order", async () => {
    const world = await aWorld()
    await world.putUser({
      ...aUser(OWNER),
      memberships: [{ organizationId: "org-1", permissions: READ_PERMISSIONS }],
    })
    const authorization = await bearer(world)
    // Everything is wrong; then one thing after the other is put right.
    await world.putUser({ ...aUser(OWNER), emailVerified: false })
    const inactive = { ...organization, status: "INACTIVE" } as const
    await Effect.runPromise(world.store.commit(seedOf([{ kind: "Organization", record: inactive }])))
    const refusal = async (over: Partial<Authenticate>) =>
      (
        await world.refuse(
          authenticate({ authorization, organizationId: "org-1", required: "invoice:pay", ...over }),
        )
      )._tag
    expect(await refusal({ authorization: "Bearer wrong", organizationId: "org-2" })).toBe(
      "AccessTokenInvalid",
    )
    for (const organizationId of ["org-2", "none", ""]) {
      expect(await refusal({ organizationId })).toBe("OrganizationNotFound")
    }
    expect(await refusal({})).toBe("UserNotVerified")
    await world.putUser(aUser(OWNER))
    expect(await refusal({})).toBe("OrganizationInactive")
    await Effect.runPromise(world.store.commit(seedOf([{ kind: "Organization", record: organization }])))
    expect(await refusal({})).toBe("PermissionMissing")
    await world.succeed(authenticate({ authorization, organizationId: "org-1", required: "invoice:read" }))
  })

  it("refuses who left the organization, at once", async () => {
    const world = await aWorld()
    const authorization = await bearer(world)
    await world.putUser({ ...aUser(OWNER), memberships: [] })
    const call = authenticate({ authorization, organizationId: null, required: "plan:read" })
    expect(await world.refuse(call)).toEqual({ _tag: "OrganizationNotFound", organizationId: "org-1" })
  })

  it("looks at the token and its user alone where no permission is required (GAP-128)", async () => {
    const world = await aWorld()
    const call = authenticate({ authorization: await bearer(world), organizationId: null, required: null })
    const inactive = { ...organization, status: "INACTIVE" } as const
    await Effect.runPromise(world.store.commit(seedOf([{ kind: "Organization", record: inactive }])))
    await world.putUser({ ...aUser(OWNER), emailVerified: false, memberships: [] })
    expect(await world.succeed(call)).toMatchObject({ userId: "user-owner", organizationId: "org-1" })
    const store = { ...world.store, user: () => Effect.succeed(null) }
    expect(await world.refuse(Effect.provideService(call, BillingStore, store))).toEqual({
      _tag: "AccessTokenInvalid",
    })
    world.time.now = NOON + 3600 * SECOND
    expect(await world.refuse(call)).toEqual({ _tag: "AccessTokenInvalid" })
  })
})
