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

const tables: ReadonlyArray<readonly [kind: Put["kind"], table: string]> = [
  ["Organization", "organizations"],
  ["Plan", "plans"],
  ["PaymentMethod", "payment_methods"],
  ["Subscription", "subscriptions"],
  ["BillingPeriod", "billing_periods"],
  ["Invoice", "invoices"],
]

/** Audits a database at an instant. */
export const auditEngines = async (pool: pg.Pool, now: number): Promise<EngineAudit> => {
  const records: Array<Put> = []
  for (const [kind, table] of tables) {
    const owner = kind === "BillingPeriod" ? "organization_id" : "NULL"
    const { rows } = await pool.query(`SELECT doc, ${owner} AS owner FROM studio_billing.${table}`)
    for (const { doc, owner: organizationId } of rows) {
      records.push({ kind, record: organizationId === null ? doc : { ...doc, organizationId } })
    }
  }
  const { rows: due } = await pool.query(
    `SELECT organization_id AS "organizationId", at::float8 AS at FROM studio_billing.due`,
  )
  const { rows: charges } = await pool.query(
    `SELECT attempt_id AS "attemptId", invoice_id AS "invoiceId", organization_id AS "organizationId",
       amount::float8 AS amount, at::float8 AS at FROM charges ORDER BY at DESC`,
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
