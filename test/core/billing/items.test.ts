// Invoice items: one-off charges that stand on the next document, once.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { InvoiceItems, Lifecycle, Threshold } from "../../../src/index.ts"
import { approved, declined, lateUsage, makeAccount } from "../../support/account.ts"
import { plan, pro, proMonthly, coupon as tenPercent } from "../../support/billing.ts"

const DAY = 86_400_000
const jan31 = Date.UTC(2026, 0, 31)
const feb14 = Date.UTC(2026, 1, 14)
const feb28 = Date.UTC(2026, 1, 28)
const mar31 = Date.UTC(2026, 2, 31)

const billed = (members: Partial<Parameters<typeof makeAccount>[0]> = {}) =>
  makeAccount({ at: jan31, ...members })
type Billing = ReturnType<typeof makeAccount>

const setup = { itemId: "setup", name: "Set-up", unitPrice: 5_000, quantity: 1 }
const added = (billing: Billing, members: Partial<typeof setup> = {}, now = jan31) =>
  InvoiceItems.addItem(billing.now(), { ...setup, ...members, now }, billing.rules)
const add = (billing: Billing, members: Partial<typeof setup> = {}, now = jan31) =>
  billing.apply(added(billing, members, now))

const lines = (billing: Billing) =>
  billing
    .now()
    .invoices.map(({ kind, lines }) => [
      kind,
      ...lines.map(({ name, quantity, unitPrice }) => `${name}: ${quantity} × ${unitPrice}`),
    ])

