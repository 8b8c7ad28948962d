// Changing the plan: now, with and without another length of interval, and at the period's end.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import {
  cancelSubscription,
  changePlan,
  checkSubscription,
  listInvoices,
  previewUpcomingInvoice,
  recordUsage,
  runDue,
} from "../../src/index.ts"
import {
  dollars,
  makeBilling,
  monthly,
  organizationId,
  plan,
  pro,
  proMonthly,
  startAt,
  subscribed,
  yearly,
} from "../support/billing.ts"

const DAY = 24 * 60 * 60 * 1000
const tenDaysOn = startAt + 10 * DAY
const boundary = Date.UTC(2026, 1, 28, 12)

const change = (planId: string, planIntervalId: string, when: "NOW" | "PERIOD_END") =>
  changePlan({ organizationId, planId, planIntervalId, when })
const toPro = (when: "NOW" | "PERIOD_END") => change(pro.planId, proMonthly, when)
const toYearly = (when: "NOW" | "PERIOD_END") => change(plan.planId, yearly, when)
const back = (when: "NOW" | "PERIOD_END") => change(plan.planId, monthly, when)

const documents = Effect.map(
  listInvoices({ organizationId, status: null, page: 1, limit: 100 }),
  ({ items }) => items.map(({ kind, status, lines }) => [kind, status, lines.map(shown)]),
)
const shown = ({ name, amount }: { readonly name: string; readonly amount: number }) => `${name}: ${amount}`
const upcoming = Effect.map(previewUpcomingInvoice(organizationId), ({ lines }) => lines.map(shown))

const started = async () => {
  const billing = makeBilling()
  await billing.seeded()
  await billing.run(subscribed())
  await billing.run(
    recordUsage({
      organizationId,
      events: [{ eventId: "e1", meter: "tokens", quantity: 1500, occurredAt: null }],
    }),
  )
  billing.setNow(tenDaysOn)
  const runUntil = async (at: number) => {
    billing.setNow(at)
    await billing.run(runDue(at))
  }
  return { ...billing, runUntil }
}

describe("a change of plan now", () => {
  it("bills the old plan's share and usage, and keeps the cycle where the length is the same", async () => {
    const billing = await started()
    const changed = await billing.run(toPro("NOW"))
    expect(changed).toMatchObject({
      status: "ACTIVE",
      terms: { planId: pro.planId, planIntervalId: proMonthly },
      cycle: { cycle: 0, startAt, endAt: boundary },
    })
    expect(await billing.run(documents)).toEqual([
      ["CHANGE", "PAID", ["Starter (prorated): 3568", "Tokens: 100"]],
    ])
    expect(billing.charges()).toMatchObject([{ amount: 3668, status: "APPROVED" }])
    // Eighteen of the twenty-eight days.
    expect(await billing.run(upcoming)).toEqual(["Pro (prorated): 19279"])
    await billing.runUntil(boundary)
    expect(await billing.run(upcoming)).toEqual(["Pro: 29990"])
  })

  it("to another length starts a cycle of that length at this instant", async () => {
    const billing = await started()
    expect(await billing.run(toYearly("NOW"))).toMatchObject({
      terms: { planIntervalId: yearly },
      cycle: { cycle: 1, startAt: tenDaysOn, endAt: Date.UTC(2027, 1, 10, 12) },
    })
    expect(await billing.run(documents)).toEqual([
      ["CHANGE", "PAID", ["Starter (prorated): 3568", "Tokens: 100"]],
    ])
    expect(await billing.run(upcoming)).toEqual(["Starter: 99900"])
  })

  it("to the plan that it has takes back what was scheduled, and bills nothing", async () => {
    const billing = await started()
    await billing.run(toPro("PERIOD_END"))
    expect(await billing.run(back("NOW"))).toMatchObject({ scheduledTerms: null, terms: { amount: 9990 } })
    expect(await billing.run(documents)).toEqual([])
  })

  it("takes the place of another one that was scheduled", async () => {
    const billing = await started()
    await billing.run(toYearly("PERIOD_END"))
    expect(await billing.run(toPro("NOW"))).toMatchObject({ scheduledTerms: null, terms: { amount: 29990 } })
    await billing.runUntil(boundary)
    expect((await billing.run(checkSubscription(organizationId))).terms.amount).toBe(29990)
  })
})

