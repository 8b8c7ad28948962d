// Random histories: subscriptions that start on awkward days, prices of every model, coupons of every kind, and
// commands in any order.
import * as fc from "fast-check"
import type { Coupon, Plan, Price } from "../../../../src/index.ts"
import { coupon } from "../../../support/billing.ts"
import type { Setup, Step } from "./world.ts"

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The ends of months, leap years among them, and any other instant of a few years. */
export const starts: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    Date.UTC(2026, 0, 31),
    Date.UTC(2026, 0, 30, 12),
    Date.UTC(2024, 0, 31, 23, 59, 59, 999),
    Date.UTC(2024, 1, 29),
    Date.UTC(2095, 1, 28, 1),
    Date.UTC(2025, 2, 31, 7),
    Date.UTC(2025, 3, 30),
    Date.UTC(2023, 11, 29),
  ),
  fc.integer({ min: Date.UTC(2023, 0), max: Date.UTC(2028, 0) }),
)

const amount = fc.oneof(fc.constantFrom(0, 1, 9_990), fc.nat({ max: 20_000 }))
const unit = fc.oneof(fc.constantFrom(0, 1), fc.nat({ max: 90 }))

export const meters = ["calls", "tokens", "messages"] as const

const prices: fc.Arbitrary<ReadonlyArray<Price.Price>> = fc
  .record({
    unitPrice: unit,
    pack: fc.record({
      packageSize: fc.integer({ min: 1, max: 40 }),
      packagePrice: unit,
      freeUnits: fc.nat({ max: 20 }),
    }),
    first: unit,
    second: unit,
    last: unit,
    bound: fc.integer({ min: 1, max: 30 }),
    length: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ unitPrice, pack, first, second, last, bound, length }) => [
    { model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice },
    { model: "PACKAGE", meter: "tokens", name: "Tokens", currency: "BRL", ...pack },
    {
      model: "GRADUATED",
      meter: "calls",
      name: "Calls",
      currency: "BRL",
      bands: [
        { upTo: bound, unitPrice: first },
        { upTo: bound + length, unitPrice: second },
        { upTo: null, unitPrice: last },
      ],
    },
  ])

const planOf = (planId: string, interval: "MONTHLY" | "YEARLY"): fc.Arbitrary<Plan.Plan> =>
  fc.record({ fee: amount, prices }).map(({ fee, prices }) => ({
    planId,
    name: planId,
    description: "",
    status: "ACTIVE",
    intervals: [{ id: `${planId} interval`, interval, amount: fee, currency: "BRL" }],
    prices,
    createdAt: 0,
  }))

const couponFor = (interval: "MONTHLY" | "YEARLY", planIds: ReadonlyArray<string> | null) =>
  fc
    .record({
      discount: fc.oneof(
        fc
          .oneof(fc.constantFrom(0, 1, 1_500, 3_333, 5_000, 10_000), fc.nat({ max: 10_000 }))
          .map((basisPoints): Coupon.CouponDiscount => ({ type: "PERCENTAGE", basisPoints })),
        fc
          .oneof(fc.constantFrom(1, 5_000, 1_000_000), fc.nat({ max: 30_000 }))
          .map((amount): Coupon.CouponDiscount => ({ type: "FIXED", amount, currency: "BRL" })),
      ),
      duration: fc.oneof(
        fc.constantFrom<Coupon.CouponDuration>({ type: "ONCE" }, { type: "FOREVER" }),
        fc.integer({ min: 1, max: 4 }).map(
          (count): Coupon.CouponDuration => ({
            type: "REPEATING",
            months: interval === "MONTHLY" ? count : 12 * count,
          }),
        ),
      ),
    })
    .map((terms): Coupon.Coupon => ({ ...coupon, ...terms, planIds }))

/** Accounts before the first command; `planIds` limits their coupons. */
export const setups = ({ planIds = null }: { readonly planIds?: ReadonlyArray<string> | null } = {}) =>
  fc.constantFrom<"MONTHLY" | "YEARLY">("MONTHLY", "MONTHLY", "MONTHLY", "YEARLY").chain(
    (interval): fc.Arbitrary<Setup> =>
      fc.record({
        startAt: starts,
        plans: fc.tuple(planOf("first", interval), planOf("second", interval)),
        coupon: fc.option(couponFor(interval, planIds), { freq: 4 }),
        vouchers: fc.array(fc.integer({ min: 1, max: 15_000 }), { maxLength: 2 }),
        threshold: fc.option(fc.nat({ max: 300 }), { freq: 3 }),
      }),
  )

/** Time until a command: from a millisecond to weeks, or exactly to the boundary. */
const after = fc.oneof(
  { weight: 1, arbitrary: fc.constant("boundary" as const) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 * HOUR }) },
  { weight: 5, arbitrary: fc.integer({ min: HOUR, max: 12 * DAY }) },
)

