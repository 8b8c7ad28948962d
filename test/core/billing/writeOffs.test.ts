// Invoices that are written off by time: when, whose, and what waits for it.
import { describe, expect, it } from "vitest"
import {
  type Account,
  Dunning,
  type PaymentAttempt,
  Receivable,
  Subscribe,
  WriteOffs,
} from "../../../src/index.ts"
import {
  answerTo,
  approved,
  card,
  declined,
  makeAccount,
  notFound,
  rulesOf,
  slipUntil,
  unknown,
} from "../../support/account.ts"
import { monthly, plan } from "../../support/billing.ts"
import { DAY, feb28, HOUR, idOf, jan31, on, refused, statuses } from "./fixtures.ts"

const policy = { writeOffAfterDays: 20 }
const mar20 = on(3, 20)

/** What was told of a status, with its day. */
const changes = (told: ReadonlyArray<Account.BillingEvent>): ReadonlyArray<string> =>
  told.flatMap((one) =>
    one.type === "invoice.status_changed"
      ? [`${new Date(one.at).toISOString().slice(5, 10)} ${one.previousStatus} → ${one.invoice.status}`]
      : [],
  )

describe("an unpaid invoice", () => {
  it("is never written off by the defaults", () => {
    const billing = refused()
    billing.runUntil(on(12, 31))
    expect(statuses(billing)[0]).toBe("0/CYCLE/0 PAYMENT_FAILED")
  })

  it("is written off so many days after its due date, after its dunning, and the subscription recovers", () => {
    const billing = refused({ policy })
    billing.runUntil(mar20 - 1)
    expect([statuses(billing), billing.now().subscription?.status]).toEqual([
      ["0/CYCLE/0 PAYMENT_FAILED"],
      "PAST_DUE",
    ])
    billing.told()
    billing.runUntil(mar20)
    expect(billing.steps().at(-1)).toBe("03-20 WRITE_OFF")
    expect(statuses(billing)).toEqual(["0/CYCLE/0 UNCOLLECTIBLE"])
    expect(billing.now().subscription).toMatchObject({ status: "ACTIVE", dunning: null })
    expect(changes(billing.told())).toEqual(["03-20 PAYMENT_FAILED → UNCOLLECTIBLE"])
  })

  it("counts from its own due date, also where it was refused before that", () => {
    const billing = makeAccount({ at: jan31, policy })
    billing.answerWith(declined)
    billing.payEarly(jan31 + DAY)
    billing.runUntil(mar20 - 1)
    expect(statuses(billing)[0]).toBe("0/CYCLE/0 PAYMENT_FAILED")
    billing.runUntil(mar20)
    expect(statuses(billing)[0]).toBe("0/CYCLE/0 UNCOLLECTIBLE")
  })

  it("that was never tried, or whose slip expired, is written off as well", () => {
    const untried = makeAccount({ at: jan31, policy })
    untried.edit({ paymentMethods: [] })
    untried.runUntil(mar20)
    expect(statuses(untried)).toEqual(["0/CYCLE/0 UNCOLLECTIBLE"])
    const slipped = makeAccount({ at: jan31, policy })
    slipped.answerWith((_, at) => (at === feb28 ? slipUntil(at + 3 * DAY) : declined))
    slipped.edit({ paymentMethods: [card] })
    slipped.runUntil(mar20)
    expect(statuses(slipped)).toEqual(["0/CYCLE/0 UNCOLLECTIBLE"])
  })

  it("is paid by money that comes all the same", () => {
    const billing = refused({ policy })
    billing.runUntil(mar20)
    billing.settle(idOf(billing, 0), 9990, mar20 + DAY)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAID"])
  })

  it("of an earlier subscription is written off beside the one that took its place", () => {
    const billing = refused({ policy })
    billing.cancel(feb28 + HOUR)
    const second = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_1" }
    billing.apply(
      Subscribe.subscribe(billing.now(), { ...second, coupon: null, now: feb28 + HOUR }, billing.rules),
    )
    billing.answerWith(approved)
    billing.edit({ paymentMethods: [] })
    billing.runUntil(mar20 + HOUR)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 UNCOLLECTIBLE", "1/FINAL/0 UNCOLLECTIBLE"])
    expect(billing.now().formerSubscriptions).toMatchObject([{ status: "CANCELLED", dunning: null }])
    expect(billing.now().subscription).toMatchObject({ subscriptionId: "second", status: "ACTIVE" })
  })
})

