// Charging an invoice: which method is charged without being named, and how an attempt starts.
import * as Result from "effect/Result"
import type { Invoice, InvoiceRejection } from "../../invoice/Invoice.ts"
import type { PaymentAttempt } from "../../payment/PaymentAttempt.ts"
import * as PaymentMethod from "../../payment-method/PaymentMethod.ts"
import type { Subscription } from "../../subscription/Subscription.ts"
import {
  type Account,
  applyToInvoice,
  type Change,
  type Charge,
  findInvoice,
  type InvoicesNotLoaded,
  type Rules,
} from "../Account.ts"

/**
 * Starts an attempt for what is due of an invoice, and asks for its charge. Its id follows from the invoice and the
 * number of earlier attempts. Nothing due starts nothing.
 */
export const startCharge = (
  change: Change,
  payment: {
    readonly invoiceId: string
    readonly paymentMethod: PaymentMethod.PaymentMethod
    readonly at: number
  },
  rules: Rules,
): Result.Result<Change, InvoiceRejection | InvoicesNotLoaded> => {
  const { invoiceId, paymentMethod, at } = payment
  const before = findInvoice(change.account, invoiceId)
  if (before?.status === "PAID") return Result.succeed(change)
  const attemptId = rules.deriveId(`attempt/${invoiceId}/${before?.attempts.length ?? 0}`)
  const { paymentMethodId } = paymentMethod
  return Result.map(
    applyToInvoice(change, invoiceId, { _tag: "StartAttempt", attemptId, paymentMethodId, now: at }),
    (next) => {
      const invoice = findInvoice(next.account, invoiceId)
      const attempt = invoice?.attempts.at(-1)
      return invoice === undefined || attempt === undefined
        ? next
        : { ...next, charges: [...next.charges, chargeOf(invoice, attempt, paymentMethod)] }
    },
  )
}

/** The charge of an attempt: always the same value, so that the gateway can be asked about it again. */
export const chargeOf = (
  invoice: Invoice,
  attempt: PaymentAttempt,
  paymentMethod: PaymentMethod.PaymentMethod,
): Charge => ({
  organizationId: invoice.organizationId,
  invoiceId: invoice.invoiceId,
  attemptId: attempt.attemptId,
  amount: attempt.amount,
  currency: invoice.currency,
  paymentMethod,
  at: attempt.startedAt,
})

/**
 * The method of automatic charges of a subscription (the account's own, unless another one is given): its own, or the
 * default where its own is gone, if it takes the currency. GAP-92
 */
export const automaticMethod = (
  { paymentMethods, ...account }: Account,
  subscription: Subscription | null = account.subscription,
): PaymentMethod.PaymentMethod | null => {
  if (subscription === null) return null
  const own = PaymentMethod.find(paymentMethods, subscription.paymentMethodId)
  const method = Result.isSuccess(own) ? own.success : PaymentMethod.defaultOf(paymentMethods)
  return method !== null && PaymentMethod.takesCurrency(method, subscription.terms.currency) ? method : null
}
