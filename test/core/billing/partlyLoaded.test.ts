// Decisions on an account that is loaded in part: one that has to change or to read what is not there asks for it, and
// one that does not need it goes on without. A cycle runs from 31 January to 28 February. Starter is 9990.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { placesOf } from "../../../src/core/billing/periods/places.ts"
import {
  Account,
  type BillingPeriod,
  Lifecycle,
  Payments,
  type Plan,
  Receivable,
  Subscribe,
  Voids,
} from "../../../src/index.ts"
import { decided, declined, lateUsage, makeAccount } from "../../support/account.ts"
import { monthly, plan } from "../../support/billing.ts"
import { type Billing, DAY, feb28, idOf, jan31, on, refused } from "./fixtures.ts"

const [mar1, mar31] = [on(3, 1), on(3, 31)]
const ahead: Plan.Plan = {
  ...plan,
  intervals: plan.intervals.map((one) => ({ ...one, feeTiming: "ADVANCE" })),
}
const notLoaded = (...invoiceIds: ReadonlyArray<string>) =>
  Result.fail({ _tag: "InvoicesNotLoaded", invoiceIds })

/** The account with an invoice as a receivable only. */
const summarised = (account: Account.Account, invoiceId: string): Account.Account => ({
  ...account,
  invoices: account.invoices.filter((one) => one.invoiceId !== invoiceId),
  receivables: account.invoices.filter((one) => one.invoiceId === invoiceId).map(Receivable.receivableOf),
})
const withoutInvoice = (account: Account.Account, invoiceId: string): Account.Account => ({
  ...account,
  invoices: account.invoices.filter((one) => one.invoiceId !== invoiceId),
})
const withoutPeriods = (
  account: Account.Account,
  isLeftOut: (period: BillingPeriod.BillingPeriod) => boolean,
): Account.Account => ({ ...account, periods: account.periods.filter((one) => !isLeftOut(one)) })

const settle = (account: Account.Account, invoiceId: string, amount: number, billing: Billing) =>
  Payments.settle(account, { invoiceId, receiptId: "money", amount, now: mar31 + DAY }, billing.rules)
const statusOf = (result: Result.Result<Account.Change, unknown>, invoiceId: string) =>
  Account.findInvoice(decided(result).account, invoiceId)?.status

describe("an invoice that is known as a receivable only", () => {
  const writeOff = { _tag: "WriteOff", now: mar1 } as const

  it("is asked for where a command changes it", () => {
    const billing = refused()
    const invoiceId = idOf(billing, 0)
    const part = Account.unchanged(summarised(billing.now(), invoiceId))
    expect(Account.applyToInvoice(part, invoiceId, writeOff)).toEqual(notLoaded(invoiceId))
  })

  it("is not asked for where another one is issued, or changed", () => {
    const billing = refused()
    billing.edit(withoutPeriods(summarised(billing.now(), idOf(billing, 0)), ({ cycle }) => cycle === 0))
    const issued = billing.payEarly(mar1)
    expect(billing.now().invoices.map(({ invoiceId }) => invoiceId)).toEqual([issued])
    const changed = Account.applyToInvoice(Account.unchanged(billing.now()), issued, writeOff)
    expect(statusOf(changed, issued)).toBe("UNCOLLECTIBLE")
  })
})

describe("the places of an account", () => {
  const cyclesOf = (account: Account.Account, withUnloaded?: boolean) =>
    placesOf(account, withUnloaded).map(({ period }) => period.cycle)

  it("are without a period whose fee was billed by a document that is not loaded, unless it is asked for", () => {
    const billing = makeAccount({ at: jan31, plan: ahead })
    billing.runUntil(feb28)
    expect(cyclesOf(billing.now())).toEqual([0, 1])
    const part = withoutInvoice(billing.now(), "invoice/sub/0/CYCLE/0")
    expect(cyclesOf(part)).toEqual([0])
    expect(cyclesOf(part, false)).toEqual([0])
    expect(cyclesOf(part, true)).toEqual([0, 1])
  })

  it("are without a period whose subscription is not loaded", () => {
    const billing = refused()
    expect(placesOf({ ...billing.now(), subscription: null })).toEqual([])
  })
})

describe("voiding an invoice whose period is not loaded", () => {
  it("forgives it, for nothing of it is billed again", () => {
    const billing = refused()
    const invoiceId = idOf(billing, 0)
    const part = withoutPeriods(billing.now(), ({ cycle }) => cycle === 0)
    const command = { invoiceId, rebill: false, now: mar1 }
    expect(statusOf(Voids.voidInvoice(part, command, billing.rules), invoiceId)).toBe("VOID")
  })

  it("asks for it where it is billed again, also beside that cycle of an earlier subscription", () => {
    const billing = makeAccount({ at: on(1, 15) })
    billing.cancel(jan31)
    const second = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_1" }
    const subscribe = { ...second, coupon: null, now: jan31 }
    billing.apply(Subscribe.subscribe(billing.now(), subscribe, billing.rules))
    billing.answerWith(declined)
    billing.runUntil(feb28)
    const invoiceId = "invoice/second/0/CYCLE/0"
    const isItsPeriod = (one: BillingPeriod.BillingPeriod) =>
      one.cycle === 0 && one.subscriptionId === "second"
    const part = withoutPeriods(billing.now(), isItsPeriod)
    expect(part.periods.map(({ subscriptionId, cycle }) => [subscriptionId, cycle])).toEqual([
      ["sub", 0],
      ["second", 1],
    ])
    const command = { invoiceId, rebill: true, now: mar1 }
    expect(Voids.voidInvoice(part, command, billing.rules)).toEqual(notLoaded(invoiceId))
    expect(statusOf(Voids.voidInvoice(billing.now(), command, billing.rules), invoiceId)).toBe("VOID")
  })
})

