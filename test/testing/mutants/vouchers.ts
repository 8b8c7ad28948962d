// Wrong vouchers: which are taken, in what order, and up to what.
import * as Result from "effect/Result"
import { calculator } from "./calculator.ts"
import { given, type Mutants } from "./changed.ts"

export const vouchers: Mutants = {
  "a voucher of another currency is taken": calculator({ voucherFits: () => true }),
  "a voucher of another currency is an error": (input) =>
    input.vouchers.some(({ currency }) => currency !== input.currency)
      ? Result.fail({ _tag: "Refused" })
      : calculator()(input),
  "the last voucher comes first": given(({ vouchers }) => ({ vouchers: vouchers.toReversed() })),
  "the largest voucher comes first": given(({ vouchers }) => ({
    vouchers: vouchers.toSorted((a, b) => b.balance - a.balance),
  })),
  "the smallest voucher comes first": given(({ vouchers }) => ({
    vouchers: vouchers.toSorted((a, b) => a.balance - b.balance),
  })),
  "one voucher an invoice": given(({ vouchers }) => ({ vouchers: vouchers.slice(0, 1) })),
  "two vouchers an invoice": given(({ vouchers }) => ({ vouchers: vouchers.slice(0, 2) })),
  "a voucher that is there twice is taken once": given(({ vouchers }) => ({
    vouchers: [...new Map(vouchers.map((one) => [one.voucherId, one])).values()],
  })),
  "a voucher is taken whole": calculator({ takeVoucher: (balance) => balance }),
  "a voucher may take the total again": calculator({
    takeVoucher: (balance, _, total) => Math.min(balance, total),
  }),
  "a voucher that is larger than the rest is passed over": calculator({
    takeVoucher: (balance, rest) => (balance > rest ? 0 : balance),
  }),
  "a voucher leaves 1 to be paid": calculator({
    takeVoucher: (balance, rest) => Math.min(balance, Math.max(0, rest - 1)),
  }),
  "a voucher takes -0 of nothing": calculator({
    isListed: () => true,
    takeVoucher: (balance, rest) => Math.min(balance, rest) || -0,
  }),
  "vouchers pay nothing where there is a coupon": given(({ vouchers, coupon }) => ({
    vouchers: coupon === null ? vouchers : [],
  })),
}
