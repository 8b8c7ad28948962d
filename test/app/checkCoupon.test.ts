// Availability is a promise: what it says of a coupon is what creating a subscription then does.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { refusalOf } from "../../src/api/errors/rejections.ts"
import { presentAvailability } from "../../src/api/presenters/presentDiscounts.ts"
import { type Coupon, checkCoupon, createSubscription } from "../../src/index.ts"
import {
  addCard,
  coupon,
  dollars,
  lastOne,
  makeBilling,
  monthly,
  organizationId,
  plan,
  startAt,
  subscribed,
  yearly,
} from "../support/billing.ts"

const other = "0190a000-0000-7000-8000-000000000002"
const { planId } = plan

const variants: Readonly<Record<string, Partial<Coupon.Coupon>>> = {
  PLAIN: {},
  FOREVER: { duration: { type: "FOREVER" } },
  QUARTER: { duration: { type: "REPEATING", months: 3 } },
  REAIS: { discount: { type: "FIXED", amount: 2000, currency: "BRL" } },
  OTHERPLAN: { planIds: ["0190a000-0000-7000-8000-0000000000ff"] },
  THISPLAN: { planIds: [planId] },
  OVER: { redeemBy: startAt },
  SOON: { redeemBy: startAt + 1 },
  GONE: { redemptionsMax: 3, timesRedeemed: 3 },
}

const start = async () => {
  const billing = makeBilling({ organizations: [organizationId, other] })
  await billing.seeded()
  const puts = Object.entries(variants).map(([code, members], index) => ({
    kind: "Coupon" as const,
    record: { ...coupon, ...members, code, couponId: `0190a000-0000-7000-8000-0000000000d${index}` },
  }))
  await billing.commit({ puts })
  return billing
}

const check = (code: string, planIntervalId: string | null, id = organizationId) =>
  checkCoupon({
    organizationId: id,
    code,
    target: planIntervalId === null ? null : { planId, planIntervalId },
  })

describe("availability", () => {
  const expected: ReadonlyArray<readonly [code: string, month: string, year: string, dollars: string]> = [
    ["PLAIN", "available", "available", "available"],
    ["FOREVER", "available", "available", "available"],
    ["QUARTER", "available", "not_for_interval", "available"],
    ["REAIS", "available", "available", "currency_mismatch"],
    ["OTHERPLAN", "not_for_plan", "not_for_plan", "not_for_plan"],
    ["THISPLAN", "available", "available", "available"],
    ["OVER", "expired", "expired", "expired"],
    ["SOON", "available", "available", "available"],
    ["GONE", "depleted", "depleted", "depleted"],
    ["LASTONE", "available", "available", "available"],
    ["UNKNOWN", "not_found", "not_found", "not_found"],
    ["plain", "not_found", "not_found", "not_found"],
  ]
  const cells = expected.flatMap(([code, ...reasons]) =>
    [monthly, yearly, dollars].map((interval, index) => [code, interval, reasons[index] ?? ""] as const),
  )

  it.each(cells)("of %s with %s is %s, and so is creating", async (code, planIntervalId, reason) => {
    const billing = await start()
    const said = await billing.run(check(code, planIntervalId))
    expect(said.unavailable === null ? "available" : presentAvailability(said).meta.reason).toBe(reason)
    const { paymentMethodId } = await billing.run(addCard("tok_visa"))
    const created = await billing.run(
      Effect.result(
        createSubscription({ organizationId, planId, planIntervalId, paymentMethodId, couponCode: code }),
      ),
    )
    const code_ = Result.isSuccess(created) ? "available" : refusalOf(created.failure).code
    expect(code_).toBe(reason === "available" ? reason : `coupon.${reason}`)
  })

  it.each([
    ["PLAIN", null],
    ["QUARTER", null],
    ["REAIS", null],
    ["OTHERPLAN", null],
    ["OVER", "CouponExpired"],
    ["GONE", "CouponDepleted"],
    ["UNKNOWN", "CouponNotFound"],
  ])("of %s without an interval looks only at what needs none", async (code, tag) => {
    const billing = await start()
    expect((await billing.run(check(code, null))).unavailable?._tag ?? null).toBe(tag)
  })

  it("is of one organization, and by the counts of now", async () => {
    const billing = await start()
    await billing.run(subscribed({ couponCode: "LASTONE" }))
    const reasons = async (code: string) =>
      Promise.all(
        [organizationId, other]
          .flatMap((id) => [null, monthly].map((interval) => check(code, interval, id)))
          .map(async (asked) => (await billing.run(asked)).unavailable?._tag ?? null),
      )
    expect(await reasons("LASTONE")).toEqual(Array(4).fill("CouponDepleted"))
    await billing.run(subscribed({ couponCode: "PLAIN", id: other }))
    expect(await reasons("PLAIN")).toEqual([null, null, "CouponAlreadyUsed", "CouponAlreadyUsed"])
    expect((await billing.run(check("LASTONE", null))).coupon).toEqual({
      ...lastOne,
      timesRedeemed: 1,
      status: "DEPLETED",
    })
  })

  it("changes nothing, however often it is asked", async () => {
    const billing = await start()
    const before = billing.state.snapshot()
    await billing.race(Array.from({ length: 5 }, () => check("LASTONE", monthly)))
    expect(billing.state.snapshot()).toEqual(before)
  })

  it.each([
    ["an unknown plan", "none", monthly, "PlanNotFound"],
    ["an interval of another plan", planId, "none", "PlanIntervalNotFound"],
  ])("with %s is refused as creation is", async (_, chosen, planIntervalId, tag) => {
    const billing = await start()
    const target = { planId: chosen, planIntervalId }
    const refused = await billing.run(Effect.flip(checkCoupon({ organizationId, code: "PLAIN", target })))
    expect(refused._tag).toBe(tag)
  })

  it("with a plan that is not sold any more is refused as creation is", async () => {
    const billing = await start()
    await billing.commit({ puts: [{ kind: "Plan", record: { ...plan, status: "INACTIVE" } }] })
    expect((await billing.run(Effect.flip(check("PLAIN", monthly))))._tag).toBe("PlanInactive")
  })
})
