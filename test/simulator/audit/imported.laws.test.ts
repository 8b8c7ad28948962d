// The audit finds nothing in what an import leaves behind, nor in anything that happens to the customer since, at no
// moment at which nothing is due.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { audit } from "../../../simulator/audit/audit.ts"
import { Account, type ImportedCustomer, Imports } from "../../../src/index.ts"
import { DAY } from "../../core/billing/fixtures.ts"
import { canMove, customerOf } from "../../core/billing/imports/moving.ts"
import * as Steps from "../../core/billing/laws/arbitraries.ts"
import { endingSetups } from "../../core/billing/laws/setups.ts"
import { play } from "../../core/billing/laws/world.ts"
import { decided, rulesOf } from "../../support/account.ts"
import { slowRuns } from "../../support/runs.ts"
import { makeChronicle } from "./chronicle.ts"

const { use, payEarly, threshold, quantities } = Steps
const before = Steps.stepsOf(8, [use, use, use, payEarly, threshold, quantities])
/** All but what names a method: an import has its own. */
const since = Steps.stepsOf(
  20,
  Steps.all.filter((command) => command !== Steps.method),
)
const rules = rulesOf()

/**
 * When to move: so long after the beginning, or at the first instant of the cycle after that. At the beginning itself
 * nobody can have used anything elsewhere, and the audit takes it for use here.
 */
const moments = fc.record({
  after: fc.integer({ min: 1, max: 70 * DAY }),
  isAtBoundary: fc.boolean(),
})

/** What the other system has counted of the running period besides, paid or not. */
const more = fc.record({ paid: fc.nat({ max: 30 }), unpaid: fc.nat({ max: 30 }) })

const withMore = (
  account: Account.Account,
  { paid, unpaid }: { readonly paid: number; readonly unpaid: number },
): ImportedCustomer.ImportedCustomer => {
  const { period, ...customer } = customerOf(account)
  const usage = (account.subscription?.terms.prices ?? []).map(({ meter }) => {
    const { quantity = 0, paidQuantity = 0 } = period.usage.find((one) => one.meter === meter) ?? {}
    return { meter, quantity: quantity + paid + unpaid, paidQuantity: paidQuantity + paid }
  })
  return { ...customer, period: { ...period, usage } }
}

const playedTo = (
  setup: Parameters<typeof play>[0],
  steps: Parameters<typeof play>[1],
  { after, isAtBoundary }: { readonly after: number; readonly isAtBoundary: boolean },
) => {
  const played = play(setup, steps, setup.startAt + after)
  const endAt = played.account.subscription?.cycle.endAt
  if (!isAtBoundary || endAt === undefined) return { from: played.account, startAt: setup.startAt + after }
  return { from: play(setup, steps, endAt).account, startAt: endAt }
}

it("finds nothing after an import, and at no moment since", () => {
  fc.assert(
    fc.property(endingSetups, before, moments, more, since, (setup, first, moment, more, rest) => {
      const { from, startAt } = playedTo(setup, first, moment)
      fc.pre(canMove(from))
      const customer = withMore(from, more)
      const plan = setup.plans.find(({ planId }) => planId === customer.planId) ?? setup.plans[0]
      const command = { subscriptionId: "moved", customer, plan, coupon: setup.coupon, now: startAt }
      const empty = { ...Account.emptyAccount(from.organization), threshold: from.threshold }
      const change = decided(Imports.importSubscription(empty, command, rules))
      const chronicle = makeChronicle(setup)
      const quiet = (at: number) => expect(audit(chronicle.input(at)).findings).toEqual([])
      chronicle.watch({ change, rules })
      quiet(startAt)
      play({ ...setup, startAt }, rest, startAt + 100 * DAY, {
        from: change.account,
        watch: chronicle.watch,
        quiet: (_, at) => quiet(at),
      })
    }),
    slowRuns(100),
  )
})
