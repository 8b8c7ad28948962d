// Histories that a law met once in many thousand, and that it plays each time since.
import { coupon, plan } from "../../../support/billing.ts"
import type { Setup, Step } from "./world.ts"

/** A beginning, and what happens then. */
export type Example = [setup: Setup, steps: Array<Step>]

const yearly = (name: string, amount: number): Setup["plans"][number] => ({
  ...plan,
  planId: name,
  name,
  intervals: [{ id: `${name} interval`, interval: "YEARLY", amount, currency: "BRL", feeTiming: "ADVANCE" }],
  prices: [],
})

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
