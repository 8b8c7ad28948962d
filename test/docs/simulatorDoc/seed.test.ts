// The tables of the seed on the simulator's page, against the seed.
import { describe, expect, it } from "vitest"
import { defaultSeed } from "../../../simulator/index.ts"
import { type Coupon, Permission, type Price } from "../../../src/index.ts"
import { code, page, rowsUnder, tableUnder } from "./page.ts"

/** An id of the seed as the page writes it. */
const short = (id: string): string => {
  expect(id).toMatch(/^0190a000-0000-7000-8000-000000000\d{3}$/)
  return code(`…${id.slice(-3)}`)
}

describe("the seed", () => {
  const { organizations, users, plans, coupons } = defaultSeed

  it("has the organizations of the table", () => {
    expect(rowsUnder("The seed")).toEqual(
      Object.fromEntries(
        organizations.map(({ organizationId, name, currency, status }) => [
          short(organizationId),
          [name, currency, status],
        ]),
      ),
    )
  })

  it("has the users of the table", () => {
    const permissionsOf = (permissions: ReadonlyArray<string>): string =>
      permissions === Permission.ALL_PERMISSIONS
        ? "all"
        : permissions === Permission.READ_PERMISSIONS
          ? "read"
          : permissions.join(", ")
    expect(rowsUnder("The seed", 1)).toEqual(
      Object.fromEntries(
        users.map(({ email, userId, memberships, emailVerified }) => [
          code(email),
          [
            short(userId),
            memberships.map(({ organizationId }) => short(organizationId)).join(", "),
            [...new Set(memberships.map(({ permissions }) => permissionsOf(permissions)))].join(", "),
            emailVerified ? "yes" : "no",
          ],
        ]),
      ),
    )
  })

  it("grants what all and read mean", () => {
    const [sentence = ""] = /^"All" is [\s\S]*?;/m.exec(page) ?? []
    const named = Array.from(sentence.matchAll(/`(\S+)`/g), ([, name]) => name)
    expect(named).toEqual(Permission.ALL_PERMISSIONS)
    expect(named.filter((name) => name?.endsWith(":read"))).toEqual(Permission.READ_PERMISSIONS)
  })

  it("has the plans of the table", () => {
    const { columns, rows } = tableUnder("The seed", 2)
    for (const { intervals } of plans) {
      const titles = intervals.map(({ currency, interval }) => `${currency} ${interval}`)
      expect(columns).toEqual(["Id", "Status", ...titles])
    }
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(
        plans.map(({ planId, name, status, intervals }) => [
          name,
          [short(planId), status, ...intervals.map(({ id, amount }) => `${amount} ${short(id)}`)],
        ]),
      ),
    )
  })

  it("has the prices of the table", () => {
    const cellsOf = (price: Price.Price): ReadonlyArray<number> => {
      if (price.model === "PACKAGE") return [price.freeUnits, price.packagePrice]
      return price.model === "STANDARD" ? [price.unitPrice] : price.bands.map(({ unitPrice }) => unitPrice)
    }
    const rows = plans.flatMap(({ name, prices }) =>
      [...new Set(prices.map(({ currency }) => currency))].map((currency) => {
        const own = prices.filter((price) => price.currency === currency)
        expect(own).toMatchObject([
          { model: "PACKAGE", meter: "tokens", packageSize: 1000 },
          { model: "STANDARD", meter: "messages" },
          {
            model: "GRADUATED",
            meter: "api_calls",
            bands: [{ upTo: 1000 }, { upTo: 10000 }, { upTo: null }],
          },
        ])
        return [`${name} ${currency}`, own.flatMap(cellsOf).map(String)] as const
      }),
    )
    expect(rowsUnder("The seed", 3)).toEqual(Object.fromEntries(rows))
  })

  it("has the coupons of the table", () => {
    const discountOf = ({ discount }: Pick<Coupon.Coupon, "discount">): string =>
      discount.type === "FIXED"
        ? `${discount.amount} ${discount.currency}`
        : `${discount.basisPoints / 100} %`
    const durationOf = ({ duration }: Pick<Coupon.Coupon, "duration">): string =>
      duration.type === "REPEATING" ? `REPEATING ${duration.months} months` : duration.type
    const limitsOf = (coupon: (typeof coupons)[number]): string =>
      [
        ...(coupon.planIds ?? []).map((id) => `plan ${plans.find(({ planId }) => planId === id)?.name}`),
        ...(coupon.redeemBy === null ? [] : ["expired"]),
        ...(coupon.redemptionsMax === null
          ? []
          : [`${coupon.redemptionsMax - coupon.timesRedeemed} redemption left`]),
      ].join(", ")
    expect(rowsUnder("The seed", 4)).toEqual(
      Object.fromEntries(
        coupons.map((coupon) => [
          code(coupon.code),
          [discountOf(coupon), durationOf(coupon), limitsOf(coupon)],
        ]),
      ),
    )
  })
})
