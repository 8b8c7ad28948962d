// What time alone brings about: at which instant, and of several things at one instant which one first.
import { describe, expect, it } from "vitest"
import { Account, Due, Receipts } from "../../../src/index.ts"
import {
  approved,
  boleto,
  card,
  dayOf,
  decided,
  declined,
  makeAccount,
  rulesOf,
  slipUntil,
  unknown,
} from "../../support/account.ts"
import { type Billing, DAY, feb28, HOUR, jan31, on, refused, statuses } from "./fixtures.ts"

const next = (account: Account.Account, rules = rulesOf()): string | null => {
  const due = Due.nextDue(account, rules)
  return due === null ? null : `${dayOf(due.at)} ${due.kind}`
}

/** A voucher of 10,000 that can be used until an instant. */
const withVoucher = (billing: Billing, expiresAt: number): void => {
  const granted = { voucherId: "v", name: "Goodwill", currency: "BRL", amount: 10_000, at: jan31 }
  billing.apply(Receipts.grantVoucher(Account.unchanged(billing.now()), granted))
  billing.edit({ vouchers: billing.now().vouchers.map((voucher) => ({ ...voucher, expiresAt })) })
}

describe("nothing is due", () => {
  it("where there is no subscription, and after one that ended and owes nothing", () => {
    const billing = makeAccount({ at: jan31 })
    billing.cancel(feb28 - 1)
    expect(next({ ...billing.now(), subscription: null, periods: [], invoices: [] })).toBeNull()
    expect(next(billing.now())).toBeNull()
  })

  it("of an unknown outcome after its last look-up, nor of dunning that is exhausted", () => {
    const unanswered = makeAccount({ at: jan31 })
    unanswered.answerWith(unknown)
    unanswered.cancel(feb28 - 1)
    unanswered.runUntil(on(12, 31))
    expect(next(unanswered.now())).toBeNull()
    const unpaid = refused()
    unpaid.cancel(feb28)
    unpaid.runUntil(on(12, 31))
    expect(next(unpaid.now())).toBeNull()
  })

  it("at a boundary of what has ended in the meantime", () => {
    const billing = makeAccount({ at: jan31 })
    billing.cancel(feb28 - 1)
    const taken = decided(Due.takeStep(billing.now(), { kind: "BOUNDARY", at: feb28 }, billing.rules))
    expect(taken).toEqual(Account.unchanged(billing.now()))
  })
})

describe("the instant of a decision", () => {
  const account = (updatedAt = jan31) => {
    const billing = makeAccount({ at: jan31 })
    const { subscription } = billing.now()
    if (subscription === null) throw new Error("Expected a subscription")
    return { ...billing.now(), subscription: { ...subscription, updatedAt } }
  }
  const present = (of: Account.Account, from: number, at: number) =>
    Due.presentOf(of, { from, at }, rulesOf())

  it("is when the account was loaded, or the last one before what has become due since", () => {
    expect(present(account(), feb28 - 9, feb28 - 2)).toBe(feb28 - 2)
    expect(present(account(), feb28 - 9, feb28)).toBe(feb28 - 1)
    expect(present(account(), feb28 - 9, feb28 + DAY)).toBe(feb28 - 1)
  })

  it("is not before the latest change of the subscription, where there is one", () => {
    expect(present(account(feb28 - 1), feb28 - 3, feb28 - 2)).toBe(feb28 - 1)
    const none = { ...account(), subscription: null, periods: [], invoices: [] }
    expect(present(none, jan31, jan31 + 1)).toBe(jan31 + 1)
  })

  it("is before the end of the cycle also where an answer came after it", () => {
    for (const at of [feb28 - 2, feb28 + 2 * DAY]) {
      expect(present(account(feb28 + DAY), jan31, at)).toBe(feb28 - 1)
    }
  })
})

