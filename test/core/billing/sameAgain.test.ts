// A command that asks for what already is leaves the very account, so that a store has nothing to write and no event is
// told. It is never refused for a limit either: nothing is counted.
import type * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  Account,
  type BillingPolicy,
  InvoiceItems,
  Lifecycle,
  Payments,
  type Plan,
  QuantityChanges,
  Threshold,
} from "../../../src/index.ts"
import { card, decided, makeAccount } from "../../support/account.ts"
import { monthly, plan, pro, proMonthly } from "../../support/billing.ts"

const at = Date.UTC(2026, 0, 31)
const now = at + 1
const [first] = plan.intervals as [Plan.PlanInterval]
const seats: Plan.Plan = { ...plan, intervals: [{ ...first, quantityAllowed: true }] }
const ahead: Plan.Plan = { ...plan, intervals: [{ ...first, quantityAllowed: true, feeTiming: "ADVANCE" }] }
const tried: Plan.Plan = { ...plan, intervals: [{ ...first, trialDays: 14 }] }
/** No change is allowed. */
const policy: Partial<BillingPolicy> = { planChangesMax: 0, quantityChangesMax: 0 }

type Billing = ReturnType<typeof makeAccount>
type Command = (billing: Billing) => Result.Result<Account.Change, unknown>

const same = { planIntervalId: monthly, now }
const schedulePlan =
  (of: Plan.Plan): Command =>
  (billing) =>
    Lifecycle.schedulePlanChange(billing.now(), { ...same, plan: of }, billing.rules)
const changePlan =
  (of: Plan.Plan): Command =>
  (billing) =>
    Lifecycle.changePlan(billing.now(), { ...same, plan: of }, billing.rules)
const cancelLater: Command = (billing) => Lifecycle.scheduleCancel(billing.now(), now, billing.rules)
const schedulePro: Command = (billing) =>
  Lifecycle.schedulePlanChange(billing.now(), { plan: pro, planIntervalId: proMonthly, now }, billing.rules)
const payEarly: Command = (billing) => {
  const { invoiceId } = billing.upcoming(now)
  const payment = { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now }
  return Payments.pay(billing.now(), payment, billing.rules)
}
const item = { itemId: "setup", name: "Setup", unitPrice: 100, quantity: 1 }
const addItem: Command = (billing) => InvoiceItems.addItem(billing.now(), { ...item, now }, billing.rules)
const threshold: Command = (billing) =>
  Threshold.setThreshold(billing.now(), { value: 5, currency: "BRL", now }, billing.rules)

describe("asking for what already is", () => {
  it.each<readonly [string, Plan.Plan, ReadonlyArray<Command>, Command]>([
    ["the plan at once", plan, [], changePlan(plan)],
    ["the plan later", plan, [], schedulePlan(plan)],
    ["the plan at once, in a trial", tried, [], changePlan(tried)],
    ["the plan later, in a trial", tried, [], schedulePlan(tried)],
    [
      "the quantity at once",
      seats,
      [],
      (one) => QuantityChanges.changeQuantity(one.now(), { quantity: 1, now }, one.rules),
    ],
    [
      "the quantity later",
      seats,
      [],
      (one) => QuantityChanges.scheduleQuantityChange(one.now(), { quantity: 1, now }, one.rules),
    ],
    ["the plan later, after the next fee was paid", ahead, [payEarly], schedulePlan(ahead)],
    [
      "the quantity later, after the next fee was paid",
      ahead,
      [payEarly],
      (one) => QuantityChanges.scheduleQuantityChange(one.now(), { quantity: 1, now }, one.rules),
    ],
    ["a plan that is scheduled", plan, [schedulePro], schedulePro],
    ["a cancellation that is scheduled", plan, [cancelLater], cancelLater],
    [
      "the method",
      plan,
      [],
      (one) =>
        Lifecycle.changePaymentMethod(one.now(), { paymentMethodId: card.paymentMethodId, now }, one.rules),
    ],
    ["an active subscription", plan, [], (one) => Lifecycle.resume(one.now(), now, one.rules)],
  ])("%s changes nothing", (_, of, before, command) => {
    const billing = makeAccount({ at, plan: of, policy })
    for (const earlier of before) billing.apply(earlier(billing))
    const change = decided(command(billing))
    expect(change.account).toBe(billing.now())
    expect(change).toEqual(Account.unchanged(billing.now()))
  })

  it.each([
    ["an item", addItem],
    ["a threshold", threshold],
  ])("%s changes nothing", (_, command) => {
    const billing = makeAccount({ at, plan })
    billing.apply(command(billing))
    const change = decided(command(billing))
    expect(change).toEqual(Account.unchanged(billing.now()))
  })

  it.each<readonly [string, Command]>([
    ["paused", (one) => Lifecycle.pause(one.now(), now, one.rules)],
    ["cancelled", (one) => Lifecycle.cancel(one.now(), now, one.rules)],
  ])("to be %s a second time changes nothing", (_, command) => {
    const billing = makeAccount({ at, plan, policy: { pausesMax: 1 } })
    billing.apply(command(billing))
    expect(decided(command(billing)).account).toBe(billing.now())
  })
})
