import * as Result from "effect/Result"
import { describe } from "vitest"
import { Coupon, Voucher } from "../../../src/index.ts"
import { type Discounts, discountLaws } from "../../../src/testing/index.ts"
import { describeBreaches, describeMistakes } from "../breaches.ts"

const real: Discounts = { coupon: Coupon, voucher: Voucher }
const coupon = (change: Partial<Discounts["coupon"]>): Discounts => ({
  ...real,
  coupon: { ...Coupon, ...change },
})
const voucher = (change: Partial<Discounts["voucher"]>): Discounts => ({
  ...real,
  voucher: { ...Voucher, ...change },
})

const wrong: Readonly<Record<string, Discounts>> = {
  "a coupon takes off its share, or its amount up to what there is": coupon({
    discountOf: (discount, amount) =>
      discount.type === "FIXED"
        ? Coupon.discountOf(discount, amount)
        : Result.succeed(Number((BigInt(amount) * BigInt(discount.basisPoints)) / 10_000n)),
  }),
  // It counts periods, not the months between them.
  "a coupon lasts as long as it says": coupon({
    covers: (applied, period) =>
      applied.duration.type === "REPEATING"
        ? applied.discounted.length < applied.duration.months || Coupon.covers(applied, period)
        : Coupon.covers(applied, period),
  }),
  "the ledger of a voucher sums to its balance, and is never negative": voucher({
    // The end of a voucher is in its balance alone.
    expire: (given, at) => ({ ...Voucher.expire(given, at), entries: [] }),
  }),
  "what is taken of a voucher is the whole amount": voucher({
    consume: (given, movement) =>
      Voucher.consume(given, { ...movement, amount: Math.min(movement.amount, given.balance) }),
  }),
  "what is given back is at most what was taken": voucher({
    release: (given, movement) =>
      Voucher.release(given, { ...movement, amount: Math.min(movement.amount, given.amountRedeemed) }),
  }),
  "a voucher that is over holds nothing": voucher({
    expire: (given, at) =>
      at === given.expiresAt ? { voucher: given, entries: [] } : Voucher.expire(given, at),
  }),
  "a voucher that was taken back holds nothing": voucher({
    // What is left stays.
    revoke: (given, { at }) => ({
      voucher: given.revokedAt === null ? { ...given, revokedAt: at } : given,
      entries: [],
    }),
  }),
  "vouchers pay by expiry, age and id, those that can": voucher({
    usable: (all, use) => Voucher.usable(all, use).filter(({ expiresAt }) => expiresAt !== use.at),
  }),
}

describe("the laws of discounts", () => {
  describeBreaches(discountLaws, real, wrong)

  const percentage = (of: (amount: number, basisPoints: number) => number): Discounts =>
    coupon({
      discountOf: (discount, amount) =>
        discount.type === "FIXED"
          ? Coupon.discountOf(discount, amount)
          : Result.succeed(of(amount, discount.basisPoints)),
    })
  const usable = (change: (all: ReturnType<typeof Voucher.usable>, at: number) => typeof all): Discounts =>
    voucher({ usable: (all, use) => change(Voucher.usable(all, use), use.at) })

  describeMistakes(discountLaws, {
    "a share is a float: amount * points / 10000": percentage((amount, points) =>
      Math.round((amount * points) / 10_000),
    ),
    "a share is a float: amount * (points / 10000)": percentage((amount, points) =>
      Math.round(amount * (points / 10_000)),
    ),
    "a month of a yearly period is covered as a year": coupon({
      covers: (applied, period) => Coupon.covers(applied, { ...period, month: period.cycle }),
    }),
    "all of a voucher cannot be taken": voucher({
      consume: (given, movement) =>
        movement.amount === given.balance ? Result.fail({}) : Voucher.consume(given, movement),
    }),
    "what is given back at the very expiry stays": voucher({
      release: (given, movement) =>
        Voucher.release(given, {
          ...movement,
          at: movement.at === given.expiresAt ? movement.at - 1 : movement.at,
        }),
    }),
    "a voucher does not pay at the instant from which it is in effect": usable((all, at) =>
      all.filter(({ effectiveAt }) => effectiveAt < at),
    ),
    "vouchers pay by age": usable((all) => all.toSorted((a, b) => a.createdAt - b.createdAt)),
    "vouchers pay in any currency": voucher({
      usable: (all, { currency, at }) =>
        Voucher.usable(
          all.map((one) => ({ ...one, currency })),
          { currency, at },
        ),
    }),
  })
})
