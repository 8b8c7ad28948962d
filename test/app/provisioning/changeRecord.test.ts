// Changing what was set up. What is under way keeps its terms, and what another commit did in between is not lost.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  type BillingPorts,
  type BillingStore,
  changePlan,
  createOrganization,
  createSubscription,
  updateCoupon,
  updateOrganization,
  updatePlan,
} from "../../../src/index.ts"
import {
  addCard,
  coupon,
  makeBilling,
  monthly,
  organizationId,
  plan,
  pro,
  proMonthly,
  startAt,
  subscribed,
} from "../../support/billing.ts"
import { boundary, pay } from "../../support/chargeScenes.ts"
import { tagOf } from "../operators/support.ts"

const { planId } = plan
const { code } = coupon

const started = async (organizations?: ReadonlyArray<string>) => {
  const billing = makeBilling(organizations === undefined ? {} : { organizations })
  await billing.seeded()
  return billing
}

type Billing = Awaited<ReturnType<typeof started>>

/** Subscribes an organization of its own with a coupon. */
const redeem = (id: string) =>
  Effect.flatMap(addCard("tok_visa", id), ({ paymentMethodId }) =>
    createSubscription({
      organizationId: id,
      planId,
      planIntervalId: monthly,
      paymentMethodId,
      couponCode: code,
    }),
  )

/** How each of some effects ends that run side by side. */
const tagsOf = (
  { race }: Billing,
  effects: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, BillingPorts>>,
) => race(effects).then((results) => results.map(tagOf))

const storedCoupon = ({ state }: Billing) => state.coupons().find((one) => one.code === code)

describe("a plan", () => {
  it("is renamed and described, and keeps what it costs", async () => {
    const { run, state } = await started()
    expect(await run(updatePlan({ planId, name: "Basic" }))).toEqual({ ...plan, name: "Basic" })
    expect(await run(updatePlan({ planId, description: "For few" }))).toEqual({
      ...plan,
      name: "Basic",
      description: "For few",
    })
    expect(state.plans()).toEqual([{ ...plan, name: "Basic", description: "For few" }, pro])
  })

  it("that is retired takes no new subscription, and bills those that it has", async () => {
    const billing = await started()
    const { run, moveTo, state } = billing
    await run(subscribed())
    await run(updatePlan({ planId, name: "Old", status: "INACTIVE" }))
    await moveTo(boundary)
    const records = state.ofOrganization(organizationId)
    expect(records?.invoices).toMatchObject([{ status: "PAID", payableAmount: 9990 }])
    expect(records?.invoices[0]?.lines[0]?.name).toContain("Starter")
    await run(changePlan({ organizationId, planId: pro.planId, planIntervalId: proMonthly, when: "NOW" }))
    const back = changePlan({ organizationId, planId, planIntervalId: monthly, when: "NOW" })
    expect(await run(Effect.flip(back))).toEqual({ _tag: "PlanInactive", planId })
    await run(updatePlan({ planId, status: "ACTIVE" }))
    await run(back)
  })

  it("is refused by its rule and leaves no trace", async () => {
    const { run, state } = await started()
    const before = state.snapshot()
    expect(await run(Effect.flip(updatePlan({ planId, name: "" })))).toMatchObject({
      _tag: "InvalidPlan",
      member: "name",
    })
    expect(await run(Effect.flip(updatePlan({ planId: "none", name: "A" })))).toEqual({
      _tag: "PlanNotFound",
      planId: "none",
    })
    expect(state.snapshot()).toEqual(before)
  })
})

