// Dunning as timelines: what the gateway is asked on which day, and what the subscription is told.
import { describe, expect, it } from "vitest"
import { Operators, Voids } from "../../../src/index.ts"
import { answerTo, approved, card, declined, makeAccount, stolen, unknown } from "../../support/account.ts"
import { feb28, HOUR, idOf, jan31, on, other, refused, says, statuses, threeOwed } from "./fixtures.ts"

describe("an invoice that is refused", () => {
  it("is tried 1, 3, 7 and 14 days after; that dunning is exhausted is told once (E12)", () => {
    const billing = refused()
    billing.runUntil(on(12, 31))
    expect(billing.asks()).toEqual([
      "02-28 charge 0/CYCLE/0/0",
      "03-01 charge 0/CYCLE/0/1",
      "03-03 charge 0/CYCLE/0/2",
      "03-07 charge 0/CYCLE/0/3",
      "03-14 charge 0/CYCLE/0/4",
    ])
    expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-14 exhausted"])
    expect(statuses(billing).slice(0, 3)).toEqual([
      "0/CYCLE/0 PAYMENT_FAILED",
      "1/CYCLE/0 OPEN",
      "2/CYCLE/0 OPEN",
    ])
  })

  it("and accepted on a later day ends it: the next document is charged when it is issued", () => {
    const billing = refused()
    billing.answerWith(says({ "0/CYCLE/0/1": declined }, approved))
    billing.runUntil(on(3, 31))
    expect(billing.asks().slice(1)).toEqual([
      "03-01 charge 0/CYCLE/0/1",
      "03-03 charge 0/CYCLE/0/2",
      "03-31 charge 1/CYCLE/0/0",
    ])
    expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-03 ACTIVE"])
    expect(billing.now().subscription?.dunning).toBeNull()
  })

  it("counts from the refusal, also of an early payment", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.payEarly(on(2, 10) + HOUR)
    billing.runUntil(on(2, 27))
    expect(billing.asks()).toEqual([
      "02-10 01:00:00.000 charge 0/CYCLE/0/0",
      "02-11 01:00:00.000 charge 0/CYCLE/0/1",
      "02-13 01:00:00.000 charge 0/CYCLE/0/2",
      "02-17 01:00:00.000 charge 0/CYCLE/0/3",
      "02-24 01:00:00.000 charge 0/CYCLE/0/4",
    ])
  })
})

describe("a round", () => {
  it("tries the oldest first and goes on after a success in the same instant", () => {
    const billing = threeOwed()
    billing.answerWith(approved)
    billing.runUntil(on(3, 12))
    expect(billing.asks().slice(3)).toEqual([
      "03-05 charge 0/CYCLE/0/3",
      "03-05 charge 0/CYCLE/1/0",
      "03-05 charge 1/CUT/0/0",
    ])
    expect(billing.standings()).toEqual(["02-26 PAST_DUE", "03-05 ACTIVE"])
  })

  it("that comes late tries nothing before what has happened meanwhile", () => {
    const billing = refused()
    billing.pay(idOf(billing, 0), on(3, 1) + HOUR)
    billing.runUntil(on(3, 2))
    const attempts = billing.now().invoices[0]?.attempts ?? []
    expect(attempts.map(({ startedAt }) => startedAt)).toEqual([feb28, on(3, 1) + HOUR, on(3, 1) + HOUR])
  })

  it("that comes late, as another process paid after the end of the cycle, tries nothing before that", () => {
    const billing = refused()
    const late = on(3, 31) + HOUR
    billing.pay(idOf(billing, 0), late)
    billing.runUntil(on(3, 2))
    const attempts = billing.now().invoices[0]?.attempts ?? []
    expect(attempts.map(({ startedAt }) => startedAt)).toEqual([feb28, late, late])
  })

  it("stops at a refusal; the next one begins with the oldest that is left", () => {
    const billing = threeOwed()
    billing.answerWith(says({ "0/CYCLE/1/0": declined }, approved))
    billing.runUntil(on(3, 12))
    expect(billing.asks().slice(3)).toEqual([
      "03-05 charge 0/CYCLE/0/3",
      "03-05 charge 0/CYCLE/1/0",
      "03-12 charge 0/CYCLE/1/1",
      "03-12 charge 1/CUT/0/0",
    ])
    expect(billing.standings()).toEqual(["02-26 PAST_DUE", "03-12 ACTIVE"])
  })

  it("takes what the boundary of its own instant issues", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.payEarly(on(2, 27))
    billing.use("messages", 1, on(2, 27))
    billing.answerWith(approved)
    billing.runUntil(feb28)
    expect(billing.asks().slice(1)).toEqual(["02-28 charge 0/CYCLE/0/1", "02-28 charge 0/CYCLE/1/0"])
    expect(billing.standings()).toEqual(["02-27 PAST_DUE", "02-28 ACTIVE"])
  })

  it("leaves an invoice alone that somebody is paying, and tries the next one", () => {
    const billing = threeOwed({ paymentMethods: [card, other] })
    billing.answerWith(unknown)
    billing.pay(idOf(billing, 0), on(3, 4), "pm_2")
    billing.answerWith(declined)
    billing.runUntil(on(3, 5))
    expect(
      billing
        .asks()
        .filter((ask) => ask.includes("charge"))
        .slice(3),
    ).toEqual(["03-04 charge 0/CYCLE/0/3", "03-05 charge 0/CYCLE/1/0"])
  })
})

