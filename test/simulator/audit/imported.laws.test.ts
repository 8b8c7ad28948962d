// The audit finds nothing in what an import leaves behind, nor in anything that happens to the customer since, at no
// moment at which nothing is due.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { audit } from "../../../simulator/audit/audit.ts"
import { Account, Imports } from "../../../src/index.ts"
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

it("finds nothing after an import, and at no moment since", () => {
  fc.assert(
    fc.property(endingSetups, before, fc.nat({ max: 70 * DAY }), since, (setup, first, after, rest) => {
      const startAt = setup.startAt + after
      const { account: from } = play(setup, first, startAt)
      fc.pre(canMove(from))
      const customer = customerOf(from)
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
