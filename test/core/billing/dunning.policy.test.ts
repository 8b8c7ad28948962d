// What the policy makes of dunning: what happens when it is exhausted, a schedule without days, grace.
import { describe, expect, it } from "vitest"
import { Due, Lifecycle, Usage } from "../../../src/index.ts"
import { card, declined, makeAccount, rulesOf, stolen, unknown } from "../../support/account.ts"
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

describe("what the policy wants when dunning is exhausted", () => {
  const usedAndRefused = (onExhausted: "STAY" | "PAUSE" | "CANCEL"): Billing => {
    const billing = refused({ policy: { onExhausted } })
    billing.use("messages", 2, on(3, 10))
    return billing
  }

  it.each([
    ["STAY", ["03-14 exhausted"], ["1/CYCLE/0 OPEN"], [9996]],
    ["PAUSE", ["03-14 exhausted", "03-14 PAUSED"], ["1/PAUSE/0 OPEN"], [4518]],
    ["CANCEL", ["03-14 exhausted", "03-14 CANCELLED"], ["1/FINAL/0 OPEN"], [4518]],
  ] as const)("%s: its documents are issued and not charged", (onExhausted, told, documents, totals) => {
    const billing = usedAndRefused(onExhausted)
    billing.runUntil(on(4, 1))
    expect(billing.standings().slice(1)).toEqual(told)
    expect(statuses(billing).slice(1)).toEqual(documents)
    expect(
      billing
        .now()
        .invoices.slice(1)
        .map(({ totalAmount }) => totalAmount),
    ).toEqual(totals)
    expect(billing.asks()).toHaveLength(5)
  })

  it("PAUSE keeps what was scheduled: the end at the boundary comes without another document", () => {
    const billing = refused({ policy: { onExhausted: "PAUSE" } })
    billing.apply(Lifecycle.scheduleCancel(billing.now(), on(3, 1), billing.rules))
    billing.runUntil(on(5, 1))
    expect(billing.standings().slice(1)).toEqual(["03-14 exhausted", "03-14 PAUSED", "03-31 CANCELLED"])
    expect(statuses(billing).slice(1)).toEqual(["1/PAUSE/0 OPEN"])
  })

  it("PAUSE and an end at the boundary: usage from before the pause that came late is on a FINAL document", () => {
    const billing = refused({ policy: { onExhausted: "PAUSE" } })
    billing.apply(Lifecycle.scheduleCancel(billing.now(), on(3, 1), billing.rules))
    billing.runUntil(on(3, 20))
    billing.apply(
      Usage.recordUsage(
        billing.now(),
        {
          events: [{ eventId: "late", meter: "messages", quantity: 1000, occurredAt: on(3, 10) }],
          known: [],
          now: on(3, 20),
        },
        billing.rules,
      ),
    )
    billing.runUntil(on(5, 1))
    expect(billing.now().invoices.map(({ kind, totalAmount }) => [kind, totalAmount])).toEqual([
      ["CYCLE", 9990],
      ["PAUSE", 4512],
      ["FINAL", 3000],
    ])
  })

  it("PAUSE leaves what was paused as often as the policy allows in a cycle as it is", () => {
    const billing = makeAccount({ at: jan31, policy: { onExhausted: "PAUSE", pausesMax: 1 } })
    billing.pause(on(2, 1))
    billing.resume(on(2, 1))
    billing.answerWith(declined)
    billing.payEarly(on(2, 2))
    billing.runUntil(on(2, 20))
    expect(billing.standings().slice(2)).toEqual(["02-02 PAST_DUE", "02-16 exhausted"])
  })

  it.each(["PAUSE", "CANCEL"] as const)(
    "%s of what has ended is told, and changes nothing",
    (onExhausted) => {
      const billing = refused({ policy: { onExhausted } })
      billing.cancel(on(3, 2))
      billing.runUntil(on(12, 31))
      expect(billing.standings()).toEqual(["02-28 PAST_DUE", "03-02 CANCELLED", "03-14 exhausted"])
    },
  )

  it.each([
    ["PAUSE", "PAUSED", 0],
    ["PAUSE", "PAUSED", 28],
    ["CANCEL", "CANCELLED", 0],
    ["CANCEL", "CANCELLED", 28],
  ] as const)(
    "%s that bills again what was owed charges nothing, and dunning stays exhausted: told once (%s, grace %s)",
    (onExhausted, status, graceDays) => {
      const billing = makeAccount({ at: jan31, policy: { onExhausted, graceMillis: graceDays * DAY } })
      billing.answerWith(declined)
      billing.payEarly(jan31)
      const kind = onExhausted === "PAUSE" ? "PAUSE" : "FINAL"
      billing.runUntil(on(12, 31))
      expect(statuses(billing)).toEqual(["0/CYCLE/0 VOID", `0/${kind}/0 OPEN`])
      expect(billing.asks().filter((ask) => ask.includes(kind))).toEqual([])
      expect(billing.standings()).toEqual(["01-31 PAST_DUE", "02-14 exhausted", `02-14 ${status}`])
      expect(billing.now().subscription?.dunning?.exhaustedAt).toBe(on(2, 14))
    },
  )

  it("what bills again a debt that a card was refused for for good waits for another card", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [card, other] })
    billing.answerWith(stolen)
    billing.payEarly(jan31)
    billing.cancel(on(2, 2))
    billing.runUntil(on(12, 31))
    expect(billing.asks()).toEqual(["01-31 charge 0/CYCLE/0/0"])
    expect(billing.standings()).toEqual(["01-31 PAST_DUE", "02-02 CANCELLED", "02-14 exhausted"])
  })
})

