// The audit of a storm: everything that must hold of what is stored, of what the gateway charged and of what callers
// were told, computed again from the records alone. A finding is a sentence; there should be none.

import type { GatewayCharge } from "../../../simulator/index.ts"
import type { Invoice, OutboxMessage } from "../../../src/index.ts"
import type { OrganizationState, StoredState } from "../../support/stored.ts"
import { auditFees, auditMeters } from "./auditCycles.ts"
import type { Answered } from "./storm.ts"
import { type Findings, inFlight, sum } from "./sums.ts"

/** What is audited. */
export interface Evidence {
  readonly records: OrganizationState
  readonly outbox: ReadonlyArray<OutboxMessage>
  readonly coupons: ReturnType<StoredState["coupons"]>
  readonly charges: ReadonlyArray<GatewayCharge>
  readonly answered: Answered
}

const isForgotten = (invoice: Invoice.Invoice): boolean => invoice.status === "VOID" && invoice.rebilled
/** What the coupon had given for what left a period, of some periods. */
const couponLeft = (periods: ReadonlyArray<OrganizationState["periods"][number]>): number =>
  sum(periods, ({ credits }) => sum(credits, ({ couponAmount }) => couponAmount))
const couponOf = (invoice: Invoice.Invoice): number =>
  sum(invoice.discounts, ({ type, amount }) => (type === "COUPON" ? amount : 0))

/** What callers were told is so, but for what nobody knows. */
const compare = (
  what: string,
  { told, stored }: { readonly told: ReadonlyArray<string>; readonly stored: ReadonlyArray<string> },
  { unsure }: Answered,
  found: Findings,
): void => {
  const known = (ids: ReadonlyArray<string>) =>
    ids
      .filter((id) => !unsure.includes(id))
      .toSorted()
      .join()
  if (known(told) !== known(stored)) found(`${what} are not those that callers were told of`)
}

const auditMethods = ({ records, answered }: Evidence, found: Findings): void => {
  const { paymentMethods } = records
  const cards = paymentMethods.filter(({ type }) => type === "CARD").length
  if (cards > 3) found(`${cards} cards`)
  if (paymentMethods.length - cards > 1) found("more than one boleto")
  const defaults = paymentMethods.filter(({ isDefault }) => isDefault).length
  if (defaults !== Math.min(1, paymentMethods.length)) found(`${defaults} default methods`)
  const removed = new Set(answered.removed)
  const kept = answered.added.map(({ paymentMethodId }) => paymentMethodId).filter((id) => !removed.has(id))
  const stored = paymentMethods.map(({ paymentMethodId }) => paymentMethodId)
  compare("payment methods", { told: kept, stored }, answered, found)
}

const auditSubscriptions = ({ records, outbox, coupons, answered }: Evidence, found: Findings): void => {
  const { subscriptions, couponUses, invoices } = records
  if (subscriptions.filter(({ status }) => status !== "CANCELLED").length > 1) found("two live subscriptions")
  const stored = subscriptions.map(({ subscriptionId }) => subscriptionId)
  if (answered.subscribed.toSorted().join() !== stored.toSorted().join()) found("a subscription is lost")
  const live = new Set<string>()
  for (const message of outbox) {
    if (message.kind !== "EVENT" || !("subscription" in message.billingEvent)) continue
    const { type, subscription } = message.billingEvent
    if (type === "subscription.created") live.add(subscription.subscriptionId)
    if (subscription.status === "CANCELLED") live.delete(subscription.subscriptionId)
    if (live.size > 1) found(`two live subscriptions at ${type}`)
  }
  for (const { couponId, code, redemptionsMax, timesRedeemed, amountRedeemed } of coupons) {
    const users = subscriptions.filter(({ coupon }) => coupon?.couponId === couponId).length
    if (users > 1) found(`${users} subscriptions have ${code}`)
    if (timesRedeemed > (redemptionsMax ?? users)) found(`${code} was redeemed ${timesRedeemed} times`)
    if (timesRedeemed !== users) found(`${code} counts ${timesRedeemed} of ${users} redemptions`)
    const uses = couponUses.filter((use) => use.couponId === couponId)
    if (uses.length !== users) found(`${code} has ${uses.length} uses`)
    const off = sum(invoices, (invoice) =>
      isForgotten(invoice) || !invoice.discounts.some((discount) => discount.code === code)
        ? 0
        : couponOf(invoice),
    )
    const owners = subscriptions.filter(({ coupon }) => coupon?.couponId === couponId)
    const ids = new Set(owners.map(({ subscriptionId }) => subscriptionId))
    const given = off - couponLeft(records.periods.filter(({ subscriptionId }) => ids.has(subscriptionId)))
    if (given !== amountRedeemed) found(`${code} gave ${given} and counts ${amountRedeemed}`)
    if (sum(uses, (use) => use.amountRedeemed) !== amountRedeemed)
      found(`the uses of ${code} count otherwise`)
  }
}