describe("at one instant", () => {
  /** An account that owes, and what of it falls due at noon of 10 March, by kind. */
  const noon = on(3, 10) + 12 * HOUR
  const given = refused().now()
  const [owed] = given.invoices
  const [attempt] = owed?.attempts ?? []
  const { subscription } = given
  if (owed === undefined || attempt === undefined || subscription === null) throw new Error("not refused")
  const rules = rulesOf({ settlementLagBusinessDays: 0, writeOffAfterDays: 40 })
  const dunning = { startedAt: noon - DAY, tries: 0, attemptId: null, waitedUntil: null, exhaustedAt: null }
  type Edit = (account: Account.Account) => Account.Account
  const withInvoice =
    (members: Partial<typeof owed>): Edit =>
    (account) => {
      const invoice = { ...owed, ...members, invoiceId: `invoice ${account.invoices.length}` }
      return { ...account, invoices: [...account.invoices, invoice] }
    }
  const inFlight = (members: Partial<typeof attempt>): Edit =>
    withInvoice({ subscriptionId: "earlier", attempts: [{ ...attempt, ...members }] })
  const withSubscription =
    (members: Partial<typeof subscription>): Edit =>
    (account) => ({ ...account, subscription: { ...(account.subscription ?? subscription), ...members } })
  const slip = { barcode: "", digitableLine: "", expiresAt: noon }
  const trial = { endAt: noon, announced: false, ended: false }
  const edits: Readonly<Record<Due.Due["kind"], Edit>> = {
    BOUNDARY: withSubscription({ cycle: { ...subscription.cycle, endAt: noon } }),
    TRIAL_ENDING: withSubscription({ trial: { ...trial, endAt: noon + 3 * DAY } }),
    TRIAL_END: withSubscription({
      trial: { ...trial, announced: true },
      cycle: { ...subscription.cycle, startAt: noon },
    }),
    VOUCHER_EXPIRY: (account) => {
      const granted = { voucherId: "v", name: "V", currency: "BRL", amount: 1, at: jan31 }
      const { vouchers } = decided(Receipts.grantVoucher(Account.unchanged(account), granted)).account
      return { ...account, vouchers: vouchers.map((voucher) => ({ ...voucher, expiresAt: noon })) }
    },
    SLIP_EXPIRY: inFlight({ status: "PENDING", slip }),
    STALE_ATTEMPT: inFlight({ status: "STARTED", at: noon - 60_000 }),
    DELINQUENCY: withInvoice({ status: "OPEN", attempts: [], dueAt: noon }),
    DUNNING: withSubscription({ dunning }),
    DUNNING_EXHAUSTED: withSubscription({ dunning: { ...dunning, tries: 4, waitedUntil: noon } }),
    WRITE_OFF: withInvoice({ attempts: [], dueAt: noon - 40 * DAY }),
    LOOKUP: inFlight({ status: "UNKNOWN", at: noon - 5 * 60_000 }),
  }
  const start: Account.Account = {
    ...given,
    subscription: { ...subscription, dunning: null, cycle: { ...subscription.cycle, endAt: on(12, 31) } },
    invoices: [],
  }

  it.each<[string, ReadonlyArray<Due.Due["kind"]>]>([
    ["an invoice that falls due", ["DELINQUENCY"]],
    ["a day of dunning", ["DUNNING"]],
    ["the end of dunning", ["DUNNING_EXHAUSTED"]],
    ["what is written off", ["WRITE_OFF"]],
  ])("the boundary comes first, then expiry, then what was charged, then %s, then look-ups", (_, middle) => {
    const order = ["BOUNDARY", "VOUCHER_EXPIRY", "STALE_ATTEMPT", ...middle, "LOOKUP"] as const
    for (const [index, kind] of order.entries()) {
      const account = order.slice(index).reduceRight((edited, each) => edits[each](edited), start)
      expect(next(account, rules)).toBe(`03-10 12:00:00.000 ${kind}`)
    }
  })

  it("a trial is announced and ends after the boundary of that instant, and before anything else", () => {
    const expiring = edits.VOUCHER_EXPIRY(start)
    expect(next(edits.TRIAL_END(expiring), rules)).toBe("03-10 12:00:00.000 TRIAL_END")
    expect(next(edits.TRIAL_ENDING(expiring), rules)).toBe("03-10 12:00:00.000 TRIAL_ENDING")
    expect(next(edits.BOUNDARY(edits.TRIAL_ENDING(expiring)), rules)).toBe("03-10 12:00:00.000 BOUNDARY")
  })

  it("slips expire after vouchers and before anything is tried", () => {
    const pending = edits.SLIP_EXPIRY(start)
    const due = Due.nextDue(pending, rules)
    expect(due?.kind).toBe("SLIP_EXPIRY")
    const at = due?.at ?? 0
    const voucher = edits.VOUCHER_EXPIRY(pending)
    const both = { ...voucher, vouchers: voucher.vouchers.map((one) => ({ ...one, expiresAt: at })) }
    expect(Due.nextDue(both, rules)).toEqual({ at, kind: "VOUCHER_EXPIRY" })
    const stale = inFlight({ status: "STARTED", at: at - 60_000 })
    const tried = withSubscription({ dunning: { ...dunning, startedAt: at - DAY } })
    expect(Due.nextDue(stale(tried(pending)), rules)).toEqual({ at, kind: "SLIP_EXPIRY" })
    expect(Due.nextDue(stale(tried(start)), rules)).toEqual({ at, kind: "STALE_ATTEMPT" })
    expect(Due.nextDue(tried(start), rules)).toEqual({ at, kind: "DUNNING" })
  })

  it.each<[Due.Due["kind"], Edit, string]>([
    ["STALE_ATTEMPT", inFlight({ status: "STARTED", at: noon - 59_999 }), "STARTED"],
    ["SLIP_EXPIRY", inFlight({ status: "PENDING", slip: { ...slip, expiresAt: noon + DAY } }), "PENDING"],
    ["LOOKUP", inFlight({ status: "UNKNOWN", at: noon - 5 * 60_000 + 1 }), "UNKNOWN"],
  ])("%s leaves alone what is not due yet", (kind, later, status) => {
    const both = later(edits[kind](start))
    const due = Due.nextDue(both, rules)
    const taken = due === null ? null : decided(Due.takeStep(both, due, rules))
    expect(due?.kind).toBe(kind)
    expect(taken?.lookups).toHaveLength(kind === "LOOKUP" ? 1 : 0)
    expect(taken?.account.invoices[0]).not.toEqual(both.invoices[0])
    expect(taken?.account.invoices[1]).toBe(both.invoices[1])
    expect(both.invoices[1]?.attempts[0]?.status).toBe(status)
  })

  it("a voucher that expires at the boundary pays its document, and then the rest of it expires", () => {
    const billing = makeAccount({ at: jan31 })
    withVoucher(billing, feb28)
    billing.runUntil(feb28)
    expect(billing.steps()).toEqual(["02-28 BOUNDARY", "02-28 VOUCHER_EXPIRY"])
    expect(billing.now().invoices).toMatchObject([{ status: "PAID", payableAmount: 0 }])
    const entries = billing.voucherEntries().map(({ kind, amount }) => [kind, amount])
    expect(entries).toEqual([
      ["GRANT", 10_000],
      ["CONSUME", 9_990],
      ["EXPIRE", 10],
    ])
  })

  it("a document is charged at its issue when dunning starts at that very boundary, not when it ran before", () => {
    const at = jan31 + 3 * HOUR
    const billing = makeAccount({ at, paymentMethods: [boleto, card] })
    // Until the end of 25 February in São Paulo, and two business days more: up to the boundary.
    billing.answerWith(slipUntil(on(2, 26) + 3 * HOUR - 1))
    billing.payEarly(at)
    billing.use("messages", 1, at)
    billing.answerWith(approved)
    billing.runUntil(feb28 + 3 * HOUR)
    expect(billing.steps()).toEqual(["02-28 03:00:00.000 BOUNDARY", "02-28 03:00:00.000 SLIP_EXPIRY"])
    expect(statuses(billing)).toEqual(["0/CYCLE/0 EXPIRED", "0/CYCLE/1 PAID"])
    const dunned = makeAccount({ at: jan31 })
    dunned.answerWith(declined)
    dunned.payEarly(on(2, 27))
    dunned.use("messages", 1, on(2, 27))
    dunned.runUntil(feb28)
    expect(dunned.steps()).toEqual(["02-28 BOUNDARY", "02-28 DUNNING"])
    expect(statuses(dunned)).toEqual(["0/CYCLE/0 PAYMENT_FAILED", "0/CYCLE/1 OPEN"])
  })
})

