// What is stored, to look at: whole lists for a control plane, an audit or an export. Nothing that answers a client's
// request reads it, because it costs as much as there is.

import type {
  Access,
  Coupon,
  DueEntry,
  Expectation,
  OutboxMessage,
  Page,
  PageRequest,
  Plan,
  Put,
  Subscription,
} from "../../../src/index.ts"
import { entriesOf } from "./Ledgers.ts"
import type { OrganizationRecords } from "./OrganizationRecords.ts"
import { putRecords, setVersion, type Tables } from "./Tables.ts"

/** An organization in a list: itself, with its live subscription, or else the one created last. */
export interface ListedOrganization {
  readonly organization: Access.Organization
  readonly subscription: Subscription.Subscription | null
  readonly plan: Plan.Plan | null
}

/** A read-only view of what is stored at the moment of each call. */
export interface BillingState {
  readonly organizations: () => ReadonlyArray<Access.Organization>
  /**
   * A page of the organizations, in the order in which they came into being. Without a `search` it looks at those of
   * the page alone; with one at the names and ids of all, for a part that is the same but for upper and lower case.
   */
  readonly organizationPage: (
    list: PageRequest & { readonly search: string | null },
  ) => Page<ListedOrganization>
  readonly users: () => ReadonlyArray<Access.User>
  /** Those who belong to an organization; a look at each user. */
  readonly usersOf: (organizationId: string) => ReadonlyArray<Access.User>
  readonly plans: () => ReadonlyArray<Plan.Plan>
  readonly coupons: () => ReadonlyArray<Coupon.Coupon>
  /** The organization of an issued invoice. It looks into each organization, and at no other invoice. */
  readonly organizationOfInvoice: (invoiceId: string) => string | null
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

/** The content of a snapshot as series, which can be read once. */
export type StoreContents = { readonly [K in keyof StoreSnapshot]: Iterable<StoreSnapshot[K][number]> }

/** The view of some tables. */
export const makeBillingState = (tables: Tables): BillingState => ({
  organizations: () =>
    Array.from(tables.organizations.values(), ({ organization }) => organization).filter(
      (organization) => organization !== null,
    ),
  organizationPage: ({ page, limit, search }) => {
    const from = (page - 1) * limit
    const found = search === null ? null : organizationsLike(tables, search)
    const ids = found?.slice(from, from + limit) ?? tables.organizations.keys(from, limit)
    return {
      items: ids.flatMap((id) => listedOrganization(tables, id) ?? []),
      totalItems: found?.length ?? tables.organizations.size(),
    }
  },
  users: () => Array.from(tables.users.values()),
  usersOf: (organizationId) =>
    Array.from(tables.users.values()).filter(({ memberships }) =>
      memberships.some((membership) => membership.organizationId === organizationId),
    ),
  plans: () => Array.from(tables.plans.records()),
  coupons: () => Array.from(tables.coupons.values()),
  organizationOfInvoice: (invoiceId) => {
    for (const { invoices } of tables.organizations.values()) {
      const invoice = invoices.get(invoiceId)
      if (invoice !== undefined) return invoice.organizationId
    }
    return null
  },
  snapshot: () => {
    const { versions, records, outbox, due } = contentsOf(tables)
    return {
      versions: Array.from(versions),
      records: Array.from(records),
      outbox: Array.from(outbox),
      due: Array.from(due),
    }
  },
})

/** All that is in some tables, one by one: nothing is copied, and nothing may be written meanwhile. */
export const contentsOf = (tables: Tables): StoreContents => ({
  versions: mapped(tables.versions, ([, version]) => version),
  records: recordsOf(tables),
  outbox: tables.outbox.messages(),
  due: tables.due.all(),
})

/** Loads contents into empty tables. Nothing is forgotten on the way, whatever the time is. */
export const loadContents = (tables: Tables, { versions, records, outbox, due }: StoreContents): void => {
  putRecords(tables, records)
  for (const message of outbox) tables.outbox = tables.outbox.add(message)
  for (const entry of due) tables.due = tables.due.move(entry)
  for (const { scope, version } of versions) setVersion(tables, scope, version)
}

/** The ids of the organizations whose name or id has a text in it, whatever its case. */
const organizationsLike = (tables: Tables, search: string): ReadonlyArray<string> => {
  const wanted = search.toLowerCase()
  const found: Array<string> = []
  for (const [id, { organization }] of tables.organizations.entries()) {
    if (id.toLowerCase().includes(wanted) || organization?.name.toLowerCase().includes(wanted)) found.push(id)
  }
  return found
}

const listedOrganization = (tables: Tables, organizationId: string): ListedOrganization | null => {
  const records = tables.organizations.get(organizationId)
  if (records === undefined || records.organization === null) return null
  const { organization, subscription } = records
  const plan = subscription === null ? undefined : tables.plans.get(subscription.terms.planId)
  return { organization, subscription, plan: plan ?? null }
}

function* recordsOf(tables: Tables): Generator<Put, void> {
  yield* putsOf("Plan", tables.plans.records())
  yield* putsOf("Coupon", tables.coupons.values())
  for (const records of tables.organizations.values()) {
    if (records.organization !== null) yield* organizationPuts(records, records.organization)
  }
  yield* putsOf("User", tables.users.values())
  yield* putsOf("OtpAddress", tables.addresses.records())
  yield* putsOf("Session", tables.sessions.records())
  yield* putsOf("IdempotencyKey", tables.idempotencyKeys.records())
}

function* organizationPuts(
  records: OrganizationRecords,
  organization: Access.Organization,
): Generator<Put, void> {
  const { organizationId } = organization
  const owned = <A>(all: Iterable<A>) => mapped(all, (record) => ({ ...record, organizationId }))
  yield* putsOf("Organization", [organization])
  yield* putsOf("PaymentMethod", records.paymentMethods.values())
  yield* putsOf("Subscription", records.subscriptions.records())
  yield* putsOf("BillingPeriod", owned(records.periods.values()))
  yield* putsOf("Invoice", records.invoices.records())
  yield* putsOf("Voucher", records.vouchers.values())
  yield* putsOf("VoucherEntry", owned(entriesOf(records.ledgers)))
  yield* putsOf("BillingThreshold", owned(records.threshold === null ? [] : [records.threshold]))
  yield* putsOf("CouponUse", owned(records.couponUses.values()))
  yield* putsOf("UsageEvent", owned(records.usageEvents.values()))
}

const putsOf = <K extends Put["kind"]>(
  kind: K,
  records: Iterable<Extract<Put, { readonly kind: K }>["record"]>,
): Iterable<Put> => mapped(records, (record) => ({ kind, record }) as Extract<Put, { readonly kind: K }>)

/** Values one by one, as they are asked for. */
export function* mapped<A, B>(values: Iterable<A>, f: (value: A) => B): Generator<B, void> {
  for (const value of values) yield f(value)
}
