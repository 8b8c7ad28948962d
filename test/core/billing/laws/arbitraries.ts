// Random commands in any order, and now and then a story of commands that belong together.
import * as fc from "fast-check"
import type { Coupon } from "../../../../src/index.ts"
import { coupon } from "../../../support/billing.ts"
import { DAY, HOUR } from "../fixtures.ts"
import type { answers as answersByName, findings } from "./answers.ts"
import { meters, thresholds } from "./setups.ts"
import type { Step } from "./world.ts"

type AnswerName = keyof typeof answersByName
type FindingName = keyof typeof findings

/** Every one as often as the others, however deep it lies. */
export const even = { depthSize: "max" } as const

/** Time until a command: from a millisecond to weeks, or exactly to the boundary. */
export const after = fc.oneof(
  { weight: 1, arbitrary: fc.constant("boundary" as const) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 * HOUR }) },
  { weight: 5, arbitrary: fc.integer({ min: HOUR, max: 12 * DAY }) },
)

/** How old an event is when it arrives: most are new, the oldest are refused, and some are dated ahead of the clock. */
const age = fc.oneof(
  fc.constant(0),
  fc.nat({ max: 2 * DAY }),
  fc.nat({ max: 36 * DAY }),
  fc.integer({ min: -5 * 60_000, max: 0 }),
)
const event = fc.record({ meter: fc.constantFrom(...meters), quantity: fc.nat({ max: 40 }), age })
const batch = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(event) },
  { weight: 1, arbitrary: fc.array(event, { maxLength: 4 }) },
)
export const use = batch.map((events) => ({ do: "use" as const, events }))
export const threshold = fc.record({
  do: fc.constant("threshold" as const),
  value: fc.option(thresholds, { freq: 5 }),
})
export const payEarly = fc.constant({ do: "payEarly" } as const)
export const answers = fc.record({
  do: fc.constant("answers" as const),
  answer: fc.constantFrom<AnswerName>(
    "approved",
    "approved",
    "declined",
    "declined",
    "stolen",
    "unknown",
    "slip",
  ),
})
export const finds = fc.record({
  do: fc.constant("finds" as const),
  finding: fc.constantFrom<FindingName>("approved", "declined", "unknown", "notFound", "notFound", "slip"),
})
export const method = fc.record({
  do: fc.constant("method" as const),
  method: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
})
export const newCard = fc.constant({ do: "newCard" } as const)
export const learn = fc.record({
  do: fc.constant("learn" as const),
  answer: fc.constantFrom("approved" as const, "declined" as const),
})
export const pick = fc.nat({ max: 5 })
export const part = fc.constantFrom(1, 33, 50, 100, 100, 130)
export const pauses = fc.constantFrom(
  { do: "pause" } as const,
  { do: "resume" } as const,
  { do: "resume" } as const,
)
const plan = fc.constantFrom<0 | 1>(0, 1)
export const changes = fc.record({ do: fc.constantFrom("changeNow" as const, "changeLater" as const), plan })
export const quantities = fc.record({
  do: fc.constantFrom("quantityNow" as const, "quantityNow" as const, "quantityLater" as const),
  quantity: fc.constantFrom(1, 2, 3, 5, 8),
})
export const item = fc.record({
  do: fc.constant("item" as const),
  unitPrice: fc.oneof(fc.constantFrom(1, 5_000), fc.integer({ min: 1, max: 20_000 })),
  quantity: fc.constantFrom(1, 1, 1, 3),
})
export const ends = fc.constantFrom(
  { do: "cancelNow" } as const,
  { do: "cancelLater" } as const,
  { do: "undoCancel" } as const,
)
/** What is paid ahead of it costs less than what is not: no history that is measured by one invoice has it. GAP-190 */
export const takesOff = fc.constant({ do: "removeCoupon" } as const)
/** A coupon of its own for a running subscription, for both plans or for one of them. GAP-191 */
export const givesCoupon = fc
  .record({
    months: fc.constantFrom(null, null, 1, 2, 12),
    isOnce: fc.boolean(),
    discount: fc.constantFrom<Coupon.CouponDiscount>(
      { type: "PERCENTAGE", basisPoints: 1_500 },
      { type: "PERCENTAGE", basisPoints: 10_000 },
      { type: "FIXED", amount: 5_000, currency: "BRL" },
    ),
    planIds: fc.constantFrom(null, null, ["first"], ["second"]),
  })
  .map(({ months, isOnce, discount, planIds }) => {
    const forever: Coupon.CouponDuration = { type: isOnce ? "ONCE" : "FOREVER" }
    const duration: Coupon.CouponDuration = months === null ? forever : { type: "REPEATING", months }
    const own = { couponId: "given", code: "GIVEN" }
    return { do: "applyCoupon" as const, coupon: { ...coupon, ...own, discount, duration, planIds } }
  })
