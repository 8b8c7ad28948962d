// All records of one organization, with what its account is made of found by keys: what an account costs depends on
// what is in it and not on how many invoices, events or subscriptions there have been.

import {
  type Access,
  type Account,
  type BillingGroup,
  Invoice,
  type Page,
  type PageRequest,
  type PaymentMethod,
  Subscription,
  type UsageEvent,
  Voucher,
} from "../../src/index.ts"
import { type Entry, type Listing, makeListing } from "./Listing.ts"
import { makeSortedList, type SortedList } from "./SortedList.ts"

/** The groups of one subscription by cycle, and those of them that are not settled. */
interface Groups {
  readonly all: Map<number, BillingGroup.BillingGroup>
  readonly unsettled: Map<number, BillingGroup.BillingGroup>
}

interface VoucherEntry {
  readonly sequence: number
  voucher: Voucher.Voucher
}

/** The records of an organization. Change them by the functions of this file only. */
export interface OrganizationRecords {
  organization: Access.Organization | null
  readonly paymentMethods: Map<string, PaymentMethod.PaymentMethod>
  readonly subscriptions: Listing<Subscription.Subscription>
  /** The live one, or the latest created. */
  subscription: Subscription.Subscription | null
  readonly groups: Map<string, Groups>
  readonly invoices: Listing<Invoice.Invoice>
  /** Keyed by subscription and cycle. */
  readonly invoicesOfCycle: Map<string, Set<Entry<Invoice.Invoice>>>
  /** Those that still take a payment, or have an attempt in flight. */
  readonly unresolvedInvoices: Set<Entry<Invoice.Invoice>>
  readonly vouchers: Map<string, VoucherEntry>
  readonly newestVouchers: SortedList<VoucherEntry>
  readonly vouchersWithBalance: Set<VoucherEntry>
  /** Keyed by the invoice that consumed them. */
  readonly consumedVouchers: Map<string, Set<VoucherEntry>>
  threshold: Account.BillingThreshold | null
  readonly couponUses: Map<string, Account.CouponUse>
  readonly usageEvents: Map<string, UsageEvent.UsageEvent>
}

/** An organization of which nothing is recorded, not even itself. */
export const makeOrganizationRecords = (): OrganizationRecords => ({
  organization: null,
  paymentMethods: new Map(),
  subscriptions: makeListing<Subscription.Subscription>({
    idOf: (subscription) => subscription.subscriptionId,
    order: (a, b) => b.record.createdAt - a.record.createdAt || b.sequence - a.sequence,
  }),
  subscription: null,
  groups: new Map(),
  invoices: makeListing<Invoice.Invoice>({
    idOf: (invoice) => invoice.invoiceId,
    order: (a, b) => b.record.issuedAt - a.record.issuedAt || b.sequence - a.sequence,
  }),
  invoicesOfCycle: new Map(),
  unresolvedInvoices: new Set(),
  vouchers: new Map(),
  newestVouchers: makeSortedList<VoucherEntry>(
    (a, b) => b.voucher.createdAt - a.voucher.createdAt || b.sequence - a.sequence,
  ),
  vouchersWithBalance: new Set(),
  consumedVouchers: new Map(),
  threshold: null,
  couponUses: new Map(),
  usageEvents: new Map(),
})

/** Records a subscription; of several the live one, or else the latest created, is the account's. */
export const putSubscription = (
  records: OrganizationRecords,
  subscription: Subscription.Subscription,
): void => {
  records.subscriptions.put(subscription)
  const current = records.subscription
  if (
    current === null ||
    current.subscriptionId === subscription.subscriptionId ||
    Subscription.isLive(subscription) ||
    (!Subscription.isLive(current) && subscription.createdAt >= current.createdAt)
  ) {
    records.subscription = subscription
  }
}

/** Records a billing group. */
export const putGroup = (records: OrganizationRecords, group: BillingGroup.BillingGroup): void => {
  const groups = records.groups.get(group.subscriptionId) ?? { all: new Map(), unsettled: new Map() }
  records.groups.set(group.subscriptionId, groups)
  groups.all.set(group.cycle, group)
  if (group.settled) groups.unsettled.delete(group.cycle)
  else groups.unsettled.set(group.cycle, group)
}

const cycleKey = (subscriptionId: string, cycle: number): string => `${subscriptionId}/${cycle}`

