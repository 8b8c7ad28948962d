import { describe, expect, it } from "vitest"
import { viewProfile } from "../../../src/app/sign-in/viewProfile.ts"
import { ALL_PERMISSIONS } from "../../../src/core/identity/Permission.ts"
import { aUser, aWorld, MULTI, NEW } from "./support.ts"

describe("the profile", () => {
  it("names the organizations in the order of the memberships, with what each grants", async () => {
    const world = await aWorld()
    const memberships = [
      { organizationId: "org-3", permissions: ["plan:read"] as const },
      { organizationId: "org-1", permissions: ALL_PERMISSIONS },
    ]
    await world.putUser({ ...aUser(MULTI), memberships })
    expect(await world.succeed(viewProfile("user-multi"))).toEqual({
      userId: "user-multi",
      email: MULTI,
      emailVerified: true,
      organizations: [
        { organizationId: "org-3", name: "Three", permissions: ["plan:read"] },
        { organizationId: "org-1", name: "One", permissions: ALL_PERMISSIONS },
      ],
    })
  })

  it("leaves out a membership whose organization there is not", async () => {
    const world = await aWorld()
    const lost = { organizationId: "org-9", permissions: ALL_PERMISSIONS }
    await world.putUser({ ...aUser(NEW), memberships: [lost] })
    expect(await world.succeed(viewProfile("user-new"))).toEqual({
      userId: "user-new",
      email: NEW,
      emailVerified: false,
      organizations: [],
    })
  })

  it("of a user who is gone there is none", async () => {
    const world = await aWorld()
    expect(await world.refuse(viewProfile("user-gone"))).toEqual({
      _tag: "UserNotFound",
      userId: "user-gone",
    })
  })
})
