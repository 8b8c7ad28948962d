// Quantities: the fee of each unit for its time, and what becomes of it when units come and go.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  Account,
  Lifecycle,
  type Plan,
  Quantity,
  QuantityChanges,
  Subscribe,
  UpcomingInvoice,
} from "../../../src/index.ts"
import { approved, card, decided, declined, makeAccount, rulesOf } from "../../support/account.ts"
import { monthly, organizationId, plan, pro, proMonthly } from "../../support/billing.ts"

const DAY = 86_400_000
const jan31 = Date.UTC(2026, 0, 31)
const feb14 = Date.UTC(2026, 1, 14)
const feb28 = Date.UTC(2026, 1, 28)
const mar31 = Date.UTC(2026, 2, 31)

const unitsOf = (of: Plan.Plan, members: Partial<Plan.PlanInterval> = {}): Plan.Plan => ({
  ...of,
  intervals: of.intervals.map((interval) => ({ ...interval, quantityAllowed: true, ...members })),
})
/** Seats of 10.00 each. */
const team = unitsOf(plan, { amount: 1000 })

const withUnits = (quantity: number, of = team, policy = {}) => {
  const billing = makeAccount({ at: jan31, plan: of, policy })
  have(billing, quantity, jan31)
  return billing
}
type Billing = ReturnType<typeof makeAccount>

const have = (billing: Billing, quantity: number, now: number) =>
  billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity, now }, billing.rules))
const haveNext = (billing: Billing, quantity: number, now: number) =>
  billing.apply(QuantityChanges.scheduleQuantityChange(billing.now(), { quantity, now }, billing.rules))

const lines = (billing: Billing) =>
  billing
    .now()
    .invoices.map(({ kind, status, lines }) => [
      `${kind} ${status}`,
      ...lines.map(({ name, quantity, unitPrice }) => `${name}: ${quantity} × ${unitPrice}`),
    ])
const balances = (billing: Billing) => billing.now().vouchers.map(({ balance }) => balance)
const stretches = (billing: Billing) =>
  billing.now().periods.flatMap(({ segments }) => segments.map((one) => one.stretches))
const upcoming = (billing: Billing, now: number) =>
  decided(UpcomingInvoice.upcoming(billing.now(), now, billing.rules))

describe("seats in arrears", () => {
  it("3 → 5 at half of a cycle of 28 days, 1000 each: 3 × 1000 × 14/28 + 5 × 1000 × 14/28 = 4000", () => {
    const billing = withUnits(3)
    have(billing, 5, feb14)
    expect(upcoming(billing, feb14).totalAmount).toBe(4000)
    billing.runUntil(feb28)
    expect(lines(billing)).toEqual([
      ["CYCLE PAID", "Starter, quantity 3 (prorated): 1 × 1500", "Starter, quantity 5 (prorated): 1 × 2500"],
    ])
  })

  it("a whole cycle at one quantity is one line of so many units", () => {
    const billing = withUnits(3)
    billing.runUntil(mar31)
    expect(lines(billing)).toEqual([
      ["CYCLE PAID", "Starter: 3 × 1000"],
      ["CYCLE PAID", "Starter: 3 × 1000"],
    ])
  })

  it("in two steps costs what it costs in one, and up and down within an instant costs nothing", () => {
    const [direct, stepped] = [withUnits(3), withUnits(3)]
    have(direct, 5, feb14)
    for (const quantity of [9, 1, 5]) have(stepped, quantity, feb14)
    expect(stepped.now().periods).toEqual(direct.now().periods)
    have(stepped, 3, feb14)
    expect(stretches(stepped)).toEqual([[{ quantity: 3, from: jan31 }]])
  })

  it("rounds once, on the running sum, and no line that was issued moves", () => {
    // A third of 28 days is no whole number of units of money: 100 × 7/28 × (1 + 2 + 1 + 2) = 150.
    const billing = withUnits(1, unitsOf(plan, { amount: 101 }))
    for (const [week, quantity] of [2, 1, 2].entries()) have(billing, quantity, jan31 + (week + 1) * 7 * DAY)
    billing.runUntil(feb28)
    // The running sums are 25.25, 75.75, 101 and 151.5.
    expect(lines(billing)).toEqual([
      [
        "CYCLE PAID",
        "Starter, quantity 1 (prorated): 1 × 25",
        "Starter, quantity 2 (prorated): 1 × 51",
        "Starter, quantity 1 (prorated): 1 × 25",
        "Starter, quantity 2 (prorated): 1 × 51",
      ],
    ])
  })

  it("is counted for the active time only", () => {
    const billing = withUnits(2)
    billing.apply(Lifecycle.pause(billing.now(), jan31 + 7 * DAY, billing.rules))
    billing.apply(Lifecycle.resume(billing.now(), feb14, billing.rules))
    have(billing, 4, jan31 + 21 * DAY)
    billing.runUntil(feb28)
    expect(lines(billing)).toEqual([
      ["PAUSE PAID", "Starter, quantity 2 (prorated): 1 × 500"],
      ["CYCLE PAID", "Starter, quantity 2 (prorated): 1 × 500", "Starter, quantity 4 (prorated): 1 × 1000"],
    ])
  })

  it("leaves usage alone", () => {
    const billing = withUnits(3)
    billing.use("messages", 10, jan31 + DAY)
    have(billing, 5, feb14)
    billing.use("messages", 5, feb14 + DAY)
    expect(upcoming(billing, feb14 + DAY).lines.at(-1)).toMatchObject({ quantity: 15 })
  })
})

