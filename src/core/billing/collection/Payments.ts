// Paying an invoice: the checks before a charge, and what an answer of the gateway changes. The charge itself is made
// between the two, outside of every commit.
import * as Result from "effect/Result"
import type { InvoiceRejection as ComputeRejection } from "../../invoice/computeInvoice.ts"
import {
  amountDue,
  attemptInFlight,
  type Invoice,
  type InvoiceDraft,
  type InvoiceRejection,
  isPayable,
} from "../../invoice/Invoice.ts"
import { invoiceNotPayable } from "../../invoice/InvoiceCommands.ts"
import type { GatewayAnswer } from "../../payment/PaymentAttempt.ts"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import { resultFn, type Steps } from "../../resultFn.ts"
import {
  type Account,
  applyToInvoice,
  type Change,
  findInvoice,
  type InvoiceNotFound,
  type InvoicesNotLoaded,
  invoiceNotFound,
  type Rules,
  unchanged,
} from "../Account.ts"
import { startCharge } from "../invoicing/Charging.ts"
import { type IssueRejection, issue } from "../invoicing/Issuing.ts"
import { upcoming } from "../invoicing/UpcomingInvoice.ts"
import { checkGroupsLoaded, type VoidRejection } from "../invoicing/Voids.ts"
import { correctFees, rebillUnpaid } from "../periods/Corrections.ts"
import { giveMissingDiscount } from "../periods/giveMissingDiscount.ts"
import { groupsOf } from "../periods/groups.ts"
import { begunNext } from "../periods/nextPeriod.ts"
import type { Place } from "../periods/places.ts"
import { callOperator } from "./callOperator.ts"
import { updateDelinquency } from "./Delinquency.ts"
import { afterNews } from "./dunningRounds.ts"
import { keepSurplus, receiptsOf } from "./Receipts.ts"

/** The organization has no payment method. GAP-39 */
export interface PaymentMethodRequired {
  readonly _tag: "PaymentMethodRequired"
  readonly organizationId: string
}

/** A bank slip takes only BRL. GAP-20 */
export interface PaymentMethodCurrencyMismatch {
  readonly _tag: "PaymentMethodCurrencyMismatch"
  readonly paymentMethodId: string
  readonly currency: string
}

/** The amount due is not the amount that the payer expected. GAP-42 */
export interface InvoiceChanged {
  readonly _tag: "InvoiceChanged"
  readonly invoiceId: string
  readonly payableAmount: number
  readonly amountDue: number
}

/** Why a payment is refused before anything is charged. */
export type PayRejection =
  | InvoiceNotFound
  | InvoiceChanged
  | PaymentMethodRequired
  | PaymentMethod.PaymentMethodNotFound
  | PaymentMethodCurrencyMismatch
  | IssueRejection

/** Checks that a method can be charged in a currency: a BOLETO only in BRL. */
export const checkCurrency = (
  method: PaymentMethod.PaymentMethod,
  currency: string,
): Result.Result<void, PaymentMethodCurrencyMismatch> =>
  PaymentMethod.takesCurrency(method, currency)
    ? Result.void
    : Result.fail({
        _tag: "PaymentMethodCurrencyMismatch",
        paymentMethodId: method.paymentMethodId,
        currency,
      })

/** A request to pay an invoice: a method (the default with `null`), and the amount that the payer expects. */
export interface PayCommand {
  readonly invoiceId: string
  readonly paymentMethodId: string | null
  readonly expectedPayableAmount: number | null
  /** The pending boleto that the gateway has just cancelled for this payment. */
  readonly cancelledAttemptId?: string | null
  readonly now: number
}

/** The named method, or the organization's default. */
export const choose = (
  account: Account,
  paymentMethodId: string | null,
): Result.Result<
  PaymentMethod.PaymentMethod,
  PaymentMethodRequired | PaymentMethod.PaymentMethodNotFound
> => {
  if (paymentMethodId !== null) return PaymentMethod.find(account.paymentMethods, paymentMethodId)
  const method = PaymentMethod.defaultOf(account.paymentMethods)
  const { organizationId } = account.organization
  return method === null
    ? Result.fail({ _tag: "PaymentMethodRequired", organizationId })
    : Result.succeed(method)
}

/**
 * Decides to pay an invoice: an issued one that takes payments, or the upcoming one, which is issued now. Starts one
 * attempt for what is due and asks for its charge; nothing due means no charge. Refused while an attempt is in flight,
 * so that nobody is charged twice. GAP-42, GAP-43, GAP-44
 */
