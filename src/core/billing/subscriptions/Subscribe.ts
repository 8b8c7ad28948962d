// Subscribing: one live subscription an organization, to an active plan, with a method that can pay it. Nothing is
// charged but a fee in advance. GAP-31, GAP-39, GAP-48
import * as Result from "effect/Result"
import * as Coupon from "../../coupon/Coupon.ts"
import type { PaymentInProgress } from "../../invoice/Invoice.ts"
import { paymentInProgress } from "../../invoice/InvoiceCommands.ts"
import { byIssue } from "../../invoice/Receivable.ts"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import {
  type Plan,
  type PlanInactive,
  type PlanIntervalNotFound,
  type PlanTerms,
  termsOf,
} from "../../plan/Plan.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Quantity from "../../subscription/Quantity.ts"
import { isLive, type SubscriptionRejection } from "../../subscription/Subscription.ts"
import { type Trial, trialBegun } from "../../subscription/Trial.ts"
import {
  type Anchor,
  anchorOf,
  type Cycle,
  cycleOf,
  type InstantOutOfRange,
} from "../../time/BillingCycle.ts"
import {
  type Account,
  applyToSubscription,
  type Change,
  type CouponUse,
  type Rules,
  type SubscriptionNotFound,
  unchanged,
  withAccount,
} from "../Account.ts"
import {
  checkCurrency,
  type PaymentMethodCurrencyMismatch,
  type PaymentMethodRequired,
} from "../collection/Payments.ts"
import { receivablesWhere } from "../collection/Receivables.ts"
import type { IssueRejection } from "../invoicing/Issuing.ts"
import * as BillingPeriod from "../periods/BillingPeriod.ts"
import { billFeeInAdvance } from "./feeInAdvance.ts"

/** The organization has a live subscription. GAP-31 */
export interface SubscriptionAlreadyExists {
  readonly _tag: "SubscriptionAlreadyExists"
  readonly subscriptionId: string
}

/** The subscription would be in another currency than the organization's threshold. GAP-73 */
export interface ThresholdCurrencyMismatch {
  readonly _tag: "ThresholdCurrencyMismatch"
  readonly currency: string
  readonly thresholdCurrency: string
}

/** Why a subscription is not created. */
export type SubscribeRejection =
  | SubscriptionAlreadyExists
  | PaymentInProgress
  | PlanInactive
  | PlanIntervalNotFound
  | PaymentMethodRequired
  | PaymentMethod.PaymentMethodNotFound
  | PaymentMethodCurrencyMismatch
  | ThresholdCurrencyMismatch
  | Coupon.CouponUnavailable
  | SubscriptionRejection
  | SubscriptionNotFound
  | IssueRejection
  | Quantity.QuantityRejection
  | InstantOutOfRange

/** A request to subscribe. `coupon` is the code with its coupon, which is `null` for an unknown code. */
export interface SubscribeCommand {
  readonly subscriptionId: string
  readonly plan: Plan
  readonly planIntervalId: string
  /** How many units of the plan; absent: 1. */
  readonly quantity?: number
  readonly paymentMethodId: string
  readonly coupon: { readonly code: string; readonly coupon: Coupon.Coupon | null } | null
  readonly now: number
}

/**
 * Creates the subscription, ACTIVE from this instant, with its first billing period, and redeems a coupon. Where the
 * interval has a trial and the organization has not had one of the plan, the first cycle starts at its end. A fee in
 * advance is billed as the first cycle starts, so without a trial at once, and charged: a refused charge leaves the
 * subscription PAST_DUE. The checks come in this order: interval, plan and quantity, no live subscription, any method,
 * this method and its currency, the threshold's currency, the coupon.
 *
 * @example
 * ```ts
 * import * as Result from "effect/Result"
 * import { Account, defaultPolicy, UpcomingInvoice, Payments, Subscribe } from "studio-billing"
 *
 * const rules = { policy: defaultPolicy, deriveId: (key: string) => key }
 * const now = Date.parse("2026-01-31")
 * const slip = { paymentMethodId: "slip", organizationId: "org-1", type: "BOLETO", isDefault: true, billingDetails: { name: "Ana", email: null }, test: true, createdAt: now } as const
 * const plan = { planId: "starter", name: "Starter", description: "To begin with", status: "ACTIVE", intervals: [{ id: "monthly", interval: "MONTHLY", amount: 9990, currency: "BRL" }], prices: [], createdAt: 0 } as const
 * const empty = Account.emptyAccount({ organizationId: "org-1", name: "One", currency: "BRL", status: "ACTIVE" })
 * const command = { subscriptionId: "sub-1", plan, planIntervalId: "monthly", paymentMethodId: "slip", coupon: null, now }
 * const { account } = Result.getOrThrow(Subscribe.subscribe({ ...empty, paymentMethods: [slip] }, command, rules))
 * const { invoiceId, payableAmount } = Result.getOrThrow(UpcomingInvoice.upcoming(account, now, rules))
 * payableAmount // 9990
 * const payment = { invoiceId, paymentMethodId: null, expectedPayableAmount: payableAmount, now }
 * const { charges } = Result.getOrThrow(Payments.pay(account, payment, rules))
 * charges.map(({ amount, currency }) => [amount, currency]) // [[9990, "BRL"]]
 * ```
 */
