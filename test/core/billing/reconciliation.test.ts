// Look-ups of unknown outcomes, as timelines of what the gateway is asked.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type Account,
  Due,
  defaultPolicy,
  Operators,
  type PaymentAttempt,
  Payments,
  Reconciliation,
  RetrySchedules,
} from "../../../src/index.ts"
import {
  answerTo,
  approved,
  card,
  decided,
  declined,
  makeAccount,
  notFound,
  slipUntil,
  unknown,
} from "../../support/account.ts"
import { type Billing, DAY, HOUR, jan31, on, other, statuses } from "./fixtures.ts"

const feb10 = on(2, 10)
const invoiceId = "invoice/sub/0/CYCLE/0"
/** How long the key can be used: a day, less the margin for clocks and calls. */
const usable = RetrySchedules.keyUsableMillis(defaultPolicy)
const attemptId = `attempt/${invoiceId}/0`

/** Paid early on 10 February, with an outcome that nobody knows. */
const unanswered = (): Billing => {
  const billing = makeAccount({ at: jan31, paymentMethods: [card, other] })
  billing.answerWith(unknown)
  billing.payEarly(feb10)
  return billing
}
const attemptOf = (billing: Billing) => billing.now().invoices[0]?.attempts[0]
/** When an operator was called. */
const callsOf = (billing: Billing) =>
  billing.billingEvents().flatMap(({ type, at }) => (type === "payment.needs_operator" ? [at] : []))

/** What is asked when every look-up finds the same. */
const looked = [
  "02-10 00:05:00.000 lookup 0/CYCLE/0/0",
  "02-10 01:00:00.000 lookup 0/CYCLE/0/0",
  "02-11 lookup 0/CYCLE/0/0",
  "02-12 lookup 0/CYCLE/0/0",
  "02-13 lookup 0/CYCLE/0/0",
  "02-14 lookup 0/CYCLE/0/0",
  "02-15 lookup 0/CYCLE/0/0",
]

describe("an unknown outcome", () => {
  it("is looked up after 5 minutes, an hour, and daily five times; then it stays unknown", () => {
    const billing = unanswered()
    billing.runUntil(on(2, 27))
    expect(billing.asks()).toEqual(["02-10 charge 0/CYCLE/0/0", ...looked])
    expect(attemptOf(billing)).toMatchObject({ status: "UNKNOWN", lookups: 7, at: feb10 })
    expect(callsOf(billing)).toEqual([on(2, 15)])
    expect(billing.standings()).toEqual([])
  })

  it("is that of a charge without any answer after a minute, and is looked up from then", () => {
    const billing = makeAccount({ at: jan31 })
    const { invoiceId } = billing.upcoming(feb10)
    const wish = { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now: feb10 }
    billing.edit(decided(Payments.pay(billing.now(), wish, billing.rules)).account)
    billing.runUntil(feb10 + 2 * HOUR)
    expect(billing.steps()).toEqual([
      "02-10 00:01:00.000 STALE_ATTEMPT",
      "02-10 00:06:00.000 LOOKUP",
      "02-10 01:01:00.000 LOOKUP",
    ])
  })

  it("is counted as looked up before the gateway is asked", () => {
    const billing = unanswered()
    const due = Due.nextDue(billing.now(), billing.rules)
    const asking = due === null ? null : decided(Due.takeStep(billing.now(), due, billing.rules))
    expect(asking?.account.invoices[0]?.attempts[0]).toMatchObject({ status: "UNKNOWN", lookups: 1 })
    expect([asking?.charges, asking?.lookups]).toEqual([[], billing.charges()])
  })

  it("of several invoices is looked up for all of them in one step", () => {
    const billing = makeAccount({ at: jan31 })
    billing.answerWith(unknown)
    billing.use("messages", 1, feb10)
    billing.payEarly(feb10)
    billing.use("messages", 1, feb10)
    billing.payEarly(feb10)
    billing.runUntil(feb10 + HOUR / 2)
    expect(billing.steps()).toEqual(["02-10 00:05:00.000 LOOKUP"])
    expect(billing.asks().slice(2)).toEqual([
      "02-10 00:05:00.000 lookup 0/CYCLE/0/0",
      "02-10 00:05:00.000 lookup 0/CYCLE/1/0",
    ])
  })

  it.each<[string, PaymentAttempt.GatewayAnswer, ReadonlyArray<string>, ReadonlyArray<string>]>([
    ["approved", approved, ["0/CYCLE/0 PAID"], []],
    ["declined", declined, ["0/CYCLE/0 PAYMENT_FAILED"], ["02-10 01:00:00.000 PAST_DUE"]],
    ["a slip", slipUntil(on(2, 20)), ["0/CYCLE/0 OPEN"], []],
  ])("that is found %s goes the way of a direct answer", (_, truth, documents, told) => {
    const billing = unanswered()
    billing.findWith((_, at) => (at === feb10 + HOUR ? truth : unknown))
    billing.runUntil(feb10 + DAY)
    const direct = unanswered()
    direct.apply(answerTo(direct, { invoiceId, attemptId, answer: truth, now: feb10 + HOUR }))
    expect(billing.asks().filter((ask) => ask.includes("lookup"))).toEqual(looked.slice(0, 2))
    expect(statuses(billing)).toEqual(documents)
    expect(billing.standings()).toEqual(told)
    expect(statuses(direct)).toEqual(documents)
    expect(direct.standings()).toEqual(told)
  })
})

