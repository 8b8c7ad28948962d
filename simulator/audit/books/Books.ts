// What the audit reads: everything that a store holds, taken apart by organization and subscription, and what the
// gateway charged. The audit shares no rule with the core: it takes its types and works everything out anew, the
// plain way, so that one mistake is not made twice.
import type {
  Account,
  BillingPeriod,
  BillingPolicy,
  Coupon,
  IdempotencyKey,
  Invoice,
  PaymentMethod,
  Put,
  Subscription,
  UsageEvent,
  Voucher,
} from "../../../src/index.ts"
import type { GatewayCharge } from "../../adapters/gateway/ScriptedGateway.ts"
import type { StoreSnapshot } from "../../adapters/memory/BillingState.ts"

/** A world to be audited. */
export interface AuditInput {
  readonly snapshot: StoreSnapshot
  /** The charges that the gateway remembers; null where they are unknown. */
  readonly charges: {
    /** Newest first. */
    readonly items: ReadonlyArray<GatewayCharge>
    /** Unset where it forgot some. */
    readonly complete: boolean
  } | null
  readonly now: number
  readonly policy: BillingPolicy
  /** The counts with which coupons came into the world; those that are not listed came with none. */
  readonly couponsBefore: ReadonlyArray<Pick<Coupon.Coupon, "couponId" | "timesRedeemed" | "amountRedeemed">>
}

/** What is wrong with which objects. */
export interface Fault {
  readonly message: string
  readonly objectIds: ReadonlyArray<string>
  readonly requestIds?: ReadonlyArray<string>
}

/** The fault of some objects. */
export const faultOf = (message: string, ...objectIds: ReadonlyArray<string>): Fault => ({
  message,
  objectIds,
})

/** A subscription with its periods, ascending by cycle, and its documents, in the order of their issue. */
export interface SubscriptionBooks {
  readonly subscription: Subscription.Subscription
  readonly periods: ReadonlyArray<BillingPeriod.BillingPeriod>
  readonly documents: ReadonlyArray<Invoice.Invoice>
}

/** All that one organization owns. */
export interface Books {
  readonly organizationId: string
  readonly policy: BillingPolicy
  /** The present. */
  readonly now: number
  /**
   * The instants at which the records may be judged: the present, or, where something is due that was not done yet,
   * right before that, and the latest change, which may have come after it.
   */
  readonly judgedAt: ReadonlyArray<number>
  readonly dueAt: number | null
  readonly paymentMethods: ReadonlyArray<PaymentMethod.PaymentMethod>
  readonly subscriptions: ReadonlyArray<SubscriptionBooks>
  readonly invoices: ReadonlyArray<Invoice.Invoice>
  readonly vouchers: ReadonlyArray<Voucher.Voucher>
  /** The ledger of each voucher, in the order of its entries. */
  readonly voucherEntries: ReadonlyMap<string, ReadonlyArray<Voucher.VoucherEntry>>
  readonly threshold: Account.BillingThreshold | null
  readonly couponUses: ReadonlyArray<Account.CouponUse>
  readonly usageEvents: ReadonlyArray<UsageEvent.RecordedUsage>
  /** Null where nothing can be said of them. */
  readonly charges: { readonly items: ReadonlyArray<GatewayCharge>; readonly complete: boolean } | null
}

/** The records that no organization owns alone. */
export interface WorldBooks {
  readonly organizations: ReadonlyArray<Books>
  readonly coupons: ReadonlyArray<Coupon.Coupon>
  readonly couponsBefore: AuditInput["couponsBefore"]
  readonly idempotencyKeys: ReadonlyArray<IdempotencyKey.IdempotencyKey>
  /** Those of organizations that the world does not have. */
  readonly strayCharges: ReadonlyArray<GatewayCharge>
}

type Kind = Put["kind"]
type RecordOf<K extends Kind> = Extract<Put, { readonly kind: K }>["record"]

/** The values of a list by a key, each list in the order of the whole. */
export const groupedBy = <A>(
  values: Iterable<A>,
  keyOf: (value: A) => string,
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const lists = new Map<string, Array<A>>()
  for (const value of values) {
    const key = keyOf(value)
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [value])
    else list.push(value)
  }
  return lists
}

