// All records of one organization, with what its account is made of found by keys: what an account costs depends on
// what is in it and not on how many invoices, events or subscriptions there have been. Records never change: what would
// change them gives others, which share what stays the same.

import {
  type Access,
  type Account,
  type BillingPeriod,
  Invoice,
  type Page,
  type PageRequest,
  type PaymentMethod,
  Receivable,
  Subscription,
  type UsageEvent,
  Voucher,
} from "../../../src/index.ts"
import { type Ledgers, noLedgers } from "./Ledgers.ts"
import { byNewest, type Listing, makeListing, type Place } from "./Listing.ts"
import { type Owed, owedBeside, owedOf } from "./Owed.ts"
import { byNumber, byText, makeSortedMap, type SortedMap } from "./SortedMap.ts"
import { makeTable, type Placed, type Table } from "./Table.ts"

/** Ids by the places of their records, which were put in that order. */
type Ids = SortedMap<number, string>

/** The records of an organization. */
export interface OrganizationRecords {
  readonly organization: Access.Organization | null
  readonly paymentMethods: Table<PaymentMethod.PaymentMethod>
  readonly subscriptions: Listing<Subscription.Subscription>
  /** The live one, or the latest created. */
  readonly subscription: Subscription.Subscription | null
  /** Keyed by subscription and cycle. */
  readonly periods: Table<BillingPeriod.BillingPeriod>
  /** The periods of each subscription that are not settled, by cycle. */
  readonly unsettledPeriods: SortedMap<string, SortedMap<number, BillingPeriod.BillingPeriod>>
  readonly invoices: Listing<Invoice.Invoice>
  /** Its documents and those that bill an item of it. Keyed by subscription and cycle. */
  readonly invoicesOfCycle: SortedMap<string, Ids>
  /** The receivables, by the places of their invoices. */
  readonly receivables: SortedMap<number, Receivable.Receivable>
  readonly vouchers: Table<Voucher.Voucher>
  readonly newestVouchers: SortedMap<Place, string>
  readonly vouchersWithBalance: Ids
  /** Keyed by the invoice whose money they give back. */
  readonly creditVouchers: SortedMap<string, Ids>
  readonly ledgers: Ledgers
  readonly threshold: Account.BillingThreshold | null
  readonly couponUses: Table<Account.CouponUse>
  readonly usageEvents: Table<UsageEvent.RecordedUsage>
}

const noIds: Ids = makeSortedMap(byNumber)
const noReceivables: SortedMap<number, Receivable.Receivable> = makeSortedMap(byNumber)
const noPeriods: SortedMap<number, BillingPeriod.BillingPeriod> = makeSortedMap(byNumber)

/** An organization of which nothing is recorded, not even itself. */
export const noRecords: OrganizationRecords = {
  organization: null,
  paymentMethods: makeTable(),
  subscriptions: makeListing<Subscription.Subscription>({
    idOf: (subscription) => subscription.subscriptionId,
    newestBy: (subscription) => subscription.createdAt,
  }),
  subscription: null,
  periods: makeTable(),
  unsettledPeriods: makeSortedMap(byText),
  invoices: makeListing<Invoice.Invoice>({
    idOf: (invoice) => invoice.invoiceId,
    newestBy: (invoice) => invoice.issuedAt,
  }),
  invoicesOfCycle: makeSortedMap(byText),
  receivables: noReceivables,
  vouchers: makeTable(),
  newestVouchers: makeSortedMap(byNewest),
  vouchersWithBalance: noIds,
  creditVouchers: makeSortedMap(byText),
  ledgers: noLedgers,
  threshold: null,
  couponUses: makeTable(),
  usageEvents: makeTable(),
}

/** With a subscription; of several the live one, or else the latest created, is the account's. */
export const withSubscription = (
  records: OrganizationRecords,
  subscription: Subscription.Subscription,
): OrganizationRecords => {
  const { subscription: current } = records
  const isCurrent =
    current === null ||
    current.subscriptionId === subscription.subscriptionId ||
    Subscription.isLive(subscription) ||
    (!Subscription.isLive(current) && subscription.createdAt >= current.createdAt)
  return {
    ...records,
    subscriptions: records.subscriptions.put(subscription),
    subscription: isCurrent ? subscription : current,
  }
}