describe("a policy without days", () => {
  it.each([
    ["STAY", ["02-28 PAST_DUE", "02-28 exhausted"]],
    ["CANCEL", ["02-28 PAST_DUE", "02-28 exhausted", "02-28 CANCELLED"]],
  ] as const)("tries nothing again: %s at the refusal itself, told once", (onExhausted, told) => {
    const billing = makeAccount({ at: jan31, policy: { dunningDays: [], onExhausted } })
    billing.answerWith(declined)
    billing.runUntil(on(12, 31))
    expect(billing.asks()).toEqual(["02-28 charge 0/CYCLE/0/0"])
    expect(billing.standings()).toEqual(told)
  })

  it("ends with a pause at the same instant, which voids the early document and has nothing to bill", () => {
    const billing = makeAccount({ at: jan31, policy: { dunningDays: [], onExhausted: "PAUSE" } })
    billing.answerWith(declined)
    billing.payEarly(jan31)
    billing.runUntil(jan31)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 VOID"])
    expect(billing.now().subscription).toMatchObject({ status: "PAUSED", dunning: null })
  })

  it("waits for an outcome all the same", () => {
    const billing = makeAccount({ at: jan31, paymentMethods: [card, other], policy: { dunningDays: [] } })
    billing.answerWith(says({ "0/CYCLE/0/0": declined }, unknown))
    billing.runUntil(feb28)
    expect(billing.standings()).toEqual(["02-28 PAST_DUE", "02-28 exhausted"])
    billing.findWith((_, at) => (at === on(3, 2) + HOUR ? declined : unknown))
    billing.changeMethod("pm_2", on(3, 2))
    billing.runUntil(on(3, 5))
    expect(billing.standings().slice(2)).toEqual(["03-02 01:00:00.000 exhausted"])
  })
})

describe("a policy with grace", () => {
  const policy = { graceMillis: 2 * DAY }
  const withoutMethod = (): Billing => {
    const billing = makeAccount({ at: jan31, policy })
    billing.edit({ paymentMethods: [] })
    billing.runUntil(feb28 + 2 * DAY - 1)
    return billing
  }

  it("makes an open invoice delinquent when it is over, and the days count from then", () => {
    const billing = withoutMethod()
    expect(billing.standings()).toEqual([])
    billing.runUntil(feb28 + 2 * DAY)
    expect(billing.standings()).toEqual(["03-02 PAST_DUE"])
    expect(billing.now().subscription?.pastDueReason).toBe("NO_PAYMENT_METHOD")
    billing.edit({ paymentMethods: [card] })
    billing.runUntil(on(12, 31))
    expect(billing.asks().slice(0, 2)).toEqual(["03-03 charge 0/CYCLE/0/0", "03-31 charge 1/CYCLE/0/0"])
  })

  it("ends dunning where another policy has more of it, before the next try or the end of the days", () => {
    for (const day of [2, 10, 14]) {
      const billing = makeAccount({ at: jan31, policy: { onExhausted: "CANCEL" } })
      billing.edit({ paymentMethods: [] })
      billing.runUntil(day === 14 ? on(3, 14) - 1 : on(3, day))
      expect(billing.standings()).toEqual(["02-28 PAST_DUE"])
      const more = rulesOf({ onExhausted: "CANCEL", graceMillis: 20 * DAY })
      const next = Due.nextDue(billing.now(), more)
      if (next !== null) billing.apply(Due.takeStep(billing.now(), next, more))
      expect(billing.now().subscription).toMatchObject({ status: "ACTIVE", dunning: null })
      expect(Due.nextDue(billing.now(), more)).toMatchObject({ kind: "DELINQUENCY", at: on(3, 20) })
    }
  })

  it("is none for a refusal", () => {
    const billing = refused({ policy })
    expect(billing.standings()).toEqual(["02-28 PAST_DUE"])
    billing.runUntil(on(3, 1))
    expect(billing.asks()).toEqual(["02-28 charge 0/CYCLE/0/0", "03-01 charge 0/CYCLE/0/1"])
  })

  it.each([
    ["in flight by then keeps it from that", on(3, 2) - 1, []],
    ["started at that instant cures nothing", on(3, 2), ["03-02 PAST_DUE"]],
    ["started later cures nothing", on(3, 2) + 1, ["03-02 PAST_DUE"]],
  ])("an attempt that is %s", (_, at, told) => {
    const billing = withoutMethod()
    billing.runUntil(at)
    billing.answerWith(unknown)
    billing.edit({ paymentMethods: [card] })
    billing.pay(idOf(billing, 0), at)
    billing.runUntil(on(3, 3))
    expect(billing.standings()).toEqual(told)
  })
})
