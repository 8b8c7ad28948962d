import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AppliedCoupon, apply, type Coupon } from "../../../src/core/coupon/Coupon.ts"
import { run } from "../../../src/core/Decider.ts"
import type { PlanTerms } from "../../../src/core/plan/Plan.ts"
import * as Dunning from "../../../src/core/subscription/Dunning.ts"
import {
  isLive,
  Subscription,
  type SubscriptionCommand,
  type SubscriptionStatus,
} from "../../../src/core/subscription/Subscription.ts"
import type { Anchor, Cycle } from "../../../src/core/time/BillingCycle.ts"
import { deciderLaws } from "../../../src/testing/index.ts"
import { describeTable, explore, given } from "../../support/decider.ts"
import { runs } from "../../support/runs.ts"

const DAY = 86_400_000
const NOON = Date.UTC(2025, 0, 31, 12)
const LATER = NOON + DAY

const termsOf = (name: string, over: Partial<PlanTerms> = {}): PlanTerms => ({
  planId: `plan-${name}`,
  planName: name,
  planIntervalId: `interval-${name}`,
  interval: "MONTHLY",
  amount: 9_990,
  currency: "BRL",
  prices: [],
  ...over,
})
const starter = termsOf("starter")
const pro = termsOf("pro")
const max = termsOf("max")
const seats: PlanTerms = { ...termsOf("seats"), quantityAllowed: true }
const dollars = termsOf("dollars", { currency: "USD" })
const anchor: Anchor = { anchorAt: NOON, anchorDay: 31, interval: "MONTHLY", firstCycle: 0 }
const first: Cycle = { cycle: 0, startAt: NOON, endAt: NOON + 28 * DAY }
const next: Cycle = { cycle: 1, startAt: first.endAt, endAt: NOON + 59 * DAY }
const half: Coupon = {
  couponId: "c1",
  code: "HALF3",
  name: "Half",
  discount: { type: "PERCENTAGE", basisPoints: 5_000 },
  duration: { type: "REPEATING", months: 3 },
  planIds: ["plan-starter", "plan-pro"],
  redemptionsMax: null,
  redeemBy: null,
  timesRedeemed: 0,
  amountRedeemed: 0,
  createdAt: 0,
}
const period = { cycle: 0, month: 0, months: 1 }

type Of<Tag extends SubscriptionCommand["_tag"]> = Extract<SubscriptionCommand, { readonly _tag: Tag }>

