// Voiding: what an invoice took goes back, and, where it is to be, what it billed is billed again. Starter is 9990 for
// the 28 days from 31 January, a message is 3.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Account, Operators, Receipts, Subscribe, Threshold, Voids } from "../../../src/index.ts"
import { answerTo, approved, decided, declined, makeAccount, unknown } from "../../support/account.ts"
import { ahead, coupon, monthly, plan } from "../../support/billing.ts"
import { type Billing, DAY, feb28, idOf, jan31, on, refused } from "./fixtures.ts"

const feb10 = on(2, 10)

const told = (billing: Billing, index: number, rebill: boolean, now: number) =>
  Voids.voidInvoice(billing.now(), { invoiceId: idOf(billing, index), rebill, now }, billing.rules)
const voiding = (billing: Billing, index: number, rebill: boolean, now: number) =>
  billing.apply(told(billing, index, rebill, now))

/** What stands of each document: its kind, its status and its lines. */
const documents = (billing: Billing) =>
  billing
    .now()
    .invoices.map(({ kind, status, lines }) => [kind, status, ...lines.map(({ amount }) => amount)])
const upcoming = (billing: Billing, now: number) => billing.upcoming(now).lines.map(({ amount }) => amount)

/** 9990 of fee and 12 of usage, asked for on 31 January and refused. */
const refusedEarly = (options: Omit<Parameters<typeof makeAccount>[0], "at"> = {}): Billing => {
  const billing = makeAccount({ at: jan31, ...options })
  billing.use("messages", 4, jan31)
  billing.answerWith(declined)
  billing.payEarly(jan31)
  billing.answerWith(approved)
  return billing
}

/** A CUT of 12 that was refused and written off, so that the subscription is ACTIVE. */
const cut = (options: Omit<Parameters<typeof makeAccount>[0], "at"> = {}): Billing => {
  const billing = makeAccount({ at: jan31, ...options })
  const threshold = { value: 5, currency: "BRL", now: jan31 }
  billing.apply(Threshold.setThreshold(billing.now(), threshold, billing.rules))
  billing.answerWith(declined)
  billing.use("messages", 4, jan31)
  billing.answerWith(approved)
  const writeOff = { _tag: "WriteOff", now: jan31 } as const
  billing.apply(Operators.operate(billing.now(), idOf(billing, 0), writeOff, billing.rules))
  return billing
}

describe("what a voided invoice billed", () => {
  it("stays billed where it is forgiven", () => {
    const billing = refusedEarly()
    voiding(billing, 0, false, feb10)
    expect(documents(billing)).toEqual([["CYCLE", "VOID", 9990, 12]])
    expect(billing.now().invoices[0]?.rebilled).toBe(false)
    expect(upcoming(billing, feb10)).toEqual([])
    expect(billing.now().subscription).toMatchObject({ status: "ACTIVE", dunning: null })
  })

  it("is billed by the running document where its cycle has one", () => {
    const billing = refusedEarly()
    voiding(billing, 0, true, feb10)
    expect(documents(billing)).toEqual([["CYCLE", "VOID", 9990, 12]])
    expect(upcoming(billing, feb10)).toEqual([9990, 12])
  })

  it("is billed at once where the cycle is over", () => {
    const billing = makeAccount({ at: jan31 })
    billing.use("messages", 4, jan31)
    billing.answerWith(declined)
    billing.runUntil(feb28)
    billing.answerWith(approved)
    voiding(billing, 0, true, feb28 + DAY)
    expect(documents(billing)).toEqual([
      ["CYCLE", "VOID", 9990, 12],
      ["REISSUE", "PAID", 9990, 12],
    ])
    // Again is nothing, and is not billed a third time.
    expect(decided(told(billing, 0, true, feb28 + DAY))).toEqual(Account.unchanged(billing.now()))
  })

  it.each<[string, (billing: Billing) => unknown, string]>([
    ["paused", (billing) => billing.pause(jan31), "PAUSED"],
    ["cancelled", (billing) => billing.cancel(jan31), "CANCELLED"],
  ])("is billed at once where the subscription is %s", (_, end, status) => {
    const billing = cut()
    end(billing)
    expect(billing.now().subscription?.status).toBe(status)
    voiding(billing, 0, true, feb10)
    expect(documents(billing)).toEqual([
      ["CUT", "VOID", 12],
      ["REISSUE", "PAID", 12],
    ])
  })

  it.each([
    ["3.5 days later", 24.5, [["REISSUE", "PAID", 1249]]],
    ["at once", 21, []],
  ])("of a fee is what still is due: cancelled %s", (_, days, reissued) => {
    const billing = makeAccount({ at: jan31 })
    billing.payEarly(jan31)
    billing.pause(jan31 + 14 * DAY)
    billing.resume(jan31 + 21 * DAY)
    billing.edit({ vouchers: [] })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(jan31 + 21 * DAY)
    const attemptId = billing.charges().at(-1)?.attemptId ?? ""
    billing.answerWith(approved)
    billing.cancel(jan31 + days * DAY)
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: jan31 + 25 * DAY }))
    expect(documents(billing)).toEqual([["CYCLE", "PAID", 9990], ["CYCLE", "VOID", 2498], ...reissued])
  })
})