export const pay = resultFn(function* (
  account: Account,
  command: PayCommand,
  rules: Rules,
): Steps<Change, PayRejection> {
  const { invoiceId, now } = command
  const issued = findInvoice(account, invoiceId)
  const live = issued === undefined ? yield* upcomingOfId(account, invoiceId, now, rules) : null
  const invoice = issued ?? live
  if (invoice === null) return yield* Result.fail(invoiceNotFound(invoiceId))
  if (issued === undefined ? invoice.lines.length === 0 : !isPayable(issued)) {
    return yield* Result.fail(invoiceNotPayable({ invoiceId, status: issued?.status ?? "OPEN" }))
  }
  const { expectedPayableAmount } = command
  const { payableAmount, currency } = invoice
  const due = issued === undefined ? payableAmount : amountDue(issued)
  if (expectedPayableAmount !== null && expectedPayableAmount !== due) {
    return yield* Result.fail<InvoiceChanged>({
      _tag: "InvoiceChanged",
      invoiceId,
      payableAmount,
      amountDue: due,
    })
  }
  const paymentMethod = yield* choose(account, command.paymentMethodId)
  yield* checkCurrency(paymentMethod, currency)
  const start =
    live === null
      ? yield* cancelSlip(account, issued, command)
      : yield* issue(unchanged(account), live, now, rules, begunNext(account))
  const charged = yield* startCharge(start, { invoiceId, paymentMethod, at: now }, rules)
  return yield* updateDelinquency(charged, now, rules)
})

/** Ends the attempt of a boleto that the gateway has cancelled, so that another one can start. */
const cancelSlip = (
  account: Account,
  issued: Invoice | undefined,
  { cancelledAttemptId = null, now }: PayCommand,
): Result.Result<Change, InvoiceRejection | InvoicesNotLoaded> => {
  const open = issued === undefined ? null : attemptInFlight(issued)
  return issued === undefined || open === null || open.attemptId !== cancelledAttemptId
    ? Result.succeed(unchanged(account))
    : applyToInvoice(unchanged(account), issued.invoiceId, {
        _tag: "CancelSlip",
        attemptId: open.attemptId,
        now,
      })
}

const upcomingOfId = (
  account: Account,
  invoiceId: string,
  now: number,
  rules: Rules,
): Result.Result<InvoiceDraft | null, ComputeRejection> => {
  const draft = upcoming(account, now, rules)
  if (Result.isSuccess(draft))
    return Result.succeed(draft.success.invoiceId === invoiceId ? draft.success : null)
  const rejection = draft.failure
  return rejection._tag === "SubscriptionNotFound" || rejection._tag === "NoUpcomingInvoice"
    ? Result.succeed(null)
    : Result.fail(rejection)
}

/** An answer of the gateway, now or later, to the attempt of an invoice. */
export interface AnswerCommand {
  readonly invoiceId: string
  readonly attemptId: string
  readonly answer: GatewayAnswer
  readonly now: number
}

/**
 * Records an answer of the gateway: the outcome of the attempt, its money, the status of the invoice, and delinquency.
 * Unknown is not an outcome: the invoice stays locked and the subscription untouched.
 *
 * A fee that was paid early and is no longer due is corrected now.
 */
export const recordAnswer = resultFn(function* (
  account: Account,
  command: AnswerCommand,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const { invoiceId, attemptId, answer, now } = command
  const told = yield* applyToInvoice(unchanged(account), invoiceId, {
    _tag: "RecordAnswer",
    attemptId,
    answer,
    now,
  })
  const known = yield* afterMoney(told, { before: account, invoiceId, now }, rules)
  return yield* callOperator(known, { invoiceId, attemptId, now }, rules)
})

/** News of a payment: of which invoice, when, and the account before it. */
export interface News {
  readonly before: Account
  readonly invoiceId: string
  readonly now: number
}

/**
 * Does what follows when a payment arrived or failed: a surplus becomes a voucher, a fee that is no longer due is
 * corrected, delinquency is updated, and dunning goes on.
 */
export const afterMoney = resultFn(function* (
  change: Change,
  news: News,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const { before, invoiceId, now } = news
  const paid = findInvoice(change.account, invoiceId)
  // The answer changed nothing.
  if (change.account === before || paid === undefined) return yield* afterNews(change, news, rules)
  const known = receiptsOf(before, invoiceId).length
  const kept = yield* keepSurplus(change, invoiceId, known, rules)
  const groups = groupsOf(paid)
  yield* checkGroupsLoaded(kept.account, paid)
  const isItsPeriod = ({ period }: Place): boolean =>
    groups.includes(period.cycle) && period.subscriptionId === paid.subscriptionId
  const corrected = yield* correctFees(kept, now, rules, isItsPeriod)
  let next = yield* rebillUnpaid(corrected, now, rules)
  for (const cycle of groups) next = yield* giveMissingDiscount(next, cycle, now, rules)
  return yield* afterNews(next, news, rules)
})

/** Money that a gateway or an operator reports for an invoice. The same receipt again is the same money. */
export interface SettleCommand {
  readonly invoiceId: string
  readonly receiptId: string
  /** The attempt that brought it, where that is known; else the latest boleto, if there is one. */
  readonly attemptId?: string
  readonly amount: number
  readonly now: number
}

/** Records a settlement, also a late one or a part. A surplus becomes a voucher. */
export const settle = resultFn(function* (
  account: Account,
  command: SettleCommand,
  rules: Rules,
): Steps<Change, VoidRejection> {
  const { invoiceId, receiptId, attemptId = null, amount, now } = command
  const receipt = { _tag: "RecordReceipt", receiptId, kind: "SETTLEMENT", attemptId, amount, now } as const
  const told = yield* applyToInvoice(unchanged(account), invoiceId, receipt)
  return yield* afterMoney(told, { before: account, invoiceId, now }, rules)
})
