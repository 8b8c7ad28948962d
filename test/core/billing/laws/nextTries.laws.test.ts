// What is said of the next try of an invoice is what the engine does: nothing earlier, nothing else, and all of it. GAP-192
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { newestAt, notBefore } from "../../../../src/core/billing/Clocks.ts"
import { nextTries } from "../../../../src/core/billing/collection/nextTries.ts"
import { Account, Due, type Invoice } from "../../../../src/index.ts"
import { runs } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import { everything } from "./arbitraries.ts"
import { withPolicies } from "./policySteps.ts"
import { mixedSetups } from "./setups.ts"
import { type Options, type PolicyStep, play, type Setup, type Step } from "./world.ts"

/** Plays histories by a law that counts what it saw: it has to see something. */
const always = (
  steps: fc.Arbitrary<ReadonlyArray<Step | PolicyStep>>,
  law: (setup: Setup, seen: () => void) => Options,
): void => {
  let count = 0
  fc.assert(
    fc.property(mixedSetups, steps, (setup, steps) => {
      play(
        setup,
        steps.map((step) => withoutGrace(step, setup)),
        setup.startAt + 300 * DAY,
        law(setup, () => count++),
      )
    }),
    { numRuns: runs(2000) },
  )
  expect(count).toBeGreaterThan(0)
}

/** Another grace makes late debt timely again, which ends dunning before its next round. */
const withoutGrace = (step: Step | PolicyStep, { policy }: Setup): Step | PolicyStep =>
  step.do === "policy" ? { ...step, policy: { ...step.policy, graceMillis: policy?.graceMillis ?? 0 } } : step

/** The start of each attempt of an invoice that an account did not have before. */
const startsOf = (before: Account.Account, { attempts, invoiceId }: Invoice.Invoice): ReadonlyArray<number> =>
  attempts
    .slice(Account.findInvoice(before, invoiceId)?.attempts.length ?? 0)
    .map(({ startedAt }) => startedAt)

const isTried = (setup: Setup, seen: () => void): Options => {
  const looked = new Set<string>()
  return {
    quiet: (account, at, { policy }) => {
      // Another policy may have put a step before what has happened already.
      if (newestAt(account) > at) return
      for (const [invoiceId, tryAt] of nextTries(account, { policy })) {
        const looking = `${invoiceId} ${tryAt}`
        if (looked.has(looking)) continue
        looked.add(looking)
        expect(tryAt).toBeGreaterThan(at)
        // By time alone, where the gateway approves from now on.
        const alone: Setup = { ...setup, startAt: at, policy, answer: "approved" }
        const later = play(alone, [], tryAt, { from: account }).account
        const invoice = Account.findInvoice(later, invoiceId)
        // What ends at a boundary until then may void it.
        if (invoice === undefined || invoice.status === "VOID") continue
        expect([invoiceId, startsOf(account, invoice)]).toEqual([invoiceId, [tryAt]])
        seen()
      }
    },
  }
}

const isSaid = (_: Setup, seen: () => void): Options => {
  let round = { at: Number.NaN, said: new Set<string>(), before: new Set<string>() }
  return {
    watch: ({ by, at, before, change, rules }) => {
      if (by === "time") {
        const due = Due.nextDue(before, rules)
        // Another policy may have put the round before what has happened already.
        const now = notBefore(before, due?.at ?? Number.NEGATIVE_INFINITY)
        const said = Array.from(nextTries(before, rules)).flatMap(([id, tryAt]) => (tryAt <= now ? id : []))
        round = {
          at: due?.kind === "DUNNING" ? at : Number.NaN,
          said: new Set(said),
          before: new Set(before.invoices.map(({ invoiceId }) => invoiceId)),
        }
      } else if (by !== "answer") round = { ...round, at: Number.NaN }
      if (round.at !== at) return
      for (const { invoiceId } of change.charges) {
        if (!round.before.has(invoiceId)) continue
        expect([invoiceId, round.said.has(invoiceId)]).toEqual([invoiceId, true])
        seen()
      }
    },
  }
}

describe.each([
  { name: "by one policy", steps: everything },
  { name: "whatever the policy becomes", steps: withPolicies },
])("$name", ({ steps }) => {
  it("an invoice is tried at the instant that is said, and not before, where nothing happens until then", () =>
    always(steps, isTried))

  it("a round tries nothing of which it was not said", () => always(steps, isSaid))
})
