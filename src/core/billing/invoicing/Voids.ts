// Voiding an invoice. Without rebilling it is forgiven: its lines stay billed. With rebilling its lines count as never
// billed, and are billed again. Either way its vouchers get their part back, and money that it received becomes a
// voucher.
import * as Result from "effect/Result"
import type { BillableLine } from "../../invoice/BilledLine.ts"
import { type Invoice, refundableAmount, releasable } from "../../invoice/Invoice.ts"
import { transitionInvalid } from "../../invoice/InvoiceCommands.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import { isLive } from "../../subscription/Subscription.ts"
import { inTrial } from "../../subscription/Trial.ts"
import {
  type Account,
  applyToInvoice,
  type Change,
  findInvoice,
  type InvoiceNotFound,
  type InvoicesNotLoaded,
  invoiceNotFound,
  invoicesOf,
  type Rules,
  type SubscriptionNotFound,
  unchanged,
} from "../Account.ts"
import { dunInPlaceOf, updateDelinquency } from "../collection/Delinquency.ts"
import { grantVoucher } from "../collection/Receipts.ts"
import { releaseVoucher } from "../collection/voucherReleases.ts"
import { billedItems, feeLines } from "../periods/Accrual.ts"
import type { BillingPeriod } from "../periods/BillingPeriod.ts"
import { giveMissingDiscount } from "../periods/giveMissingDiscount.ts"
import { groupsOf, unloadedOf } from "../periods/groups.ts"
import { recountDiscount, withoutCredits } from "../periods/PeriodDiscount.ts"
import { allPeriodsOf, periodsOf, withPeriod } from "../periods/places.ts"
import { takeDiscountBack } from "../periods/takeDiscountBack.ts"
import { type IssueRejection, reissueAndCharge } from "./Issuing.ts"

/** Why an invoice is not voided. */
export type VoidRejection = IssueRejection | InvoiceNotFound | SubscriptionNotFound

/** An invoice, and whether its lines are billed again. */
export interface VoidCommand {
  readonly invoiceId: string
  readonly rebill: boolean
  readonly now: number
}

/** Voids an invoice and gives back what it took. It does not bill the lines again. */
export const voidAndRelease = resultFn(function* (
  change: Change,
  command: VoidCommand,
  rules: Rules,
): Steps<Change, IssueRejection | InvoiceNotFound> {
  const { invoiceId, rebill, now: at } = command
  const invoice = findInvoice(change.account, invoiceId)
  if (invoice === undefined) return yield* Result.fail(invoiceNotFound(invoiceId))
  if (invoice.status === "VOID") return change
  if (rebill) yield* checkLoaded(change.account, invoice)
  let next = yield* applyToInvoice(change, invoiceId, { _tag: "Void", rebill, now: at })
  for (const { cause, ...released } of releasable(invoice)) {
    next = yield* releaseVoucher(next, released, { cause, invoiceId, at })
  }
  const money = refundableAmount(invoice)
  const voucherId = rules.deriveId(`voucher/void/${invoiceId}`)
  next = yield* grantVoucher(next, {
    voucherId,
    name: "Payment of a voided invoice",
    currency: invoice.currency,
    amount: money,
    at,
  })
  if (!rebill) return next
  next = yield* dunInPlaceOf(next, invoice, at, rules)
  for (const period of ownPeriods(next.account, invoice)) {
    const without = withPeriod(next, withoutCredits(period, invoiceId))
    next = yield* recountDiscount(change, yield* takeDiscountBack(without, period, at), period, at)
  }
  return next
})

/** The loaded periods that an invoice belongs to, ascending. */
const ownPeriods = ({ periods }: Account, invoice: Invoice): ReadonlyArray<BillingPeriod> => {
  const groups = groupsOf(invoice)
  return periods.filter(
    ({ subscriptionId, cycle }) => subscriptionId === invoice.subscriptionId && groups.includes(cycle),
  )
}

/** Fails unless all is loaded that money for an invoice of a fee in advance may change. */
export const checkGroupsLoaded = (
  account: Account,
  invoice: Invoice,
): Result.Result<void, InvoicesNotLoaded> =>
  groupsOf(invoice).length > 1 ||
  ownPeriods(account, invoice).some(({ advanceInvoiceIds }) => advanceInvoiceIds !== undefined)
    ? checkLoaded(account, invoice)
    : Result.void

