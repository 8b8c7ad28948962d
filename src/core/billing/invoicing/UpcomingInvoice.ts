// Drafts: an invoice as it would be issued now, computed from the account alone. The draft of the running cycle is the
// upcoming invoice. GAP-44
import * as Result from "effect/Result"
import type { BillableLine } from "../../invoice/BilledLine.ts"
import { type InvoiceRejection as ComputeRejection, computeInvoice } from "../../invoice/computeInvoice.ts"
import type { BillingReason, Invoice, InvoiceDraft, ThresholdSnapshot } from "../../invoice/Invoice.ts"
import { type AmountOutOfRange, multiply, sum } from "../../money/Money.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isLive, type Subscription } from "../../subscription/Subscription.ts"
import { currentPeriod, inTrial } from "../../subscription/Trial.ts"
import * as Voucher from "../../voucher/Voucher.ts"
import { isOver } from "../../voucher/VoucherRecord.ts"
import { type Account, type Rules, type SubscriptionNotFound, subscriptionNotFound } from "../Account.ts"
import { billedItems, feeLines, itemLines, usageLines } from "../periods/Accrual.ts"
import { groupsOf } from "../periods/groups.ts"
import { type Begun, begunNext } from "../periods/nextPeriod.ts"
import { type Place, periodsOf, placeOf } from "../periods/places.ts"
import { couponShares } from "./couponShares.ts"

/** The subscription is paused: nothing is coming up. GAP-44 */
export interface NoUpcomingInvoice {
  readonly _tag: "NoUpcomingInvoice"
  readonly subscriptionId: string
}

/** The lines of all unbilled usage, late events included. */
export const unbilledUsage = (
  account: Account,
): Result.Result<ReadonlyArray<BillableLine>, AmountOutOfRange> => {
  const place = placeOf(account, null)
  if (place === null) return Result.succeed([])
  const periods = periodsOf(account)
  return usageLines(periods, billedItems(place.invoices, periods))
}

/** The amount of unbilled usage before discounts, which the threshold is compared with. */
export const accumulatedAmount = resultFn(function* (account: Account): Steps<number, AmountOutOfRange> {
  const amounts: Array<number> = []
  for (const line of yield* unbilledUsage(account)) {
    amounts.push(yield* multiply(line.unitPrice, line.quantity))
  }
  return yield* sum(amounts)
})

/** The threshold and the usage that counts for it; `null` without one in its currency. "Exceeded" is strictly more. GAP-46 */
export const thresholdSnapshot = (
  account: Account,
): Result.Result<ThresholdSnapshot | null, AmountOutOfRange> => {
  const { threshold, subscription } = account
  // Once a subscription has ended, it may be one for the next.
  if (threshold === null || threshold.currency !== subscription?.terms.currency) return Result.succeed(null)
  // The record of a store may have more members, which an invoice does not show.
  const { value, currency } = threshold
  return Result.map(accumulatedAmount(account), (accumulated) => ({
    value,
    currency,
    accumulatedAmount: accumulated,
    exceeded: accumulated > value,
  }))
}

/** Which invoice to draft. */
export interface DraftRequest {
  readonly kind: BillingReason
  /** The instant up to which the fee is billed; `null` leaves the fee out. */
  readonly feeUntil: number | null
  /** What begins with it, whose fee it bills too where that is due in advance; absent: nothing. */
  readonly begins?: Begun | null
  /** The instant of issue, which decides which vouchers can pay it. */
  readonly at: number
  /** When a PAUSE, CHANGE or FINAL invoice is due; absent: at its issue. */
  readonly dueAt?: number
}

/**
 * The lines of all that is unbilled: the fees of the running period up to an instant and in advance, its usage, the
 * one-off charges, and usage that came late. A cut bills usage alone, and a change of quantity or a resume fees alone.
 * Where it bills the fee of another cycle, too, its fees and usage name their service periods.
 */
