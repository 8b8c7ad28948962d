import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Voucher from "../../../src/core/voucher/Voucher.ts"
import { frozen } from "../../support/decider.ts"
import { DAY, granted, NOON, TERMS, voucher } from "./fixtures.ts"

const end = NOON + DAY
const movement = (amount: number, cause = "i1", at = NOON) => ({
  amount,
  cause,
  invoiceId: `of ${cause}`,
  at,
})
const consume = (from: Voucher.Voucher, amount: number, cause = "i1") =>
  Voucher.consume(frozen(from), movement(amount, cause))
const consumed = (from: Voucher.Voucher, amount: number, cause = "i1") =>
  Result.getOrThrow(consume(from, amount, cause)).voucher
const release = (from: Voucher.Voucher, amount: number, at = NOON, cause = "i1") =>
  Voucher.release(frozen(from), movement(amount, cause, at))
const released = (from: Voucher.Voucher, amount: number, at = NOON) =>
  Result.getOrThrow(release(from, amount, at))
const revoke = (from: Voucher.Voucher, at = NOON) =>
  Voucher.revoke(frozen(from), { cause: "dispute of i0", at })

/** What 400 that were taken because of "i1" say besides. */
const i1 = { voucherId: "v1", cause: "i1", invoiceId: "of i1", amount: 400 }

describe("grant", () => {
  it("starts the ledger with the whole amount", () => {
    expect(granted()).toEqual({
      voucher: {
        voucherId: "v1",
        organizationId: "o1",
        name: "Goodwill",
        currency: "BRL",
        amount: 1_000,
        balance: 1_000,
        amountRedeemed: 0,
        version: 1,
        effectiveAt: NOON,
        expiresAt: end,
        creditOf: null,
        frozen: false,
        revokedAt: null,
        createdAt: NOON,
      },
      entries: [
        {
          voucherId: "v1",
          sequence: 0,
          kind: "GRANT",
          cause: "v1",
          invoiceId: null,
          amount: 1_000,
          at: NOON,
        },
      ],
    })
  })

  it("says of which invoice a credit is, and can freeze it from the start", () => {
    const credit = { ...TERMS, creditOf: "i0", frozen: true }
    expect(Result.getOrThrow(Voucher.grant(credit)).voucher).toEqual({ ...voucher(), ...credit })
  })

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    "%d is no amount of a voucher",
    (amount) => {
      const wrong = Result.fail({ _tag: "VoucherAmountInvalid", amount })
      expect(Voucher.grant({ ...TERMS, amount })).toEqual(wrong)
      expect(consume(voucher(), amount)).toEqual(wrong)
      expect(release(consumed(voucher(), 400), amount)).toEqual(wrong)
    },
  )
})

describe("status", () => {
  it.each<[string, Partial<Voucher.Voucher>, number, Voucher.VoucherStatus]>([
    ["before it takes effect", { effectiveAt: NOON + 1 }, NOON, "PENDING"],
    ["when it takes effect", {}, NOON, "ACTIVE"],
    ["just before its expiry", {}, end - 1, "ACTIVE"],
    ["at its expiry", {}, end, "EXPIRED"],
    ["without an expiry", { expiresAt: null }, end, "ACTIVE"],
    ["empty", { balance: 0 }, NOON, "DEPLETED"],
    ["empty and past its expiry", { balance: 0 }, end, "EXPIRED"],
    ["frozen", { frozen: true }, NOON, "FROZEN"],
    ["frozen and before it takes effect", { frozen: true, effectiveAt: NOON + 1 }, NOON, "FROZEN"],
    ["frozen and empty", { frozen: true, balance: 0 }, NOON, "DEPLETED"],
    ["frozen and past its expiry", { frozen: true }, end, "EXPIRED"],
    ["taken back", { balance: 0, revokedAt: NOON }, NOON, "REVOKED"],
    ["taken back and past its expiry", { balance: 0, revokedAt: NOON }, end, "REVOKED"],
  ])("%s", (_, over, at, status) => {
    expect(Voucher.statusOf({ ...voucher(), ...over }, at)).toBe(status)
  })
})

describe("consume and release", () => {
  it("takes an amount, and appends that to the ledger", () => {
    const { voucher: once, entries } = Result.getOrThrow(consume(voucher(), 400))
    expect(once).toEqual({ ...voucher(), balance: 600, amountRedeemed: 400, version: 2 })
    expect(entries).toEqual([{ ...i1, sequence: 1, kind: "CONSUME", at: NOON }])
    expect(consumed(once, 600, "i2")).toMatchObject({ balance: 0, amountRedeemed: 1_000, version: 3 })
  })

  it("never gives more than there is", () => {
    expect(consume(voucher(), 1_001)).toEqual(
      Result.fail({ _tag: "VoucherExhausted", voucherId: "v1", balance: 1_000, amount: 1_001 }),
    )
  })

  it("gives back what was taken, also in parts, and never more", () => {
    const once = consumed(consumed(voucher(), 400), 100, "i2")
    const back = released(once, 400, NOON + 1)
    expect(back.voucher).toEqual({ ...once, balance: 900, amountRedeemed: 100, version: 4 })
    expect(back.entries).toEqual([{ ...i1, sequence: 3, kind: "RELEASE", at: NOON + 1 }])
    expect(released(released(once, 150).voucher, 250).voucher.balance).toBe(900)
    expect(release(back.voucher, 101)).toEqual(Result.fail({ _tag: "VoucherAmountInvalid", amount: 101 }))
    expect(released(back.voucher, 100).voucher).toMatchObject({ balance: 1_000, amountRedeemed: 0 })
  })

  it.each<[string, Partial<Voucher.Voucher>, number, number, ReadonlyArray<Voucher.VoucherEntryKind>]>([
    ["just before its expiry", {}, end - 1, 1_000, ["RELEASE"]],
    ["at its expiry", {}, end, 600, ["RELEASE", "EXPIRE"]],
    ["without an expiry", { expiresAt: null }, end, 1_000, ["RELEASE"]],
    ["while it is frozen", { frozen: true }, NOON, 1_000, ["RELEASE"]],
    ["once it was taken back", { revokedAt: NOON }, NOON, 600, ["RELEASE", "REVOKE"]],
    ["once it was taken back, past its expiry", { revokedAt: NOON }, end, 600, ["RELEASE", "REVOKE"]],
  ])("a release %s", (_, over, at, balance, kinds) => {
    const back = released({ ...consumed(voucher(), 400), ...over }, 400, at)
    expect(back.voucher).toMatchObject({ ...over, balance, amountRedeemed: 0, version: 2 + kinds.length })
    expect(back.entries).toEqual(kinds.map((kind, index) => ({ ...i1, sequence: 2 + index, kind, at })))
  })
})

