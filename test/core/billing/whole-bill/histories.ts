// Histories for the oracle of the whole bill: disputes around credits, coupons of a fixed amount, vouchers that end,
// subscriptions one after another with debt, slips with long lives, and usage ahead of the clock.
import * as fc from "fast-check"
import type { Coupon } from "../../../../src/index.ts"
import { DAY, HOUR } from "../fixtures.ts"
import * as Steps from "../laws/arbitraries.ts"
import { meters, mixedSetups, richSetups } from "../laws/setups.ts"
import type { Setup, Step } from "../laws/world.ts"

const { even, says, storyOf, payEarly, use } = Steps
type Story = fc.Arbitrary<ReadonlyArray<Step>>

const only = <A extends { readonly do: string }>(command: A) => fc.constant(command)
const approves = says("approved")
const declines = says("declined")
const cancels = only({ do: "cancelNow" } as const)
const resumes = only({ do: "resume" } as const)
const cutsAll = only({ do: "threshold", value: 1 } as const)
const plan = fc.constantFrom<0 | 1>(0, 1)
/** What takes a fee back that was paid ahead. */
const interrupts = fc.oneof(
  even,
  only({ do: "pause" } as const),
  cancels,
  fc.record({ do: fc.constant("changeNow" as const), plan }),
)
/** The last document, or another one. */
const pick = fc.constantFrom(-1, -1, -1, -2, -3, 0, 1)
const used = fc.oneof(
  even,
  use,
  fc.record({
    do: fc.constant("use" as const),
    events: fc.tuple(
      fc.record({
        meter: fc.constantFrom(...meters),
        quantity: fc.integer({ min: 20, max: 90 }),
        age: fc.constant(0),
      }),
    ),
  }),
)
/** A dispute, of the last document or so many before it, and how it ends. */
const opens = (...picks: ReadonlyArray<number>) =>
  fc.record({ do: fc.constant("OpenDispute" as const), pick: fc.constantFrom(...picks) })
const decides = fc.record({
  do: fc.constantFrom("LoseDispute" as const, "LoseDispute" as const, "WinDispute" as const),
  pick: fc.constantFrom(-1, -2, -2, -3),
})
const writesOff = fc.record({ do: fc.constant("WriteOff" as const), pick })
const pays = fc.record({ do: fc.constant("pay" as const), pick })
const settles = fc.record({ do: fc.constant("settle" as const), part: Steps.part, pick })
const refunds = fc.record({ do: fc.constant("refund" as const), part: Steps.part, pick })
const voids = fc.record({ do: fc.constant("void" as const), rebill: fc.boolean(), pick })
const applies = fc.record({ do: fc.constant("applyVoucher" as const), part: Steps.part, pick })
const again = fc.record({ do: fc.constant("subscribe" as const), plan })

/** A credit, and a dispute of its payment before it, after it, or around it; and what the credit pays meanwhile. */
const disputedCredit: Story = fc.oneof(
  even,
  storyOf(payEarly, interrupts, opens(-1, -2), resumes, payEarly, decides, decides),
  storyOf(payEarly, opens(-1), interrupts, resumes, payEarly, decides, decides),
  storyOf(payEarly, interrupts, resumes, used, payEarly, opens(-2, -2, -3), decides, decides, payEarly),
  storyOf(payEarly, cancels, again, used, payEarly, opens(-2, -2, -3), decides, decides),
  storyOf(payEarly, opens(-1), decides, interrupts, resumes, payEarly),
)

/** A payment of which a part went back before it was interrupted, or after. */
const refundedCredit: Story = fc.oneof(
  even,
  storyOf(payEarly, refunds, interrupts, resumes, interrupts),
  storyOf(payEarly, interrupts, refunds, resumes, payEarly, interrupts),
)

/** A payment ahead that is interrupted again and again. */
const interruptedTwice: Story = storyOf(used, payEarly, interrupts, resumes, used, payEarly, interrupts)

