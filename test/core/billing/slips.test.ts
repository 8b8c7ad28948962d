// Bank slips of an account: when one is given up, the next one, the card that takes its place, and money that comes
// late or short.
import { describe, expect, it } from "vitest"
import { Boletos, Payments, Threshold } from "../../../src/index.ts"
import {
  approved,
  boleto,
  card,
  decided,
  declined,
  makeAccount,
  slipUntil,
  unknown,
} from "../../support/account.ts"
import { type Billing, DAY, feb28, HOUR, idOf, jan31, on, statuses, threeOwed } from "./fixtures.ts"

/** The end of a day in São Paulo, which is three hours behind. */
const endOf = (month: number, day: number): number => on(month, day + 1) + 3 * HOUR - 1

/** Billed by slips; the first one, of 28 February, can be paid until the end of Tuesday, 3 March. */
const bySlip = (options: { readonly holidays?: ReadonlyArray<string> } = {}): Billing => {
  const billing = makeAccount({ at: jan31, paymentMethods: [boleto, card], policy: options })
  billing.answerWith(slipUntil(endOf(3, 3)))
  billing.runUntil(feb28)
  return billing
}

const payByCard = (
  billing: Billing,
  invoiceId: string,
  now: number,
  over: Partial<Payments.PayCommand> = {},
) => {
  const { paymentMethodId } = card
  const command = { invoiceId, paymentMethodId, expectedPayableAmount: null, now, ...over }
  const slip = Boletos.slipToCancel(billing.now(), command, billing.rules)
  return {
    slip,
    pay: () =>
      Payments.pay(billing.now(), { ...command, cancelledAttemptId: slip?.attemptId ?? null }, billing.rules),
  }
}