describe("a coupon", () => {
  it("that is ended cannot be redeemed, and discounts for whoever did", async () => {
    const billing = await started([organizationId, "org-2"])
    const { run, moveTo, state } = billing
    await run(redeem(organizationId))
    await run(updateCoupon({ code, redeemBy: startAt }))
    expect(await run(Effect.flip(redeem("org-2")))).toEqual({
      _tag: "CouponExpired",
      code,
      redeemBy: startAt,
    })
    await moveTo(boundary)
    expect(state.ofOrganization(organizationId)?.invoices).toMatchObject([{ payableAmount: 8991 }])
    await run(updateCoupon({ code, redeemBy: null }))
    await run(redeem("org-2"))
    expect(storedCoupon(billing)).toEqual({ ...coupon, timesRedeemed: 2, amountRedeemed: 999 })
  })

  it("has none left where as many redeemed it as may", async () => {
    const billing = await started([organizationId, "org-2"])
    const { run } = billing
    await run(redeem(organizationId))
    expect((await run(updateCoupon({ code, redemptionsMax: 1 }))).timesRedeemed).toBe(1)
    expect(tagOf(await run(Effect.result(redeem("org-2"))))).toBe("CouponDepleted")
    await run(updateCoupon({ code, redemptionsMax: 2 }))
    await run(redeem("org-2"))
    expect(await run(Effect.flip(updateCoupon({ code, redemptionsMax: 1 })))).toEqual({
      _tag: "InvalidCoupon",
      member: "redemptionsMax",
      value: 1,
    })
  })

  it("is for other plans from now on", async () => {
    const billing = await started([organizationId, "org-2"])
    const { run } = billing
    const first = await run(redeem(organizationId))
    const changed = await run(updateCoupon({ code, planIds: [pro.planId], name: "Ten for Pro" }))
    expect(changed).toEqual({ ...coupon, timesRedeemed: 1, planIds: [pro.planId], name: "Ten for Pro" })
    expect(tagOf(await run(Effect.result(redeem("org-2"))))).toBe("CouponNotForPlan")
    expect(first.coupon?.planIds).toBeNull()
  })

  it("keeps every redemption that is made at the same time", async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `org-${index}`)
    const billing = await started(ids)
    const names = ["A", "B", "C", "D"]
    const tags = await tagsOf(billing, [
      ...ids.map(redeem),
      ...names.map((name) => updateCoupon({ code, name })),
    ])
    expect(new Set(tags)).toEqual(new Set(["ok"]))
    expect(storedCoupon(billing)?.timesRedeemed).toBe(8)
    expect(names).toContain(storedCoupon(billing)?.name)
  })

  it.each<[string, Effect.Effect<unknown, { readonly _tag: string }, BillingStore>, string]>([
    ["no such code", updateCoupon({ code: "NONE", name: "A" }), "CouponNotFound"],
    ["no name", updateCoupon({ code, name: "" }), "InvalidCoupon"],
    ["no plan", updateCoupon({ code, planIds: [] }), "InvalidCoupon"],
    ["an unknown plan", updateCoupon({ code, planIds: [planId, "none"] }), "PlanNotFound"],
    ["no redemption", updateCoupon({ code, redemptionsMax: 0 }), "InvalidCoupon"],
    ["no instant", updateCoupon({ code, redeemBy: Number.NaN }), "InvalidCoupon"],
  ])("is refused and leaves no trace: %s", async (_, change, tag) => {
    const { run, state } = await started()
    const before = state.snapshot()
    expect(tagOf(await run(Effect.result<unknown, { readonly _tag: string }, BillingStore>(change)))).toBe(
      tag,
    )
    expect(state.snapshot()).toEqual(before)
  })
})

describe("an organization", () => {
  it("is renamed and closed, while its billing goes on", async () => {
    const { run, moveTo, state } = await started()
    await run(subscribed())
    await run(updateOrganization({ organizationId, name: "Nova", currency: "USD", status: "INACTIVE" }))
    await moveTo(boundary)
    const records = state.ofOrganization(organizationId)
    expect(records?.organization).toEqual({
      organizationId,
      name: "Nova",
      currency: "USD",
      status: "INACTIVE",
    })
    expect(records?.invoices).toMatchObject([{ status: "PAID", payableAmount: 9990 }])
  })

  it("loses nothing of what is done to it at the same time", async () => {
    const billing = await started()
    const { upcoming } = await billing.run(subscribed())
    const tags = await tagsOf(billing, [
      ...["A", "B", "C"].map((name) => updateOrganization({ organizationId, name })),
      pay(upcoming.invoiceId),
      updateOrganization({ organizationId, status: "INACTIVE" }),
    ])
    expect(tags).toEqual(["ok", "ok", "ok", "ok", "ok"])
    const records = billing.state.ofOrganization(organizationId)
    expect(records?.organization).toMatchObject({
      status: "INACTIVE",
      name: expect.stringMatching(/^[ABC]$/),
    })
    expect(records?.invoices).toMatchObject([{ status: "PAID" }])
    expect(billing.charges()).toHaveLength(1)
  })

  it("is refused and leaves no trace", async () => {
    const { run, state } = await started()
    const before = state.snapshot()
    const tagOfChange = async (change: ReturnType<typeof updateOrganization>) =>
      tagOf(await run(Effect.result(change)))
    expect(await tagOfChange(updateOrganization({ organizationId, name: "" }))).toBe("InvalidOrganization")
    expect(await tagOfChange(updateOrganization({ organizationId, currency: "XXX" }))).toBe(
      "InvalidOrganization",
    )
    expect(await tagOfChange(updateOrganization({ organizationId: "none", name: "A" }))).toBe(
      "OrganizationNotFound",
    )
    expect(state.snapshot()).toEqual(before)
    await run(createOrganization({ organizationId: "none", name: "A", currency: "BRL", status: "ACTIVE" }))
    expect(await tagOfChange(updateOrganization({ organizationId: "none", name: "B" }))).toBe("ok")
  })
})
