// All that becomes due in an account as it is, and steps that meet more than one invoice or subscription. A cycle runs
// from 31 January to 28 February.
import { describe, expect, it } from "vitest"
import { Account, Due, Receipts, Subscribe } from "../../../src/index.ts"
import { dayOf, decided, makeAccount } from "../../support/account.ts"
import { monthly, plan } from "../../support/billing.ts"
import { type Billing, feb28, jan31, on, refused, threeOwed } from "./fixtures.ts"

/** Gives the account a voucher that expires. */
const grant = (billing: Billing, voucherId: string, expiresAt: number) => {
  const voucher = { voucherId, name: "Goodwill", currency: "BRL", amount: 100, at: jan31 }
  billing.apply(Receipts.grantVoucher(Account.unchanged(billing.now()), voucher))
  billing.edit({
    vouchers: billing
      .now()
      .vouchers.map((one) => (one.voucherId === voucherId ? { ...one, expiresAt } : one)),
  })
}
const due = (billing: Billing) =>
  Due.allDue(billing.now(), billing.rules).map(({ at, kind }) => `${dayOf(at)} ${kind}`)

describe("all that becomes due", () => {
  it("is told in the order of its instants, and each kind once an instant", () => {
    const billing = makeAccount({ at: jan31 })
    grant(billing, "late", on(3, 10))
    grant(billing, "early", on(2, 10))
    grant(billing, "early too", on(2, 10))
    expect(due(billing)).toEqual(["02-10 VOUCHER_EXPIRY", "02-28 BOUNDARY", "03-10 VOUCHER_EXPIRY"])
  })

  it("is, at one instant, in the order in which it is taken: the boundary before what expires there", () => {
    const billing = makeAccount({ at: jan31 })
    grant(billing, "at the boundary", feb28)
    expect(due(billing)).toEqual(["02-28 BOUNDARY", "02-28 VOUCHER_EXPIRY"])
  })

  it("begins with what comes next, and has nothing without an instant", () => {
    const billing = refused({ policy: { writeOffAfterDays: 20 } })
    grant(billing, "v", on(5, 1))
    expect(due(billing)).toEqual(["03-01 DUNNING", "03-31 BOUNDARY", "05-01 VOUCHER_EXPIRY"])
    billing.runUntil(on(3, 14))
    expect(due(billing)).toEqual(["03-20 WRITE_OFF", "03-31 BOUNDARY", "05-01 VOUCHER_EXPIRY"])
    const [first] = Due.allDue(billing.now(), billing.rules)
    expect(first).toEqual(Due.nextDue(billing.now(), billing.rules))
  })
})

/** The first subscription owes 9990, and another one has begun on 1 March. */
const beside = (options: Parameters<typeof refused>[0] = {}): Billing => {
  const billing = refused(options)
  billing.cancel(feb28)
  const second = { subscriptionId: "second", plan, planIntervalId: monthly, paymentMethodId: "pm_1" }
  const command = { ...second, coupon: null, now: on(3, 1) }
  billing.runUntil(on(3, 1))
  billing.apply(Subscribe.subscribe(billing.now(), command, billing.rules))
  return billing
}

describe("the dunning of an earlier subscription", () => {
  it.each(["STAY", "PAUSE", "CANCEL"] as const)(
    "that is exhausted does not touch the one beside it, whatever the policy does then (%s)",
    (onExhausted) => {
      const billing = beside({ policy: { onExhausted } })
      billing.runUntil(on(3, 20))
      expect(billing.standings().at(-1)).toBe("03-14 exhausted")
      expect(billing.now().subscription).toMatchObject({ subscriptionId: "second", status: "ACTIVE" })
    },
  )
})

/** Starts what is due next, and loses the answers of the gateway: the process that asked is gone. */
const crash = (billing: Billing) => {
  const next = Due.nextDue(billing.now(), billing.rules)
  if (next === null) throw new Error("Nothing is due")
  billing.edit(decided(Due.takeStep(billing.now(), next, billing.rules)).account)
}
const attempts = (billing: Billing) =>
  billing.now().invoices.map((one) => one.attempts.map(({ status }) => status))

describe("an attempt that nobody answered", () => {
  it("is unknown after a minute: it alone, and not what was refused before", () => {
    const billing = refused()
    crash(billing)
    expect(attempts(billing)).toEqual([["DECLINED", "STARTED"]])
    expect(due(billing)[0]).toBe("03-01 00:01:00.000 STALE_ATTEMPT")
    crash(billing)
    expect(attempts(billing)).toEqual([["DECLINED", "UNKNOWN"]])
  })

  it("is unknown also beside invoices that wait without an attempt", () => {
    const billing = threeOwed()
    crash(billing)
    expect(due(billing)[0]).toBe("03-05 00:01:00.000 STALE_ATTEMPT")
    crash(billing)
    expect(attempts(billing)).toEqual([["DECLINED", "DECLINED", "DECLINED", "UNKNOWN"], [], []])
  })
})
