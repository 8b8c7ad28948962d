// Reads of what one organization owns.
import * as Effect from "effect/Effect"
import type { Account } from "../../core/billing/Account.ts"
import type { Organization } from "../../core/identity/Access.ts"
import type { Invoice } from "../../core/invoice/Invoice.ts"
import type { Subscription } from "../../core/subscription/Subscription.ts"
import type { RecordedUsage } from "../../core/usage/UsageEvent.ts"
import type { Voucher, VoucherEntry } from "../../core/voucher/Voucher.ts"
import type { BillingStore, Versioned } from "../../ports/BillingStore.ts"
import type { Statements } from "../statements.ts"

type Store = BillingStore["Service"]

/** The status of a voucher at an instant, as `Voucher.statusOf` says it, so that a list need not load them all. */
const voucherStatus = (at: string): string => `CASE
  WHEN revoked THEN 'REVOKED' WHEN expires_at <= ${at} THEN 'EXPIRED' WHEN balance = 0 THEN 'DEPLETED'
  WHEN frozen THEN 'FROZEN' WHEN ${at} < effective_at THEN 'PENDING' ELSE 'ACTIVE' END`

/** The reads of a store. */
export const ownedReads = ({ first, firstTogether, page }: Statements) => {
  const load = firstTogether<{
    readonly account: Versioned<Account>
    readonly usageEvents: ReadonlyArray<RecordedUsage>
  }>(
    "SELECT $schema.load_account($1, $2, $3) AS result",
    `SELECT $schema.load_account(org, invoices, events) AS result
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (org, invoices, events, place) ORDER BY place`,
  )
  /** The document of a table of an organization by its id. */
  const one =
    <A>(table: string, key: string) =>
    (organizationId: string, id: string) =>
      first<A>(
        `SELECT doc::text AS result FROM $schema.${table} WHERE organization_id = $1 AND ${key} = $2`,
        [organizationId, id],
      )
  return {
    account: (organizationId, { invoiceIds = [], eventIds = [] } = {}) =>
      Effect.map(load([organizationId, JSON.stringify(invoiceIds), JSON.stringify(eventIds)]), (found) => {
        if (found === null) return null
        const known = new Map(found.usageEvents.map((event) => [event.eventId, event]))
        const usageEvents = Array.from(new Set(eventIds)).flatMap((id) => known.get(id) ?? [])
        return { ...found.account, usageEvents }
      }),
    organization: (organizationId) =>
      first<Organization>(
        "SELECT doc::text AS result FROM $schema.organizations WHERE organization_id = $1",
        [organizationId],
      ),
    subscription: one<Subscription>("subscriptions", "subscription_id"),
    invoice: one<Invoice>("invoices", "invoice_id"),
    voucher: one<Voucher>("vouchers", "voucher_id"),
    subscriptions: (organizationId, part) =>
      page<Subscription>(
        {
          from: "FROM $schema.subscriptions WHERE organization_id = $1",
          orderBy: "created_at DESC, seq DESC",
          parameters: [organizationId],
        },
        part,
      ),
    invoices: (organizationId, { status, ...part }) =>
      page<Invoice>(
        {
          from: `FROM $schema.invoices WHERE organization_id = $1 ${status === null ? "" : "AND status = $2"}`,
          orderBy: "issued_at DESC, seq DESC",
          parameters: status === null ? [organizationId] : [organizationId, status],
        },
        part,
      ),
    vouchers: (organizationId, { status, at, ...part }) =>
      page<Voucher>(
        {
          from: `FROM $schema.vouchers WHERE organization_id = $1 ${
            status === null ? "" : `AND ${voucherStatus("$3::bigint")} = $2`
          }`,
          orderBy: "created_at DESC, seq DESC",
          parameters: status === null ? [organizationId] : [organizationId, status, at],
        },
        part,
      ),
    voucherEntries: (organizationId, voucherId, part) =>
      page<VoucherEntry>(
        {
          from: "FROM $schema.voucher_entries WHERE organization_id = $1 AND voucher_id = $2",
          orderBy: "sequence DESC",
          parameters: [organizationId, voucherId],
        },
        part,
      ),
  } satisfies Partial<Store>
}
