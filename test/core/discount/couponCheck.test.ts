// A coupon is checked before it enters the catalogue.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Coupon } from "../../../src/index.ts"
import { coupon } from "../../support/billing.ts"

const percent = (basisPoints: number) => ({ discount: { type: "PERCENTAGE", basisPoints } }) as const
const fixed = (amount: number, currency = "BRL") =>
  ({ discount: { type: "FIXED", amount, currency } }) as const
const repeating = (months: number) => ({ duration: { type: "REPEATING", months } }) as const

describe("a coupon", () => {
  it.each<readonly [string, Partial<Coupon.Coupon>]>([
    ["100 %", percent(10_000)],
    ["the least percentage", percent(1)],
    ["the least amount", fixed(1)],
    ["an amount of more units than a percentage has", fixed(20_000)],
    ["a month of repetition", repeating(1)],
    ["one redemption", { redemptionsMax: 1 }],
    ["one plan", { planIds: ["plan-1"] }],
    ["a date that is over", { redeemBy: 0 }],
    ["as many redemptions as there were", { redemptionsMax: 3, timesRedeemed: 3 }],
    ["any number of redemptions", { redemptionsMax: null }],
  ])("of %s is sound", (_, members) => {
    const sound = { ...coupon, ...members }
    expect(Result.getOrThrow(Coupon.check(sound))).toBe(sound)
  })

  it.each<readonly [string, Partial<Coupon.Coupon>, string, unknown]>([
    ["no code", { code: "" }, "code", ""],
    ["no name", { name: "" }, "name", ""],
    ["no plan at all", { planIds: [] }, "planIds", 0],
    ["a date that is none", { redeemBy: -1 }, "redeemBy", -1],
    ["nothing", percent(0), "discount", 0],
    ["more than all", percent(10_001), "discount", 10_001],
    ["a fraction", percent(0.5), "discount", 0.5],
    ["a negative amount", fixed(-1), "discount", -1],
    ["an unknown currency", fixed(1, "XYZ"), "currency", "XYZ"],
    ["no month", repeating(0), "duration", 0],
    ["half a month", repeating(0.5), "duration", 0.5],
    ["no redemption", { redemptionsMax: 0 }, "redemptionsMax", 0],
    ["half a redemption", { redemptionsMax: 0.5 }, "redemptionsMax", 0.5],
    ["fewer redemptions than there were", { redemptionsMax: 2, timesRedeemed: 3 }, "redemptionsMax", 2],
  ])("of %s is refused with the member and the value", (_, members, member, value) => {
    const refused = Result.getOrThrow(Result.flip(Coupon.check({ ...coupon, ...members })))
    expect(refused).toEqual({ _tag: "InvalidCoupon", member, value })
  })
})
