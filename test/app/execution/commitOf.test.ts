// The ids of events. A receiver drops an id that it has seen, so an id stands for one event for ever: also where a store
// was put back to an earlier instant, and its versions come again.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { Account, commitOf, Due, Lifecycle, Receipts, Updates, type Voucher } from "../../../src/index.ts"
import { decided, makeAccount, rulesOf } from "../../support/account.ts"
import { plan, pro, proMonthly, yearly } from "../../support/billing.ts"

const at = Date.UTC(2026, 0, 31)
const DAY = 86_400_000
const rules = rulesOf()

const commitAt = (version: number, value: Account.Account, change: Account.Change) =>
  commitOf({ value, version }, change, rules)?.outbox ?? []

const idsOf = (value: Account.Account, change: Account.Change): ReadonlyArray<string> =>
  commitAt(7, value, change).map(({ messageId }) => messageId)

const granting = (account: Account.Account, voucherId: string): Account.Change => {
  const granted = { voucherId, name: "Goodwill", currency: "BRL", amount: 70, at }
  return decided(Receipts.grantVoucher(Account.unchanged(account), granted))
}

const [voucher] = granting(makeAccount({ at }).now(), "v").account.vouchers as [Voucher.Voucher]

describe("after a store was put back, the commit at a version that was there before", () => {
  const billing = makeAccount({ at })
  const account = billing.now()
  const pausedAt = (now: number) => idsOf(account, decided(Lifecycle.pause(account, now, rules)))
  const paused = pausedAt(at + DAY)

  it("tells of another status by another id", () => {
    const cancelled = decided(Lifecycle.cancel(account, at + DAY, rules))
    expect(cancelled.billingEvents[0]?.type).toBe("subscription.status_changed")
    expect(idsOf(account, cancelled)).not.toContain(paused[0])
  })

  it("tells of another instant by another id", () => {
    expect(pausedAt(at + 2 * DAY)).not.toEqual(paused)
  })

  it("tells of another record by another id", () => {
    const granted = ["a", "b"].map((voucherId) => idsOf(account, granting(account, voucherId)))
    expect(new Set(granted.flat()).size).toBe(2)
  })

  it("tells of another update by another id, also at the same instant", () => {
    const wanted = [
      { plan, planIntervalId: yearly },
      { plan: pro, planIntervalId: proMonthly },
    ]
    const changed = wanted.map((terms) => {
      const change = decided(Lifecycle.schedulePlanChange(account, { ...terms, now: at + DAY }, rules))
      return idsOf(account, decided(Updates.tellUpdates(account, change, at + DAY, rules)))
    })
    expect(changed.map(({ length }) => length)).toEqual([1, 1])
    expect(new Set(changed.flat()).size).toBe(2)
  })

  it.each(["invoice.issued", "voucher.updated"])(
    "tells of a record that is another one by another id, though the same step is taken: %s",
    (type) => {
      const ids = [1, 2].flatMap((messages) => {
        const billing = makeAccount({ at })
        billing.use("messages", messages, at + DAY)
        // So much of it was used before.
        const used = { ...voucher, balance: 70 - messages, amountRedeemed: messages, expiresAt: at + 2 * DAY }
        if (type === "voucher.updated") billing.edit({ vouchers: [used] })
        const account = billing.now()
        const due = decided(Result.fromNullishOr(Due.nextDue(account, rules), () => "nothing is due"))
        const change = decided(Due.takeStep(account, due, rules))
        return commitAt(8, account, decided(Updates.tellUpdates(account, change, due.at, rules))).flatMap(
          (told) => (told.kind === "EVENT" && told.billingEvent.type === type ? told.messageId : []),
        )
      })
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(2)
    },
  )

  it("tells of the same change by the id that it had", () => {
    expect(pausedAt(at + DAY)).toEqual(paused)
  })
})

it("the events of one commit, and of the next, have rising positions", () => {
  const billing = makeAccount({ at })
  billing.payEarly(at + DAY)
  const account = billing.now()
  const change = decided(Lifecycle.pause(account, at + 2 * DAY, rules))
  const positions = [7, 8]
    .flatMap((version) => commitAt(version, account, change))
    .map((message) => (message.kind === "EVENT" ? (message.position ?? 0) : 0))
  expect(positions.length).toBeGreaterThan(2)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(new Set(positions).size).toBe(positions.length)
})

it("the events of one commit have ids of their own", () => {
  const billing = makeAccount({ at })
  billing.payEarly(at + DAY)
  const account = billing.now()
  const ids = idsOf(account, decided(Lifecycle.pause(account, at + 2 * DAY, rules)))
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(ids.length)
})
