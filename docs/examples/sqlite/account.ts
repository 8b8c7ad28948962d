// The account of an organization: what its decisions are made on, read at one moment and with one version. What it costs
// depends on what is in it, and not on how many invoices, events or subscriptions there have been.
import {
  type Access,
  type Account,
  type AccountFocus,
  type BillingPeriod,
  Invoice,
  type LoadedAccount,
  type PaymentMethod,
  type Receivable,
  type Subscription,
  type UsageEvent,
  type Voucher,
} from "studio-billing"
import type { Database } from "./Database.ts"
import { document, documents, versionOf } from "./records.ts"

/** The account with what is asked for in view and beside it; null where there is no such organization. */
export const readAccount = (
  database: Database,
  organizationId: string,
  { invoiceIds: asked = [], eventIds = [] }: AccountFocus = {},
): LoadedAccount | null =>
  database.snapshot(() => {
    const of = { organizationId }
    const organization = document<Access.Organization>(
      database,
      "SELECT doc FROM organizations WHERE organization_id = :organizationId",
      of,
    )
    if (organization === null) return null
    const subscription = document<Subscription.Subscription>(
      database,
      `SELECT doc FROM subscriptions WHERE organization_id = :organizationId
       ORDER BY live DESC, created_at DESC, seq DESC LIMIT 1`,
      of,
    )
    const periods = periodsInView(database, { organizationId, asked, subscription })
    const invoices = invoicesInView(database, { organizationId, asked, periods })
    const receivables = receivablesBeside(database, organizationId, invoices)
    const owing = { organizationId, subscription, invoices: [...invoices, ...receivables] }
    return {
      value: {
        organization,
        subscription,
        formerSubscriptions: formerSubscriptions(database, owing),
        periods,
        invoices,
        receivables,
        paymentMethods: documents<PaymentMethod.PaymentMethod>(
          database,
          "SELECT doc FROM payment_methods WHERE organization_id = :organizationId ORDER BY seq",
          of,
        ),
        vouchers: vouchersInView(database, organizationId, invoices),
        threshold: document<Account.BillingThreshold>(
          database,
          "SELECT doc FROM billing_thresholds WHERE organization_id = :organizationId",
          of,
        ),
        couponUses: documents<Account.CouponUse>(
          database,
          "SELECT doc FROM coupon_uses WHERE organization_id = :organizationId ORDER BY seq",
          of,
        ),
      },
      version: versionOf(database, { kind: "organization", id: organizationId }),
      usageEvents: eventIds.length === 0 ? [] : knownEvents(database, organizationId, eventIds),
    }
  })

/** The recorded events among these ids, in their order. `CROSS JOIN` has each looked for by its key. */
const knownEvents = (database: Database, organizationId: string, eventIds: ReadonlyArray<string>) =>
  database.all<UsageEvent.RecordedUsage>(
    `SELECT event_id AS eventId, meter, quantity, occurred_at AS occurredAt, billed_at AS billedAt
     FROM (SELECT value, min(key) AS place FROM json_each(:ids) GROUP BY value)
     CROSS JOIN usage_events ON organization_id = :organizationId AND event_id = value
     ORDER BY place`,
    { organizationId, ids: JSON.stringify(eventIds) },
  )

interface InView {
  readonly organizationId: string
  readonly asked: ReadonlyArray<string>
}

/** The periods of the account's subscription that are not settled, and those that what is asked for has lines of. */
const periodsInView = (
  database: Database,
  { organizationId, asked, subscription }: InView & Pick<Account.Account, "subscription">,
): ReadonlyArray<BillingPeriod.BillingPeriod> =>
  documents(
    database,
    `WITH asked AS (
       SELECT organization_id, subscription_id, cycle, doc FROM invoices
       WHERE organization_id = :organizationId AND invoice_id IN (SELECT value FROM json_each(:asked))
     )
     SELECT subscription_id = :subscriptionId AS own, created_at, subscriptions.seq, cycle, billing_periods.doc
     FROM billing_periods JOIN subscriptions USING (organization_id, subscription_id)
     WHERE organization_id = :organizationId AND subscription_id = :subscriptionId AND settled = 0
     UNION
     SELECT subscription_id = :subscriptionId AS own, created_at, subscriptions.seq, cycle, billing_periods.doc
     FROM (
       SELECT organization_id, subscription_id, cycle FROM asked
       UNION
       SELECT organization_id, subscription_id, value ->> '$.item.cycle' FROM asked, json_each(doc, '$.lines')
     )
     CROSS JOIN billing_periods USING (organization_id, subscription_id, cycle)
     CROSS JOIN subscriptions USING (organization_id, subscription_id)
     ORDER BY own, created_at, 3, cycle`,
    {
      organizationId,
      asked: JSON.stringify(asked),
      subscriptionId: subscription?.subscriptionId ?? null,
    },
  )