const create = (coupon: Coupon | null = null): Of<"Create"> => ({
  _tag: "Create",
  subscriptionId: "s1",
  organizationId: "o1",
  terms: starter,
  paymentMethodId: "pm1",
  coupon,
  anchor,
  cycle: first,
  now: NOON,
})
const trial = { endAt: NOON, announced: false, ended: false }
const onTrial: Of<"Create"> = { ...create(), trial, trialPlanIds: ["plan-starter"], now: NOON - 14 * DAY }
const announceTrialEnd: Of<"AnnounceTrialEnd"> = { _tag: "AnnounceTrialEnd", now: LATER }
const endTrial: Of<"EndTrial"> = { _tag: "EndTrial", now: LATER }
const startCycle = (cycle: Cycle): Of<"StartCycle"> => ({ _tag: "StartCycle", cycle, now: LATER })
const updateDelinquency = (delinquent: Of<"Assess">["delinquent"]): Of<"Assess"> => ({
  _tag: "Assess",
  delinquent,
  now: LATER,
})
const pause: Of<"Pause"> = { _tag: "Pause", now: LATER }
const suspend: Of<"Suspend"> = { _tag: "Suspend", now: LATER }
const resume = (delinquent: Of<"Resume">["delinquent"] = null): Of<"Resume"> => ({
  _tag: "Resume",
  delinquent,
  now: LATER,
})
const cancel: Of<"Cancel"> = { _tag: "Cancel", now: LATER }
const scheduleCancel: Of<"ScheduleCancel"> = { _tag: "ScheduleCancel", cancelAt: first.endAt, now: LATER }
const undoCancel: Of<"UndoCancel"> = { _tag: "UndoCancel", now: LATER }
const changePlan = (terms: PlanTerms): Of<"ChangePlan"> => ({
  _tag: "ChangePlan",
  terms,
  anchor,
  anchorMonth: 0,
  cycle: first,
  now: LATER,
})
const schedulePlan = (terms: PlanTerms): Of<"SchedulePlanChange"> => ({
  _tag: "SchedulePlanChange",
  terms,
  now: LATER,
})
const takeChange: Of<"TakeScheduledChange"> = {
  _tag: "TakeScheduledChange",
  anchor,
  anchorMonth: 0,
  cycle: next,
  now: LATER,
}
const changeQuantity = (quantity: number): Of<"ChangeQuantity"> => ({
  _tag: "ChangeQuantity",
  quantity,
  now: LATER,
})
const scheduleQuantity = (quantity: number): Of<"ScheduleQuantityChange"> => ({
  _tag: "ScheduleQuantityChange",
  quantity,
  now: LATER,
})
const takeQuantity: Of<"TakeScheduledQuantity"> = { _tag: "TakeScheduledQuantity", now: LATER }
const record: Of<"RecordDiscount"> = { _tag: "RecordDiscount", period, now: LATER }
const giveBack: Of<"ReturnDiscount"> = { _tag: "ReturnDiscount", cycle: 0, now: LATER }
const applyCoupon: Of<"ApplyCoupon"> = {
  _tag: "ApplyCoupon",
  coupon: { ...apply(half, LATER), startCycle: 1 },
  now: LATER,
}
const removeCoupon: Of<"RemoveCoupon"> = { _tag: "RemoveCoupon", before: { cycle: 0 }, now: LATER }
const dunning = Dunning.start(LATER)
const setDunning = (dunning: Of<"SetDunning">["dunning"]): Of<"SetDunning"> => ({
  _tag: "SetDunning",
  dunning,
  now: LATER,
})
const useMethod = (paymentMethodId: string): Of<"ChangePaymentMethod"> => ({
  _tag: "ChangePaymentMethod",
  paymentMethodId,
  now: LATER,
})
const collectBy = (paymentMethodId: string): Of<"CollectBy"> => ({
  _tag: "CollectBy",
  paymentMethodId,
  now: LATER,
})

const commands = {
  Create: [create()],
  AnnounceTrialEnd: [announceTrialEnd],
  EndTrial: [endTrial],
  StartCycle: [startCycle(first), startCycle(next)],
  Assess: [
    updateDelinquency(null),
    updateDelinquency("PAYMENT_DECLINED"),
    updateDelinquency("BOLETO_EXPIRED"),
  ],
  Pause: [pause],
  Suspend: [suspend],
  Resume: [resume(), resume("PAYMENT_DECLINED")],
  Cancel: [cancel],
  ScheduleCancel: [scheduleCancel],
  UndoCancel: [undoCancel],
  ChangePlan: [changePlan(starter), changePlan(pro), changePlan(dollars)],
  SchedulePlanChange: [schedulePlan(starter), schedulePlan(pro), schedulePlan(max), schedulePlan(dollars)],
  TakeScheduledChange: [takeChange],
  ChangeQuantity: [changeQuantity(1), changeQuantity(3)],
  ScheduleQuantityChange: [scheduleQuantity(1), scheduleQuantity(3)],
  TakeScheduledQuantity: [takeQuantity],
  RecordDiscount: [record],
  ReturnDiscount: [giveBack],
  ApplyCoupon: [applyCoupon],
  RemoveCoupon: [removeCoupon],
  SetDunning: [setDunning(null), setDunning(dunning)],
  ChangePaymentMethod: [useMethod("pm1"), useMethod("pm2")],
  CollectBy: [collectBy("pm1"), collectBy("pm2")],
} satisfies Record<SubscriptionCommand["_tag"], ReadonlyArray<SubscriptionCommand>>
const moves: ReadonlyArray<SubscriptionCommand> = Object.values(commands).flat()

const subscribed = (...path: ReadonlyArray<SubscriptionCommand>) =>
  given(Subscription, null, create(), ...path) as Subscription
const withCoupon = (...path: ReadonlyArray<SubscriptionCommand>) =>
  given(Subscription, null, create(half), ...path) as Subscription

const withUnits = (...path: ReadonlyArray<SubscriptionCommand>) =>
  given(Subscription, null, { ...create(), terms: seats, quantity: 3 }, ...path) as Subscription

