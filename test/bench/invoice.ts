// The invoice computation beside a loop that was written for this one invoice. A money library says what has to come out.
import {
  add,
  type Dinero,
  dinero,
  greaterThan,
  halfAwayFromZero,
  multiply,
  subtract,
  toSnapshot,
  transformScale,
} from "dinero.js"
import { BRL } from "dinero.js/currencies"
import { computeInvoice, type InvoiceInput } from "../../src/index.ts"
import { inTurn, nanosOf, type Row, rowOf } from "./measure.ts"

const input: InvoiceInput = {
  currency: "BRL",
  lines: Array.from({ length: 10 }, (_, index) => ({
    name: `Line ${index}`,
    unitPrice: 999 + index,
    quantity: index + 1,
  })),
  coupon: {
    code: "WELCOME10",
    discount: { type: "PERCENTAGE", basisPoints: 1000 },
    planIds: null,
    periodEligibleAmount: 0,
    periodDiscountAmount: 0,
  },
  vouchers: [{ voucherId: "voucher", currency: "BRL", balance: 5000 }],
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** The same invoice by a loop: every input is checked, and every sum. */
export const byHand = ({ currency, lines, coupon, vouchers }: InvoiceInput) => {
  const priced = []
  let totalAmount = 0
  for (const line of lines) {
    if (!isAmount(line.unitPrice) || !isAmount(line.quantity)) return null
    const amount = line.unitPrice * line.quantity
    totalAmount += amount
    if (!Number.isSafeInteger(totalAmount)) return null
    priced.push({ ...line, amount })
  }
  const discounts = []
  let discountAmount = 0
  if (coupon !== null && coupon.discount.type === "PERCENTAGE") {
    const { basisPoints } = coupon.discount
    if (!isAmount(basisPoints) || basisPoints > 10_000 || !Number.isSafeInteger(totalAmount * basisPoints))
      return null
    discountAmount = Math.round((totalAmount * basisPoints) / 10_000)
    discounts.push({ type: "COUPON", code: coupon.code, amount: discountAmount })
  }
  for (const { voucherId, balance, currency: held } of vouchers) {
    if (!isAmount(balance)) return null
    if (held !== currency) continue
    const amount = Math.min(balance, totalAmount - discountAmount)
    if (amount === 0) continue
    discounts.push({ type: "VOUCHER", code: voucherId, amount })
    discountAmount += amount
  }
  return {
    currency,
    lines: priced,
    discounts,
    totalAmount,
    discountAmount,
    payableAmount: totalAmount - discountAmount,
  }
}

/** The same invoice by dinero.js. */
export const byDinero = ({ lines, coupon, vouchers }: InvoiceInput) => {
  const amountOf = (amount: Dinero<number>): number => toSnapshot(amount).amount
  let total = dinero({ amount: 0, currency: BRL })
  const priced = []
  for (const line of lines) {
    const amount = multiply(dinero({ amount: line.unitPrice, currency: BRL }), line.quantity)
    total = add(total, amount)
    priced.push({ ...line, amount: amountOf(amount) })
  }
  const basisPoints = coupon?.discount.type === "PERCENTAGE" ? coupon.discount.basisPoints : 0
  let discount = transformScale(multiply(total, { amount: basisPoints, scale: 4 }), 2, halfAwayFromZero)
  const discounts = [{ type: "COUPON", code: coupon?.code, amount: amountOf(discount) }]
  for (const { voucherId, balance } of vouchers) {
    const held = dinero({ amount: balance, currency: BRL })
    const rest = subtract(total, discount)
    const amount = greaterThan(held, rest) ? rest : held
    discounts.push({ type: "VOUCHER", code: voucherId, amount: amountOf(amount) })
    discount = add(discount, amount)
  }
  const payableAmount = amountOf(subtract(total, discount))
  return {
    lines: priced,
    discounts,
    totalAmount: amountOf(total),
    discountAmount: amountOf(discount),
    payableAmount,
  }
}

/** Time of `computeInvoice` for ten lines, a percentage and a voucher. */
export const measureInvoice = async (): Promise<ReadonlyArray<Row>> => {
  const { ours, hand } = await inTurn({
    ours: () => nanosOf(() => computeInvoice(input)),
    hand: () => nanosOf(() => byHand(input)),
  })
  const name = "computeInvoice, ten lines, by hand"
  return [rowOf({ name, ours, theirs: hand, unit: "ns", target: { atMost: 1.3 } })]
}

/** The results of the three, which have to be the same. */
export const results = () => ({ ours: computeInvoice(input), hand: byHand(input), library: byDinero(input) })
