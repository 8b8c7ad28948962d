// Laws 2 and 11: cutting a cycle into documents, paying it early, and voiding documents with rebilling never change
// what is paid in all. What that is says the oracle, which knows no documents.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Coupon, Plan } from "../../../../src/index.ts"
import { billsOf } from "../../../../src/testing/oracle/bills.ts"
import { monthsAfter } from "../../../../src/testing/oracle/calendar.ts"
import { cost, share } from "../../../../src/testing/oracle/rating.ts"
import { coupon, plan as starter } from "../../../support/billing.ts"
import { takeCredit } from "../../../support/oracle.ts"
import { runs } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import { cuts, cutsAndRebills, interrupted, unanswered } from "./arbitraries.ts"
import { endingSetups, setups } from "./setups.ts"
import { beganAhead, givenBackOf, groupsOf, isCounted, leftOf, type PeriodSums, sumsOf } from "./sums.ts"
import { type Played, play, type Setup, type Step } from "./world.ts"

const limited = fc.constantFrom(null, null, ["first"]).chain((planIds) => setups({ planIds }))

/** Long enough for every step and a boundary after it. */
const ends = (setup: Setup): number =>
  setup.startAt + (setup.plans[0].intervals[0]?.interval === "YEARLY" ? 800 : 320) * DAY

/** Late enough for these steps to be taken, boundaries that they wait for included. */
const endsAfter = (setup: Setup, steps: ReadonlyArray<Step>): number => {
  const cycle = (setup.plans[0].intervals[0]?.interval === "YEARLY" ? 366 : 31) * DAY
  return steps.reduce((at, { after }) => at + (after === "boundary" ? cycle : after), ends(setup))
}

const paidSeparately = ({ total, coupon, ...paid }: PeriodSums, isAhead: boolean): Partial<PeriodSums> =>
  isAhead ? { total, coupon } : { total, coupon, ...paid }

const expectOracle = ({ account, history }: Played, vouchers: ReadonlyArray<number>): void => {
  const bills = billsOf(history)
  const rests = bills.map(({ fee, usage, discount }) => fee + usage - discount)
  const taken = takeCredit(
    vouchers.reduce((sum, amount) => sum + amount, 0),
    rests,
  )
  // A document in advance holds the amounts of two cycles, and its vouchers are of both.
  const isAhead = history.plans.some(({ terms }) => terms.feeTiming === "ADVANCE")
  expect(bills.map(({ cycle }) => paidSeparately(sumsOf(account, cycle), isAhead))).toEqual(
    bills.map(({ fee, usage, discount }, index) =>
      paidSeparately(
        {
          total: fee + usage,
          coupon: discount,
          vouchers: taken[index] ?? 0,
          payable: (rests[index] ?? 0) - (taken[index] ?? 0),
        },
        isAhead,
      ),
    ),
  )
}

/**
 * What the documents of a cycle bill, and what the coupon gave them, less what left them as credit. A document that was
 * voided and is not due leaves the others the rounding of their percentage: a minor unit, which no credit takes back.
 */
const expectOneInvoice = ({ account, history }: Played): void => {
  if (beganAhead(account)) return
  for (const { cycle, fee, usage, discount } of billsOf(history)) {
    const { total, coupon } = sumsOf(account, cycle)
    const left = leftOf(account, cycle)
    const voided = account.invoices.filter((one) => groupsOf(one).includes(cycle) && !isCounted(one)).length
    const rounding = history.coupon?.discount.type === "PERCENTAGE" ? voided : 0
    const given = coupon - left.coupon
    const more = Math.min(Math.max(0, given - discount), rounding)
    expect({ cycle, total: total - left.gross, coupon: given - more }).toEqual({
      cycle,
      total: fee + usage,
      coupon: discount,
    })
  }
}

/** Where everything was paid, all that left a cycle went back. */
const expectAllGivenBack = ({ account, history }: Played): void => {
  for (const { cycle } of billsOf(history)) {
    const { gross, coupon } = leftOf(account, cycle)
    expect([cycle, givenBackOf(account, cycle)]).toEqual([cycle, gross - coupon])
  }
}

