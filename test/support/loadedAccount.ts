// An account as a store loads it, made of the whole one: what is settled is left out, and what is owed is summarised.
import { type Account, type BillingPeriod, Invoice, Receivable } from "../../src/index.ts"

const isOfCycle = (
  invoice: Invoice.Invoice,
  { subscriptionId, cycle }: BillingPeriod.BillingPeriod,
): boolean =>
  invoice.subscriptionId === subscriptionId &&
  (invoice.cycle === cycle || invoice.lines.some(({ item }) => item.cycle === cycle))

/** What a store gives of an account, which has all that there ever was, when these invoices are asked for. */
export const loadedAccount = (
  account: Account.Account,
  invoiceIds: ReadonlyArray<string>,
): Account.Account => {
  const asked = account.invoices.filter(({ invoiceId }) => invoiceIds.includes(invoiceId))
  const isAskedFor = (period: BillingPeriod.BillingPeriod): boolean =>
    asked.some((invoice) => isOfCycle(invoice, period))
  const isOpen = ({ subscriptionId, settled }: BillingPeriod.BillingPeriod): boolean =>
    subscriptionId === account.subscription?.subscriptionId && !settled
  const periods = account.periods.filter((period) => isOpen(period) || isAskedFor(period))
  const invoices = account.invoices.filter(
    (invoice) => asked.includes(invoice) || periods.some((period) => isOfCycle(invoice, period)),
  )
  const inView = new Set(invoices)
  const receivables = account.invoices
    .filter((invoice) => !inView.has(invoice) && Receivable.isReceivable(invoice))
    .map(Receivable.receivableOf)
  const owing = new Set([...invoices, ...receivables].map(({ subscriptionId }) => subscriptionId))
  const ids = new Set(invoices.map(({ invoiceId }) => invoiceId))
  const taken = new Set(invoices.flatMap(Invoice.voucherUses).map(({ voucherId }) => voucherId))
  return {
    ...account,
    formerSubscriptions: account.formerSubscriptions.filter(({ subscriptionId }) =>
      owing.has(subscriptionId),
    ),
    periods,
    invoices,
    receivables,
    vouchers: account.vouchers.filter(
      ({ voucherId, balance, creditOf }) =>
        balance > 0 || taken.has(voucherId) || (creditOf !== null && ids.has(creditOf)),
    ),
  }
}
