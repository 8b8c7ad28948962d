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
import type { StoreContents, StoreSnapshot } from "../../adapters/memory/BillingState.ts"

/** A world to be audited. */
export interface AuditInput extends AuditSource {
  readonly snapshot: StoreSnapshot
  readonly charges: {
    readonly items: ReadonlyArray<GatewayCharge>
    readonly complete: boolean
  } | null
}

/** A world to be audited, of which each series is read once. */
export interface AuditSource {
  readonly snapshot: Pick<StoreContents, "records" | "due">
  /** The charges that the gateway remembers; null where they are unknown. */
  readonly charges: {
    /** Newest first. */
    readonly items: Iterable<GatewayCharge>
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
  /** Those that have begun, in their order; the last one of a live subscription is running. */
  readonly periods: ReadonlyArray<BillingPeriod.BillingPeriod>
  /** The same, and the next one where a fee of it was billed in advance. */
  readonly allPeriods: ReadonlyArray<BillingPeriod.BillingPeriod>
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
  readonly couponsBefore: AuditSource["couponsBefore"]
  readonly idempotencyKeys: ReadonlyArray<IdempotencyKey.IdempotencyKey>
  /** Those of organizations that the world does not have. */
  readonly strayCharges: ReadonlyArray<GatewayCharge>
}

type Kind = Put["kind"]
type RecordOf<K extends Kind> = Extract<Put, { readonly kind: K }>["record"]

/** Takes a world apart, record by record, so that others may run in between. */
export function* booksOf(input: AuditSource): Generator<void, WorldBooks> {
  const byOwner = new Map<string, Map<Kind, Array<Put["record"]>>>()
  for (const { kind, record } of input.snapshot.records) {
    const owner = "organizationId" in record ? record.organizationId : NOBODY
    const own = byOwner.get(owner) ?? new Map<Kind, Array<Put["record"]>>()
    const list = own.get(kind)
    if (list === undefined) byOwner.set(owner, own.set(kind, [record]))
    else list.push(record)
    yield
  }
  const listsOf =
    (owner: string): Lists =>
    (kind) =>
      (byOwner.get(owner)?.get(kind) ?? []) as never
  const charged = new Map<string, Array<GatewayCharge>>()
  for (const charge of input.charges?.items ?? []) {
    const list = charged.get(charge.organizationId)
    if (list === undefined) charged.set(charge.organizationId, [charge])
    else list.push(charge)
    yield
  }
  const dueAts = new Map<string, number | null>()
  for (const { organizationId, at } of input.snapshot.due) dueAts.set(organizationId, at)
  const organizations: Array<Books> = []
  for (const [organizationId, own] of byOwner) {
    if (!own.has("Organization")) continue
    const charges = charged.get(organizationId) ?? []
    charged.delete(organizationId)
    const dueAt = dueAts.get(organizationId) ?? null
    organizations.push(
      booksOfOrganization(input, { organizationId, all: listsOf(organizationId), charges, dueAt }),
    )
    yield
  }
  const shared = listsOf(NOBODY)
  return {
    organizations,
    coupons: shared("Coupon"),
    couponsBefore: input.couponsBefore,
    idempotencyKeys: shared("IdempotencyKey"),
    strayCharges: Array.from(charged.values()).flat(),
  }
}

/** The owner of what no organization owns. */
const NOBODY = ""

type Lists = <K extends Kind>(kind: K) => ReadonlyArray<RecordOf<K>>

const booksOfOrganization = (
  { now, policy, charges }: AuditSource,
  own: {
    readonly organizationId: string
    readonly all: Lists
    readonly charges: ReadonlyArray<GatewayCharge>
    readonly dueAt: number | null
  },
): Books => {
  const { organizationId, all, dueAt } = own
  const periodsOf = Map.groupBy(all("BillingPeriod"), ({ subscriptionId }) => subscriptionId)
  const invoicesOf = Map.groupBy(all("Invoice"), ({ subscriptionId }) => subscriptionId)
  const subscriptions = all("Subscription").map((subscription): SubscriptionBooks => {
    const { subscriptionId, cycle: running } = subscription
    const allPeriods = (periodsOf.get(subscriptionId) ?? []).toSorted((a, b) => a.cycle - b.cycle)
    return {
      subscription,
      periods: allPeriods.filter(({ cycle }) => cycle <= running.cycle),
      allPeriods,
      documents: invoicesOf.get(subscriptionId) ?? [],
    }
  })
  return {
    organizationId,
    policy,
    now,
    judgedAt: dueAt !== null && dueAt <= now ? [dueAt - 1, latestChangeOf(subscriptions)] : [now],
    dueAt,
    paymentMethods: all("PaymentMethod"),
    subscriptions,
    invoices: all("Invoice"),
    vouchers: all("Voucher"),
    voucherEntries: ledgersOf(all("VoucherEntry")),
    threshold: all("BillingThreshold")[0] ?? null,
    couponUses: all("CouponUse"),
    usageEvents: all("UsageEvent"),
    charges: charges === null ? null : { items: own.charges, complete: charges.complete },
  }
}

/** The ledgers that some entries make, by voucher. */
const ledgersOf = (entries: ReadonlyArray<Voucher.VoucherEntry>): Books["voucherEntries"] =>
  Map.groupBy(
    entries.toSorted((a, b) => a.sequence - b.sequence),
    ({ voucherId }) => voucherId,
  )

const latestChangeOf = (subscriptions: ReadonlyArray<SubscriptionBooks>): number => {
  let latest = 0
  for (const { subscription, documents } of subscriptions) {
    latest = Math.max(latest, subscription.updatedAt)
    for (const { updatedAt } of documents) latest = Math.max(latest, updatedAt)
  }
  return latest
}