/** A plan without a fee, messages at 1, from 31 January, with these cuts of 10 on four days. */
const fourCuts = (over: Partial<Setup>): [Setup, ReadonlyArray<Step>] => {
  const plan: Plan.Plan = {
    planId: "first",
    name: "first",
    description: "",
    status: "ACTIVE",
    intervals: [{ id: "first interval", interval: "MONTHLY", amount: 0, currency: "BRL" }],
    prices: [{ model: "STANDARD", meter: "messages", name: "Messages", currency: "BRL", unitPrice: 1 }],
    createdAt: 0,
  }
  const setup = {
    startAt: Date.UTC(2026, 0, 31),
    plans: [plan, plan],
    coupon: null,
    vouchers: [],
    threshold: 9,
  } as const
  const use = { do: "use", events: [{ meter: "messages", quantity: 10, age: 0 }], after: DAY } as const
  return [{ ...setup, ...over }, [use, use, use, use]]
}
const percent15: Coupon.Coupon = {
  ...coupon,
  discount: { type: "PERCENTAGE", basisPoints: 1500 },
  duration: { type: "ONCE" },
}

/** 9990 with 5000 off for ever, paid ahead, and paused and resumed at half of the cycle. */
const halfOfFixed: [Setup, ReadonlyArray<Step>] = [
  {
    ...fourCuts({})[0],
    plans: [starter, starter],
    coupon: {
      ...coupon,
      discount: { type: "FIXED", amount: 5000, currency: "BRL" },
      duration: { type: "FOREVER" },
    },
  },
  [
    { do: "payEarly", after: 1 },
    { do: "pause", after: 14 * DAY },
    { do: "resume", after: 1 },
  ],
]

/** Two plans that bill in advance, at these amounts. */
const plansInAdvance = (amounts: readonly [number, number]): [Plan.Plan, Plan.Plan] =>
  amounts.map((amount, index): Plan.Plan => {
    const interval = { interval: "MONTHLY", currency: "BRL", feeTiming: "ADVANCE" } as const
    const planId = ["first", "second"][index] ?? ""
    return { ...starter, planId, intervals: [{ ...interval, id: `${planId} interval`, amount }] }
  }) as [Plan.Plan, Plan.Plan]

/** 1 in advance with 1 off once: the change gives both back, and then the next fee is paid early. */
const begunAgainAhead: [Setup, ReadonlyArray<Step>] = [
  {
    ...fourCuts({})[0],
    threshold: null,
    plans: plansInAdvance([1, 0]),
    coupon: {
      ...coupon,
      discount: { type: "FIXED", amount: 1, currency: "BRL" },
      duration: { type: "ONCE" },
    },
  },
  [
    { do: "changeNow", plan: 1, after: 3_600_000 },
    { do: "changeLater", plan: 0, after: 3_600_000 },
    { do: "payEarly", after: 3_600_000 },
    { do: "use", events: [{ meter: "messages", quantity: 10, age: 0 }], after: DAY },
    { do: "payEarly", after: 1 },
  ],
]

/** In advance with 1 off: the next fee waits for a slip when the plan changes, and goes back when that is paid. */
const slipOfLeftPlan: [Setup, ReadonlyArray<Step>, boolean] = [
  {
    ...fourCuts({})[0],
    threshold: null,
    plans: plansInAdvance([1, 2]),
    coupon: {
      ...coupon,
      discount: { type: "FIXED", amount: 1, currency: "BRL" },
      duration: { type: "REPEATING", months: 3 },
    },
  },
  [
    { do: "changeNow", plan: 1, after: 23 * DAY },
    { do: "answers", answer: "slip", after: 1 },
    { do: "payEarly", after: 3_600_000 },
    { do: "changeNow", plan: 0, after: 1 },
    { do: "answers", answer: "approved", after: 3_600_000 },
    { do: "learn", answer: "approved", after: "boundary" },
  ],
  false,
]

