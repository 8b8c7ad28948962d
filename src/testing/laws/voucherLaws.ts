// The laws of vouchers: that the ledger is right, that what is given back was taken, when nothing is left, and in which
// order vouchers pay.
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { Moved, Voucher, VoucherMovement } from "../../core/voucher/Voucher.ts"
import { vouchers } from "../arbitraries/discounts.ts"
import { amounts } from "../arbitraries/money.ts"
import { frozen } from "../frozen.ts"
import { forAll, hold, type Law, same } from "../Law.ts"

type Answer<A> = Result.Result<A, object>

/** What the laws are about: functions of the module `Voucher`. */
export interface Vouchers {
  readonly consume: (voucher: Voucher, movement: VoucherMovement) => Answer<Moved>
  readonly release: (voucher: Voucher, movement: VoucherMovement) => Answer<Moved>
  readonly expire: (voucher: Voucher, at: number) => Moved
  readonly revoke: (voucher: Voucher, movement: Pick<VoucherMovement, "cause" | "at">) => Moved
  readonly usable: (
    vouchers: ReadonlyArray<Voucher>,
    use: { readonly currency: string; readonly at: number },
  ) => ReadonlyArray<Voucher>
}

const moves = () =>
  fc.array(
    fc.record({
      does: fc.constantFrom("consume" as const, "release" as const, "expire" as const, "revoke" as const),
      amount: amounts({ max: 200 }),
      wait: fc.nat({ max: 5 }),
    }),
    { maxLength: 10 },
  )

/** Follows a ledger from a voucher on: what its entries add up to, one by one. */
const ledgerOf = (opened: Voucher) => {
  let { balance, amountRedeemed, version } = opened
  return ({ voucher, entries }: Moved): void => {
    for (const { voucherId, sequence, kind, amount } of entries) {
      same("place", { voucherId, sequence }, { voucherId: opened.voucherId, sequence: version })
      version += 1
      balance += kind === "GRANT" || kind === "RELEASE" ? amount : -amount
      if (kind === "CONSUME") amountRedeemed += amount
      if (kind === "RELEASE") amountRedeemed -= amount
      hold(`${kind} ${amount} leaves ${balance}`, amount > 0 && Number.isSafeInteger(balance) && balance >= 0)
    }
    const { balance: left, amountRedeemed: redeemed, version: length } = voucher
    same("voucher", { left, redeemed, length }, { left: balance, redeemed: amountRedeemed, length: version })
  }
}

/** The laws of vouchers, which are among those of discounts. */
export const voucherLaws = (voucher: Vouchers): ReadonlyArray<Law> => {
  const one = () => vouchers({ amountMax: 200 })
  const movement = (amount: number, at = 0) => ({ amount, cause: "invoice-7", invoiceId: "invoice-7", at })
  const take = (given: Voucher, amount: number, at = 0) =>
    voucher.consume(frozen(given), movement(amount, at))
  const giveBack = (given: Voucher, amount: number, at: number) =>
    voucher.release(frozen(given), movement(amount, at))
  const revoked = (given: Voucher, at = 0) => voucher.revoke(frozen(given), { cause: "dispute-1", at })
  return [
    forAll({
      id: "voucher.ledger",
      name: "the ledger of a voucher sums to its balance, and is never negative",
      rule: "After any movements every prefix of the ledger is an amount from 0 up and has no hole, its last sum is the balance, and what was taken less what was given back is what was redeemed.",
      given: fc.record({ voucher: one(), moves: moves() }),
      holds: (given) => {
        const follow = ledgerOf(given.voucher)
        let state = given.voucher
        let at = 0
        for (const { does, wait, amount } of given.moves) {
          at += wait
          const still: Moved = { voucher: state, entries: [] }
          const moved = {
            consume: () => Result.getOrElse(take(state, amount, at), () => still),
            release: () => Result.getOrElse(giveBack(state, amount, at), () => still),
            expire: () => voucher.expire(frozen(state), at),
            revoke: () => revoked(state, at),
          }[does]()
          follow(moved)
          state = moved.voucher
        }
      },
    }),
    forAll({
      id: "voucher.consume",
      name: "what is taken of a voucher is the whole amount",
      rule: "It is taken where the voucher holds it, up to all of it, and refused where it does not or where it is no positive amount.",
      given: fc.record({
        voucher: one(),
        amount: fc.oneof(amounts({ max: 300 }), fc.constantFrom(Number.NaN, 0.5, -1, 0)),
      }),
      examples: [
        { voucher: VOUCHER, amount: 1 },
        { voucher: VOUCHER, amount: 2 },
        ...[1, MAX - 1, MAX].map((amount) => ({
          voucher: { ...VOUCHER, amount: MAX, balance: MAX },
          amount,
        })),
      ],
      holds: ({ voucher: given, amount }) => {
        const isTaken = Number.isSafeInteger(amount) && amount > 0 && amount <= given.balance
        const after = Result.map(take(given, amount), (moved) => moved.voucher.balance)
        same("taken", Result.isSuccess(after), isTaken)
        if (Result.isSuccess(after)) same("balance", after.success, given.balance - amount)
      },
    }),
    forAll({
      id: "voucher.release",
      name: "what is given back is at most what was taken",
      rule: "A release restores what it says, refused beyond what was redeemed; after the expiry, or once the voucher was taken back, it is gone at once.",
      given: fc.record({
        voucher: one(),
        amount: fc.oneof(amounts({ max: 300 }), fc.constantFrom(Number.NaN, 0.5, -1, 0)),
        isRevoked: fc.boolean(),
        at: fc.nat({ max: 25 }),
      }),
      examples: [0, 4, 5, 6].map((at) => ({
        voucher: { ...USED, expiresAt: at === 0 ? null : 5 },
        amount: 1,
        isRevoked: false,
        at,
      })),
      holds: ({ voucher: given, amount, isRevoked, at }) => {
        const before = isRevoked ? revoked(given).voucher : given
        const isGiven = Number.isSafeInteger(amount) && amount > 0 && amount <= given.amountRedeemed
        const isOver = isRevoked || (given.expiresAt !== null && at >= given.expiresAt)
        const after = Result.map(giveBack(before, amount, at), (moved) => moved.voucher.balance)
        same("given back", Result.isSuccess(after), isGiven)
        if (Result.isSuccess(after)) same("balance", after.success, before.balance + (isOver ? 0 : amount))
      },
    }),
    forAll({
      id: "voucher.over",
      name: "a voucher that is over holds nothing",
      rule: "From its expiry on its rest is gone; before, and for one without an expiry, nothing is.",
      given: fc.record({ voucher: one(), at: fc.nat({ max: 25 }) }),
      examples: [{ voucher: { ...VOUCHER, expiresAt: 5 }, at: 5 }],
      holds: ({ voucher: given, at }) => {
        const isOver = given.expiresAt !== null && at >= given.expiresAt
        const after = voucher.expire(frozen(given), at).voucher
        same("balance", after.balance, isOver ? 0 : given.balance)
        same("again", voucher.expire(frozen(after), at), { voucher: after, entries: [] })
      },
    }),
    forAll({
      id: "voucher.revoke",
      name: "a voucher that was taken back holds nothing",
      rule: "All that is left is gone, what invoices took stays taken, and a second time changes nothing.",
      given: fc.record({ voucher: one(), at: fc.nat({ max: 25 }) }),
      holds: ({ voucher: given, at }) => {
        const after = revoked(given, at).voucher
        const { balance, amountRedeemed, revokedAt } = after
        const expected = { balance: 0, amountRedeemed: given.amountRedeemed, revokedAt: at }
        same("voucher", { balance, amountRedeemed, revokedAt }, expected)
        same("again", revoked(after, at + 1), { voucher: after, entries: [] })
      },
    }),
    usableLaw(voucher),
  ]
}

