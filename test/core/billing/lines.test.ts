// What a customer reads on a document: the names of bands and of late usage; and which closed groups stay loaded.
import { describe, expect, it } from "vitest"
import { Accrual, BillingGroup, Voids } from "../../../src/index.ts"
import { declined, makeAccount } from "../../support/account.ts"

const jan31 = Date.UTC(2026, 0, 31)

const graduated = {
  planId: "p",
  planName: "Pro",
  planIntervalId: "i",
  interval: "MONTHLY",
  amount: 0,
  currency: "BRL",
  prices: [
    {
      model: "GRADUATED",
      meter: "calls",
      name: "API calls",
      currency: "BRL",
      bands: [
        { upTo: 1000, unitPrice: 8 },
        { upTo: 5000, unitPrice: 6 },
        { upTo: null, unitPrice: 4 },
      ],
    },
  ],
} as const

describe("the lines of a graduated price", () => {
  it("are one a band, named after it", () => {
    const anchor = { anchorAt: 0, anchorDay: 1, interval: "MONTHLY", firstCycle: 0 } as const
    const cycle = { cycle: 0, startAt: 0, endAt: 1000 }
    const opened = BillingGroup.open(
      { subscriptionId: "s", terms: graduated, anchor, anchorMonth: 0 },
      cycle,
      0,
    )
    const group = BillingGroup.withQuantity(opened, 0, { meter: "calls", quantity: 5001 })
    expect(Accrual.usageLines([group], new Map())).toMatchObject({
      success: [
        { name: "API calls, 1 to 1000", unitPrice: 8, quantity: 1000 },
        { name: "API calls, 1001 to 5000", unitPrice: 6, quantity: 4000 },
        { name: "API calls, from 5001", unitPrice: 4, quantity: 1 },
      ],
    })
  })
})

describe("a closed group", () => {
  it("is settled at a boundary once its usage is billed and none can arrive any more, and not before", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, jan31)
    billing.runUntil(Date.UTC(2026, 2, 31))
    expect(billing.now().groups.map(({ settled }) => settled)).toEqual([false, false, false])
    billing.runUntil(Date.UTC(2026, 3, 30))
    expect(billing.now().groups.map(({ settled }) => settled)).toEqual([true, false, false, false])
  })

  it("is not settled while its usage is unbilled", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, jan31)
    const [group] = billing.now().groups
    expect(group === undefined ? null : Accrual.isBilled(group, [])).toBe(false)
    billing.runUntil(Date.UTC(2026, 1, 28))
    expect(group === undefined ? null : Accrual.isBilled(group, billing.now().invoices)).toBe(true)
  })

  it("that is settled is billed again as it was when its document is voided with rebilling", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.use("messages", 10, jan31)
    const now = Date.UTC(2026, 3, 30)
    billing.runUntil(now)
    expect(billing.now().groups[0]?.settled).toBe(true)
    const [invoice] = billing.now().invoices
    const upcoming = billing.upcoming(now)
    const command = { invoiceId: invoice?.invoiceId ?? "", rebill: true, now }
    billing.apply(Voids.voidInvoice(billing.now(), command, billing.rules))
    const reissued = billing.now().invoices.filter(({ kind }) => kind === "REISSUE")
    expect(reissued).toMatchObject([{ cycle: 0, lines: invoice?.lines, totalAmount: 9990 + 10 * 3 }])
    expect(billing.upcoming(now)).toEqual(upcoming)
  })
})