describe("expire", () => {
  it("takes what is left at the expiry, once, and nothing before it", () => {
    const left = consumed(voucher(), 400)
    expect(Voucher.expire(left, end - 1)).toEqual({ voucher: left, entries: [] })
    const over = Voucher.expire(left, end)
    expect(over.voucher).toEqual({ ...left, balance: 0, version: 3 })
    expect(over.entries).toEqual([
      { voucherId: "v1", sequence: 2, kind: "EXPIRE", cause: "v1", invoiceId: null, amount: 600, at: end },
    ])
    expect(Voucher.expire(over.voucher, end + 1).voucher).toBe(over.voucher)
    const forever = voucher({ expiresAt: null })
    expect(Voucher.expire(forever, Number.MAX_SAFE_INTEGER).voucher).toBe(forever)
  })

  it("what comes back after it is gone at once", () => {
    const over = Voucher.expire(consumed(voucher(), 400), end).voucher
    const back = released(over, 400, end + 1)
    expect(back.voucher).toEqual({ ...over, amountRedeemed: 0, version: 5 })
    expect(back.entries.map(({ sequence, kind, amount }) => [sequence, kind, amount])).toEqual([
      [3, "RELEASE", 400],
      [4, "EXPIRE", 400],
    ])
  })
})

describe("a disputed payment", () => {
  it("freezes its credit and frees it, without an entry, and a repeat changes nothing", () => {
    const cold = Voucher.freeze(frozen(voucher()))
    expect(cold).toEqual({ voucher: { ...voucher(), frozen: true }, entries: [] })
    expect(Voucher.freeze(cold.voucher).voucher).toBe(cold.voucher)
    const warm = Voucher.unfreeze(frozen(cold.voucher))
    expect(warm).toEqual({ voucher: voucher(), entries: [] })
    expect(Voucher.unfreeze(warm.voucher).voucher).toBe(warm.voucher)
  })

  it("that is lost takes back what is left of it, once; what was spent stays spent", () => {
    const spent = { ...consumed(voucher(), 400), creditOf: "i0", frozen: true }
    const back = revoke(spent)
    expect(back.voucher).toEqual({ ...spent, balance: 0, version: 3, frozen: false, revokedAt: NOON })
    expect(back.entries).toEqual([
      {
        voucherId: "v1",
        sequence: 2,
        kind: "REVOKE",
        cause: "dispute of i0",
        invoiceId: "i0",
        amount: 600,
        at: NOON,
      },
    ])
    expect(revoke(back.voucher, NOON + 1)).toEqual({ voucher: back.voucher, entries: [] })
  })

  it("that is lost takes nothing of what is empty, which is taken back all the same", () => {
    const empty = consumed(voucher(), 1_000)
    expect(revoke(empty)).toEqual({ voucher: { ...empty, revokedAt: NOON }, entries: [] })
  })
})

describe("usable", () => {
  const at = (voucherId: string, over: Partial<Voucher.Voucher> = {}) => ({
    ...voucher(),
    voucherId,
    ...over,
  })
  const ids = (vouchers: ReadonlyArray<Voucher.Voucher>, instant = NOON) =>
    Voucher.usable(frozen(vouchers), { currency: "BRL", at: instant }).map((each) => each.voucherId)

  it("earliest expiry, oldest, id; those without an expiry last", () => {
    const vouchers = [
      at("never, younger", { expiresAt: null, createdAt: NOON }),
      at("never, older", { expiresAt: null, createdAt: NOON - 1 }),
      at("b"),
      at("a"),
      at("older", { createdAt: NOON - 1 }),
      at("sooner", { expiresAt: end - 1 }),
    ]
    const order = ["sooner", "older", "a", "b", "never, older", "never, younger"]
    expect(ids(vouchers)).toEqual(order)
    expect(ids(vouchers.toReversed())).toEqual(order)
  })

  it.each<[string, Partial<Voucher.Voucher>, number, boolean]>([
    ["of another currency", { currency: "USD" }, NOON, false],
    ["empty", { balance: 0 }, NOON, false],
    ["not yet in effect", { effectiveAt: NOON + 1 }, NOON, false],
    ["in effect at this instant", {}, NOON, true],
    ["that expires at this very instant", {}, end, true],
    ["past its expiry", {}, end + 1, false],
    ["without an expiry", { expiresAt: null }, end + 1, true],
    ["frozen", { frozen: true }, NOON, false],
    ["taken back", { revokedAt: NOON }, NOON, false],
  ])("one %s: pays or not", (_, over, instant, pays) => {
    expect(ids([at("v", over)], instant)).toEqual(pays ? ["v"] : [])
  })
})
