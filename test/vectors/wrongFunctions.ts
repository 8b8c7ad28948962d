// Ordinary mistakes, each as a wrong function in place of a rule: the vectors have to tell every one.
import * as Result from "effect/Result"
import { computeInvoice, type InvoiceInput } from "../../src/index.ts"
import type { Boleto } from "./make/naive/boletoDates.ts"
import type { Coverage, Period } from "./make/naive/couponPeriods.ts"
import type { Share, Spans } from "./make/naive/proration.ts"
import { type Answers, type Dated, type Numbered, type Rated, rules } from "./rules.ts"

/** A mistake, and the file of vectors that is to tell it. */
export interface WrongFunction {
  readonly file: string
  readonly does: string
  readonly answers: Answers
}

/** A rule by its name, for any input. */
const rule = (name: string, input: object) =>
  rules[name]?.(input as never) ?? Result.fail({ _tag: `no rule ${name}` })

/** The invoice, with a coupon that is a percentage taken by other arithmetic. */
const invoiceWith = (percentOf: (amount: number, basisPoints: number) => number) => (input: InvoiceInput) => {
  const { coupon } = input
  if (coupon?.discount.type !== "PERCENTAGE") return computeInvoice(input)
  const { basisPoints } = coupon.discount
  const sound = computeInvoice({
    ...input,
    coupon: { ...coupon, discount: { type: "PERCENTAGE", basisPoints } },
  })
  if (Result.isFailure(sound)) return sound
  const eligible = sound.success.lines
    .filter(({ planId = "" }) => coupon.planIds === null || coupon.planIds.includes(planId))
    .reduce((sum, { amount }) => sum + amount, 0)
  const amount = percentOf(coupon.periodEligibleAmount + eligible, basisPoints)
  const discount = { type: "FIXED", amount, currency: input.currency } as const
  return computeInvoice({ ...input, coupon: { ...coupon, discount } })
}

const halfEven = (amount: number, basisPoints: number): number => {
  const product = BigInt(amount) * BigInt(basisPoints)
  const [quotient, twice] = [product / 10_000n, 2n * (product % 10_000n)]
  return Number(twice > 10_000n || (twice === 10_000n && quotient % 2n === 1n) ? quotient + 1n : quotient)
}

const invoices: Readonly<Record<string, (input: InvoiceInput) => Result.Result<unknown, object>>> = {
  "rounds half to even": invoiceWith(halfEven),
  "rounds down": invoiceWith((amount, basisPoints) =>
    Number((BigInt(amount) * BigInt(basisPoints)) / 10_000n),
  ),
  "multiplies as floats": invoiceWith((amount, basisPoints) => Math.round(amount * (basisPoints / 10_000))),
  "always says BRL": (input) => Result.map(computeInvoice(input), (all) => ({ ...all, currency: "BRL" })),
  "discounts every line": (input) =>
    computeInvoice({ ...input, coupon: input.coupon && { ...input.coupon, planIds: null } }),
  "forgets what the period had": (input) =>
    computeInvoice({
      ...input,
      coupon: input.coupon && { ...input.coupon, periodEligibleAmount: 0, periodDiscountAmount: 0 },
    }),
  "takes a fixed coupon of any currency": (input) => {
    const discount = input.coupon?.discount
    if (input.coupon === null || discount?.type !== "FIXED") return computeInvoice(input)
    return computeInvoice({
      ...input,
      coupon: { ...input.coupon, discount: { ...discount, currency: input.currency } },
    })
  },
  "takes vouchers of any currency": (input) =>
    computeInvoice({
      ...input,
      vouchers: input.vouchers.map((voucher) => ({ ...voucher, currency: input.currency })),
    }),
  "takes the largest voucher first": (input) =>
    computeInvoice({ ...input, vouchers: input.vouchers.toSorted((a, b) => b.balance - a.balance) }),
  "leaves a discount of nothing in": (input) =>
    Result.map(computeInvoice(input), (invoice) =>
      invoice.discounts.length === 0 && input.coupon !== null
        ? { ...invoice, discounts: [{ type: "COUPON", code: input.coupon.code, amount: 0 }] }
        : invoice,
    ),
}

