// What the end of a trial takes of what was scheduled for it. Pro is 29990 for each unit, in advance.
import { describe, expect, it } from "vitest"
import { Lifecycle, QuantityChanges } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"
import { ahead, plan, pro, proMonthly } from "../../../support/billing.ts"
import { jan31, on } from "../fixtures.ts"

const feb14 = on(2, 14)
const units = { quantityAllowed: true, trialDays: 14 }

describe("the end of a trial", () => {
  it.each([
    ["and bills the fee in advance", "ACTIVE", ["CREATION 89970"]],
    ["and bills nothing in a pause", "PAUSED", []],
  ] as const)("takes a plan and a quantity that were scheduled for it, %s", (_, status, invoices) => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan, units) })
    const { rules } = billing
    const change = { plan: ahead(pro, units), planIntervalId: proMonthly, now: on(2, 1) }
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), change, rules))
    const three = { quantity: 3, now: on(2, 2) }
    billing.apply(QuantityChanges.scheduleQuantityChange(billing.now(), three, rules))
    const { subscription } = billing.now()
    billing.edit({ subscription: subscription && { ...subscription, status } })
    billing.runUntil(feb14)
    expect(billing.now().subscription).toMatchObject({
      status,
      terms: { planId: pro.planId },
      scheduledTerms: null,
      quantity: 3,
      anchorMonth: 0,
      cycle: { cycle: 0, startAt: feb14, endAt: on(3, 14) },
      trial: { endAt: feb14, ended: true },
      updatedAt: feb14,
    })
    expect(billing.now().subscription).not.toHaveProperty("scheduledQuantity")
    expect(billing.now().invoices.map(({ kind, totalAmount }) => `${kind} ${totalAmount}`)).toEqual(invoices)
  })
})
