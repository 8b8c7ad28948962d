// The rows of a commit: for each table what is put there. A record is one row, and what is found by it some more.
import { forgettableAt } from "../core/identity/OtpAddress.ts"
import { type Invoice, voucherUses } from "../core/invoice/Invoice.ts"
import { isReceivable, receivableOf } from "../core/invoice/Receivable.ts"
import { isLive } from "../core/subscription/Subscription.ts"
import type { Put, Records } from "../ports/BillingStore.ts"

/** A row, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** Rows by the names of their tables. */
export type Rows = Record<string, Array<Row>>

/** Adds a row to those of its table. */
export const addRow = (rows: Rows, table: string, row: Row): void => {
  const before = rows[table]
  if (before === undefined) rows[table] = [row]
  else before.push(row)
}

interface Place {
  readonly table: string
  readonly key: Row
  /** The columns by which it is found. */
  readonly found?: Row
}

/** Where a record of each kind stands. */
const places: { readonly [K in keyof Records]: (record: Records[K]) => Place } = {
  Organization: ({ organizationId }) => ({
    table: "organizations",
    key: { organization_id: organizationId },
  }),
  User: ({ userId, email }) => ({ table: "users", key: { user_id: userId }, found: { email } }),
  Plan: ({ planId, status }) => ({ table: "plans", key: { plan_id: planId }, found: { status } }),
  Coupon: ({ couponId, code, redemptionsMax, timesRedeemed, amountRedeemed }) => ({
    table: "coupons",
    key: { coupon_id: couponId },
    found: {
      code,
      redemptions_max: redemptionsMax,
      times_redeemed: timesRedeemed,
      amount_redeemed: amountRedeemed,
    },
  }),
  PaymentMethod: ({ organizationId, paymentMethodId }) => ({
    table: "payment_methods",
    key: { organization_id: organizationId, payment_method_id: paymentMethodId },
  }),
  Subscription: (record) => ({
    table: "subscriptions",
    key: { organization_id: record.organizationId, subscription_id: record.subscriptionId },
    found: { live: isLive(record), created_at: record.createdAt },
  }),
  BillingPeriod: ({ organizationId, subscriptionId, cycle, settled }) => ({
    table: "billing_periods",
    key: { organization_id: organizationId, subscription_id: subscriptionId, cycle },
    found: { settled },
  }),
  Invoice: ({ organizationId, invoiceId, subscriptionId, cycle, status, issuedAt }) => ({
    table: "invoices",
    key: { organization_id: organizationId, invoice_id: invoiceId },
    found: { subscription_id: subscriptionId, cycle, status, issued_at: issuedAt },
  }),
  Voucher: (record) => ({
    table: "vouchers",
    key: { organization_id: record.organizationId, voucher_id: record.voucherId },
    found: {
      balance: record.balance,
      credit_of: record.creditOf,
      frozen: record.frozen,
      revoked: record.revokedAt !== null,
      effective_at: record.effectiveAt,
      expires_at: record.expiresAt,
      created_at: record.createdAt,
    },
  }),
  VoucherEntry: ({ organizationId, voucherId, sequence, kind, cause }) => ({
    table: "voucher_entries",
    key: { organization_id: organizationId, voucher_id: voucherId, sequence },
    found: { kind, cause },
  }),
  BillingThreshold: ({ organizationId }) => ({
    table: "billing_thresholds",
    key: { organization_id: organizationId },
  }),
  CouponUse: ({ organizationId, couponId }) => ({
    table: "coupon_uses",
    key: { organization_id: organizationId, coupon_id: couponId },
  }),
  UsageEvent: ({ organizationId, eventId, meter, quantity, occurredAt, billedAt }) => ({
    table: "usage_events",
    key: { organization_id: organizationId, event_id: eventId },
    found: { meter, quantity, occurred_at: occurredAt, billed_at: billedAt },
  }),
  OtpAddress: (record) => ({
    table: "otp_addresses",
    key: { email: record.email },
    found: { forgettable_at: forgettableAt(record) },
  }),
  Session: ({ sessionId, userId, revokedAt, expiresAt }) => ({
    table: "sessions",
    key: { session_id: sessionId },
    found: { user_id: userId, open: revokedAt === null, forgettable_at: expiresAt },
  }),
  IdempotencyKey: ({ keyId, expiresAt }) => ({
    table: "idempotency_keys",
    key: { key_id: keyId },
    found: { forgettable_at: expiresAt },
  }),
}

/** The record as an account has it: there the owner of these kinds is no member of them. */
const documentOf = ({ kind, record }: Put): object =>
  kind === "BillingPeriod" || kind === "BillingThreshold" || kind === "CouponUse" || kind === "VoucherEntry"
    ? { ...record, organizationId: undefined }
    : record

/** The rows of some puts. Of two puts of one record the later one counts, but for entries, which are added. */
export const rowsOf = (puts: ReadonlyArray<Put>): Rows => {
  const latest = new Map<string, readonly [put: Put, place: Place]>()
  for (const [index, put] of puts.entries()) {
    const place = (places[put.kind] as (record: Put["record"]) => Place)(put.record)
    const name = put.kind === "VoucherEntry" ? String(index) : JSON.stringify(Object.values(place.key))
    latest.set(`${put.kind} ${name}`, [put, place])
  }
  const rows: Rows = {}
  const add = (table: string, row: Row): void => addRow(rows, table, row)
  for (const [put, { table, key, found }] of latest.values()) {
    // An event has no more members than columns.
    add(table, { ...key, ...found, ...(put.kind === "UsageEvent" ? {} : { doc: documentOf(put) }) })
    if (put.kind === "Invoice") for (const [beside, row] of besideInvoice(put.record)) add(beside, row)
    if (put.kind === "OtpAddress") {
      const { email, otps } = put.record
      for (const { otpId } of otps) add("otps", { otp_id: otpId, email })
    }
  }
  return rows
}

/** What is found of an invoice beside its row. What is owed stands there while something is. */
function* besideInvoice(invoice: Invoice): Iterable<readonly [table: string, row: Row]> {
  const { organizationId: organization_id, invoiceId: invoice_id, subscriptionId, cycle, lines } = invoice
  const key = { organization_id, invoice_id }
  for (const of of new Set([cycle, ...lines.map(({ item }) => item.cycle)])) {
    yield ["invoice_cycles", { ...key, subscription_id: subscriptionId, cycle: of }]
  }
  for (const { voucherId } of voucherUses(invoice)) yield ["voucher_uses", { ...key, voucher_id: voucherId }]
  if (isReceivable(invoice)) yield ["receivables", { ...key, doc: receivableOf(invoice) }]
  else yield ["settled_receivables", key]
}