const failing = fc.constantFrom(
  { do: "answers", answer: "declined" } as const,
  { do: "answers", answer: "declined" } as const,
  { do: "answers", answer: "approved" } as const,
)
export const voids = fc.record({ do: fc.constant("void" as const), rebill: fc.boolean(), pick })
const rebills = voids.map((command) => ({ ...command, rebill: true }))
export const pay = fc.record({ do: fc.constant("pay" as const), pick })
export const settle = fc.record({ do: fc.constant("settle" as const), part, pick })
export const operators = fc.oneof(
  even,
  fc.record({
    do: fc.constantFrom(
      "refund" as const,
      "applyVoucher" as const,
      "revokeVoucher" as const,
      "payOutVoucher" as const,
    ),
    part,
    pick,
  }),
  fc.record({
    do: fc.constantFrom(
      "OpenDispute" as const,
      "WinDispute" as const,
      "LoseDispute" as const,
      "WriteOff" as const,
    ),
    pick,
  }),
)

export type Commands = fc.Arbitrary<
  Step extends infer S ? (S extends Step ? Omit<S, "after"> : never) : never
>

/** Commands one by one, and now and then a whole story of commands that follow one another closely. */
export const stepsOf = (
  maxLength: number,
  commands: ReadonlyArray<Commands>,
  stories: ReadonlyArray<fc.Arbitrary<ReadonlyArray<Step>>> = [],
): fc.Arbitrary<ReadonlyArray<Step>> => {
  const single = fc
    .tuple(fc.oneof(even, ...commands), after)
    .map(([command, after]) => [{ ...command, after } as Step])
  const weighted = { weight: commands.length, arbitrary: single }
  return fc
    .array(fc.oneof(even, weighted, ...stories), { minLength: 2, maxLength, size: "max" })
    .map((parts) => parts.flat())
}

const close = fc.oneof(even, fc.integer({ min: 1, max: HOUR }), fc.integer({ min: 1, max: 3 * DAY }))
export const storyOf = (...commands: ReadonlyArray<Commands>): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc
    .tuple(...commands.map((command) => fc.tuple(command, close)))
    .map((steps) => steps.map(([command, after]) => ({ ...command, after }) as Step))

/** A command so long after the one before it. */
export const at = (when: Pick<Step, "after" | "before">, command: Commands): fc.Arbitrary<Step> =>
  command.map((each) => ({ ...each, ...when }) as Step)

const single = fc.constant({ do: "use", events: [{ meter: "messages", quantity: 1, age: 0 }] } as const)
export const says = (answer: AnswerName): Commands => fc.constant({ do: "answers", answer })
export const interruption = fc.oneof(even, pauses, changes, quantities, ends)
/** An early payment that fails, is voided, and is no longer due in full. */
const voidedEarly = storyOf(says("declined"), payEarly, voids, says("approved"), interruption)
/** An early payment that is no longer due in full when its answer comes. */
const answeredLate = storyOf(says("unknown"), payEarly, interruption, learn, says("approved"))
/** An early payment by a slip that is no longer due in full when it expires, or is paid late. */
const slippedEarly = storyOf(says("slip"), payEarly, interruption, says("approved"))
/** An early payment that nobody knows of, and what becomes of its invoice before it is looked up. */
const foundNothing = storyOf(
  fc.constant({ do: "finds", finding: "notFound" }),
  says("unknown"),
  payEarly,
  fc.oneof(even, settle, fc.record({ do: fc.constant("WriteOff" as const), pick })),
  answers,
)
/** An invoice that a voucher pays in part, out of money that came twice, and that is voided. */
const appliedAndVoided = storyOf(
  says("declined"),
  payEarly,
  settle,
  settle,
  fc.record({ do: fc.constant("applyVoucher" as const), part, pick }),
  voids,
)
/** A card in the place of a slip. */
const replaced = storyOf(says("slip"), payEarly, answers, pay, answers)
/** Several documents that are owed, and rounds of which some end well and some are unknown for a while. */
const dunned = storyOf(
  says("declined"),
  payEarly,
  use,
  fc.constant({ do: "threshold", value: 1 }),
  use,
  answers,
  finds,
  fc.oneof(even, method, pay, settle, voids, answers),
  answers,
)
/** An end, and another subscription soon after. */
export const subscribe = fc.record({ do: fc.constant("subscribe" as const), plan })
const subscribedAgain = storyOf(says("approved"), fc.constant({ do: "cancelNow" }), subscribe)
/** An end with debt, and another subscription beside it, whose documents are paid or refused as well. */
const owedBefore = storyOf(
  says("declined"),
  payEarly,
  fc.constant({ do: "cancelNow" }),
  fc.oneof(even, answers, newCard),
  subscribe,
  answers,
  fc.oneof(even, newCard, pay, settle, voids, payEarly),
  answers,
)
/** An early payment, and what interrupts it. */
const paidEarly = storyOf(says("approved"), payEarly, interruption)

