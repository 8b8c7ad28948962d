// What an account is owed, by loaded invoices and others. Delinquency, dunning, due steps and payments in flight are
// read from here. An invoice has to be loaded only to be changed.
import * as Result from "effect/Result"
import type { Invoice } from "../../invoice/Invoice.ts"
import { isReceivable, type Receivable, receivableOf } from "../../invoice/Receivable.ts"
import type { PaymentAttempt } from "../../payment/PaymentAttempt.ts"
import type { Account, InvoicesNotLoaded } from "../Account.ts"

/**
 * The receivables of an account in two lists: those that are not loaded as invoices, and those of loaded invoices. The
 * first one may be long and is not copied.
 */
export const receivablesOf = ({
  receivables,
  invoices,
}: Account): ReadonlyArray<ReadonlyArray<Receivable>> => [
  receivables,
  invoices.filter(isReceivable).map(receivableOf),
]

/** The receivables for which `fits` holds, in no order. */
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
 * The invoices whose receivables fit, to be changed, in the order of their issue. `InvoicesNotLoaded` names all that
 * fit and are not loaded.
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

/** Like `invoicesWhere`, for the receivables whose instant has come: `dueAt` gives it, or `null` where there is none. */
export const invoicesDue = (account: Account, at: number, dueAt: (receivable: Receivable) => number | null) =>
  invoicesWhere(account, (receivable) => {
    const due = dueAt(receivable)
    return due !== null && due <= at
  })

/** The attempt of that id: of a loaded invoice, or one in flight of any other. */
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
