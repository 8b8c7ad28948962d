// A fee in advance whose payment fails after the units or the plan were changed: what is due of it is billed again at
// once, and not only at the boundary, which may be a year away. GAP-174
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { type BillingPolicy, Lifecycle, QuantityChanges, Subscribe } from "../../../src/index.ts"
import { approved, card, dayOf, declined, makeAccount, slipUntil } from "../../support/account.ts"
import { ahead, monthly, plan, pro, proMonthly, yearly } from "../../support/billing.ts"
import { DAY, feb28, jan31, on } from "./fixtures.ts"

const feb14 = on(2, 14)
const seats = ahead(plan, { amount: 1000, quantityAllowed: true })
const free = ahead(plan, { amount: 0, quantityAllowed: true })
const seatsInArrears = plan.intervals.map((one) => ({ ...one, amount: 1000, quantityAllowed: true }))
/** Four seats whose first fee is on a slip until 14 February. */
const onSlip = (planIntervalId?: string, policy: Partial<BillingPolicy> = {}) =>
  makeAccount({
    policy,
    at: jan31,
    plan: seats,
    quantity: 4,
    answer: slipUntil(feb14),
    ...(planIntervalId !== undefined && { planIntervalId }),
  })
type Billing = ReturnType<typeof makeAccount>
const have = (billing: Billing, quantity: number, now: number) =>
  billing.apply(QuantityChanges.changeQuantity(billing.now(), { quantity, now }, billing.rules))
const shown = (billing: Billing) =>
  billing.now().invoices.map(({ kind, status, totalAmount }) => `${kind} ${status} ${totalAmount}`)

describe("a slip for the first fee that expires", () => {
  it("after a lower quantity is followed by one for what is due, and who does not pay it is PAST_DUE", () => {
    const billing = onSlip()
    have(billing, 3, on(2, 7))
    billing.answerWith(declined)
    billing.runUntil(feb28 - 5 * DAY)
    // A quarter of the cycle with four seats, and the rest with three.
    expect(shown(billing)).toEqual(["CREATION VOID 4000", "REISSUE PAYMENT_FAILED 3250"])
    expect(billing.now().subscription?.status).toBe("PAST_DUE")
    billing.answerWith(approved)
    billing.runUntil(feb28)
    expect(shown(billing)).toEqual(["CREATION VOID 4000", "REISSUE PAID 3250", "CYCLE PAID 3000"])
  })

  it("is followed by one that is as late, so that a new slip for it keeps nobody from being PAST_DUE", () => {
    const billing = onSlip(yearly)
    billing.answerWith((_, at) => slipUntil(at + 3 * DAY))
    have(billing, 3, on(2, 10))
    billing.runUntil(on(2, 20))
    expect(shown(billing)).toEqual(["CREATION VOID 4000", "REISSUE OPEN 3027"])
    expect(billing.standings()).toEqual(["02-18 03:00:00.000 PAST_DUE"])
    const again = { quantity: 2, now: on(2, 20) }
    const refused = QuantityChanges.changeQuantity(billing.now(), again, billing.rules)
    expect(Result.isFailure(refused) && refused.failure._tag).toBe("SubscriptionTransitionInvalid")
    const [, reissue] = billing.now().invoices
    expect(reissue?.dueAt).toBe(jan31)
    billing.settle(reissue?.invoiceId ?? "", 3027, on(2, 20))
    expect(billing.now().subscription?.status).toBe("ACTIVE")
  })

  it("has the days of grace that the invoice before it had", () => {
    const billing = onSlip(yearly, { graceMillis: 30 * DAY })
    billing.answerWith((_, at) => slipUntil(at + 3 * DAY))
    have(billing, 3, on(2, 10))
    billing.runUntil(on(2, 20))
    expect(billing.standings()).toEqual([])
    have(billing, 2, on(2, 20))
    billing.runUntil(on(3, 20))
    expect(billing.standings()).toEqual(["03-04 03:00:00.000 PAST_DUE"])
  })

  it("of a year, too", () => {
    const billing = onSlip(yearly)
    have(billing, 3, jan31)
    billing.answerWith(approved)
    billing.runUntil(feb28)
    expect(shown(billing)).toEqual(["CREATION VOID 4000", "REISSUE PAID 3000"])
  })

  it("after another plan is followed by one for the days of the old plan", () => {
    const billing = onSlip()
    billing.answerWith(approved)
    const toPro = { plan: ahead(pro, { quantityAllowed: true }), planIntervalId: proMonthly, now: on(2, 7) }
    billing.apply(Lifecycle.changePlan(billing.now(), toPro, billing.rules))
    billing.runUntil(feb28 - DAY)
    expect(shown(billing)).toEqual(["CREATION VOID 4000", "CHANGE PAID 89970", "REISSUE PAID 1000"])
  })
})

