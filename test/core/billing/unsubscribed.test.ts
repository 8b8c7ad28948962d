// An organization that never subscribed: steps that are played on it change nothing, commands are refused, and there is
// nothing to read. A host may run any of them while a subscription is only just made.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { begunNext, startCycle, withNextFollowing } from "../../../src/core/billing/periods/nextPeriod.ts"
import { allPeriodsOf, periodsOf, placeOf, placesOf } from "../../../src/core/billing/periods/places.ts"
import { billFeeInAdvance } from "../../../src/core/billing/subscriptions/feeInAdvance.ts"
import { correctNext, tell, withRunning } from "../../../src/core/billing/subscriptions/running.ts"
import { announceTrialEnd, endTrial } from "../../../src/core/billing/subscriptions/Trials.ts"
import {
  Account,
  Due,
  InvoiceItems,
  Lifecycle,
  QuantityChanges,
  UpcomingInvoice,
  Usage,
} from "../../../src/index.ts"
import { card, empty, rulesOf } from "../../support/account.ts"
import { monthly, organizationId, plan } from "../../support/billing.ts"

const now = Date.UTC(2026, 0, 31)
const rules = rulesOf()
const account: Account.Account = {
  ...empty,
  paymentMethods: [card],
}
const change = Account.unchanged(account)
const sample = { planIntervalId: monthly, plan, now }
const item = { itemId: "setup", name: "Setup", unitPrice: 100, quantity: 1, now }
const event = { eventId: "e", meter: "messages", quantity: 1, occurredAt: now }

describe("an organization without a subscription", () => {
  it.each<readonly [string, () => Result.Result<Account.Change, unknown>]>([
    ["the next cycle", () => startCycle(change, now)],
    ["the period after it", () => Result.succeed(withNextFollowing(change))],
    ["what was paid early of it", () => correctNext(account, change, now, rules)],
    ["its running period", () => Result.succeed(withRunning(change, (period) => period))],
    ["a fee in advance", () => billFeeInAdvance(change, { kind: "CREATION", at: now }, rules)],
    ["the notice of a trial's end", () => announceTrialEnd(change, now)],
    ["a trial's end", () => endTrial(account, now, rules)],
    ...Due.DUE_KINDS.map(
      (kind) => [`the step ${kind}`, () => Due.takeStep(account, { kind, at: now }, rules)] as const,
    ),
  ])("is the same after %s", (_, step) => {
    expect(step()).toEqual(Result.succeed(change))
  })

  it.each<readonly [string, () => Result.Result<unknown, unknown>]>([
    ["any command", () => tell(account, { _tag: "Cancel", now })],
    ["a pause", () => Lifecycle.pause(account, now, rules)],
    ["a suspension", () => Lifecycle.suspend(account, now, rules)],
    ["a resume", () => Lifecycle.resume(account, now, rules)],
    ["a cancellation", () => Lifecycle.cancel(account, now, rules)],
    ["a cancellation at the period's end", () => Lifecycle.scheduleCancel(account, now, rules)],
    ["its undo", () => Lifecycle.undoCancel(account, now, rules)],
    ["a coupon", () => Lifecycle.applyCoupon(account, { code: "CODE", coupon: null, now })],
    ["the end of a coupon", () => Lifecycle.removeCoupon(account, now)],
    ["a change of plan", () => Lifecycle.changePlan(account, sample, rules)],
    ["a scheduled change of plan", () => Lifecycle.schedulePlanChange(account, sample, rules)],
    ["a quantity", () => QuantityChanges.changeQuantity(account, { quantity: 2, now }, rules)],
    [
      "a scheduled quantity",
      () => QuantityChanges.scheduleQuantityChange(account, { quantity: 2, now }, rules),
    ],
    ["another method", () => Lifecycle.changePaymentMethod(account, { paymentMethodId: "pm_1", now }, rules)],
    ["an item", () => InvoiceItems.addItem(account, item, rules)],
    ["the removal of an item", () => InvoiceItems.removeItem(account, item)],
    ["usage", () => Usage.recordUsage(account, { events: [event], known: [], now }, rules)],
    ["a preview", () => UpcomingInvoice.upcoming(account, now, rules)],
  ])("refuses %s", (_, command) => {
    expect(command()).toEqual(Result.fail({ _tag: "SubscriptionNotFound", organizationId }))
  })

  it("has no periods, no places and no items", () => {
    expect([allPeriodsOf(account), periodsOf(account), placesOf(account)]).toEqual([[], [], []])
    expect([placeOf(account, null), placeOf(account, 0), begunNext(account)]).toEqual([null, null, null])
    expect(InvoiceItems.itemsOf(account)).toEqual([])
    expect(Due.allDue(account, rules)).toEqual([])
  })
})
