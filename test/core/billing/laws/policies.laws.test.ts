// A policy is of a process, and another one may come between any two calls: with a new release, and back and forth while that
// is rolled out. Whatever it becomes, what is under way goes on.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Account, type BillingPolicy, Due } from "../../../../src/index.ts"
import { plan } from "../../../support/billing.ts"
import { runs } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import { withPolicies as steps } from "./policySteps.ts"
import { mixedSetups } from "./setups.ts"
import { type PolicyStep, play, type Seen, type Setup } from "./world.ts"

/** The attempts whose outcome is unknown, and for which nobody asks any more. */
const givenUp = (account: Account.Account, rules: Account.Rules): ReadonlyArray<string> => {
  const isAsked = Due.allDue(account, rules).some(
    ({ kind, at }) => (kind === "LOOKUP" || kind === "STALE_ATTEMPT") && Number.isFinite(at),
  )
  const attempts = isAsked ? [] : account.invoices.flatMap((invoice) => invoice.attempts)
  return attempts.flatMap(({ attemptId, status }) =>
    status === "STARTED" || status === "UNKNOWN" ? attemptId : [],
  )
}

describe("whatever the policy becomes", () => {
  it("nothing is issued, tried, paused or cancelled before what has happened already", () =>
    fc.assert(
      fc.property(mixedSetups, steps, (setup, steps) => {
        play(setup, steps, setup.startAt + 500 * DAY, {
          watch: (seen) => expect(doneTooEarly(seen)).toEqual([]),
        })
      }),
      { numRuns: runs(600) },
    ))

  it("every step that is due can be taken, and of each payment that stays unknown an operator is told once", () =>
    fc.assert(
      fc.property(mixedSetups, steps, (setup, steps) => {
        const { account, rules, billingEvents } = play(setup, steps, setup.startAt + 500 * DAY)
        const told = billingEvents.flatMap((event) =>
          event.type === "payment.needs_operator"
            ? event.invoice.attempts.filter(({ operatorCalledAt }) => operatorCalledAt === event.at)
            : [],
        )
        const attempts = told.map(({ attemptId }) => attemptId)
        expect(attempts).toEqual([...new Set(attempts)])
        expect(givenUp(account, rules).filter((attemptId) => !attempts.includes(attemptId))).toEqual([])
      }),
      { numRuns: runs(1200) },
    ))
})

/** What a change did at an instant before what had happened to the account by then. */
const doneTooEarly = ({ before, change: { account } }: Seen): ReadonlyArray<string> => {
  const { subscription, invoices } = account
  const known = before.subscription
  const stopped = known !== null && subscription?.status !== known.status ? subscription : null
  const stoppedAt = stopped?.cancelledAt ?? stopped?.pausedAt ?? null
  const issued = before.invoices.map(({ issuedAt }) => issuedAt)
  return [
    ...(stoppedAt !== null && stoppedAt < (known?.updatedAt ?? 0)
      ? [`${stopped?.status} at ${stoppedAt}`]
      : []),
    ...invoices
      .slice(before.invoices.length)
      .filter(({ issuedAt }) => issued.some((at) => at > issuedAt))
      .map(({ kind, issuedAt }) => `${kind} issued at ${issuedAt}`),
    ...invoices.flatMap(({ attempts, issuedAt, kind }) =>
      attempts
        .filter(({ startedAt }) => startedAt < issuedAt)
        .map(() => `${kind} tried before it was issued`),
    ),
  ]
}

/** A month with a fee that the card refuses. */
const refused: Setup = {
  startAt: Date.UTC(2026, 0, 10),
  plans: [plan, plan],
  coupon: null,
  vouchers: [],
  threshold: null,
  answer: "declined",
}
const [falling, days] = [Date.UTC(2026, 1, 10), (count: number) => count * DAY]
const seenUntil = (until: number, ...policies: ReadonlyArray<readonly [number, Partial<BillingPolicy>]>) => {
  let now = refused.startAt
  const steps = policies.map(([at, policy]): PolicyStep => {
    const after = at - now
    now = at
    return { do: "policy", policy, after }
  })
  const { account, charges } = play(refused, steps, until)
  const { status, dunning } = account.subscription ?? {}
  return {
    status,
    exhaustedAt: dunning?.exhaustedAt,
    charges: charges.length,
    invoice: account.invoices[0]?.status,
  }
}

