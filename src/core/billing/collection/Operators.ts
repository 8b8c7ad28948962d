// Commands of an operator, or of a gateway by itself: refund, write off, dispute, settle, fail, or pay with a voucher
// an issued invoice, and grant or revoke a voucher. Each ends by updating delinquency.
import * as Result from "effect/Result"
import {
  type AttemptNotFound,
  amountDue,
  attemptInFlight,
  type Invoice,
  type InvoiceCommand,
  isPayable,
} from "../../invoice/Invoice.ts"
import { invoiceNotPayable, paymentInProgress, transitionInvalid } from "../../invoice/InvoiceCommands.ts"
import {
  type DeclineCode,
  isInFlight,
  type PaymentAttempt,
  refusedWith,
} from "../../payment/PaymentAttempt.ts"
import { chargeOverAt } from "../../payment/RetrySchedules.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import * as Voucher from "../../voucher/Voucher.ts"
import {
  type Account,
  applyToInvoice,
  type Change,
  findInvoice,
  type InvoiceNotFound,
  invoiceNotFound,
  type Rules,
  unchanged,
} from "../Account.ts"
import type { IssueRejection } from "../invoicing/Issuing.ts"
import type { VoidRejection } from "../invoicing/Voids.ts"
import { updateDelinquency } from "./Delinquency.ts"
import { afterMoney, recordAnswer, settle } from "./Payments.ts"
import { addVoucher } from "./Receipts.ts"
import { withMoved } from "./voucherLedgers.ts"
import { disputeCredits, isRefunded, revoked } from "./voucherReleases.ts"

/** The organization has no such voucher. */
export interface VoucherNotFound {
  readonly _tag: "VoucherNotFound"
  readonly voucherId: string
}

/** Makes that rejection. */
export const voucherNotFound = (voucherId: string): VoucherNotFound => ({
  _tag: "VoucherNotFound",
  voucherId,
})

/** The voucher cannot pay this invoice: another currency, or not valid now. */
export interface VoucherNotUsable {
  readonly _tag: "VoucherNotUsable"
  readonly voucherId: string
}

/** Makes that rejection. */
export const voucherNotUsable = (voucherId: string): VoucherNotUsable => ({
  _tag: "VoucherNotUsable",
  voucherId,
})

/** Why an operation is refused. */
export type OperatorRejection = IssueRejection | InvoiceNotFound

/** A command of an operator for an issued invoice. */
export type OperatorCommand = Extract<
  InvoiceCommand,
  { _tag: "Refund" | "WriteOff" | "OpenDispute" | "WinDispute" | "LoseDispute" }
>

/**
 * Records a refund, a write-off, or a step of a dispute on an issued invoice. The vouchers that were granted as credit
 * of its payment follow a dispute.
 */
export const operate = (
  account: Account,
  invoiceId: string,
  command: OperatorCommand,
  rules: Rules,
): Result.Result<Change, OperatorRejection> =>
  account.invoices.some((invoice) => invoice.invoiceId === invoiceId)
    ? Result.flatMap(applyToInvoice(unchanged(account), invoiceId, command), (change) =>
        updateDelinquency(
          command._tag === "Refund" || command._tag === "WriteOff"
            ? change
            : disputeCredits(change, invoiceId, command),
          command.now,
          rules,
        ),
      )
    : Result.fail(invoiceNotFound(invoiceId))

/** Why a voucher does not pay an invoice. */
export type ApplyVoucherRejection = VoidRejection | VoucherNotFound | VoucherNotUsable

/** The voucher that pays an invoice, and how much of it; `null` is all that it can. */
export interface ApplyVoucherCommand {
  readonly invoiceId: string
  readonly voucherId: string
  readonly amount: number | null
  readonly now: number
}

/**
 * Pays an issued invoice with a voucher, in full or in part. Refused while an attempt is in flight, so that no money
 * arrives for what a voucher has paid.
 */
