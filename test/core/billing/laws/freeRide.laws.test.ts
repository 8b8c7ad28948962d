// Nobody is served for long without paying, whatever a customer does: short pauses, boletos that are never paid, lower and
// higher quantities, plans of another length or timing, early payments, ends that are taken back. Operators do nothing here,
// nothing is written off, no coupon or voucher comes from outside, and a gateway that does not know an outcome knows it
// at the last look-up (until then an attempt in flight makes nobody PAST_DUE, and after it an operator is called).
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type Account,
  defaultPolicy,
  Invoice,
  type Subscription,
  Trial,
  UpcomingInvoice,
} from "../../../../src/index.ts"
import { runs } from "../../../support/runs.ts"
import { DAY } from "../fixtures.ts"
import { settle } from "./arbitraries.ts"
import { cancels, paidOrNot, saysOf, setupsWith, stepsWith, subscribes, unpaid } from "./freeRides.ts"
import { play, type Seen, type Setup, type Step } from "./world.ts"

/** A time in which a subscription was served at one fee. */
interface Served {
  readonly subscriptionId: string
  readonly cycle: number
  readonly amount: number
  /** In advance as it begins, in arrears as its cycle ends, at the latest; a plan of another length ends the cycle, too. */
  readonly dueAt: number
}

/** The fee of a millisecond: none in a trial, in a pause and after the end. */
const rateOf = (subscription: Subscription.Subscription): number => {
  const { status, terms, quantity = 1, cycle } = subscription
  const isServed = status === "ACTIVE" || status === "PAST_DUE"
  return isServed && !Trial.inTrial(subscription)
    ? (terms.amount * quantity) / (cycle.endAt - cycle.startAt)
    : 0
}

/** Writes down what was served, told by looking on before each change and after it. */
const watchService = (startAt: number) => {
  let served: ReadonlyArray<Served> = []
  let since = startAt
  return {
    look: ({ subscription }: Account.Account, at: number): void => {
      if (subscription === null || at <= since) return
      const { subscriptionId, cycle, terms } = subscription
      const dueAt = terms.feeTiming === "ADVANCE" ? since : cycle.endAt
      served = served.map((one) =>
        one.subscriptionId === subscriptionId && one.cycle < cycle.cycle
          ? { ...one, dueAt: Math.min(one.dueAt, since) }
          : one,
      )
      const amount = rateOf(subscription) * (at - since)
      if (amount > 0) served = [...served, { subscriptionId, cycle: cycle.cycle, amount, dueAt }]
      since = at
    },
    served: () => served,
  }
}

/** The fee of some time. Each part of it may have been rounded down. */
const feeOf = (served: ReadonlyArray<Served>): number =>
  served.reduce((sum, { amount }) => sum + amount - 1, 0)

/** The money that came and did not go back: all that arrived, less what the organization has as credit. */
const moneyKept = ({ invoices, vouchers }: Account.Account): number => {
  let money = 0
  for (const { receipts, amountRefunded } of invoices) {
    for (const { kind, amount } of receipts) if (kind !== "VOUCHER") money += amount
    money -= amountRefunded
  }
  for (const { balance } of vouchers) money -= balance
  return money
}

/**
 * How long after its due date a fee may be unpaid while a subscription is ACTIVE: its grace (`graceMillis`), and one payment on
 * its way after that, which keeps an open invoice from being delinquent (section 5 of the semantics). The longest is a
 * boleto whose outcome is known at the last look-up (`reconciliationMillis`), that is then asked for (`slipDueDays`,
 * `settlementLagBusinessDays`, two weekends, and the rest of the last day), and that a card replaces whose outcome is known
 * at the last look-up as well.
 */
const latest = (setup: Setup): number => {
  const { attemptStaleMillis, reconciliationMillis, slipDueDays, settlementLagBusinessDays } = defaultPolicy
  const unknown = attemptStaleMillis + Math.max(...reconciliationMillis)
  const boleto = (slipDueDays + settlementLagBusinessDays + 2 * 2 + 1) * DAY
  return (setup.policy?.graceMillis ?? 0) + unknown + boleto + unknown
}