const states = {
  none: null,
  ACTIVE: subscribed(),
  "ACTIVE, coupon unused": withCoupon(),
  "ACTIVE, coupon used": withCoupon(record),
  "ACTIVE, ends at the boundary": subscribed(scheduleCancel),
  "ACTIVE, changes at the boundary": subscribed(schedulePlan(pro)),
  "ACTIVE, on trial": given(Subscription, null, onTrial) as Subscription,
  "ACTIVE, trial announced": given(Subscription, null, onTrial, announceTrialEnd) as Subscription,
  "ACTIVE, trial over": given(Subscription, null, onTrial, endTrial) as Subscription,
  PAST_DUE: subscribed(updateDelinquency("PAYMENT_DECLINED")),
  "PAST_DUE, ends at the boundary": subscribed(scheduleCancel, updateDelinquency("PAYMENT_DECLINED")),
  "PAST_DUE, changes at the boundary": subscribed(schedulePlan(pro), updateDelinquency("PAYMENT_DECLINED")),
  PAUSED: subscribed(pause),
  CANCELLED: subscribed(cancel),
  "CANCELLED, coupon used": withCoupon(record, cancel),
  "ACTIVE, three units": withUnits(),
  "ACTIVE, three units and one at the boundary": withUnits(scheduleQuantity(1)),
} satisfies Record<SubscriptionStatus | "none", Subscription | null> & Record<string, Subscription | null>

describe("a subscription", () => {
  describeTable({
    decider: Subscription,
    states,
    commands,
    legend: {
      "–": "nothing",
      x: "refused SubscriptionTransitionInvalid",
      t: "refused SubscriptionInTrial",
      cur: "refused PlanCurrencyMismatch",
      q: "refused QuantityNotAllowed",
      New: "SubscriptionCreated",
      T: "SubscriptionTrialChanged",
      S: "SubscriptionCycleStarted",
      D: "SubscriptionBecamePastDue",
      W: "SubscriptionPastDueReasonChanged",
      R: "SubscriptionRecovered",
      P: "SubscriptionPaused",
      G: "SubscriptionResumed",
      C: "SubscriptionCancelled",
      L: "SubscriptionCancelScheduled",
      U: "SubscriptionCancelUndone",
      N: "SubscriptionPlanChanged",
      B: "SubscriptionPlanChangeScheduled",
      Q: "SubscriptionQuantityChanged",
      K: "SubscriptionCouponChanged",
      M: "SubscriptionPaymentMethodChanged",
      Y: "SubscriptionDunningChanged",
    },
    rows: {
      // create | trial: announced, over | start cycle: this, next | assess: fine, declined, slip expired | pause | suspend | resume: fine, declined
      // | cancel | at the boundary | undo | change plan: current, other, in dollars
      // | at the boundary: current, other, a third, in dollars | the boundary | quantity: one, three
      // | at the boundary: one, three | the boundary | discount: given, returned | coupon on | coupon off | dunning: none, some
      // | method: this, other | collect by: this, other
      none: "New | x x | x x | x x x | x | x | x x | x | x | x | x x x | x x x x | x | x x | x x | x | x x | x | x | x x | x x | x x",
      ACTIVE:
        "x | – – | – S | – D D | P | P | – – | C | L | – | – N cur | – B B cur | – | – q | – q | – | – – | K | – | – Y | – M | x x",
      "ACTIVE, coupon unused":
        "x | – – | – S | – D D | P | P | – – | C | L | – | – N cur | – B B cur | – | – q | – q | – | K – | x | K | – Y | – M | x x",
      "ACTIVE, coupon used":
        "x | – – | – S | – D D | P | P | – – | C | L | – | – N cur | – B B cur | – | – q | – q | – | – K | x | K | – Y | – M | x x",
      "ACTIVE, ends at the boundary":
        "x | – – | – S | – D D | x | P | – – | C | – | U | – x x | – x x x | – | x x | x x | – | – – | K | – | – Y | – M | x x",
      "ACTIVE, changes at the boundary":
        "x | – – | – S | – D D | x | P | – – | C | L | – | B N cur | B – B cur | N | – q | – q | – | – – | K | – | – Y | – M | x x",
      "ACTIVE, on trial":
        "x | T T | – S | – D D | t | P | – – | C | L | – | – N cur | – B B cur | – | – q | – q | – | – – | K | – | – Y | – M | x x",
      "ACTIVE, trial announced":
        "x | – T | – S | – D D | t | P | – – | C | L | – | – N cur | – B B cur | – | – q | – q | – | – – | K | – | – Y | – M | x x",
      "ACTIVE, trial over":
        "x | – – | – S | – D D | P | P | – – | C | L | – | – N cur | – B B cur | – | – q | – q | – | – – | K | – | – Y | – M | x x",
      PAST_DUE:
        "x | – – | – S | R – W | x | P | – – | C | L | – | x x x | x x x x | – | x x | x x | – | – – | K | – | – Y | – M | x x",
      "PAST_DUE, ends at the boundary":
        "x | – – | – S | R – W | x | P | – – | C | – | U | x x x | x x x x | – | x x | x x | – | – – | K | – | – Y | – M | x x",
      "PAST_DUE, changes at the boundary":
        "x | – – | – S | R – W | x | P | – – | C | L | – | x x x | x x x x | N | x x | x x | – | – – | K | – | – Y | – M | x x",
      PAUSED:
        "x | – – | – S | – – – | – | – | G G | C | x | – | x x x | x x x x | – | x x | x x | – | – – | K | – | – Y | – M | x x",
      CANCELLED:
        "x | x x | x x | – – – | x | x | x x | – | x | x | x x x | x x x x | x | x x | x x | x | – – | x | x | – Y | x x | – M",
      "CANCELLED, coupon used":
        "x | x x | x x | – – – | x | x | x x | – | x | x | x x x | x x x x | x | x x | x x | x | – K | x | x | – Y | x x | – M",
      "ACTIVE, three units":
        "x | – – | – S | – D D | P | P | – – | C | L | – | q q cur | q q q cur | – | Q – | Q – | – | – – | K | – | – Y | – M | x x",
      "ACTIVE, three units and one at the boundary":
        "x | – – | – S | – D D | x | P | – – | C | L | – | q q cur | B B B cur | – | Q Q | – Q | Q | – – | K | – | – Y | – M | x x",
    },
  })

  it("has the status that each row is named after", () => {
    for (const [name, state] of Object.entries(states)) {
      expect(name.split(",")[0]).toBe(state?.status ?? "none")
    }
  })
})

