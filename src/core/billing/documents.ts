// Documents: what a subscription is asked to pay. A draft is computed from the account alone; issuing one freezes
// it, takes its vouchers and starts its charge. The draft of the running cycle is the upcoming invoice. GAP-44
import * as Result from "effect/Result"
import * as Coupon from "../discount/Coupon.ts"
import * as Voucher from "../discount/Voucher.ts"
import type { BillableLine } from "../invoice/BilledLine.ts"
import {
  type InvoiceRejection as ComputeRejection,
  type CouponInput,
  computeInvoice,
  isEligible,
} from "../invoice/computeInvoice.ts"
import type {
  DocumentKind,
  Invoice,
  InvoiceDraft,
  InvoiceRejection,
  ThresholdSnapshot,
} from "../invoice/Invoice.ts"
import { type AmountOutOfRange, multiply, sum } from "../money/Money.ts"
import * as PaymentMethod from "../payment-method/PaymentMethod.ts"
import { isLive, type Subscription, type SubscriptionRejection } from "../subscription/Subscription.ts"
import { monthsOf } from "../time/Interval.ts"
import {
  type Account,
  type Change,
  type Rules,
  type SubscriptionNotFound,
  tellInvoice,
  tellSubscription,
  withAccount,
} from "./Account.ts"
import { billedItems, counts, feeLines, usageLines } from "./accrual.ts"
import type { BillingGroup } from "./BillingGroup.ts"

/** Why a document cannot be computed or issued. */
export type DocumentRejection =
  | ComputeRejection
  | InvoiceRejection
  | SubscriptionRejection
  | Voucher.VoucherAmountInvalid
  | Voucher.VoucherExhausted

/** The subscription is paused: nothing is coming up. GAP-44 */
export interface NoUpcomingInvoice {
  readonly _tag: "NoUpcomingInvoice"
  readonly subscriptionId: string
}

interface Running {
  readonly subscription: Subscription
  readonly group: BillingGroup
  /** The documents of this subscription. */
  readonly documents: ReadonlyArray<Invoice>
}

const runningOf = (account: Account): Running | null => {
  const { subscription } = account
  const group = account.groups.at(-1)
  if (subscription === null || group === undefined) return null
  const { subscriptionId } = subscription
  const documents = account.invoices.filter((invoice) => invoice.subscriptionId === subscriptionId)
  return { subscription, group, documents }
}

/** The lines of all unbilled usage, late events included. */
export const unbilledUsage = (
  account: Account,
): Result.Result<ReadonlyArray<BillableLine>, AmountOutOfRange> => {
  const running = runningOf(account)
  return running === null ? Result.succeed([]) : usageLines(account.groups, billedItems(running.documents))
}

/** The unbilled usage in minor units, before discounts: what a threshold is compared with. */
export const accumulatedAmount = (account: Account): Result.Result<number, AmountOutOfRange> =>
  Result.flatMap(unbilledUsage(account), (lines) => {
    const amounts: Array<number> = []
    for (const line of lines) {
      const amount = multiply(line.unitPrice, line.quantity)
      if (Result.isFailure(amount)) return Result.fail(amount.failure)
      amounts.push(amount.success)
    }
    return sum(amounts)
  })

/** The threshold as it stands, or `null` where there is none. "Exceeded" is strictly more. GAP-46 */
export const thresholdSnapshot = (
  account: Account,
): Result.Result<ThresholdSnapshot | null, AmountOutOfRange> => {
  const { threshold } = account
  return threshold === null
    ? Result.succeed(null)
    : Result.map(accumulatedAmount(account), (accumulated) => ({
        ...threshold,
        accumulatedAmount: accumulated,
        exceeded: accumulated > threshold.value,
      }))
}

/** What a document is to hold. */
export interface DocumentRequest {
  readonly kind: DocumentKind
  /** Up to when the fee is billed; `null` leaves it out. */
  readonly feeUntil: number | null
  /** When it is issued: which vouchers can pay it. */
  readonly at: number
}