describe("while the outcome of a round is unknown", () => {
  it("it waits, and goes on when the answer is good", () => {
    const billing = threeOwed()
    billing.answerWith(says({ "0/CYCLE/0/3": unknown }, approved))
    billing.findWith((_, at) => (at === on(3, 5) + HOUR ? approved : unknown))
    billing.runUntil(on(3, 12))
    expect(billing.asks().slice(3)).toEqual([
      "03-05 charge 0/CYCLE/0/3",
      "03-05 00:05:00.000 lookup 0/CYCLE/0/3",
      "03-05 01:00:00.000 lookup 0/CYCLE/0/3",
      "03-05 01:00:00.000 charge 0/CYCLE/1/0",
      "03-05 01:00:00.000 charge 1/CUT/0/0",
    ])
    expect(billing.standings()).toEqual(["02-26 PAST_DUE", "03-05 01:00:00.000 ACTIVE"])
  })

  it("it waits, and ends when the answer is a refusal", () => {
    const billing = threeOwed()
    billing.answerWith(says({ "0/CYCLE/0/3": unknown }, approved))
    billing.findWith(declined)
    billing.runUntil(on(3, 6))
    expect(billing.asks().slice(4)).toEqual(["03-05 00:05:00.000 lookup 0/CYCLE/0/3"])
    expect(billing.now().subscription).toMatchObject({ status: "PAST_DUE", dunning: { attemptId: null } })
  })

  it("a day of the schedule passes without a charge", () => {
    const billing = refused()
    billing.answerWith(unknown)
    billing.findWith((_, at) => (at === on(3, 4) ? declined : unknown))
    billing.runUntil(on(3, 7))
    expect(billing.asks().slice(1)).toEqual([
      "03-01 charge 0/CYCLE/0/1",
      "03-01 00:05:00.000 lookup 0/CYCLE/0/1",
      "03-01 01:00:00.000 lookup 0/CYCLE/0/1",
      "03-02 lookup 0/CYCLE/0/1",
      "03-03 lookup 0/CYCLE/0/1",
      "03-04 lookup 0/CYCLE/0/1",
      "03-07 charge 0/CYCLE/0/2",
    ])
  })

  it("another method waits too, and is tried at once when the one before it turns out refused", () => {
    const billing = refused({ paymentMethods: [card, other] })
    billing.answerWith(({ paymentMethod }) => (paymentMethod.paymentMethodId === "pm_2" ? approved : unknown))
    billing.findWith((_, at) => (at === on(3, 2) ? declined : unknown))
    billing.runUntil(on(3, 1))
    billing.changeMethod("pm_2", on(3, 1) + 1)
    billing.runUntil(on(3, 3))
    expect(billing.asks().slice(4)).toEqual(["03-02 lookup 0/CYCLE/0/1", "03-02 charge 0/CYCLE/0/2"])
    expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-02 ACTIVE"])
  })

  it("no other invoice is tried either", () => {
    const billing = threeOwed()
    billing.answerWith(unknown)
    billing.runUntil(on(12, 31))
    const charges = billing.asks().filter((ask) => ask.includes("charge"))
    expect(charges.slice(3)).toEqual(["03-05 charge 0/CYCLE/0/3"])
    expect(billing.standings()).toEqual(["02-26 PAST_DUE"])
  })

  it("old news told again after the last day changes nothing", () => {
    const billing = refused()
    billing.answerWith(says({ "0/CYCLE/0/4": unknown }))
    billing.runUntil(on(3, 15))
    const before = billing.now()
    const first = { invoiceId: idOf(billing, 0), attemptId: "attempt/invoice/sub/0/CYCLE/0/0" }
    billing.apply(answerTo(billing, { ...first, answer: declined, now: on(3, 16) }))
    expect(billing.now()).toBe(before)
  })

  it.each([
    ["declined", declined, ["03-14 01:00:00.000 exhausted"]],
    ["approved", approved, ["03-14 01:00:00.000 ACTIVE"]],
    ["still unknown", unknown, []],
  ])("of the last day it is not exhausted before the truth is known: %s", (_, truth, told) => {
    const billing = refused()
    billing.answerWith(says({ "0/CYCLE/0/4": unknown }))
    billing.findWith((_, at) => (at === on(3, 14) + HOUR ? truth : unknown))
    billing.runUntil(on(3, 30))
    expect(billing.standings().slice(1)).toEqual(told)
  })

  it("of another invoice on the last day it is exhausted when that one is known, in view or not", () => {
    const billing = threeOwed({ paymentMethods: [card, other] })
    billing.runUntil(on(3, 11))
    billing.answerWith(unknown)
    const invoiceId = idOf(billing, 0)
    billing.pay(invoiceId, on(3, 11), "pm_2")
    billing.answerWith(stolen)
    billing.runUntil(on(3, 12))
    const attemptId = "attempt/invoice/sub/0/CYCLE/0/4"
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: approved, now: on(3, 13) }))
    billing.edit({ invoices: billing.now().invoices.filter(({ status }) => status !== "PAID") })
    billing.runUntil(on(3, 20))
    expect(billing.standings()).toEqual(["02-26 PAST_DUE", "03-13 exhausted"])
  })
})

describe("dunning ends, and nothing is tried or told any more, when the last invoice that is owed", () => {
  it.each([
    [
      "is voided",
      (billing: ReturnType<typeof refused>, now: number) =>
        Voids.voidInvoice(billing.now(), { invoiceId: idOf(billing, 0), rebill: false, now }, billing.rules),
    ],
    [
      "is written off",
      (billing: ReturnType<typeof refused>, now: number) =>
        Operators.operate(billing.now(), idOf(billing, 0), { _tag: "WriteOff", now }, billing.rules),
    ],
  ])("%s", (_, end) => {
    const billing = refused()
    billing.apply(end(billing, on(3, 2)))
    billing.answerWith(approved)
    billing.runUntil(on(3, 31))
    expect(billing.asks().slice(1)).toEqual(["03-31 charge 1/CYCLE/0/0"])
    expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-02 ACTIVE"])
  })

  it("is an early document that a cancellation voids", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(declined)
    billing.payEarly(jan31)
    billing.cancel(jan31)
    expect(billing.now().subscription?.dunning).toBeNull()
    billing.runUntil(on(12, 31))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 VOID"])
    expect(billing.standings()).toEqual(["01-31 PAST_DUE", "01-31 CANCELLED"])
  })
})