const cycleKey = (subscriptionId: string, cycle: number): string => `${subscriptionId}/${cycle}`

/** With a billing period. */
export const withPeriod = (
  records: OrganizationRecords,
  period: BillingPeriod.BillingPeriod,
): OrganizationRecords => {
  const { subscriptionId, cycle, settled } = period
  const unsettled = records.unsettledPeriods.get(subscriptionId) ?? noPeriods
  return {
    ...records,
    periods: records.periods.set(cycleKey(subscriptionId, cycle), period),
    unsettledPeriods: records.unsettledPeriods.set(
      subscriptionId,
      settled ? unsettled.delete(cycle) : unsettled.set(cycle, period),
    ),
  }
}

/** The cycles that an invoice is of or has a line of. */
const cyclesOf = ({ cycle, lines }: Invoice.Invoice): ReadonlySet<number> =>
  new Set([cycle, ...lines.map(({ item }) => item.cycle)])

/** With an issued invoice. */
export const withInvoice = (records: OrganizationRecords, invoice: Invoice.Invoice): OrganizationRecords => {
  const { invoiceId, subscriptionId } = invoice
  const invoices = records.invoices.put(invoice)
  const { sequence = 0 } = invoices.placed(invoiceId) ?? {}
  return {
    ...records,
    invoices,
    invoicesOfCycle: Array.from(cyclesOf(invoice)).reduce(
      (ofCycle, number) => withId(ofCycle, cycleKey(subscriptionId, number), sequence, invoiceId),
      records.invoicesOfCycle,
    ),
    receivables: Receivable.isReceivable(invoice)
      ? records.receivables.set(sequence, Receivable.receivableOf(invoice))
      : records.receivables.delete(sequence),
  }
}

/** With a voucher, whose ledger stands beside it. */
export const withVoucher = (records: OrganizationRecords, voucher: Voucher.Voucher): OrganizationRecords => {
  const { voucherId, balance, creditOf } = voucher
  const known = records.vouchers.get(voucherId)
  const vouchers = records.vouchers.set(voucherId, voucher)
  const { sequence = 0 } = vouchers.placed(voucherId) ?? {}
  return {
    ...records,
    vouchers,
    newestVouchers:
      known === undefined
        ? records.newestVouchers.set({ at: voucher.createdAt, sequence }, voucherId)
        : records.newestVouchers,
    vouchersWithBalance:
      balance > 0
        ? records.vouchersWithBalance.set(sequence, voucherId)
        : records.vouchersWithBalance.delete(sequence),
    creditVouchers:
      creditOf === null
        ? records.creditVouchers
        : withId(records.creditVouchers, creditOf, sequence, voucherId),
  }
}

/** A page of vouchers, newest first. Only time tells their status, so that by status every one is looked at. */
export const voucherPage = (
  { vouchers, newestVouchers }: OrganizationRecords,
  list: PageRequest & { readonly status: Voucher.VoucherStatus | null; readonly at: number },
): Page<Voucher.Voucher> => {
  const { page, limit, status, at } = list
  const from = (page - 1) * limit
  const found = (places: Iterable<readonly [Place, string]>) =>
    Array.from(places).flatMap(([, voucherId]) => vouchers.get(voucherId) ?? [])
  if (status === null)
    return { items: found(newestVouchers.slice(from, limit)), totalItems: newestVouchers.size() }
  const ofStatus = found(newestVouchers).filter((voucher) => Voucher.statusOf(voucher, at) === status)
  return { items: ofStatus.slice(from, from + limit), totalItems: ofStatus.length }
}

const withId = (
  ids: SortedMap<string, Ids>,
  key: string,
  sequence: number,
  id: string,
): SortedMap<string, Ids> => {
  const known = ids.get(key) ?? noIds
  return known.get(sequence) === id ? ids : ids.set(key, known.set(sequence, id))
}