/** How old an event is when it arrives: most are new, the oldest are refused. */
const age = fc.oneof(fc.constant(0), fc.nat({ max: 2 * DAY }), fc.nat({ max: 36 * DAY }))
const use = fc.record({
  do: fc.constant("use" as const),
  meter: fc.constantFrom(...meters),
  quantity: fc.nat({ max: 40 }),
  age,
})
const threshold = fc.record({
  do: fc.constant("threshold" as const),
  value: fc.option(fc.nat({ max: 300 }), { freq: 5 }),
})
const payEarly = fc.constant({ do: "payEarly" } as const)
const answers = fc.record({
  do: fc.constant("answers" as const),
  answer: fc.constantFrom("approved" as const, "declined" as const, "unknown" as const),
})
const learn = fc.record({
  do: fc.constant("learn" as const),
  answer: fc.constantFrom("approved" as const, "declined" as const),
})
const pick = fc.nat({ max: 5 })
const part = fc.constantFrom(1, 33, 50, 100, 100, 130)
const pauses = fc.constantFrom({ do: "pause" } as const, { do: "resume" } as const, { do: "resume" } as const)
const plan = fc.constantFrom<0 | 1>(0, 1)
const changes = fc.record({ do: fc.constantFrom("changeNow" as const, "changeLater" as const), plan })
const ends = fc.constantFrom(
  { do: "cancelNow" } as const,
  { do: "cancelLater" } as const,
  { do: "undoCancel" } as const,
)
const failing = fc.constantFrom(
  { do: "answers", answer: "declined" } as const,
  { do: "answers", answer: "declined" } as const,
  { do: "answers", answer: "approved" } as const,
)
const voids = fc.record({ do: fc.constant("void" as const), rebill: fc.boolean(), pick })
const rebills = voids.map((command) => ({ ...command, rebill: true }))
const operators = fc.oneof(
  fc.record({
    do: fc.constantFrom("settle" as const, "refund" as const, "applyVoucher" as const),
    part,
    pick,
  }),
  fc.record({
    do: fc.constantFrom(
      "pay" as const,
      "pay" as const,
      "OpenDispute" as const,
      "WinDispute" as const,
      "LoseDispute" as const,
      "WriteOff" as const,
    ),
    pick,
  }),
)

type Commands = fc.Arbitrary<Step extends infer S ? (S extends Step ? Omit<S, "after"> : never) : never>

/** Commands one by one, and now and then a whole story of commands that follow one another closely. */
const stepsOf = (
  maxLength: number,
  commands: ReadonlyArray<Commands>,
  stories: ReadonlyArray<fc.Arbitrary<ReadonlyArray<Step>>> = [],
): fc.Arbitrary<ReadonlyArray<Step>> => {
  const single = fc
    .tuple(fc.oneof(...commands), after)
    .map(([command, after]) => [{ ...command, after } as Step])
  const weighted = { weight: commands.length, arbitrary: single }
  return fc
    .array(fc.oneof(weighted, ...stories), { minLength: 2, maxLength, size: "max" })
    .map((parts) => parts.flat())
}

const close = fc.integer({ min: 1, max: 3 * DAY })
const storyOf = (...commands: ReadonlyArray<Commands>): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc
    .tuple(...commands.map((command) => fc.tuple(command, close)))
    .map((steps) => steps.map(([command, after]) => ({ ...command, after }) as Step))

const single = fc.constant({ do: "use", meter: "messages", quantity: 1, age: 0 } as const)
const says = (answer: "approved" | "declined" | "unknown"): Commands => fc.constant({ do: "answers", answer })
const interruption = fc.oneof(pauses, changes, ends)
/** An early payment that fails, is voided, and is no longer due in full. */
const voidedEarly = storyOf(says("declined"), payEarly, voids, says("approved"), interruption)
/** An early payment that is no longer due in full when its answer comes. */
const answeredLate = storyOf(says("unknown"), payEarly, interruption, learn, says("approved"))
/** An early payment, and what interrupts it. */
const paidEarly = storyOf(says("approved"), payEarly, interruption)

/** One message after another, so that a threshold is met exactly. */
const thresholdMet = fc
  .tuple(
    storyOf(fc.constant({ do: "threshold", value: 2 } as const)),
    fc.array(storyOf(single), { maxLength: 6 }),
  )
  .map(([first, rest]) => [...first, ...rest.flat()])

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
  [use, use, use, threshold, payEarly, pauses, changes, ends],
  [paidEarly],
)

/** The same, with answers that come late or are refusals. */
export const unanswered = stepsOf(
  25,
  [use, use, use, payEarly, pauses, changes, ends, answers, learn],
  [answeredLate, paidEarly],
)

/** Everything that can happen. */
export const anything = stepsOf(
  30,
  [
    use,
    use,
    use,
    threshold,
    payEarly,
    pauses,
    pauses,
    changes,
    ends,
    answers,
    learn,
    voids,
    operators,
    operators,
  ],
  [voidedEarly, answeredLate, paidEarly, thresholdMet],
)