describe("creation", () => {
  it("a new subscription is ACTIVE, and nothing is scheduled", () => {
    expect(subscribed()).toEqual({
      subscriptionId: "s1",
      organizationId: "o1",
      status: "ACTIVE",
      pastDueReason: null,
      pastDueAt: null,
      terms: starter,
      paymentMethodId: "pm1",
      coupon: null,
      anchor,
      anchorMonth: 0,
      cycle: first,
      scheduledTerms: null,
      cancelAt: null,
      dunning: null,
      pausedAt: null,
      cancelledAt: null,
      createdAt: NOON,
      updatedAt: NOON,
    })
  })

  it("freezes the terms of its coupon", () => {
    const { couponId, code, discount, duration, planIds } = half
    const applied: AppliedCoupon = {
      ...{ couponId, code, discount, duration, planIds },
      endedCycle: null,
      discounted: [],
      createdAt: NOON,
    }
    expect(withCoupon().coupon).toEqual(applied)
  })
})

describe("delinquency", () => {
  const declined = subscribed(updateDelinquency("PAYMENT_DECLINED"))

  it("tells why and since when, and keeps the moment when the reason changes", () => {
    expect(declined).toMatchObject({
      status: "PAST_DUE",
      pastDueReason: "PAYMENT_DECLINED",
      pastDueAt: LATER,
    })
    const changed = given(Subscription, declined, { ...updateDelinquency("CARD_EXPIRED"), now: LATER + 5 })
    expect(changed).toMatchObject({ status: "PAST_DUE", pastDueReason: "CARD_EXPIRED", pastDueAt: LATER })
    expect(given(Subscription, changed, updateDelinquency(null))).toEqual(
      subscribed(updateDelinquency("CARD_EXPIRED"), updateDelinquency(null)),
    )
  })

  it("E14: given facts in any order, then the last assessment alone says where it stands", () => {
    const facts = ["PAYMENT_DECLINED", null, "BOLETO_EXPIRED", null] as const
    const { status, pastDueReason, pastDueAt } = subscribed(...facts.map(updateDelinquency))
    expect([status, pastDueReason, pastDueAt]).toEqual(["ACTIVE", null, null])
  })

  it("E11: given PAST_DUE, when nothing is delinquent any more, then it is cleared", () => {
    expect(given(Subscription, declined, updateDelinquency(null))).toEqual({
      ...subscribed(),
      updatedAt: LATER,
    })
  })

  it("a payment that is refused during a pause is seen at resume", () => {
    const paused = subscribed(pause, updateDelinquency("INSUFFICIENT_FUNDS"))
    expect(paused).toMatchObject({ status: "PAUSED", pastDueReason: null, pausedAt: LATER })
    expect(given(Subscription, paused, resume("INSUFFICIENT_FUNDS"))).toMatchObject({
      status: "PAST_DUE",
      pastDueReason: "INSUFFICIENT_FUNDS",
      pastDueAt: LATER,
      pausedAt: null,
    })
    expect(given(Subscription, paused, resume())).toMatchObject({ status: "ACTIVE", pastDueAt: null })
  })
})

