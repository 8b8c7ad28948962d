import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Access from "../../../src/core/identity/Access.ts"
import { ALL_PERMISSIONS } from "../../../src/core/identity/Permission.ts"
import { runs } from "../../support/runs.ts"

const one: Access.Organization = { organizationId: "org-1", name: "One", currency: "BRL", status: "ACTIVE" }
const two: Access.Organization = { organizationId: "org-2", name: "Two", currency: "USD", status: "ACTIVE" }
const inOne: Access.Membership = { organizationId: "org-1", permissions: ALL_PERMISSIONS }
const inTwo: Access.Membership = { organizationId: "org-2", permissions: ["plan:read"] }
const user: Access.User = {
  userId: "user-1",
  email: "owner@example.com",
  emailVerified: true,
  memberships: [inOne],
}

type Request = Parameters<typeof Access.authorize>[0]
const request = (over: Partial<Request> = {}): Request => ({
  caller: { userId: "user-1", organizationId: "org-1", permissions: ["plan:read"] },
  user,
  organization: one,
  pathOrganizationId: "org-1",
  required: "plan:read",
  ...over,
})
const notFound = (organizationId: string | null) =>
  Result.fail({ _tag: "OrganizationNotFound", organizationId })

/** Every way to fail one check, by the order of GAP-70: what is found first is said. */
const faults: ReadonlyArray<{
  readonly name: string
  readonly refusal: Access.AccessRejection
  readonly break: (request: Request) => Request
}> = [
  {
    name: "the organization's record is missing",
    refusal: { _tag: "OrganizationNotFound", organizationId: "org-1" },
    break: (good) => ({ ...good, organization: null }),
  },
  {
    name: "the membership is gone",
    refusal: { _tag: "OrganizationNotFound", organizationId: "org-1" },
    break: (good) => ({ ...good, user: { ...good.user, memberships: [inTwo] } }),
  },
  {
    name: "the user is not verified",
    refusal: { _tag: "UserNotVerified", userId: "user-1" },
    break: (good) => ({ ...good, user: { ...good.user, emailVerified: false } }),
  },
  {
    name: "the organization is inactive",
    refusal: { _tag: "OrganizationInactive", organizationId: "org-1" },
    break: (good) => ({
      ...good,
      organization: good.organization && { ...good.organization, status: "INACTIVE" },
    }),
  },
  {
    name: "the permission is missing",
    refusal: { _tag: "PermissionMissing", required: "invoice:pay" },
    break: (good) => ({ ...good, required: "invoice:pay" }),
  },
]

describe("authorize", () => {
  it.each(["org-1", null])("succeeds when nothing is wrong, path: %s", (pathOrganizationId) => {
    expect(Access.authorize(request({ pathOrganizationId }))).toEqual(Result.succeed(undefined))
  })

  it.each(faults)("refuses when $name", ({ refusal, break: breaks }) => {
    expect(Access.authorize(breaks(request()))).toEqual(Result.fail(refusal))
    expect(Access.authorize(breaks(request({ pathOrganizationId: null })))).toEqual(Result.fail(refusal))
  })

  it("GAP-70: of any set of faults the first in order is told", () => {
    for (let chosen = 1; chosen < 2 ** faults.length; chosen++) {
      const present = faults.filter((_, index) => chosen & (2 ** index))
      const broken = present.reduce((good, fault) => fault.break(good), request())
      expect(Access.authorize(broken)).toEqual(Result.fail(present[0]?.refusal))
    }
  })

  it("GAP-18: another organization's path is not found, never forbidden, also for a member of it", () => {
    const member = { ...user, memberships: [inOne, inTwo] }
    for (const each of [user, member]) {
      for (const organization of [one, two, null]) {
        const other = request({
          user: each,
          organization,
          pathOrganizationId: "org-2",
          required: "invoice:pay",
        })
        expect(Access.authorize(other)).toEqual(notFound("org-2"))
      }
    }
  })

  it("who belongs to several acts in the token's", () => {
    const member = { ...user, memberships: [inTwo, inOne] }
    expect(Result.isSuccess(Access.authorize(request({ user: member })))).toBe(true)
  })

  it("an organization of which the wrong record was loaded is not found", () => {
    expect(Access.authorize(request({ organization: two }))).toEqual(notFound("org-1"))
  })

  it("the token's permissions decide: the membership's neither add to them nor take away", () => {
    const narrow = { ...user, memberships: [{ ...inOne, permissions: [] }] }
    expect(Result.isSuccess(Access.authorize(request({ user: narrow })))).toBe(true)
    expect(Access.authorize(request({ required: "invoice:pay" }))).toEqual(
      Result.fail({ _tag: "PermissionMissing", required: "invoice:pay" }),
    )
  })

  it("the four permissions of the specification walk its whole flow", () => {
    const permissions = ["plan:read", "subscription:write", "payment_method:write", "invoice:pay"] as const
    const caller = { userId: "user-1", organizationId: "org-1", permissions }
    for (const required of [...permissions, "subscription:read", "invoice:read"] as const) {
      expect(Result.isSuccess(Access.authorize(request({ caller, required })))).toBe(true)
    }
  })
})