describe("the numbers of the rules", () => {
  it("four cuts of 10 at 15 % give 6 in all; each alone would give 8", () => {
    const [setup, steps] = fourCuts({ coupon: percent15 })
    const played = play(setup, steps, ends(setup))
    expect(played.account.invoices.map(({ kind, discountAmount }) => [kind, discountAmount])).toEqual([
      ["CUT", 2],
      ["CUT", 1],
      ["CUT", 2],
      ["CUT", 1],
    ])
    expectOracle(played, [])
  })

  it("9990 over [31 Jan, 28 Feb), active until 10 Feb 12:00, is 3746; packages of 1,000 at 1,500 and 2,000 are two", () => {
    expect(share(9990, Date.UTC(2026, 1, 10, 12) - Date.UTC(2026, 0, 31), 28 * DAY)).toBe(3746)
    const packs = {
      model: "PACKAGE",
      meter: "t",
      name: "T",
      currency: "BRL",
      packageSize: 1000,
      packagePrice: 1,
      freeUnits: 0,
    } as const
    expect([1500, 2000, 2001].map((quantity) => cost(packs, quantity))).toEqual([2, 2, 3])
  })

  it("31 Jan is followed by 28 Feb, 31 Mar and 30 Apr; 29 Feb 2024 by 28 Feb until 29 Feb 2028", () => {
    const days = (startAt: number, months: ReadonlyArray<number>) =>
      months.map((count) => new Date(monthsAfter(startAt, count)).toISOString().slice(0, 10))
    expect(days(Date.UTC(2026, 0, 31), [1, 2, 3])).toEqual(["2026-02-28", "2026-03-31", "2026-04-30"])
    expect(days(Date.UTC(2024, 1, 29), [12, 24, 36, 48])).toEqual([
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ])
    expect(days(Date.UTC(2096, 1, 29), [48])).toEqual(["2100-02-28"])
  })
})

describe("law 2: however a cycle is cut, its documents add up to one invoice", () => {
  it("over thresholds and early payments, coupons and vouchers", () => {
    fc.assert(
      fc.property(limited, cuts, (setup, steps) => {
        expectOracle(play(setup, steps, ends(setup)), setup.vouchers)
      }),
      { numRuns: runs(2000), examples: [fourCuts({ coupon: percent15 }), fourCuts({ vouchers: [25] })] },
    )
  })

  it("over documents that are not paid and voided with rebilling as well", () => {
    fc.assert(
      fc.property(limited, cutsAndRebills, (setup, steps) => {
        expectOracle(play(setup, steps, ends(setup)), setup.vouchers)
      }),
      { numRuns: runs(1000) },
    )
  })
})

describe("however it was paid ahead or interrupted, it costs what one invoice at its end would have cost", () => {
  it("over pauses, changes of plan and cancellations, coupons of every kind and vouchers that end", () => {
    fc.assert(
      fc.property(endingSetups, interrupted, (setup, steps) => {
        const played = play(setup, steps, ends(setup))
        expectOneInvoice(played)
        expectAllGivenBack(played)
      }),
      { numRuns: runs(2000), examples: [halfOfFixed, begunAgainAhead] },
    )
  })

  it("over early payments whose answer comes late or is a refusal, once all are known", () => {
    fc.assert(
      fc.property(setups(), unanswered, fc.boolean(), (setup, steps, isPaid) => {
        const answer = isPaid ? "approved" : "declined"
        const known = [
          { do: "answers", answer: "approved", after: DAY },
          { do: "learn", answer, after: DAY },
        ] as const
        const all = [...steps, ...known]
        expectOneInvoice(play(setup, all, endsAfter(setup, all)))
      }),
      { numRuns: runs(1000), examples: [slipOfLeftPlan] },
    )
  })
})

/** The same history with every document paid at once. */
const alwaysPaid = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> =>
  steps.map(({ after, ...command }): Step => {
    const isFailure = command.do === "answers" || command.do === "void"
    return isFailure ? { do: "answers", answer: "approved", after } : ({ ...command, after } as Step)
  })

describe("law 11: voided with rebilling and issued again is as never voided", () => {
  it("period by period, coupon and vouchers included", () => {
    fc.assert(
      fc.property(limited, cutsAndRebills, (setup, steps) => {
        const voided = play(setup, steps, ends(setup))
        const never = play(setup, alwaysPaid(steps), ends(setup))
        const cycles = billsOf(never.history).map(({ cycle }) => cycle)
        const isAhead = setup.plans.some(({ intervals }) => intervals[0]?.feeTiming === "ADVANCE")
        const sums = ({ account }: Played) =>
          cycles.map((cycle) => paidSeparately(sumsOf(account, cycle), isAhead))
        expect(sums(voided)).toEqual(sums(never))
      }),
      { numRuns: runs(500) },
    )
  })
})
