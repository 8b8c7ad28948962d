// All that an invoice is computed from, in currencies of every kind. Nine of ten can be computed. A fixed share are hard:
// exact halves, totals up to the last safe integer, the same line or voucher twice, -0, discounts that take everything.
import * as fc from "fast-check"
import type { CouponInput, InvoiceInput, LineInput, VoucherInput } from "../../core/invoice/computeInvoice.ts"
import { couponDiscounts } from "./discounts.ts"
import { amounts, currencies } from "./money.ts"

/** What is wanted of the input of an invoice. */
export interface InvoiceInputOptions {
  /** The one currency; any unless given. */
  readonly currency?: string
  /** The most lines, but for the one or two that make an input hard; 6 unless given. */
  readonly linesMax?: number
  /** The most vouchers, but for the one that makes an input hard; 3 unless given. */
  readonly vouchersMax?: number
  /** The largest unit price, and the largest balance, of an input that is not hard; a million unless given. */
  readonly amountMax?: number
  /** Whether some cannot be computed: their total is too large, or a fixed coupon is of another currency. */
  readonly rejected?: boolean
}

const PLAN_IDS = ["plan-1", "plan-2"]
const MAX = Number.MAX_SAFE_INTEGER

const lineInputs = (amountMax: number): fc.Arbitrary<LineInput> =>
  fc.record(
    {
      name: fc.constantFrom("Line", "Messages"),
      unitPrice: amounts({ max: amountMax }),
      quantity: amounts({ max: 1_000 }),
      planId: fc.constantFrom(...PLAN_IDS),
      // What the computation does not know, it leaves as it is.
      meter: fc.constant("messages"),
    },
    { requiredKeys: ["name", "unitPrice", "quantity"] },
  )

const couponInputs = (currency: string): fc.Arbitrary<CouponInput> =>
  fc.record({
    code: fc.constant("COUPON-1"),
    discount: couponDiscounts({ currency }),
    planIds: fc.option(fc.subarray(PLAN_IDS)),
    periodEligibleAmount: fc.oneof(fc.constant(0), amounts({ max: 1_000_000 })),
    periodDiscountAmount: fc.oneof(fc.constant(0), amounts({ max: 1_000_000 })),
  })

const voucherInputs = (
  currency: string,
  { vouchersMax = 3, amountMax = 1_000_000 }: InvoiceInputOptions,
): fc.Arbitrary<ReadonlyArray<VoucherInput>> =>
  fc
    .array(
      fc.record({
        currency: fc.constantFrom(currency, currency, currency === "JPY" ? "BRL" : "JPY"),
        balance: amounts({ max: amountMax }),
      }),
      { maxLength: vouchersMax },
    )
    .map((all) => all.map((one, index) => ({ voucherId: `voucher-${index}`, ...one })))

const totalOf = (lines: ReadonlyArray<LineInput>): number =>
  lines.reduce((total, { unitPrice, quantity }) => total + unitPrice * quantity, 0)

const extra = (unitPrice: number, quantity = 1): LineInput => ({ name: "Extra", unitPrice, quantity })

const shareOf = (basisPoints: number): CouponInput => ({
  code: "COUPON-1",
  discount: { type: "PERCENTAGE", basisPoints },
  planIds: null,
  periodEligibleAmount: 0,
  periodDiscountAmount: 0,
})

type Hardening = (input: InvoiceInput, random: number) => InvoiceInput

/** The lines come to a total at which the share of a coupon is a whole number and a half, below any bound. */
const half: Hardening = ({ coupon: _, ...input }, random) => {
  const [basisPoints, step, first] = HALVES[random % HALVES.length] ?? [5_000, 2, 1]
  const total = totalOf(input.lines)
  return {
    ...input,
    lines: [...input.lines, extra((((first - total) % step) + step + step * (random % 7)) % (step * 8))],
    coupon: shareOf(basisPoints),
  }
}

/** Basis points, with the totals whose share has a half: every so many from the first on. */
const HALVES = [
  [5_000, 2, 1],
  [2_500, 4, 2],
  [1_000, 10, 5],
  [1_500, 20, 10],
] as const

/** The total is the last safe integer, or somewhat less, and a coupon gets any share of it. */
const large: Hardening = (input, random) => {
  const less = random % 3 === 0 ? 0 : random % 3 === 1 ? random % 100 : random * 40_000
  const rest = MAX - less - totalOf(input.lines)
  const coupon = random % 4 === 0 ? null : shareOf(1 + (random % 10_000))
  return { ...input, lines: [...input.lines, extra(rest)], coupon }
}

