// Looking at what a server has, and comparing it with the model: after every command that may have changed something.
import type { WireInvoice, WireSubscription } from "../../src/api/index.ts"
import { hold, same } from "../../src/testing/Law.ts"
import { all, paramsOf } from "./commands/command.ts"
import { cyclesOf, invoicesOf, isLive, type Model, statusOf, unbilledOf } from "./model.ts"
import { ask, granted, type Session } from "./session.ts"

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

/** The server's time: its clock where that can be read, else the latest instant that its records show. */
const nowOf = async (
  { control }: Session,
  { updatedAt }: WireSubscription,
  invoices: ReadonlyArray<WireInvoice>,
): Promise<number> => {
  if (control !== null) {
    return Date.parse((await control.request<{ readonly now: string }>("GET", "/_simulator/clock")).now)
  }
  return Math.max(...[updatedAt, ...invoices.map(({ issuedAt }) => issuedAt ?? updatedAt)].map(Date.parse))
}

/** Totals are the sums of lines and discounts, and what is due is what was not paid. */
export const checkArithmetic = (invoice: WireInvoice): void => {
  const { invoiceId, lines, discounts, totalAmount, discountAmount, payableAmount } = invoice
  const what = `invoice ${invoiceId}`
  for (const { name, unitPrice, quantity, amount } of lines) {
    same(`amount of the line ${name} of ${what}`, amount, unitPrice * quantity)
  }
  same(`totalAmount of ${what}`, totalAmount, sum(lines.map(({ amount }) => amount)))
  same(`discountAmount of ${what}`, discountAmount, sum(discounts.map(({ amount }) => amount)))
  same(`payableAmount of ${what}`, payableAmount, totalAmount - discountAmount)
  if (invoice.status === "OPEN" || invoice.status === "PAYMENT_FAILED") {
    same(`amountDue of ${what}`, invoice.amountDue, payableAmount - invoice.amountPaid)
  }
  if (invoice.status === "PAID") same(`amountDue of ${what}`, invoice.amountDue, 0)
}

/** What never changes of an invoice that was issued. */
const frozen = ({ lines, discounts, totalAmount, payableAmount, dueDate, currency }: WireInvoice) =>
  JSON.stringify({ lines, discounts, totalAmount, payableAmount, dueDate, currency })

const PAID_ONCE: ReadonlyArray<WireInvoice["status"]> = [
  "PAID",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
  "DISPUTED",
  "CHARGEBACK",
  "CHARGEBACK_RESOLVED",
]

const checkHistory = (before: WireInvoice, after: WireInvoice | undefined): void => {
  if (after === undefined) throw new Error(`invoice ${before.invoiceId} is in no list any more`)
  same(`what was issued as invoice ${before.invoiceId}`, frozen(after), frozen(before))
  if (!PAID_ONCE.includes(before.status)) return
  hold(`invoice ${before.invoiceId} was paid, and is ${after.status}`, PAID_ONCE.includes(after.status))
}

/** Reads the subscription and its invoices anew, and compares them with what they have to be. */
export const look = async (model: Model, session: Session): Promise<void> => {
  if (model.life === "none" || model.history === null) return
  const params = paramsOf(session)
  const { client } = session
  const seen = granted("the status check", await ask(session, client.subscriptions.check({ params })))
  same("subscriptionId of the status check", seen.subscriptionId, model.subscriptionIds.at(-1))
  // One that ended and still owes takes the method that is added, and is collected by it.
  if (isLive(model)) {
    same("paymentMethodId of the subscription", seen.paymentMethodId, model.subscription?.paymentMethodId)
  }
  same("planIntervalId", seen.planIntervalId, model.history.plans.at(-1)?.terms.planIntervalId)
  const { data } = granted("invoices", await ask(session, client.invoices.list({ params, query: all })))
  const invoices = data.filter(({ subscriptionId }) => subscriptionId === seen.subscriptionId)
  for (const invoice of invoices) checkArithmetic(invoice)
  for (const before of model.invoices) {
    checkHistory(
      before,
      invoices.find(({ invoiceId }) => invoiceId === before.invoiceId),
    )
  }
  model.subscription = seen
  model.invoices = invoices
  const now = await nowOf(session, seen, invoices)
  same("status of the subscription", seen.status, statusOf(model, now))
  hold(
    "pastDueReason is there when it is PAST_DUE",
    (seen.status === "PAST_DUE") === (seen.pastDueReason !== null),
  )
  const { history } = model
  for (const cycle of cyclesOf(history, now)) {
    // What goes on is billed when its cycle ends; what was stopped is billed to the last cent.
    if (model.life === "running" && now < cycle.endAt) continue
    const left = unbilledOf(model, cycle)
    const documents = invoicesOf(model, cycle).map(({ totalAmount }) => totalAmount)
    if (left !== null)
      same(`what the documents [${documents}] of cycle ${cycle.cycle} leave unbilled`, left, 0)
  }
}

/** The organization's methods, compared with the model. */
export const lookAtMethods = async (model: Model, session: Session): Promise<void> => {
  const call = session.client.paymentMethods.list({ params: paramsOf(session), query: all })
  const { data, meta } = granted("payment methods", await ask(session, call))
  same("totalItems of the payment methods", meta.totalItems, model.methods.length)
  const shown = data.map(({ paymentMethodId, isDefault, billingDetails: { name } }) =>
    JSON.stringify([paymentMethodId, isDefault, name]),
  )
  const known = model.methods.map(({ id, isDefault, name }) => JSON.stringify([id, isDefault, name]))
  same("payment methods", shown.toSorted(), known.toSorted())
}
