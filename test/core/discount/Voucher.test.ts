import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Voucher from "../../../src/core/discount/Voucher.ts"
import { frozen } from "../../support/decider.ts"
import { runs } from "../../support/runs.ts"
import { DAY, NOON, voucher } from "./fixtures.ts"

const end = NOON + DAY
const consume = (from: Voucher.Voucher, amount: number, cause = "i1", at = NOON) =>
  Voucher.consume(frozen(from), { amount, cause, invoiceId: `of ${cause}`, at })
const consumed = (from: Voucher.Voucher, amount: number, cause = "i1") =>
  Result.getOrThrow(consume(from, amount, cause))

/** What 400 that were taken because of "i1" say besides. */
const i1 = { cause: "i1", invoiceId: "of i1", amount: 400 }

describe("grant", () => {
  it("starts the ledger with the whole amount", () => {
    expect(voucher()).toEqual({
      voucherId: "v1",
      organizationId: "o1",
      name: "Goodwill",
      currency: "BRL",
      amount: 1_000,
      balance: 1_000,
      effectiveAt: NOON,
      expiresAt: end,
      entries: [{ kind: "GRANT", cause: "v1", invoiceId: null, amount: 1_000, at: NOON }],
      createdAt: NOON,
    })
  })

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    "%d is no amount of a voucher",
    (amount) => {
      const { balance: _, entries: __, ...terms } = voucher()
      const wrong = Result.fail({ _tag: "VoucherAmountInvalid", amount })
      expect(Voucher.grant({ ...terms, amount })).toEqual(wrong)
      expect(consume(voucher(), amount)).toEqual(wrong)
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
  ])("%s", (_, over, at, status) => {
    expect(Voucher.statusOf({ ...voucher(), ...over }, at)).toBe(status)
  })
})

describe("consume and release", () => {
  it("takes an amount, once for a cause", () => {
    const once = consumed(voucher(), 400)
    expect(once.balance).toBe(600)
    expect(once.entries.at(-1)).toEqual({ ...i1, kind: "CONSUME", at: NOON })
    expect(Result.getOrThrow(consume(once, 400))).toBe(once)
    expect(consumed(once, 600, "i2").balance).toBe(0)
  })

  it("never gives more than there is", () => {
    expect(consume(voucher(), 1_001)).toEqual(
      Result.fail({ _tag: "VoucherExhausted", voucherId: "v1", balance: 1_000, amount: 1_001 }),
    )
  })

  it("gives back what a cause took, once, and nothing for a cause that took nothing", () => {
    const once = consumed(consumed(voucher(), 400), 100, "i2")
    const back = Voucher.release(once, { cause: "i1", at: NOON + 1 })
    expect(back.balance).toBe(900)
    expect(back.entries.at(-1)).toEqual({ ...i1, kind: "RELEASE", at: NOON + 1 })
    expect(Voucher.release(back, { cause: "i1", at: NOON + 2 })).toBe(back)
    expect(Voucher.release(once, { cause: "i3", at: NOON })).toBe(once)
  })

  it.each([
    ["just before its expiry", end - 1, 1_000, ["RELEASE"]],
    ["at its expiry", end, 600, ["RELEASE", "EXPIRE"]],
  ])("a release %s", (_, at, balance, kinds) => {
    const back = Voucher.release(consumed(voucher(), 400), { cause: "i1", at })
    expect(back.balance).toBe(balance)
    expect(back.entries.slice(2)).toEqual(kinds.map((kind) => ({ ...i1, kind, at })))
  })

  it("a release without an expiry stays", () => {
    const back = Voucher.release(consumed(voucher({ expiresAt: null }), 400), { cause: "i1", at: end })
    expect(back.balance).toBe(1_000)
  })
})

