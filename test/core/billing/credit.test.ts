// What was paid ahead and is not due any more: what of it goes back, from where, and that it costs what one invoice at
// the end would have cost. Starter is 9990 for the 28 days from 31 January.
import { describe, expect, it } from "vitest"
import { type Coupon, Lifecycle, Operators, Payments, Threshold, Voids } from "../../../src/index.ts"
import { boleto, declined, makeAccount, slipUntil, unknown } from "../../support/account.ts"
import { coupon, pro, proMonthly } from "../../support/billing.ts"

const DAY = 86_400_000
const at = Date.UTC(2026, 0, 31)
const half = at + 14 * DAY
const end = at + 28 * DAY

type Billing = ReturnType<typeof makeAccount>

const fixed: Coupon.Coupon = {
  ...coupon,
  discount: { type: "FIXED", amount: 5000, currency: "BRL" },
  duration: { type: "FOREVER" },
}

const toPro = (billing: Billing, now: number) =>
  billing.apply(
    Lifecycle.changePlan(billing.now(), { plan: pro, planIntervalId: proMonthly, now }, billing.rules),
  )

/** What was charged, less what a voucher that was granted as credit still holds. */
const spent = (billing: Billing): number =>
  billing.charges().reduce((sum, { amount }) => sum + amount, 0) -
  billing.now().vouchers.reduce((sum, { balance, creditOf }) => (creditOf === null ? sum : sum + balance), 0)

const invoiceIdOf = (billing: Billing, index = 0): string => billing.now().invoices[index]?.invoiceId ?? ""

const grant = (billing: Billing, amount: number, expiresAt: number | null): void => {
  const voucher = {
    voucherId: "promo",
    name: "Promotion",
    currency: "BRL",
    amount,
    effectiveAt: at,
    expiresAt,
    now: at,
  }
  billing.apply(Operators.grant(billing.now(), voucher))
}

describe("FIXED 5000 for ever, and an event at half of the cycle", () => {
  const events: Record<string, (billing: Billing) => void> = {
    "pause and resume": (billing) => {
      billing.pause(half)
      billing.resume(half)
    },
    pause: (billing) => {
      billing.pause(half)
    },
    cancel: (billing) => {
      billing.cancel(half)
    },
    "change to Pro": (billing) => {
      toPro(billing, half)
    },
  }
  const table: ReadonlyArray<readonly [string, number]> = [
    ["pause and resume", 4990],
    ["pause", 0],
    ["cancel", 0],
    ["change to Pro", 14_990],
  ]

  it.each(table)("%s costs %i, paid ahead or not", (event, costs) => {
    for (const isPaidAhead of [false, true]) {
      const billing = makeAccount({ at, coupon: fixed })
      if (isPaidAhead) billing.payEarly(at)
      events[event]?.(billing)
      billing.runUntil(end)
      expect([isPaidAhead, spent(billing)]).toEqual([isPaidAhead, costs])
    }
  })
})

describe("what vouchers had paid", () => {
  it("goes back to these vouchers, and ends with them", () => {
    const billing = makeAccount({ at })
    grant(billing, 9990, at + DAY)
    billing.payEarly(at)
    billing.pause(half)
    billing.resume(half)
    expect(billing.now().vouchers.map(({ voucherId, balance }) => [voucherId, balance])).toEqual([
      ["promo", 0],
    ])
    expect(billing.now().invoices[0]?.credits).toMatchObject([
      { moneyAmount: 0, releases: [{ voucherId: "promo", amount: 4995 }] },
    ])
  })

  it("goes back after the money, the latest consumed first", () => {
    const billing = makeAccount({ at })
    grant(billing, 4000, null)
    billing.payEarly(at)
    billing.cancel(at + 7 * DAY)
    // Of 9990, paid by a voucher of 4000 and 5990 of money, 7493 - 1 are not due: all the money, and 1502 of the voucher.
    const [promo, credit] = billing.now().vouchers
    expect(promo).toMatchObject({ balance: 1502 })
    expect(credit).toMatchObject({ balance: 5990, creditOf: invoiceIdOf(billing) })
  })
})

describe("what was forgiven or refunded", () => {
  it("is not billed again after a void", () => {
    const billing = makeAccount({ at })
    billing.answerWith(declined)
    const invoiceId = billing.payEarly(at)
    billing.apply(Voids.voidInvoice(billing.now(), { invoiceId, rebill: false, now: at }, billing.rules))
    billing.pause(half)
    billing.resume(half)
    billing.runUntil(end)
    expect(billing.now().invoices.map(({ kind, status }) => [kind, status])).toEqual([["CYCLE", "VOID"]])
  })

  it("is not billed again after a full refund", () => {
    const billing = makeAccount({ at })
    const invoiceId = billing.payEarly(at)
    const refund = { _tag: "Refund", refundId: "refund", amount: null, now: at } as const
    billing.apply(Operators.operate(billing.now(), invoiceId, refund, billing.rules))
    billing.pause(at + DAY)
    billing.resume(at + DAY)
    billing.runUntil(end)
    expect(billing.now().invoices.map(({ kind, status }) => [kind, status])).toEqual([["CYCLE", "REFUNDED"]])
  })

  it("is credited for what was received of it: half was refunded, half of the unused rest goes back", () => {
    const billing = makeAccount({ at })
    const invoiceId = billing.payEarly(at)
    const refund = { _tag: "Refund", refundId: "refund", amount: 4995, now: at } as const
    billing.apply(Operators.operate(billing.now(), invoiceId, refund, billing.rules))
    billing.pause(half)
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([2498])
    billing.resume(half)
    // Nothing goes back twice, at whatever moment it is looked at again.
    billing.pause(half + DAY)
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([2498])
    billing.resume(half + DAY)
    billing.runUntil(end)
    // Of the whole fee 9990 − 2498 stay billed, of which the refund forgave a half.
    expect(billing.now().invoices.map(({ kind, totalAmount }) => [kind, totalAmount])).toEqual([
      ["CYCLE", 9990],
      ["CYCLE", 2498],
    ])
  })
})

