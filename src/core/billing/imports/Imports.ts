// Importing: a customer of another system goes on here as if it had always been here. What is paid of the running period
// stands as a paid invoice, because the lines of invoices say what was billed. Nothing is charged and nothing of the past
// is announced. GAP-155, GAP-156, GAP-157
import * as Result from "effect/Result"
import * as Coupon from "../../coupon/Coupon.ts"
import type { InvalidOrganization } from "../../identity/Access.ts"
import type { InvoiceDraft } from "../../invoice/Invoice.ts"
import type { AmountOutOfRange } from "../../money/Money.ts"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import { type Plan, type PlanIntervalNotFound, type PlanTerms, termsOf } from "../../plan/Plan.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Quantity from "../../subscription/Quantity.ts"
import { isLive, type Subscription } from "../../subscription/Subscription.ts"
import { noticeAt, trialBegun } from "../../subscription/Trial.ts"
import { type Anchor, anchorOf, boundary, type Cycle, cycleAt, cycleOf } from "../../time/BillingCycle.ts"
import { monthsOf } from "../../time/Interval.ts"
import { rate } from "../../usage/Rating.ts"
import * as Voucher from "../../voucher/Voucher.ts"
import {
  type Account,
  applyToInvoice,
  applyToSubscription,
  type Change,
  findInvoice,
  type Rules,
} from "../Account.ts"
import { addVoucher } from "../collection/Receipts.ts"
import { type IssueRejection, issue } from "../invoicing/Issuing.ts"
import { draft, upcoming } from "../invoicing/UpcomingInvoice.ts"
import { withNextFollowing } from "../periods/nextPeriod.ts"
import {
  begin,
  checkPayable,
  type SubscribeRejection,
  type SubscriptionAlreadyExists,
} from "../subscriptions/Subscribe.ts"
import { check, type ImportedCustomer, type ImportInvalid, importInvalid } from "./ImportedCustomer.ts"
import { usageEventsOf, withUsage } from "./importedUsage.ts"

/** Why a customer is not imported. */
export type ImportRejection =
  | ImportInvalid
  | InvalidOrganization
  | Exclude<SubscribeRejection, { readonly _tag: "PlanInactive" | "PaymentInProgress" }>
  | PaymentMethod.PaymentMethodLimitReached
  | Exclude<IssueRejection, AmountOutOfRange>

/** A customer with its plan, and with the coupon of its code, which is `null` for an unknown one. */
export interface ImportCommand {
  readonly subscriptionId: string
  readonly customer: ImportedCustomer
  readonly plan: Plan
  readonly coupon: Coupon.Coupon | null
  readonly now: number
}

/**
 * Makes of a customer its payment methods, its subscription with the running period, a paid invoice of what is paid of
 * it, and vouchers of its credit. From then on it is billed as if it had been here from its anchor on. The plan may be
 * INACTIVE, and the coupon past its `redeemBy`: the customer has them already. GAP-155
 */
export const importSubscription = (
  account: Account,
  command: ImportCommand,
  rules: Rules,
): Result.Result<Change, ImportRejection> =>
  Result.mapError(imported(account, command, rules), (failure) =>
    // A fee is checked with its quantity, so that only usage can add up to more than an amount.
    failure._tag === "AmountOutOfRange"
      ? importInvalid("period.usage", "NOT_AN_AMOUNT", command.customer.period.usage.length)
      : failure,
  )

const imported = resultFn(function* (
  account: Account,
  command: ImportCommand,
  rules: Rules,
): Steps<Change, ImportRejection | AmountOutOfRange> {
  const { subscriptionId, customer, now } = command
  yield* check(customer, now)
  const terms = yield* agreedTerms(command)
  const { quantity = 1 } = customer
  yield* Quantity.check(terms, quantity)
  yield* checkNew(account)
  const { anchor, cycle } = yield* gridOf(command, terms)
  const paymentMethods = yield* methodsOf(account, command, rules)
  const owner = { ...account, paymentMethods }
  const paymentMethodId = PaymentMethod.defaultOf(paymentMethods)?.paymentMethodId ?? ""
  yield* checkPayable(owner, terms, paymentMethodId)
  const coupon = yield* redeemedBefore(account, command, terms)
  const trial = trialOf(account, command, rules)
  const begun = { subscriptionId, terms, quantity, paymentMethodId, coupon, anchor, cycle, now, ...trial }
  const begunChange = yield* countConsumed(yield* begin(owner, begun), command, cycle, terms)
  const billed = yield* withPaid(withUsage(begunChange, customer, "paidQuantity"), command, rules)
  const used = withUsage(billed, customer, "quantity")
  const ending = yield* withEnd(used, command)
  const credited = yield* withCredits(announcedOnly(ending, now), command, terms, rules)
  // What could not be billed at the boundary would stop every later call of the organization. GAP-101
  const next = upcoming(credited.account, now, rules)
  if (Result.isFailure(next) && next.failure._tag === "AmountOutOfRange")
    return yield* Result.fail(next.failure)
  return { ...credited, usageEvents: usageEventsOf(command, rules) }
})