/** Takes a world apart. */
export const booksOf = (input: AuditInput): WorldBooks => {
  const byKind = groupedBy(input.snapshot.records, ({ kind }) => kind)
  const all: Lists = (kind) => (byKind.get(kind) ?? []).map(({ record }) => record as never)
  const organizationIds = all("Organization").map(({ organizationId }) => organizationId)
  const known = new Set(organizationIds)
  const booksOfOrganization = opener(input, all)
  return {
    organizations: organizationIds.map(booksOfOrganization),
    coupons: all("Coupon"),
    couponsBefore: input.couponsBefore,
    idempotencyKeys: all("IdempotencyKey"),
    strayCharges: (input.charges?.items ?? []).filter(({ organizationId }) => !known.has(organizationId)),
  }
}

type Lists = <K extends Kind>(kind: K) => ReadonlyArray<RecordOf<K>>

const opener = (input: AuditInput, all: Lists): ((organizationId: string) => Books) => {
  const paymentMethods = byOwner(all("PaymentMethod"))
  const subscriptions = byOwner(all("Subscription"))
  const periods = byOwner(all("BillingPeriod"))
  const invoices = byOwner(all("Invoice"))
  const vouchers = byOwner(all("Voucher"))
  const voucherEntries = byOwner(all("VoucherEntry"))
  const thresholds = byOwner(all("BillingThreshold"))
  const couponUses = byOwner(all("CouponUse"))
  const usageEvents = byOwner(all("UsageEvent"))
  const dueAts = new Map(input.snapshot.due.map(({ organizationId, at }) => [organizationId, at]))
  const { charges, now, policy } = input
  const charged = groupedBy(charges?.items ?? [], ({ organizationId }) => organizationId)
  return (organizationId) => {
    const periodsOf = groupedBy(periods(organizationId), ({ subscriptionId }) => subscriptionId)
    const invoicesOf = groupedBy(invoices(organizationId), ({ subscriptionId }) => subscriptionId)
    const own = subscriptions(organizationId).map((subscription): SubscriptionBooks => {
      const { subscriptionId } = subscription
      return {
        subscription,
        periods: (periodsOf.get(subscriptionId) ?? []).toSorted((a, b) => a.cycle - b.cycle),
        documents: invoicesOf.get(subscriptionId) ?? [],
      }
    })
    const dueAt = dueAts.get(organizationId) ?? null
    return {
      organizationId,
      policy,
      now,
      judgedAt: dueAt !== null && dueAt <= now ? [dueAt - 1, latestChangeOf(own)] : [now],
      dueAt,
      paymentMethods: paymentMethods(organizationId),
      subscriptions: own,
      invoices: invoices(organizationId),
      vouchers: vouchers(organizationId),
      voucherEntries: ledgersOf(voucherEntries(organizationId)),
      threshold: thresholds(organizationId)[0] ?? null,
      couponUses: couponUses(organizationId),
      usageEvents: usageEvents(organizationId),
      charges:
        charges === null ? null : { items: charged.get(organizationId) ?? [], complete: charges.complete },
    }
  }
}

/** The ledgers that some entries make, by voucher. */
const ledgersOf = (entries: ReadonlyArray<Voucher.VoucherEntry>): Books["voucherEntries"] =>
  groupedBy(
    entries.toSorted((a, b) => a.sequence - b.sequence),
    ({ voucherId }) => voucherId,
  )

/** The records of an organization. */
const byOwner = <A extends { readonly organizationId: string }>(records: ReadonlyArray<A>) => {
  const lists = groupedBy(records, ({ organizationId }) => organizationId)
  return (organizationId: string): ReadonlyArray<A> => lists.get(organizationId) ?? []
}

const latestChangeOf = (subscriptions: ReadonlyArray<SubscriptionBooks>): number => {
  let latest = 0
  for (const { subscription, documents } of subscriptions) {
    latest = Math.max(latest, subscription.updatedAt)
    for (const { updatedAt } of documents) latest = Math.max(latest, updatedAt)
  }
  return latest
}
