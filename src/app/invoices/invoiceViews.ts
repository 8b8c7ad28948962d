// An invoice with when it is tried next, which is derived and not stored. GAP-192
import * as Effect from "effect/Effect"
import type { Account, Rules } from "../../core/billing/Account.ts"
import { nextTries } from "../../core/billing/collection/nextTries.ts"
import type { OrganizationNotFound } from "../../core/identity/Access.ts"
import { attemptInFlight, type Invoice } from "../../core/invoice/Invoice.ts"
import { isReceivable } from "../../core/invoice/Receivable.ts"
import type { BillingStore } from "../../ports/BillingStore.ts"
import { CurrentBillingPolicy } from "../execution/CurrentBillingPolicy.ts"
import { loadAccount } from "../execution/loadAccount.ts"

/** An invoice with when dunning tries it next. */
export interface InvoiceView extends Invoice {
  /** As the account and the policy stand; absent where nothing is planned. */
  readonly nextPaymentAttemptAt?: number
}

/** The view of an invoice of an account. */
export const viewIn = (account: Account, invoice: Invoice, rules: Pick<Rules, "policy">): InvoiceView =>
  viewBy(nextTries(account, rules), invoice)

/** The views of invoices of an account. */
export const viewsIn = (
  account: Account,
  invoices: ReadonlyArray<Invoice>,
  rules: Pick<Rules, "policy">,
): ReadonlyArray<InvoiceView> => {
  const tries = nextTries(account, rules)
  return invoices.map((invoice) => viewBy(tries, invoice))
}

/** The views of invoices of an organization. Its account is loaded only where one of them may be tried. */
export const viewsOf = Effect.fnUntraced(function* (
  organizationId: string,
  invoices: ReadonlyArray<Invoice>,
): Effect.fn.Return<ReadonlyArray<InvoiceView>, OrganizationNotFound, BillingStore> {
  if (!invoices.some(mayBeTried)) return invoices
  const { value: account } = yield* loadAccount({ organizationId })
  return viewsIn(account, invoices, { policy: yield* CurrentBillingPolicy })
})

const viewBy = (tries: ReadonlyMap<string, number>, invoice: Invoice): InvoiceView => {
  const nextPaymentAttemptAt = mayBeTried(invoice) ? tries.get(invoice.invoiceId) : undefined
  return nextPaymentAttemptAt === undefined ? invoice : { ...invoice, nextPaymentAttemptAt }
}

/** What is owed, and not being paid. An account that is loaded later may be another one than that of the invoice. */
const mayBeTried = (invoice: Invoice): boolean => isReceivable(invoice) && attemptInFlight(invoice) === null