describe("what was paid ahead", () => {
  it("of more units than there are goes back, and of fewer the boundary bills the rest", () => {
    const billing = withUnits(4)
    billing.payEarly(jan31)
    have(billing, 2, feb14)
    expect(balances(billing)).toEqual([1000])
    have(billing, 6, jan31 + 21 * DAY)
    billing.runUntil(feb28)
    // 4 × 14/28 + 2 × 7/28 + 6 × 7/28 = 4 units, of which 3 were paid.
    expect(billing.now().invoices.map(({ totalAmount }) => totalAmount)).toEqual([4000, 1000])
    expect(balances(billing)).toEqual([0])
  })

  it("and was voided with rebilling comes back in its lines", () => {
    const billing = withUnits(3)
    have(billing, 5, feb14)
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.answerWith(approved)
    const [invoice] = billing.now().invoices
    billing.rebill(invoice?.invoiceId ?? "", feb28 + DAY)
    expect(lines(billing).map(([, ...rest]) => rest)).toEqual([
      ["Starter, quantity 3 (prorated): 1 × 1500", "Starter, quantity 5 (prorated): 1 × 2500"],
      ["Starter, quantity 3 (prorated): 1 × 1500", "Starter, quantity 5 (prorated): 1 × 2500"],
    ])
  })
})

describe("a quantity that waits", () => {
  it("is that of the next cycle, beside a plan that waits", () => {
    const billing = withUnits(3)
    const next = unitsOf(pro, { amount: 2000 })
    const change = { plan: next, planIntervalId: proMonthly, now: feb14 }
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change, billing.rules))
    haveNext(billing, 5, feb14)
    expect(billing.now().subscription).toMatchObject({ quantity: 3, scheduledQuantity: 5 })
    billing.runUntil(mar31)
    expect(lines(billing)).toEqual([
      ["CYCLE PAID", "Starter: 3 × 1000"],
      ["CYCLE PAID", "Pro: 5 × 2000"],
    ])
    expect(billing.now().subscription).not.toHaveProperty("scheduledQuantity")
  })

  it("is taken back by the current one, and by a change at once", () => {
    const billing = withUnits(3)
    for (const takeBack of [() => haveNext(billing, 3, feb14), () => have(billing, 4, feb14)]) {
      haveNext(billing, 5, feb14)
      takeBack()
      expect(billing.now().subscription).not.toHaveProperty("scheduledQuantity")
    }
  })

  it("is gone when the subscription ends", () => {
    const billing = withUnits(3)
    haveNext(billing, 5, feb14)
    billing.apply(Lifecycle.cancel(billing.now(), feb14, billing.rules))
    expect(billing.now().subscription).toMatchObject({ status: "CANCELLED", quantity: 3 })
    expect(billing.now().subscription).not.toHaveProperty("scheduledQuantity")
  })
})

describe("a trial", () => {
  it("ends with the units of then, at once or scheduled, and bills no others", () => {
    const billing = makeAccount({ at: jan31, plan: unitsOf(plan, { amount: 1000, trialDays: 14 }) })
    have(billing, 3, jan31 + DAY)
    haveNext(billing, 5, jan31 + 2 * DAY)
    expect(upcoming(billing, jan31 + 2 * DAY).lines).toMatchObject([{ quantity: 5, unitPrice: 1000 }])
    expect(billing.now().subscription).toMatchObject({ quantity: 3, scheduledQuantity: 5 })
    billing.runUntil(Date.UTC(2026, 2, 14))
    expect(lines(billing)).toEqual([["CYCLE PAID", "Starter: 5 × 1000"]])
    expect(billing.now().subscription).toMatchObject({ quantity: 5 })
  })
})

