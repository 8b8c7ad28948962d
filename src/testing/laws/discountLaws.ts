// The laws of coupons and vouchers: what a coupon takes off and for how long, and that the ledger of a voucher is right.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { AppliedCoupon, CouponDiscount, DiscountedGroup } from "../../core/discount/Coupon.ts"
import type { Voucher, VoucherEntry, VoucherMovement } from "../../core/discount/Voucher.ts"
import { couponDiscounts, couponDurations, vouchers } from "../arbitraries/discounts.ts"
import { amounts } from "../arbitraries/money.ts"
import { frozen } from "../frozen.ts"
import { forAll, hold, type Law, same } from "../Law.ts"
import { covers, discountOn } from "../oracle/rating.ts"

type Answer<A> = Result.Result<A, object>

/** What the laws are about: functions of the modules `Coupon` and `Voucher`. */
export interface Discounts {
  readonly coupon: {
    readonly discountOf: (discount: CouponDiscount, eligibleAmount: number) => Answer<number>
    readonly covers: (coupon: AppliedCoupon, group: DiscountedGroup) => boolean
    readonly withDiscounted: (coupon: AppliedCoupon, group: DiscountedGroup) => AppliedCoupon
  }
  readonly voucher: {
    readonly consume: (voucher: Voucher, movement: VoucherMovement) => Answer<Voucher>
    readonly release: (voucher: Voucher, movement: Pick<VoucherMovement, "cause" | "at">) => Voucher
    readonly expire: (voucher: Voucher, at: number) => Voucher
    readonly usable: (
      vouchers: ReadonlyArray<Voucher>,
      use: { readonly currency: string; readonly at: number },
    ) => ReadonlyArray<Voucher>
  }
}

/**
 * The laws of discounts: the amount of a coupon and how long it lasts; of a voucher, that its ledger sums to its balance
 * and is never negative, that a cause counts once, that what is given back was taken, and in which order vouchers pay.
 *
 * @example
 * ```ts
 * import { Coupon, Voucher } from "studio-billing"
 * import { discountLaws } from "studio-billing/testing"
 *
 * discountLaws({ coupon: Coupon, voucher: Voucher }).length // 8
 * ```
 */
export const discountLaws = ({ coupon, voucher }: Discounts): ReadonlyArray<Law> => [
  ...couponLaws(coupon),
  ...voucherLaws(voucher),
]

const couponLaws = (coupon: Discounts["coupon"]): ReadonlyArray<Law> => [
  forAll({
    name: "a coupon takes off its share, or its amount up to what there is",
    rule: "A percentage is rounded once, half away from zero; a fixed amount is never more than the invoice.",
    given: fc.record({ discount: couponDiscounts(), amount: amounts() }),
    examples: [{ discount: { type: "PERCENTAGE", basisPoints: 5_000 }, amount: 1 }],
    holds: ({ discount, amount }) =>
      same(
        "discount",
        coupon.discountOf(frozen(discount), amount),
        Result.succeed(discountOn(discount, amount)),
      ),
  }),
  forAll({
    name: "a coupon lasts as long as it says",
    rule: "ONCE is one billing group, REPEATING the months from the first to the last that it discounted, FOREVER all; a group keeps what it got.",
    given: fc.record({
      duration: couponDurations(),
      cycles: fc.array(fc.nat({ max: 9 }), { maxLength: 12 }),
    }),
    examples: [{ duration: { type: "REPEATING", months: 2 }, cycles: [0, 2, 1, 2, 0] }],
    holds: ({ duration, cycles }) => {
      let applied: AppliedCoupon = frozen({ ...COUPON, duration })
      const discounted = new Set<number>()
      for (const cycle of cycles) {
        const group = { cycle, month: cycle, months: 1 }
        const expected = covers(duration, [...discounted], cycle)
        same(`cycle ${cycle} after ${[...discounted]}`, coupon.covers(applied, group), expected)
        if (!expected) continue
        discounted.add(cycle)
        applied = frozen(coupon.withDiscounted(applied, group))
      }
    },
  }),
]

const COUPON = {
  couponId: "coupon-1",
  code: "COUPON-1",
  discount: { type: "PERCENTAGE", basisPoints: 1_000 },
  planIds: null,
  endedCycle: null,
  discounted: [],
  createdAt: 0,
} as const

const sumOf = (entries: ReadonlyArray<VoucherEntry>): ReadonlyArray<number> => {
  let sum = 0
  return entries.map(({ kind, amount }) => {
    sum += kind === "GRANT" || kind === "RELEASE" ? amount : -amount
    return sum
  })
}

const moves = () =>
  fc.array(
    fc.record({
      does: fc.constantFrom("consume" as const, "release" as const, "expire" as const),
      cause: fc.constantFrom("invoice-0", "invoice-1", "invoice-7"),
      amount: amounts({ max: 200 }),
      wait: fc.nat({ max: 5 }),
    }),
    { maxLength: 10 },
  )

