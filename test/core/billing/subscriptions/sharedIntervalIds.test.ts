// Plans of a host may give their intervals the same ids: an id of an interval is one of its plan alone. Starter is 9990 a
// month and Pro 29990, and the interval of both is "monthly".
import { describe, expect, it } from "vitest"
import { Lifecycle, type Plan } from "../../../../src/index.ts"
import { makeAccount } from "../../../support/account.ts"
import { plan, pro } from "../../../support/billing.ts"
import { feb28, idOf, jan31, on } from "../fixtures.ts"

const monthlyOf = (of: Plan.Plan, members: Partial<Plan.PlanInterval> = {}): Plan.Plan => ({
  ...of,
  intervals: of.intervals.slice(0, 1).map((one) => ({ ...one, ...members, id: "monthly" })),
})
const starter = monthlyOf(plan)
const feb14 = on(2, 14)
const to = (of: Plan.Plan) => ({ plan: of, planIntervalId: "monthly", now: feb14 })

type Billing = ReturnType<typeof makeAccount>
const planOf = (billing: Billing) => billing.now().subscription?.terms.planName
const scheduled = (billing: Billing) => billing.now().subscription?.scheduledTerms?.planName

describe("another plan whose interval has the same id", () => {
  it("is another plan, at once", () => {
    const billing = makeAccount({ at: jan31, plan: starter })
    billing.apply(Lifecycle.changePlan(billing.now(), to(monthlyOf(pro)), billing.rules))
    expect(planOf(billing)).toBe("Pro")
    expect(billing.now().invoices.map(({ kind, payableAmount }) => [kind, payableAmount])).toEqual([
      ["CHANGE", 4995],
    ])
  })

  it("and at the end of the period, also in the place of a third one", () => {
    const billing = makeAccount({ at: jan31, plan: starter })
    const later = (of: Plan.Plan) =>
      billing.apply(Lifecycle.schedulePlanChange(billing.now(), to(of), billing.rules))
    later(monthlyOf({ ...pro, planId: "third", name: "Third" }))
    later(monthlyOf(pro))
    expect(scheduled(billing)).toBe("Pro")
    later(starter)
    expect(scheduled(billing)).toBeUndefined()
    later(monthlyOf(pro))
    billing.runUntil(feb28)
    expect(planOf(billing)).toBe("Pro")
  })

  it("has a fee of its own: what was paid early under the plan before goes back", () => {
    const ahead = { feeTiming: "ADVANCE" } as const
    const billing = makeAccount({ at: jan31, plan: monthlyOf(plan, ahead) })
    billing.payEarly(feb14)
    const other = monthlyOf(pro, { ...ahead, amount: 9990 })
    billing.apply(Lifecycle.schedulePlanChange(billing.now(), to(other), billing.rules))
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([9990])
    billing.runUntil(feb28)
    const last = billing.now().invoices.at(-1)
    expect(last?.invoiceId).not.toBe(idOf(billing, 1))
    expect(last?.lines.map(({ name, planId }) => [name, planId])).toEqual([
      ["Pro, 2026-02-28 to 2026-03-31", pro.planId],
    ])
  })
})
