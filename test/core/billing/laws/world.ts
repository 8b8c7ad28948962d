// A history that is played on an account: commands at instants, everything due in between, charges and look-ups
// answered at once. It writes down what happened for the oracle, and shows every change to whoever watches.
import * as Result from "effect/Result"
import { notBefore } from "../../../../src/core/billing/Clocks.ts"
import {
  Account,
  type BillingPolicy,
  type Coupon,
  Due,
  Payments,
  type Plan,
  Receipts,
  Reconciliation,
  Subscribe,
  Threshold,
  Trial,
  Voucher,
} from "../../../../src/index.ts"
import type { History } from "../../../../src/testing/oracle/bills.ts"
import { decided, rulesOf } from "../../../support/account.ts"
import { organizationId } from "../../../support/billing.ts"
import { answers, findings } from "./answers.ts"
import {
  type Command,
  type Decide,
  decisionsOf,
  type MethodIndex,
  mayBeRefused,
  methods,
} from "./commands.ts"
import { historyFrom, historyWith } from "./history.ts"

/** What an account is before the first command. */
export interface Setup {
  readonly startAt: number
  /** Subscribed to the first. */
  readonly plans: readonly [Plan.Plan, Plan.Plan]
  readonly coupon: Coupon.Coupon | null
  /** Amounts of vouchers without end. */
  readonly vouchers: ReadonlyArray<number>
  /** Vouchers that end some time after the start. */
  readonly expiring?: ReadonlyArray<{ readonly amount: number; readonly after: number }>
  readonly threshold: number | null
  readonly policy?: Partial<BillingPolicy>
  /** The method of the subscription; absent: the first card. */
  readonly method?: MethodIndex
  /** Absent: 1. */
  readonly quantity?: number
  /** What the gateway says at first; absent: approved. */
  readonly answer?: keyof typeof answers
}

/** Beside the commands: what the gateway says from now on, to charges and to look-ups. */
type Setting =
  | { readonly do: "answers"; readonly answer: keyof typeof answers }
  | { readonly do: "finds"; readonly finding: keyof typeof findings }

/** A command some time after the one before it, or at the end of the running cycle, or so long before that. */
export type Step = (Command | Setting) & { readonly after: number | "boundary"; readonly before?: number }

/** From then on the rules are those of another policy. */
export type PolicyStep = Pick<Step, "after" | "before"> & {
  readonly do: "policy"
  readonly policy: Partial<BillingPolicy>
}

/** A step that was carried out; `refused` where it did nothing. */
export interface Obeyed {
  readonly at: number
  readonly command: Command | Setting
  readonly refused: boolean
}

/** What a watcher is shown: a change, what made it, and the account before it. */
export interface Seen {
  readonly by: Command["do"] | "grant" | "time" | "answer" | "finding"
  readonly at: number
  readonly before: Account.Account
  readonly change: Account.Change
  readonly history: History
  readonly rules: Account.Rules
}

/** A decision that can be made again, and what came of it. */
export interface Deciding {
  readonly decide: Decide
  readonly before: Account.Account
  readonly result: ReturnType<Decide>
  /** The issued invoice that it is about, if it is about one. */
  readonly invoiceId: string | undefined
  readonly rules: Account.Rules
}

/** How a history is played. */
export interface Options {
  readonly watch?: (seen: Seen) => void
  /** An account that has its subscription at the start, and what the setup would give it. */
  readonly from?: Account.Account
  /** What is due is taken in divisions of this length. */
  readonly every?: number
  /** Is shown every decision before its change is accepted. */
  readonly deciding?: (decision: Deciding) => void
  /** Every command is sent twice; the second time must change nothing. */
  readonly twice?: (again: Result.Result<Account.Change, unknown>, before: Account.Account) => void
  /** Whenever all that is due up to an instant was taken, and answered. */
  readonly quiet?: (account: Account.Account, at: number, rules: Account.Rules) => void
}

/** What became of a history. */
export interface Played {
  readonly account: Account.Account
  readonly rules: Account.Rules
  readonly history: History
  readonly billingEvents: ReadonlyArray<Account.BillingEvent>
  readonly charges: ReadonlyArray<Account.Charge>
  readonly couponCounts: ReadonlyArray<Account.CouponCount>
  readonly voucherEntries: ReadonlyArray<Voucher.VoucherEntry>
  readonly obeyed: ReadonlyArray<Obeyed>
}

const vouchersOf = ({ startAt, vouchers, expiring = [] }: Setup): ReadonlyArray<Voucher.Moved> =>
  [
    ...vouchers.map((amount) => ({ amount, expiresAt: null })),
    ...expiring.map(({ amount, after }) => ({ amount, expiresAt: startAt + after })),
  ].map((granted, index) =>
    decided(
      Voucher.grant({
        ...granted,
        voucherId: `voucher ${index}`,
        organizationId,
        name: "Voucher",
        currency: "BRL",
        effectiveAt: startAt,
        createdAt: startAt,
      }),
    ),
  )