export const subscribe = resultFn(function* (
  account: Account,
  command: SubscribeCommand,
  rules: Rules,
): Steps<Change, SubscribeRejection> {
  const { subscriptionId, plan, planIntervalId, quantity = 1, paymentMethodId, now } = command
  const terms = yield* termsOf(plan, planIntervalId)
  yield* Quantity.check(terms, quantity)
  if (account.subscription !== null && isLive(account.subscription)) {
    return yield* Result.fail<SubscriptionAlreadyExists>({
      _tag: "SubscriptionAlreadyExists",
      subscriptionId: account.subscription.subscriptionId,
    })
  }
  yield* checkPaymentsKnown(account)
  yield* checkPayable(account, terms, paymentMethodId)
  const coupon = command.coupon === null ? null : yield* redeemable(account, command.coupon, terms, now)
  const begun = trialBegun(account, plan, { planIntervalId, now })
  const anchor = anchorOf({ at: begun.trial?.endAt ?? now, interval: terms.interval })
  const cycle = yield* cycleOf(anchor, anchor.firstCycle)
  const created = yield* begin(account, {
    subscriptionId,
    terms,
    quantity,
    paymentMethodId,
    coupon,
    anchor,
    cycle,
    now,
    ...begun,
  })
  return yield* billFeeInAdvance(created, { kind: "CREATION", at: now }, rules)
})

/** Checks that a method of the account can pay these terms, and that its threshold is in their currency. */
export const checkPayable = resultFn(function* (
  account: Account,
  { currency }: Pick<PlanTerms, "currency">,
  paymentMethodId: string,
): Steps<
  void,
  | PaymentMethodRequired
  | PaymentMethod.PaymentMethodNotFound
  | PaymentMethodCurrencyMismatch
  | ThresholdCurrencyMismatch
> {
  const { organizationId } = account.organization
  if (account.paymentMethods.length === 0) {
    return yield* Result.fail<PaymentMethodRequired>({ _tag: "PaymentMethodRequired", organizationId })
  }
  yield* checkCurrency(yield* PaymentMethod.find(account.paymentMethods, paymentMethodId), currency)
  if (account.threshold !== null && account.threshold.currency !== currency) {
    return yield* Result.fail<ThresholdCurrencyMismatch>({
      _tag: "ThresholdCurrencyMismatch",
      currency,
      thresholdCurrency: account.threshold.currency,
    })
  }
})

/** What a subscription begins with. */
export interface Begun {
  readonly subscriptionId: string
  readonly terms: PlanTerms
  /** Absent: 1. */
  readonly quantity?: number
  readonly paymentMethodId: string
  readonly coupon: Coupon.Coupon | null
  readonly anchor: Anchor
  /** The running cycle, active from its start; where a trial comes first, the one that starts at its end. */
  readonly cycle: Cycle
  readonly trial?: Trial
  readonly trialPlanIds?: ReadonlyArray<string>
  readonly now: number
}

/** Begins a subscription with its first billing period, and redeems the coupon. */
export const begin = (account: Account, begun: Begun): Result.Result<Change, SubscriptionRejection> => {
  const { subscriptionId, terms, quantity = 1, coupon, anchor, cycle, now } = begun
  const { organizationId } = account.organization
  const create = { _tag: "Create", organizationId, ...begun } as const
  return Result.map(applyToSubscription(unchanged(account), create), (created) => {
    const period = BillingPeriod.open(
      { subscriptionId, terms, quantity, anchor, anchorMonth: 0 },
      cycle,
      cycle.startAt,
    )
    const next = withAccount(created, { periods: [...account.periods, period] })
    return coupon === null
      ? next
      : redeemed(next, coupon, { subscriptionId, currency: terms.currency, at: now })
  })
}

/** A new subscription waits for payments in flight, which decide what an earlier one owes. GAP-87 */
const checkPaymentsKnown = (account: Account): Result.Result<void, PaymentInProgress> => {
  const [first] = receivablesWhere(account, ({ attempt }) => attempt !== null).sort(byIssue)
  if (first === undefined || first.attempt === null) return Result.void
  return Result.fail(paymentInProgress(first.invoiceId, first.attempt))
}

/**
 * The coupon, if the account can redeem it now: the check of availability, with the coupons that the account used
 * before. GAP-37
 */
export const redeemable = (
  account: Account,
  found: { readonly code: string; readonly coupon: Coupon.Coupon | null },
  target: Coupon.CouponTarget | null,
  now: number,
): Result.Result<Coupon.Coupon, Coupon.CouponUnavailable> =>
  Coupon.checkAvailability({
    ...found,
    target,
    alreadyUsed: account.couponUses.some((use) => use.couponId === found.coupon?.couponId),
    now,
  })

/** The change in which a coupon is redeemed: one more for the account, and for everybody. */
export const redeemed = (
  change: Change,
  { couponId, code }: Coupon.Coupon,
  by: Pick<CouponUse, "subscriptionId" | "currency" | "at">,
): Change => {
  const use: CouponUse = { ...by, couponId, code, amountRedeemed: 0 }
  return {
    ...withAccount(change, { couponUses: [...change.account.couponUses, use] }),
    couponCounts: [...change.couponCounts, { couponId, redemptions: 1, amount: 0 }],
  }
}
