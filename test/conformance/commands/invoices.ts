// Invoices: the upcoming one, compared with the oracle, and paying, once and again.
import * as fc from "fast-check"
import type { ErrorCode, WireInvoice } from "../../../src/api/index.ts"
import { hold, same } from "../../../src/testing/Law.ts"
import { checkArithmetic, look } from "../look.ts"
import { couponLeftOf, cyclesOf, isInFlight, type Method, type Model, unbilledOf } from "../model.ts"
import { ask, decided, granted, refused, type Session } from "../session.ts"
import { all, command, paramsOf, pickOf } from "./command.ts"

const given = ({ discounts }: WireInvoice, kind: "COUPON" | "VOUCHER"): number =>
  discounts.reduce((total, { type, amount }) => total + (type === kind ? amount : 0), 0)

/** What the organization's vouchers can pay in a currency. */
const creditOf = async (session: Session, currency: string): Promise<number> => {
  const query = { ...all, status: "ACTIVE" } as const
  const call = session.client.vouchers.list({ params: paramsOf(session), query })
  const { data } = granted("vouchers", await ask(session, call))
  return data
    .filter((voucher) => voucher.currency === currency)
    .reduce((total, { amount, amountRedeemed }) => total + amount - amountRedeemed, 0)
}

/** Previews the upcoming invoice, and compares it with the oracle; null where there is none. */
export const preview = async (model: Model, session: Session): Promise<WireInvoice | null> => {
  const { life, history } = model
  const answer = await ask(
    session,
    session.client.subscriptions.previewUpcomingInvoice({ params: paramsOf(session) }),
  )
  const reasons: ReadonlyArray<ErrorCode> =
    life === "running" ? [] : life === "paused" ? ["invoice.no_upcoming"] : ["subscription.not_found"]
  const invoice = decided("the upcoming invoice", answer, reasons)
  if (invoice === null || history === null) return null
  checkArithmetic(invoice)
  same("status of the upcoming invoice", invoice.status, "OPEN")
  const cycle = cyclesOf(history, Date.parse(invoice.periodStart)).at(-1)
  if (cycle === undefined) throw new Error("the upcoming invoice is of no cycle")
  same("periodStart of the upcoming invoice", Date.parse(invoice.periodStart), cycle.startAt)
  same("periodEnd of the upcoming invoice", Date.parse(invoice.periodEnd), cycle.endAt)
  const total = unbilledOf(model, cycle)
  if (total !== null) same("totalAmount of the upcoming invoice", invoice.totalAmount, total)
  const coupon = couponLeftOf(model, cycle)
  if (coupon !== null && total !== null) same("what the coupon gives", given(invoice, "COUPON"), coupon)
  const credit = await creditOf(session, invoice.currency)
  const rest = invoice.totalAmount - given(invoice, "COUPON")
  same("what vouchers give", given(invoice, "VOUCHER"), Math.min(credit, rest))
  const threshold = model.threshold?.value ?? null
  same("billingThreshold of the upcoming invoice", invoice.billingThreshold?.value ?? null, threshold)
  const params = { ...paramsOf(session), invoiceId: invoice.invoiceId }
  const viewed = granted("viewing it", await ask(session, session.client.invoices.get({ params })))
  same("the upcoming invoice by its id", viewed.payableAmount, invoice.payableAmount)
  return invoice
}

interface PayWish {
  readonly method: number
  readonly wrongAmount: boolean
  readonly key: boolean
}

/** The method that a wish means: null is the default, and a method that is not there is undefined. */
const methodOf = ({ methods }: Model, { method }: PayWish): Method | undefined | null =>
  pickOf([null, null, null, ...methods, undefined], method)

const reasonsAgainst = (model: Model, invoice: WireInvoice, wish: PayWish): ReadonlyArray<ErrorCode> => {
  const chosen = methodOf(model, wish)
  const method = chosen === null ? model.methods.find(({ isDefault }) => isDefault) : chosen
  const isPayable = ["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE"].includes(invoice.status)
  const hasSlip = invoice.attempts.some(({ status }) => status === "PENDING")
  const reasons: Array<ErrorCode> = []
  if (!isPayable || invoice.lines.length === 0) reasons.push("invoice.not_payable")
  if (isInFlight(invoice) && !(hasSlip && method?.type === "CARD"))
    reasons.push("invoice.payment_in_progress")
  if (wish.wrongAmount) reasons.push("invoice.changed")
  if (chosen === undefined) reasons.push("payment_method.not_found")
  if (model.methods.length === 0) reasons.push("organization.payment_method_required")
  if (method?.type === "BOLETO" && invoice.currency !== "BRL") {
    reasons.push("payment_method.currency_mismatch")
  }
  return reasons
}

