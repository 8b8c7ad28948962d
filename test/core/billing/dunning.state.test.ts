// What dunning keeps from one decision to the next, and that it decides nothing where there is none.
import { describe, expect, it } from "vitest"
import * as Dunning from "../../../src/core/billing/collection/dunningRounds.ts"
import { Account } from "../../../src/index.ts"
import { card, decided, declined, rulesOf } from "../../support/account.ts"
import { type Billing, DAY, feb28, idOf, on, other, refused } from "./fixtures.ts"

const rules = rulesOf()
const keptOf = ({ account }: Account.Change) => account.subscription?.dunning

describe("where no dunning runs", () => {
  const owing = refused().now()
  const [now, invoiceId] = [feb28 + DAY, "none"]
  it.each([
    ["without a subscription", { ...owing, subscription: null }],
    [
      "without dunning",
      {
        ...owing,
        invoices: [],
        subscription: owing.subscription && {
          ...owing.subscription,
          status: "ACTIVE" as const,
          dunning: null,
        },
      },
    ],
  ])("nothing is tried, and nothing exhausted, %s", (_, account) => {
    const change = Account.unchanged(account)
    expect(decided(Dunning.takeRounds(change, now, rules))).toBe(change)
    expect(decided(Dunning.tryAtOnce(change, now, rules))).toBe(change)
    expect(decided(Dunning.afterNews(change, { before: account, invoiceId, now }, rules))).toEqual(change)
    expect(decided(Dunning.exhaust(change, now, rules))).toBe(change)
    expect(Dunning.exhaustedAt(account, rules)).toBeNull()
  })
})

describe("a round", () => {
  const [mar1, mar3] = [on(3, 1), on(3, 3)]
  const round = (account: Account.Account, now: number) =>
    decided(Dunning.takeRounds(Account.unchanged(account), now, rules))

  it("keeps its attempt, and waits for it while nobody has answered", () => {
    const started = round(refused().now(), mar1)
    const attemptId = "attempt/invoice/sub/0/CYCLE/0/1"
    expect(started.charges.map((charge) => charge.attemptId)).toEqual([attemptId])
    expect(keptOf(started)).toMatchObject({ startedAt: feb28, tries: 1, attemptId })
    const next = round(started.account, mar3)
    expect(next.charges).toEqual([])
    expect(keptOf(next)).toMatchObject({ tries: 2, attemptId })
    const atOnce = Dunning.tryAtOnce(Account.unchanged(started.account), mar3, rules)
    expect(keptOf(decided(atOnce))).toEqual(keptOf(started))
  })

  it("passes where there is no method at all, which an ended subscription may have", () => {
    const billing = refused()
    billing.cancel(feb28 + 1)
    billing.edit({ paymentMethods: [] })
    const passed = round(billing.now(), mar1)
    expect(passed.charges).toEqual([])
    expect(keptOf(passed)).toMatchObject({ tries: 1, attemptId: null })
  })
})

describe("exhausted dunning", () => {
  const exhausted = (): Billing => {
    const billing = refused({ paymentMethods: [card, other] })
    billing.runUntil(on(3, 14))
    return billing
  }
  const kept = { startedAt: feb28, tries: 4, attemptId: null, waitedUntil: on(3, 14), exhaustedAt: on(3, 14) }

  it("is kept as it was when its last day was over", () => {
    expect(exhausted().now().subscription?.dunning).toEqual(kept)
  })

  it("stays so when money comes again for what was paid before", () => {
    const billing = refused({ paymentMethods: [card, other] })
    billing.settle(idOf(billing, 0), 9990, on(3, 2))
    billing.answerWith(declined)
    billing.runUntil(on(4, 14))
    const before = billing.now().subscription?.dunning
    expect(before).toMatchObject({ tries: 4, exhaustedAt: on(4, 14) })
    billing.settle(idOf(billing, 0), 9990, on(4, 15))
    expect(billing.now().vouchers).toMatchObject([{ amount: 9990 }])
    expect(billing.now().subscription?.dunning).toEqual(before)
  })
})