export const play = (
  setup: Setup,
  steps: ReadonlyArray<Step | PolicyStep>,
  until: number,
  options: Options = {},
): Played => {
  let rules = rulesOf(setup.policy)
  const { startAt, plans, coupon, threshold } = setup
  let account = options.from ?? {
    ...Account.emptyAccount({ organizationId, name: "One", currency: "BRL", status: "ACTIVE" }),
    paymentMethods: methods,
  }
  let history = historyFrom({ startAt, until, coupon })
  let answer: keyof typeof answers = setup.answer ?? "approved"
  let finding: keyof typeof findings = "unknown"
  let count = 0
  const billingEvents: Array<Account.BillingEvent> = []
  const charges: Array<Account.Charge> = []
  const couponCounts: Array<Account.CouponCount> = []
  const voucherEntries: Array<Voucher.VoucherEntry> = []
  const obeyed: Array<Obeyed> = []

  const deciding = (decide: Decide, invoiceId = decide.invoiceId): ReturnType<Decide> => {
    const result = decide(account)
    options.deciding?.({ decide, before: account, result, invoiceId, rules })
    return result
  }

  const accept = (by: Seen["by"], at: number, change: Account.Change): void => {
    const before = account
    account = change.account
    // A store gives back the periods of what is asked for, also where another subscription took their place.
    if (by === "subscribe") account = { ...account, periods: [...before.periods, ...account.periods] }
    billingEvents.push(...change.billingEvents)
    charges.push(...change.charges)
    couponCounts.push(...change.couponCounts)
    voucherEntries.push(...change.voucherEntries)
    history = historyWith(history, at, before, change)
    options.watch?.({ by, at, before, change, history, rules })
    for (const charge of change.charges) {
      const { invoiceId, attemptId } = charge
      const now = notBefore(account, at)
      const told = { invoiceId, attemptId, answer: answers[answer](at, charge), now }
      const decide: Decide = (account) => Payments.recordAnswer(account, told, rules)
      accept("answer", at, decided(deciding(decide, invoiceId)))
    }
    for (const charge of change.lookups) {
      const { invoiceId, attemptId } = charge
      const now = notBefore(account, at)
      const told = { invoiceId, attemptId, answer: findings[finding](at, charge), now, presentAt: now }
      const decide: Decide = (account) => Reconciliation.recordLookup(account, told, rules)
      accept("finding", at, decided(deciding(decide, invoiceId)))
    }
  }

  const takeDue = (to: number): void => {
    const counts = new Map<string, number>()
    for (;;) {
      const due = Due.nextDue(account, rules)
      if (due === null || due.at > to) break
      const step = `${due.kind} at ${due.at}`
      counts.set(step, (counts.get(step) ?? 0) + 1)
      if (counts.get(step) === 100) throw new Error(`A due step does not end: ${step}`)
      accept("time", due.at, decided(deciding((account) => Due.takeStep(account, due, rules))))
      lookAt(due.at)
    }
    lookAt(to)
  }

  const lookAt = (at: number): void => {
    if (options.quiet === undefined) return
    const due = Due.nextDue(account, rules)
    if (due === null || due.at > at) options.quiet(account, at, rules)
  }

  const obey = (command: Command | Setting, at: number): void => {
    if (command.do === "answers" || command.do === "finds") {
      if (command.do === "answers") answer = command.answer
      else finding = command.finding
      obeyed.push({ at, command, refused: false })
      return
    }
    let refused = true
    const key = `key ${count++}`
    for (const decide of decisionsOf(command, { account, rules, startAt, plans, at, key })) {
      const result = deciding(decide)
      if (Result.isFailure(result)) {
        const { _tag } = result.failure as { readonly _tag: string }
        if (!mayBeRefused(command, _tag, account)) decided(result)
        continue
      }
      refused = false
      options.twice?.(decide(result.success.account, true), result.success.account)
      accept(command.do, at, result.success)
      lookAt(at)
    }
    obeyed.push({ at, command, refused })
  }

  if (options.from === undefined) {
    for (const granted of vouchersOf(setup)) {
      accept("grant", startAt, Receipts.addVoucher(Account.unchanged(account), granted, startAt))
    }
    if (threshold !== null) {
      const set = Threshold.setThreshold(account, { value: threshold, currency: "BRL", now: startAt }, rules)
      accept("threshold", startAt, decided(set))
    }
    const subscribed = Subscribe.subscribe(
      account,
      {
        subscriptionId: "sub",
        plan: plans[0],
        planIntervalId: plans[0].intervals[0]?.id ?? "",
        ...(setup.quantity !== undefined && { quantity: setup.quantity }),
        paymentMethodId: methods[setup.method ?? 0].paymentMethodId,
        coupon: coupon === null ? null : { code: coupon.code, coupon },
        now: startAt,
      },
      rules,
    )
    accept("subscribe", startAt, decided(subscribed))
  }
  let now = startAt
  const goTo = (to: number): void => {
    if (options.every !== undefined)
      for (let at = now + options.every; at < to; at += options.every) takeDue(at)
    takeDue(to)
    now = to
  }
  for (const step of steps) {
    const { subscription } = account
    const boundaryAt = subscription === null ? now : Trial.currentPeriod(subscription).endAt
    const soonest = boundaryAt - (step.before ?? 0)
    const at = step.after === "boundary" ? Math.max(now + 1, soonest) : now + step.after
    if (at >= until) break
    goTo(at)
    if (step.do === "policy") rules = rulesOf(step.policy)
    else obey(step, at)
  }
  goTo(until)
  return { account, rules, history, billingEvents, charges, couponCounts, voucherEntries, obeyed }
}