describe("dunning", () => {
  it("runs in every state, also after the end", () => {
    for (const state of [subscribed(), subscribed(pause), subscribed(cancel)]) {
      expect(given(Subscription, state, setDunning(dunning))?.dunning).toEqual(dunning)
    }
  })

  it("given PAST_DUE, when it is suspended, then it is PAUSED and no longer PAST_DUE for a reason", () => {
    expect(given(Subscription, subscribed(updateDelinquency("PAYMENT_DECLINED")), suspend)).toMatchObject({
      status: "PAUSED",
      pastDueReason: null,
      pastDueAt: null,
      pausedAt: LATER,
    })
  })
})

describe("change of plan", () => {
  it("takes terms, anchor and cycle at once, and drops a scheduled one", () => {
    const moved: Anchor = { anchorAt: LATER, anchorDay: 1, interval: "YEARLY", firstCycle: 1 }
    const command = { ...changePlan(pro), anchor: moved, anchorMonth: 1, cycle: next }
    expect(given(Subscription, subscribed(schedulePlan(max)), command)).toEqual({
      ...subscribed(),
      terms: pro,
      anchor: moved,
      anchorMonth: 1,
      cycle: next,
      updatedAt: LATER,
    })
  })

  it("choosing the current plan takes a scheduled change back, now or at the boundary", () => {
    const scheduled = subscribed(schedulePlan(pro))
    expect(scheduled.scheduledTerms).toEqual(pro)
    for (const command of [changePlan(starter), schedulePlan(starter)]) {
      expect(given(Subscription, scheduled, command)).toEqual({ ...subscribed(), updatedAt: LATER })
    }
  })

  it("a coupon that no longer fits ends, and the change is not refused", () => {
    expect(given(Subscription, withCoupon(), changePlan(pro))?.coupon?.endedCycle).toBeNull()
    expect(given(Subscription, withCoupon(), changePlan(max))?.coupon?.endedCycle).toBe(0)
    const yearly = termsOf("pro", { interval: "YEARLY" })
    expect(given(Subscription, withCoupon(), changePlan(yearly))?.coupon?.endedCycle).toBe(0)
  })

  it("keeps its currency for life", () => {
    expect(Subscription.decide(subscribed(), changePlan(dollars))).toEqual(
      Result.fail({ _tag: "PlanCurrencyMismatch", currency: "BRL", planCurrency: "USD" }),
    )
  })
})

describe("the end", () => {
  it("clears what was scheduled and why it was late", () => {
    expect(subscribed(schedulePlan(pro), scheduleCancel, updateDelinquency("CARD_EXPIRED"), cancel)).toEqual({
      ...subscribed(),
      status: "CANCELLED",
      cancelledAt: LATER,
      updatedAt: LATER,
    })
  })

  it("B12: given a cancelled subscription with later scheduled transitions, when time passes, then none fires", () => {
    const ended = subscribed(schedulePlan(pro), scheduleCancel, cancel)
    expect([ended.cancelAt, ended.scheduledTerms]).toEqual([null, null])
    for (const command of [startCycle(next), changePlan(pro)]) {
      expect(Subscription.decide(ended, command)).toEqual(
        Result.fail({
          _tag: "SubscriptionTransitionInvalid",
          subscriptionId: "s1",
          status: "CANCELLED",
          command: command._tag,
        }),
      )
    }
  })

  it("is told apart from every state that runs", () => {
    const live = Object.values(states).filter((state) => state !== null && isLive(state))
    expect(new Set(live.map((state) => state?.status))).toEqual(new Set(["ACTIVE", "PAST_DUE", "PAUSED"]))
  })
})

