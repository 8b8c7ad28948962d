// Wrong refusals: what is no amount is computed, and what is one is refused.
import * as Result from "effect/Result"
import { calculator, type Steps } from "./calculator.ts"
import { given, type Mutants } from "./changed.ts"

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0
const orNaN = (value: number): boolean => isAmount(value) || Number.isNaN(value)
const orInfinite = (value: number): boolean => isAmount(value) || value === Number.POSITIVE_INFINITY
const orNegative = (value: number): boolean => Number.isSafeInteger(value)
const orFraction = (value: number): boolean =>
  Number.isFinite(value) && value >= 0 && !(value > Number.MAX_SAFE_INTEGER)
const orUnsafe = (value: number): boolean => Number.isInteger(value) && value >= 0
const butMinusZero = (value: number): boolean => isAmount(value) && !Object.is(value, -0)
const butMost = (value: number): boolean => isAmount(value) && value < Number.MAX_SAFE_INTEGER
const share =
  (accepts: (value: number) => boolean) =>
  (value: number): boolean =>
    accepts(value) && !(value > 10_000)

const members = {
  price: "isPrice",
  quantity: "isQuantity",
  balance: "isBalance",
  "fixed coupon": "isFixed",
} as const satisfies Readonly<Record<string, keyof Steps>>

const accepted = { NaN: orNaN, Infinity: orInfinite, "a negative": orNegative, "a fraction": orFraction }

export const ofMembers: Mutants = Object.fromEntries(
  Object.entries(members).flatMap(([member, step]) =>
    Object.entries(accepted).map(([what, accepts]) => [
      `${what} ${what.startsWith("a") ? "" : "as a "}${member} is accepted`,
      calculator({ [step]: accepts }),
    ]),
  ),
)

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER)

export const refusals: Mutants = {
  "NaN as a share is accepted": calculator({ isBasisPoints: share(orNaN) }),
  "a negative share is accepted": calculator({ isBasisPoints: share(orNegative) }),
  "a fraction of a basis point is accepted": calculator({ isBasisPoints: share(orFraction) }),
  "a share of more than the whole is accepted": calculator({ isBasisPoints: isAmount }),
  "a share of the whole is refused": calculator({
    isBasisPoints: (value) => isAmount(value) && value < 10_000,
  }),
  "a balance beyond the safe integers is accepted": calculator({ isBalance: orUnsafe }),
  "a fixed coupon beyond the safe integers is accepted": calculator({ isFixed: orUnsafe }),
  "a total beyond the safe integers is accepted": calculator({ isTotal: () => true }),
  "2^53 as a total is accepted": calculator({ isTotal: (value) => value <= LARGEST + 1n }),
  "2^53 - 1 as a total is refused": calculator({ isTotal: (value) => value < LARGEST }),
  "2^53 - 1 as a balance is refused": calculator({ isBalance: butMost }),
  "-0 as a quantity is refused": calculator({ isQuantity: butMinusZero }),
  "-0 as a balance is refused": calculator({ isBalance: butMinusZero }),
  "a free line is refused": calculator({ isPrice: (value) => isAmount(value) && value > 0 }),
  "a quantity of 0 is refused": calculator({ isQuantity: (value) => isAmount(value) && value > 0 }),
  "an empty voucher is refused": calculator({ isBalance: (value) => isAmount(value) && value > 0 }),
  "an invoice without lines is refused": (input) =>
    input.lines.length === 0 ? Result.fail({ _tag: "Refused" }) : calculator()(input),
  "an invoice of nothing is refused": (input) =>
    Result.flatMap(calculator()(input), (invoice) =>
      invoice.totalAmount === 0 ? Result.fail({ _tag: "Refused" }) : Result.succeed(invoice),
    ),
  "a fixed coupon of another currency is taken": calculator({ couponFits: () => true }),
  "a fixed coupon of another currency is ignored": given(({ coupon, currency }) => ({
    coupon: coupon?.discount.type === "FIXED" && coupon.discount.currency !== currency ? null : coupon,
  })),
  "what is no amount is thrown": (input) => {
    const computed = calculator()(input)
    if (Result.isFailure(computed)) throw new Error("no amount")
    return computed
  },
  "all is refused": () => Result.fail({ _tag: "Refused" }),
}
