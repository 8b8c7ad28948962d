// Histories of a customer who wants to be served without paying: every trick with pauses, boletos, quantities, plans, early
// payments and ends, by day or close together.
import * as fc from "fast-check"
import { DAY } from "../fixtures.ts"
import * as Steps from "./arbitraries.ts"
import { starts } from "./setups.ts"
import type { Setup, Step } from "./world.ts"

const { even, storyOf } = Steps

/** Fees so large that what is rounded, at each change less than 1, is nothing beside a day of them. */
const planOf = (planId: string): fc.Arbitrary<Setup["plans"][number]> =>
  fc
    .record({
      interval: fc.constantFrom("MONTHLY" as const, "YEARLY" as const),
      amount: fc.constantFrom(100_000, 1_000_000),
      isAhead: fc.constantFrom(true, true, false),
      trialDays: fc.constantFrom(null, null, null, 5, 20),
    })
    .map(({ interval, amount, isAhead, trialDays }) => ({
      planId,
      name: planId,
      description: "",
      status: "ACTIVE",
      intervals: [
        {
          id: `${planId} interval`,
          interval,
          amount,
          currency: "BRL",
          quantityAllowed: true,
          ...(isAhead && { feeTiming: "ADVANCE" as const }),
          ...(trialDays !== null && { trialDays }),
        },
      ],
      prices: [{ model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 3 }],
      createdAt: 0,
    }))

type Answer = NonNullable<Setup["answer"]>
/** Of a card a refusal, or nothing for a while; of a boleto a slip that nobody pays. */
export const unpaid = fc.constantFrom<Answer>(
  "slipOrDeclined",
  "slipOrDeclined",
  "slipOrStolen",
  "slipOrUnknown",
  "unknown",
)
export const paidOrNot = fc.oneof(unpaid, fc.constant<Answer>("approved"))
/** The default card, or more often the boleto, which keeps an invoice from being late for longest. */
const cardOrBoleto = fc.constantFrom<0 | 2>(0, 2, 2)

export const setupsWith = (answer: fc.Arbitrary<Answer>): fc.Arbitrary<Setup> =>
  fc.record({
    startAt: starts,
    plans: fc.tuple(planOf("first"), planOf("second")),
    coupon: fc.constant(null),
    vouchers: fc.constant([]),
    threshold: fc.constantFrom(null, 10),
    policy: fc.record({
      graceMillis: fc.constantFrom(0, 0, 2 * DAY, 30 * DAY),
      dunningDays: fc.constantFrom([1, 3, 7, 14], [2], []),
      onExhausted: fc.constantFrom("STAY" as const, "PAUSE" as const, "PAUSE" as const, "CANCEL" as const),
    }),
    method: cardOrBoleto,
    quantity: fc.constantFrom(1, 3, 5),
    answer,
  })

const only = <A extends { readonly do: string }>(command: A) => fc.constant(command)
export const saysOf = (answer: fc.Arbitrary<Answer>) =>
  answer.map((answer) => ({ do: "answers" as const, answer }))
const finds = fc
  .constantFrom(
    "slipOrDeclined" as const,
    "declined" as const,
    "declinedAtLast" as const,
    "slipAtLast" as const,
  )
  .map((finding) => ({ do: "finds" as const, finding }))
const payEarly = cardOrBoleto.map((method) => ({ do: "payEarly" as const, method }))
const tricks = [
  Steps.pauses,
  Steps.pauses,
  Steps.changes,
  Steps.changes,
  Steps.quantities,
  Steps.quantities,
  fc.constantFrom({ do: "cancelLater" } as const, { do: "undoCancel" } as const),
  cardOrBoleto.map((method) => ({ do: "method" as const, method })),
  payEarly,
  fc.record({ do: fc.constant("pay" as const), pick: fc.constantFrom(-1, -2, 0, 1), method: cardOrBoleto }),
  only({ do: "use" as const, events: [{ meter: "messages" as const, quantity: 5, age: 0 }] }),
  Steps.threshold,
]
const trick = fc.oneof(even, ...tricks)
/** Shortly before the cycle ends, and what follows soon, often in the next one. */
const aroundTheEnd = (first: Steps.Commands, ...rest: ReadonlyArray<Steps.Commands>) =>
  fc
    .integer({ min: 1, max: 6 * DAY })
    .chain((before) => fc.tuple(Steps.at({ after: "boundary", before }, first), storyOf(...rest)))
    .map(([first, rest]) => [first, ...rest])
const [pauses, resumes] = [only({ do: "pause" as const }), only({ do: "resume" as const })]
/** A resume of what dunning has paused when it was exhausted, and what is tried before anything is late again. */
const afterDunning = fc
  .integer({ min: 2 * DAY, max: 27 * DAY })
  .chain((after) => fc.tuple(Steps.at({ after }, resumes), storyOf(trick, trick)))
  .map(([first, rest]) => [first, ...rest])
const stories = [
  afterDunning,
  afterDunning,
  storyOf(payEarly, trick, trick),
  storyOf(pauses, resumes, trick),
  aroundTheEnd(pauses, resumes, trick),
  aroundTheEnd(payEarly, trick),
  aroundTheEnd(trick, trick, trick),
]
const begins = { do: "finds", finding: "slipOrDeclined", after: 1 } as const
export const stepsWith = (...commands: ReadonlyArray<Steps.Commands>) =>
  Steps.stepsOf(30, [...tricks, finds, ...commands], stories).map(
    (steps): ReadonlyArray<Step> => [begins, ...steps],
  )

export const cancels = only({ do: "cancelNow" as const })
export const subscribes = fc.record({
  do: fc.constant("subscribe" as const),
  plan: fc.constantFrom<0 | 1>(0, 1),
  method: cardOrBoleto,
})
