// An invoice the naive way, on big integers: the first fault in reading order, or the invoice.
import type { InvoiceInput } from "../../../../src/core/invoice/computeInvoice.ts"
import { couponGives } from "../../../../src/testing/oracle/documents.ts"
import { type Expected, outOfRange, rejection, result } from "../Case.ts"

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const isTooLarge = (value: bigint): boolean => value > BigInt(Number.MAX_SAFE_INTEGER)

const lineFault = ({ lines }: InvoiceInput): Expected | null => {
  let total = 0n
  for (const [index, { unitPrice, quantity }] of lines.entries()) {
    if (!isWhole(unitPrice)) return rejection("InvalidLine", { index, member: "unitPrice", value: unitPrice })
    if (!isWhole(quantity)) return rejection("InvalidLine", { index, member: "quantity", value: quantity })
    total += BigInt(unitPrice) * BigInt(quantity)
    if (isTooLarge(total)) return outOfRange("line", [unitPrice, quantity])
  }
  return null
}

const couponFault = ({ currency, lines, coupon }: InvoiceInput): Expected | null => {
  if (coupon === null) return null
  const { code, discount, planIds, periodEligibleAmount, periodDiscountAmount } = coupon
  const [value, most] =
    discount.type === "FIXED" ? [discount.amount, Number.MAX_SAFE_INTEGER] : [discount.basisPoints, 10_000]
  if (!isWhole(value) || value > most) return rejection("InvalidDiscount", { code, value })
  if (discount.type === "FIXED" && discount.currency !== currency) {
    return rejection("DiscountCurrencyMismatch", { code, currency: discount.currency })
  }
  for (const ofPeriod of [periodEligibleAmount, periodDiscountAmount]) {
    if (!isWhole(ofPeriod)) return rejection("InvalidDiscount", { code, value: ofPeriod })
  }
  let eligible = 0n
  for (const { unitPrice, quantity, planId = null } of lines) {
    const counts = planIds === null || planIds.some((one) => one === planId)
    if (counts) eligible += BigInt(unitPrice) * BigInt(quantity)
  }
  return isTooLarge(BigInt(periodEligibleAmount) + eligible)
    ? outOfRange("group", [periodEligibleAmount, Number(eligible)])
    : null
}

const voucherFault = ({ vouchers }: InvoiceInput): Expected | null => {
  const wrong = vouchers.find(({ balance }) => !isWhole(balance))
  return wrong === undefined
    ? null
    : rejection("InvalidDiscount", { code: wrong.voucherId, value: wrong.balance })
}

/** The invoice of an input. */
export const computeInvoice = (input: InvoiceInput): Expected => {
  const fault = lineFault(input) ?? couponFault(input) ?? voucherFault(input)
  if (fault !== null) return fault
  const { currency, coupon, vouchers } = input
  const lines = input.lines.map((line) => ({
    ...line,
    amount: Number(BigInt(line.unitPrice) * BigInt(line.quantity)),
  }))
  const totalAmount = lines.reduce((sum, { amount }) => sum + amount, 0)
  const wanted = [
    { type: "COUPON", code: coupon?.code, amount: Number(couponGives(input)) },
    ...vouchers
      .filter((voucher) => voucher.currency === currency)
      .map(({ voucherId, balance }) => ({ type: "VOUCHER", code: voucherId, amount: balance })),
  ]
  let payableAmount = totalAmount
  const discounts = []
  for (const discount of wanted) {
    const amount = discount.amount < payableAmount ? discount.amount : payableAmount
    if (amount > 0) discounts.push({ ...discount, amount })
    payableAmount -= amount
  }
  const discountAmount = totalAmount - payableAmount
  return result({ currency, lines, discounts, totalAmount, discountAmount, payableAmount })
}