const voucherLaws = (voucher: Discounts["voucher"]): ReadonlyArray<Law> => {
  const one = () => vouchers({ amountMax: 200 })
  const take = (given: Voucher, amount: number, cause = "invoice-7", at = 0) =>
    voucher.consume(frozen(given), { amount, cause, invoiceId: cause, at })
  return [
    forAll({
      name: "the ledger of a voucher sums to its balance, and is never negative",
      rule: "After any movements every prefix of the ledger is an amount from 0 up, what was there stays, and the last sum is the balance.",
      given: fc.record({ voucher: one(), moves: moves() }),
      holds: (given) => {
        let state = given.voucher
        let at = 0
        for (const { does, wait, cause, amount } of given.moves) {
          at += wait
          const before = state
          if (does === "consume") state = Result.getOrElse(take(state, amount, cause, at), () => before)
          else if (does === "release") state = voucher.release(frozen(state), { cause, at })
          else state = voucher.expire(frozen(state), at)
          const sums = sumOf(state.entries)
          hold(
            `the ledger sums to ${sums}`,
            sums.every((sum) => Number.isSafeInteger(sum) && sum >= 0),
          )
          same("balance", state.balance, sums.at(-1))
          same("earlier entries", state.entries.slice(0, before.entries.length), before.entries)
        }
      },
    }),
    forAll({
      name: "what is taken of a voucher is the whole amount",
      rule: "It is taken where the voucher holds it, and refused where it does not or where it is no positive amount.",
      given: fc.record({
        voucher: one(),
        amount: fc.oneof(amounts({ max: 300 }), fc.constantFrom(Number.NaN, 0.5, -1, 0)),
      }),
      holds: ({ voucher: given, amount }) => {
        const isTaken = Number.isSafeInteger(amount) && amount > 0 && amount <= given.balance
        const after = Result.map(take(given, amount), ({ balance }) => balance)
        same("taken", Result.isSuccess(after), isTaken)
        if (Result.isSuccess(after)) same("balance", after.success, given.balance - amount)
      },
    }),
    forAll({
      name: "a cause takes once",
      rule: "Taking again for the same cause changes nothing, whatever amount it asks for.",
      given: fc.record({ voucher: one(), first: amounts({ max: 100 }), again: amounts({ max: 100 }) }),
      holds: ({ voucher: given, first, again }) => {
        const taken = take(given, first)
        if (Result.isFailure(taken)) return
        same("again", take(taken.success, again), taken)
      },
    }),
    forAll({
      name: "what is given back is what was taken, once",
      rule: "A release restores what its cause took, and a second one nothing; after the expiry it is gone at once.",
      given: fc.record({ voucher: one(), amount: amounts({ max: 100 }), at: fc.nat({ max: 25 }) }),
      holds: ({ voucher: given, amount, at }) => {
        const taken = Result.getOrElse(take(given, amount), () => given)
        const isOver = given.expiresAt !== null && at >= given.expiresAt
        const back = voucher.release(frozen(taken), { cause: "invoice-7", at })
        same("balance", back.balance, isOver ? taken.balance : given.balance)
        same("again", voucher.release(frozen(back), { cause: "invoice-7", at }), back)
      },
    }),
    forAll({
      name: "a voucher that is over holds nothing",
      rule: "From its expiry on its rest is gone; before, and for one without an expiry, nothing is.",
      given: fc.record({ voucher: one(), at: fc.nat({ max: 25 }) }),
      examples: [{ voucher: { ...VOUCHER, expiresAt: 5 }, at: 5 }],
      holds: ({ voucher: given, at }) => {
        const isOver = given.expiresAt !== null && at >= given.expiresAt
        const after = voucher.expire(frozen(given), at)
        same("balance", after.balance, isOver ? 0 : given.balance)
        same("again", voucher.expire(frozen(after), at), after)
      },
    }),
    usableLaw(voucher),
  ]
}

const VOUCHER: Voucher = {
  voucherId: "voucher-1",
  organizationId: "organization-1",
  name: "Voucher",
  currency: "BRL",
  amount: 1,
  balance: 1,
  effectiveAt: 0,
  expiresAt: null,
  entries: [{ kind: "GRANT", cause: "voucher-1", invoiceId: null, amount: 1, at: 0 }],
  createdAt: 0,
}

const usableLaw = (voucher: Discounts["voucher"]): Law =>
  forAll({
    name: "vouchers pay by expiry, age and id, those that can",
    rule: "Of the currency, in effect, not empty and not past their expiry, at whose very instant they still pay; those without an expiry come last.",
    given: fc.record({
      all: fc.array(fc.record({ voucher: vouchers({ amountMax: 3 }), createdAt: fc.nat({ max: 2 }) }), {
        maxLength: 5,
      }),
      currency: fc.constantFrom("BRL", "BRL", "USD"),
      at: fc.nat({ max: 20 }),
    }),
    examples: [{ all: [{ voucher: { ...VOUCHER, expiresAt: 5 }, createdAt: 0 }], currency: "BRL", at: 5 }],
    holds: ({ all, currency, at }) => {
      // Ids against the order in which they are given.
      const given = all.map((one, index) => ({
        ...one.voucher,
        voucherId: `voucher-${9 - index}`,
        createdAt: one.createdAt,
      }))
      const left = given.filter(
        (one) =>
          one.currency === currency &&
          one.balance > 0 &&
          one.effectiveAt <= at &&
          at <= (one.expiresAt ?? Number.POSITIVE_INFINITY),
      )
      const key = ({ expiresAt, createdAt, voucherId }: Voucher): string =>
        `${String(expiresAt ?? 999).padStart(3, "0")} ${createdAt} ${voucherId}`
      const expected = left.map(key).sort()
      same("order", voucher.usable(frozen(given), { currency, at }).map(key), expected)
    },
  })