/** Fails unless all that an invoice needs to be billed again is loaded: its periods, and the documents of its fees. */
const checkLoaded = (account: Account, invoice: Invoice): Result.Result<void, InvoicesNotLoaded> => {
  const { invoiceId, subscriptionId, cycle, lines } = invoice
  const hasPeriods = [cycle, ...lines.map(({ item }) => item.cycle)].every((billed) =>
    account.periods.some((period) => period.subscriptionId === subscriptionId && period.cycle === billed),
  )
  const invoiceIds = hasPeriods
    ? unloadedOf(ownPeriods(account, invoice), invoicesOf(account, subscriptionId))
    : [invoiceId]
  return invoiceIds.length === 0 ? Result.void : Result.fail({ _tag: "InvoicesNotLoaded", invoiceIds })
}

/** The lines of a voided invoice as they are billed again: what is still due of its fees, and its usage as it was. */
const returnedLines = resultFn(function* (
  account: Account,
  invoice: Invoice,
): Steps<ReadonlyArray<BillableLine>, IssueRejection> {
  const periods = allPeriodsOf(account)
  const billed = billedItems(invoicesOf(account, invoice.subscriptionId), periods)
  const groups = groupsOf(invoice)
  const fees: Array<BillableLine> = []
  for (const period of periods) {
    if (!groups.includes(period.cycle)) continue
    const isNamed = groups.length > 1
    fees.push(...(yield* feeLines(period, billed, period.endAt, { isNamed, again: invoice })))
  }
  const rest = invoice.lines.flatMap(({ amount: _, ...line }) => (line.item.kind === "FEE" ? [] : [line]))
  return [...fees, ...rest]
})

/** Tells whether the upcoming invoice of the cycle will bill what is unbilled in it. */
const hasUpcomingInvoice = (account: Account, invoice: Invoice): boolean => {
  const { subscription } = account
  return (
    subscription?.subscriptionId === invoice.subscriptionId &&
    isLive(subscription) &&
    subscription.status !== "PAUSED" &&
    subscription.cycle.cycle === invoice.cycle
  )
}

/** Tells whether an invoice billed the running cycle's fee in advance, which has been due since then. */
const billedRunningFee = (account: Account, { lines }: Invoice): boolean => {
  const running = periodsOf(account).at(-1)
  return (
    account.subscription !== null &&
    !inTrial(account.subscription) &&
    lines.some(
      ({ item }) =>
        item.kind === "FEE" &&
        item.cycle === running?.cycle &&
        running.segments[item.segment]?.terms.feeTiming === "ADVANCE",
    )
  )
}

/** Tells whether what an invoice billed, and nobody pays, waits for the upcoming invoice: not the running fee in advance. GAP-174 */
export const waitsUnpaid = (account: Account, invoice: Invoice): boolean =>
  hasUpcomingInvoice(account, invoice) && !billedRunningFee(account, invoice)

/** Bills the lines of a voided invoice again, in their own period, unless they wait for the upcoming invoice. */
export const rebill = resultFn(function* (
  change: Change,
  invoiceId: string,
  at: number,
  rules: Rules,
  waits: (account: Account, invoice: Invoice) => boolean = hasUpcomingInvoice,
): Steps<Change, VoidRejection> {
  const invoice = findInvoice(change.account, invoiceId)
  if (invoice === undefined || waits(change.account, invoice)) return change
  const { cycle, dueAt } = invoice
  const lines = yield* returnedLines(change.account, invoice)
  return yield* reissueAndCharge(change, { cycle, dueAt, at, lines }, rules)
})

/**
 * Voids an invoice. With `rebill` its lines are billed again, at once where nothing else would do it. Lines of an
 * earlier subscription cannot be billed again. GAP-88
 */
export const voidInvoice = resultFn(function* (
  account: Account,
  command: VoidCommand,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const { invoiceId, now } = command
  const invoice = findInvoice(account, invoiceId)
  if (invoice === undefined) return yield* Result.fail(invoiceNotFound(invoiceId))
  if (command.rebill && invoice.subscriptionId !== account.subscription?.subscriptionId) {
    return yield* Result.fail(transitionInvalid(invoice, "Void"))
  }
  const start = unchanged(account)
  let next = yield* voidAndRelease(start, command, rules)
  if (command.rebill && next !== start) {
    next = yield* rebill(next, invoiceId, now, rules)
    // Its discount may be more than what is billed again can take.
    for (const cycle of groupsOf(invoice)) next = yield* giveMissingDiscount(next, cycle, now, rules)
  }
  return yield* updateDelinquency(next, now, rules)
})