describe("a slip that is not paid", () => {
  it.each([
    ["Thursday", [], endOf(3, 5)],
    ["Friday, Wednesday being a holiday", ["2026-03-04"], endOf(3, 6)],
    ["Monday, the rest of the week being holidays", ["2026-03-04", "2026-03-05", "2026-03-06"], endOf(3, 10)],
  ])("expires right after two business days: %s", (_, holidays, last) => {
    const billing = bySlip({ holidays })
    billing.runUntil(last)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 OPEN"])
    expect(billing.standings()).toEqual([])
    billing.runUntil(last + 1)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 EXPIRED"])
    expect(billing.steps()).toContain(
      `${new Date(last + 1).toISOString().slice(5, 10)} 03:00:00.000 SLIP_EXPIRY`,
    )
    expect(billing.now().subscription).toMatchObject({ status: "PAST_DUE", pastDueReason: "BOLETO_EXPIRED" })
  })

  it("expires when it is found, where that is after its last day", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [boleto, card] })
    billing.answerWith(unknown)
    billing.runUntil(feb28)
    billing.findWith(unknown)
    // No engine runs until 20 March, and then the gateway cannot tell.
    billing.runUntil(on(3, 20), on(3, 20))
    billing.findWith(slipUntil(endOf(3, 3)))
    billing.runUntil(on(3, 20) + HOUR)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 EXPIRED"])
    expect(billing.steps().slice(-2)).toEqual(["03-20 00:55:00.000 LOOKUP", "03-20 00:55:00.000 SLIP_EXPIRY"])
  })

  it("is never tried again: each round issues a new one, and none while one can be paid", () => {
    const billing = bySlip()
    billing.answerWith((_, at) => slipUntil(at + 2 * DAY))
    billing.runUntil(on(12, 31))
    expect(billing.asks()).toEqual([
      "02-28 charge 0/CYCLE/0/0",
      // Expired on 6 March: the days are 7, 9, 13 and 20 March. The slip of the 7th expires on the 12th.
      "03-07 03:00:00.000 charge 0/CYCLE/0/1",
      "03-13 03:00:00.000 charge 0/CYCLE/0/2",
      "03-20 03:00:00.000 charge 0/CYCLE/0/3",
    ])
    expect(new Set(billing.charges().map(({ attemptId }) => attemptId)).size).toBe(4)
    const { attempts } = billing.now().invoices[0] ?? {}
    expect(attempts?.map(({ status }) => status)).toEqual(["EXPIRED", "EXPIRED", "EXPIRED", "EXPIRED"])
  })

  it("lets its round go on with the next invoice, and only its own round", () => {
    const billing = threeOwed()
    billing.answerWith(slipUntil(endOf(4, 30)))
    billing.runUntil(on(3, 5))
    expect(billing.asks().slice(3)).toEqual([
      "03-05 charge 0/CYCLE/0/3",
      "03-05 charge 0/CYCLE/1/0",
      "03-05 charge 1/CUT/0/0",
    ])
    billing.use("messages", 2, on(3, 6))
    billing.settle(idOf(billing, 0), 1, on(3, 6))
    expect(statuses(billing).slice(3)).toEqual(["1/CUT/1 OPEN"])
    billing.runUntil(on(3, 12))
    expect(billing.asks().slice(6)).toEqual(["03-12 charge 1/CUT/1/0"])
  })

  it("of the last day exhausts dunning when it expires", () => {
    const billing = bySlip()
    billing.answerWith((_, at) => slipUntil(at + 2 * DAY))
    billing.runUntil(on(12, 31))
    expect(billing.standings()).toEqual(["03-06 03:00:00.000 PAST_DUE", "03-25 03:00:00.000 exhausted"])
  })

  it("pays late, and ends dunning", () => {
    const billing = bySlip()
    billing.runUntil(endOf(3, 5) + 1)
    billing.settle(idOf(billing, 0), 9990, on(3, 7))
    billing.runUntil(on(3, 30))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAID"])
    expect(billing.standings()).toEqual(["03-06 03:00:00.000 PAST_DUE", "03-07 ACTIVE"])
    expect(billing.asks()).toHaveLength(1)
  })

  it("for a fee that a cancellation took back in part is voided, and what is due is billed", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [boleto, card] })
    billing.answerWith(slipUntil(endOf(2, 10)))
    billing.payEarly(jan31)
    billing.cancel(on(2, 10) + 12 * HOUR)
    billing.answerWith(slipUntil(endOf(2, 18)))
    billing.runUntil(on(2, 14))
    expect(
      billing.now().invoices.map(({ kind, status, totalAmount }) => [kind, status, totalAmount]),
    ).toEqual([
      ["CYCLE", "VOID", 9990],
      ["REISSUE", "OPEN", 3746],
    ])
    expect(billing.asks().slice(1)).toEqual(["02-13 03:00:00.000 charge 0/REISSUE/0/0"])
    expect(billing.now().subscription?.dunning).toBeNull()
  })
})