describe("a cut that holds the money of a discount that sat on the fee", () => {
  const cutAfterFree = (isPaid: boolean): Billing => {
    const billing = makeAccount({
      at,
      coupon: { ...fixed, discount: { type: "FIXED", amount: 12_000, currency: "BRL" } },
    })
    billing.payEarly(at)
    billing.apply(
      Threshold.setThreshold(billing.now(), { value: 2000, currency: "BRL", now: at }, billing.rules),
    )
    if (!isPaid) billing.answerWith(declined)
    billing.use("messages", 1000, at)
    return billing
  }

  it("gives it back when the fee is not due any more", () => {
    const billing = cutAfterFree(true)
    // The fee took 9990 of 12000, the cut of 3000 the other 2010.
    expect(billing.now().invoices.map(({ payableAmount }) => payableAmount)).toEqual([0, 990])
    billing.cancel(at)
    expect(spent(billing)).toBe(0)
    expect(billing.now().invoices.map(({ amountCredited }) => amountCredited)).toEqual([0, 990])
  })

  it("gives it back when it is paid later", () => {
    const billing = cutAfterFree(false)
    billing.cancel(at)
    expect(billing.now().invoices.map(({ amountCredited }) => amountCredited)).toEqual([0, 0])
    billing.settle(invoiceIdOf(billing, 1), 990, at + DAY)
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([990])
  })
})

describe("a document that is paid ahead by a slip, and is not due any more while the slip is open", () => {
  const interrupted = (): Billing => {
    const billing = makeAccount({ at, paymentMethods: [{ ...boleto, isDefault: true }] })
    billing.answerWith((_, issuedAt) => slipUntil(issuedAt + 100 * DAY))
    billing.payEarly(at)
    billing.pause(at + 2 * DAY)
    billing.runUntil(at + 90 * DAY)
    return billing
  }

  it("keeps its period open, however long the slip lives", () => {
    expect(
      interrupted()
        .now()
        .periods.map(({ cycle, settled }) => [cycle, settled]),
    ).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, false],
    ])
  })

  it("is voided when the slip expires, and a REISSUE bills the two days", () => {
    const billing = interrupted()
    billing.runUntil(at + 110 * DAY)
    expect(
      billing.now().invoices.map(({ kind, status, totalAmount }) => [kind, status, totalAmount]),
    ).toEqual([
      ["CYCLE", "VOID", 9990],
      ["REISSUE", "OPEN", 714],
    ])
  })

  it("is credited when the money arrives", () => {
    const billing = interrupted()
    billing.settle(invoiceIdOf(billing), 9990, at + 95 * DAY)
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([9276])
  })
})

describe("an invoice that was written off", () => {
  it("gives nothing back while it is unpaid, and what is not due when it is paid after all", () => {
    const billing = makeAccount({ at })
    billing.answerWith(declined)
    const invoiceId = billing.payEarly(at)
    billing.apply(Operators.operate(billing.now(), invoiceId, { _tag: "WriteOff", now: at }, billing.rules))
    billing.pause(half)
    expect(billing.now().vouchers).toEqual([])
    billing.settle(invoiceId, 9990, half + DAY)
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([4995])
  })

  it("waits for a payment in flight, and gives back by what was received in the end", () => {
    const billing = makeAccount({ at })
    billing.answerWith(unknown)
    const invoiceId = billing.payEarly(at)
    billing.settle(invoiceId, 3330, at)
    billing.apply(Operators.operate(billing.now(), invoiceId, { _tag: "WriteOff", now: at }, billing.rules))
    billing.pause(half)
    expect(billing.now().vouchers).toEqual([])
    const [attempt] = billing.now().invoices[0]?.attempts ?? []
    const told = { invoiceId, attemptId: attempt?.attemptId ?? "", answer: declined, now: half + DAY }
    billing.apply(Payments.recordAnswer(billing.now(), told, billing.rules))
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([1665])
  })

  it("gives back what is not due when a voucher pays it after all", () => {
    const billing = makeAccount({ at })
    billing.answerWith(declined)
    const invoiceId = billing.payEarly(at)
    billing.apply(Operators.operate(billing.now(), invoiceId, { _tag: "WriteOff", now: at }, billing.rules))
    billing.cancel(half)
    grant(billing, 9990, null)
    const applied = { invoiceId, voucherId: "promo", amount: null, now: half + DAY }
    billing.apply(Operators.applyVoucher(billing.now(), applied, billing.rules))
    expect(billing.now().vouchers.map(({ balance }) => balance)).toEqual([4995])
  })
})
