// What a customer reads on a document: the names of bands and of late usage; and which closed periods stay loaded.
import { describe, expect, it } from "vitest"
import { type Account, Accrual, BillingPeriod, Threshold, Voids } from "../../../src/index.ts"
import { decided, declined, makeAccount } from "../../support/account.ts"
import { loadedAccount } from "../../support/loadedAccount.ts"

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
    const opened = BillingPeriod.open(
      { subscriptionId: "s", terms: graduated, anchor, anchorMonth: 0 },
      cycle,
      0,
    )
    const period = BillingPeriod.withQuantity(opened, 0, { meter: "calls", quantity: 5001 })
    expect(Accrual.usageLines([period], new Map())).toMatchObject({
      success: [
        { name: "API calls, 1 to 1000", unitPrice: 8, quantity: 1000 },
        { name: "API calls, 1001 to 5000", unitPrice: 6, quantity: 4000 },
        { name: "API calls, from 5001", unitPrice: 4, quantity: 1 },
      ],
    })
  })
})

describe("a closed period", () => {
  it("is settled at a boundary once its usage is billed and none can arrive any more, and not before", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, jan31)
    billing.runUntil(Date.UTC(2026, 2, 31))
    expect(billing.now().periods.map(({ settled }) => settled)).toEqual([false, false, false])
    billing.runUntil(Date.UTC(2026, 3, 30))
    expect(billing.now().periods.map(({ settled }) => settled)).toEqual([true, false, false, false])
  })

  it("is not settled while its usage is unbilled", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 10, jan31)
    const [period] = billing.now().periods
    expect(period === undefined ? null : Accrual.isBilled(period, [])).toBe(false)
    billing.runUntil(Date.UTC(2026, 1, 28))
    expect(period === undefined ? null : Accrual.isBilled(period, billing.now().invoices)).toBe(true)
  })

  it("that is settled is billed again as it was when its document is voided with rebilling", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.use("messages", 10, jan31)
    const now = Date.UTC(2026, 3, 30)
    billing.runUntil(now)
    expect(billing.now().periods[0]?.settled).toBe(true)
    const [invoice] = billing.now().invoices
    const upcoming = billing.upcoming(now)
    billing.rebill(invoice?.invoiceId ?? "", now)
    const reissued = billing.now().invoices.filter(({ kind }) => kind === "REISSUE")
    expect(reissued).toMatchObject([{ cycle: 0, lines: invoice?.lines, totalAmount: 9990 + 10 * 3 }])
    expect(billing.upcoming(now)).toEqual(upcoming)
  })

  it("that is settled is loaded with a later document that billed late usage of it, when that one is billed again", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.runUntil(Date.UTC(2026, 2, 1))
    billing.use("messages", 10, jan31)
    const now = Date.UTC(2026, 4, 31)
    billing.runUntil(now)
    billing.apply(Threshold.setThreshold(billing.now(), { value: 1000, currency: "BRL", now }, billing.rules))
    const [, late] = billing.now().invoices
    expect(late?.lines.map(({ item }) => item.cycle)).toEqual([1, 0])
    expect(billing.now().periods.map(({ settled }) => settled)).toEqual([true, true, false, false, false])
    const command = { invoiceId: late?.invoiceId ?? "", rebill: true, now }
    const decide = (account: Account.Account) => Voids.voidInvoice(account, command, billing.rules)
    const part = loadedAccount(billing.now(), [command.invoiceId])
    const reissued = (account: Account.Account) => decided(decide(account)).account.invoices.at(-1)
    expect(reissued(part)).toMatchObject({ kind: "REISSUE", billingThreshold: { accumulatedAmount: 30 } })
    expect(reissued(part)).toEqual(reissued(billing.now()))
    const periods = part.periods.filter(({ cycle }) => cycle !== 0)
    expect(decide({ ...part, periods })).toMatchObject({ failure: { _tag: "InvoicesNotLoaded" } })
  })
})