describe("expire", () => {
  it("takes what is left at the expiry, once, and nothing before it", () => {
    const left = consumed(voucher(), 400)
    expect(Voucher.expire(left, end - 1)).toBe(left)
    const over = Voucher.expire(left, end)
    expect(over.balance).toBe(0)
    expect(over.entries.at(-1)).toEqual({
      kind: "EXPIRE",
      cause: "v1",
      invoiceId: null,
      amount: 600,
      at: end,
    })
    expect(Voucher.expire(over, end + 1)).toBe(over)
    const forever = voucher({ expiresAt: null })
    expect(Voucher.expire(forever, Number.MAX_SAFE_INTEGER)).toBe(forever)
  })

  it("what comes back after it is gone at once", () => {
    const back = Voucher.release(Voucher.expire(consumed(voucher(), 400), end), { cause: "i1", at: end + 1 })
    expect(back.balance).toBe(0)
    expect(back.entries.map((entry) => [entry.kind, entry.amount])).toEqual([
      ["GRANT", 1_000],
      ["CONSUME", 400],
      ["EXPIRE", 600],
      ["RELEASE", 400],
      ["EXPIRE", 400],
    ])
  })
})

describe("what was redeemed", () => {
  it("is what was taken and not given back; what expired was not", () => {
    const some = consumed(consumed(voucher(), 400), 100, "i2")
    expect(Voucher.redeemedAmount(voucher())).toBe(0)
    expect(Voucher.redeemedAmount(some)).toBe(500)
    expect(Voucher.redeemedAmount(Voucher.expire(some, end))).toBe(500)
    expect(Voucher.redeemedAmount(Voucher.release(some, { cause: "i1", at: NOON }))).toBe(100)
    expect(Voucher.redeemedAmount(Voucher.release(some, { cause: "i1", at: end }))).toBe(100)
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
  ])("one %s: pays or not", (_, over, instant, pays) => {
    expect(ids([at("v", over)], instant)).toEqual(pays ? ["v"] : [])
  })
})

describe("law 8", () => {
  it("the ledger is never negative, sums to the balance, and has each kind and cause once", () => {
    const cause = fc.constantFrom("i1", "i2", "i3")
    const move = fc.record({
      kind: fc.constantFrom("consume", "release", "expire"),
      amount: fc.oneof(fc.integer({ min: -5, max: 1_200 }), fc.constantFrom(Number.NaN, 0.5, 1_000)),
      cause,
      wait: fc.constantFrom(0, 1, DAY / 3),
    })
    const sign = { GRANT: 1, RELEASE: 1, CONSUME: -1, EXPIRE: -1 }
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), fc.option(fc.constant(end)), (moves, expiresAt) => {
        let state = frozen(voucher({ expiresAt }))
        let at = NOON
        for (const each of moves) {
          at += each.wait
          const before = state
          if (each.kind === "consume") {
            state = Result.getOrElse(
              Voucher.consume(state, { ...each, invoiceId: each.cause, at }),
              () => before,
            )
          } else
            state =
              each.kind === "release" ? Voucher.release(state, { ...each, at }) : Voucher.expire(state, at)
          state = frozen(state)
          const { entries, balance } = state
          expect(balance).toBe(entries.reduce((sum, entry) => sum + sign[entry.kind] * entry.amount, 0))
          expect(balance).toBeGreaterThanOrEqual(0)
          expect(balance).toBeLessThanOrEqual(state.amount)
          expect(entries.every((entry) => Number.isSafeInteger(entry.amount) && entry.amount > 0)).toBe(true)
          expect(new Set(entries.map((entry) => `${entry.kind} ${entry.cause}`)).size).toBe(entries.length)
          expect(entries.slice(0, before.entries.length)).toEqual(before.entries)
          const expired = entries.filter(({ kind }) => kind === "EXPIRE")
          const gone = expired.reduce((sum, { amount }) => sum + amount, 0)
          expect(Voucher.redeemedAmount(state)).toBe(state.amount - balance - gone)
        }
        if (expiresAt !== null && at >= expiresAt) expect(Voucher.expire(state, at).balance).toBe(0)
      }),
      {
        numRuns: runs(2000),
        examples: [
          [
            [
              { kind: "consume", amount: 400, cause: "i1", wait: 0 },
              { kind: "expire", amount: 1, cause: "i1", wait: DAY },
              { kind: "release", amount: 1, cause: "i1", wait: 0 },
            ],
            end,
          ],
        ],
      },
    )
  })
})