describe("a card in the place of a slip", () => {
  it("is charged once the slip was cancelled, and the subscription stays ACTIVE meanwhile", () => {
    const billing = bySlip()
    billing.answerWith(unknown)
    const { slip, pay } = payByCard(billing, idOf(billing, 0), on(3, 2))
    expect(slip).toEqual(billing.charges()[0])
    billing.apply(pay())
    expect(
      billing.now().invoices[0]?.attempts.map(({ status, paymentMethodId }) => [status, paymentMethodId]),
    ).toEqual([
      ["CANCELLED", "pm_slip"],
      ["UNKNOWN", "pm_1"],
    ])
    billing.findWith(approved)
    billing.runUntil(on(3, 30))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAID"])
    expect(billing.standings()).toEqual([])
  })

  it("that is refused starts dunning", () => {
    const billing = bySlip()
    billing.answerWith(declined)
    billing.apply(payByCard(billing, idOf(billing, 0), on(3, 2)).pay())
    expect(billing.standings()).toEqual(["03-02 PAST_DUE"])
    billing.runUntil(on(3, 3))
    expect(billing.asks().slice(1)).toEqual(["03-02 charge 0/CYCLE/0/1", "03-03 charge 0/CYCLE/0/2"])
  })

  it.each([
    ["without its being cancelled", {}, "PaymentInProgress"],
    ["when another attempt was cancelled", { cancelledAttemptId: "another" }, "PaymentInProgress"],
  ])("is refused %s", (_, over, tag) => {
    const billing = bySlip()
    const wish = {
      invoiceId: idOf(billing, 0),
      paymentMethodId: "pm_1",
      expectedPayableAmount: null,
      now: on(3, 2),
    }
    expect(() => decided(Payments.pay(billing.now(), { ...wish, ...over }, billing.rules))).toThrow(tag)
  })

  it("of a slip that settles all the same is a surplus", () => {
    const billing = bySlip()
    billing.answerWith(approved)
    billing.apply(payByCard(billing, idOf(billing, 0), on(3, 2)).pay())
    billing.settle(idOf(billing, 0), 9990, on(3, 4))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAID"])
    expect(billing.now().vouchers).toMatchObject([{ amount: 9990, balance: 9990 }])
    expect(billing.now().invoices[0]?.attempts.map(({ status }) => status)).toEqual(["APPROVED", "APPROVED"])
  })

  it.each<[string, Partial<Payments.PayCommand>, (billing: Billing) => unknown]>([
    ["by a slip again", { paymentMethodId: "pm_slip" }, () => null],
    [
      "by the default, which is the slip",
      { paymentMethodId: null },
      (billing) => billing.edit({ paymentMethods: [{ ...boleto, isDefault: true }, card] }),
    ],
    ["by a card that there is not", { paymentMethodId: "none" }, () => null],
    ["of another amount", { expectedPayableAmount: 1 }, () => null],
    ["of an invoice that there is not", { invoiceId: "none" }, () => null],
    ["of what is paid", {}, (billing) => billing.settle(idOf(billing, 0), 9990, on(3, 1))],
    ["whose slip has expired", {}, (billing) => billing.runUntil(on(3, 6) + 3 * HOUR)],
    [
      "while a card is being charged",
      {},
      (billing) => {
        billing.answerWith(unknown)
        billing.apply(payByCard(billing, idOf(billing, 0), on(3, 2)).pay())
      },
    ],
  ])("cancels no slip for a payment %s", (_, over, meanwhile) => {
    const billing = bySlip()
    meanwhile(billing)
    expect(payByCard(billing, idOf(billing, 0), on(3, 6) + 4 * HOUR, over).slip).toBeNull()
  })
})

describe("a slip of 10,000 that settles 6,000", () => {
  const short = (): Billing => {
    const billing = makeAccount({ at: jan31, paymentMethods: [boleto, card] })
    billing.apply(
      Threshold.setThreshold(billing.now(), { value: 9_999, currency: "BRL", now: jan31 }, billing.rules),
    )
    billing.answerWith(slipUntil(endOf(2, 5)))
    billing.use("tokens", 200_000, on(2, 2))
    billing.settle(idOf(billing, 0), 6_000, on(2, 4))
    return billing
  }
  const state = (billing: Billing) => {
    const { status, payableAmount, amountPaid, attempts } = billing.now().invoices[0] ?? {}
    return [status, payableAmount, amountPaid, attempts?.map(({ status, amount }) => [status, amount])]
  }

  it("stays to be paid, and a card pays the 4,000 that are left", () => {
    const billing = short()
    expect(state(billing)).toEqual(["OPEN", 10_000, 6_000, [["PENDING", 10_000]]])
    billing.answerWith(approved)
    billing.apply(payByCard(billing, idOf(billing, 0), on(2, 5)).pay())
    expect(state(billing)).toEqual([
      "PAID",
      10_000,
      10_000,
      [
        ["CANCELLED", 10_000],
        ["APPROVED", 4_000],
      ],
    ])
    expect(billing.standings()).toEqual([])
  })

  it("expires all the same, and dunning tries the 4,000", () => {
    const billing = short()
    billing.answerWith(slipUntil(endOf(2, 20)))
    billing.runUntil(on(2, 12))
    expect(state(billing)).toEqual([
      "EXPIRED",
      10_000,
      6_000,
      [
        ["EXPIRED", 10_000],
        ["PENDING", 4_000],
      ],
    ])
    billing.settle(idOf(billing, 0), 4_000, on(2, 12))
    expect(billing.standings()).toEqual(["02-10 03:00:00.000 PAST_DUE", "02-12 ACTIVE"])
  })
})