const auditInvoice = (invoice: Invoice.Invoice, charges: Evidence["charges"], found: Findings): void => {
  const { invoiceId, kind, status, lines, discounts, receipts, attempts, amountPaid } = invoice
  const wrong = (what: string): void => found(`${kind} invoice ${invoiceId}, ${status}: ${what}`)
  const total = sum(lines, ({ unitPrice, quantity }) => unitPrice * quantity)
  const off = sum(discounts, ({ amount }) => amount)
  if (invoice.totalAmount !== total || total <= 0) wrong(`a total of ${invoice.totalAmount}`)
  if (invoice.discountAmount !== off || off > total) wrong(`a discount of ${invoice.discountAmount}`)
  if (invoice.payableAmount !== total - off) wrong(`a payable amount of ${invoice.payableAmount}`)
  if (amountPaid !== sum(receipts, ({ appliedAmount }) => appliedAmount)) wrong(`${amountPaid} paid`)
  const isOwed = ["OPEN", "PAYMENT_FAILED", "EXPIRED", "UNCOLLECTIBLE"].includes(status)
  if (status !== "VOID" && isOwed !== amountPaid < total - off) wrong(`${amountPaid} of ${total - off} paid`)
  if (inFlight(invoice).length > 1) wrong("two attempts in flight")
  const made = charges.filter((charge) => charge.invoiceId === invoiceId)
  if (made.filter((charge) => charge.status === "APPROVED").length > 1) wrong("charged twice")
  for (const { attemptId, amount } of made) {
    const attempt = attempts.find((candidate) => candidate.attemptId === attemptId)
    if (attempt?.amount !== amount) wrong("a charge that no attempt tells of")
  }
  for (const { attemptId, status: outcome } of attempts) {
    const charge = made.find((candidate) => candidate.attemptId === attemptId)
    if (outcome === "APPROVED" && charge?.status !== "APPROVED") wrong("an approval without a charge")
    if (outcome === "DECLINED" && charge?.status === "APPROVED") wrong("a refusal that was charged")
  }
  const money = sum(receipts, (receipt) => (receipt.kind === "CHARGE" ? receipt.amount : 0))
  const taken = sum(made, (charge) => (charge.status === "APPROVED" ? charge.amount : 0))
  if (inFlight(invoice).length === 0 && money !== taken) wrong(`${taken} charged and ${money} received`)
}