describe("money for a document", () => {
  /** The boundary's document has the usage of the first cycle and the fee of the second one, and was refused. */
  const ofTwoCycles = (): Billing => {
    const billing = makeAccount({ at: jan31, plan: ahead })
    billing.use("messages", 10, jan31)
    billing.answerWith(declined)
    billing.runUntil(feb28)
    return billing
  }

  it("of two cycles asks for it where one of their periods is not loaded", () => {
    const billing = ofTwoCycles()
    const invoiceId = "invoice/sub/0/CYCLE/0"
    const part = withoutPeriods(billing.now(), ({ cycle }) => cycle === 1)
    expect(settle(part, invoiceId, 10_020, billing)).toEqual(notLoaded(invoiceId))
    expect(statusOf(settle(billing.now(), invoiceId, 10_020, billing), invoiceId)).toBe("PAID")
  })

  it("that is known already needs nothing else, for it changes nothing", () => {
    const billing = ofTwoCycles()
    const invoiceId = "invoice/sub/0/CYCLE/0"
    const paid = decided(settle(billing.now(), invoiceId, 10_020, billing)).account
    const part = withoutPeriods(paid, ({ cycle }) => cycle === 1)
    expect(settle(part, invoiceId, 10_020, billing)).toEqual(Result.succeed(Account.unchanged(part)))
  })

  it("of a cycle whose fee was billed in advance asks for the document of that fee", () => {
    const billing = makeAccount({ at: jan31, plan: ahead })
    billing.runUntil(feb28)
    billing.use("messages", 10, mar1)
    billing.answerWith(declined)
    billing.apply(Lifecycle.scheduleCancel(billing.now(), mar1, billing.rules))
    billing.runUntil(mar31)
    const invoiceId = "invoice/sub/1/CYCLE/0"
    expect(Account.findInvoice(billing.now(), invoiceId)?.lines.map(({ amount }) => amount)).toEqual([30])
    const part = withoutInvoice(billing.now(), "invoice/sub/0/CYCLE/0")
    expect(settle(part, invoiceId, 30, billing)).toEqual(notLoaded("invoice/sub/0/CYCLE/0"))
    expect(statusOf(settle(billing.now(), invoiceId, 30, billing), invoiceId)).toBe("PAID")
  })

  it("with a fee in arrears needs no period of a cycle that it bills late usage of", () => {
    const billing = makeAccount({ at: jan31 })
    billing.runUntil(feb28)
    billing.answerWith(declined)
    billing.apply(lateUsage(billing, feb28 - 1, mar1))
    billing.runUntil(mar31)
    const invoiceId = "invoice/sub/1/CYCLE/0"
    const invoice = Account.findInvoice(billing.now(), invoiceId)
    expect(invoice?.lines.map(({ item }) => item.cycle)).toEqual([1, 0])
    const part = withoutPeriods(billing.now(), ({ cycle }) => cycle === 0)
    expect(statusOf(settle(part, invoiceId, 10_005, billing), invoiceId)).toBe("PAID")
  })
})

describe("money for one cycle", () => {
  /** The account with a period in which the subscription was active for its first half only. */
  const halved = (account: Account.Account, subscriptionId: string): Account.Account => ({
    ...account,
    periods: account.periods.map((period) => {
      if (period.subscriptionId !== subscriptionId || period.cycle !== 0) return period
      const span = { from: period.startAt, to: (period.startAt + period.endAt) / 2 }
      return { ...period, segments: period.segments.map((segment) => ({ ...segment, spans: [span] })) }
    }),
  })
  const granted = (result: Result.Result<Account.Change, unknown>) =>
    decided(result).account.vouchers.map(({ balance }) => balance)

  it("gives back what is not due of its own fee, and nothing of another cycle", () => {
    const billing = makeAccount({ at: jan31 })
    billing.runUntil(feb28)
    billing.answerWith(declined)
    billing.runUntil(mar31)
    const account = halved(billing.now(), "sub")
    expect(granted(settle(account, "invoice/sub/1/CYCLE/0", 9990, billing))).toEqual([])
    const owing = refused()
    const paid = settle(halved(owing.now(), "sub"), "invoice/sub/0/CYCLE/0", 9990, owing)
    expect(granted(paid)).toEqual([4995])
  })

  it("gives back nothing of that cycle of an earlier subscription", () => {
    const billing = makeAccount({ at: on(1, 15) })
    billing.runUntil(on(2, 15))
    billing.cancel(on(2, 15))
    const second = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_1" }
    const subscribe = { ...second, coupon: null, now: on(2, 15) }
    billing.apply(Subscribe.subscribe(billing.now(), subscribe, billing.rules))
    billing.answerWith(declined)
    billing.runUntil(on(3, 15))
    const paid = "invoice/second/0/CYCLE/0"
    expect(granted(settle(halved(billing.now(), "sub"), paid, 9990, billing))).toEqual([])
  })
})