describe("a change of plan", () => {
  const change = (billing: Billing, of: Plan.Plan, planIntervalId: string) =>
    Lifecycle.changePlan(billing.now(), { plan: of, planIntervalId, now: feb14 }, billing.rules)

  it("keeps the quantity", () => {
    const billing = withUnits(3)
    billing.apply(change(billing, unitsOf(pro, { amount: 2000 }), proMonthly))
    billing.runUntil(feb28)
    expect(lines(billing)).toEqual([
      ["CHANGE PAID", "Starter, quantity 3 (prorated): 1 × 1500"],
      ["CYCLE PAID", "Pro, quantity 3 (prorated): 1 × 3000"],
    ])
  })

  it("to what is sold once is refused at another quantity than 1, also a scheduled one", () => {
    const billing = withUnits(3)
    expect(change(billing, pro, proMonthly)).toEqual(
      Result.fail({ _tag: "QuantityNotAllowed", planIntervalId: proMonthly, quantity: 3 }),
    )
    haveNext(billing, 1, feb14)
    const command = { plan: pro, planIntervalId: proMonthly, now: feb14 }
    expect(Result.isSuccess(Lifecycle.schedulePlanChange(billing.now(), command, billing.rules))).toBe(true)
    have(billing, 1, feb14)
    haveNext(billing, 2, feb14)
    expect(change(billing, pro, proMonthly)).toEqual(
      Result.fail({ _tag: "QuantityNotAllowed", planIntervalId: proMonthly, quantity: 2 }),
    )
  })
})

describe("what cannot be had", () => {
  const empty = Account.emptyAccount({ organizationId, name: "One", currency: "BRL", status: "ACTIVE" })
  const subscribe = (of: Plan.Plan, quantity: number) =>
    Subscribe.subscribe(
      { ...empty, paymentMethods: [card] },
      {
        subscriptionId: "sub",
        plan: of,
        planIntervalId: monthly,
        quantity,
        paymentMethodId: card.paymentMethodId,
        coupon: null,
        now: jan31,
      },
      rulesOf(),
    )

  it.each([0, -1, 1.5, 1_000_001, Number.NaN])("a quantity of %d", (quantity) => {
    const refused = Result.fail({ _tag: "QuantityInvalid", quantity, amount: 1000 })
    expect(subscribe(team, quantity)).toEqual(refused)
    const billing = withUnits(3)
    expect(QuantityChanges.changeQuantity(billing.now(), { quantity, now: feb14 }, billing.rules)).toEqual(
      refused,
    )
  })

  it("more than one of what is sold once", () => {
    const refused = Result.fail({ _tag: "QuantityNotAllowed", planIntervalId: monthly, quantity: 2 })
    expect(subscribe(plan, 2)).toEqual(refused)
    const billing = makeAccount({ at: jan31 })
    expect(QuantityChanges.changeQuantity(billing.now(), { quantity: 2, now: feb14 }, billing.rules)).toEqual(
      refused,
    )
  })

  it("units whose fee is no amount", () => {
    const amount = Math.ceil(Number.MAX_SAFE_INTEGER / 3)
    const refused = Result.fail({ _tag: "QuantityInvalid", quantity: 3, amount })
    expect(subscribe(unitsOf(plan, { amount }), 3)).toEqual(refused)
    expect(Result.isSuccess(subscribe(unitsOf(plan, { amount }), 2))).toBe(true)
    expect(subscribe(unitsOf(plan, { amount, feeTiming: "ADVANCE" }), 2)).toEqual(
      Result.fail({ _tag: "QuantityInvalid", quantity: 2, amount }),
    )
    // In advance two cycles may stand on one invoice, and no more.
    const half = Math.floor(Number.MAX_SAFE_INTEGER / 2)
    const inAdvance = (amount: number) => subscribe(unitsOf(plan, { amount, feeTiming: "ADVANCE" }), 1)
    expect(Result.isSuccess(inAdvance(half))).toBe(true)
    expect(inAdvance(half + 1)).toEqual(
      Result.fail({ _tag: "QuantityInvalid", quantity: 1, amount: half + 1 }),
    )
  })

  it("units whose fee does not fit on one invoice beside the usage", () => {
    const amount = Math.floor(Number.MAX_SAFE_INTEGER / 3)
    const billing = makeAccount({ at: jan31, plan: unitsOf(plan, { amount }) })
    billing.use("messages", 1000, jan31)
    expect(QuantityChanges.changeQuantity(billing.now(), { quantity: 3, now: jan31 }, billing.rules)).toEqual(
      Result.fail({ _tag: "QuantityInvalid", quantity: 3, amount }),
    )
  })

  it("while nothing runs, and once it ends with its period", () => {
    const [paused, ending] = [withUnits(3), withUnits(3)]
    paused.apply(Lifecycle.pause(paused.now(), feb14, paused.rules))
    ending.apply(Lifecycle.scheduleCancel(ending.now(), feb14, ending.rules))
    for (const billing of [paused, ending]) {
      for (const change of [QuantityChanges.changeQuantity, QuantityChanges.scheduleQuantityChange]) {
        expect(change(billing.now(), { quantity: 5, now: feb14 }, billing.rules)).toMatchObject(
          Result.fail({ _tag: "SubscriptionTransitionInvalid" }),
        )
      }
    }
  })

  it("a pause, while a change of it waits", () => {
    const billing = withUnits(3)
    haveNext(billing, 5, feb14)
    const pause = () => Lifecycle.pause(billing.now(), feb14, billing.rules)
    expect(pause()).toMatchObject(Result.fail({ _tag: "SubscriptionTransitionInvalid", command: "Pause" }))
    haveNext(billing, 3, feb14)
    expect(Result.isSuccess(pause())).toBe(true)
  })

  it("more changes than the policy allows in the cycles that can still be billed (GAP-170)", () => {
    const billing = withUnits(3, team, { quantityChangesMax: 2 })
    have(billing, 4, jan31 + DAY)
    have(billing, 5, jan31 + 2 * DAY)
    const refused = Result.fail({ _tag: "ChangesExhausted", change: "QUANTITY", changesMax: 2 })
    const next = { quantity: 6, now: jan31 + 3 * DAY }
    expect(QuantityChanges.changeQuantity(billing.now(), next, billing.rules)).toEqual(refused)
    // The last one may still change within its instant.
    have(billing, 6, jan31 + 2 * DAY)
    expect(Quantity.DEFAULT_QUANTITY_CHANGES_MAX).toBe(100)
  })

  it("a clock that went back changes from the last change on", () => {
    const billing = withUnits(3)
    have(billing, 5, feb14)
    have(billing, 8, feb14 - DAY)
    expect(stretches(billing)).toEqual([
      [
        { quantity: 3, from: jan31 },
        { quantity: 8, from: feb14 },
      ],
    ])
  })
})

