// Issuing invoices: a draft is frozen, takes its vouchers, counts its coupon and starts its charge, all in one change.
import * as Result from "effect/Result"
import type { InvoiceRejection as ComputeRejection } from "../../invoice/computeInvoice.ts"
import type { InvoiceDraft, InvoiceRejection } from "../../invoice/Invoice.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Dunning from "../../subscription/Dunning.ts"
import type { SubscriptionRejection } from "../../subscription/Subscription.ts"
import * as Voucher from "../../voucher/Voucher.ts"
import {
  applyToInvoice,
  type Change,
  type InvoicesNotLoaded,
  type Rules,
  type SubscriptionNotFound,
} from "../Account.ts"
import { delinquentInvoices } from "../collection/Delinquency.ts"
import { moveVoucher } from "../collection/voucherLedgers.ts"
import { giveBack } from "../periods/giveBack.ts"
import { groupsOf } from "../periods/groups.ts"
import type { Begun } from "../periods/nextPeriod.ts"
import { recountDiscount } from "../periods/PeriodDiscount.ts"
import { placeOf, withPeriod } from "../periods/places.ts"
import { automaticMethod, startCharge } from "./Charging.ts"
import { type DraftRequest, draft, type RedraftRequest, redraft } from "./UpcomingInvoice.ts"

/** Why an invoice cannot be computed or issued. */
export type IssueRejection =
  | ComputeRejection
  | InvoiceRejection
  | InvoicesNotLoaded
  | SubscriptionRejection
  | Voucher.VoucherAmountInvalid
  | Voucher.VoucherExhausted

/**
 * Issues a draft: freezes it, takes its vouchers, and counts what its coupon gave. What vouchers pay counts as
 * received, so a credit that the period owes is given back now. A draft without lines is never issued. GAP-74
 */
export const issue = resultFn(function* (
  change: Change,
  drafted: InvoiceDraft,
  at: number,
  rules: Rules,
  begins: Begun | null = null,
): Steps<Change, IssueRejection> {
  if (drafted.lines.length === 0) return change
  const { invoiceId } = drafted
  const issued = yield* applyToInvoice(change, invoiceId, { _tag: "Issue", draft: drafted, now: at })
  let next = withAdvance(issued, drafted, begins)
  for (const { type, code, amount } of drafted.discounts) {
    if (type === "COUPON") continue
    next = yield* moveVoucher(next, code, (voucher) =>
      Voucher.consume(voucher, { amount, cause: invoiceId, invoiceId, at }),
    )
  }
  for (const cycle of groupsOf(drafted)) {
    const begun = begins?.period.cycle === cycle ? begins.period : undefined
    next = yield* recountDiscount(change, next, { ...drafted, cycle, begun }, at)
    const place = placeOf(next.account, cycle)
    if (place !== null) next = yield* giveBack(next, place, at, rules)
  }
  return next
})

/** Keeps the periods whose fee a draft bills in advance, each with the id of the draft. */
const withAdvance = (
  change: Change,
  { invoiceId, ...drafted }: InvoiceDraft,
  begins: Begun | null,
): Change => {
  let next = change
  for (const cycle of groupsOf(drafted)) {
    if (cycle <= drafted.cycle) continue
    const period = placeOf(next.account, cycle)?.period ?? begins?.period
    if (period === undefined) continue
    const advanceInvoiceIds = [...(period.advanceInvoiceIds ?? []), invoiceId]
    next = withPeriod(next, { ...period, advanceInvoiceIds })
  }
  return next
}

/**
 * Issues a draft and charges it at once with the subscription's method. The same change starts the attempt, so that the
 * invoice is at no moment delinquent. Without a method it stays open until its date. While dunning runs it waits for
 * the next round.
 */
const issueCharged = (
  change: Change,
  drafted: InvoiceDraft,
  { at, begins = null }: { readonly at: number; readonly begins?: Begun | null },
  rules: Rules,
): Result.Result<Change, IssueRejection> =>
  Result.flatMap(issue(change, drafted, at, rules, begins), (issued) => {
    const dunning = issued.account.subscription?.dunning ?? null
    const paymentMethod = automaticMethod(issued.account)
    const { invoiceId, payableAmount } = drafted
    if (payableAmount === 0 || paymentMethod === null) return Result.succeed(issued)
    // The same change may have voided what was delinquent.
    const isDunned =
      dunning !== null &&
      (Dunning.isHeld(dunning, paymentMethod) || delinquentInvoices(change.account, at, rules).length > 0)
    return isDunned ? Result.succeed(issued) : startCharge(issued, { invoiceId, paymentMethod, at }, rules)
  })

/** Issues an invoice of the running period, and charges it at once. */
export const issueAndCharge = (
  change: Change,
  request: DraftRequest,
  rules: Rules,
): Result.Result<Change, IssueRejection | SubscriptionNotFound> =>
  Result.flatMap(draft(change.account, request, rules), (drafted) =>
    issueCharged(change, drafted, request, rules),
  )

/** Bills the lines of a voided invoice again, in their own period, and charges them at once. */
export const reissueAndCharge = (
  change: Change,
  request: RedraftRequest,
  rules: Rules,
): Result.Result<Change, IssueRejection | SubscriptionNotFound> =>
  Result.flatMap(redraft(change.account, request, rules), (drafted) =>
    issueCharged(change, drafted, request, rules),
  )
