// The audit of what engines left in a server: the rules of the simulator's audit over all records, and the charges of the
// gateway against the receipts.
import type pg from "pg"
import { auditSteps } from "../../../simulator/audit/audit.ts"
import { defaultPolicy, type Invoice, type Put } from "../../../src/index.ts"

/** What was found. */
export interface EngineAudit {
  readonly charges: number
  /** Charges that no invoice knows as approved. */
  readonly unrecorded: number
  /** Invoices that were charged more than once. */
  readonly chargedTwice: number
  readonly findings: ReadonlyArray<string>
}

const tables: ReadonlyArray<readonly [kind: Put["kind"], table: string, doc?: string]> = [
  ["Organization", "organizations"],
  ["PaymentMethod", "payment_methods"],
  ["Subscription", "subscriptions"],
  ["BillingPeriod", "billing_periods"],
  ["Invoice", "invoices"],
  ["Voucher", "vouchers"],
  ["VoucherEntry", "voucher_entries"],
  ["CouponUse", "coupon_uses"],
]

/** The records of some organizations, or of all. */
export const recordsOf = async (
  pool: pg.Pool,
  organizationIds: ReadonlyArray<string> | null,
): Promise<ReadonlyArray<Put>> => {
  const { rows: plans } = await pool.query("SELECT doc FROM studio_billing.plans")
  const records: Array<Put> = plans.map(({ doc }) => ({ kind: "Plan", record: doc }))
  for (const [kind, table] of tables) {
    const { rows } = await pool.query(
      `SELECT doc, organization_id AS "organizationId" FROM studio_billing.${table}
       WHERE $1::text[] IS NULL OR organization_id = ANY ($1) ORDER BY ctid`,
      [organizationIds],
    )
    for (const { doc, organizationId } of rows) records.push({ kind, record: { organizationId, ...doc } })
  }
  const { rows: events } = await pool.query(
    `SELECT organization_id AS "organizationId", event_id AS "eventId", meter, quantity::float8 AS quantity,
       occurred_at::float8 AS "occurredAt", billed_at::float8 AS "billedAt" FROM studio_billing.usage_events
     WHERE $1::text[] IS NULL OR organization_id = ANY ($1)`,
    [organizationIds],
  )
  for (const record of events) records.push({ kind: "UsageEvent", record })
  return records
}

/** Audits a database at an instant: some of its organizations, or all. */
export const auditEngines = async (
  pool: pg.Pool,
  now: number,
  organizationIds: ReadonlyArray<string> | null = null,
): Promise<EngineAudit> => {
  const records = await recordsOf(pool, organizationIds)
  const { rows: due } = await pool.query(
    `SELECT organization_id AS "organizationId", at::float8 AS at FROM studio_billing.due
     WHERE $1::text[] IS NULL OR organization_id = ANY ($1)`,
    [organizationIds],
  )
  const { rows: charges } = await pool.query(
    `SELECT attempt_id AS "attemptId", invoice_id AS "invoiceId", organization_id AS "organizationId",
       amount::float8 AS amount, at::float8 AS at FROM charges
     WHERE $1::text[] IS NULL OR organization_id = ANY ($1) ORDER BY at DESC`,
    [organizationIds],
  )
  const items = charges.map((charge) => ({ ...charge, currency: "BRL", status: "APPROVED", requestId: null }))
  const snapshot = { records, due }
  const steps = auditSteps({
    snapshot,
    charges: { items, complete: true },
    now,
    policy: defaultPolicy,
    couponsBefore: [],
  })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const invoices = records.flatMap(({ kind, record }) =>
    kind === "Invoice" ? [record as Invoice.Invoice] : [],
  )
  const recorded = new Set(
    invoices.flatMap(({ attempts }) =>
      attempts.flatMap(({ attemptId, status }) => (status === "APPROVED" ? attemptId : [])),
    ),
  )
  const ofInvoices = new Set(charges.map(({ invoiceId }) => invoiceId))
  return {
    charges: charges.length,
    unrecorded: charges.filter(({ attemptId }) => !recorded.has(attemptId)).length,
    chargedTwice: charges.length - ofInvoices.size,
    findings: step.value.findings.map((finding) => JSON.stringify(finding)),
  }
}
