// The types of an account, of what decisions read beside it, and of the change that a decision makes.
import type { Organization } from "../identity/Access.ts"
import type { Invoice } from "../invoice/Invoice.ts"
import type { Receivable } from "../invoice/Receivable.ts"
import type { PaymentMethod } from "../payment-method/PaymentMethod.ts"
import type { BillingPolicy } from "../policy/BillingPolicy.ts"
import type { Subscription } from "../subscription/Subscription.ts"
import type { RecordedUsage } from "../usage/UsageEvent.ts"
import type { Voucher, VoucherEntry } from "../voucher/Voucher.ts"
import type { BillingPeriod } from "./periods/BillingPeriod.ts"

/** The amount of unbilled usage at which an organization wants to be billed in the middle of a cycle. GAP-47 */
export interface BillingThreshold {
  readonly value: number
  readonly currency: string
}

/** The use of a coupon by an organization, which can use each coupon once. GAP-49 */
export interface CouponUse {
  readonly couponId: string
  readonly code: string
  readonly subscriptionId: string
  /** The currency of the subscription. */
  readonly currency: string
  /** What the coupon took off the subscription's invoices, in minor units. */
  readonly amountRedeemed: number
  readonly at: number
}

/** All that an organization owns. */
export interface Account {
  readonly organization: Organization
  readonly paymentMethods: ReadonlyArray<PaymentMethod>
  /** The live subscription, or the latest cancelled one. */
  readonly subscription: Subscription | null
  /** Earlier subscriptions that the receivables and invoices belong to, oldest first. All of them are cancelled. */
  readonly formerSubscriptions: ReadonlyArray<Subscription>
  /**
   * The periods that are not settled, and those of invoices that were asked for. Periods of former subscriptions come
   * first; those of one subscription ascend by cycle. The last one of a live subscription is running, or the next one
   * where a fee of that was billed ahead.
   */
  readonly periods: ReadonlyArray<BillingPeriod>
  /** The invoices of these periods, those that bill an item of them, and those that were asked for, as issued. */
  readonly invoices: ReadonlyArray<Invoice>
  /** A summary of every other invoice that takes or awaits a payment. A written-off invoice has none. */
  readonly receivables: ReadonlyArray<Receivable>
  /**
   * The vouchers with a balance, those that the invoices above took, at issue or later, and those that give money of
   * these invoices back as credit.
   */
  readonly vouchers: ReadonlyArray<Voucher>
  readonly threshold: BillingThreshold | null
  readonly couponUses: ReadonlyArray<CouponUse>
}

/** What a decision reads beside the account: the policy, and how keys become ids. */
export interface Rules {
  readonly policy: BillingPolicy
  /** The id for a key: always the same one, so that a rule that runs twice makes one record. */
  readonly deriveId: (key: string) => string
}

/** An invoice that an event tells of. */
interface ToldInvoice {
  readonly invoice: Invoice
  /** When dunning tries it next, as the commit leaves the account; absent where nothing is planned. GAP-192 */
  readonly nextPaymentAttemptAt?: number
}

/** An event for receivers outside, with the record as it was right after the change. GAP-60, GAP-63 */
export type BillingEvent = { readonly at: number } & (
  | (ToldInvoice & {
      readonly type:
        | "invoice.issued"
        | "invoice.updated"
        | "payment.approved"
        | "payment.failed"
        | "payment.needs_operator"
    })
  | (ToldInvoice & { readonly type: "invoice.status_changed"; readonly previousStatus: string })
  | { readonly type: "subscription.created" | "subscription.updated"; readonly subscription: Subscription }
  | {
      readonly type: "subscription.status_changed"
      readonly subscription: Subscription
      readonly previousStatus: string
    }
  | {
      readonly type: "voucher.granted" | "voucher.updated" | "payment.unapplied"
      readonly voucher: Voucher
    }
  | {
      readonly type: "voucher.revoked"
      readonly voucher: Voucher
      /** What of a credit had been spent, in minor units; 0 of what an operator took back. */
      readonly shortfall: number
    }
  | {
      readonly type: "dunning.exhausted" | "subscription.trial_ending"
      readonly subscription: Subscription
    }
)

/** A charge to be made once the change is committed. `attemptId` is its idempotency key. */
export interface Charge {
  readonly organizationId: string
  readonly invoiceId: string
  readonly attemptId: string
  readonly amount: number
  readonly currency: string
  readonly paymentMethod: PaymentMethod
  readonly at: number
}

/** An addition to the counts of a coupon, which organizations share: a redemption, or what it took off an invoice. */
export interface CouponCount {
  readonly couponId: string
  readonly redemptions: number
  readonly amount: number
}

/** The result of a decision on an account. */
export interface Change {
  readonly account: Account
  readonly billingEvents: ReadonlyArray<BillingEvent>
  readonly charges: ReadonlyArray<Charge>
  /** Charges whose outcome is unknown, to be looked up once the change is committed. */
  readonly lookups: ReadonlyArray<Charge>
  readonly usageEvents: ReadonlyArray<RecordedUsage>
  /** The movements of vouchers, in order; they are appended to the ledgers. */
  readonly voucherEntries: ReadonlyArray<VoucherEntry>
  readonly couponCounts: ReadonlyArray<CouponCount>
}
