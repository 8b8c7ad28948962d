// Histories that a law met once in many thousand, and that it plays each time since.
import { coupon, plan, pro } from "../../../support/billing.ts"
import { DAY } from "../fixtures.ts"
import type { Setup, Step } from "./world.ts"

/** A beginning, and what happens then. */
export type Example = [setup: Setup, steps: Array<Step>]

const inAdvance = (interval: "MONTHLY" | "YEARLY", name: string, amount: number): Setup["plans"][number] => ({
  ...plan,
  planId: name,
  name,
  intervals: [
    {
      id: `${name} interval`,
      interval,
      amount,
      currency: "BRL",
      feeTiming: "ADVANCE",
      quantityAllowed: true,
    },
  ],
  prices: [],
})
const yearly = (name: string, amount: number) => inAdvance("YEARLY", name, amount)
const onTrial = (name: string, amount: number) => {
  const monthly = inAdvance("MONTHLY", name, amount)
  return { ...monthly, intervals: monthly.intervals.map((one) => ({ ...one, trialDays: 14 })) }
}

/**
 * The next fee is billed while the coupon is used up, and not paid. Then a change of plan frees the coupon, and the new
 * next fee, of 4, is given what all of the period would get. The first document is voided after that.
 */
export const discountTakenOver: Example = [
  {
    startAt: Date.UTC(2023, 11, 29),
    plans: [yearly("first", 8561), yearly("second", 4)],
    coupon: { ...coupon, discount: { type: "PERCENTAGE", basisPoints: 10 }, duration: { type: "ONCE" } },
    vouchers: [11_119],
    threshold: null,
    policy: { graceMillis: 0, onExhausted: "STAY" },
  },
  [
    { do: "answers", answer: "slip", after: 1 },
    { do: "payEarly", after: 1 },
    { do: "changeNow", plan: 1, after: 1 },
    { do: "answers", answer: "approved", after: 1 },
    { do: "payEarly", after: 1 },
    { do: "answers", answer: "declined", after: 1 },
    { do: "pay", pick: 0, after: 1 },
  ],
]

/**
 * A fee that was paid early goes back in part, with the share of a percentage that one invoice would have had. Then a
 * cut that nobody paid is voided, and of what is left alone the coupon would have given 1 less than it did.
 */
export const creditGivenBack: Example = [
  {
    startAt: Date.UTC(2026, 0, 31),
    plans: [plan, pro],
    coupon: {
      ...coupon,
      discount: { type: "PERCENTAGE", basisPoints: 5025 },
      duration: { type: "FOREVER" },
    },
    vouchers: [],
    threshold: 2000,
  },
  [
    { do: "payEarly", after: 1 },
    { do: "answers", answer: "declined", after: 1 },
    { do: "use", events: [{ meter: "messages", quantity: 1000, age: 0 }], after: 1 },
    { do: "cancelNow", after: 7 * DAY },
    { do: "void", rebill: true, pick: -1, after: 1 },
  ],
]

const fourMonths: Setup = {
  startAt: Date.UTC(2026, 0, 31),
  plans: [plan, yearly("second", 9990)],
  coupon: { ...coupon, duration: { type: "REPEATING", months: 4 } },
  vouchers: [],
  threshold: null,
}

/**
 * The fee of a year is billed before the plan that it belongs to begins, and the plan is changed back: the next cycle
 * has a segment of a year that never ran, and is discounted as a month.
 */
export const yearThatNeverBegan: Example = [
  fourMonths,
  [
    { do: "payEarly", after: 1 },
    { do: "changeLater", plan: 1, after: 1 },
    { do: "payEarly", after: 1 },
    { do: "changeNow", plan: 0, after: 1 },
  ],
]

/**
 * The fee of the next month is billed ahead with a discount, and forgiven. Then a plan by the year ends the coupon: the
 * cycle has a segment of a month that never ran, and is a year long.
 */
export const monthThatNeverBegan: Example = [
  { ...fourMonths, plans: [inAdvance("MONTHLY", "first", 9990), yearly("second", 9990)] },
  [
    { do: "answers", answer: "declined", after: 1 },
    { do: "payEarly", after: 1 },
    { do: "void", rebill: false, pick: -1, after: 1 },
    { do: "answers", answer: "approved", after: 1 },
    { do: "changeNow", plan: 1, after: 1 },
  ],
]

/**
 * The fee of the next month is billed ahead with a discount, and its payment is not known while that of a plan by the year
 * takes its place, which the coupon does not fit. Then the first is paid, and goes back without its discount.
 */
export const discountThatDoesNotMove: Example = [
  { ...fourMonths, plans: [inAdvance("MONTHLY", "first", 9990), yearly("second", 9990)] },
  [
    { do: "answers", answer: "unknown", after: 1 },
    { do: "payEarly", after: 1 },
    { do: "changeLater", plan: 1, after: 1 },
    { do: "answers", answer: "approved", after: 1 },
    { do: "payEarly", after: 1 },
    { do: "learn", answer: "approved", after: 1 },
  ],
]

/**
 * The fee of the next month is billed ahead with a discount, and its payment is not known while that of a year takes its
 * place, which is more than what is left of the coupon's twelve months.
 */
export const monthThatBecameAYear: Example = [
  {
    ...fourMonths,
    plans: [inAdvance("MONTHLY", "first", 9990), yearly("second", 99_900)],
    coupon: { ...coupon, duration: { type: "REPEATING", months: 12 } },
  },
  discountThatDoesNotMove[1],
]

