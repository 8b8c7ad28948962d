// What is stored, to look at: whole lists for a control plane, an audit or an export. Nothing that answers a client's
// request reads it, because it costs as much as there is.

import type {
  Access,
  Account,
  BillingGroup,
  Coupon,
  DueEntry,
  Expectation,
  Invoice,
  OutboxMessage,
  PaymentMethod,
  Plan,
  Put,
  Subscription,
  UsageEvent,
  Voucher,
} from "../../src/index.ts"
import type { DueOrganization } from "./DueIndex.ts"
import type { OrganizationRecords } from "./OrganizationRecords.ts"
import { putRecord, setVersion, type Tables } from "./Tables.ts"

/** Everything that one organization owns, each list in the order in which its records came into being. */
export interface OrganizationState {
  readonly organization: Access.Organization
  readonly paymentMethods: ReadonlyArray<PaymentMethod.PaymentMethod>
  readonly subscriptions: ReadonlyArray<Subscription.Subscription>
  readonly groups: ReadonlyArray<BillingGroup.BillingGroup>
  readonly invoices: ReadonlyArray<Invoice.Invoice>
  readonly vouchers: ReadonlyArray<Voucher.Voucher>
  readonly threshold: Account.BillingThreshold | null
  readonly couponUses: ReadonlyArray<Account.CouponUse>
  readonly usageEvents: ReadonlyArray<UsageEvent.UsageEvent>
}

/** A read-only view of what is stored at the moment of each call. */
export interface BillingState {
  readonly organizations: () => ReadonlyArray<Access.Organization>
  readonly users: () => ReadonlyArray<Access.User>
  readonly plans: () => ReadonlyArray<Plan.Plan>
  readonly coupons: () => ReadonlyArray<Coupon.Coupon>
  readonly ofOrganization: (organizationId: string) => OrganizationState | null
  /** Whose an issued invoice is; a look into each organization, and not at their invoices. */
  readonly organizationOfInvoice: (invoiceId: string) => string | null
  readonly outbox: () => ReadonlyArray<OutboxMessage>
  readonly due: () => ReadonlyArray<DueOrganization>
  readonly snapshot: () => StoreSnapshot
}

/** All of a store as plain values; a store that is made from it answers everything as this one did. */
export interface StoreSnapshot {
  /** Kept, because message ids are made from them and must not come again. */
  readonly versions: ReadonlyArray<Expectation>
  readonly records: ReadonlyArray<Put>
  readonly outbox: ReadonlyArray<OutboxMessage>
  readonly due: ReadonlyArray<DueEntry>
}

/** The view of some tables. */
export const makeBillingState = (tables: Tables): BillingState => ({
  organizations: () =>
    Array.from(tables.organizations.values(), ({ organization }) => organization).filter(
      (organization) => organization !== null,
    ),
  users: () => Array.from(tables.users.values()),
  plans: () => tables.plans.records(),
  coupons: () => Array.from(tables.coupons.values()),
  ofOrganization: (organizationId) => {
    const records = tables.organizations.get(organizationId)
    return records === undefined ? null : organizationState(records)
  },
  organizationOfInvoice: (invoiceId) => {
    for (const { invoices } of tables.organizations.values()) {
      const invoice = invoices.get(invoiceId)
      if (invoice !== undefined) return invoice.record.organizationId
    }
    return null
  },
  outbox: () => tables.outbox.messages(),
  due: () => tables.due.all(),
  snapshot: () => ({
    versions: Array.from(tables.versions.values()),
    records: recordsOf(tables),
    outbox: tables.outbox.messages(),
    due: tables.due.all(),
  }),
})

/** Loads a snapshot into empty tables. */
export const loadSnapshot = (tables: Tables, { versions, records, outbox, due }: StoreSnapshot): void => {
  for (const put of records) putRecord(tables, put)
  for (const message of outbox) tables.outbox.add(message)
  for (const entry of due) tables.due.move(entry)
  for (const { scope, version } of versions) setVersion(tables, scope, version)
}

const organizationState = (records: OrganizationRecords): OrganizationState | null =>
  records.organization === null
    ? null
    : {
        organization: records.organization,
        paymentMethods: Array.from(records.paymentMethods.values()),
        subscriptions: records.subscriptions.records(),
        groups: Array.from(records.groups.values()).flatMap(({ all }) => Array.from(all.values())),
        invoices: records.invoices.records(),
        vouchers: Array.from(records.vouchers.values(), ({ voucher }) => voucher),
        threshold: records.threshold,
        couponUses: Array.from(records.couponUses.values()),
        usageEvents: Array.from(records.usageEvents.values()),
      }

const recordsOf = (tables: Tables): ReadonlyArray<Put> => [
  ...putsOf("Plan", tables.plans.records()),
  ...putsOf("Coupon", Array.from(tables.coupons.values())),
  ...Array.from(tables.organizations.values(), organizationState)
    .filter((state) => state !== null)
    .flatMap(organizationPuts),
  ...putsOf("User", Array.from(tables.users.values())),
  ...putsOf("OtpAddress", tables.addresses.records()),
  ...putsOf("Session", tables.sessions.records()),
  ...putsOf("IdempotencyKey", tables.idempotencyKeys.records()),
]

const organizationPuts = (state: OrganizationState): ReadonlyArray<Put> => {
  const { organizationId } = state.organization
  const owned = <A>(records: ReadonlyArray<A>) => records.map((record) => ({ ...record, organizationId }))
  return [
    ...putsOf("Organization", [state.organization]),
    ...putsOf("PaymentMethod", state.paymentMethods),
    ...putsOf("Subscription", state.subscriptions),
    ...putsOf("BillingGroup", owned(state.groups)),
    ...putsOf("Invoice", state.invoices),
    ...putsOf("Voucher", state.vouchers),
    ...putsOf("BillingThreshold", owned(state.threshold === null ? [] : [state.threshold])),
    ...putsOf("CouponUse", owned(state.couponUses)),
    ...putsOf("UsageEvent", owned(state.usageEvents)),
  ]
}

const putsOf = <K extends Put["kind"]>(
  kind: K,
  records: ReadonlyArray<Extract<Put, { readonly kind: K }>["record"]>,
): ReadonlyArray<Put> => records.map((record) => ({ kind, record }) as Extract<Put, { readonly kind: K }>)