describe("a million units", () => {
  const { intervals } = unitsOf(plan, { amount: 1 })
  const terms = { ...intervals[0], planIntervalId: "monthly" } as never

  it("are the most", () => {
    expect(Quantity.check(terms, 1_000_000)).toEqual(Result.void)
    expect(Quantity.check(terms, 1_000_001)).toEqual(
      Result.fail({ _tag: "QuantityInvalid", quantity: 1_000_001, amount: 1 }),
    )
  })
})

describe("a scheduled quantity beside a scheduled plan", () => {
  it("is of that plan, from the boundary on", () => {
    const billing = withUnits(3)
    const named = { plan: unitsOf(pro, { amount: 2000 }), planIntervalId: proMonthly, now: feb14 }
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), named, billing.rules))
    haveNext(billing, 5, feb14)
    billing.runUntil(mar31)
    expect(lines(billing).map(([, fee]) => fee)).toEqual(["Starter: 3 × 1000", "Pro: 5 × 2000"])
  })

  it("is refused where that plan has no units, and so is a change at once", () => {
    const billing = withUnits(1)
    billing.apply(
      Lifecycle.schedulePlanChange(
        billing.now(),
        { plan: pro, planIntervalId: proMonthly, now: feb14 },
        billing.rules,
      ),
    )
    const refused = Result.fail({ _tag: "QuantityNotAllowed", planIntervalId: proMonthly, quantity: 2 })
    const wanted = { quantity: 2, now: feb14 }
    expect(QuantityChanges.scheduleQuantityChange(billing.now(), wanted, billing.rules)).toEqual(refused)
    expect(QuantityChanges.changeQuantity(billing.now(), wanted, billing.rules)).toEqual(refused)
  })

  it("is refused at once where the present plan has none, and may be scheduled", () => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(
      Lifecycle.schedulePlanChange(
        billing.now(),
        { plan: unitsOf(pro), planIntervalId: proMonthly, now: feb14 },
        billing.rules,
      ),
    )
    expect(
      QuantityChanges.changeQuantity(billing.now(), { quantity: 2, now: feb14 }, billing.rules),
    ).toMatchObject(Result.fail({ _tag: "QuantityNotAllowed", quantity: 2 }))
    haveNext(billing, 2, feb14)
    billing.runUntil(feb28)
    expect(billing.now().subscription?.quantity).toBe(2)
  })
})