const unbilledLines = resultFn(function* (
  { period, invoices }: Place,
  account: Account,
  { kind, feeUntil, at, begins = null }: DraftRequest,
): Steps<ReadonlyArray<BillableLine>, AmountOutOfRange> {
  const periods = periodsOf(account)
  const isOther = begins !== null && begins.period.cycle !== period.cycle
  const billed = billedItems(invoices, isOther ? [...periods, begins.period] : periods)
  const next = isOther ? yield* feeLines(begins.period, billed, begins.period.startAt, { isNamed: true }) : []
  const isNamed = next.length > 0
  const own = begins === null || isOther ? period : begins.period
  const fees = feeUntil === null ? [] : yield* feeLines(own, billed, feeUntil, { isNamed })
  if (kind === "QUANTITY_CHANGE" || kind === "RESUME") return fees
  // That of a cycle is for all of it, also where it is issued early.
  const until = kind === "CYCLE" ? period.endAt : at
  const usage = yield* usageLines(periods, billed, { isNamed, until })
  const last = period.segments.length - 1
  const late = usage.findIndex(
    ({ item }) => item.kind === "USAGE" && (item.cycle !== period.cycle || item.segment !== last),
  )
  const [running, rest] = late === -1 ? [usage, []] : [usage.slice(0, late), usage.slice(late)]
  return [...fees, ...next, ...running, ...(kind === "CUT" ? [] : itemLines(periods, billed)), ...rest]
})

/**
 * Computes an invoice of the running period as it would be issued now: every unbilled item, the coupon by the period's
 * budget, vouchers in their order. Its id follows from subscription, cycle, kind and sequence, so the draft and the
 * issued invoice have the same id. A CYCLE invoice is due at its boundary, CREATION as the first cycle begins, any other
 * at issue.
 */
export const draft = (
  account: Account,
  request: DraftRequest,
  rules: Rules,
): Result.Result<InvoiceDraft, ComputeRejection | SubscriptionNotFound> => {
  const place = placeOf(account, null)
  return place === null
    ? Result.fail(notSubscribed(account))
    : Result.flatMap(unbilledLines(place, account, request), (lines) =>
        compose(account, place, { ...request, lines }, rules),
      )
}

/** What of a voided invoice is billed again. */
export interface RedraftRequest extends Pick<Invoice, "cycle" | "dueAt"> {
  readonly at: number
  readonly lines: ReadonlyArray<BillableLine>
}

/** Computes an invoice that bills lines of a voided one again, in their own period. It is due when that was. */
export const redraft = (
  account: Account,
  request: RedraftRequest,
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
    readonly kind: BillingReason
    readonly at: number
    readonly begins?: Begun | null
    readonly lines: ReadonlyArray<BillableLine>
    readonly dueAt?: number
  },
  rules: Rules,
): Steps<InvoiceDraft, ComputeRejection> {
  const { subscription, period, invoices } = place
  const { kind, at, begins = null, lines, dueAt = at } = request
  const { currency } = subscription.terms
  const { cycle } = period
  const groups = groupsOf({ cycle, lines })
  const { coupon, couponParts } = yield* couponShares(
    { lines, cycle, currency },
    groups.flatMap((group) => {
      if (group === begins?.period.cycle) return { ...begins, invoices }
      return (group === cycle ? place : placeOf(account, group)) ?? []
    }),
  )
  const computed = yield* computeInvoice({
    currency,
    lines,
    coupon,
    vouchers: Voucher.usable(account.vouchers, { currency, at }),
  })
  const { createdAt, ...dates } = datesOf(place, {
    kind,
    at,
    dueAt: Math.min(at, dueAt),
    begins: begins !== null && billsFee(begins, lines) ? begins : null,
  })
  const sequence = invoices.filter((invoice) => invoice.cycle === cycle && invoice.kind === kind).length
  return {
    ...computed,
    invoiceId: rules.deriveId(`invoice/${subscription.subscriptionId}/${cycle}/${kind}/${sequence}`),
    organizationId: account.organization.organizationId,
    subscriptionId: subscription.subscriptionId,
    kind,
    cycle,
    sequence,
    ...dates,
    billingThreshold: yield* thresholdSnapshot(account),
    ...(groups.length > 1 && coupon !== null && { couponParts }),
    createdAt,
  }
})

/** Tells whether some lines bill the fee of what begins. */
const billsFee = ({ period }: Begun, lines: ReadonlyArray<BillableLine>): boolean =>
  lines.some(
    ({ item }) =>
      item.kind === "FEE" && item.cycle === period.cycle && item.segment === period.segments.length - 1,
  )

/**
 * When a document is due and created, and of which period it is: of what begins, where it bills its fee. One that was
 * shown before its issue is created from when it was first shown. GAP-44
 */
