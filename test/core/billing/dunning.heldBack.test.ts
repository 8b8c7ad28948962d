// Documents that wait because dunning runs, within a grace period: they are owed, and not delinquent yet. They join the
// rounds, and are charged when dunning is over.
import { describe, expect, it } from "vitest"
import { Account, Lifecycle, Operators, Receipts, Subscribe, Threshold, Voids } from "../../../src/index.ts"
import { approved, boleto, card, declined, makeAccount, slipUntil } from "../../support/account.ts"
import { monthly, plan } from "../../support/billing.ts"
import {
  type Billing,
  DAY,
  feb28,
  HOUR,
  idOf,
  jan31,
  on,
  other,
  refused,
  says,
  statuses,
} from "./fixtures.ts"

const policy = { graceMillis: 10 * DAY }
const mar2 = on(3, 2)

/** Two cuts are issued on 2 March, while dunning of the first cycle's document runs. */
const heldBack = (options: Parameters<typeof refused>[0] = {}): Billing => {
  const billing = refused({ policy, paymentMethods: [card, other], ...options })
  billing.runUntil(mar2)
  const threshold = { value: 5, currency: "BRL", now: mar2 }
  billing.apply(Threshold.setThreshold(billing.now(), threshold, billing.rules))
  billing.use("messages", 2, mar2)
  billing.use("messages", 3, mar2 + 1)
  expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED", "1/CUT/0 OPEN", "1/CUT/1 OPEN"])
  expect(billing.asks()).toEqual(["02-28 charge 0/CYCLE/0/0", "03-01 charge 0/CYCLE/0/1"])
  return billing
}

/** What was asked and told after that. */
const since = (billing: Billing) => [billing.asks().slice(2), billing.standings().slice(1)]