/** Pays an invoice, and compares what is answered with what the method does. */
const payInvoice = async (
  model: Model,
  session: Session,
  invoice: WireInvoice,
  wish: PayWish,
): Promise<void> => {
  const reasons = reasonsAgainst(model, invoice, wish)
  const chosen = methodOf(model, wish)
  const method = chosen === null ? model.methods.find(({ isDefault }) => isDefault) : chosen
  const pay = (headers: { readonly "idempotency-key"?: string }) =>
    ask(
      session,
      session.client.invoices.pay({
        params: { ...paramsOf(session), invoiceId: invoice.invoiceId },
        headers,
        payload: {
          ...(chosen !== null && { paymentMethodId: chosen?.id ?? session.nobody }),
          ...(wish.wrongAmount && { expectedPayableAmount: invoice.payableAmount + 1 }),
        },
      }),
    )
  const headers = wish.key ? { "idempotency-key": session.fresh("pay") } : {}
  const answer = await pay(headers)
  const what = `paying ${invoice.payableAmount}`
  if (reasons.length > 0) refused(what, answer, ...reasons)
  else if (invoice.payableAmount > 0 && method?.approves === false) {
    refused(what, answer, "payment.declined")
  } else if (invoice.payableAmount > 0 && method?.approves === null) {
    const pending = granted(what, answer, 202)
    same("an attempt is in flight", isInFlight(pending), true)
  } else {
    const paid = granted(what, answer)
    same("status of what was paid", paid.status, "PAID")
    same("payableAmount of what was paid", paid.payableAmount, invoice.payableAmount)
    same("totalAmount of what was paid", paid.totalAmount, invoice.totalAmount)
    same("amountPaid", paid.amountPaid, invoice.payableAmount)
  }
  const isKept = "value" in answer || answer.status === 402 || answer.status === 409
  if (wish.key && isKept) {
    const again = await pay(headers)
    same("status of the same call again", again.status, answer.status)
    if ("value" in again) hold("a repeat says so", again.isReplayed)
  }
  await look(model, session)
}

const wishes = fc.record({
  method: fc.nat(9),
  wrongAmount: fc.nat(9).map((chance) => chance === 0),
  key: fc.boolean(),
})

const payUpcoming = wishes.map((wish) =>
  command(`pay the upcoming invoice ${JSON.stringify(wish)}`, async (model, session) => {
    const invoice = await preview(model, session)
    if (invoice !== null) await payInvoice(model, session, invoice, wish)
  }),
)

const payIssued = fc.record({ pick: fc.nat(9), wish: wishes }).map(({ pick, wish }) =>
  command(`pay invoice ${pick} ${JSON.stringify(wish)}`, async (model, session) => {
    const invoice = pickOf(model.invoices, pick)
    if (invoice !== undefined) return payInvoice(model, session, invoice, wish)
    const params = { ...paramsOf(session), invoiceId: session.nobody }
    const answer = await ask(session, session.client.invoices.pay({ params, headers: {}, payload: {} }))
    refused("paying an unknown invoice", answer, "invoice.not_found")
  }),
)

const payTwice = fc.constant(
  command("pay the upcoming invoice and again", async (model, session) => {
    const invoice = await preview(model, session)
    if (invoice === null) return
    const wish = { method: 0, wrongAmount: false, key: false }
    await payInvoice(model, session, invoice, wish)
    const issued = model.invoices.find(({ invoiceId }) => invoiceId === invoice.invoiceId)
    if (issued !== undefined) await payInvoice(model, session, issued, wish)
  }),
)

const view = fc.nat(9).map((pick) =>
  command(`view invoice ${pick}`, async (model, session) => {
    const invoice = pickOf([...model.invoices, null], pick) ?? null
    const params = { ...paramsOf(session), invoiceId: invoice?.invoiceId ?? session.nobody }
    const answer = await ask(session, session.client.invoices.get({ params }))
    const seen = decided("viewing an invoice", answer, invoice === null ? ["invoice.not_found"] : [])
    if (seen !== null) same("the invoice by its id", JSON.stringify(seen), JSON.stringify(invoice))
  }),
)

const list = fc.constantFrom("PAID", "OPEN", "PAYMENT_FAILED", "VOID").map((status) =>
  command(`list ${status} invoices`, async (model, session) => {
    const call = session.client.invoices.list({ params: paramsOf(session), query: { ...all, status } })
    const { data } = granted("invoices", await ask(session, call))
    const ours = data.filter(({ subscriptionId }) => subscriptionId === model.subscription?.subscriptionId)
    const expected = model.invoices.filter((invoice) => invoice.status === status)
    const idsOf = (invoices: ReadonlyArray<WireInvoice>) => invoices.map(({ invoiceId }) => invoiceId)
    same(`${status} invoices`, idsOf(ours), idsOf(expected))
  }),
)

const previewed = fc.constant(command("preview the upcoming invoice", preview))

/** The commands on invoices. */
export const invoiceCommands = [
  previewed,
  previewed,
  payUpcoming,
  payUpcoming,
  payIssued,
  payTwice,
  view,
  list,
]