/**
 * The documents of the periods, those that bill an item of them, and what is asked for. The periods are few: a CROSS JOIN
 * has SQLite begin with them, and not with all that the organization was ever billed.
 */
const invoicesInView = (
  database: Database,
  { organizationId, asked, periods }: InView & Pick<Account.Account, "periods">,
): ReadonlyArray<Invoice.Invoice> =>
  documents(
    database,
    `SELECT invoices.seq, doc FROM json_each(:periods)
     CROSS JOIN invoice_cycles ON invoice_cycles.organization_id = :organizationId
       AND invoice_cycles.subscription_id = value ->> 'subscriptionId' AND invoice_cycles.cycle = value ->> 'cycle'
     CROSS JOIN invoices ON invoices.seq = invoice_cycles.seq
     UNION
     SELECT seq, doc FROM invoices
     WHERE organization_id = :organizationId AND invoice_id IN (SELECT value FROM json_each(:asked))
     ORDER BY 1`,
    {
      organizationId,
      asked: JSON.stringify(asked),
      periods: JSON.stringify(periods.map(({ subscriptionId, cycle }) => ({ subscriptionId, cycle }))),
    },
  )

/** What is owed beside the invoices in view. */
const receivablesBeside = (
  database: Database,
  organizationId: string,
  invoices: ReadonlyArray<Invoice.Invoice>,
): ReadonlyArray<Receivable.Receivable> => {
  const inView = new Set(invoices.map(({ invoiceId }) => invoiceId))
  return documents<Receivable.Receivable>(
    database,
    "SELECT doc FROM receivables WHERE organization_id = :organizationId ORDER BY seq",
    { organizationId },
  ).filter(({ invoiceId }) => !inView.has(invoiceId))
}

/** The subscriptions of invoices and receivables, but for the account's own. */
const formerSubscriptions = (
  database: Database,
  {
    organizationId,
    subscription,
    invoices,
  }: Pick<Account.Account, "subscription"> & {
    readonly organizationId: string
    readonly invoices: ReadonlyArray<Pick<Receivable.Receivable, "subscriptionId">>
  },
): ReadonlyArray<Subscription.Subscription> => {
  const ids = new Set(invoices.map(({ subscriptionId }) => subscriptionId))
  if (subscription !== null) ids.delete(subscription.subscriptionId)
  return documents(
    database,
    `SELECT doc FROM subscriptions
     WHERE organization_id = :organizationId AND subscription_id IN (SELECT value FROM json_each(:ids))
     ORDER BY created_at, seq`,
    { organizationId, ids: JSON.stringify([...ids]) },
  )
}

/** The vouchers with a balance, those that the invoices took, and those that give their money back. */
const vouchersInView = (
  database: Database,
  organizationId: string,
  invoices: ReadonlyArray<Invoice.Invoice>,
): ReadonlyArray<Voucher.Voucher> =>
  documents(
    database,
    `SELECT seq, doc FROM vouchers WHERE organization_id = :organizationId AND balance > 0
     UNION
     SELECT seq, doc FROM vouchers
     WHERE organization_id = :organizationId AND voucher_id IN (SELECT value FROM json_each(:taken))
     UNION
     SELECT seq, doc FROM vouchers
     WHERE organization_id = :organizationId AND credit_of IN (SELECT value FROM json_each(:invoiceIds))
     ORDER BY seq`,
    {
      organizationId,
      taken: JSON.stringify(invoices.flatMap(Invoice.voucherUses).map(({ voucherId }) => voucherId)),
      invoiceIds: JSON.stringify(invoices.map(({ invoiceId }) => invoiceId)),
    },
  )