const auditVouchers = ({ records, answered }: Evidence, found: Findings): void => {
  const { vouchers, invoices, voucherEntries } = records
  for (const { voucherId, name, balance, version } of vouchers) {
    const entries = voucherEntries.filter((entry) => entry.voucherId === voucherId)
    if (entries.length !== version || entries.some(({ sequence }, index) => sequence !== index)) {
      found(`the ledger of voucher ${name} has ${entries.length} of ${version} entries`)
    }
    const rest = sum(entries, ({ kind, amount }) =>
      kind === "GRANT" || kind === "RELEASE" ? amount : -amount,
    )
    if (rest !== balance || balance < 0) found(`voucher ${name} holds ${balance} and should hold ${rest}`)
    if (new Set(entries.map(({ kind, cause }) => `${kind} ${cause}`)).size !== entries.length) {
      found(`voucher ${name} moved twice for one cause`)
    }
    for (const { invoiceId, discounts } of invoices) {
      const taken = sum(discounts, (discount) => (discount.code === voucherId ? discount.amount : 0))
      const consumed = sum(entries, ({ kind, cause, amount }) =>
        kind === "CONSUME" && cause === invoiceId ? amount : 0,
      )
      if (taken !== consumed) found(`invoice ${invoiceId} took ${taken} and the ledger says ${consumed}`)
    }
  }
  const applied = sum(invoices, ({ receipts }) =>
    sum(receipts, ({ kind, amount }) => (kind === "VOUCHER" ? amount : 0)),
  )
  const causes = new Set(invoices.map(({ invoiceId }) => invoiceId))
  const consumed = sum(voucherEntries, ({ kind, cause, amount }) =>
    kind === "CONSUME" && !causes.has(cause) ? amount : 0,
  )
  if (applied !== consumed) found(`${applied} applied of vouchers that gave ${consumed}`)
  const surplus = sum(invoices, ({ receipts }) =>
    sum(receipts, ({ amount, appliedAmount }) => amount - appliedAmount),
  )
  for (const { invoiceId, credits } of invoices) {
    for (const { creditId, moneyAmount, releases } of credits) {
      const credit = vouchers.find((voucher) => voucher.voucherId === creditId)
      if ((credit?.amount ?? 0) !== moneyAmount) found(`a credit of ${moneyAmount} of ${invoiceId} is lost`)
      const back = sum(voucherEntries, ({ kind, cause, amount }) =>
        kind === "RELEASE" && cause === creditId ? amount : 0,
      )
      const said = sum(releases, ({ amount }) => amount)
      if (back !== said) found(`${said} of ${invoiceId} went back to vouchers that got ${back}`)
    }
  }
  const named = (name: string) => sum(vouchers, (voucher) => (voucher.name === name ? voucher.amount : 0))
  if (named("Unapplied payment") !== surplus) found(`a surplus of ${surplus} is not kept`)
  if (named("Goodwill") !== sum(answered.granted, (amount: number) => amount)) found("a voucher is lost")
}

const auditUsage = ({ records, answered }: Evidence, found: Findings): void => {
  const { periods, invoices, usageEvents, subscriptions } = records
  const ids = (events: Answered["used"]) => events.map(({ eventId }) => eventId)
  compare("usage events", { told: ids(answered.used), stored: ids(usageEvents) }, answered, found)
  const counted = sum(periods, ({ segments }) =>
    sum(segments, ({ usage }) => sum(usage, ({ quantity }) => quantity)),
  )
  if (counted !== sum(usageEvents, ({ quantity }) => quantity)) found(`${counted} units counted`)
  for (const period of periods) {
    const { subscriptionId } = period
    const cycle = {
      period,
      invoices: invoices.filter(
        (invoice) => invoice.subscriptionId === subscriptionId && !isForgotten(invoice),
      ),
      isOver: subscriptions.some(
        (one) => one.subscriptionId === subscriptionId && one.status === "CANCELLED",
      ),
    }
    auditFees(cycle, found)
    auditMeters(cycle, found)
  }
}

const auditAnnouncements = ({ records, outbox }: Evidence, found: Findings): void => {
  const ids = outbox.map(({ messageId }) => messageId)
  if (new Set(ids).size !== ids.length) found("a message was sent twice")
  const told = (type: string) =>
    outbox.filter((message) => message.kind === "EVENT" && message.billingEvent.type === type).length
  const { invoices } = records
  if (told("invoice.issued") !== invoices.length) found(`${told("invoice.issued")} issues announced`)
  const approved = sum(
    invoices,
    ({ attempts }) => attempts.filter(({ status }) => status === "APPROVED").length,
  )
  if (told("payment.approved") !== approved) found(`${told("payment.approved")} approvals announced`)
}

/** All that does not hold. */
export const audit = (evidence: Evidence): ReadonlyArray<string> => {
  const findings: Array<string> = []
  const found: Findings = (finding) => void findings.push(finding)
  auditMethods(evidence, found)
  auditSubscriptions(evidence, found)
  for (const invoice of evidence.records.invoices) auditInvoice(invoice, evidence.charges, found)
  auditVouchers(evidence, found)
  auditUsage(evidence, found)
  auditAnnouncements(evidence, found)
  return findings
}