describe("an item", () => {
  it("stands on the document of its cycle, after its usage and before late usage, and is billed once", () => {
    const billing = billed()
    billing.use("messages", 10, jan31 + DAY)
    billing.runUntil(feb28)
    billing.use("messages", 5, feb28 + DAY)
    add(billing, {}, feb28 + DAY)
    // What was used before the boundary and is heard of now.
    billing.apply(lateUsage(billing, feb28 - DAY, feb28 + DAY) as ReturnType<typeof added>)
    billing.runUntil(mar31 + 40 * DAY)
    expect(lines(billing)[1]).toEqual([
      "CYCLE",
      "Starter: 1 × 9990",
      "Messages: 5 × 3",
      "Set-up: 1 × 5000",
      "Messages, 2026-01-31 to 2026-02-28: 5 × 3",
    ])
    expect(
      lines(billing)
        .flat()
        .filter((line) => line.startsWith("Set-up")),
    ).toHaveLength(1)
  })

  it("counts in no threshold, and no cut bills it", () => {
    const billing = billed()
    add(billing)
    billing.apply(
      Threshold.setThreshold(billing.now(), { value: 29, currency: "BRL", now: jan31 }, billing.rules),
    )
    billing.use("messages", 9, jan31 + DAY)
    expect(lines(billing)).toEqual([])
    billing.use("messages", 1, jan31 + DAY)
    expect(lines(billing)).toEqual([["CUT", "Messages: 10 × 3"]])
    billing.runUntil(feb28)
    expect(lines(billing)[1]).toEqual(["CYCLE", "Starter: 1 × 9990", "Set-up: 1 × 5000"])
  })

  it.each([
    ["a pause", "PAUSE", Lifecycle.pause],
    ["a cancellation", "FINAL", Lifecycle.cancel],
  ] as const)("stands on the document of %s", (_, kind, command) => {
    const billing = billed()
    add(billing)
    billing.apply(command(billing.now(), feb14, billing.rules))
    expect(lines(billing)).toEqual([[kind, "Starter (prorated): 1 × 4995", "Set-up: 1 × 5000"]])
  })

  it("stands on the document of a change of plan", () => {
    const billing = billed()
    add(billing)
    const change = { plan: pro, planIntervalId: proMonthly, now: feb14 }
    billing.apply(Lifecycle.changePlan(billing.now(), change, billing.rules))
    expect(lines(billing)).toEqual([["CHANGE", "Starter (prorated): 1 × 4995", "Set-up: 1 × 5000"]])
  })

  it("waits while the subscription is paused, for as many cycles as that takes", () => {
    const billing = billed()
    billing.apply(Lifecycle.pause(billing.now(), feb14, billing.rules))
    add(billing, {}, feb14)
    const jun1 = Date.UTC(2026, 5, 1)
    billing.runUntil(jun1)
    expect(
      billing
        .now()
        .periods.filter(({ settled }) => !settled)
        .map(({ cycle }) => cycle),
    ).toContain(0)
    billing.apply(Lifecycle.resume(billing.now(), jun1, billing.rules))
    billing.runUntil(jun1 + 40 * DAY)
    expect(lines(billing)[1]).toContain("Set-up: 1 × 5000")
    expect(billing.now().invoices[1]).toMatchObject({ kind: "CYCLE", cycle: 4 })
  })

  it("is on the upcoming invoice, and billed early with it", () => {
    const billing = billed()
    add(billing)
    billing.payEarly(jan31)
    add(billing, { itemId: "training", name: "Training" }, feb14)
    billing.runUntil(feb28)
    expect(lines(billing)).toEqual([
      ["CYCLE", "Starter: 1 × 9990", "Set-up: 1 × 5000"],
      ["CYCLE", "Training: 1 × 5000"],
    ])
  })

  it("returns when its document is voided and billed again", () => {
    const billing = billed()
    add(billing)
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.answerWith(approved)
    const invoiceId = billing.now().invoices[0]?.invoiceId ?? ""
    billing.rebill(invoiceId, feb28 + DAY)
    expect(lines(billing).map(([, ...rest]) => rest)).toEqual([
      ["Starter: 1 × 9990", "Set-up: 1 × 5000"],
      ["Starter: 1 × 9990", "Set-up: 1 × 5000"],
    ])
  })

  it("is discounted by a coupon for any plan, and not by one that is limited to plans", () => {
    for (const [planIds, discount] of [
      [null, 1499],
      [[plan.planId], 999],
    ] as const) {
      const billing = billed({ coupon: { ...tenPercent, planIds } })
      add(billing)
      billing.runUntil(feb28)
      expect(billing.now().invoices[0]).toMatchObject({ totalAmount: 14_990, discountAmount: discount })
    }
  })

  it("is in a trial part of the first document, and of a last one where the trial is cancelled", () => {
    const tried = { ...plan, intervals: plan.intervals.map((interval) => ({ ...interval, trialDays: 14 })) }
    const [goesOn, ends] = [billed({ plan: tried }), billed({ plan: tried })]
    for (const billing of [goesOn, ends]) add(billing, {}, jan31 + DAY)
    ends.apply(Lifecycle.scheduleCancel(ends.now(), jan31 + 2 * DAY, ends.rules))
    for (const billing of [goesOn, ends]) billing.runUntil(Date.UTC(2026, 2, 14))
    expect(lines(goesOn)).toEqual([["CYCLE", "Starter: 1 × 9990", "Set-up: 1 × 5000"]])
    expect(lines(ends)).toEqual([["FINAL", "Set-up: 1 × 5000"]])
  })
})