describe("a change of plan at the period's end", () => {
  it("is taken at the boundary, after the cycle was billed as it was", async () => {
    const billing = await started()
    expect(await billing.run(toPro("PERIOD_END"))).toMatchObject({
      terms: { planIntervalId: monthly },
      scheduledTerms: { planIntervalId: proMonthly },
    })
    expect(billing.charges()).toEqual([])
    await billing.runUntil(boundary)
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      terms: { planIntervalId: proMonthly },
      scheduledTerms: null,
      cycle: { cycle: 1, startAt: boundary, endAt: Date.UTC(2026, 2, 31, 12) },
    })
    expect(await billing.run(documents)).toEqual([["CYCLE", "PAID", ["Starter: 9990", "Tokens: 100"]]])
    expect(await billing.run(upcoming)).toEqual(["Pro: 29990"])
  })

  it("to another length starts the year at the boundary", async () => {
    const billing = await started()
    await billing.run(toYearly("PERIOD_END"))
    await billing.runUntil(boundary)
    expect((await billing.run(checkSubscription(organizationId))).cycle).toEqual({
      cycle: 1,
      startAt: boundary,
      endAt: Date.UTC(2027, 1, 28, 12),
    })
  })

  it("that was taken back is not taken", async () => {
    const billing = await started()
    await billing.run(toPro("PERIOD_END"))
    await billing.run(back("PERIOD_END"))
    await billing.runUntil(boundary)
    expect(await billing.run(upcoming)).toEqual(["Starter: 9990"])
  })

  it("is not taken when the subscription ends there", async () => {
    const billing = await started()
    await billing.run(toPro("PERIOD_END"))
    await billing.run(cancelSubscription({ organizationId, atPeriodEnd: true }))
    await billing.runUntil(boundary)
    expect(await billing.run(checkSubscription(organizationId))).toMatchObject({
      status: "CANCELLED",
      terms: { planIntervalId: monthly },
      scheduledTerms: null,
    })
  })
})

describe("a change of plan is refused, and changes nothing, for", () => {
  it.each<[string, string, string, "NOW" | "PERIOD_END", string]>([
    ["an unknown plan", organizationId, proMonthly, "NOW", "PlanNotFound"],
    ["an unknown plan later", organizationId, proMonthly, "PERIOD_END", "PlanNotFound"],
    ["an interval of another plan", plan.planId, proMonthly, "NOW", "PlanIntervalNotFound"],
    ["an interval of another plan later", plan.planId, proMonthly, "PERIOD_END", "PlanIntervalNotFound"],
    ["another currency", plan.planId, dollars, "NOW", "PlanCurrencyMismatch"],
    ["another currency later", plan.planId, dollars, "PERIOD_END", "PlanCurrencyMismatch"],
  ])("%s", async (_, planId, planIntervalId, when, tag) => {
    const billing = await started()
    const before = await billing.run(checkSubscription(organizationId))
    expect(await billing.run(Effect.flip(change(planId, planIntervalId, when)))).toMatchObject({ _tag: tag })
    expect(await billing.run(checkSubscription(organizationId))).toEqual(before)
    expect(billing.charges()).toEqual([])
  })
})

it("a change of plan that makes no other status is told by its invoice, and as an update", async () => {
  const billing = await started()
  const told = billing.state.outbox().length
  await billing.run(toPro("NOW"))
  const types = billing.state
    .outbox()
    .slice(told)
    .map((message) => message.kind === "EVENT" && message.billingEvent.type)
  expect(types).toEqual([
    "invoice.issued",
    "subscription.updated",
    "payment.approved",
    "invoice.status_changed",
  ])
})
