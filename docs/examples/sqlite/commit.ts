// One commit, in one transaction: versions, records, counts, outbox and due instants, all of it or nothing. Whatever stands
// against it is found by the statement that would have changed it, and takes everything back.
import {
  type Commit,
  type Delete,
  type Invoice,
  OtpAddress,
  type Put,
  Receivable,
  type Records,
  type Scope,
  Subscription,
} from "studio-billing"
import type { Database, Values } from "./Database.ts"

/** Does all of a commit and gives null; or does nothing and gives the scope that somebody else changed. */
export const applyCommit = (database: Database, commit: Commit): Scope | null =>
  database.write(
    () => conflictOf(database, commit),
    (conflict) => conflict !== null,
  )

const conflictOf = (database: Database, commit: Commit): Scope | null => {
  for (const { scope, version } of commit.expects) {
    if (!advance(database, scope, version)) return scope
  }
  for (const put of commit.puts) {
    const holder = takenBy(database, put)
    if (holder !== null) return holder
    putRecord(database, put)
  }
  for (const deletion of commit.deletes) deleteRecord(database, deletion)
  for (const { couponId, redemptions, amount } of commit.couponCounts) {
    if (!count(database, { couponId, redemptions, amount })) return { kind: "coupon", id: couponId }
  }
  const counted = new Set(commit.couponCounts.map(({ couponId }) => couponId))
  for (const { scope } of commit.expects) if (scope.kind === "coupon") counted.delete(scope.id)
  for (const id of counted) touch(database, { kind: "coupon", id })
  for (const message of commit.outbox) {
    const { messageId, kind } = message
    database.run(
      "INSERT INTO outbox (message_id, kind, doc) VALUES (:messageId, :kind, :doc) ON CONFLICT DO NOTHING",
      { messageId, kind, doc: JSON.stringify(message) },
    )
  }
  for (const { organizationId, at } of commit.due) {
    if (at === null) {
      database.run("DELETE FROM due WHERE organization_id = :organizationId", { organizationId })
    } else {
      upsert(database, "due", { organization_id: organizationId }, { at })
      // A claim ends where it is due later than the claim was made.
      database.run(
        `UPDATE due SET claimed_at = NULL, claimed_until = NULL
         WHERE organization_id = :organizationId AND at > claimed_at`,
        { organizationId },
      )
    }
  }
  return null
}

/** Gives a scope its next version, where it still has the one that was read. */
const advance = (database: Database, { kind, id }: Scope, version: number): boolean =>
  version === 0
    ? database.run("INSERT INTO versions (kind, id, version) VALUES (:kind, :id, 1) ON CONFLICT DO NOTHING", {
        kind,
        id,
      }) === 1
    : database.run(
        "UPDATE versions SET version = version + 1 WHERE kind = :kind AND id = :id AND version = :version",
        { kind, id, version },
      ) === 1

/** Gives a scope its next version, whichever it had. */
const touch = (database: Database, { kind, id }: Scope): void => {
  database.run(
    `INSERT INTO versions (kind, id, version) VALUES (:kind, :id, 1)
     ON CONFLICT DO UPDATE SET version = version + 1`,
    { kind, id },
  )
}

/** Counts a coupon, unless it has fewer redemptions left than are taken. */
const count = (database: Database, counted: Commit["couponCounts"][number]): boolean =>
  database.run(
    `UPDATE coupons SET
       times_redeemed = times_redeemed + :redemptions, amount_redeemed = amount_redeemed + :amount
     WHERE coupon_id = :couponId
       AND (:redemptions <= 0 OR redemptions_max IS NULL OR times_redeemed + :redemptions <= redemptions_max)`,
    { ...counted },
  ) === 1

/** The other user or coupon that has the address or code of a record. */
const takenBy = (database: Database, put: Put): Scope | null => {
  if (put.kind === "User") {
    const { email, userId } = put.record
    const holder = database.first<{ readonly id: string }>(
      "SELECT user_id AS id FROM users WHERE email = :email AND user_id <> :userId",
      { email, userId },
    )
    return holder === null ? null : { kind: "user", id: holder.id }
  }
  if (put.kind !== "Coupon") return null
  const { code, couponId } = put.record
  const holder = database.first<{ readonly id: string }>(
    "SELECT coupon_id AS id FROM coupons WHERE code = :code AND coupon_id <> :couponId",
    { code, couponId },
  )
  return holder === null ? null : { kind: "coupon", id: holder.id }
}