/**
 * Computes a document of the running group as it would be issued now: every unbilled item, the coupon by the
 * group's budget, vouchers in their order. Its id follows from subscription, cycle, kind and sequence, so that
 * it has the same id before and after issue. A CYCLE document is due at its boundary, every other at issue.
 */
export const draft = (
  account: Account,
  request: DocumentRequest,
  rules: Rules,
): Result.Result<InvoiceDraft, ComputeRejection | SubscriptionNotFound> =>
  Result.gen(function* () {
    const running = runningOf(account)
    if (running === null) return yield* Result.fail(notSubscribed(account))
    const { subscription, group, documents } = running
    const { kind, at } = request
    const billed = billedItems(documents)
    const fees = request.feeUntil === null ? [] : yield* feeLines(group, billed, request.feeUntil)
    const usage = yield* usageLines(account.groups, billed)
    const lines = [...fees, ...usage]
    const computed = yield* computeInvoice({
      currency: subscription.terms.currency,
      lines,
      coupon: couponInput(running),
      vouchers: Voucher.usable(account.vouchers, { currency: subscription.terms.currency, at }),
    })
    const { cycle } = group
    const ofKind = documents.filter((invoice) => invoice.cycle === cycle && invoice.kind === kind)
    const sequence = ofKind.length
    return {
      ...computed,
      invoiceId: rules.deriveId(`invoice/${subscription.subscriptionId}/${cycle}/${kind}/${sequence}`),
      organizationId: account.organization.organizationId,
      subscriptionId: subscription.subscriptionId,
      kind,
      cycle,
      sequence,
      dueAt: kind === "CYCLE" ? group.endAt : at,
      periodStartAt: group.startAt,
      periodEndAt: kind === "CYCLE" ? group.endAt : at,
      billingThreshold: yield* thresholdSnapshot(account),
      createdAt: kind === "CYCLE" ? group.startAt : at,
    }
  })

/** The organization has no live subscription. */
export const notSubscribed = (account: Account): SubscriptionNotFound => ({
  _tag: "SubscriptionNotFound",
  organizationId: account.organization.organizationId,
})

const groupPlace = (group: BillingGroup): Coupon.DiscountedGroup => ({
  cycle: group.cycle,
  month: group.month,
  months: monthsOf(group.segments[0]?.terms.interval ?? "MONTHLY"),
})

const couponInput = ({ subscription, group, documents }: Running): CouponInput | null => {
  const { coupon } = subscription
  if (coupon === null || !Coupon.covers(coupon, groupPlace(group))) return null
  let groupEligibleAmount = 0
  let groupDiscountAmount = 0
  for (const document of documents) {
    if (document.cycle !== group.cycle || !counts(document)) continue
    for (const line of document.lines) {
      if (isEligible(coupon.planIds, line.planId)) groupEligibleAmount += line.amount
    }
    for (const discount of document.discounts) {
      if (discount.type === "COUPON") groupDiscountAmount += discount.amount
    }
  }
  const { code, discount, planIds } = coupon
  return { code, discount, planIds, groupEligibleAmount, groupDiscountAmount }
}

/**
 * The upcoming invoice: the CYCLE document as it stands, with the fee of the whole cycle as it will be at the
 * boundary and the usage so far. It may be without lines.
 */
export const upcoming = (
  account: Account,
  now: number,
  rules: Rules,
): Result.Result<InvoiceDraft, ComputeRejection | SubscriptionNotFound | NoUpcomingInvoice> => {
  const { subscription } = account
  const group = account.groups.at(-1)
  if (subscription === null || group === undefined || !isLive(subscription)) {
    return Result.fail(notSubscribed(account))
  }
  if (subscription.status === "PAUSED") {
    return Result.fail({ _tag: "NoUpcomingInvoice", subscriptionId: subscription.subscriptionId })
  }
  return draft(account, { kind: "CYCLE", feeUntil: group.endAt, at: now }, rules)
}

/**
 * Issues a draft: freezes it, takes its vouchers, and counts what its coupon gave. A draft without lines is
 * never issued. GAP-74
 */
