// What an account is owed, whether the documents of it are loaded or not: the one place that standing, dunning, due
// steps and payments in flight are read from. An invoice has to be loaded only to be changed.
import * as Result from "effect/Result"
import type { Invoice } from "../../invoice/Invoice.ts"
import { isReceivable, type Receivable, receivableOf } from "../../invoice/Receivable.ts"
import type { PaymentAttempt } from "../../payment/PaymentAttempt.ts"
import type { Account, InvoicesNotLoaded } from "../Account.ts"

/**
 * The receivables of an account in two lists, those of the invoices in view and all others: there may be many of the others,
 * which are not copied.
 */
export const receivablesOf = ({
  receivables,
  invoices,
}: Account): ReadonlyArray<ReadonlyArray<Receivable>> => [
  receivables,
  invoices.filter(isReceivable).map(receivableOf),
]

/** Those receivables of an account for which `fits` holds, in no order. */
export const receivablesWhere = (
  account: Account,
  fits: (receivable: Receivable) => boolean,
): Array<Receivable> => {
  const found: Array<Receivable> = []
  for (const list of receivablesOf(account)) {
    for (const receivable of list) if (fits(receivable)) found.push(receivable)
  }
  return found
}

/**
 * The invoices whose receivables `fits` holds for, in the order of their issue, to be changed. `InvoicesNotLoaded` names
 * all of them that the account has only the receivables of.
 */
export const invoicesWhere = (
  { receivables, invoices }: Account,
  fits: (receivable: Receivable) => boolean,
): Result.Result<ReadonlyArray<Invoice>, InvoicesNotLoaded> => {
  const invoiceIds = receivables.filter(fits).map(({ invoiceId }) => invoiceId)
  return invoiceIds.length > 0
    ? Result.fail({ _tag: "InvoicesNotLoaded", invoiceIds })
    : Result.succeed(invoices.filter((invoice) => isReceivable(invoice) && fits(receivableOf(invoice))))
}

/** The attempt of that id: of an invoice in view, or one in flight of any other. */
export const findAttempt = (
  { receivables, invoices }: Account,
  attemptId: string,
): PaymentAttempt | undefined => {
  for (const { attempts } of invoices) {
    const found = attempts.find((attempt) => attempt.attemptId === attemptId)
    if (found !== undefined) return found
  }
  return receivables.find(({ attempt }) => attempt?.attemptId === attemptId)?.attempt ?? undefined
}