describe("an invoice that becomes delinquent at a boundary", () => {
  it("does so after the boundary's document was charged", () => {
    const billing = makeAccount({ at: jan31, policy: { graceMillis: 31 * DAY } })
    billing.edit({ paymentMethods: [] })
    billing.runUntil(feb28)
    billing.edit({ paymentMethods: [card] })
    billing.runUntil(on(3, 31))
    expect(billing.steps()).toEqual(["02-28 BOUNDARY", "03-31 BOUNDARY"])
    expect(statuses(billing)).toEqual(["0/CYCLE/0 OPEN", "1/CYCLE/0 PAID"])
    expect(billing.standings()).toEqual(["03-31 PAST_DUE"])
  })
})

describe("a late run", () => {
  it("takes every step at its own instant, in time order", () => {
    const once = refused()
    once.runUntil(on(4, 15))
    const daily = refused()
    for (let at = feb28; at <= on(4, 15); at += DAY) daily.runUntil(at)
    expect(once.steps()).toEqual([
      "02-28 BOUNDARY",
      "03-01 DUNNING",
      "03-03 DUNNING",
      "03-07 DUNNING",
      "03-14 DUNNING",
      "03-14 DUNNING_EXHAUSTED",
      "03-31 BOUNDARY",
    ])
    expect(daily.steps()).toEqual(once.steps())
    expect(daily.now()).toEqual(once.now())
  })
})
