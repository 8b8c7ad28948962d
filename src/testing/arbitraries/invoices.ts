// All that an invoice is computed from. Most of it can be computed; now and then a sum is too large, or a fixed coupon is
// of another currency.
import * as fc from "fast-check"
import type { CouponInput, InvoiceInput, LineInput, VoucherInput } from "../../core/invoice/computeInvoice.ts"
import { couponDiscounts } from "./discounts.ts"
import { amounts } from "./money.ts"

const PLAN_IDS = ["plan-1", "plan-2"]

const lines = (): fc.Arbitrary<LineInput> =>
  fc.record(
    {
      name: fc.constant("Line"),
      unitPrice: amounts(),
      quantity: amounts(),
      planId: fc.constantFrom(...PLAN_IDS),
    },
    { requiredKeys: ["name", "unitPrice", "quantity"] },
  )

const couponInputs = (currency: string): fc.Arbitrary<CouponInput> =>
  fc.record({
    code: fc.constant("COUPON-1"),
    discount: fc.oneof(
      { weight: 9, arbitrary: couponDiscounts({ currency }) },
      { weight: 1, arbitrary: couponDiscounts({ currency: "USD" }) },
    ),
    planIds: fc.option(fc.subarray(PLAN_IDS)),
    periodEligibleAmount: amounts(),
    periodDiscountAmount: amounts(),
  })

const voucherInputs = (currency: string): fc.Arbitrary<ReadonlyArray<VoucherInput>> =>
  fc
    .array(fc.record({ currency: fc.constantFrom(currency, currency, "JPY"), balance: amounts() }), {
      maxLength: 3,
    })
    .map((all) => all.map((one, index) => ({ voucherId: `voucher-${index}`, ...one })))

/**
 * Input of `computeInvoice`, of a currency that is BRL unless given. It shrinks to one without lines and discounts.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.invoiceInputs({ currency: "USD" }), 100).every((input) => input.currency === "USD") // true
 * ```
 */
export const invoiceInputs = ({ currency = "BRL" } = {}): fc.Arbitrary<InvoiceInput> =>
  fc.record({
    currency: fc.constant(currency),
    lines: fc.array(lines(), { maxLength: 6 }),
    coupon: fc.option(couponInputs(currency), { freq: 2 }),
    vouchers: voucherInputs(currency),
  })