/** Records an issued invoice. */
export const putInvoice = (records: OrganizationRecords, invoice: Invoice.Invoice): void => {
  const entry = records.invoices.put(invoice)
  addTo(records.invoicesOfCycle, cycleKey(invoice.subscriptionId, invoice.cycle), entry)
  if (Invoice.isPayable(invoice) || Invoice.attemptInFlight(invoice) !== null)
    records.unresolvedInvoices.add(entry)
  else records.unresolvedInvoices.delete(entry)
}

/** Records a voucher. Its ledger only ever grows, so that only its new entries are looked at. */
export const putVoucher = (records: OrganizationRecords, voucher: Voucher.Voucher): void => {
  const known = records.vouchers.get(voucher.voucherId)
  const entry = known ?? { sequence: records.vouchers.size, voucher }
  for (const { kind, invoiceId } of voucher.entries.slice(known?.voucher.entries.length ?? 0)) {
    if (kind === "CONSUME" && invoiceId !== null) addTo(records.consumedVouchers, invoiceId, entry)
  }
  entry.voucher = voucher
  if (known === undefined) records.newestVouchers.add(entry)
  records.vouchers.set(voucher.voucherId, entry)
  if (voucher.balance > 0) records.vouchersWithBalance.add(entry)
  else records.vouchersWithBalance.delete(entry)
}

/** A page of vouchers, newest first. Only time tells their status, so that by status every one is looked at. */
export const voucherPage = (
  { newestVouchers }: OrganizationRecords,
  list: PageRequest & { readonly status: Voucher.VoucherStatus | null; readonly at: number },
): Page<Voucher.Voucher> => {
  const { page, limit, status, at } = list
  const from = (page - 1) * limit
  if (status === null) {
    const items = newestVouchers.slice(from, limit).map(({ voucher }) => voucher)
    return { items, totalItems: newestVouchers.size() }
  }
  const found = Array.from(newestVouchers, ({ voucher }) => voucher).filter(
    (voucher) => Voucher.statusOf(voucher, at) === status,
  )
  return { items: found.slice(from, from + limit), totalItems: found.length }
}

const addTo = <A>(sets: Map<string, Set<A>>, key: string, value: A): void => {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([value]))
  else set.add(value)
}

/**
 * The account as the port describes it, with one more invoice and its group where it is asked for. Lists are in the
 * order in which their records came into being, groups ascending by cycle.
 */
export const accountOf = (
  records: OrganizationRecords,
  organization: Access.Organization,
  focusedInvoiceId: string | null,
): Account.Account => {
  const { subscription, threshold } = records
  const focused = focusedInvoiceId === null ? undefined : records.invoices.get(focusedInvoiceId)
  const groups = groupsInView(records, focused?.record)
  const invoices = new Set(records.unresolvedInvoices)
  if (subscription !== null) {
    const { subscriptionId, cycle } = subscription
    for (let number = groups[0]?.cycle ?? Number.POSITIVE_INFINITY; number <= cycle.cycle; number++) {
      addAll(invoices, records.invoicesOfCycle.get(cycleKey(subscriptionId, number)))
    }
  }
  if (focused !== undefined) invoices.add(focused)
  const vouchers = new Set(records.vouchersWithBalance)
  for (const { record } of invoices) addAll(vouchers, records.consumedVouchers.get(record.invoiceId))
  return {
    organization,
    paymentMethods: Array.from(records.paymentMethods.values()),
    subscription,
    groups,
    invoices: inSequence(invoices).map(({ record }) => record),
    vouchers: inSequence(vouchers).map(({ voucher }) => voucher),
    threshold,
    couponUses: Array.from(records.couponUses.values()),
  }
}

const groupsInView = (
  { subscription, groups }: OrganizationRecords,
  focused: Invoice.Invoice | undefined,
): ReadonlyArray<BillingGroup.BillingGroup> => {
  const own = subscription === null ? undefined : groups.get(subscription.subscriptionId)
  if (own === undefined) return []
  const inView = new Map(own.unsettled)
  const asked = focused?.subscriptionId === subscription?.subscriptionId ? focused?.cycle : undefined
  const group = asked === undefined ? undefined : own.all.get(asked)
  if (group !== undefined) inView.set(group.cycle, group)
  return Array.from(inView.values()).sort((a, b) => a.cycle - b.cycle)
}

const addAll = <A>(set: Set<A>, values: Iterable<A> = []): void => {
  for (const value of values) set.add(value)
}

const inSequence = <A extends { readonly sequence: number }>(entries: Iterable<A>): ReadonlyArray<A> =>
  Array.from(entries).sort((a, b) => a.sequence - b.sequence)
