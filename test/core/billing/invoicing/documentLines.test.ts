// The order of a document's lines, and what a document leaves out: fees, the next fee, running usage, items, late usage.
// Starter is 9990 for the 28 days from 31 January, a message is 3.
import { describe, expect, it } from "vitest"
import { InvoiceItems, Lifecycle, type Plan, QuantityChanges } from "../../../../src/index.ts"
import { declined, lateUsage, makeAccount } from "../../../support/account.ts"
import { ahead, plan, pro, proMonthly } from "../../../support/billing.ts"
import { type Billing, DAY, feb28, jan31, on } from "../fixtures.ts"

const feb14 = on(2, 14)

const add = (billing: Billing, now: number) =>
  billing.apply(
    InvoiceItems.addItem(
      billing.now(),
      { itemId: "setup", name: "Set-up", unitPrice: 5000, quantity: 1, now },
      billing.rules,
    ),
  )
const toPro = (billing: Billing, of: Plan.Plan, now: number) =>
  billing.apply(
    Lifecycle.changePlan(billing.now(), { plan: of, planIntervalId: proMonthly, now }, billing.rules),
  )
const upcoming = (billing: Billing, now: number) =>
  billing.upcoming(now).lines.map(({ name, amount }) => `${name} ${amount}`)
const documents = (billing: Billing) =>
  billing
    .now()
    .invoices.map(({ kind, lines }) => [kind, ...lines.map(({ name, amount }) => `${name} ${amount}`)])

describe("the lines of a document", () => {
  it("are the fee, the usage of each meter, and then the items, where no usage is late", () => {
    const billing = makeAccount({ at: jan31 })
    add(billing, jan31)
    billing.use("messages", 10, jan31)
    billing.use("tokens", 1000, jan31)
    expect(upcoming(billing, feb14)).toEqual(["Starter 9990", "Tokens 50", "Messages 30", "Set-up 5000"])
  })

  it("have usage of an earlier plan of the same cycle last, with the time of that plan", () => {
    const billing = makeAccount({ at: jan31 })
    toPro(billing, pro, feb14)
    add(billing, feb14)
    billing.use("messages", 10, feb14)
    billing.apply(lateUsage(billing, jan31 + DAY, feb14 + DAY))
    expect(upcoming(billing, feb14 + DAY)).toEqual([
      "Pro (prorated) 14995",
      "Messages 30",
      "Set-up 5000",
      "Messages, 2026-01-31 to 2026-02-14 15",
    ])
  })

  it("name the time of a plan that began within the cycle, beside the fee of the next cycle", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan) })
    toPro(billing, ahead(pro), feb14)
    billing.use("messages", 10, feb14)
    expect(upcoming(billing, feb14)).toEqual([
      "Pro, 2026-02-28 to 2026-03-31 29990",
      "Messages, 2026-02-14 to 2026-02-28 30",
    ])
  })
})

describe("a document that bills a part of what is unbilled", () => {
  it("is a change of quantity: the fee of the new units alone", () => {
    const seats = ahead(plan, { amount: 1000, quantityAllowed: true })
    const billing = makeAccount({ at: jan31, plan: seats, quantity: 3 })
    add(billing, jan31)
    billing.use("messages", 10, jan31)
    billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity: 5, now: feb14 }, billing.rules))
    expect(documents(billing)).toEqual([
      ["CREATION", "Starter 3000"],
      ["QUANTITY_CHANGE", "Starter, quantity 5 (prorated) 1000"],
    ])
    billing.runUntil(feb28)
    expect(documents(billing)[2]?.slice(2)).toEqual(["Messages, 2026-01-31 to 2026-02-28 30", "Set-up 5000"])
  })

  it("is a cut: usage alone, also where a fee in advance waits to be billed again", () => {
    const billing = makeAccount({ at: jan31, plan: ahead(plan), answer: declined })
    billing.rebill("invoice/sub/0/CREATION/0", feb14)
    billing.edit({ threshold: { value: 20, currency: "BRL" } })
    billing.use("messages", 10, feb14)
    expect(documents(billing).at(-1)).toEqual(["CUT", "Messages 30"])
  })
})

describe("a document in a trial", () => {
  const inTrial = () => makeAccount({ at: jan31, plan: ahead(plan, { trialDays: 14 }) })

  it("that ends with the trial has no fee, only what waits", () => {
    const billing = inTrial()
    add(billing, jan31)
    expect(upcoming(billing, jan31)).toEqual(["Starter 9990", "Set-up 5000"])
    billing.apply(Lifecycle.scheduleCancel(billing.now(), jan31, billing.rules))
    expect(upcoming(billing, jan31)).toEqual(["Set-up 5000"])
  })

  it("is of the trial's time: cancelled, it bills the items that wait", () => {
    const billing = inTrial()
    add(billing, jan31)
    billing.cancel(jan31 + DAY)
    expect(documents(billing)).toEqual([["FINAL", "Set-up 5000"]])
    expect(billing.now().invoices[0]).toMatchObject({ periodStartAt: jan31, periodEndAt: jan31 + DAY })
  })
})