/**
 * While a subscription is ACTIVE, the money that came and did not go back covers the fee of all time whose fee was due longer
 * ago than that. So of a fee in advance at most that time is had for nothing, and of one in arrears that and its cycle. The
 * debt of an earlier subscription does not touch a later one (section 5), and counts for it alone.
 */
const isCovered = (
  account: Account.Account,
  { at, served, longest }: { at: number; served: ReadonlyArray<Served>; longest: number },
): void => {
  const { subscription } = account
  if (subscription?.status !== "ACTIVE") return
  const own = served.filter(({ subscriptionId }) => subscriptionId === subscription.subscriptionId)
  const old = own.filter(({ dueAt }) => at - dueAt > longest)
  if (moneyKept(account) >= feeOf(old)) return
  const days = (at - Math.min(...old.map(({ dueAt }) => dueAt))) / DAY
  expect.fail(`ACTIVE at ${new Date(at).toISOString()} after ${days} days without paying`)
}

/**
 * Whether a command lets a debt that still has its grace be voided because another payment of the same fee is on its way: what
 * that pays is due later. Known and not decided: with days of grace, each time begins `latest` again. Without them the
 * debt is late before.
 */
const putsOff = ({ by, before }: Seen, { policy }: Setup): boolean =>
  (policy?.graceMillis ?? 0) > 0 &&
  (by === "pause" || by === "quantityNow" || by === "changeNow") &&
  before.invoices.some((invoice) => Invoice.attemptInFlight(invoice) !== null)

/**
 * At every moment, the money that came and did not go back, what is owed, and the fee of the cycle on its upcoming invoice are together at
 * least the fee of all time that was served, and of the rest of the running cycle. So nobody gets more back, as
 * credit or refund, than was paid for time that was not had, and no fee is forgotten.
 */
const isAccountedFor = (
  account: Account.Account,
  at: number,
  served: ReadonlyArray<Served>,
  rules: Account.Rules,
): void => {
  const { subscription, invoices } = account
  const owed = invoices.reduce(
    (sum, invoice) => sum + (invoice.status === "VOID" ? 0 : Invoice.amountDue(invoice)),
    0,
  )
  const upcoming = UpcomingInvoice.upcoming(account, at, rules)
  const lines = Result.isSuccess(upcoming) ? upcoming.success.lines : []
  const unbilled = lines.reduce(
    (sum, { item, amount }) =>
      item.kind === "FEE" && item.cycle === subscription?.cycle.cycle ? sum + amount : sum,
    0,
  )
  const rest = subscription === null ? 0 : rateOf(subscription) * (subscription.cycle.endAt - at) - 1
  const accounted = moneyKept(account) + owed + unbilled
  expect(accounted).toBeGreaterThanOrEqual(feeOf(served) + rest)
}

/** Plays longer than a year, so that what waits for the end of one is late. */
const playAll = (
  setup: Setup,
  steps: ReadonlyArray<Step>,
  also: (account: Account.Account) => void = () => {},
): void => {
  const { look, served } = watchService(setup.startAt)
  let longest = latest(setup)
  play(setup, steps, setup.startAt + 500 * DAY, {
    watch: (seen) => {
      const { before, at } = seen
      look(before, at)
      isCovered(before, { at, served: served(), longest })
      if (putsOff(seen, setup)) longest += latest(setup)
    },
    quiet: (account, at, rules) => {
      look(account, at)
      isCovered(account, { at, served: served(), longest })
      isAccountedFor(account, at, served(), rules)
      also(account)
    },
  })
}

describe("nobody is served for long without paying", () => {
  it("whose money never comes, and who has no credit either", () =>
    fc.assert(
      fc.property(setupsWith(unpaid), stepsWith(saysOf(unpaid), cancels, subscribes), (setup, steps) => {
        playAll(setup, steps, ({ vouchers }) => expect(vouchers).toEqual([]))
      }),
      { numRuns: runs(1200) },
    ))

  it("who pays now and then, and has back no more than was paid for other time", () =>
    fc.assert(
      fc.property(
        setupsWith(paidOrNot),
        stepsWith(saysOf(paidOrNot), saysOf(paidOrNot), settle, cancels, subscribes),
        (setup, steps) => playAll(setup, steps),
      ),
      { numRuns: runs(1200) },
    ))
})