/** An early payment that is interrupted and disputed, in either order, and won or lost. */
const opened = fc.constant({ do: "OpenDispute", pick: -1 } as const)
const decidedDispute = fc.constantFrom(
  { do: "LoseDispute", pick: -1 } as const,
  { do: "LoseDispute", pick: -1 } as const,
  { do: "WinDispute", pick: -1 } as const,
)
const disputedEarly = fc.oneof(
  even,
  storyOf(says("approved"), payEarly, interruption, opened, decidedDispute),
  storyOf(says("approved"), payEarly, opened, interruption, decidedDispute),
)

/** One message after another, so that a threshold is met exactly. */
const thresholdMet = fc
  .tuple(
    storyOf(fc.constant({ do: "threshold", value: 2 } as const)),
    fc.array(storyOf(single), { maxLength: 6 }),
  )
  .map(([first, rest]) => [...first, ...rest.flat()])

/** An end at the boundary of what dunning pauses before it, and usage from before that comes late. */
export const endsInPause = fc.tuple(
  at({ after: "boundary" }, fc.constant({ do: "cancelLater" } as const)),
  at({ after: HOUR }, says("declined")),
  at({ after: HOUR }, fc.constant({ do: "threshold", value: 1 } as const)),
  at({ after: HOUR }, use),
  at(
    { after: 16 * DAY },
    fc.record({
      do: fc.constant("use" as const),
      events: fc.tuple(
        fc.record({
          meter: fc.constantFrom(...meters),
          quantity: fc.integer({ min: 20, max: 90 }),
          age: fc.integer({ min: 15 * DAY, max: 17 * DAY }),
        }),
      ),
    }),
  ),
)

/** Usage, thresholds and early payments: nothing interrupts the subscription and nothing fails. */
export const cuts = stepsOf(25, [use, use, use, use, threshold, payEarly])

/** The same, with documents that fail and are voided with rebilling. */
export const cutsAndRebills = stepsOf(25, [
  use,
  use,
  use,
  use,
  threshold,
  payEarly,
  failing,
  rebills,
  rebills,
])

/** Interruptions: pauses, changes of plan, cancellations, between usage and early payments; all is paid. */
export const interrupted = stepsOf(
  25,
  [use, use, use, threshold, payEarly, pauses, changes, quantities, ends],
  [paidEarly],
)

/** The same, with answers that come late or are refusals, and slips that expire. */
export const unanswered = stepsOf(
  25,
  [use, use, use, payEarly, pauses, changes, ends, answers, finds, learn],
  [answeredLate, slippedEarly, paidEarly],
)

/** Every command of one subscription. */
export const all: ReadonlyArray<Commands> = [
  use,
  use,
  use,
  threshold,
  payEarly,
  pauses,
  pauses,
  changes,
  quantities,
  item,
  fc.oneof(even, ends, ends, ends, takesOff, givesCoupon),
  answers,
  finds,
  method,
  newCard,
  learn,
  voids,
  pay,
  settle,
  operators,
  operators,
]
/** Every story of one subscription. */
export const stories = [
  voidedEarly,
  answeredLate,
  slippedEarly,
  replaced,
  appliedAndVoided,
  foundNothing,
  paidEarly,
  disputedEarly,
  thresholdMet,
  dunned,
  dunned,
  endsInPause,
]

/** Everything that can happen to one subscription. */
export const anything = stepsOf(30, all, stories)

/** Everything that can happen, also to one subscription after another. */
export const everything = stepsOf(30, [...all, subscribe], [...stories, subscribedAgain, owedBefore])