const datesOf = (
  { subscription, period }: Place,
  {
    kind,
    at,
    dueAt,
    begins,
  }: Pick<InvoiceDraft, "kind" | "dueAt"> & { readonly at: number; readonly begins: Begun | null },
): Pick<InvoiceDraft, "dueAt" | "periodStartAt" | "periodEndAt" | "createdAt"> => {
  // What comes to be in a trial is of the trial.
  const startAt = Math.min(period.startAt, currentPeriod(subscription).startAt)
  switch (kind) {
    case "CYCLE": {
      const { startAt: periodStartAt, endAt: periodEndAt } = begins?.period ?? period
      const createdAt = period.cycle === 0 ? Math.min(startAt, subscription.createdAt) : startAt
      return { dueAt: period.endAt, periodStartAt, periodEndAt, createdAt }
    }
    case "CREATION": {
      const { startAt: periodStartAt, endAt: periodEndAt } = period
      return { dueAt: periodStartAt, periodStartAt, periodEndAt, createdAt: subscription.createdAt }
    }
    case "QUANTITY_CHANGE":
    case "RESUME":
      return { dueAt: at, periodStartAt: at, periodEndAt: period.endAt, createdAt: at }
    case "FINAL": {
      const createdAt = subscription.trial?.ended === false ? startAt : at
      return { dueAt, periodStartAt: startAt, periodEndAt: Math.min(at, period.endAt), createdAt }
    }
    default:
      return begins === null
        ? { dueAt, periodStartAt: startAt, periodEndAt: Math.min(at, period.endAt), createdAt: at }
        : { dueAt, periodStartAt: at, periodEndAt: begins.period.endAt, createdAt: at }
  }
}

/** The organization has no live subscription. */
export const notSubscribed = ({ organization }: Account): SubscriptionNotFound =>
  subscriptionNotFound(organization.organizationId)

/**
 * The upcoming invoice: the CYCLE invoice with the fee of the whole cycle and the usage so far, and with the fee of the
 * next cycle where that is due in advance; in a trial, that of the first cycle. Where the subscription ends with the
 * trial, it is the FINAL invoice of that end, without a fee. It may have no lines. GAP-169
 * After a boundary or the end of a trial that nobody has processed yet, it is the invoice that will be issued, and so it
 * is for `Number.POSITIVE_INFINITY` in place of an instant: what that end issues if nothing happens until then. GAP-124
 */
export const upcoming = (
  account: Account,
  now: number,
  rules: Rules,
): Result.Result<InvoiceDraft, ComputeRejection | SubscriptionNotFound | NoUpcomingInvoice> => {
  const place = placeOf(account, null)
  if (place === null || !isLive(place.subscription)) return Result.fail(notSubscribed(account))
  const { subscription, period } = place
  if (subscription.status === "PAUSED") {
    return Result.fail({ _tag: "NoUpcomingInvoice", subscriptionId: subscription.subscriptionId })
  }
  const isAhead = inTrial(subscription)
  if (isAhead && subscription.cancelAt !== null) return lastOfTrial(account, subscription, now, rules)
  const isCreation = isAhead && period.segments.at(-1)?.terms.feeTiming === "ADVANCE"
  const kind = isCreation ? "CREATION" : "CYCLE"
  const begins = begunNext(account)
  const issuedAt = isCreation ? period.startAt : period.endAt
  return draftAhead(account, { kind, feeUntil: period.endAt, begins }, { now, issuedAt }, rules)
}

/**
 * Drafts what time issues at an instant, as it is until then. A payment before that finds vouchers expired that expire at
 * this very instant; the document of the instant itself still takes them.
 */
const draftAhead = (
  account: Account,
  request: Omit<DraftRequest, "at">,
  { now, issuedAt }: { readonly now: number; readonly issuedAt: number },
  rules: Rules,
): Result.Result<InvoiceDraft, ComputeRejection | SubscriptionNotFound> => {
  const at = Math.min(now, issuedAt)
  const vouchers = account.vouchers.filter((voucher) => at === issuedAt || !isOver(voucher, at))
  return draft({ ...account, vouchers }, { ...request, at }, rules)
}

/** What a subscription that ends with its trial is billed then. GAP-169 */
const lastOfTrial = (
  account: Account,
  subscription: Subscription,
  now: number,
  rules: Rules,
): Result.Result<InvoiceDraft, ComputeRejection | SubscriptionNotFound> => {
  const { endAt } = currentPeriod(subscription)
  const request = { kind: "FINAL", feeUntil: null } as const
  return Result.map(draftAhead(account, request, { now, issuedAt: endAt }, rules), (last) => ({
    ...last,
    dueAt: endAt,
    periodEndAt: endAt,
  }))
}
