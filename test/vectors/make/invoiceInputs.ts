// Inputs of the invoice, said briefly.
import type {
  CouponInput,
  InvoiceInput,
  LineInput,
  VoucherInput,
} from "../../../src/core/invoice/computeInvoice.ts"
import type { Call } from "./Case.ts"

/** A call of the invoice. */
export const call = (input: InvoiceInput): Call => ({ function: "computeInvoice", input })

/** A call with some members of the input; the others are empty. */
export const invoice = (members: Partial<InvoiceInput>): Call =>
  call({ currency: "BRL", lines: [], coupon: null, vouchers: [], ...members })

/** A line. */
export const line = (unitPrice: number, quantity = 1, planId?: string): LineInput => ({
  name: "Line",
  unitPrice,
  quantity,
  ...(planId === undefined ? {} : { planId }),
})

const noPeriod = { periodEligibleAmount: 0, periodDiscountAmount: 0 }

/** A coupon of a percentage. */
export const share = (basisPoints: number, members: Partial<CouponInput> = {}): CouponInput => ({
  code: "SHARE",
  discount: { type: "PERCENTAGE", basisPoints },
  planIds: null,
  ...noPeriod,
  ...members,
})

/** A coupon of an amount. */
export const fixed = (off: number, members: Partial<CouponInput> = {}): CouponInput => ({
  code: "FIXED",
  discount: { type: "FIXED", amount: off, currency: "BRL" },
  planIds: null,
  ...noPeriod,
  ...members,
})

/** Vouchers in their order, of BRL unless said. */
export const vouchers = (...all: ReadonlyArray<readonly [balance: number, currency?: string]>) =>
  all.map(
    ([balance, currency = "BRL"], index): VoucherInput => ({
      voucherId: `voucher-${index + 1}`,
      currency,
      balance,
    }),
  )
