// A policy is of a process, and another one may come between any two calls: with a new release, and back and forth while that
// is rolled out. Whatever it becomes, what is under way goes on.
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Account, type BillingPolicy, Due } from "../../../../src/index.ts"
import { plan } from "../../../support/billing.ts"
import { runs } from "../../../support/runs.ts"
import { DAY, HOUR } from "../fixtures.ts"
import { everything } from "./arbitraries.ts"
import { mixedSetups } from "./setups.ts"
import { type PolicyStep, play, type Seen, type Setup, type Step } from "./world.ts"

const MINUTE = 60_000

const policies: fc.Arbitrary<Partial<BillingPolicy>> = fc.record(
  {
    graceMillis: fc.constantFrom(0, 2 * DAY, 30 * DAY),
    cancellationFee: fc.constantFrom("ACTIVE_SHARE" as const, "FULL_CYCLE" as const),
    dunningDays: fc.constantFrom([1, 3, 7, 14], [2], [], [5, 6, 7, 20]),
    onExhausted: fc.constantFrom("STAY" as const, "PAUSE" as const, "CANCEL" as const),
    writeOffAfterDays: fc.constantFrom(null, null, 60, 90),
    usageLateMillis: fc.constantFrom(0, 35 * DAY, 100 * DAY),
    cutsMax: fc.constantFrom(0, 2, 15),
    planChangesMax: fc.constantFrom(0, 2, 15),
    quantityChangesMax: fc.constantFrom(0, 2, 100),
    pausesMax: fc.constantFrom(0, 1, 15),
    trialNoticeMillis: fc.constantFrom(0, 3 * DAY, 40 * DAY),
    attemptStaleMillis: fc.constantFrom(MINUTE, HOUR),
    reconciliationMillis: fc.constantFrom(
      [5 * MINUTE, HOUR, DAY, 2 * DAY, 3 * DAY, 4 * DAY, 5 * DAY],
      [HOUR],
      [],
      [MINUTE, 10 * DAY],
    ),
    slipDueDays: fc.constantFrom(0, 3, 10),
    settlementLagBusinessDays: fc.constantFrom(0, 2, 5),
  },
  { requiredKeys: [] },
)

/** Steps, and before some of them another policy. */
const steps = fc
  .tuple(everything, fc.array(fc.option(policies), { minLength: 1, maxLength: 8 }))
  .map(([steps, changes]) =>
    steps.flatMap((step, index): ReadonlyArray<Step | PolicyStep> => {
      const policy = changes[index % changes.length] ?? null
      return policy === null ? [step] : [{ do: "policy", policy, after: 1 }, step]
    }),
  )

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
