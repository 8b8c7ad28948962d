// A history that is played on an account: commands at instants, everything due in between, charges answered at once.
// It writes down what happened in plain terms, for the oracle, and shows every change to whoever watches.
import * as Result from "effect/Result"
import {
  Account,
  type BillingPolicy,
  type Coupon,
  Due,
  type PaymentAttempt,
  Payments,
  type Plan,
  Receipts,
  Subscribe,
} from "../../../../src/index.ts"
import { approved, card, decided, rulesOf } from "../../../support/account.ts"
import { organizationId } from "../../../support/billing.ts"
import type { Arrival, History, PlanFrom } from "../../../support/oracle/oracle.ts"
import { answers } from "./answers.ts"
import { type Command, decisionsOf } from "./commands.ts"

/** What an account is before the first command. */
export interface Setup {
  readonly startAt: number
  /** Subscribed to the first; plans differ in prices and are of one interval. */
  readonly plans: readonly [Plan.Plan, Plan.Plan]
  readonly coupon: Coupon.Coupon | null
  /** Amounts of vouchers without end. */
  readonly vouchers: ReadonlyArray<number>
  readonly threshold: number | null
  readonly policy?: Partial<BillingPolicy>
}

/** Beside the commands: what the gateway says from now on, and the threshold. */
type Setting =
  | { readonly do: "answers"; readonly answer: keyof typeof answers }
  | { readonly do: "threshold"; readonly value: number | null }

/** A command some time after the one before it, or at the end of the running cycle. */
export type Step = (Command | Setting) & { readonly after: number | "boundary" }

/** What a watcher is shown: a change, what made it, and the account before it. */
export interface Seen {
  readonly by: Command["do"] | "time" | "answer"
  readonly at: number
  readonly before: Account.Account
  readonly change: Account.Change
  readonly history: History
  readonly rules: Account.Rules
}

/** How a history is played. */
export interface Options {
  readonly watch?: (seen: Seen) => void
  /** What is due is taken in divisions of this length. */
  readonly every?: number
  /** Every command is sent twice; the second time must change nothing. */
  readonly twice?: (again: Result.Result<Account.Change, unknown>, before: Account.Account) => void
  /** Before what is due at an instant is taken. */
  readonly beforeDue?: (account: Account.Account, due: Due.Due, rules: Account.Rules) => void
}

/** What became of a history. */
export interface Played {
  readonly account: Account.Account
  readonly rules: Account.Rules
  readonly history: History
  readonly announcements: ReadonlyArray<Account.Announcement>
  readonly charges: ReadonlyArray<Account.Charge>
  readonly couponCounts: ReadonlyArray<Account.CouponCount>
}

/** What a state, an amount or an age may forbid of a command; any other rejection is a fault of the rules. */
const mayBeRefused = (command: Command["do"], tag: string): boolean => {
  switch (command) {
    case "use":
      return tag === "UsageRefused" || tag === "UsageEventTooOld"
    case "refund":
      return ["RefundExceedsPaid", "PaymentAmountInvalid", "InvoiceTransitionInvalid"].includes(tag)
    case "settle":
      return tag === "PaymentAmountInvalid"
    case "pay":
    case "payEarly":
    case "void":
    case "applyVoucher":
      return tag === "InvoiceNotPayable" || tag === "PaymentInProgress" || tag === "InvoiceTransitionInvalid"
    default:
      return tag === "SubscriptionTransitionInvalid" || tag === "InvoiceTransitionInvalid"
  }
}