describe("every sequence of up to five commands", () => {
  const IDENTITY = ["subscriptionId", "organizationId", "createdAt"] as const

  it.each<[string, Subscription | null]>([
    ["without a coupon", subscribed()],
    ["with one", withCoupon()],
  ])("%s: the laws hold and only the transitions of the table happen", (_, start) => {
    const edges = new Set<string>()
    const hold = (law: string, holds: boolean, state: Subscription) => {
      if (!holds) throw new Error(`${law}: ${JSON.stringify(state)}`)
    }
    explore({
      decider: Subscription,
      start,
      moves,
      length: 5,
      visit: ({ before, events, after }) => {
        if (before === null || after === null) throw new Error("a subscription is gone")
        if (before.status !== after.status) edges.add(`${before.status} → ${after.status}`)
        const is = (status: SubscriptionStatus) => after.status === status
        hold("a reason iff PAST_DUE", (after.pastDueReason !== null) === is("PAST_DUE"), after)
        hold("pastDueAt iff PAST_DUE", (after.pastDueAt !== null) === is("PAST_DUE"), after)
        hold("pausedAt iff PAUSED", (after.pausedAt !== null) === is("PAUSED"), after)
        hold("cancelledAt iff CANCELLED", (after.cancelledAt !== null) === is("CANCELLED"), after)
        const waits = after.cancelAt !== null || after.scheduledTerms !== null
        hold("nothing waits in CANCELLED", !waits || !is("CANCELLED"), after)
        hold(
          "what happens, happens when it was told",
          events.length === 0 || after.updatedAt === LATER,
          after,
        )
        hold("one currency for life", after.terms.currency === "BRL", after)
        hold(
          "what waits is another plan",
          after.scheduledTerms?.planIntervalId !== after.terms.planIntervalId,
          after,
        )
        for (const member of IDENTITY)
          hold(`${member} never changes`, after[member] === before[member], after)
        if (before.status === "CANCELLED") {
          const rest = { coupon: null, dunning: null, paymentMethodId: "", updatedAt: 0 }
          hold(
            "the end absorbs all but what documents tell the coupon, dunning, and what is owed is charged by",
            JSON.stringify({ ...before, ...rest }) === JSON.stringify({ ...after, ...rest }),
            after,
          )
        }
      },
    })
    expect(edges).toEqual(
      new Set([
        "ACTIVE → PAST_DUE",
        "ACTIVE → PAUSED",
        "PAST_DUE → PAUSED",
        "PAST_DUE → ACTIVE",
        "PAUSED → ACTIVE",
        "PAUSED → PAST_DUE",
        ...["ACTIVE", "PAST_DUE", "PAUSED"].map((from) => `${from} → CANCELLED`),
      ]),
    )
  })
})

describe("evolve", () => {
  it("a subscription begins with SubscriptionCreated and with nothing else", () => {
    for (const state of Object.values(states)) {
      for (const command of moves) {
        for (const event of Result.getOrElse(Subscription.decide(state, command), () => [])) {
          const isFirst = event._tag === "SubscriptionCreated"
          expect(Subscription.evolve(null, event)).toEqual(isFirst ? subscribed() : null)
        }
      }
    }
  })
})

describe("run", () => {
  it("gives the state with the events that led there, or the rejection", () => {
    const decided = Result.getOrThrow(run(Subscription, subscribed(), pause))
    expect(decided.events).toEqual([{ _tag: "SubscriptionPaused", at: LATER }])
    expect(decided.state).toEqual({ ...subscribed(), status: "PAUSED", pausedAt: LATER, updatedAt: LATER })
    expect(Result.isFailure(run(Subscription, null, pause))).toBe(true)
  })
})

describe("the life cycle keeps the law (5, 12 and 16)", () => {
  const laws = deciderLaws({ decider: Subscription, start: null, commands: fc.constantFrom(...moves) })
  it.each(laws)("$name", ({ check }) => check({ numRuns: runs(1000) }))
})
