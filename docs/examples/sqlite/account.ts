// The account of an organization: what its decisions are made on, read at one moment and with one version. What it costs
// depends on what is in it, and not on how many invoices, events or subscriptions there have been.
import type {
  Access,
  Account,
  BillingGroup,
  Invoice,
  PaymentMethod,
  Subscription,
  Versioned,
  Voucher,
} from "studio-billing"
import type { Database } from "./Database.ts"
import { document, documents } from "./records.ts"

/** The account with, where one is asked for, an invoice in view; null where there is no such organization. */
export const readAccount = (
  database: Database,
  organizationId: string,
  focus: string | null,
): Versioned<Account.Account> | null =>
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
    const groups = groupsInView(database, { organizationId, focus, subscription })
    const invoices = invoicesInView(database, { organizationId, focus, subscription, groups })
    return {
      value: {
        organization,
        subscription,
        groups,
        invoices,
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
      version: readVersion(database, organizationId),
    }
  })

const readVersion = (database: Database, id: string): number =>
  database.first<{ readonly version: number }>(
    "SELECT version FROM versions WHERE kind = 'organization' AND id = :id",
    { id },
  )?.version ?? 0

interface InView {
  readonly organizationId: string
  readonly focus: string | null
  readonly subscription: Subscription.Subscription | null
}

/** The groups of the account's subscription that are not settled, and that of the invoice which is asked for. */
const groupsInView = (
  database: Database,
  { organizationId, focus, subscription }: InView,
): ReadonlyArray<BillingGroup.BillingGroup> =>
  documents(
    database,
    `SELECT cycle, doc FROM billing_groups
     WHERE organization_id = :organizationId AND subscription_id = :subscriptionId AND settled = 0
     UNION
     SELECT billing_groups.cycle, billing_groups.doc FROM invoices
     JOIN billing_groups USING (organization_id, subscription_id, cycle)
     WHERE organization_id = :organizationId AND subscription_id = :subscriptionId AND invoice_id = :focus
     ORDER BY cycle`,
    { organizationId, focus, subscriptionId: subscription?.subscriptionId ?? null },
  )

/** What takes or awaits a payment, the documents from the first of the groups on, and what is asked for. */
const invoicesInView = (
  database: Database,
  { organizationId, focus, subscription, groups }: InView & Pick<Account.Account, "groups">,
): ReadonlyArray<Invoice.Invoice> =>
  documents(
    database,
    `SELECT seq, doc FROM invoices WHERE organization_id = :organizationId AND unresolved = 1
     UNION
     SELECT seq, doc FROM invoices
     WHERE organization_id = :organizationId AND subscription_id = :subscriptionId AND cycle >= :firstCycle
     UNION
     SELECT seq, doc FROM invoices WHERE organization_id = :organizationId AND invoice_id = :focus
     ORDER BY seq`,
    {
      organizationId,
      focus,
      subscriptionId: subscription?.subscriptionId ?? null,
      firstCycle: groups[0]?.cycle ?? null,
    },
  )

/** The vouchers with a balance, and those that the invoices took. */
const vouchersInView = (
  database: Database,
  organizationId: string,
  invoices: ReadonlyArray<Invoice.Invoice>,
): ReadonlyArray<Voucher.Voucher> =>
  documents(
    database,
    `SELECT seq, doc FROM vouchers WHERE organization_id = :organizationId AND balance > 0
     UNION
     SELECT seq, doc FROM voucher_consumptions JOIN vouchers USING (organization_id, voucher_id)
     WHERE organization_id = :organizationId AND invoice_id IN (SELECT value FROM json_each(:invoiceIds))
     ORDER BY seq`,
    { organizationId, invoiceIds: JSON.stringify(invoices.map(({ invoiceId }) => invoiceId)) },
  )