describe("another policy", () => {
  it("lets dunning go on by the number of its days, and exhausts it at once where none is left", () => {
    const at = falling + days(4)
    // At its issue and on the days 1 and 3.
    expect(seenUntil(at)).toMatchObject({ status: "PAST_DUE", exhaustedAt: null, charges: 3 })
    // As of the last try, and not of a day that is over.
    expect(seenUntil(at + 2, [at, { dunningDays: [2], onExhausted: "PAUSE" }])).toMatchObject({
      status: "PAUSED",
      exhaustedAt: falling + days(3),
      charges: 3,
    })
    const longer = [at, { dunningDays: [1, 2, 5, 6] }] as const
    expect(seenUntil(falling + days(7), longer)).toMatchObject({ exhaustedAt: falling + days(6), charges: 5 })
  })

  it("tries the days that are over by then at once", () => {
    const at = falling + days(4)
    expect(seenUntil(at + 2, [at, { dunningDays: [1, 2, 3, 4] }])).toMatchObject({ charges: 5 })
  })

  it("leaves alone what was exhausted before", () => {
    const at = falling + days(15)
    expect(seenUntil(at + 2, [at, { onExhausted: "CANCEL", dunningDays: [1, 3, 7, 14, 15] }])).toMatchObject({
      status: "PAST_DUE",
      exhaustedAt: falling + days(14),
    })
  })

  it("announces a trial whose end is near by it at once, and none twice", () => {
    const [monthly] = plan.intervals
    const trial = { ...plan, intervals: monthly === undefined ? [] : [{ ...monthly, trialDays: 30 }] }
    const change = (after: number, trialNoticeMillis: number): PolicyStep => ({
      do: "policy",
      policy: { trialNoticeMillis },
      after,
    })
    const steps = [change(days(20), 15 * DAY), change(days(1), 3 * DAY), change(days(7), 20 * DAY)]
    const { billingEvents } = play({ ...refused, plans: [trial, trial] }, steps, falling)
    const told = billingEvents.filter(({ type }) => type === "subscription.trial_ending")
    expect(told.map(({ at }) => at)).toEqual([refused.startAt + days(15)])
  })

  it("waits by its own calendar for the money of a slip, whose last day stays", () => {
    const slip: Setup = { ...refused, answer: "slip" }
    const policy = { settlementLagBusinessDays: 5, slipDueDays: 20 }
    const invoiceAt = (after: number, ...steps: ReadonlyArray<PolicyStep>) =>
      play(slip, steps, falling + after).account.invoices[0]
    const longer: PolicyStep = { do: "policy", policy, after: falling + DAY - refused.startAt }
    const lapsed = days(9)
    expect(invoiceAt(lapsed)).toMatchObject({ status: "EXPIRED" })
    expect(invoiceAt(lapsed, longer)).toMatchObject({ status: "OPEN" })
    expect(invoiceAt(lapsed, longer)?.attempts[0]?.slip).toEqual(invoiceAt(DAY)?.attempts[0]?.slip)
    expect(invoiceAt(days(20), longer)).toMatchObject({ status: "EXPIRED" })
  })

  it("writes off what is older at once", () => {
    const at = falling + days(25)
    expect(seenUntil(at)).toMatchObject({ invoice: "PAYMENT_FAILED" })
    expect(seenUntil(at + 2, [at, { writeOffAfterDays: 20 }])).toMatchObject({ invoice: "UNCOLLECTIBLE" })
    expect(seenUntil(at + 2, [at, { writeOffAfterDays: 26 }])).toMatchObject({ invoice: "PAYMENT_FAILED" })
  })
})