const others: ReadonlyArray<WrongFunction> = [
  {
    file: "rating",
    does: "counts full packages only",
    answers: {
      rate: ({ price, quantity }: Rated) =>
        price.model === "PACKAGE"
          ? rule("rate", { price, quantity: quantity - ((quantity - price.freeUnits) % price.packageSize) })
          : rule("rate", { price, quantity }),
    },
  },
  {
    file: "rating",
    does: "forgets free units",
    answers: {
      rate: ({ price, quantity }: Rated) =>
        rule("rate", { price: price.model === "PACKAGE" ? { ...price, freeUnits: 0 } : price, quantity }),
    },
  },
  {
    file: "rating",
    does: "forgets a single free unit",
    answers: {
      rate: ({ price, quantity }: Rated) =>
        rule("rate", {
          price: price.model === "PACKAGE" && price.freeUnits === 1 ? { ...price, freeUnits: 0 } : price,
          quantity,
        }),
    },
  },
  {
    file: "rating",
    does: "begins a band one unit early",
    answers: {
      rate: ({ price, quantity }: Rated) => {
        if (price.model !== "GRADUATED") return rule("rate", { price, quantity })
        const bands = price.bands.map((band) => ({ ...band, upTo: band.upTo && band.upTo - 1 }))
        return rule("rate", { price: { ...price, bands }, quantity })
      },
    },
  },
  {
    file: "proration",
    does: "multiplies as floats",
    answers: {
      prorate: ({ amount, activeMillis, cycleMillis }: Share) =>
        Result.succeed(Math.round(amount * (activeMillis / cycleMillis))),
    },
  },
  {
    file: "proration",
    does: "rounds halves up, also below nothing",
    answers: {
      prorate: (input: Share) =>
        input.amount < 0 && (2 * input.amount * input.activeMillis) % input.cycleMillis === 0
          ? Result.succeed(Math.round((input.amount * input.activeMillis) / input.cycleMillis))
          : rule("prorate", input),
    },
  },
  {
    file: "proration",
    does: "has 365 days in every year",
    answers: {
      prorate: (input: Share) =>
        rule("prorate", { ...input, cycleMillis: Math.min(input.cycleMillis, 365 * 86_400_000) }),
    },
  },
  {
    file: "proration",
    does: "counts time outside the window",
    answers: {
      activeMillis: ({ spans, window }: Spans) =>
        Result.succeed(spans.reduce((sum, { from, to }) => sum + (to ?? window.endAt) - from, 0)),
    },
  },
  {
    file: "billing-calendar",
    does: "begins no cycle after day 28",
    answers: {
      cycleOf: ({ anchor, cycle }: Numbered) => {
        const anchorDay = Math.min(anchor.anchorDay, 28)
        return rule("cycleOf", { anchor: { ...anchor, anchorDay }, cycle })
      },
    },
  },
  {
    file: "billing-calendar",
    does: "puts a boundary into the cycle that ends",
    answers: {
      cycleAt: ({ anchor, instant }: Dated) => rule("cycleAt", { anchor, instant: instant - 1 }),
    },
  },
  {
    file: "coupon-periods",
    does: "discounts each invoice by itself",
    answers: {
      discountPeriod: ({ invoices, ...period }: Period) => {
        const each = invoices.map((invoice) => rule("discountPeriod", { ...period, invoices: [invoice] }))
        return Result.map(Result.all(each), (all) => {
          const discountAmounts = all.map(
            (one) => (one as { periodDiscountAmount: number }).periodDiscountAmount,
          )
          return { discountAmounts, periodDiscountAmount: discountAmounts.reduce((a, b) => a + b, 0) }
        })
      },
    },
  },
  {
    file: "coupon-periods",
    does: "counts the months that it discounted, not those that it spans",
    answers: {
      coversMonth: ({ duration, discountedMonths, month }: Coverage) =>
        duration.type === "REPEATING" && !discountedMonths.includes(month)
          ? Result.succeed(discountedMonths.length < duration.months)
          : rule("coversMonth", { duration, discountedMonths, month }),
    },
  },
  {
    file: "boleto-dates",
    does: "knows no holidays",
    answers: { boletoDates: (input: Boleto) => rule("boletoDates", { ...input, holidays: [] }) },
  },
  {
    file: "boleto-dates",
    does: "reads the date in UTC",
    answers: {
      boletoDates: (input: Boleto) =>
        rule("boletoDates", { ...input, issuedAt: input.issuedAt + 3 * 3_600_000 }),
    },
  },
  {
    file: "boleto-dates",
    does: "knows no summer time",
    answers: {
      // 28 years later every date has the same weekday, and there is no summer time any more.
      boletoDates: (input: Boleto) => {
        const later = 28 * 365.25 * 86_400_000
        const holidays = input.holidays.map((date) => `${Number(date.slice(0, 4)) + 28}${date.slice(4)}`)
        return Result.map(
          rule("boletoDates", { ...input, holidays, issuedAt: input.issuedAt + later }),
          (dates) => {
            const { dueDate, expiresAt, lapsesAt } = dates as Record<"dueDate", string> &
              Record<"expiresAt" | "lapsesAt", number>
            return {
              dueDate: `${Number(dueDate.slice(0, 4)) - 28}${dueDate.slice(4)}`,
              expiresAt: expiresAt - later,
              lapsesAt: lapsesAt - later,
            }
          },
        )
      },
    },
  },
]

/** All of them. */
export const wrongFunctions: ReadonlyArray<WrongFunction> = [
  ...Object.entries(invoices).map(([does, computeInvoice]) => ({
    file: "invoice",
    does,
    answers: { computeInvoice },
  })),
  ...others,
]