/** A slip that outlives what it bills; it is paid, in part, or not at all, and cards take its place. */
const longSlip: Story = storyOf(
  fc.oneof(even, says("longSlip"), says("slip")),
  payEarly,
  fc.oneof(even, interrupts, interrupts, settles),
  fc.oneof(even, approves, declines),
  fc.oneof(even, resumes, interrupts, used, settles, pays),
  fc.oneof(even, settles, pays, used, voids),
)

/** An outcome that nobody knows while its document is no longer due. */
const unknownPayment: Story = storyOf(
  says("unknown"),
  payEarly,
  fc.oneof(even, interrupts, settles),
  interrupts,
  fc.oneof(even, resumes, Steps.finds),
  fc.oneof(even, Steps.learn, settles),
)

/** Debt that a cancellation leaves behind, and another subscription beside it. */
const debt: Story = storyOf(
  fc.oneof(even, declines, says("stolen"), says("unknown"), says("slip")),
  fc.oneof(even, payEarly, cutsAll),
  used,
  cancels,
  fc.oneof(even, approves, declines),
  again,
  fc.oneof(even, Steps.method, Steps.newCard, pays, Steps.answers, settles, payEarly),
  fc.oneof(even, Steps.newCard, approves, declines, pays),
)

/** What was billed ahead is written off, and paid all the same. */
const paidAfterAll: Story = storyOf(
  declines,
  payEarly,
  writesOff,
  approves,
  interrupts,
  fc.oneof(even, pays, settles, applies),
  fc.oneof(even, pays, settles, voids, again),
)

/** An unpaid cut that holds the coupon, and an early payment without it; the credit of one is money of the other. */
const unpaidCut: Story = storyOf(
  cutsAll,
  fc.oneof(even, declines, says("unknown"), says("slip")),
  used,
  writesOff,
  approves,
  payEarly,
  interrupts,
  fc.oneof(even, pays, settles, applies, Steps.learn, voids),
  fc.oneof(even, pays, settles, applies, Steps.learn, voids),
)

/** An early payment that holds the coupon, and a cut without it that nobody pays. */
const uncoupled: Story = storyOf(
  approves,
  payEarly,
  cutsAll,
  declines,
  used,
  fc.oneof(even, writesOff, cancels),
  interrupts,
  approves,
  fc.oneof(even, pays, settles, applies, voids, again),
  fc.oneof(even, pays, settles, applies, voids),
)

/** A part of a document is paid, and the rest is not, when its fee is no longer due. */
const partlyPaid: Story = storyOf(
  fc.oneof(even, declines, says("slip")),
  payEarly,
  fc.oneof(even, settles, applies),
  approves,
  fc.oneof(even, cancels, Steps.settle),
)

const ahead = fc.record({
  do: fc.constant("use" as const),
  events: fc.tuple(
    fc.record({
      meter: fc.constantFrom(...meters),
      quantity: fc.integer({ min: 1, max: 40 }),
      age: fc.oneof(even, fc.integer({ min: -5 * 60_000, max: 0 }), fc.constantFrom(-5 * 60_000, -1)),
    }),
  ),
})
const minutes = fc.integer({ min: 1, max: 6 * 60_000 })

/** Usage ahead of a boundary or of what changes the plan, the price or the status. */
const usedAhead: Story = fc.oneof(
  even,
  fc.tuple(
    Steps.at({ after: "boundary", before: 2 * 60_000 }, ahead),
    Steps.at({ after: 60_000 }, ahead),
    Steps.at({ after: "boundary" }, used),
  ),
  fc
    .tuple(ahead, fc.oneof(even, interrupts, Steps.changes), fc.oneof(even, resumes, used), minutes, minutes)
    .map(
      ([first, second, third, soon, later]) =>
        [
          { ...first, after: HOUR },
          { ...second, after: soon },
          { ...third, after: later },
        ] as ReadonlyArray<Step>,
    ),
)

const later = fc.record({ do: fc.constant("changeLater" as const), plan: fc.constant(1 as const) })