export const applyVoucher = resultFn(function* (
  account: Account,
  command: ApplyVoucherCommand,
  rules: Rules,
): Steps<Change, ApplyVoucherRejection> {
  const { invoiceId, voucherId, now } = command
  const invoice = findInvoice(account, invoiceId)
  if (invoice === undefined) return yield* Result.fail(invoiceNotFound(invoiceId))
  if (!isPayable(invoice)) return yield* Result.fail(invoiceNotPayable(invoice))
  const voucher = account.vouchers.find((candidate) => candidate.voucherId === voucherId)
  if (voucher === undefined) return yield* Result.fail(voucherNotFound(voucherId))
  const { currency } = invoice
  if (Voucher.usable([voucher], { currency, at: now }).length === 0) {
    return yield* Result.fail(voucherNotUsable(voucherId))
  }
  const due = amountDue(invoice)
  // The rest stays on the voucher.
  const amount = Math.min(command.amount ?? voucher.balance, due)
  const receiptId = rules.deriveId(`voucher/applied/${invoiceId}/${invoice.receipts.length}`)
  const consumed = yield* Voucher.consume(voucher, { amount, cause: receiptId, invoiceId, at: now })
  const told = yield* applyToInvoice(unchanged(account), invoiceId, {
    _tag: "RecordReceipt",
    receiptId,
    kind: "VOUCHER",
    voucherId,
    amount,
    now,
  })
  return yield* afterMoney(withMoved(told, consumed), { before: account, invoiceId, now }, rules)
})

/** Money that an operator reports for an invoice; `null` is as much as is due. */
export interface ReceiveCommand {
  readonly invoiceId: string
  /** The same id again is the same money. */
  readonly receiptId: string
  readonly amount: number | null
  readonly now: number
}

/**
 * Records money for an issued invoice. It belongs to the attempt in flight, or else to the latest boleto, or else came
 * another way. Without an amount it is what is due, and where nothing is due, the amount of the latest boleto. GAP-100
 */
export const receive = (
  account: Account,
  command: ReceiveCommand,
  rules: Rules,
): Result.Result<Change, VoidRejection> => {
  const { invoiceId, receiptId, now } = command
  const invoice = findInvoice(account, invoiceId)
  if (invoice === undefined) return Result.fail(invoiceNotFound(invoiceId))
  const attempt = attemptInFlight(invoice)
  return settle(
    account,
    {
      invoiceId,
      receiptId,
      amount: command.amount ?? (amountDue(invoice) || slipAmount(invoice)),
      now,
      ...(attempt !== null && { attemptId: attempt.attemptId }),
    },
    rules,
  )
}

const slipAmount = ({ attempts }: Invoice): number =>
  attempts.findLast(({ slip }) => slip !== null)?.amount ?? 0

/** The attempt of an invoice that failed (`null` is the one in flight), and why. */
export interface FailPaymentCommand {
  readonly invoiceId: string
  readonly attemptId: string | null
  readonly declineCode: DeclineCode
  readonly now: number
}

/**
 * Ends the attempt in flight of an invoice as refused. Without one it is an invalid transition. While its charge may be
 * under way it is in progress: a refusal lets another charge go, and the first may still be approved. GAP-79, GAP-100, GAP-141
 */
export const failPayment = resultFn(function* (
  account: Account,
  command: FailPaymentCommand,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const { invoiceId, declineCode, now } = command
  const invoice = findInvoice(account, invoiceId)
  if (invoice === undefined) return yield* Result.fail(invoiceNotFound(invoiceId))
  const attempt = yield* meantAttempt(invoice, command.attemptId)
  if (attempt === null || !isInFlight(attempt)) {
    return yield* Result.fail(transitionInvalid(invoice, "RecordAnswer"))
  }
  const { attemptId } = attempt
  if (attempt.status !== "PENDING" && now < chargeOverAt(attempt, rules.policy)) {
    return yield* Result.fail(paymentInProgress(invoiceId, attempt))
  }
  return yield* recordAnswer(account, { invoiceId, attemptId, answer: refusedWith(declineCode), now }, rules)
})

