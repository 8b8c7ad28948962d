// Drafts: a document as it would be issued now, computed from the account alone. The draft of the running cycle is
// the upcoming invoice. GAP-44
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
import type { DocumentKind, Invoice, InvoiceDraft, ThresholdSnapshot } from "../invoice/Invoice.ts"
import { type AmountOutOfRange, multiply, sum } from "../money/Money.ts"
import { resultFn, type Steps } from "../resultFn.ts"
import { isLive, type Subscription } from "../subscription/Subscription.ts"
import { monthsOf } from "../time/Interval.ts"
import { type Account, documentsOf, type Rules, type SubscriptionNotFound } from "./Account.ts"
import { billedItems, counts, feeLines, usageLines } from "./accrual.ts"
import type { BillingGroup } from "./BillingGroup.ts"

/** The subscription is paused: nothing is coming up. GAP-44 */
export interface NoUpcomingInvoice {
  readonly _tag: "NoUpcomingInvoice"
  readonly subscriptionId: string
}

/** Where a document belongs: a group of the account's subscription. */
interface Place {
  readonly subscription: Subscription
  readonly group: BillingGroup
  /** The documents of this subscription. */
  readonly documents: ReadonlyArray<Invoice>
}

/** The place of a cycle's documents; `null` as the cycle means the running one. */
const placeOf = (account: Account, cycle: number | null): Place | null => {
  const { subscription, groups } = account
  const group = cycle === null ? groups.at(-1) : groups.find((candidate) => candidate.cycle === cycle)
  if (subscription === null || group === undefined) return null
  return { subscription, group, documents: documentsOf(account, subscription.subscriptionId) }
}

/** The lines of all unbilled usage, late events included. */
export const unbilledUsage = (
  account: Account,
): Result.Result<ReadonlyArray<BillableLine>, AmountOutOfRange> => {
  const place = placeOf(account, null)
  return place === null ? Result.succeed([]) : usageLines(account.groups, billedItems(place.documents))
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
  if (threshold === null) return Result.succeed(null)
  // A store may leave its owner on the record, which is nothing that a document shows.
  const { value, currency } = threshold
  return Result.map(accumulatedAmount(account), (accumulated) => ({
    value,
    currency,
    accumulatedAmount: accumulated,
    exceeded: accumulated > value,
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

/** The lines of everything unbilled in the running group: its fees up to an instant, then all usage. */
const unbilledLines = (
  { group, documents }: Place,
  account: Account,
  feeUntil: number | null,
): Result.Result<ReadonlyArray<BillableLine>, AmountOutOfRange> => {
  const billed = billedItems(documents)
  const fees = feeUntil === null ? Result.succeed([]) : feeLines(group, billed, feeUntil)
  return Result.flatMap(fees, (first) =>
    Result.map(usageLines(account.groups, billed), (rest) => [...first, ...rest]),
  )
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
): Result.Result<InvoiceDraft, ComputeRejection | SubscriptionNotFound> => {
  const place = placeOf(account, null)
  return place === null
    ? Result.fail(notSubscribed(account))
    : Result.flatMap(unbilledLines(place, account, request.feeUntil), (lines) =>
        compose(account, place, { ...request, lines }, rules),
      )
}

/** Computes a document that bills again, in its own group, lines of a document that was voided. */
export const redraft = (
  account: Account,
  request: { readonly cycle: number; readonly at: number; readonly lines: ReadonlyArray<BillableLine> },
  rules: Rules,
): Result.Result<InvoiceDraft, ComputeRejection | SubscriptionNotFound> => {
  const place = placeOf(account, request.cycle)
  return place === null
    ? Result.fail(notSubscribed(account))
    : compose(account, place, { ...request, kind: "REISSUE" }, rules)
}

const compose = resultFn(function* (
  account: Account,
  place: Place,
  request: {
    readonly kind: DocumentKind
    readonly at: number
    readonly lines: ReadonlyArray<BillableLine>
  },
  rules: Rules,
): Steps<InvoiceDraft, ComputeRejection> {
  const { subscription, group, documents } = place
  const { kind, at, lines } = request
  const { currency } = subscription.terms
  const computed = yield* computeInvoice({
    currency,
    lines,
    coupon: yield* couponInput(place),
    vouchers: Voucher.usable(account.vouchers, { currency, at }),
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
    periodEndAt: kind === "CYCLE" ? group.endAt : Math.min(at, group.endAt),
    billingThreshold: yield* thresholdSnapshot(account),
    createdAt: kind === "CYCLE" ? group.startAt : at,
  }
})

/** The organization has no live subscription. */
export const notSubscribed = (account: Account): SubscriptionNotFound => ({
  _tag: "SubscriptionNotFound",
  organizationId: account.organization.organizationId,
})

/** A group on the subscription's line of months. */
export const groupPlace = (group: BillingGroup): Coupon.DiscountedGroup => ({
  cycle: group.cycle,
  month: group.month,
  months: monthsOf(group.segments[0]?.terms.interval ?? "MONTHLY"),
})

const couponInput = ({
  subscription,
  group,
  documents,
}: Place): Result.Result<CouponInput | null, AmountOutOfRange> => {
  const { coupon } = subscription
  if (coupon === null || !Coupon.covers(coupon, groupPlace(group))) return Result.succeed(null)
  const eligible: Array<number> = []
  const given: Array<number> = []
  for (const document of documents) {
    if (document.cycle !== group.cycle || !counts(document)) continue
    for (const line of document.lines) {
      if (isEligible(coupon.planIds, line.planId)) eligible.push(line.amount)
    }
    for (const discount of document.discounts) {
      if (discount.type === "COUPON") given.push(discount.amount)
    }
  }
  const { code, discount, planIds } = coupon
  return Result.flatMap(sum(eligible), (groupEligibleAmount) =>
    Result.map(sum(given), (groupDiscountAmount) => ({
      code,
      discount,
      planIds,
      groupEligibleAmount,
      groupDiscountAmount,
    })),
  )
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
