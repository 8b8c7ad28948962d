import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { defaultSeed } from "../../../simulator/adapters/seed/defaultSeed.ts"
import { commitOfSeed, type Seed } from "../../../simulator/adapters/seed/Seed.ts"

const fault = (seed: Seed) => {
  const commit = commitOfSeed(seed, 0)
  return Result.isFailure(commit) ? `${commit.failure.path}: ${commit.failure.reason}` : null
}

const [plan, ...plans] = defaultSeed.plans as [Seed["plans"][0], ...Seed["plans"]]
const [user, ...users] = defaultSeed.users as [Seed["users"][0], ...Seed["users"]]
const [coupon, ...coupons] = defaultSeed.coupons as [Seed["coupons"][0], ...Seed["coupons"]]

describe("the default seed", () => {
  it("is sound", () => {
    expect(fault(defaultSeed)).toBeNull()
  })

  it("has plans of both intervals and currencies, each metering all three ways", () => {
    expect(defaultSeed.plans.map(({ name, status }) => [name, status])).toEqual([
      ["Starter", "ACTIVE"],
      ["Pro", "ACTIVE"],
      ["Scale", "ACTIVE"],
      ["Legacy", "INACTIVE"],
      ["Team", "ACTIVE"],
    ])
    for (const { intervals, prices } of defaultSeed.plans) {
      expect(intervals.map(({ interval, currency }) => `${interval} ${currency}`)).toEqual([
        "MONTHLY BRL",
        "YEARLY BRL",
        "MONTHLY USD",
        "YEARLY USD",
      ])
      expect(prices.map(({ meter, model, currency }) => `${meter} ${model} ${currency}`)).toEqual(
        ["BRL", "USD"].flatMap((currency) => [
          `tokens PACKAGE ${currency}`,
          `messages STANDARD ${currency}`,
          `api_calls GRADUATED ${currency}`,
        ]),
      )
    }
  })

  it("has ids of its own block, each once", () => {
    const ids = [
      ...defaultSeed.organizations.map(({ organizationId }) => organizationId),
      ...defaultSeed.users.map(({ userId }) => userId),
      ...defaultSeed.plans.flatMap(({ planId, intervals }) => [planId, ...intervals.map(({ id }) => id)]),
      ...defaultSeed.coupons.map(({ couponId }) => couponId),
    ]
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^0190a000-0000-7000-8000-0{9}[0-9]{3}$/)
  })
})

describe("a seed", () => {
  it.each<[string, Partial<Seed>]>([
    ["plans.0.name: EMPTY", { plans: [{ ...plan, name: "" }, ...plans] }],
    ["plans.0.intervals: NO_INTERVALS", { plans: [{ ...plan, intervals: [] }, ...plans] }],
    ["plans.5.planId: DUPLICATE", { plans: [plan, ...plans, { ...plan, name: "Again" }] }],
    ["organizations: EMPTY", { organizations: [] }],
    ["organizations.3.organizationId: DUPLICATE", twice("organizations")],
    ["users.6.userId: DUPLICATE", twice("users")],
    ["users.6.email: DUPLICATE", { users: [user, ...users, { ...user, userId: "other" }] }],
    [
      "users.6.email: DUPLICATE",
      { users: [user, ...users, { ...user, userId: "other", email: user.email.toUpperCase() }] },
    ],
    ["coupons.6.couponId: DUPLICATE", twice("coupons")],
    ["coupons.6.code: DUPLICATE", { coupons: [coupon, ...coupons, { ...coupon, couponId: "other" }] }],
    [
      "users.0.memberships.0.organizationId: UNKNOWN",
      { users: [{ ...user, memberships: [{ organizationId: "gone", permissions: [] }] }] },
    ],
    ["coupons.0.planIds.1: UNKNOWN", { coupons: [{ ...coupon, planIds: [plan.planId, "gone"] }] }],
  ])("is none with %s", (expected, change) => {
    expect(fault({ ...defaultSeed, ...change })).toBe(expected)
  })
})

function twice(list: "organizations" | "users" | "coupons"): Partial<Seed> {
  return { [list]: [...defaultSeed[list], defaultSeed[list][0]] }
}