/** What is scheduled for the end of what runs, a trial maybe, what is paid ahead of it, and how it comes about. */
const scheduled: Story = fc.oneof(
  even,
  storyOf(later, payEarly, used),
  storyOf(payEarly, later, payEarly),
  storyOf(
    later,
    payEarly,
    fc.record({ do: fc.constant("changeLater" as const), plan: fc.constant(0 as const) }),
  ),
  storyOf(payEarly, only({ do: "cancelLater" } as const), used),
  storyOf(payEarly, only({ do: "cancelLater" } as const), only({ do: "undoCancel" } as const)),
)

/** Units that come and go, with some paid ahead. */
const quantities: Story = fc.oneof(
  even,
  storyOf(Steps.quantities, payEarly, Steps.quantities, used, Steps.quantities),
  storyOf(Steps.quantities, interrupts, resumes, Steps.quantities, payEarly, Steps.quantities),
  storyOf(Steps.quantities, payEarly, Steps.quantities, opens(-1), decides, interrupts),
)

/** A charge that is added in a pause and waits for the cycle after it. */
const waitingItem: Story = Steps.item.map((item) => [
  { do: "pause", after: 1 },
  { ...item, after: 1 },
  { do: "resume", after: "boundary" },
])

/** Charges that wait for a document of any kind, or for a pause to end. */
const items: Story = fc.oneof(
  even,
  waitingItem,
  storyOf(Steps.item, payEarly, Steps.item, interrupts, Steps.item, resumes),
  storyOf(declines, Steps.item, payEarly, voids, approves, interrupts),
  storyOf(interrupts, Steps.item, used, resumes, payEarly),
)

const stories: ReadonlyArray<Story> = [
  items,
  quantities,
  quantities,
  scheduled,
  disputedCredit,
  disputedCredit,
  disputedCredit,
  refundedCredit,
  interruptedTwice,
  longSlip,
  unknownPayment,
  debt,
  debt,
  paidAfterAll,
  paidAfterAll,
  unpaidCut,
  uncoupled,
  partlyPaid,
  Steps.endsInPause,
  Steps.endsInPause,
  usedAhead,
]

/** One story that begins early, before anything is owed, and then everything that can happen to one or more. */
export const wholeLives: Story = fc
  .tuple(
    fc.array(storyOf(used), { maxLength: 2 }),
    fc.oneof(even, ...stories),
    Steps.stepsOf(8, [...Steps.all, again], [...Steps.stories, ...stories]),
  )
  .map(([before, story, rest]) => [...before.flat(), ...story, ...rest])

const fixed = fc
  .oneof(fc.constantFrom(1, 5_000, 9_990), fc.integer({ min: 1, max: 30_000 }))
  .map((amount): Coupon.CouponDiscount => ({ type: "FIXED", amount, currency: "BRL" }))

/** More of the coupons are of a fixed amount, the vouchers end within the first weeks, and a grace is long. */
const pressed = (setup: Setup): fc.Arbitrary<Setup> =>
  fc
    .record({
      discount: fc.option(fixed),
      policy: fc.record({
        writeOffAfterDays: fc.constantFrom(null, null, null, 20),
        onExhausted: fc.constantFrom("STAY", "PAUSE", "PAUSE", "CANCEL"),
        cancellationFee: fc.constantFrom("ACTIVE_SHARE", "ACTIVE_SHARE", "ACTIVE_SHARE", "FULL_CYCLE"),
      }),
      expiring: fc.array(
        fc.record({ amount: fc.integer({ min: 1, max: 15_000 }), after: fc.nat({ max: 40 * DAY }) }),
        { maxLength: 2 },
      ),
    })
    .map(({ discount, policy, expiring }) => ({
      ...setup,
      expiring,
      policy: { ...setup.policy, ...policy, graceMillis: 15 * (setup.policy?.graceMillis ?? 0) },
      coupon: setup.coupon === null || discount === null ? setup.coupon : { ...setup.coupon, discount },
    }))

/** Accounts before the first command, by plans of any lengths of interval, with every policy of dunning. */
export const wholeSetups = fc.oneof(even, richSetups, mixedSetups).chain(pressed)