describe("what is refused of an item", () => {
  it.each([
    ["unitPrice", -1],
    ["unitPrice", 0],
    ["unitPrice", 1.5],
    ["quantity", 0],
    ["quantity", -1],
    ["quantity", Number.MAX_SAFE_INTEGER],
    ["itemId", ""],
    ["name", ""],
    ["name", "\u0000"],
    ["itemId", "x".repeat(201)],
  ] as const)("%s of %j", (member, value) => {
    expect(added(billed(), { [member]: value })).toEqual(
      Result.fail({ _tag: "InvoiceItemInvalid", member, value }),
    )
  })

  it("an amount that does not fit on one invoice beside the rest", () => {
    const billing = billed()
    const unitPrice = Number.MAX_SAFE_INTEGER - 9_989
    expect(added(billing, { unitPrice })).toEqual(
      Result.fail({ _tag: "InvoiceItemInvalid", member: "unitPrice", value: unitPrice }),
    )
    expect(Result.isSuccess(added(billing, { unitPrice: unitPrice - 1 }))).toBe(true)
  })

  it.each([
    ["itemId", "x"],
    ["itemId", "x".repeat(200)],
    ["name", "x"],
    ["name", "x".repeat(200)],
    ["unitPrice", 1],
  ] as const)("not %s of %j", (member, value) => {
    expect(Result.isSuccess(added(billed(), { [member]: value }))).toBe(true)
  })

  it("a price and a quantity whose product is no amount", () => {
    expect(added(billed(), { unitPrice: Number.MAX_SAFE_INTEGER, quantity: 2 })).toEqual(
      Result.fail({ _tag: "InvoiceItemInvalid", member: "quantity", value: 2 }),
    )
  })

  it("while the subscription is paused, an amount that does not fit beside the items that wait", () => {
    const billing = billed()
    billing.apply(Lifecycle.pause(billing.now(), feb14, billing.rules))
    add(billing, { unitPrice: 4_000_000_000_000_000, quantity: 2 }, feb14)
    const members = { itemId: "training", unitPrice: 1_000_000_000_000_000 }
    expect(added(billing, { ...members, quantity: 2 }, feb14)).toEqual(
      Result.fail({ _tag: "InvoiceItemInvalid", member: "unitPrice", value: members.unitPrice }),
    )
    expect(Result.isSuccess(added(billing, members, feb14))).toBe(true)
  })

  it.each([{ name: "Setting up" }, { unitPrice: 5_001 }, { quantity: 2 }])(
    "its id with another member: %j",
    (members) => {
      const billing = billed()
      add(billing)
      expect(added(billing, members)).toEqual(Result.fail({ _tag: "InvoiceItemConflict", itemId: "setup" }))
    },
  )

  it("its id with other content; the same again changes nothing, also once it is billed", () => {
    const billing = billed()
    add(billing)
    const other = Result.fail({ _tag: "InvoiceItemConflict", itemId: "setup" })
    for (const at of [jan31, feb28 + DAY]) {
      billing.runUntil(at)
      expect(added(billing, { unitPrice: 5_001 }, at)).toEqual(other)
      add(billing, {}, at)
    }
    billing.runUntil(mar31)
    expect(
      lines(billing)
        .flat()
        .filter((line) => line.startsWith("Set-up")),
    ).toHaveLength(1)
  })

  it("the 201st that waits", () => {
    const billing = billed()
    for (let index = 0; index < 200; index++) add(billing, { itemId: `item ${index}` })
    expect(added(billing)).toEqual(Result.fail({ _tag: "InvoiceItemLimitReached", max: 200 }))
    billing.runUntil(feb28)
    add(billing, {}, feb28)
  })

  it("one of what has ended", () => {
    const billing = billed()
    billing.apply(Lifecycle.cancel(billing.now(), feb14, billing.rules))
    expect(added(billing, {}, feb14)).toMatchObject(Result.fail({ _tag: "SubscriptionNotFound" }))
  })
})

describe("removing an item", () => {
  const removed = (billing: Billing) => InvoiceItems.removeItem(billing.now(), { itemId: "setup" })

  it("leaves nothing to bill, and its id free", () => {
    const billing = billed()
    const before = billing.now()
    add(billing)
    billing.apply(removed(billing))
    expect(billing.now()).toEqual(before)
    add(billing, { unitPrice: 1 })
  })

  it.each(["setup", "training"])("takes %s alone of two", (itemId) => {
    const billing = billed()
    add(billing)
    add(billing, { itemId: "training", name: "Training" })
    billing.apply(InvoiceItems.removeItem(billing.now(), { itemId }))
    billing.runUntil(feb28)
    const left = itemId === "setup" ? "Training: 1 × 5000" : "Set-up: 1 × 5000"
    expect(lines(billing)).toEqual([["CYCLE", "Starter: 1 × 9990", left]])
  })

  it("is refused where there is none, or an invoice bills it", () => {
    const billing = billed()
    expect(removed(billing)).toEqual(Result.fail({ _tag: "InvoiceItemNotFound", itemId: "setup" }))
    add(billing)
    billing.payEarly(jan31)
    expect(removed(billing)).toEqual(Result.fail({ _tag: "InvoiceItemBilled", itemId: "setup" }))
  })
})