const meantAttempt = (
  invoice: Invoice,
  attemptId: string | null,
): Result.Result<PaymentAttempt | null, AttemptNotFound> => {
  if (attemptId === null) return Result.succeed(attemptInFlight(invoice))
  const attempt = invoice.attempts.find((candidate) => candidate.attemptId === attemptId)
  return attempt === undefined
    ? Result.fail({ _tag: "AttemptNotFound", invoiceId: invoice.invoiceId, attemptId })
    : Result.succeed(attempt)
}

/** A voucher for an organization. With `null` it takes effect now, and never expires. */
export interface GrantCommand {
  readonly voucherId: string
  readonly name: string
  readonly currency: string
  readonly amount: number
  readonly effectiveAt: number | null
  readonly expiresAt: number | null
  readonly now: number
}

/** Why a voucher is not granted. */
export type GrantRejection = Voucher.InvalidVoucher | Voucher.VoucherAmountInvalid

/** Grants a voucher to the account's organization. GAP-50, GAP-101 */
export const grant = resultFn(function* (
  account: Account,
  command: GrantCommand,
): Steps<Change, GrantRejection> {
  const { now, effectiveAt, ...voucher } = command
  const { organizationId } = account.organization
  const checked = yield* Voucher.check({
    ...voucher,
    organizationId,
    effectiveAt: effectiveAt ?? now,
    createdAt: now,
  })
  return addVoucher(unchanged(account), yield* Voucher.grant(checked), now)
})

/** Why a payout is not recorded. */
export type PayOutVoucherRejection =
  | VoucherNotFound
  | Voucher.VoucherAmountInvalid
  | Voucher.VoucherNotPayable

/** Records that money went to the customer in place of a voucher's. The invoice of a credit has to be loaded. GAP-189 */
export const payOutVoucher = (
  account: Account,
  { voucherId, ...payout }: Voucher.PayoutRequest & { readonly voucherId: string },
): Result.Result<Change, PayOutVoucherRejection> => {
  const voucher = account.vouchers.find((candidate) => candidate.voucherId === voucherId)
  if (voucher === undefined) return Result.fail(voucherNotFound(voucherId))
  const refunds = findInvoice(account, voucher.creditOf ?? "")?.refunds
  return Result.map(Voucher.payOut(voucher, payout, refunds), (moved) => withMoved(unchanged(account), moved))
}

/** Nothing of the voucher can be taken back: it is used up, or it gives money of an invoice back. */
export interface VoucherNotRevocable {
  readonly _tag: "VoucherNotRevocable"
  readonly voucherId: string
  readonly reason: "USED_UP" | "CREDIT"
}

/** Makes that rejection. */
export const voucherNotRevocable = (
  voucherId: string,
  reason: VoucherNotRevocable["reason"],
): VoucherNotRevocable => ({ _tag: "VoucherNotRevocable", voucherId, reason })

/** Why a voucher is not revoked. */
export type RevokeVoucherRejection = VoucherNotFound | VoucherNotRevocable

/**
 * Takes back what is left of a voucher of the account. A credit follows its invoice, but for one whose money was refunded
 * all the same, as a gateway may tell. The invoice of a credit has to be loaded. GAP-182
 */
export const revokeVoucher = (
  account: Account,
  { voucherId, now }: { readonly voucherId: string; readonly now: number },
): Result.Result<Change, RevokeVoucherRejection> => {
  const voucher = account.vouchers.find((candidate) => candidate.voucherId === voucherId)
  if (voucher === undefined) return Result.fail(voucherNotFound(voucherId))
  if (voucher.creditOf !== null && !isRefunded(account, voucher))
    return Result.fail(voucherNotRevocable(voucherId, "CREDIT"))
  return Result.succeed(revoked(unchanged(account), voucher, { cause: voucherId, at: now }))
}