/**
 * In a trial the fee of a month is paid ahead with a discount, and goes back when a plan by the year takes its place, which
 * the coupon does not fit. An item that is added then has no discount, neither in the trial nor after it.
 */
export const itemOfAYear: Example = [
  { ...fourMonths, plans: [onTrial("first", 9990), yearly("second", 99_900)] },
  [
    { do: "item", unitPrice: 5000, quantity: 1, after: 1 },
    { do: "payEarly", after: 1 },
    { do: "changeNow", plan: 1, after: 1 },
    { do: "item", unitPrice: 5000, quantity: 1, after: 1 },
    { do: "payEarly", after: 1 },
    { do: "item", unitPrice: 5000, quantity: 1, after: "boundary" },
    { do: "payEarly", after: 1 },
  ],
]

/**
 * A document of a fee that is no longer due is voided, and the discount that it held is missed by a smaller one. The
 * payment of that one is not known when the cycle ends, so that the discount waits for the answer.
 */
export const discountThatWaits: Example = [
  {
    startAt: Date.UTC(2026, 0, 31),
    plans: [inAdvance("MONTHLY", "first", 9990), inAdvance("MONTHLY", "second", 1)],
    coupon: {
      ...coupon,
      discount: { type: "FIXED", amount: 5000, currency: "BRL" },
      duration: { type: "FOREVER" },
    },
    vouchers: [],
    threshold: null,
  },
  [
    { do: "pause", after: 1 },
    { do: "resume", after: 1 },
    { do: "answers", answer: "unknown", after: 1 },
    { do: "payEarly", after: 1 },
    { do: "changeNow", plan: 1, after: 1 },
    { do: "learn", answer: "declined", after: 1 },
  ],
]

const almostAll: Setup = {
  startAt: Date.UTC(2026, 0, 31),
  plans: [inAdvance("MONTHLY", "first", 18_240), plan],
  coupon: {
    ...coupon,
    discount: { type: "PERCENTAGE", basisPoints: 9993 },
    duration: { type: "FOREVER" },
  },
  vouchers: [],
  threshold: null,
}

/**
 * A fee that was paid leaves its cycle with the rounding that a later document had. Then that one is voided, and until the
 * cycle ends the credit took 1 more of the coupon than the fee had.
 */
export const roundingTaken: Example = [
  almostAll,
  [
    { do: "answers", answer: "slip", after: 1 },
    { do: "quantityNow", quantity: 3, after: 1 },
    { do: "pause", after: 1 },
  ],
]

/** The same of a fee that was billed ahead: its cycle never begins, and is over when the subscription is. */
export const roundingOfNoCycle: Example = [
  almostAll,
  [
    { do: "payEarly", after: 1 },
    { do: "quantityNow", quantity: 3, after: 1 },
    { do: "answers", answer: "unknown", after: 1 },
    { do: "payEarly", after: 1 },
    { do: "cancelNow", after: 1 },
    { do: "learn", answer: "declined", after: 1 },
  ],
]

/**
 * In dunning the slips of two fees expire in one step after a cancellation. The days of the first that were used are billed
 * again while the second is delinquent, and then the step voids that one: the next day of dunning charges.
 */
export const slipsThatExpireTogether: Example = [
  {
    startAt: Date.UTC(2026, 0, 31),
    plans: [inAdvance("MONTHLY", "first", 12_849), plan],
    coupon: null,
    vouchers: [],
    threshold: null,
    policy: { graceMillis: 0 },
  },
  [
    { do: "answers", answer: "declined", after: 1 },
    { do: "use", events: [], after: "boundary" },
    { do: "payEarly", after: 1 },
    { do: "answers", answer: "slip", after: 1 },
    { do: "cancelNow", after: 2 * DAY },
    { do: "answers", answer: "approved", after: 1 },
  ],
]

/** What comes back to a voucher that was revoked, and would have expired since, is taken back. */
export const revokedBeforeItExpired: Example = [
  {
    startAt: Date.UTC(2026, 0, 31),
    plans: [plan, pro],
    coupon: null,
    vouchers: [],
    expiring: [{ amount: 20_000, after: 5 * DAY }],
    threshold: null,
    policy: { graceMillis: 0 },
  },
  [
    { do: "payEarly", after: 1 },
    { do: "revokeVoucher", part: 1, pick: 0, after: 1 },
    { do: "cancelNow", after: 10 * DAY },
  ],
]

/** Half of the credit of a customer who left is paid out, before its payment is charged back. */
export const lostAfterPayout: Example = [
  { startAt: Date.UTC(2026, 0, 31), plans: [plan, pro], coupon: null, vouchers: [], threshold: null },
  [
    { do: "payEarly", after: 1 },
    { do: "cancelNow", after: 20 * DAY },
    { do: "payOutVoucher", part: 50, pick: 0, after: 1 },
    { do: "OpenDispute", pick: 0, after: 1 },
    { do: "LoseDispute", pick: 0, after: 1 },
  ],
]

/** A customer who left has credit, and a refund at the gateway as well: the credit is taken back. */
export const refundedAfterCredit: Example = [
  { startAt: Date.UTC(2026, 0, 31), plans: [plan, pro], coupon: null, vouchers: [], threshold: null },
  [
    { do: "payEarly", after: 1 },
    { do: "cancelNow", after: 20 * DAY },
    { do: "refund", part: 50, pick: 0, after: 1 },
    { do: "revokeVoucher", part: 1, pick: 0, after: 1 },
    { do: "payOutVoucher", part: 50, pick: 0, after: 1 },
  ],
]
