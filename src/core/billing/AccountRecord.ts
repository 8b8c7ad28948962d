// What an account is, what decisions read beside it, and what they come to: a change with all that follows from it.
import type { Organization } from "../identity/Access.ts"
import type { Invoice } from "../invoice/Invoice.ts"
import type { Receivable } from "../invoice/Receivable.ts"
import type { PaymentMethod } from "../payment-method/PaymentMethod.ts"
import type { BillingPolicy } from "../policy/BillingPolicy.ts"
import type { Subscription } from "../subscription/Subscription.ts"
import type { RecordedUsage } from "../usage/UsageEvent.ts"
import type { Voucher, VoucherEntry } from "../voucher/Voucher.ts"
import type { BillingPeriod } from "./periods/BillingPeriod.ts"

/** At which unbilled usage an organization wants to be billed in the middle of a cycle. GAP-47 */
export interface BillingThreshold {
  readonly value: number
  readonly currency: string
}

/** That an organization used a coupon, which it can do once, and what it got of it so far. GAP-49 */
export interface CouponUse {
  readonly couponId: string
  readonly code: string
  readonly subscriptionId: string
  /** The subscription's, which it keeps. */
  readonly currency: string
  /** What the coupon took off the subscription's issued invoices, in minor units. */
  readonly amountRedeemed: number
  readonly at: number
}

/** What an organization owns. */
export interface Account {
  readonly organization: Organization
  readonly paymentMethods: ReadonlyArray<PaymentMethod>
  /** The live subscription, or the latest cancelled one. */
  readonly subscription: Subscription | null
  /** Earlier subscriptions, all of them cancelled: those of the receivables and of the invoices, oldest first. */
  readonly formerSubscriptions: ReadonlyArray<Subscription>
  /**
   * The periods of the subscription that are not settled, and those of invoices that were asked for, also of former
   * subscriptions, which come first; those of one subscription ascend by cycle. The last one of a live subscription is
   * running.
   */
  readonly periods: ReadonlyArray<BillingPeriod>
  /** The documents of these periods, those that bill an item of them, and invoices that were asked for, as issued. */
  readonly invoices: ReadonlyArray<Invoice>
  /** Of every other invoice that takes or awaits a payment what has to be known of it. A written-off one takes none. */
  readonly receivables: ReadonlyArray<Receivable>
  /**
   * Those with a balance, those that the invoices above took, at their issue or applied later, and those that give the
   * money of these invoices back as credit.
   */
  readonly vouchers: ReadonlyArray<Voucher>
  readonly threshold: BillingThreshold | null
  readonly couponUses: ReadonlyArray<CouponUse>
}

/** What a decision reads beside the account: the policy, and how keys become ids. */
export interface Rules {
  readonly policy: BillingPolicy
  /** The id that belongs to a key: the same one each time, so that a rule that runs twice makes one record. */
  readonly deriveId: (key: string) => string
}

/** What the world is told of a change, with the record as it was right after it. GAP-60, GAP-63 */
export type BillingEvent =
  | {
      readonly type: "invoice.issued" | "payment.approved" | "payment.failed"
      readonly at: number
      readonly invoice: Invoice
    }
  | {
      readonly type: "invoice.status_changed"
      readonly at: number
      readonly invoice: Invoice
      readonly previousStatus: string
    }
  | { readonly type: "subscription.created"; readonly at: number; readonly subscription: Subscription }
  | {
      readonly type: "subscription.status_changed"
      readonly at: number
      readonly subscription: Subscription
      readonly previousStatus: string
    }
  | {
      readonly type: "voucher.granted" | "payment.unapplied"
      readonly at: number
      readonly voucher: Voucher
    }
  | {
      readonly type: "voucher.revoked"
      readonly at: number
      readonly voucher: Voucher
      /** What of it had been spent, in minor units. */
      readonly shortfall: number
    }
  | { readonly type: "dunning.exhausted"; readonly at: number; readonly subscription: Subscription }

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

/** A count of a coupon, which crosses organizations: a redemption, or what it took off an invoice. */
export interface CouponCount {
  readonly couponId: string
  readonly redemptions: number
  readonly amount: number
}

/** What a decision makes of an account. */
export interface Change {
  readonly account: Account
  readonly billingEvents: ReadonlyArray<BillingEvent>
  readonly charges: ReadonlyArray<Charge>
  /** Charges of which nobody knows what became: to be looked up once the change is committed. */
  readonly lookups: ReadonlyArray<Charge>
  readonly usageEvents: ReadonlyArray<RecordedUsage>
  /** What vouchers moved, in order: it is appended to their ledgers. */
  readonly voucherEntries: ReadonlyArray<VoucherEntry>
  readonly couponCounts: ReadonlyArray<CouponCount>
}
