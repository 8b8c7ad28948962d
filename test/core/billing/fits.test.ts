// All that is unbilled has to fit on one invoice, whatever the subscription does next: nothing may be added that could
// never be billed. GAP-101
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { InvoiceItems, Lifecycle, QuantityChanges, Usage } from "../../../src/index.ts"
import { approved, declined, makeAccount } from "../../support/account.ts"
import { ahead, plan, pro, proMonthly } from "../../support/billing.ts"
import { type Billing, DAY, feb28, jan31, on } from "./fixtures.ts"

const feb14 = on(2, 14)
/** So many messages, at 3 each, leave no room for a fee. */
const nearlyAll = Math.floor(Number.MAX_SAFE_INTEGER / 3)

const use = (billing: Billing, quantity: number, now: number, occurredAt = now) => {
  const event = { eventId: `event ${quantity}`, meter: "messages", quantity, occurredAt }
  return Usage.recordUsage(billing.now(), { events: [event], known: [], now }, billing.rules)
}
const add = (billing: Billing, unitPrice: number, now: number) => {
  const item = { itemId: "setup", name: "Set-up", unitPrice, quantity: 1, now }
  return InvoiceItems.addItem(billing.now(), item, billing.rules)
}
const tagOf = (result: Result.Result<unknown, { readonly _tag: string }>) =>
  Result.isFailure(result) ? result.failure._tag : "accepted"

describe("an amount that would not fit on the next invoice is refused", () => {
  it("while the subscription is paused, of late usage and of an item beside it", () => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(Lifecycle.pause(billing.now(), feb14, billing.rules))
    expect(tagOf(use(billing, nearlyAll, feb14 + DAY, feb14 - DAY))).toBe("UsageEventInvalid")
    const most = nearlyAll - 9990
    billing.apply(use(billing, most, feb14 + DAY, feb14 - DAY))
    expect(tagOf(add(billing, 3 * 9990, feb14 + DAY))).toBe("InvoiceItemInvalid")
    billing.apply(Lifecycle.resume(billing.now(), feb14 + 2 * DAY, billing.rules))
    billing.runUntil(feb28)
    expect(billing.now().invoices.at(-1)).toMatchObject({ kind: "CYCLE", status: "PAID" })
  })

  it("of what ends with its period, as if it went on", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan) })
    billing.apply(Lifecycle.scheduleCancel(billing.now(), feb14, billing.rules))
    expect(tagOf(use(billing, nearlyAll, feb14))).toBe("UsageEventInvalid")
    billing.apply(use(billing, nearlyAll - 2 * 3330, feb14))
    billing.apply(Lifecycle.undoCancel(billing.now(), feb14, billing.rules))
    billing.runUntil(feb28)
    expect(billing.now().invoices.at(-1)).toMatchObject({ kind: "CYCLE", status: "PAID" })
  })

  it("in advance, where a void may bring the running fee beside the next one", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan), answer: declined })
    expect(tagOf(use(billing, nearlyAll - 3330, feb14))).toBe("UsageEventInvalid")
    billing.apply(use(billing, nearlyAll - 2 * 3330, feb14))
    billing.rebill("invoice/sub/0/CREATION/0", feb14)
    billing.answerWith(approved)
    billing.runUntil(feb28)
    expect(billing.now().invoices.at(-1)).toMatchObject({ kind: "CYCLE", status: "PAID" })
  })

  it.each([
    ["now", Lifecycle.changePlan],
    ["at the period's end", Lifecycle.schedulePlanChange],
  ])("of a plan's fee in advance, %s, beside the usage", (_, change) => {
    const billing = makeAccount({ at: jan31 })
    billing.apply(use(billing, nearlyAll - 3330, feb14))
    const to = { plan: ahead(pro), planIntervalId: proMonthly, now: feb14 }
    expect(change(billing.now(), to, billing.rules)).toEqual(
      Result.fail({ _tag: "QuantityInvalid", quantity: 1, amount: 29_990 }),
    )
    billing.runUntil(feb28)
    expect(billing.now().invoices.at(-1)).toMatchObject({ kind: "CYCLE", status: "PAID" })
  })

  it("of a plan and of a quantity for the first cycle, beside an item of the trial", () => {
    const tried = {
      ...plan,
      intervals: plan.intervals.map((one) => ({ ...one, trialDays: 14, quantityAllowed: true })),
    }
    const dear = { ...pro, intervals: pro.intervals.map((one) => ({ ...one, quantityAllowed: true })) }
    const billing = makeAccount({ at: jan31, plan: tried })
    billing.apply(add(billing, Number.MAX_SAFE_INTEGER - 9990, jan31))
    for (const change of [Lifecycle.changePlan, Lifecycle.schedulePlanChange]) {
      const to = { plan: dear, planIntervalId: proMonthly, now: jan31 }
      expect(tagOf(change(billing.now(), to, billing.rules))).toBe("QuantityInvalid")
    }
    for (const change of [QuantityChanges.changeQuantity, QuantityChanges.scheduleQuantityChange]) {
      expect(tagOf(change(billing.now(), { quantity: 2, now: jan31 }, billing.rules))).toBe("QuantityInvalid")
    }
    billing.runUntil(on(3, 14))
    expect(billing.now().invoices).toMatchObject([{ kind: "CYCLE", totalAmount: Number.MAX_SAFE_INTEGER }])
  })

  it.each([
    ["with", 100],
    ["without", null],
  ])("%s a threshold, of meters that are too much together", (_, value) => {
    const billing = makeAccount({ at: jan31 })
    billing.edit({ threshold: value === null ? null : { value, currency: "BRL" } })
    const events = [
      { eventId: "one", meter: "messages", quantity: nearlyAll - 3330, occurredAt: feb14 },
      { eventId: "two", meter: "tokens", quantity: 1_000_000, occurredAt: feb14 },
    ]
    expect(tagOf(Usage.recordUsage(billing.now(), { events, known: [], now: feb14 }, billing.rules))).toBe(
      "UsageEventInvalid",
    )
  })
})