describe("what was held back while dunning ran", () => {
  it("is charged where a round succeeds", () => {
    const billing = heldBack()
    billing.answerWith(approved)
    billing.runUntil(on(3, 30))
    expect(since(billing)).toEqual([
      ["03-03 charge 0/CYCLE/0/2", "03-03 charge 1/CUT/0/0", "03-03 charge 1/CUT/1/0"],
      ["03-03 ACTIVE"],
    ])
  })

  it("is charged where another method succeeds", () => {
    const billing = heldBack()
    billing.answerWith(approved)
    billing.changeMethod("pm_2", mar2 + HOUR)
    expect(since(billing)).toEqual([
      [
        "03-02 01:00:00.000 charge 0/CYCLE/0/2",
        "03-02 01:00:00.000 charge 1/CUT/0/0",
        "03-02 01:00:00.000 charge 1/CUT/1/0",
      ],
      ["03-02 01:00:00.000 ACTIVE"],
    ])
    const methods = billing.charges().map(({ paymentMethod }) => paymentMethod.paymentMethodId)
    expect(methods.slice(2)).toEqual(["pm_2", "pm_2", "pm_2"])
  })

  it.each<[string, (billing: Billing) => unknown]>([
    ["is paid by hand", (billing) => billing.pay(idOf(billing, 0), on(3, 3) - HOUR)],
    ["is settled", (billing) => billing.settle(idOf(billing, 0), 9990, on(3, 3) - HOUR)],
    [
      "is paid by a voucher",
      (billing) => {
        const at = on(3, 3) - HOUR
        const voucher = { voucherId: "v", name: "Goodwill", currency: "BRL", amount: 9990, at }
        billing.apply(Receipts.grantVoucher(Account.unchanged(billing.now()), voucher))
        const applied = { invoiceId: idOf(billing, 0), voucherId: "v", amount: null, now: at }
        billing.apply(Operators.applyVoucher(billing.now(), applied, billing.rules))
      },
    ],
    [
      "is voided",
      (billing) => {
        const command = { invoiceId: idOf(billing, 0), rebill: false, now: on(3, 3) - HOUR }
        billing.apply(Voids.voidInvoice(billing.now(), command, billing.rules))
      },
    ],
    [
      "is written off",
      (billing) => {
        const command = { _tag: "WriteOff", now: on(3, 3) - HOUR } as const
        billing.apply(Operators.operate(billing.now(), idOf(billing, 0), command, billing.rules))
      },
    ],
  ])("is charged where what is delinquent %s", (_, end) => {
    const billing = heldBack()
    billing.answerWith(approved)
    end(billing)
    billing.runUntil(on(3, 30))
    const asked = billing.asks().filter((ask) => ask.includes("CUT"))
    expect(asked).toEqual(["03-02 23:00:00.000 charge 1/CUT/0/0", "03-02 23:00:00.000 charge 1/CUT/1/0"])
    expect(billing.standings().slice(1)).toEqual(["03-02 23:00:00.000 ACTIVE"])
    expect(billing.now().subscription?.dunning).toBeNull()
  })

  it("is charged where its own refusal starts dunning again, and the rest of it joins that", () => {
    const billing = heldBack()
    billing.answerWith(says({ "0/CYCLE/0/2": approved }))
    billing.runUntil(on(3, 4))
    expect(since(billing)).toEqual([
      [
        "03-03 charge 0/CYCLE/0/2",
        "03-03 charge 1/CUT/0/0",
        "03-03 charge 1/CUT/1/0",
        "03-04 charge 1/CUT/0/1",
      ],
      ["03-03 ACTIVE", "03-03 PAST_DUE"],
    ])
  })

  it("waits where a method is missing, until its day", () => {
    const billing = heldBack()
    billing.edit({ paymentMethods: [] })
    billing.settle(idOf(billing, 0), 9990, on(3, 3) - HOUR)
    billing.runUntil(on(3, 12) + 1)
    expect(billing.asks()).toHaveLength(2)
    expect(billing.standings().slice(1)).toEqual(["03-02 23:00:00.000 ACTIVE", "03-12 PAST_DUE"])
  })

  it("has its slip after that of what is delinquent, and waits no longer", () => {
    const billing = heldBack({ paymentMethods: [card, boleto] })
    billing.answerWith((_, at) => slipUntil(at + 3 * DAY))
    billing.changeMethod("pm_slip", mar2 + HOUR)
    billing.runUntil(mar2 + 2 * HOUR)
    expect(billing.asks().slice(2)).toEqual([
      "03-02 01:00:00.000 charge 0/CYCLE/0/2",
      "03-02 01:00:00.000 charge 1/CUT/0/0",
      "03-02 01:00:00.000 charge 1/CUT/1/0",
    ])
    billing.answerWith(approved)
    billing.settle(idOf(billing, 0), 9990, on(3, 3) - HOUR)
    billing.runUntil(on(3, 4))
    expect(billing.asks()).toHaveLength(5)
  })

  it("of exhausted dunning is charged with a method that pays what is delinquent", () => {
    const days = { graceMillis: 10 * DAY, dunningDays: [1] }
    const billing = refused({ policy: days, paymentMethods: [card, other] })
    billing.runUntil(on(3, 31))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED", "1/CYCLE/0 OPEN"])
    billing.answerWith(approved)
    billing.changeMethod("pm_2", on(3, 31))
    billing.runUntil(on(4, 29))
    expect(billing.asks().slice(2)).toEqual(["03-31 charge 0/CYCLE/0/2", "03-31 charge 1/CYCLE/0/0"])
    expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-01 exhausted", "03-31 ACTIVE"])
  })

  it("is charged before it is written off with what is delinquent, and is written off once that is refused", () => {
    const days = {
      graceMillis: 30 * DAY,
      dunningDays: [],
      onExhausted: "PAUSE",
      writeOffAfterDays: 20,
    } as const
    const [feb14, mar6] = [on(2, 14), on(3, 6)]
    const billing = makeAccount({ at: jan31, policy: days })
    billing.answerWith(declined)
    billing.apply(
      Threshold.setThreshold(billing.now(), { value: 5, currency: "BRL", now: feb14 }, billing.rules),
    )
    billing.use("messages", 2, feb14)
    billing.runUntil(mar6 - 1)
    expect(statuses(billing)).toEqual(["0/CUT/0 PAYMENT_FAILED", "0/PAUSE/0 OPEN"])
    billing.runUntil(mar6)
    expect(billing.asks()).toEqual(["02-14 charge 0/CUT/0/0", "03-06 charge 0/PAUSE/0/0"])
    expect(statuses(billing)).toEqual(["0/CUT/0 UNCOLLECTIBLE", "0/PAUSE/0 UNCOLLECTIBLE"])
  })

  it("of what has ended is charged beside another subscription, which is left alone", () => {
    const billing = refused({ policy })
    billing.apply(Lifecycle.cancel(billing.now(), feb28 + HOUR, billing.rules))
    const second = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_1" }
    billing.apply(
      Subscribe.subscribe(billing.now(), { ...second, coupon: null, now: feb28 + HOUR }, billing.rules),
    )
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED", "1/FINAL/0 OPEN"])
    billing.answerWith(approved)
    billing.runUntil(on(3, 2))
    expect(billing.asks().slice(1)).toEqual(["03-01 charge 0/CYCLE/0/1", "03-01 charge 1/FINAL/0/0"])
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAID", "1/FINAL/0 PAID"])
  })
})
