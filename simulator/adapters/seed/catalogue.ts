// The plans and coupons of the default seed. Fees and prices are in minor units; ids are fixed, so that tests can name
// them: plan 2 is ...0200, and its intervals are ...0201 to ...0204.
import type { Plan, Price } from "../../../src/index.ts"
import type { Seed } from "./Seed.ts"

/** The id that ends in so many digits: every id of the seed is one of these. */
export const seedId = (digits: string): string => `0190a000-0000-7000-8000-${digits.padStart(12, "0")}`

/** Amounts of one plan in one currency. */
interface Tariff {
  readonly monthly: number
  readonly yearly: number
  /** A started package of 1,000 tokens, beyond the plan's free ones. */
  readonly tokens: number
  /** One message. */
  readonly messages: number
  /** One call: up to 1,000 of a cycle, up to 10,000, and beyond. */
  readonly apiCalls: readonly [number, number, number]
}

/** What is agreed of every interval of a plan beside its fee. */
type Terms = Pick<Plan.PlanInterval, "trialDays" | "quantityAllowed" | "feeTiming">

type Currency = "BRL" | "USD"

const currencies: ReadonlyArray<Currency> = ["BRL", "USD"]

const plan = (options: {
  readonly digits: string
  readonly name: string
  readonly description: string
  readonly status?: "INACTIVE"
  readonly freeTokens: number
  readonly tariffs: Readonly<Record<Currency, Tariff>>
  readonly terms?: Terms
}): Seed["plans"][number] => {
  const { digits, name, description, status = "ACTIVE", freeTokens, tariffs, terms = {} } = options
  return {
    planId: seedId(`${digits}00`),
    name,
    description,
    status,
    intervals: currencies.flatMap((currency, index) =>
      intervalsOf(digits, index, currency, tariffs[currency]).map((interval) => ({ ...interval, ...terms })),
    ),
    prices: currencies.flatMap((currency) => pricesOf(currency, freeTokens, tariffs[currency])),
  }
}

const intervalsOf = (
  digits: string,
  index: number,
  currency: Currency,
  { monthly, yearly }: Tariff,
): ReadonlyArray<Plan.PlanInterval> => [
  { id: seedId(`${digits}0${index * 2 + 1}`), interval: "MONTHLY", amount: monthly, currency },
  { id: seedId(`${digits}0${index * 2 + 2}`), interval: "YEARLY", amount: yearly, currency },
]

const pricesOf = (currency: Currency, freeUnits: number, tariff: Tariff): ReadonlyArray<Price.Price> => {
  const [first, second, beyond] = tariff.apiCalls
  return [
    {
      model: "PACKAGE",
      meter: "tokens",
      name: "Tokens (1,000)",
      currency,
      packageSize: 1_000,
      packagePrice: tariff.tokens,
      freeUnits,
    },
    { model: "STANDARD", meter: "messages", name: "Messages", currency, unitPrice: tariff.messages },
    {
      model: "GRADUATED",
      meter: "api_calls",
      name: "API calls",
      currency,
      bands: [
        { upTo: 1_000, unitPrice: first },
        { upTo: 10_000, unitPrice: second },
        { upTo: null, unitPrice: beyond },
      ],
    },
  ]
}

/** Three plans with their fee in arrears, one that cannot be subscribed to any more, and one for seats in advance. */
export const plans: Seed["plans"] = [
  plan({
    digits: "1",
    name: "Starter",
    description: "For trying things out.",
    freeTokens: 0,
    tariffs: {
      BRL: { monthly: 9_990, yearly: 99_900, tokens: 50, messages: 10, apiCalls: [8, 6, 4] },
      USD: { monthly: 1_990, yearly: 19_900, tokens: 10, messages: 2, apiCalls: [3, 2, 1] },
    },
  }),
  plan({
    digits: "2",
    name: "Pro",
    description: "For teams in production.",
    freeTokens: 100_000,
    tariffs: {
      BRL: { monthly: 29_990, yearly: 299_900, tokens: 40, messages: 8, apiCalls: [6, 4, 3] },
      USD: { monthly: 5_990, yearly: 59_900, tokens: 8, messages: 2, apiCalls: [3, 2, 1] },
    },
  }),
  plan({
    digits: "3",
    name: "Scale",
    description: "For high volumes.",
    freeTokens: 1_000_000,
    tariffs: {
      BRL: { monthly: 99_990, yearly: 999_900, tokens: 30, messages: 5, apiCalls: [4, 3, 2] },
      USD: { monthly: 19_990, yearly: 199_900, tokens: 6, messages: 1, apiCalls: [2, 1, 1] },
    },
  }),
  plan({
    digits: "4",
    name: "Legacy",
    description: "No longer sold.",
    status: "INACTIVE",
    freeTokens: 0,
    tariffs: {
      BRL: { monthly: 4_990, yearly: 49_900, tokens: 60, messages: 12, apiCalls: [10, 8, 6] },
      USD: { monthly: 990, yearly: 9_900, tokens: 12, messages: 3, apiCalls: [4, 3, 2] },
    },
  }),
  plan({
    digits: "6",
    name: "Team",
    description: "By the seat, billed in advance after a trial of 14 days.",
    freeTokens: 0,
    tariffs: {
      BRL: { monthly: 2_990, yearly: 29_900, tokens: 45, messages: 9, apiCalls: [7, 5, 4] },
      USD: { monthly: 590, yearly: 5_900, tokens: 9, messages: 2, apiCalls: [3, 2, 1] },
    },
    terms: { trialDays: 14, quantityAllowed: true, feeTiming: "ADVANCE" },
  }),
]

const coupon = (
  digits: string,
  terms: Partial<Seed["coupons"][number]> & Pick<Seed["coupons"][number], "code" | "name" | "discount">,
): Seed["coupons"][number] => ({
  couponId: seedId(`50${digits}`),
  duration: { type: "ONCE" },
  planIds: null,
  redemptionsMax: null,
  redeemBy: null,
  timesRedeemed: 0,
  amountRedeemed: 0,
  ...terms,
})

const percent = (percentage: number) => ({ type: "PERCENTAGE", basisPoints: percentage * 100 }) as const

/** One coupon for each thing that can be said about coupons. */
export const coupons: Seed["coupons"] = [
  coupon("1", { code: "WELCOME10", name: "10 % off the first invoice", discount: percent(10) }),
  coupon("2", {
    code: "HALF3",
    name: "Half price for three months",
    discount: percent(50),
    duration: { type: "REPEATING", months: 3 },
  }),
  coupon("3", {
    code: "FIXED20",
    name: "20.00 BRL off the first invoice",
    discount: { type: "FIXED", amount: 2_000, currency: "BRL" },
  }),
  coupon("4", {
    code: "SCALEONLY",
    name: "20 % off Scale",
    discount: percent(20),
    duration: { type: "FOREVER" },
    planIds: [seedId("300")],
  }),
  // The first of all instants: expired whenever a world begins.
  coupon("5", { code: "EXPIRED", name: "Too late for this", discount: percent(10), redeemBy: 0 }),
  coupon("6", {
    code: "LASTONE",
    name: "For the last of a hundred",
    discount: percent(10),
    redemptionsMax: 100,
    timesRedeemed: 99,
  }),
]
