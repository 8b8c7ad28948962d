// Records that operators make: an id, an address or a code belongs to the first who took it, and what is no record
// leaves no trace.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  type BillingStore,
  type CreateOrganization,
  type CreateUser,
  createOrganization,
  createSubscription,
  createUser,
  type DefineCoupon,
  type DefinePlan,
  defineCoupon,
  definePlan,
  type IdSource,
} from "../../../src/index.ts"
import { addCard, makeBilling, organizationId, plan as seededPlan, startAt } from "../../support/billing.ts"
import { tagOf } from "../operators/support.ts"

const organization: CreateOrganization = {
  organizationId: "org-1",
  name: "Nova",
  currency: "USD",
  status: "ACTIVE",
}
const user: CreateUser = {
  userId: "user-1",
  email: " Ana@Example.COM ",
  emailVerified: false,
  memberships: [{ organizationId, permissions: ["plan:read"] }],
}
const plan: DefinePlan = {
  planId: "plan-1",
  name: "Nova",
  description: "New",
  status: "ACTIVE",
  intervals: [{ id: "interval-1", interval: "MONTHLY", amount: 500, currency: "BRL" }],
  prices: [{ model: "STANDARD", meter: "calls", name: "Calls", currency: "BRL", unitPrice: 1 }],
}
const coupon: DefineCoupon = {
  couponId: "coupon-1",
  code: "NOVA",
  name: "New",
  discount: { type: "PERCENTAGE", basisPoints: 1250 },
  duration: { type: "ONCE" },
  planIds: [seededPlan.planId],
  redemptionsMax: null,
  redeemBy: null,
}

type Make = Effect.Effect<unknown, { readonly _tag: string }, BillingStore | IdSource>

const started = async () => {
  const billing = makeBilling()
  await billing.seeded()
  return billing
}

describe("a record", () => {
  it("is stored as it was meant, and given back", async () => {
    const { run, state } = await started()
    expect(await run(createOrganization(organization))).toEqual(organization)
    expect(await run(createUser(user))).toEqual({ ...user, email: "ana@example.com" })
    expect(await run(definePlan(plan))).toEqual({ ...plan, createdAt: startAt })
    const counts = { timesRedeemed: 0, amountRedeemed: 0 }
    expect(await run(defineCoupon(coupon))).toEqual({ ...coupon, ...counts, createdAt: startAt })
    expect(state.organizations()).toContainEqual(organization)
    expect(state.users()).toEqual([{ ...user, email: "ana@example.com" }])
    expect(state.plans().at(-1)).toEqual({ ...plan, createdAt: startAt })
    expect(state.coupons()).toContainEqual({ ...coupon, ...counts, createdAt: startAt })
  })

  it("gets ids where none are chosen", async () => {
    const { run } = await started()
    const intervals = plan.intervals.map((interval) => ({ ...interval, id: null }))
    const made = [
      (await run(createOrganization({ ...organization, organizationId: null }))).organizationId,
      (await run(createUser({ ...user, userId: null }))).userId,
      (await run(definePlan({ ...plan, planId: null }))).planId,
      (await run(definePlan({ ...plan, intervals }))).intervals[0]?.id,
      (await run(defineCoupon({ ...coupon, couponId: null }))).couponId,
    ]
    for (const id of made) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(made).size).toBe(made.length)
  })

  it("is there to be used: a subscription to the new plan with the new coupon", async () => {
    const { run } = await started()
    await run(definePlan(plan))
    await run(defineCoupon({ ...coupon, planIds: null }))
    const { paymentMethodId } = await run(addCard("tok_visa"))
    const chosen = { planId: "plan-1", planIntervalId: "interval-1", paymentMethodId, couponCode: "NOVA" }
    const subscription = await run(createSubscription({ organizationId, ...chosen }))
    expect(subscription).toMatchObject({ terms: { amount: 500 }, coupon: { code: "NOVA" } })
  })
})

describe("what somebody has already", () => {
  const makers = {
    organization: (id: string) => createOrganization({ ...organization, organizationId: id }),
    user: (id: string, own = id) => createUser({ ...user, userId: id, email: `${own}@example.com` }),
    plan: (id: string) => definePlan({ ...plan, planId: id }),
    coupon: (id: string, own = id) => defineCoupon({ ...coupon, couponId: id, code: own }),
  }

  it.each(Object.entries<(id: string) => Make>(makers))("an id: %s", async (kind, make) => {
    const { run, race } = await started()
    await run(make("a"))
    expect(await run(Effect.flip(make("a")))).toEqual({ _tag: "AlreadyExists", kind, id: "a" })
    const results = await race([make("b"), make("b"), make("c")])
    expect(results.map(tagOf).sort()).toEqual(["AlreadyExists", "ok", "ok"])
  })

  it("an address, however it is written, and a code", async () => {
    const { run, race, state } = await started()
    await run(makers.user("a", "ana"))
    expect(await run(Effect.flip(makers.user("b", "ANA")))).toEqual({
      _tag: "AlreadyExists",
      kind: "user",
      id: "a",
    })
    await run(makers.coupon("a", "NOVA"))
    expect(await run(Effect.flip(makers.coupon("b", "NOVA")))).toEqual({
      _tag: "AlreadyExists",
      kind: "coupon",
      id: "a",
    })
    const results = await race([makers.user("c", "cy"), makers.user("d", "cy")])
    expect(results.map(tagOf).sort()).toEqual(["AlreadyExists", "ok"])
    expect(state.users()).toHaveLength(2)
  })
})

describe("what is no record", () => {
  it.each<readonly [string, Make, string]>([
    [
      "an organization without a name",
      createOrganization({ ...organization, name: "" }),
      "InvalidOrganization",
    ],
    ["a user without an address", createUser({ ...user, email: " " }), "InvalidUser"],
    [
      "a user of an organization that there is not",
      createUser({ ...user, memberships: [{ organizationId: "none", permissions: [] }] }),
      "OrganizationNotFound",
    ],
    ["a plan without intervals", definePlan({ ...plan, intervals: [] }), "InvalidPlan"],
    [
      "a plan with a price below zero",
      definePlan({ ...plan, prices: plan.prices.map((price) => ({ ...price, unitPrice: -1 })) as never }),
      "InvalidPrice",
    ],
    [
      "a coupon of nothing",
      defineCoupon({ ...coupon, discount: { type: "PERCENTAGE", basisPoints: 0 } }),
      "InvalidCoupon",
    ],
    ["a coupon for a plan that there is not", defineCoupon({ ...coupon, planIds: ["none"] }), "PlanNotFound"],
  ])("leaves no trace: %s", async (_, make, tag) => {
    const { run, state } = await started()
    const before = state.snapshot()
    expect(tagOf(await run(Effect.result(make)))).toBe(tag)
    expect(state.snapshot()).toEqual(before)
  })
})