export const play = (
  setup: Setup,
  steps: ReadonlyArray<Step>,
  until: number,
  options: Options = {},
): Played => {
  const rules = rulesOf(setup.policy)
  const { startAt, plans, coupon } = setup
  let account: Account.Account = {
    ...Account.emptyAccount({ organizationId, name: "One", currency: "BRL", status: "ACTIVE" }),
    paymentMethods: [card],
    threshold: setup.threshold === null ? null : { value: setup.threshold, currency: "BRL" },
  }
  let history: History = {
    startAt,
    until,
    coupon,
    plans: [],
    active: [{ from: startAt, to: null }],
    cancelledAt: null,
    usage: [],
  }
  let answer: PaymentAttempt.GatewayAnswer = approved
  let count = 0
  const announcements: Array<Account.Announcement> = []
  const charges: Array<Account.Charge> = []
  const couponCounts: Array<Account.CouponCount> = []

  const accept = (by: Seen["by"], at: number, change: Account.Change): void => {
    const before = account
    account = change.account
    announcements.push(...change.announcements)
    charges.push(...change.charges)
    couponCounts.push(...change.couponCounts)
    record(at, before, change)
    options.watch?.({ by, at, before, change, history, rules })
    for (const { invoiceId, attemptId, at: now } of change.charges) {
      const told = Payments.recordAnswer(account, { invoiceId, attemptId, answer, now }, rules)
      accept("answer", now, decided(told))
    }
  }

  /** Writes down, in the oracle's terms, what a change did. */
  const record = (
    at: number,
    before: Account.Account,
    { account: after, usageEvents }: Account.Change,
  ): void => {
    const arrivals = usageEvents.map((event): Arrival => ({ ...event, arrivedAt: at }))
    if (arrivals.length > 0) history = { ...history, usage: [...history.usage, ...arrivals] }
    const [was, is] = [before.subscription, after.subscription]
    if (is === null || was === is) return
    if (was?.terms.planIntervalId !== is.terms.planIntervalId) {
      const plan: PlanFrom = { fromAt: at, terms: is.terms }
      history = { ...history, plans: [...history.plans, plan] }
    }
    const ran = was === null || was.status === "ACTIVE" || was.status === "PAST_DUE"
    const runs = is.status === "ACTIVE" || is.status === "PAST_DUE"
    if (ran && !runs) {
      const active = history.active.map((span) => (span.to === null ? { ...span, to: at } : span))
      history = { ...history, active }
    }
    if (!ran && runs) history = { ...history, active: [...history.active, { from: at, to: null }] }
    if (is.status === "CANCELLED") history = { ...history, cancelledAt: is.cancelledAt }
  }

  const takeDue = (to: number): void => {
    for (;;) {
      const due = Due.nextDue(account, rules)
      if (due === null || due.at > to) return
      options.beforeDue?.(account, due, rules)
      accept("time", due.at, decided(Due.takeStep(account, due, rules)))
    }
  }

  const obey = (command: Command | Setting, at: number): void => {
    if (command.do === "answers") {
      answer = answers[command.answer]
      return
    }
    if (command.do === "threshold") {
      account = {
        ...account,
        threshold: command.value === null ? null : { value: command.value, currency: "BRL" },
      }
      return
    }
    const key = `key ${count++}`
    for (const decide of decisionsOf(command, { account, rules, startAt, plans, at, key })) {
      const before = account
      const result = decide(before)
      if (Result.isFailure(result)) {
        const { _tag } = result.failure as { readonly _tag: string }
        if (!mayBeRefused(command.do, _tag)) decided(result)
        continue
      }
      options.twice?.(decide(result.success.account), result.success.account)
      accept(command.do, at, result.success)
    }
  }

  const grants = setup.vouchers.map((amount, index) => ({
    voucherId: `voucher ${index}`,
    name: "Voucher",
    currency: "BRL",
    amount,
    at: startAt,
  }))
  for (const granted of grants) {
    accept("time", startAt, decided(Receipts.grantVoucher(Account.unchanged(account), granted)))
  }
  accept(
    "time",
    startAt,
    decided(
      Subscribe.subscribe(account, {
        subscriptionId: "sub",
        plan: plans[0],
        planIntervalId: plans[0].intervals[0]?.id ?? "",
        paymentMethodId: card.paymentMethodId,
        coupon: coupon === null ? null : { code: coupon.code, coupon },
        now: startAt,
      }),
    ),
  )
  let now = startAt
  const goTo = (to: number): void => {
    if (options.every !== undefined)
      for (let at = now + options.every; at < to; at += options.every) takeDue(at)
    takeDue(to)
    now = to
  }
  for (const step of steps) {
    const boundaryAt = account.groups.at(-1)?.endAt ?? now
    const at = step.after === "boundary" ? Math.max(now + 1, boundaryAt) : now + step.after
    if (at >= until) break
    goTo(at)
    obey(step, at)
  }
  goTo(until)
  return { account, rules, history, announcements, charges, couponCounts }
}