const MAX = Number.MAX_SAFE_INTEGER

const VOUCHER: Voucher = {
  voucherId: "voucher-1",
  organizationId: "organization-1",
  name: "Voucher",
  currency: "BRL",
  amount: 1,
  balance: 1,
  effectiveAt: 0,
  expiresAt: null,
  amountRedeemed: 0,
  version: 1,
  creditOf: null,
  frozen: false,
  revokedAt: null,
  createdAt: 0,
}

/** One of which half was taken. */
const USED: Voucher = { ...VOUCHER, amount: 2, amountRedeemed: 1, version: 2 }

const PLAIN = { createdAt: 0, frozen: false, revokedAt: null } as const

const usableLaw = (voucher: Vouchers): Law =>
  forAll({
    id: "voucher.order",
    name: "vouchers pay by expiry, age and id, those that can",
    rule: "Of the currency, in effect, not empty, not frozen, not taken back and not past their expiry, at whose very instant they still pay; those without an expiry come last.",
    given: fc.record({
      all: fc.array(
        fc.record({
          voucher: vouchers({ amountMax: 3 }),
          createdAt: fc.nat({ max: 2 }),
          frozen: fc.constantFrom(false, false, true),
          revokedAt: fc.constantFrom(null, null, 1),
        }),
        { maxLength: 5 },
      ),
      currency: fc.constantFrom<string>("BRL", "BRL", "USD"),
      at: fc.nat({ max: 20 }),
    }),
    examples: [
      ...[4, 5, 6].map((at) => ({
        all: [{ ...PLAIN, voucher: { ...VOUCHER, expiresAt: 5 } }],
        currency: "BRL",
        at,
      })),
      ...[4, 5].map((at) => ({
        all: [{ ...PLAIN, voucher: { ...VOUCHER, effectiveAt: 5 } }],
        currency: "BRL",
        at,
      })),
      { all: [{ ...PLAIN, voucher: VOUCHER }], currency: "USD", at: 1 },
      { all: [{ ...PLAIN, voucher: { ...VOUCHER, balance: 0 } }], currency: "BRL", at: 1 },
      // The older one expires later, or never; and of two that expire at once the older one is first, then the id.
      ...[9, null].map((expiresAt) => ({
        all: [
          { ...PLAIN, voucher: { ...VOUCHER, expiresAt } },
          { ...PLAIN, createdAt: 1, voucher: { ...VOUCHER, expiresAt: 8 } },
        ],
        currency: "BRL",
        at: 1,
      })),
      {
        all: [1, 0, 0].map((createdAt) => ({ ...PLAIN, createdAt, voucher: VOUCHER })),
        currency: "BRL",
        at: 1,
      },
    ],
    holds: ({ all, currency, at }) => {
      // Ids against the order in which they are given.
      const given = all.map((one, index) => ({
        ...one.voucher,
        voucherId: `voucher-${9 - index}`,
        createdAt: one.createdAt,
        frozen: one.frozen,
        revokedAt: one.revokedAt,
      }))
      const left = given.filter(
        (one) =>
          one.currency === currency &&
          one.balance > 0 &&
          !one.frozen &&
          one.revokedAt === null &&
          one.effectiveAt <= at &&
          at <= (one.expiresAt ?? Number.POSITIVE_INFINITY),
      )
      const key = ({ expiresAt, createdAt, voucherId }: Voucher): string =>
        `${String(expiresAt ?? 999).padStart(3, "0")} ${createdAt} ${voucherId}`
      const expected = left.map(key).sort()
      same("order", voucher.usable(frozen(given), { currency, at }).map(key), expected)
    },
  })
