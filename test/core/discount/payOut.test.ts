// A voucher that is paid out: what is recorded, and what refuses it, the first reason first. GAP-189
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Voucher from "../../../src/core/voucher/Voucher.ts"
import { frozen } from "../../support/decider.ts"
import { DAY, NOON, voucher } from "./fixtures.ts"

const credit: Voucher.Voucher = { ...voucher(), creditOf: "invoice" }
const payOut = (
  from: Voucher.Voucher,
  amount: number | null,
  members: {
    readonly payoutId?: string
    readonly at?: number
    readonly refunds?: ReadonlyArray<string>
  } = {},
) => {
  const { payoutId = "transfer", at = NOON, refunds = [] } = members
  const request = { payoutId, amount, at }
  return Voucher.payOut(
    frozen(from),
    request,
    refunds.map((refundId) => ({ refundId })),
  )
}
const paid = (...of: Parameters<typeof payOut>) => Result.getOrThrow(payOut(...of))

describe("a payout", () => {
  it.each([
    ["of a part", 300, 300, 700],
    ["of all that is left", null, 1_000, 0],
    ["of the whole amount", 1_000, 1_000, 0],
  ])("%s leaves the rest, with an entry of the ledger", (_, wanted, amount, balance) => {
    const payout = { payoutId: "transfer", amount, at: NOON + 1 }
    const { version } = credit
    expect(paid(credit, wanted, { at: NOON + 1 })).toEqual({
      voucher: { ...credit, balance, version: version + 1, payouts: [payout] },
      entries: [
        {
          voucherId: "v1",
          sequence: version,
          kind: "PAYOUT",
          cause: "transfer",
          invoiceId: "invoice",
          amount,
          at: NOON + 1,
        },
      ],
    })
  })

  it("comes after those before it, and they add up", () => {
    const { voucher: first } = paid(credit, 300)
    const { voucher: second } = paid(first, 50, { payoutId: "another", at: NOON + 1 })
    expect(second.payouts).toEqual([
      { payoutId: "transfer", amount: 300, at: NOON },
      { payoutId: "another", amount: 50, at: NOON + 1 },
    ])
    expect([credit, first, second].map(Voucher.amountPaidOut)).toEqual([0, 300, 350])
    expect(second).toMatchObject({ balance: 650, amountRedeemed: 0 })
  })

  it("of the same id changes nothing, whatever became of the voucher, and is refused with another amount", () => {
    const { voucher: first } = paid(credit, 300)
    for (const since of [first, { ...first, frozen: true }, Voucher.expire(first, NOON + DAY + 1).voucher]) {
      for (const amount of [300, null])
        expect(paid(since, amount, { at: NOON + 2 * DAY, refunds: ["transfer"] })).toEqual({
          voucher: since,
          entries: [],
        })
      expect(payOut(since, 301)).toMatchObject({ failure: { reason: "OTHER_AMOUNT" } })
    }
  })
})

describe("a payout is refused", () => {
  const often = Array.from({ length: Voucher.PAYOUTS_MAX }, (_, index) => `payout ${index}`).reduce(
    (from, payoutId) => paid(from, 1, { payoutId }).voucher,
    credit,
  )
  const held = { ...credit, frozen: true }
  const revoked = Voucher.revoke(credit, { cause: "dispute", at: NOON }).voucher
  const later = { at: NOON + DAY }

  it.each<readonly [string, Parameters<typeof payOut>, string]>([
    ["whose money is refunded", [credit, 1, { refunds: ["other", "transfer"] }], "REFUNDED"],
    ["refunded, though it is disputed", [held, 1, { refunds: ["transfer"] }], "REFUNDED"],
    ["whose money is disputed", [held, 1], "FROZEN"],
    ["disputed, though it is more than is left", [held, 1_001], "FROZEN"],
    ["of more than is left", [credit, 1_001], "EXCEEDS_BALANCE"],
    ["of a voucher that was taken back", [revoked, 1], "EXCEEDS_BALANCE"],
    ["of nothing that is left", [revoked, null], "EXCEEDS_BALANCE"],
    ["of a voucher that is over", [credit, 1, later], "EXCEEDS_BALANCE"],
    ["of more than is left after many", [often, 981], "EXCEEDS_BALANCE"],
    ["after as many as there may be", [often, 980], "TOO_MANY"],
  ])("%s", (_, [from, ...rest], reason) => {
    const { voucherId, balance } = from
    expect(payOut(from, ...rest)).toEqual(
      Result.fail({ _tag: "VoucherNotPayable", voucherId, reason, balance }),
    )
  })

  it.each([0, -1, 0.5, Number.NaN, 2 ** 53])("of %d, which is no amount, before all of these", (amount) => {
    const refused = Result.fail({ _tag: "VoucherAmountInvalid", amount })
    expect(payOut(held, amount, { refunds: ["transfer"] })).toEqual(refused)
  })

  it("not before its end, nor the last one that there may be", () => {
    expect(paid(credit, 1_000, { at: NOON + DAY - 1 }).voucher.balance).toBe(0)
    const fewer = { ...often, payouts: often.payouts?.slice(1) ?? [] }
    expect(paid(fewer, null).voucher.balance).toBe(0)
  })
})
