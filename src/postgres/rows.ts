// The rows of a commit: for each table what is put there. A record is one row, and what is found by it some more.
import { forgettableAt } from "../core/identity/OtpAddress.ts"
import { type Invoice, voucherUses } from "../core/invoice/Invoice.ts"
import { isReceivable, receivableOf } from "../core/invoice/Receivable.ts"
import { isLive } from "../core/subscription/Subscription.ts"
import type { Put, Records } from "../ports/BillingStore.ts"

/** A row, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** Rows by the names of their tables. */
export type Rows = Readonly<Record<string, ReadonlyArray<Row>>>

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
const documentOf = ({ kind, record }: Put): Row =>
  kind === "BillingPeriod" || kind === "BillingThreshold" || kind === "CouponUse" || kind === "VoucherEntry"
    ? { ...record, organizationId: undefined }
    : { ...record }

/** The rows of some puts. Of two puts of one record the later one counts, but for entries, which are added. */
export const rowsOf = (puts: ReadonlyArray<Put>): Rows => {
  const tables = new Map<string, Map<string, Row>>()
  const add = (table: string, key: string, row: Row): void => {
    const rows = tables.get(table) ?? new Map<string, Row>()
    tables.set(table, rows.set(key, row))
  }
  for (const [index, put] of puts.entries()) {
    const { table, key, found } = (places[put.kind] as (record: Put["record"]) => Place)(put.record)
    // An event has no more members than columns.
    const doc = put.kind === "UsageEvent" ? {} : { doc: documentOf(put) }
    const name = put.kind === "VoucherEntry" ? String(index) : JSON.stringify(Object.values(key))
    add(table, name, { ...key, ...found, ...doc })
    if (put.kind === "Invoice") {
      for (const [beside, row] of besideInvoice(put.record)) add(beside, JSON.stringify(row), row)
    }
    if (put.kind === "OtpAddress") {
      const { email, otps } = put.record
      add("otps", email, { email, otp_ids: otps.map(({ otpId }) => otpId) })
    }
  }
  return Object.fromEntries(Array.from(tables, ([table, rows]) => [table, Array.from(rows.values())]))
}

/** What is found of an invoice beside its row. What is owed is null where nothing is. */
function* besideInvoice(invoice: Invoice): Iterable<readonly [table: string, row: Row]> {
  const { organizationId: organization_id, invoiceId: invoice_id, subscriptionId, cycle, lines } = invoice
  const key = { organization_id, invoice_id }
  for (const of of new Set([cycle, ...lines.map(({ item }) => item.cycle)])) {
    yield ["invoice_cycles", { ...key, subscription_id: subscriptionId, cycle: of }]
  }
  for (const { voucherId } of voucherUses(invoice)) yield ["voucher_uses", { ...key, voucher_id: voucherId }]
  yield ["receivables", { ...key, doc: isReceivable(invoice) ? receivableOf(invoice) : null }]
}
