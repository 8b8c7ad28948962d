// Imports customers one after another, or tries it without storing anything, and reports what came of it. It can be
// stopped and started again at any time: whoever was imported is left as they are.
import type { Billing, BillingRejected } from "studio-billing/promises"
import type { Row } from "./readCustomers.ts"

/** The amounts of one currency, in minor units. */
export interface Totals {
  /** What the next invoices come to, after discounts and credit. */
  payable: number
  /** Credit that becomes vouchers. */
  credit: number
  /** What is paid of running periods. */
  paid: number
}

/** What came of an import. */
export interface Report {
  rows: number
  /** Made by this run; of a dry run, what would be made. */
  made: number
  /** Made before. */
  before: number
  readonly refusals: Array<{ readonly line: number; readonly fault: string }>
  readonly totals: Record<string, Totals>
  /** When the first next invoice falls due; null without any. */
  firstDueAt: number | null
}

type Customer = Extract<Row, { readonly customer: object }>["customer"]

const faultOf = ({ rejection, body }: BillingRejected<{ readonly _tag: string }>): string =>
  body.errors.map(({ path, message }) => `${path}: ${message}`).join("; ") ||
  `${rejection._tag}: ${body.message}`

/** Tries every row, and with `run` imports it. */
export const importCustomers = async (
  billing: Billing,
  rows: AsyncIterable<Row>,
  { run, onRefusal = () => {} }: { readonly run: boolean; readonly onRefusal?: (text: string) => void },
): Promise<Report> => {
  const report: Report = { rows: 0, made: 0, before: 0, refusals: [], totals: {}, firstDueAt: null }
  const seen = new Map<string, number>()
  const refuse = (line: number, fault: string): void => {
    report.refusals.push({ line, fault })
    onRefusal(`line ${line}: ${fault}`)
  }
  for await (const row of rows) {
    report.rows += 1
    if (row.customer === null) {
      refuse(row.line, row.fault)
      continue
    }
    const { importId } = row.customer
    const first = seen.get(importId)
    if (first !== undefined) {
      refuse(row.line, `id: line ${first} has it too`)
      continue
    }
    seen.set(importId, row.line)
    const fault = await importOne(billing, row.customer, run, report).catch(mistakeOf)
    if (fault !== null) refuse(row.line, fault)
  }
  return report
}

/** A member of another type, such as a null that a table has, is told as a fault of its row, and stops no other. */
const mistakeOf = (error: unknown): string => {
  if (error instanceof TypeError) return error.message
  throw error
}

const importOne = async (
  billing: Billing,
  customer: Customer,
  run: boolean,
  report: Report,
): Promise<string | null> => {
  const tried = await billing.subscriptions.previewImport(customer).outcome()
  if (!tried.ok) return faultOf(tried.error)
  const { replayed, nextInvoice, paidInvoice, vouchers, subscription } = tried.data
  if (replayed) {
    report.before += 1
    return null
  }
  if (run) {
    const made = await billing.subscriptions.import(customer).outcome()
    if (!made.ok) return faultOf(made.error)
  }
  const { currency } = subscription.terms
  report.totals[currency] ??= { payable: 0, credit: 0, paid: 0 }
  const totals = report.totals[currency]
  totals.payable += nextInvoice?.payableAmount ?? 0
  totals.paid += paidInvoice?.totalAmount ?? 0
  for (const { balance } of vouchers) totals.credit += balance
  if (nextInvoice !== null) report.firstDueAt = Math.min(report.firstDueAt ?? Infinity, nextInvoice.dueAt)
  report.made += 1
  return null
}

/**
 * Looks at what is stored of every row after an import, before the first period ends: what the customer has here is what
 * the row says. Gives the differences; rows that were refused are not looked at.
 */
export const auditCustomers = async (
  billing: Billing,
  rows: AsyncIterable<Row>,
  { refusals }: Pick<Report, "refusals">,
): Promise<ReadonlyArray<string>> => {
  const refused = new Set(refusals.map(({ line }) => line))
  const differences: Array<string> = []
  for await (const { line, customer } of rows) {
    if (customer === null || refused.has(line)) continue
    const { organizationId } = customer.organization
    const found = await billing.organizations.getAccount({ organizationId }).outcome()
    const differ = (what: string) => differences.push(`line ${line}: ${what}`)
    if (!found.ok) {
      differ("it is not there")
      continue
    }
    const { subscription, invoices, vouchers, paymentMethods } = found.data
    const credit = vouchers.reduce((total, { balance }) => total + balance, 0)
    const wanted = customer.credits.reduce((total, { amount }) => total + amount, 0)
    if (subscription?.status !== "ACTIVE") differ(`it is ${subscription?.status}`)
    const { startAt, endAt, trial } = customer.period
    const running = trial ? { startAt, endAt: subscription?.trial?.endAt } : subscription?.cycle
    if (running?.startAt !== startAt) differ("another period runs")
    if (running?.endAt !== endAt) differ("its period ends at another time")
    if ((subscription?.cancelAt ?? null) !== (customer.cancelAtPeriodEnd ? endAt : null)) {
      differ("it ends at another time")
    }
    if (subscription?.terms.planId !== customer.planId) differ("it has another plan")
    if ((subscription?.quantity ?? 1) !== (customer.quantity ?? 1)) differ("it has another quantity")
    if (paymentMethods.length !== customer.paymentMethods.length) differ("it has other payment methods")
    if (credit !== wanted) differ(`its credit is ${credit} and not ${wanted}`)
    if (invoices.some(({ status }) => status !== "PAID")) differ("an invoice is open")
    if (invoices.some(({ attempts }) => attempts.length > 0)) differ("it was charged")
  }
  return differences
}