/** Adds a row. Names of tables and columns are this program's own. */
const insert = (database: Database, table: string, row: Values, otherwise = ""): void => {
  const names = Object.keys(row)
  const values = names.map((name) => `:${name}`)
  database.run(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${values.join(", ")}) ${otherwise}`, row)
}

/** Puts a row in the place of the one with its key. */
const upsert = (database: Database, table: string, key: Values, columns: Values): void => {
  const changes = Object.keys(columns).map((name) => `${name} = excluded.${name}`)
  const otherwise = `ON CONFLICT (${Object.keys(key).join(", ")}) DO UPDATE SET ${changes.join(", ")}`
  insert(database, table, { ...key, ...columns }, otherwise)
}

/** Where a record of each kind stands: its table, its key, and what it is found by. */
const places: {
  readonly [K in keyof Records]: (record: Records[K]) => readonly [table: string, key: Values, found?: Values]
} = {
  Organization: (record) => ["organizations", { organization_id: record.organizationId }],
  User: (record) => ["users", { user_id: record.userId }, { email: record.email }],
  Plan: (record) => ["plans", { plan_id: record.planId }, { status: record.status }],
  Coupon: (record) => [
    "coupons",
    { coupon_id: record.couponId },
    {
      code: record.code,
      redemptions_max: record.redemptionsMax,
      times_redeemed: record.timesRedeemed,
      amount_redeemed: record.amountRedeemed,
    },
  ],
  PaymentMethod: (record) => [
    "payment_methods",
    { organization_id: record.organizationId, payment_method_id: record.paymentMethodId },
  ],
  Subscription: (record) => [
    "subscriptions",
    { organization_id: record.organizationId, subscription_id: record.subscriptionId },
    { live: Number(Subscription.isLive(record)), created_at: record.createdAt },
  ],
  BillingPeriod: (record) => [
    "billing_periods",
    {
      organization_id: record.organizationId,
      subscription_id: record.subscriptionId,
      cycle: record.cycle,
    },
    { settled: Number(record.settled) },
  ],
  Invoice: (record) => [
    "invoices",
    { organization_id: record.organizationId, invoice_id: record.invoiceId },
    {
      subscription_id: record.subscriptionId,
      cycle: record.cycle,
      status: record.status,
      issued_at: record.issuedAt,
    },
  ],
  Voucher: (record) => [
    "vouchers",
    { organization_id: record.organizationId, voucher_id: record.voucherId },
    {
      balance: record.balance,
      credit_of: record.creditOf,
      frozen: Number(record.frozen),
      revoked: Number(record.revokedAt !== null),
      effective_at: record.effectiveAt,
      expires_at: record.expiresAt,
      created_at: record.createdAt,
    },
  ],
  VoucherEntry: (record) => [
    "voucher_entries",
    { organization_id: record.organizationId, voucher_id: record.voucherId, sequence: record.sequence },
    { kind: record.kind, cause: record.cause },
  ],
  BillingThreshold: (record) => ["billing_thresholds", { organization_id: record.organizationId }],
  CouponUse: (record) => [
    "coupon_uses",
    { organization_id: record.organizationId, coupon_id: record.couponId },
  ],
  UsageEvent: (record) => [
    "usage_events",
    { organization_id: record.organizationId, event_id: record.eventId },
    {
      meter: record.meter,
      quantity: record.quantity,
      occurred_at: record.occurredAt,
      billed_at: record.billedAt,
    },
  ],
  OtpAddress: (record) => [
    "otp_addresses",
    { email: record.email },
    { forgettable_at: OtpAddress.forgettableAt(record) },
  ],
  Session: (record) => [
    "sessions",
    { session_id: record.sessionId },
    {
      user_id: record.userId,
      open: Number(record.revokedAt === null),
      forgettable_at: record.expiresAt,
    },
  ],
  IdempotencyKey: (record) => [
    "idempotency_keys",
    { key_id: record.keyId },
    { forgettable_at: record.expiresAt },
  ],
}

/** The record as an account has it: there the owner of these kinds is no member of them. */
const documentOf = ({ kind, record }: Put): string =>
  kind === "BillingPeriod" || kind === "BillingThreshold" || kind === "CouponUse" || kind === "VoucherEntry"
    ? JSON.stringify({ ...record, organizationId: undefined })
    : JSON.stringify(record)

const putRecord = (database: Database, put: Put): void => {
  const { kind, record } = put
  const placeOf = places[kind] as (record: Put["record"]) => ReturnType<(typeof places)[typeof kind]>
  const [table, key, found = {}] = placeOf(record)
  // An event has no more members than columns.
  const columns = kind === "UsageEvent" ? found : { ...found, doc: documentOf(put) }
  // An entry is added: where its ledger has it, or one of its kind and cause, the table refuses it.
  if (kind === "VoucherEntry") insert(database, table, { ...key, ...columns })
  else upsert(database, table, key, columns)
  if (kind === "Invoice") putOwed(database, record)
  if (kind === "OtpAddress") {
    const { email } = record
    database.run("DELETE FROM otps WHERE email = :email", { email })
    for (const { otpId } of record.otps) upsert(database, "otps", { otp_id: otpId }, { email })
  }
}

/** Puts what is owed of an invoice, and in which cycles it is looked for. */
const putOwed = (database: Database, invoice: Invoice.Invoice): void => {
  const { organizationId, invoiceId, cycle, lines } = invoice
  const key = { organizationId, invoiceId }
  const own = "FROM invoices WHERE invoices.organization_id = :organizationId AND invoice_id = :invoiceId"
  if (Receivable.isReceivable(invoice)) {
    database.run(`INSERT OR REPLACE INTO receivables SELECT organization_id, seq, :doc ${own}`, {
      ...key,
      doc: JSON.stringify(Receivable.receivableOf(invoice)),
    })
  } else {
    database.run(
      `DELETE FROM receivables WHERE organization_id = :organizationId AND seq = (SELECT seq ${own})`,
      key,
    )
  }
  database.run(
    `INSERT INTO invoice_cycles SELECT organization_id, subscription_id, value, seq
     FROM json_each(:cycles) CROSS JOIN invoices
     WHERE organization_id = :organizationId AND invoice_id = :invoiceId ON CONFLICT DO NOTHING`,
    { ...key, cycles: JSON.stringify([cycle, ...lines.map(({ item }) => item.cycle)]) },
  )
}

const deleteRecord = (database: Database, deletion: Delete): void => {
  const { organizationId } = deletion
  if (deletion.kind === "PaymentMethod") {
    database.run(
      "DELETE FROM payment_methods WHERE organization_id = :organizationId AND payment_method_id = :paymentMethodId",
      { organizationId, paymentMethodId: deletion.paymentMethodId },
    )
  } else {
    database.run("DELETE FROM billing_thresholds WHERE organization_id = :organizationId", { organizationId })
  }
}