describe("selectOrganization (GAP-17)", () => {
  const select = (
    memberships: ReadonlyArray<Access.Membership>,
    requested: string | null,
    organizations = [two, one],
  ) => Access.selectOrganization({ user: { ...user, memberships }, organizations, requested })

  it("the only membership needs no request", () => {
    expect(select([inOne], null)).toEqual(Result.succeed(inOne))
    expect(select([inOne], "org-1")).toEqual(Result.succeed(inOne))
  })

  it("of several one must be requested; they are listed with their names, as the user has them", () => {
    expect(select([inOne, inTwo], null)).toEqual(
      Result.fail({
        _tag: "OrganizationSelectionRequired",
        organizations: [
          { organizationId: "org-1", name: "One" },
          { organizationId: "org-2", name: "Two" },
        ],
      }),
    )
    expect(select([inOne, inTwo], "org-2")).toEqual(Result.succeed(inTwo))
  })

  it("one that the user does not belong to is not found, whether or not it exists", () => {
    expect(select([inOne], "org-2")).toEqual(notFound("org-2"))
    expect(select([inOne], "org-9")).toEqual(notFound("org-9"))
    expect(select([inOne, inTwo], "org-9")).toEqual(notFound("org-9"))
  })

  it("without any membership none is found", () => {
    expect(select([], null)).toEqual(notFound(null))
    expect(select([], "org-1")).toEqual(notFound("org-1"))
  })

  it("a membership without a record does not count", () => {
    expect(select([inOne, inTwo], null, [one])).toEqual(Result.succeed(inOne))
    expect(select([inTwo], "org-2", [one])).toEqual(notFound("org-2"))
    expect(select([inTwo], null, [one])).toEqual(notFound(null))
  })

  it("an inactive organization can be selected; calls in it are refused", () => {
    const inactive: Access.Organization = { ...one, status: "INACTIVE" }
    expect(select([inOne], null, [inactive])).toEqual(Result.succeed(inOne))
    expect(Access.authorize(request({ organization: inactive }))).toEqual(
      Result.fail({ _tag: "OrganizationInactive", organizationId: "org-1" }),
    )
  })

  it("what it succeeds with is one of the user's, and the requested one if one was", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"))
    const requests = fc.constantFrom(null, "a", "b", "c", "d", "e")
    fc.assert(
      fc.property(ids, requests, ids, (held, requested, known) => {
        const memberships = held.map((organizationId) => ({ organizationId, permissions: [] }))
        const organizations = known.map((organizationId) => ({ ...one, organizationId }))
        const selected = Access.selectOrganization({
          user: { ...user, memberships },
          organizations,
          requested,
        })
        const own = held.filter((id) => known.includes(id))
        const possible = requested === null ? own : own.filter((id) => id === requested)
        if (Result.isSuccess(selected)) expect([selected.success.organizationId]).toEqual(possible)
        else if (selected.failure._tag === "OrganizationNotFound") expect(possible).toEqual([])
        else
          expect([requested, selected.failure.organizations.length]).toEqual([null, Math.max(own.length, 2)])
      }),
      { numRuns: runs(2000), examples: [[["a", "b"], null, ["a", "b"]]] },
    )
  })
})

describe("verifyEmail (GAP-19)", () => {
  it("validating an OTP of the address verifies it; twice is once", () => {
    const unverified = { ...user, emailVerified: false }
    expect(Access.verifyEmail(unverified)).toEqual(user)
    expect(Access.verifyEmail(user)).toBe(user)
    expect(Access.authorize(request({ user: unverified }))).toEqual(
      Result.fail({ _tag: "UserNotVerified", userId: "user-1" }),
    )
  })
})

describe("an organization before it is created", () => {
  it("has a name and a currency that there is", () => {
    expect(Access.checkOrganization(one)).toEqual(Result.succeed(one))
    const refused = (member: string, value: string) =>
      Result.fail({ _tag: "InvalidOrganization", member, value })
    expect(Access.checkOrganization({ ...one, name: "" })).toEqual(refused("name", ""))
    expect(Access.checkOrganization({ ...one, currency: "brl" })).toEqual(refused("currency", "brl"))
  })
})

describe("a user before it is created", () => {
  it.each([
    ["of one organization", user],
    ["of two", { ...user, memberships: [inOne, inTwo] }],
    ["of none", { ...user, memberships: [] }],
  ])("%s is sound", (_, sound) => {
    expect(Access.checkUser(sound)).toEqual(Result.succeed(sound))
  })

  const unknown = ["plan:read", "plan:write"] as ReadonlyArray<"plan:read">
  it.each([
    ["no address", { ...user, email: "" }, "email", "NOT_AN_ADDRESS"],
    ["what is no address", { ...user, email: "ana at example.com" }, "email", "NOT_AN_ADDRESS"],
    ["an address that no database takes", { ...user, email: "a\0@example.com" }, "email", "NOT_AN_ADDRESS"],
    [
      "an organization twice",
      { ...user, memberships: [inOne, inTwo, inOne] },
      "memberships.2.organizationId",
      "DUPLICATE",
    ],
    [
      "a permission that there is not",
      { ...user, memberships: [inTwo, { ...inOne, permissions: unknown }] },
      "memberships.1.permissions.1",
      "UNKNOWN",
    ],
  ])("with %s is refused at the member", (_, wrong, member, reason) => {
    expect(Access.checkUser(wrong)).toEqual(Result.fail({ _tag: "InvalidUser", member, reason }))
  })
})