describe("a fee that nobody paid and that a command bills again", () => {
  /** Four seats of a year. Dunning is exhausted after a day, which pauses them, and an invoice has 30 days of grace. */
  const suspended = (): Billing => {
    const days = { graceMillis: 30 * DAY, dunningDays: [1] }
    const billing = onSlip(yearly, { ...days, onExhausted: "PAUSE" })
    billing.answerWith(declined)
    billing.runUntil(on(2, 19) + DAY)
    expect(shown(billing)).toEqual(["CREATION VOID 4000", "PAUSE OPEN 210"])
    return billing
  }
  const dueDates = (billing: Billing) =>
    billing.now().invoices.map(({ kind, dueAt }) => `${kind} ${dayOf(dueAt)}`)

  it("is billed again at once after a lower quantity, and not only at the boundary", () => {
    const billing = suspended()
    billing.resume(on(2, 21))
    expect(billing.now().subscription?.status).toBe("ACTIVE")
    have(billing, 1, on(2, 22))
    expect(shown(billing).slice(1)).toEqual([
      "PAUSE VOID 210",
      "RESUME VOID 3769",
      "REISSUE OPEN 210",
      "REISSUE OPEN 950",
    ])
    expect(dueDates(billing).slice(3)).toEqual(["REISSUE 01-31", "REISSUE 02-21"])
    billing.runUntil(on(12, 31))
    expect(billing.standings().at(-1)).toBe("03-02 PAST_DUE")
  })

  it.each([
    ["a pause", "PAUSE", (billing: Billing) => billing.pause(on(2, 28))],
    [
      "another plan",
      "CHANGE",
      (billing: Billing) => {
        const toPro = {
          plan: ahead(pro, { quantityAllowed: true }),
          planIntervalId: proMonthly,
          now: on(2, 28),
        }
        return billing.apply(Lifecycle.changePlan(billing.now(), toPro, billing.rules))
      },
    ],
    ["the end", "FINAL", (billing: Billing) => billing.cancel(on(2, 28))],
  ])("is due as before on the invoice of %s, which begins no other days of grace", (_, kind, command) => {
    const billing = suspended()
    billing.resume(on(2, 21))
    command(billing)
    expect(dueDates(billing).at(-1)).toBe(`${kind} 01-31`)
    if (kind === "PAUSE") billing.resume(on(3, 1))
    billing.runUntil(on(3, 20))
    if (kind !== "FINAL") expect(billing.standings().at(-1)).toBe("03-02 PAST_DUE")
  })
})

describe("what waits for the boundary, as it is due only then", () => {
  it.each([
    ["by itself", false],
    ["after a subscription whose fee was in advance", true],
  ])("is a fee in arrears that was paid early, %s", (_, isSecond) => {
    const arrears = { ...plan, intervals: seatsInArrears }
    const billing = makeAccount({ at: jan31, plan: isSecond ? free : arrears, quantity: 4 })
    if (isSecond) {
      billing.cancel(jan31)
      const { paymentMethodId } = card
      const second = { subscriptionId: "second", plan: arrears, planIntervalId: monthly, quantity: 4 }
      const command = { ...second, paymentMethodId, coupon: null, now: jan31 }
      billing.apply(Subscribe.subscribe(billing.now(), command, billing.rules))
    }
    billing.answerWith(slipUntil(feb14))
    billing.payEarly(on(2, 2))
    have(billing, 3, on(2, 7))
    billing.answerWith(approved)
    billing.runUntil(feb28 - DAY)
    expect(shown(billing)).toEqual(["CYCLE VOID 4000"])
    billing.runUntil(feb28)
    expect(shown(billing)).toEqual(["CYCLE VOID 4000", "CYCLE PAID 3250"])
  })

  it("is the next fee in advance", () => {
    const billing = makeAccount({ at: jan31, plan: seats, quantity: 4 })
    billing.answerWith(slipUntil(feb14))
    billing.payEarly(on(2, 2))
    have(billing, 3, on(2, 7))
    billing.answerWith(approved)
    billing.runUntil(feb28 - DAY)
    expect(shown(billing)).toEqual(["CREATION PAID 4000", "CYCLE VOID 4000"])
    billing.runUntil(feb28)
    expect(shown(billing)).toEqual(["CREATION PAID 4000", "CYCLE VOID 4000", "CYCLE PAID 3000"])
  })
})
