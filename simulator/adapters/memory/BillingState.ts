// What is stored, to look at: whole lists for a control plane, an audit or an export. Nothing that answers a client's
// request reads it, because it costs as much as there is.

import {
  type Access,
  type Coupon,
  type DueEntry,
  type Expectation,
  type OutboxMessage,
  type Page,
  type PageRequest,
  type Plan,
  type Put,
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

/** Which organizations are wanted; null where all are. */
export interface OrganizationFilter {
  /** A part of the name or of the id, the same but for upper and lower case. */
  readonly search: string | null
  /** The plan of the live subscription. */
  readonly planId: string | null
  /** The status of the live subscription, or else of the one created last. */
  readonly subscriptionStatus: Subscription.SubscriptionStatus | null
}

/** A read-only view of what is stored at the moment of each call. */
export interface BillingState {
  readonly organizations: () => ReadonlyArray<Access.Organization>
  /**
   * A page of the organizations, in the order in which they came into being. Without a filter it looks at those of the
   * page alone, with one at all.
   */
  readonly organizationPage: (list: PageRequest & OrganizationFilter) => Page<ListedOrganization>
  /** How many organizations have a live subscription to each plan, by its id; a look at each organization. */
  readonly subscribersByPlan: () => ReadonlyMap<string, number>
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
  organizationPage: ({ page, limit, ...filter }) => {
    const from = (page - 1) * limit
    const isFiltered = Object.values(filter).some((wanted) => wanted !== null)
    const found = isFiltered ? organizationsLike(tables, filter) : null
    const ids = found?.slice(from, from + limit) ?? tables.organizations.keys(from, limit)
    return {
      items: ids.flatMap((id) => listedOrganization(tables, id) ?? []),
      totalItems: found?.length ?? tables.organizations.size(),
    }
  },
  subscribersByPlan: () => {
    const counts = new Map<string, number>()
    for (const { subscription } of tables.organizations.values()) {
      if (subscription === null || !Subscription.isLive(subscription)) continue
      const { planId } = subscription.terms
      counts.set(planId, (counts.get(planId) ?? 0) + 1)
    }
    return counts
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

/** The ids of the organizations that a filter leaves. */
const organizationsLike = (tables: Tables, filter: OrganizationFilter): ReadonlyArray<string> => {
  const { planId, subscriptionStatus } = filter
  const text = filter.search?.toLowerCase() ?? ""
  const isLeft = (id: string, { organization, subscription }: OrganizationRecords): boolean =>
    (id.toLowerCase().includes(text) || organization?.name.toLowerCase().includes(text) === true) &&
    (subscriptionStatus === null || subscription?.status === subscriptionStatus) &&
    (planId === null ||
      (subscription !== null && Subscription.isLive(subscription) && subscription.terms.planId === planId))
  return Array.from(tables.organizations.entries()).flatMap(([id, records]) =>
    isLeft(id, records) ? [id] : [],
  )
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
