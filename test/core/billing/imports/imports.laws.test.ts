// Law: whoever is imported at an instant is billed from then on as if it had been here from the start.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Account, CouponStatus, Imports, type Invoice, Trial } from "../../../../src/index.ts"
import { decided, rulesOf } from "../../../support/account.ts"
import { slowRuns } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import {
  answers,
  changes,
  ends,
  finds,
  learn,
  pauses,
  payEarly,
  quantities,
  stepsOf,
  threshold,
  use,
} from "../laws/arbitraries.ts"
import { endingSetups, withTrials } from "../laws/setups.ts"
import { type Played, play, type Setup } from "../laws/world.ts"
import { canMove, customerOf } from "./moving.ts"

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, one) => total + one, 0)

/** An invoice without its ids; cycles are counted from the import. An invoice that a trial opened was made before `since`. */
const shown = (invoice: Invoice.Invoice, firstCycle: number, since: number) => {
  const { kind, status, lines, discounts, totalAmount, payableAmount, amountPaid, attempts } = invoice
  const { periodStartAt, periodEndAt, issuedAt, dueAt } = invoice
  const createdAt = Math.max(invoice.createdAt, since)
  const given = (type: string) => sum(discounts.map((one) => (one.type === type ? one.amount : 0)))
  return {
    kind,
    status,
    cycle: invoice.cycle - firstCycle,
    at: { periodStartAt, periodEndAt, createdAt, issuedAt, dueAt },
    lines: lines.map(({ item, name, unitPrice, quantity, amount }) => ({
      item: { ...item, cycle: item.cycle - firstCycle },
      name,
      unitPrice,
      quantity,
      amount,
    })),
    amounts: { totalAmount, payableAmount, amountPaid, coupon: given("COUPON"), vouchers: given("VOUCHER") },
    attempts: attempts.map(({ status, amount, startedAt }) => ({ status, amount, startedAt })),
  }
}

/** What of an account is the same wherever it comes from, of the invoices that were issued since. */
const standing = ({ account, charges }: Played, before: Account.Account, since: number) => {
  const known = new Set(before.invoices.map(({ invoiceId }) => invoiceId))
  const { subscription } = account
  const firstCycle = before.subscription?.cycle.cycle ?? 0
  const balances = new Map<number | null, number>()
  for (const { balance, expiresAt } of account.vouchers) {
    if (balance > 0) balances.set(expiresAt, (balances.get(expiresAt) ?? 0) + balance)
  }
  return {
    invoices: account.invoices
      .filter(({ invoiceId }) => !known.has(invoiceId))
      .map((invoice) => shown(invoice, firstCycle, since)),
    charges: charges.map(({ amount, at }) => ({ amount, at })),
    balances: new Map([...balances].toSorted(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))),
    subscription: subscription && {
      status: subscription.status,
      pastDueReason: subscription.pastDueReason,
      terms: subscription.terms,
      startAt: subscription.cycle.startAt,
      endAt: subscription.cycle.endAt,
      trial: Trial.inTrial(subscription),
      quantity: subscription.quantity,
      scheduledQuantity: subscription.scheduledQuantity,
      scheduledTerms: subscription.scheduledTerms,
      cancelAt: subscription.cancelAt,
      dunning: subscription.dunning?.tries,
      coupon: subscription.coupon && CouponStatus.couponStatus(subscription, subscription.coupon),
    },
  }
}

/** The account of an import. The anchor may be the start of the running period, with the day that it has not. */
const imported = (
  from: Account.Account,
  { plans, coupon }: Setup,
  { now, isNear }: { readonly now: number; readonly isNear: boolean },
): Account.Account => {
  const far = customerOf(from)
  const { anchor, period } = far
  const customer =
    isNear && period.trial !== true ? { ...far, anchor: { ...anchor, at: period.startAt } } : far
  const plan = plans.find(({ planId }) => planId === customer.planId)
  if (plan === undefined) throw new Error("The plan is gone")
  const empty = { ...Account.emptyAccount(from.organization), threshold: from.threshold }
  const command = { subscriptionId: "moved", customer, plan, coupon, now }
  return decided(Imports.importSubscription(empty, command, rulesOf())).account
}

/** Whether two invoices were issued at one instant: dunning then tries them in the order of their ids, and an import has others. */
const hasTie = ({ invoices }: Account.Account): boolean =>
  new Set(invoices.map(({ issuedAt }) => issuedAt)).size < invoices.length

/** When and how the customer moves: after paying ahead, with an anchor near the present, and having cancelled. */
const ways = fc.record({
  after: fc.nat({ max: 150 * DAY }),
  isAhead: fc.boolean(),
  isNear: fc.boolean(),
  isCancelled: fc.boolean(),
})
const before = stepsOf(12, [use, use, use, payEarly, threshold, changes, quantities])
const since = stepsOf(14, [
  use,
  use,
  payEarly,
  threshold,
  changes,
  quantities,
  pauses,
  ends,
  answers,
  finds,
  learn,
])

describe("a customer that is imported", () => {
  it("is billed from then on as if it had been here from the start", () => {
    fc.assert(
      fc.property(
        fc.oneof(endingSetups, endingSetups.chain(withTrials)),
        before,
        ways,
        since,
        (setup, first, { after, isAhead, isNear, isCancelled }, rest) => {
          let at = setup.startAt + after
          let there = play(setup, first, at)
          if (isAhead) {
            const steps = [{ do: "payEarly", after: 1 }] as const
            there = play({ ...setup, startAt: at }, steps, at + 2, { from: there.account })
            at += 2
          }
          // What an import cannot say of a period is over when the period is.
          if (!canMove(there.account)) {
            const endAt = there.account.subscription?.cycle.endAt ?? at
            there = play({ ...setup, startAt: at }, [], endAt, { from: there.account })
            at = endAt
          }
          if (isCancelled) {
            const steps = [{ do: "cancelLater", after: 1 }] as const
            there = play({ ...setup, startAt: at }, steps, at + 2, { from: there.account })
            at += 2
          }
          fc.pre(canMove(there.account))
          const here = imported(there.account, setup, { now: at, isNear })
          const until = at + 200 * DAY
          const stayed = play({ ...setup, startAt: at }, rest, until, { from: there.account })
          const moved = play({ ...setup, startAt: at }, rest, until, { from: here })
          fc.pre(!hasTie(stayed.account))
          const since = there.account.subscription?.trial === undefined ? 0 : at
          expect(standing(moved, here, since)).toEqual(standing(stayed, there.account, since))
        },
      ),
      slowRuns(1000),
    )
  })
})