/** Whoever had a subscription here has a past here, which is not that of the import. */
const checkNew = ({
  organization: { organizationId },
  subscription,
}: Account): Result.Result<void, SubscriptionAlreadyExists | ImportInvalid> => {
  if (subscription === null) return Result.void
  const { subscriptionId } = subscription
  return isLive(subscription)
    ? Result.fail({ _tag: "SubscriptionAlreadyExists", subscriptionId })
    : Result.fail(importInvalid("organization.organizationId", "HAD_SUBSCRIPTION", organizationId))
}

/** The terms of the plan's interval, whether the plan is open to new subscriptions or not. */
const agreedTerms = resultFn(function* ({
  plan,
  customer,
}: ImportCommand): Steps<PlanTerms, ImportInvalid | PlanIntervalNotFound> {
  const agreed = termsOf({ ...plan, status: "ACTIVE" }, customer.planIntervalId)
  if (Result.isFailure(agreed)) {
    const { planId } = plan
    const { planIntervalId } = customer
    return yield* Result.fail<PlanIntervalNotFound>({ _tag: "PlanIntervalNotFound", planId, planIntervalId })
  }
  for (const [index, { meter, quantity }] of customer.period.usage.entries()) {
    const price = agreed.success.prices.find((candidate) => candidate.meter === meter)
    const at = `period.usage.${index}`
    if (price === undefined) return yield* Result.fail(importInvalid(`${at}.meter`, "UNKNOWN_METER", meter))
    if (Result.isFailure(rate(price, quantity))) {
      return yield* Result.fail(importInvalid(`${at}.quantity`, "NOT_AN_AMOUNT", quantity))
    }
  }
  return agreed.success
})

/**
 * The grid of the customer's cycles with the running one, which has the number 0 here and has to be the period that the
 * customer says; in a trial with the first one.
 */
const gridOf = resultFn(function* (
  { customer, now }: ImportCommand,
  { interval }: PlanTerms,
): Steps<{ readonly anchor: Anchor; readonly cycle: Cycle }, ImportRejection> {
  const { at, day } = customer.anchor
  const { trial = false } = customer.period
  const first = anchorOf({ at, interval })
  const wanted = day ?? first.anchorDay
  const given = { ...first, anchorDay: wanted }
  const isDay = Number.isSafeInteger(wanted) && wanted >= first.anchorDay && wanted <= 31
  if (!isDay || (yield* boundary(given, 0)) !== at) {
    return yield* Result.fail(importInvalid("anchor.day", "NOT_THE_DAY", wanted, first.anchorDay))
  }
  if (trial) return { anchor: given, cycle: yield* cycleOf(given, given.firstCycle) }
  const running = yield* cycleAt(given, now)
  const anchor = { ...given, firstCycle: 0 - running.cycle }
  for (const member of ["startAt", "endAt"] as const) {
    const value = customer.period[member]
    if (value === running[member]) continue
    return yield* Result.fail(importInvalid(`period.${member}`, "NOT_THE_PERIOD", value, running[member]))
  }
  return { anchor, cycle: yield* cycleOf(anchor, 0) }
})

/**
 * The trial that runs, which is announced only if that is still to come. The plan counts as tried by it, and where its
 * interval has a trial, as it would if the customer had begun here: whoever pays for it cannot cancel and begin again
 * with a trial. GAP-166
 */
const trialOf = (
  account: Account,
  { customer: { planIntervalId, period }, plan, now }: ImportCommand,
  { policy }: Rules,
): Pick<Subscription, "trial" | "trialPlanIds"> => {
  const { endAt, trial = false } = period
  if (trial) {
    const announced = noticeAt(endAt, policy) <= now
    return { trial: { endAt, announced, ended: false }, trialPlanIds: [plan.planId] }
  }
  const { trialPlanIds } = trialBegun(account, plan, { planIntervalId, now })
  return trialPlanIds === undefined ? {} : { trialPlanIds }
}

