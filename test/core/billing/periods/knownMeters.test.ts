// Which usage is accepted: what came in the trial, for any meter that the subscription has had a price for, and what
// came before a pause.
import { describe, expect, it } from "vitest"
import { Lifecycle, type Plan, Subscribe } from "../../../../src/index.ts"
import { lateUsage, makeAccount } from "../../../support/account.ts"
import { monthly, plan, pro, proMonthly } from "../../../support/billing.ts"
import { type Billing, DAY, jan31, on } from "../fixtures.ts"

const feb14 = on(2, 14)
const tried = (of: Plan.Plan): Plan.Plan => ({
  ...of,
  intervals: of.intervals.map((one) => ({ ...one, trialDays: 14 })),
})
const withoutMessages = (of: Plan.Plan): Plan.Plan => ({
  ...of,
  prices: of.prices.filter(({ meter }) => meter !== "messages"),
})

describe("usage of the trial that comes after it", () => {
  const changed = (): Billing => {
    const billing = makeAccount({ at: jan31, plan: tried(plan) })
    billing.runUntil(feb14)
    const change = { plan: withoutMessages(pro), planIntervalId: proMonthly, now: feb14 + DAY }
    billing.apply(Lifecycle.changePlan(billing.now(), change, billing.rules))
    return billing
  }

  it("is accepted for a meter of the plan that the subscription had then, and is free", () => {
    const billing = changed()
    const { account, usageEvents } = billing.apply(lateUsage(billing, feb14 - 1, feb14 + 2 * DAY))
    expect(usageEvents).toMatchObject([{ meter: "messages", quantity: 5 }])
    expect(account.periods.flatMap(({ segments }) => segments.flatMap(({ usage }) => usage))).toEqual([])
  })

  it("is refused for a meter that only an earlier subscription had", () => {
    const billing = makeAccount({ at: on(1, 15) })
    billing.cancel(jan31)
    const second = { subscriptionId: "second", planIntervalId: proMonthly, paymentMethodId: "pm_1" }
    const command = { ...second, plan: tried(withoutMessages(pro)), coupon: null, now: jan31 }
    billing.apply(Subscribe.subscribe(billing.now(), command, billing.rules))
    expect(billing.now().periods.map(({ subscriptionId }) => subscriptionId)).toContain("sub")
    expect(() => billing.use("messages", 1, jan31 + DAY)).toThrow("UsageMeterUnknown")
    expect(billing.use("tokens", 1, jan31 + DAY).usageEvents).toHaveLength(1)
  })
})

describe("usage from before a pause", () => {
  it("is accepted during it, also where all usage together is more than one amount", () => {
    const most = Number.MAX_SAFE_INTEGER - 10_000
    const price = { model: "STANDARD", name: "Dear", currency: "BRL", unitPrice: most } as const
    const dear: Plan.Plan = {
      ...plan,
      prices: [
        { ...price, meter: "first" },
        { ...price, meter: "messages", unitPrice: Math.floor(most / 5) },
      ],
    }
    const billing = makeAccount({ at: jan31, plan: dear, planIntervalId: monthly })
    billing.use("first", 1, jan31)
    billing.pause(jan31 + DAY)
    const { usageEvents } = billing.apply(lateUsage(billing, jan31 + 1, jan31 + 2 * DAY))
    expect(usageEvents).toHaveLength(1)
    expect(billing.now().invoices.map(({ kind, totalAmount }) => [kind, totalAmount])).toEqual([
      ["PAUSE", most + 357],
    ])
  })
})