/** A line of a large price and a large quantity. */
const product: Hardening = (input, random) => ({
  ...input,
  lines: [extra(94_906_265 - (random % 1_000), 94_906_266 - (random % 777))],
  coupon: null,
})

/** The first line and the first voucher are there twice. */
const twice: Hardening = (input, random) => {
  const first = input.lines[0] ?? extra(1 + (random % 1_000))
  const line = totalOf([first]) > 0 ? first : { ...first, unitPrice: 1 + (random % 1_000), quantity: 1 }
  const voucher = { voucherId: "voucher-0", currency: input.currency, balance: 1 + (random % 3) }
  return {
    ...input,
    lines: [line, line, extra(1_000), ...input.lines.slice(1)],
    coupon: null,
    vouchers: [voucher, voucher, ...input.vouchers.slice(1)],
  }
}

/** Zeros with a sign, as a price, as a quantity and as a balance. */
const minusZero: Hardening = (input, random) => ({
  ...input,
  lines: [...input.lines, random % 2 === 0 ? extra(-0) : extra(1 + (random % 9), -0)],
  vouchers: [...input.vouchers, { voucherId: "voucher-zero", currency: input.currency, balance: -0 }],
})

/** Three lines of a few cents, of which a coupon gets a share, and vouchers pay the rest in their order. */
const small: Hardening = (input, random) => ({
  ...input,
  lines: [0, 1, 2].map((index) => ({
    name: `Line ${index}`,
    unitPrice: 1 + ((random >> index) % 9),
    quantity: 1,
  })),
  coupon: shareOf([500, 1_500, 3_333, 5_000, 10_000][random % 5] ?? 1),
  vouchers: [3, 2, 4, 1].map((balance, index) => ({
    voucherId: `voucher-${index}`,
    currency: input.currency,
    balance,
  })),
})

/** A fixed coupon of some plans: larger than their lines, smaller than all of them. */
const capped: Hardening = (input, random) => ({
  ...input,
  lines: [
    { ...extra(10 + (random % 50), 2), planId: "plan-1" },
    { ...extra(10 + (random % 60), 1), planId: "plan-2" },
    extra(500),
  ],
  coupon: {
    ...shareOf(0),
    discount: { type: "FIXED", amount: 300 + (random % 100), currency: input.currency },
    planIds: random % 3 === 0 ? PLAN_IDS : ["plan-2"],
  },
  vouchers: random % 2 === 0 ? [] : input.vouchers,
})

const HARD: ReadonlyArray<Hardening> = [half, half, large, large, product, twice, minusZero, small, capped]

/** Input that cannot be computed: just too much, or a fixed coupon of another currency. */
const rejected: Hardening = (input, random) => {
  const other = input.currency === "USD" ? "EUR" : "USD"
  return random % 2 === 0
    ? { ...input, lines: [...input.lines, extra(MAX), extra(1 + (random % 3 === 0 ? random : 0))] }
    : {
        ...input,
        coupon: { ...shareOf(0), discount: { type: "FIXED", amount: 1 + (random % 500), currency: other } },
      }
}

/**
 * Input of `computeInvoice`, of any currency. Two of five are hard, one of ten cannot be computed. It shrinks to one
 * without lines and discounts.
 *
 * @example
 * ```ts
 * import * as fc from "fast-check"
 * import { Arbitraries } from "studio-billing/testing"
 *
 * fc.sample(Arbitraries.invoiceInputs({ currency: "USD" }), 100).every((input) => input.currency === "USD") // true
 * ```
 */
export const invoiceInputs = (options: InvoiceInputOptions = {}): fc.Arbitrary<InvoiceInput> => {
  const { linesMax = 6, amountMax = 1_000_000 } = options
  const currency = options.currency === undefined ? currencies() : fc.constant(options.currency)
  const plain = currency.chain((code) =>
    fc.record({
      currency: fc.constant(code),
      lines: fc.array(lineInputs(amountMax), { maxLength: linesMax, size: "max" }),
      coupon: fc.option(couponInputs(code), { freq: 2 }),
      vouchers: voucherInputs(code, options),
    }),
  )
  const random = fc.nat({ max: 999_999_999 })
  const hard = fc
    .record({ input: plain, harden: fc.nat({ max: HARD.length - 1 }), random })
    .map(({ input, harden, random }) => HARD[harden]?.(input, random) ?? input)
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: plain },
    { weight: 4, arbitrary: hard },
    {
      weight: (options.rejected ?? true) ? 1 : 0,
      arbitrary: fc.record({ input: plain, random }).map(({ input, random }) => rejected(input, random)),
    },
  )
}