describe("dunning of its subscription", () => {
  /** A slip of the boundary is due on 3 March and given up on the 5th: the rounds come on 6 and 25 March. */
  const slipped = (writeOffAfterDays = 21) => {
    const billing = makeAccount({ at: jan31, policy: { writeOffAfterDays, dunningDays: [1, 20] } })
    billing.answerWith((_, at) => (at === feb28 ? slipUntil(on(3, 3)) : declined))
    billing.runUntil(on(3, 6))
    return billing
  }

  it("keeps an invoice from it until the last round, which a slip has late, and that may bring the money", () => {
    const billing = slipped()
    const last = billing.now().subscription?.dunning?.startedAt ?? 0
    billing.runUntil(last + 20 * DAY - 1)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED"])
    billing.answerWith(approved)
    billing.runUntil(last + 20 * DAY)
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAID"])
  })

  it("is exhausted first, and then the invoice is written off at once", () => {
    const billing = slipped()
    const last = (billing.now().subscription?.dunning?.startedAt ?? 0) + 20 * DAY
    expect(last).toBeGreaterThan(feb28 + 21 * DAY)
    billing.runUntil(last - 1)
    billing.told()
    billing.runUntil(last)
    expect(changes(billing.told())).toEqual([
      `${new Date(last).toISOString().slice(5, 10)} PAYMENT_FAILED → UNCOLLECTIBLE`,
    ])
    expect(
      billing
        .steps()
        .slice(-3)
        .map((step) => step.split(" ").at(-1)),
    ).toEqual(["DUNNING", "DUNNING_EXHAUSTED", "WRITE_OFF"])
  })

  it("of a later invoice keeps an earlier one from it, and no longer than its own days", () => {
    const billing = refused({ policy: { writeOffAfterDays: 21, dunningDays: [20] } })
    billing.runUntil(on(3, 21))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 UNCOLLECTIBLE"])
  })
})

describe("an attempt in flight", () => {
  const waiting = (answer: PaymentAttempt.GatewayAnswer) => {
    const billing = makeAccount({ at: jan31, policy })
    billing.answerWith(answer)
    billing.findWith(notFound)
    billing.runUntil(on(3, 25))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 OPEN"])
    return billing
  }

  it("keeps an invoice from it, which is dunned when it is known to have brought nothing, and then written off", () => {
    const billing = waiting(unknown)
    const { invoiceId, attemptId } = billing.charges()[0] ?? { invoiceId: "", attemptId: "" }
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: declined, now: on(3, 25) + HOUR }))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAYMENT_FAILED"])
    billing.answerWith(declined)
    billing.runUntil(on(4, 8) + HOUR)
    expect(
      billing
        .asks()
        .filter((ask) => ask.includes("charge"))
        .slice(-4),
    ).toEqual([
      "03-26 01:00:00.000 charge 0/CYCLE/0/1",
      "03-28 01:00:00.000 charge 0/CYCLE/0/2",
      "04-01 01:00:00.000 charge 0/CYCLE/0/3",
      "04-08 01:00:00.000 charge 0/CYCLE/0/4",
    ])
    expect(statuses(billing)[0]).toBe("0/CYCLE/0 UNCOLLECTIBLE")
    expect(billing.steps().at(-1)).toBe("04-08 01:00:00.000 WRITE_OFF")
  })

  it("may bring the money, and then nothing is written off", () => {
    const billing = waiting(unknown)
    const { invoiceId, attemptId } = billing.charges()[0] ?? { invoiceId: "", attemptId: "" }
    billing.apply(answerTo(billing, { invoiceId, attemptId, answer: approved, now: on(3, 25) + HOUR }))
    billing.runUntil(on(3, 26))
    expect(statuses(billing)).toEqual(["0/CYCLE/0 PAID"])
  })

  it("has no instant of it, and neither has a policy that never does", () => {
    const [invoice] = refused().now().invoices
    if (invoice === undefined) throw new Error("no invoice")
    const owed = Receivable.receivableOf(invoice)
    const attempt = { ...invoice.attempts[0], status: "UNKNOWN" } as PaymentAttempt.PaymentAttempt
    expect(WriteOffs.writeOffAt(owed, null, rulesOf(policy))).toBe(mar20)
    expect(WriteOffs.writeOffAt({ ...owed, attempt }, null, rulesOf(policy))).toBeNull()
    expect(WriteOffs.writeOffAt(owed, null, rulesOf())).toBeNull()
  })

  it("has its instant after the last answer, and after its dunning", () => {
    const [invoice] = refused().now().invoices
    if (invoice === undefined) throw new Error("no invoice")
    const owed = { ...Receivable.receivableOf(invoice), updatedAt: feb28 }
    const spent = { ...Dunning.start(feb28), tries: 4, exhaustedAt: on(3, 14) }
    const at = (members: Partial<typeof owed>, dunning: Dunning.Dunning | null) =>
      WriteOffs.writeOffAt({ ...owed, ...members }, dunning, rulesOf(policy))
    expect(at({}, spent)).toBe(mar20)
    expect(at({ updatedAt: on(3, 25) }, null)).toBe(on(3, 25))
    expect(at({ updatedAt: on(3, 25) }, spent)).toBe(on(3, 25))
    expect(at({}, { ...spent, waitedUntil: on(3, 24) })).toBe(on(3, 24))
    expect(at({}, { ...spent, exhaustedAt: null, tries: 3 })).toBeNull()
    expect(at({}, { ...spent, attemptId: "attempt" })).toBeNull()
  })
})