export const issue = (
  change: Change,
  drafted: InvoiceDraft,
  at: number,
): Result.Result<Change, DocumentRejection> =>
  Result.gen(function* () {
    if (drafted.lines.length === 0) return change
    const { invoiceId } = drafted
    let next = yield* tellInvoice(change, invoiceId, { _tag: "Issue", draft: drafted, now: at })
    for (const discount of drafted.discounts) {
      next =
        discount.type === "VOUCHER"
          ? yield* consumeVoucher(next, {
              voucherId: discount.code,
              amount: discount.amount,
              cause: invoiceId,
              at,
            })
          : yield* countCoupon(next, { amount: discount.amount, at })
    }
    return next
  })

const consumeVoucher = (
  change: Change,
  movement: Voucher.VoucherMovement & { readonly voucherId: string },
): Result.Result<Change, Voucher.VoucherAmountInvalid | Voucher.VoucherExhausted> =>
  Result.gen(function* () {
    const vouchers: Array<Voucher.Voucher> = []
    for (const voucher of change.account.vouchers) {
      vouchers.push(
        voucher.voucherId === movement.voucherId ? yield* Voucher.consume(voucher, movement) : voucher,
      )
    }
    return withAccount(change, { vouchers })
  })

const countCoupon = (
  change: Change,
  { amount, at }: { readonly amount: number; readonly at: number },
): Result.Result<Change, SubscriptionRejection> => {
  const { subscription, groups } = change.account
  const group = groups.at(-1)
  if (subscription === null || subscription.coupon === null || group === undefined)
    return Result.succeed(change)
  const { couponId } = subscription.coupon
  return Result.map(
    tellSubscription(change, { _tag: "RecordDiscount", group: groupPlace(group), now: at }),
    (next) => ({ ...next, couponCounts: [...next.couponCounts, { couponId, redemptions: 0, amount }] }),
  )
}

/**
 * Starts an attempt for what is due of an invoice, and asks for its charge. The attempt's id follows from the
 * invoice and the number of attempts before it. Nothing due starts nothing.
 */
export const startCharge = (
  change: Change,
  payment: {
    readonly invoiceId: string
    readonly paymentMethod: PaymentMethod.PaymentMethod
    readonly at: number
  },
  rules: Rules,
): Result.Result<Change, InvoiceRejection> => {
  const { invoiceId, paymentMethod, at } = payment
  const before = change.account.invoices.find((invoice) => invoice.invoiceId === invoiceId)
  if (before?.status === "PAID") return Result.succeed(change)
  const attemptId = rules.deriveId(`attempt/${invoiceId}/${before?.attempts.length ?? 0}`)
  const { paymentMethodId } = paymentMethod
  return Result.map(
    tellInvoice(change, invoiceId, { _tag: "StartAttempt", attemptId, paymentMethodId, now: at }),
    (next) => {
      const invoice = next.account.invoices.find((candidate) => candidate.invoiceId === invoiceId)
      const attempt = invoice?.attempts.find((candidate) => candidate.attemptId === attemptId)
      if (invoice === undefined || attempt === undefined) return next
      const { organizationId, currency } = invoice
      const charge = {
        organizationId,
        invoiceId,
        attemptId,
        amount: attempt.amount,
        currency,
        paymentMethod,
        at,
      }
      return { ...next, charges: [...next.charges, charge] }
    },
  )
}

/**
 * Issues a document of the running group and charges it at once with the subscription's method. The attempt is
 * started by the same change, so that the invoice looks delinquent at no moment in between.
 */
export const issueAndCharge = (
  change: Change,
  request: DocumentRequest,
  rules: Rules,
): Result.Result<Change, DocumentRejection | SubscriptionNotFound> =>
  Result.gen(function* () {
    const drafted = yield* draft(change.account, request, rules)
    const issued = yield* issue(change, drafted, request.at)
    const { subscription, paymentMethods } = issued.account
    if (issued === change || drafted.payableAmount === 0 || subscription === null) return issued
    const method = PaymentMethod.find(paymentMethods, subscription.paymentMethodId)
    // Without a method the invoice stays open and becomes delinquent by its date.
    if (Result.isFailure(method)) return issued
    const { invoiceId } = drafted
    return yield* startCharge(issued, { invoiceId, paymentMethod: method.success, at: request.at }, rules)
  })