describe("what a voided invoice took", () => {
  it("goes back once: vouchers to themselves, money as a voucher", () => {
    const billing = makeAccount({ at: jan31 })
    const grant = (voucherId: string, amount: number) =>
      billing.apply(
        Receipts.grantVoucher(Account.unchanged(billing.now()), {
          voucherId,
          name: "Goodwill",
          currency: "BRL",
          amount,
          at: jan31,
        }),
      )
    grant("issue", 1000)
    billing.answerWith(declined)
    const invoiceId = billing.payEarly(jan31)
    grant("later", 500)
    const applied = { invoiceId, voucherId: "later", amount: null, now: jan31 }
    billing.apply(Operators.applyVoucher(billing.now(), applied, billing.rules))
    billing.settle(invoiceId, 2000, jan31 + 1)
    const balances = () => billing.now().vouchers.map(({ name, balance }) => [name, balance])
    expect(balances()).toEqual([
      ["Goodwill", 0],
      ["Goodwill", 0],
    ])
    voiding(billing, 0, false, feb10)
    voiding(billing, 0, false, feb10 + 1)
    expect(balances()).toEqual([
      ["Goodwill", 1000],
      ["Goodwill", 500],
      ["Payment of a voided invoice", 2000],
    ])
  })

  const discounts = (billing: Billing) => [
    billing.now().couponUses.map(({ amountRedeemed }) => amountRedeemed),
    billing.upcoming(feb10).discounts.map(({ type, amount }) => [type, amount]),
  ]

  it("of a coupon stays given where it is forgiven, and is given again where it is billed again", () => {
    // A tenth of 10002, once.
    const forgiven = refusedEarly({ coupon })
    const change = voiding(forgiven, 0, false, feb10)
    expect(change.couponCounts).toEqual([])
    expect(discounts(forgiven)).toEqual([[1000], []])
    const again = refusedEarly({ coupon })
    const { couponCounts } = voiding(again, 0, true, feb10)
    expect(couponCounts).toEqual([{ couponId: coupon.couponId, redemptions: 0, amount: -1000 }])
    expect(discounts(again)).toEqual([[0], [["COUPON", 1000]]])
    expect(again.now().subscription?.coupon?.discounted).toEqual([])
  })

  it("of a coupon is forgotten with the last document of its period that has any of it", () => {
    const billing = cut({ coupon })
    billing.answerWith(declined)
    billing.payEarly(feb10)
    expect(billing.now().invoices.map(({ discountAmount }) => discountAmount)).toEqual([1, 999])
    const periods = () => billing.now().subscription?.coupon?.discounted.map(({ cycle }) => cycle)
    voiding(billing, 0, true, feb10)
    expect(periods()).toEqual([0])
    voiding(billing, 1, true, feb10)
    expect(periods()).toEqual([])
  })

  it("of a coupon goes back for the rest of a cycle that is over, where what is billed again cannot take it", () => {
    const fixed = { ...coupon, discount: { type: "FIXED", amount: 5000, currency: "BRL" } } as const
    const billing = makeAccount({ at: jan31, plan: ahead(plan), coupon: fixed, answer: declined })
    const invoiceId = billing.now().invoices[0]?.invoiceId ?? ""
    const writeOff = { _tag: "WriteOff", now: jan31 } as const
    billing.apply(Operators.operate(billing.now(), invoiceId, writeOff, billing.rules))
    billing.answerWith(approved)
    billing.use("messages", 100, jan31)
    billing.cancel(jan31)
    expect(billing.now().invoices.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      "CREATION UNCOLLECTIBLE",
      "FINAL PAID",
    ])
    voiding(billing, 0, true, feb10)
    expect(billing.now().vouchers).toMatchObject([{ amount: 300 }])
    expect(billing.now().couponUses).toMatchObject([{ amountRedeemed: 300 }])
  })

  it("of a coupon beside a voucher is what the coupon gave, and of a voucher alone is nothing", () => {
    const byVoucher = (options: Omit<Parameters<typeof makeAccount>[0], "at">): Billing => {
      const billing = makeAccount({ at: jan31, ...options })
      const voucher = { voucherId: "v", name: "Goodwill", currency: "BRL", amount: 500, at: jan31 }
      billing.apply(Receipts.grantVoucher(Account.unchanged(billing.now()), voucher))
      billing.answerWith(declined)
      billing.payEarly(jan31)
      return billing
    }
    const both = voiding(byVoucher({ coupon }), 0, true, feb10)
    expect(both.couponCounts.map(({ amount }) => amount)).toEqual([-999])
    const worthless = { ...coupon, discount: { type: "PERCENTAGE", basisPoints: 0 } as const }
    expect(voiding(byVoucher({ coupon: worthless }), 0, true, feb10).couponCounts).toEqual([])
  })

  it("of a coupon that is gone is counted no more", () => {
    const billing = refusedEarly({ coupon })
    const { subscription } = billing.now()
    billing.edit({ subscription: subscription && { ...subscription, coupon: null } })
    expect(voiding(billing, 0, true, feb10).couponCounts).toEqual([])
    expect(billing.now().invoices[0]?.status).toBe("VOID")
  })

  it("of a coupon is forgotten for its own cycle, and what it billed is of its own cycle", () => {
    const billing = makeAccount({
      at: jan31,
      coupon: { ...coupon, duration: { type: "REPEATING", months: 3 } },
    })
    billing.runUntil(feb28)
    billing.answerWith(declined)
    billing.runUntil(on(3, 31))
    const periods = () => billing.now().subscription?.coupon?.discounted.map(({ cycle }) => cycle)
    expect(periods()).toEqual([0, 1])
    const change = voiding(billing, 1, true, on(3, 31) + 1)
    expect(change.couponCounts.map(({ amount }) => amount)).toEqual([-999, 999])
    expect(documents(billing)).toEqual([
      ["CYCLE", "PAID", 9990],
      ["CYCLE", "VOID", 9990],
      ["REISSUE", "PAYMENT_FAILED", 9990],
    ])
  })

  it("counts for no coupon where there is none", () => {
    const billing = refusedEarly()
    expect(voiding(billing, 0, true, feb10).couponCounts).toEqual([])
    expect(voiding(refused(), 0, true, feb28 + 1).couponCounts).toEqual([])
  })
})

describe("voiding is refused", () => {
  it("for an invoice that is not there", () => {
    const billing = makeAccount({ at: jan31 })
    const command = { invoiceId: "none", rebill: true, now: jan31 }
    expect(Voids.voidInvoice(billing.now(), command, billing.rules)).toEqual(
      Result.fail({ _tag: "InvoiceNotFound", invoiceId: "none" }),
    )
  })

  it("with rebilling for what an earlier subscription was billed, and forgives it without", () => {
    const billing = refused()
    billing.cancel(feb28 + 1)
    const second = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_1" }
    billing.apply(
      Subscribe.subscribe(billing.now(), { ...second, coupon: null, now: feb28 + 2 }, billing.rules),
    )
    expect(told(billing, 0, true, feb28 + 3)).toEqual(
      Result.fail({
        _tag: "InvoiceTransitionInvalid",
        invoiceId: idOf(billing, 0),
        status: "PAYMENT_FAILED",
        command: "Void",
      }),
    )
    voiding(billing, 0, false, feb28 + 3)
    expect(billing.now().invoices[0]?.status).toBe("VOID")
  })
})
