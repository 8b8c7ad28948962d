// The audit of a world: every rule of it over all that it holds. It looks at everything, so it costs as much as there is.
import type { Finding as WireFinding } from "../control/contract/errors.ts"
import {
  type AuditInput,
  type AuditSource,
  type Books,
  booksOf,
  type Fault,
  type WorldBooks,
} from "./books/Books.ts"
import * as charges from "./charges.ts"
import * as coupons from "./coupons.ts"
import * as credits from "./credits.ts"
import { disputed, type Shortfall, shortfallsOf } from "./disputes.ts"
import { advance, fees } from "./fees.ts"
import * as invoices from "./invoices.ts"
import * as payments from "./payments.ts"
import * as records from "./records.ts"
import * as subscriptions from "./subscriptions.ts"
import { takings } from "./takings.ts"
import { threshold } from "./threshold.ts"
import * as usage from "./usage.ts"
import * as vouchers from "./vouchers.ts"

/** The most findings that an audit lists. */
export const FINDINGS_MAX = 1_000

/** The rules of what one organization owns. */
const ofOrganizations = {
  invoice_line: invoices.lines,
  invoice_totals: invoices.totals,
  invoice_discounts: invoices.discounts,
  invoice_paid: invoices.paid,
  invoice_status: invoices.status,
  invoice_document: invoices.documents,
  invoice_instants: invoices.instants,
  attempt_in_flight: payments.inFlight,
  attempt_amount: payments.amounts,
  attempt_receipts: payments.receipts,
  money_returned: payments.returns,
  money_unapplied: payments.surplus,
  double_charge: charges.doubleCharge,
  charge_without_receipt: charges.withoutReceipt,
  receipt_without_charge: charges.withoutCharge,
  charge_amount: charges.differentCharge,
  one_live_subscription: subscriptions.oneLive,
  past_due: subscriptions.pastDue,
  dunning: subscriptions.dunned,
  cycles: subscriptions.cycles,
  activity: subscriptions.activity,
  trial: subscriptions.trials,
  quantity: subscriptions.quantities,
  fee_billed: fees,
  fee_in_advance: advance,
  fee_credited: credits.credited,
  credit_returned: credits.returned,
  credit_source: credits.sources,
  group_settled: credits.settled,
  usage_counted: usage.usageQuantities,
  usage_billed: usage.usage,
  item_billed: usage.items,
  threshold,
  coupon_budget: coupons.budget,
  coupon_duration: coupons.duration,
  voucher_ledger: vouchers.ledger,
  voucher_uses: vouchers.uses,
  voucher_taken: takings,
  voucher_payouts: vouchers.payouts,
  voucher_expiry: vouchers.expiry,
  voucher_disputed: disputed,
  payment_method_limits: records.methodLimits,
  default_payment_method: records.defaultMethod,
  currency: records.currencies,
  due_entry: records.due,
} as const satisfies Record<string, (books: Books) => Iterable<Fault>>

/** The rules of what crosses organizations. */
const ofWorlds = {
  coupon_counts: coupons.couponCounts,
  idempotency_key: records.idempotencyKeys,
} as const satisfies Record<string, (world: WorldBooks) => Iterable<Fault>>

/** The name of a rule. */
export type AuditRule = keyof typeof ofOrganizations | keyof typeof ofWorlds

/** Every rule, by name. */
export const auditRules = [
  ...Object.keys(ofOrganizations),
  ...Object.keys(ofWorlds),
] as ReadonlyArray<AuditRule>

/** A rule that does not hold. */
export interface Finding extends WireFinding {
  /** Which one. */
  readonly rule: AuditRule
}

/** The result of an audit. */
export interface Audit {
  /** Whether every rule holds. */
  readonly ok: boolean
  /** The first `FINDINGS_MAX` of them. */
  readonly findings: ReadonlyArray<Finding>
  /** Lost disputes of which credit had been spent: nothing is wrong with them, and the money is gone. */
  readonly shortfalls: ReadonlyArray<Shortfall>
}

/** Audits a world. */
export const audit = (input: AuditInput): Audit => {
  const steps = auditSteps(input)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Audits a world in small steps: none looks at more than one organization, so that others may run in between. */
export function* auditSteps(input: AuditSource): Generator<void, Audit> {
  const world = yield* booksOf(input)
  const findings: Array<Finding> = []
  for (const finding of findingsOf(world)) {
    if (finding === null) yield
    else if (findings.push(finding) === FINDINGS_MAX) break
  }
  return { ok: findings.length === 0, findings, shortfalls: world.organizations.flatMap(shortfallsOf) }
}

/** The findings, and null after each organization. */
function* findingsOf(world: WorldBooks): Iterable<Finding | null> {
  for (const books of world.organizations) {
    for (const [rule, check] of Object.entries(ofOrganizations)) {
      for (const fault of check(books)) yield found(rule as AuditRule, books.organizationId, fault)
    }
    yield null
  }
  for (const [rule, check] of Object.entries(ofWorlds)) {
    for (const fault of check(world)) yield found(rule as AuditRule, null, fault)
  }
  for (const charge of world.strayCharges) {
    if (charge.status !== "APPROVED") continue
    yield found("charge_without_receipt", charge.organizationId, charges.strayFault(charge))
  }
}

const found = (
  rule: AuditRule,
  organizationId: string | null,
  { message, objectIds, requestIds = [] }: Fault,
): Finding => ({ rule, organizationId, objectIds, requestIds, message })