describe("an outcome of which no operator was told", () => {
  it("is looked up once more a day later, where a crash lost the last look-up", () => {
    const billing = unanswered()
    billing.runUntil(on(2, 15) - 1)
    const due = Due.nextDue(billing.now(), billing.rules)
    expect(due).toEqual({ kind: "LOOKUP", at: on(2, 15) })
    // It is counted, and nobody hears the answer.
    billing.edit(
      due === null ? billing.now() : decided(Due.takeStep(billing.now(), due, billing.rules)).account,
    )
    expect(Due.nextDue(billing.now(), billing.rules)).toEqual({ kind: "LOOKUP", at: on(2, 16) })
    billing.runUntil(on(2, 27))
    expect(billing.asks().at(-1)).toBe("02-16 lookup 0/CYCLE/0/0")
    expect(callsOf(billing)).toEqual([on(2, 16)])
    expect(attemptOf(billing)).toMatchObject({ status: "UNKNOWN", operatorCalledAt: on(2, 16) })
  })

  it("is looked up once more, where another policy has no look-up left", () => {
    const billing = unanswered()
    billing.runUntil(on(2, 12))
    const fewer = { ...billing.rules, policy: { ...defaultPolicy, reconciliationMillis: [HOUR] } }
    expect(Due.nextDue(billing.now(), fewer)).toEqual({ kind: "LOOKUP", at: feb10 + HOUR + 4 * DAY })
    const none = { ...billing.rules, policy: { ...defaultPolicy, reconciliationMillis: [] } }
    expect(Due.nextDue(billing.now(), none)).toEqual({ kind: "LOOKUP", at: feb10 + 5 * DAY })
  })

  it("is asked for no more once it was told, also where another policy has more look-ups", () => {
    const billing = unanswered()
    billing.runUntil(on(2, 16))
    const reconciliationMillis = [...defaultPolicy.reconciliationMillis, 100 * DAY]
    const more = { ...billing.rules, policy: { ...defaultPolicy, reconciliationMillis } }
    expect(Due.nextDue(billing.now(), more)?.kind).toBe("BOUNDARY")
  })
})

describe("a charge that the gateway does not know", () => {
  it("is made again, the same value under the same key, while the key is known", () => {
    const billing = unanswered()
    billing.findWith(notFound)
    billing.runUntil(on(2, 27))
    const [first, second, ...rest] = looked
    expect(billing.asks()).toEqual([
      "02-10 charge 0/CYCLE/0/0",
      first,
      "02-10 00:05:00.000 charge 0/CYCLE/0/0",
      second,
      "02-10 01:00:00.000 charge 0/CYCLE/0/0",
      ...rest,
    ])
    const [original, ...again] = billing.charges()
    expect(again).toEqual([original, original])
  })

  it("and approves it the second time is paid once", () => {
    const billing = unanswered()
    billing.findWith(notFound)
    billing.answerWith(approved)
    billing.runUntil(on(2, 27))
    expect(billing.asks()).toHaveLength(3)
    expect(billing.now().invoices[0]).toMatchObject({ status: "PAID", amountPaid: 9990 })
    expect(billing.now().vouchers).toEqual([])
  })

  it.each([
    ["a millisecond before the key may be forgotten", feb10 + usable - 1, 1],
    ["when the key may be forgotten", feb10 + usable, 0],
  ])(
    "is made again by the present, which a late run does not share with its records: %s",
    (_, presentAt, count) => {
      const billing = unanswered()
      const command = { invoiceId, attemptId, answer: notFound, now: feb10 + HOUR, presentAt }
      const { charges, account } = decided(Reconciliation.recordLookup(billing.now(), command, billing.rules))
      expect(charges).toHaveLength(count)
      expect(account).toBe(billing.now())
    },
  )

  it("is not made again by a run that catches up two days later", () => {
    const billing = unanswered()
    billing.findWith(notFound)
    billing.runUntil(feb10 + 2 * DAY, feb10 + 2 * DAY)
    expect(billing.asks()).toEqual(["02-10 charge 0/CYCLE/0/0", ...looked.slice(0, 1)])
  })

  it("has all its look-ups after a time without an engine, as far apart as ever", () => {
    const billing = unanswered()
    const back = on(2, 27)
    billing.runUntil(back, back)
    expect(billing.asks()).toEqual(["02-10 charge 0/CYCLE/0/0", looked[0]])
    expect(Due.nextDue(billing.now(), billing.rules)).toEqual({ kind: "LOOKUP", at: back + 55 * 60_000 })
    billing.runUntil(back + 6 * DAY)
    expect(billing.asks().slice(2)).toEqual([
      "02-27 00:55:00.000 lookup 0/CYCLE/0/0",
      "02-27 23:55:00.000 lookup 0/CYCLE/0/0",
      "02-28 23:55:00.000 lookup 0/CYCLE/0/0",
      "03-01 23:55:00.000 lookup 0/CYCLE/0/0",
      "03-02 23:55:00.000 lookup 0/CYCLE/0/0",
      "03-03 23:55:00.000 lookup 0/CYCLE/0/0",
    ])
  })

  it.each<[string, (billing: Billing) => unknown]>([
    ["paid in another way", (billing) => billing.settle(invoiceId, 9990, feb10 + 1)],
    ["paid in part", (billing) => billing.settle(invoiceId, 1, feb10 + 1)],
    [
      "written off",
      (billing) => {
        const command = { _tag: "WriteOff", now: feb10 + 1 } as const
        billing.apply(Operators.operate(billing.now(), invoiceId, command, billing.rules))
      },
    ],
    ["left without the method", (billing) => billing.edit({ paymentMethods: [other] })],
  ])("is not made again for an invoice that was %s", (_, meanwhile) => {
    const billing = unanswered()
    meanwhile(billing)
    billing.findWith(notFound)
    billing.runUntil(on(2, 27))
    expect(billing.charges()).toHaveLength(1)
    expect(attemptOf(billing)).toMatchObject({ status: "UNKNOWN", lookups: 7 })
    expect(callsOf(billing)).toEqual([on(2, 15)])
  })
})

