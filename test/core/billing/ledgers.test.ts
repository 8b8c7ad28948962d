// Movements of an account's vouchers: the voucher as it is after them, and their entries in order.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { moveVoucher, withMoved } from "../../../src/core/billing/collection/voucherLedgers.ts"
import { Account, Receipts, Voucher } from "../../../src/index.ts"
import { decided, makeAccount } from "../../support/account.ts"

const at = Date.UTC(2026, 0, 31, 12)
const granted = ["v1", "v2"].reduce(
  (change, voucherId) =>
    decided(Receipts.grantVoucher(change, { voucherId, name: "Goodwill", currency: "BRL", amount: 100, at })),
  Account.unchanged(makeAccount({ at }).now()),
)
const consume = (amount: number, cause: string) => (voucher: Voucher.Voucher) =>
  Voucher.consume(voucher, { amount, cause, invoiceId: cause, at })
const told = ({ account, voucherEntries }: Account.Change) => [
  account.vouchers.map(({ voucherId, balance }) => [voucherId, balance]),
  voucherEntries.map(({ voucherId, sequence, kind }) => [voucherId, sequence, kind]),
]

describe("a movement of a voucher", () => {
  it("is kept with its entry, after those before it, and leaves the other vouchers as they are", () => {
    const once = decided(moveVoucher(granted, "v1", consume(60, "i1")))
    const twice = decided(moveVoucher(once, "v1", consume(30, "i2")))
    expect(told(twice)).toEqual([
      [
        ["v1", 10],
        ["v2", 100],
      ],
      [
        ["v1", 0, "GRANT"],
        ["v2", 0, "GRANT"],
        ["v1", 1, "CONSUME"],
        ["v1", 2, "CONSUME"],
      ],
    ])
    expect(twice.account.vouchers[1]).toBe(granted.account.vouchers[1])
  })

  it("that is refused is refused", () => {
    const tooMuch = { _tag: "VoucherExhausted", voucherId: "v1", balance: 100, amount: 101 }
    expect(moveVoucher(granted, "v1", consume(101, "i1"))).toEqual(Result.fail(tooMuch))
  })

  it("that changes nothing, or is of a voucher out of view, leaves the change as it is", () => {
    const [first] = granted.account.vouchers
    if (first === undefined) throw new Error("No voucher was granted")
    expect(withMoved(granted, Voucher.expire(first, at))).toBe(granted)
    expect(decided(moveVoucher(granted, "none", consume(60, "i1")))).toBe(granted)
  })

  it("without an entry changes the voucher alone", () => {
    const frozen = decided(moveVoucher(granted, "v2", (voucher) => Result.succeed(Voucher.freeze(voucher))))
    expect(frozen.account.vouchers).toMatchObject([{ frozen: false }, { frozen: true }])
    expect(frozen.voucherEntries).toEqual(granted.voucherEntries)
  })
})

it("a credit that a rule grants says of which invoice it is, and can be frozen from the start", () => {
  const credit = { voucherId: "c", name: "Credit", currency: "BRL", amount: 1, creditOf: "i1", frozen: true }
  const { account } = decided(Receipts.grantVoucher(granted, { ...credit, at }))
  expect(account.vouchers.at(-1)).toMatchObject(credit)
})