/**
 * The account as the port describes it, with the invoices that are asked for. Lists are in the order in which their
 * records came into being, periods by subscription and cycle.
 */
export const accountOf = (
  records: OrganizationRecords,
  organization: Access.Organization,
  asked: ReadonlyArray<string>,
): Account.Account => {
  const { subscription, threshold } = records
  const periods = periodsInView(records, asked)
  const invoiceIds = new Set(asked)
  for (const { subscriptionId, cycle } of periods) {
    addAll(invoiceIds, idsOf(records.invoicesOfCycle.get(cycleKey(subscriptionId, cycle))))
  }
  const placed = inSequence(invoiceIds, (invoiceId) => records.invoices.placed(invoiceId))
  const invoices = placed.map(({ value }) => value)
  const owed = owedOf(records.receivables)
  const voucherIds = new Set(idsOf(records.vouchersWithBalance))
  for (const invoice of invoices) {
    for (const { voucherId } of Invoice.voucherUses(invoice)) voucherIds.add(voucherId)
    addAll(voucherIds, idsOf(records.creditVouchers.get(invoice.invoiceId)))
  }
  return {
    organization,
    paymentMethods: records.paymentMethods.list(),
    subscription,
    formerSubscriptions: formerSubscriptions(records, owed, invoices),
    periods,
    invoices,
    receivables: owedBeside(owed, placed),
    vouchers: inSequence(voucherIds, (voucherId) => records.vouchers.placed(voucherId)).map(
      ({ value }) => value,
    ),
    threshold,
    couponUses: records.couponUses.list(),
  }
}

/** The periods of invoices of former subscriptions that are asked for, and then those of the account's own that are open. */
const periodsInView = (
  { subscription, subscriptions, periods, unsettledPeriods, invoices }: OrganizationRecords,
  asked: ReadonlyArray<string>,
): ReadonlyArray<BillingPeriod.BillingPeriod> => {
  if (subscription === null) return []
  const { subscriptionId } = subscription
  let own = unsettledPeriods.get(subscriptionId) ?? noPeriods
  const former = new Set<BillingPeriod.BillingPeriod>()
  for (const invoiceId of asked) {
    const invoice = invoices.get(invoiceId)
    for (const cycle of invoice === undefined ? [] : cyclesOf(invoice)) {
      const period = invoice && periods.get(cycleKey(invoice.subscriptionId, cycle))
      if (period === undefined) continue
      if (period.subscriptionId === subscriptionId) own = own.set(cycle, period)
      else former.add(period)
    }
  }
  if (former.size === 0) return own.list()
  const placeOf = (period: BillingPeriod.BillingPeriod) =>
    subscriptions.placed(period.subscriptionId)?.sequence ?? 0
  return [...Array.from(former).sort((a, b) => placeOf(a) - placeOf(b) || a.cycle - b.cycle), ...own.list()]
}

/** The subscriptions of receivables and invoices, but for the account's own. */
const formerSubscriptions = (
  { subscription, subscriptions }: OrganizationRecords,
  { subscriptionIds }: Owed,
  invoices: ReadonlyArray<Invoice.Invoice>,
): ReadonlyArray<Subscription.Subscription> => {
  const ids = new Set(subscriptionIds)
  for (const { subscriptionId } of invoices) ids.add(subscriptionId)
  if (subscription !== null) ids.delete(subscription.subscriptionId)
  return inSequence(ids, (subscriptionId) => subscriptions.placed(subscriptionId)).map(({ value }) => value)
}

const idsOf = (ids: Ids = noIds): ReadonlyArray<string> => ids.list()

const addAll = <A>(set: Set<A>, values: Iterable<A>): void => {
  for (const value of values) set.add(value)
}

/** The records of these ids that there are, in the order in which they were put first. */
const inSequence = <A>(
  ids: ReadonlySet<string>,
  find: (id: string) => Placed<A> | undefined,
): ReadonlyArray<Placed<A>> =>
  ids.size === 0
    ? []
    : Array.from(ids, find)
        .filter((placed) => placed !== undefined)
        .sort((a, b) => a.sequence - b.sequence)