it.each([approved, declined])("a last look-up that finds $_tag calls no operator", (truth) => {
  const billing = unanswered()
  billing.findWith((_, at) => (at === on(2, 15) ? truth : unknown))
  billing.runUntil(on(2, 16))
  expect(attemptOf(billing)?.status).not.toBe("UNKNOWN")
  expect(callsOf(billing)).toEqual([])
})

it("an unknown outcome calls an operator at once where the policy has no look-ups", () => {
  const billing = makeAccount({ at: jan31, policy: { ...defaultPolicy, reconciliationMillis: [] } })
  billing.answerWith(unknown)
  billing.payEarly(feb10)
  expect(callsOf(billing)).toEqual([feb10])
})

it("an attempt that nobody ever answered calls an operator when it is stale, where the policy has no look-ups", () => {
  const policy = { ...defaultPolicy, reconciliationMillis: [] }
  const billing = makeAccount({ at: jan31, policy })
  const request = { invoiceId, paymentMethodId: null, expectedPayableAmount: null, now: feb10 }
  // The process ended between the commit of the attempt and its charge.
  billing.edit(decided(Payments.pay(billing.now(), request, billing.rules)).account)
  billing.runUntil(on(2, 11))
  expect(attemptOf(billing)?.status).toBe("UNKNOWN")
  expect(callsOf(billing)).toEqual([feb10 + policy.attemptStaleMillis])
})

describe("what a look-up found too late or for nothing", () => {
  const record = (account: Account.Account, over: Partial<Reconciliation.LookupCommand>) =>
    Reconciliation.recordLookup(
      account,
      { invoiceId, attemptId, answer: notFound, now: feb10, presentAt: feb10, ...over },
      unanswered().rules,
    )

  it.each([approved, declined, slipUntil(on(2, 20))])(
    "changes nothing once the outcome is $_tag",
    (answer) => {
      const billing = unanswered()
      billing.apply(answerTo(billing, { invoiceId, attemptId, answer, now: feb10 }))
      const { account, charges, billingEvents } = decided(record(billing.now(), {}))
      expect(account).toBe(billing.now())
      expect([charges, billingEvents]).toEqual([[], []])
    },
  )

  it.each([
    ["invoice", { invoiceId: "none" }, "InvoiceTransitionInvalid"],
    ["attempt", { attemptId: "none" }, "AttemptNotFound"],
  ])("of an %s that is not there is refused, or is nothing where there is nothing to say", (_, ids, tag) => {
    const { account } = { account: unanswered().now() }
    expect(Result.isSuccess(record(account, ids))).toBe(true)
    const found = record(account, { ...ids, answer: approved })
    expect(Result.isFailure(found) ? found.failure._tag : null).toBe(tag)
  })
})

it("of several attempts the one that is unknown is looked up, and charged again", () => {
  const billing = makeAccount({ at: jan31 })
  billing.answerWith(declined)
  billing.payEarly(feb10)
  billing.answerWith(unknown)
  billing.pay(invoiceId, feb10)
  billing.findWith(notFound)
  billing.runUntil(feb10 + HOUR / 2)
  expect(billing.asks()).toEqual([
    "02-10 charge 0/CYCLE/0/0",
    "02-10 charge 0/CYCLE/0/1",
    "02-10 00:05:00.000 lookup 0/CYCLE/0/1",
    "02-10 00:05:00.000 charge 0/CYCLE/0/1",
  ])
})
