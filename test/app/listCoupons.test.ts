// The coupons that an organization used, with what it got of each.
import { describe, expect, it } from "vitest"
import { listCoupons, payInvoice } from "../../src/index.ts"
import { coupon, makeBilling, organizationId, startAt, subscribed } from "../support/billing.ts"

const other = "0190a000-0000-7000-8000-000000000002"
const third = "0190a000-0000-7000-8000-000000000003"

const start = async () => {
  const billing = makeBilling({ organizations: [organizationId, other, third] })
  await billing.seeded()
  return billing
}

describe("the coupons of an organization", () => {
  const list = (page = 1, limit = 10) => listCoupons({ organizationId, page, limit })

  it("are those that it used, with what each took off its invoices", async () => {
    const billing = await start()
    const { subscription, upcoming } = await billing.run(subscribed({ couponCode: "WELCOME10" }))
    const theirs = await billing.run(subscribed({ couponCode: "WELCOME10", id: other }))
    const pay = (id: string, invoiceId: string) =>
      billing.run(
        payInvoice({ organizationId: id, invoiceId, paymentMethodId: null, expectedPayableAmount: null }),
      )
    await pay(other, theirs.upcoming.invoiceId)
    const use = {
      couponId: coupon.couponId,
      code: "WELCOME10",
      subscriptionId: subscription.subscriptionId,
      currency: "BRL",
      amountRedeemed: 0,
      at: startAt,
    }
    const counted = { ...coupon, status: "ACTIVE", timesRedeemed: 2, amountRedeemed: 999 }
    expect(await billing.run(list())).toEqual({ items: [{ coupon: counted, use }], totalItems: 1 })
    await pay(organizationId, upcoming.invoiceId)
    expect((await billing.run(list())).items).toEqual([
      { coupon: { ...counted, amountRedeemed: 1998 }, use: { ...use, amountRedeemed: 999 } },
    ])
    expect(await billing.run(listCoupons({ organizationId: third, page: 1, limit: 10 }))).toEqual({
      items: [],
      totalItems: 0,
    })
  })

  it("come latest first, page by page", async () => {
    const billing = await start()
    const uses = Array.from("ABCDEFGHI", (code, index) => ({
      kind: "CouponUse" as const,
      record: {
        organizationId,
        couponId: `0190a000-0000-7000-8000-0000000000d${index}`,
        code,
        subscriptionId: "sub",
        currency: "BRL",
        amountRedeemed: 0,
        at: startAt + index,
      },
    }))
    const coupons = uses.map(({ record: { couponId, code } }) => ({
      kind: "Coupon" as const,
      record: { ...coupon, couponId, code },
    }))
    await billing.commit({ puts: [...coupons, ...uses] })
    const codes = async (page: number) =>
      (await billing.run(list(page, 4))).items.map(({ coupon: { code } }) => code)
    expect(await codes(1)).toEqual(["I", "H", "G", "F"])
    expect(await codes(3)).toEqual(["A"])
    expect(await codes(4)).toEqual([])
    expect((await billing.run(list(3, 4))).totalItems).toBe(9)
  })
})
