// A fee that was paid ahead and is no longer due: what goes back, in numbers that can be checked by hand. Starter is
// 9990 for the 28 days from 31 January; a day is 9990 / 28.
import { describe, expect, it } from "vitest"
import { Lifecycle, Operators, Threshold } from "../../../src/index.ts"
import { declined, makeAccount } from "../../support/account.ts"
import { pro, proMonthly } from "../../support/billing.ts"

const DAY = 86_400_000
const at = Date.UTC(2026, 0, 31)

type Billing = ReturnType<typeof makeAccount>

const refund = (billing: Billing, invoiceId: string, amount: number): void => {
  const command = { _tag: "Refund", refundId: `refund of ${amount}`, amount, now: at } as const
  billing.apply(Operators.operate(billing.now(), invoiceId, command, billing.rules))
}
const vouchers = (billing: Billing) => billing.now().vouchers.map(({ amount }) => amount)
/** The gross amounts that left the fees of the first cycle, and when. */
const credits = (billing: Billing) =>
  billing.now().periods[0]?.credits.map(({ parts, at }) => [parts.map(({ amount }) => amount), at])

/** 9990 of fee and 12 of usage, paid ahead. */
const paidAhead = () => {
  const billing = makeAccount({ at })
  billing.use("messages", 4, at)
  return { billing, invoiceId: billing.payEarly(at) }
}

describe("a fee that was paid ahead", () => {
  it("goes back by the share of its time; usage in the same document stays", () => {
    const { billing } = paidAhead()
    billing.pause(at + 14 * DAY)
    expect(vouchers(billing)).toEqual([4995])
    expect(credits(billing)).toEqual([[[4995], at + 14 * DAY]])
  })

  it("goes back less the refund's share: half of 10002 was refunded, so half of 4995 goes back", () => {
    const { billing, invoiceId } = paidAhead()
    refund(billing, invoiceId, 5001)
    billing.cancel(at + 14 * DAY)
    // round(4995 × 5001 / 10002)
    expect(vouchers(billing)).toEqual([2498])
    expect(credits(billing)).toEqual([[[2498], at + 14 * DAY]])
    expect(billing.now().invoices[0]).toMatchObject({ amountRefunded: 5001, amountCredited: 2498 })
  })

  it("goes back not at all where all of it was refunded, and stays billed", () => {
    const { billing, invoiceId } = paidAhead()
    refund(billing, invoiceId, 10_002)
    billing.cancel(at + 14 * DAY)
    expect(vouchers(billing)).toEqual([])
    expect(credits(billing)).toEqual([])
    expect(billing.now().invoices.map(({ kind }) => kind)).toEqual(["CYCLE"])
  })

  it("goes back from the newest document first, after a resume that was paid ahead too", () => {
    const { billing } = paidAhead()
    billing.pause(at + 14 * DAY)
    billing.resume(at + 21 * DAY)
    // Of 21 days 7493 are due and 4995 stand billed: 2498, of which the voucher of the credit pays all.
    expect(billing.upcoming(at + 21 * DAY).lines.map(({ amount }) => amount)).toEqual([2498])
    billing.payEarly(at + 21 * DAY)
    billing.cancel(at + 21 * DAY + 3.5 * DAY)
    // Of 17.5 days 6244 are due: 7493 − 6244 go back.
    expect(credits(billing)?.slice(1)).toEqual([[[1249], at + 24.5 * DAY]])
    expect(billing.now().invoices.map(({ amountCredited }) => amountCredited)).toEqual([4995, 1249])
    // The voucher of the first credit had paid them: they go back to it.
    expect(billing.now().vouchers.map(({ amount, balance }) => [amount, balance])).toEqual([
      [4995, 4995 - 1249],
    ])
  })

  it("of a whole document that is not needed goes back whole, and the document before it stays", () => {
    const { billing } = paidAhead()
    billing.pause(at + 14 * DAY)
    billing.resume(at + 21 * DAY)
    billing.payEarly(at + 21 * DAY)
    billing.cancel(at + 21 * DAY)
    expect(credits(billing)?.slice(1)).toEqual([[[2498], at + 21 * DAY]])
    expect(billing.now().invoices.map(({ kind, amountCredited }) => [kind, amountCredited])).toEqual([
      ["CYCLE", 4995],
      ["CYCLE", 2498],
    ])
  })
})

describe("what is corrected", () => {
  const documents = (billing: Billing) =>
    billing.now().invoices.map(({ kind, status, amountCredited }) => [kind, status, amountCredited])
  const toPro = (billing: Billing, now: number) =>
    billing.apply(
      Lifecycle.changePlan(billing.now(), { plan: pro, planIntervalId: proMonthly, now }, billing.rules),
    )
  const cutAbove = (billing: Billing, value: number) =>
    billing.apply(Threshold.setThreshold(billing.now(), { value, currency: "BRL", now: at }, billing.rules))

  it("is the cycle whose fee is no longer due, and no other", () => {
    const billing = makeAccount({ at })
    billing.runUntil(at + 28 * DAY)
    billing.payEarly(at + 28 * DAY)
    billing.cancel(at + 28 * DAY)
    expect(
      billing
        .now()
        .periods.map(({ credits }) => credits.flatMap(({ parts }) => parts.map(({ amount }) => amount))),
    ).toEqual([[], [9990]])
    expect(documents(billing)).toEqual([
      ["CYCLE", "PAID", 0],
      ["CYCLE", "PAID", 9990],
    ])
  })

  it("is the document that has the fee, also where a newer one has only usage", () => {
    const billing = makeAccount({ at })
    billing.payEarly(at)
    cutAbove(billing, 5)
    billing.use("messages", 4, at)
    billing.cancel(at + 14 * DAY)
    expect(documents(billing)).toEqual([
      ["CYCLE", "PAID", 4995],
      ["CUT", "PAID", 0],
    ])
  })

  it("is voided where nobody paid it; unpaid usage stays owed", () => {
    const billing = makeAccount({ at })
    billing.answerWith(declined)
    billing.payEarly(at)
    cutAbove(billing, 5)
    billing.use("messages", 4, at)
    billing.cancel(at + 14 * DAY)
    expect(documents(billing)).toEqual([
      ["CYCLE", "VOID", 0],
      ["CUT", "OPEN", 0],
      ["FINAL", "OPEN", 0],
    ])
  })

  it("is no fee of an earlier plan that is due as it was billed, though it is unpaid", () => {
    const billing = makeAccount({ at })
    billing.answerWith(declined)
    toPro(billing, at + 7 * DAY)
    billing.cancel(at + 14 * DAY)
    expect(documents(billing)).toEqual([
      ["CHANGE", "PAYMENT_FAILED", 0],
      ["FINAL", "OPEN", 0],
    ])
  })

  it("is the fee of the later plan alone, where that was not paid", () => {
    const billing = makeAccount({ at })
    toPro(billing, at + 7 * DAY)
    billing.answerWith(declined)
    billing.payEarly(at + 7 * DAY)
    billing.cancel(at + 14 * DAY)
    expect(documents(billing)).toEqual([
      ["CHANGE", "PAID", 0],
      ["CYCLE", "VOID", 0],
      ["FINAL", "PAYMENT_FAILED", 0],
    ])
  })
})