const methodsOf = resultFn(function* (
  { organization: { organizationId }, paymentMethods }: Account,
  { subscriptionId, customer, now }: ImportCommand,
  rules: Rules,
): Steps<ReadonlyArray<PaymentMethod.PaymentMethod>, PaymentMethod.PaymentMethodLimitReached> {
  let methods = paymentMethods
  for (const [index, saved] of customer.paymentMethods.entries()) {
    const paymentMethodId = rules.deriveId(`import/method/${subscriptionId}/${index}`)
    const method = { ...saved, paymentMethodId, organizationId, test: false, createdAt: now }
    methods = yield* PaymentMethod.add(methods, method, rules.policy.paymentMethodsMax)
  }
  return methods
})

/** The coupon of the customer, which was redeemed before, and so maybe before it expired. */
const redeemedBefore = (
  { couponUses }: Account,
  { customer, coupon }: ImportCommand,
  target: PlanTerms,
): Result.Result<Coupon.Coupon | null, Coupon.CouponUnavailable> => {
  if (customer.coupon === null) return Result.succeed(null)
  const { code } = customer.coupon
  const alreadyUsed = couponUses.some(({ couponId }) => couponId === coupon?.couponId)
  return Coupon.checkAvailability({ code, coupon, target, alreadyUsed, now: Number.NEGATIVE_INFINITY })
}

/** Counts the cycles since the coupon began, so that it lasts no longer than it would have. */
const countConsumed = (
  change: Change,
  { customer, now }: ImportCommand,
  running: Cycle,
  { interval }: PlanTerms,
): ReturnType<typeof applyToSubscription> => {
  const { subscription } = change.account
  const since = customer.coupon?.cyclesSince ?? 0
  if (since === 0 || subscription === null) return Result.succeed(change)
  const months = monthsOf(interval)
  const cycle = running.cycle - since
  const month = (cycle - subscription.anchor.firstCycle) * months
  return applyToSubscription(change, { _tag: "RecordDiscount", period: { cycle, month, months }, now })
}

/** Ends it with the running period, where it has cancelled. */
const withEnd = (
  change: Change,
  { customer: { period, cancelAtPeriodEnd = false }, now }: ImportCommand,
): ReturnType<typeof applyToSubscription> =>
  cancelAtPeriodEnd
    ? Result.map(
        applyToSubscription(change, { _tag: "ScheduleCancel", cancelAt: period.endAt, now }),
        withNextFollowing,
      )
    : Result.succeed(change)

/** Issues what is paid of the running period, as the invoice that a payment ahead would have issued, and settles it. */
const withPaid = resultFn(function* (
  change: Change,
  { customer: { period }, now }: ImportCommand,
  rules: Rules,
): Steps<Change, ImportRejection | AmountOutOfRange> {
  const { feePaid } = period
  const isInAdvance = change.account.subscription?.terms.feeTiming === "ADVANCE"
  const ahead = isInAdvance ? "CREATION" : "CYCLE"
  const kind = feePaid ? ahead : "CUT"
  const request = { kind, feeUntil: feePaid ? period.endAt : null, at: now } as const
  const drafted = draft({ ...change.account, vouchers: [] }, request, rules)
  if (Result.isFailure(drafted)) {
    if (drafted.failure._tag === "SubscriptionNotFound") return change
    return yield* Result.fail(drafted.failure)
  }
  return yield* settled(yield* issue(change, drafted.success, now, rules), drafted.success, now, rules)
})

const settled = (
  change: Change,
  { invoiceId, payableAmount: amount }: InvoiceDraft,
  now: number,
  rules: Rules,
): ReturnType<typeof applyToInvoice> => {
  if (amount === 0 || findInvoice(change.account, invoiceId) === undefined) return Result.succeed(change)
  const receiptId = rules.deriveId(`import/receipt/${invoiceId}`)
  const receipt = { receiptId, kind: "SETTLEMENT", attemptId: null, amount, now } as const
  return applyToInvoice(change, invoiceId, { _tag: "RecordReceipt", ...receipt })
}

/** The change with the creation of the subscription as its only event: its paid invoice is a matter of the past. */
const announcedOnly = (change: Change, at: number): Change => {
  const { subscription } = change.account
  return {
    ...change,
    billingEvents: subscription === null ? [] : [{ type: "subscription.created", at, subscription }],
  }
}

const withCredits = resultFn(function* (
  change: Change,
  { subscriptionId, customer, now }: ImportCommand,
  { currency }: PlanTerms,
  rules: Rules,
): Steps<Change, Voucher.VoucherAmountInvalid> {
  const { organizationId } = change.account.organization
  let next = change
  for (const [index, { name, amount, expiresAt }] of customer.credits.entries()) {
    const voucherId = rules.deriveId(`import/credit/${subscriptionId}/${index}`)
    const terms = { voucherId, organizationId, name, currency, amount, expiresAt }
    next = addVoucher(next, yield* Voucher.grant({ ...terms, effectiveAt: now, createdAt: now }), now)
  }
  return next
})
