// The storage of all records. Reads come with versions. All that a decision changes is one value, committed whole or
// not at all. There is no transaction callback, so no charge can happen inside one.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type {
  Account,
  BillingEvent,
  BillingThreshold,
  CouponCount,
  CouponUse,
} from "../core/billing/Account.ts"
import type { BillingPeriod } from "../core/billing/periods/BillingPeriod.ts"
import type { Coupon } from "../core/coupon/Coupon.ts"
import type { Organization, User } from "../core/identity/Access.ts"
import type { IdempotencyKey } from "../core/identity/IdempotencyKey.ts"
import type { OtpAddress } from "../core/identity/OtpAddress.ts"
import type { Session } from "../core/identity/Session.ts"
import type { Invoice, InvoiceStatus } from "../core/invoice/Invoice.ts"
import type { PaymentMethod } from "../core/payment-method/PaymentMethod.ts"
import type { Plan, PlanStatus } from "../core/plan/Plan.ts"
import type { Subscription } from "../core/subscription/Subscription.ts"
import type { RecordedUsage } from "../core/usage/UsageEvent.ts"
import type { Voucher, VoucherEntry, VoucherStatus } from "../core/voucher/Voucher.ts"
import type { UndeliveredOtp, WaitingOtp } from "./OtpSender.ts"

/** The kinds of scope: each has one version. */
export type ScopeKind =
  | "organization"
  | "address"
  | "session"
  | "user"
  | "plan"
  | "coupon"
  | "idempotency_key"

/** One unit of consistency. */
export interface Scope {
  /** What the version belongs to. */
  readonly kind: ScopeKind
  /** Unique within its kind. */
  readonly id: string
}

/** A record with the version of its scope. A scope without commits has version 0. */
export interface Versioned<A> {
  /** The record at that version. */
  readonly value: A
  /** The number of commits to its scope. */
  readonly version: number
}

/** What a decision reads beside what every account has. */
export interface AccountFocus {
  /** Invoices that have to be in view. */
  readonly invoiceIds?: ReadonlyArray<string>
  /** Usage events that may have been recorded before. */
  readonly eventIds?: ReadonlyArray<string>
}

/** An account at its version, with what was asked for beside it at the same version. */
export interface LoadedAccount extends Versioned<Account> {
  /** The recorded events among those that were asked for, each once, in the order of the ids. */
  readonly usageEvents: ReadonlyArray<RecordedUsage>
}

/** The version that a decision was made on. */
export interface Expectation {
  /** What was read. */
  readonly scope: Scope
  /** Its version; 0 where nothing was there. */
  readonly version: number
}

/** The records of each kind, as they are put. */
export interface Records {
  /** By `organizationId`. */
  readonly Organization: Organization
  /** By `userId`; of one address there is one. */
  readonly User: User
  /** By `planId`. */
  readonly Plan: Plan
  /** By `couponId`; of one code there is one. */
  readonly Coupon: Coupon
  /** By organization and `paymentMethodId`. */
  readonly PaymentMethod: PaymentMethod
  /** By organization and `subscriptionId`. */
  readonly Subscription: Subscription
  /** By organization, subscription and cycle. */
  readonly BillingPeriod: BillingPeriod & { readonly organizationId: string }
  /** By organization and `invoiceId`; issued ones only. */
  readonly Invoice: Invoice
  /** By organization and `voucherId`. */
  readonly Voucher: Voucher
  /**
   * By organization, `voucherId` and `sequence`; of one voucher, `kind` and `cause` there is one. It is added once and
   * never put again.
   */
  readonly VoucherEntry: VoucherEntry & { readonly organizationId: string }
  /** By organization. */
  readonly BillingThreshold: BillingThreshold & { readonly organizationId: string }
  /** By organization and `couponId`. */
  readonly CouponUse: CouponUse & { readonly organizationId: string }
  /** By organization and `eventId`. */
  readonly UsageEvent: RecordedUsage & { readonly organizationId: string }
  /** By `email`. */
  readonly OtpAddress: OtpAddress
  /** By `sessionId`. */
  readonly Session: Session
  /** May be forgotten from its `expiresAt` on. GAP-43 */
  readonly IdempotencyKey: IdempotencyKey
}

/** A record to be written. It replaces the record with the same key, except for a `VoucherEntry`. */
export type Put = {
  readonly [K in keyof Records]: { readonly kind: K; readonly record: Records[K] }
}[keyof Records]

/** A record to be removed. */
export type Delete =
  | { readonly kind: "PaymentMethod"; readonly organizationId: string; readonly paymentMethodId: string }
  | { readonly kind: "BillingThreshold"; readonly organizationId: string }

/** A message for the world outside because of a commit, kept until it is acknowledged. GAP-63 */
export type OutboxMessage =
  | {
      readonly kind: "EVENT"
      readonly messageId: string
      readonly organizationId: string
      /** Rises with each event of the organization, not by ones. Absent: of before that was told. */
      readonly position?: number
      readonly billingEvent: BillingEvent
    }
  | WaitingOtp
  | UndeliveredOtp

/** The next due instant of an organization; `null` when time alone changes nothing there. */
export interface DueEntry {
  /** An organization has at most one entry. */
  readonly organizationId: string
  /** Milliseconds. */
  readonly at: number | null
}

/** An organization that is due, and that one worker has to itself for a while. */
export interface DueClaim {
  /** The organization that is due. */
  readonly organizationId: string
  /** The instant at which it fell due. */
  readonly at: number
  /** When the claim ends. It names the claim, so that a worker moves its own only. */
  readonly until: number
}

/** All that one decision changes. */
export interface Commit {
  /** Every scope that the decision read; each gets the next version. */
  readonly expects: ReadonlyArray<Expectation>
  /** Each replaces the record with its key. */
  readonly puts: ReadonlyArray<Put>
  /** A missing record is not an error. */
  readonly deletes: ReadonlyArray<Delete>
  /** In their order, after all waiting messages. */
  readonly outbox: ReadonlyArray<OutboxMessage>
  /** Added to the coupon's counts; more redemptions than it has left is a conflict. */
  readonly couponCounts: ReadonlyArray<CouponCount>
  /** Each replaces the entry before. */
  readonly due: ReadonlyArray<DueEntry>
}

/** Another commit to the scope came first; nothing of this commit happened. Load and decide again. */
export interface VersionConflict {
  readonly _tag: "VersionConflict"
  /** The first conflict that was found. */
  readonly scope: Scope
}

/** A part of a list: `page` counts from 1. */
export interface PageRequest {
  /** From 1 up. */
  readonly page: number
  /** How many records a page has at most. */
  readonly limit: number
}

/** A page of a list, with the length of the whole list. */
export interface Page<A> {
  /** None on a page after the last. */
  readonly items: ReadonlyArray<A>
  /** Of all pages. */
  readonly totalItems: number
}

/** The storage that the rules need. Every read sees every commit that was acknowledged before it. */
export class BillingStore extends Context.Service<
  BillingStore,
  {
    /**
     * What an organization owns and its next decision reads, at one version; `null` for an unknown organization. It is
     * made so that its cost grows with what runs and not with what is settled or owed:
     *
     * - the live subscription, or else the one created last;
     * - its periods that are not settled, and those that the invoices that `focus` asks for are of or have a line of, of
     *   whichever subscription and settled or not: by the creation of their subscriptions, then by cycle;
     * - the documents of these periods, those of the same subscription that have a line of their cycles, and the invoices
     *   that are asked for, in the order of their issue; an unknown id asks for nothing;
     * - of every other invoice for which `Receivable.isReceivable` holds its receivable, in the same order;
     * - the earlier subscriptions of these invoices and receivables, by their creation;
     * - the vouchers with a balance, those that the invoices consumed, at their issue or later, and those that give the
     *   money of these invoices back as credit;
     * - all payment methods and coupon uses, and the threshold.
     *
     * The usage events that `focus` asks for come beside it. Whatever is read at once is read at one moment.
     */
    readonly account: (organizationId: string, focus?: AccountFocus) => Effect.Effect<LoadedAccount | null>
    readonly organization: (organizationId: string) => Effect.Effect<Organization | null>
    readonly subscription: (
      organizationId: string,
      subscriptionId: string,
    ) => Effect.Effect<Subscription | null>
    /** All subscriptions of the organization, newest first. */
    readonly subscriptions: (organizationId: string, page: PageRequest) => Effect.Effect<Page<Subscription>>
    readonly invoice: (organizationId: string, invoiceId: string) => Effect.Effect<Invoice | null>
    /** Issued invoices, newest first. */
    readonly invoices: (
      organizationId: string,
      list: PageRequest & { readonly status: InvoiceStatus | null },
    ) => Effect.Effect<Page<Invoice>>
    readonly voucher: (organizationId: string, voucherId: string) => Effect.Effect<Voucher | null>
    /** Newest first, with that status at the instant `at`. */
    readonly vouchers: (
      organizationId: string,
      list: PageRequest & { readonly status: VoucherStatus | null; readonly at: number },
    ) => Effect.Effect<Page<Voucher>>
    /** The entries of a voucher's ledger, the latest first. */
    readonly voucherEntries: (
      organizationId: string,
      voucherId: string,
      page: PageRequest,
    ) => Effect.Effect<Page<VoucherEntry>>
    readonly plan: (planId: string) => Effect.Effect<Plan | null>
    /** In the order in which they were defined. */
    readonly plans: (list: PageRequest & { readonly status: PlanStatus | null }) => Effect.Effect<Page<Plan>>
    readonly couponByCode: (code: string) => Effect.Effect<Coupon | null>
    /** The existing coupons among these ids. */
    readonly couponsById: (couponIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Coupon>>
    readonly user: (userId: string) => Effect.Effect<Versioned<User> | null>
    /** By normalised address. */
    readonly userByEmail: (email: string) => Effect.Effect<Versioned<User> | null>
    /** By normalised address; an unknown address is empty, at version 0. */
    readonly otpAddress: (email: string) => Effect.Effect<Versioned<OtpAddress>>
    readonly otpAddressOf: (otpId: string) => Effect.Effect<Versioned<OtpAddress> | null>
    readonly session: (sessionId: string) => Effect.Effect<Versioned<Session> | null>
    readonly idempotencyKey: (keyId: string) => Effect.Effect<Versioned<IdempotencyKey> | null>
    /** The sessions of a user that are not ended or expired at the instant `at`. */
    readonly openSessions: (userId: string, at: number) => Effect.Effect<ReadonlyArray<Versioned<Session>>>
    /** 0 where nothing was committed. Asked for before a record that is read without it, so that no commit is missed. */
    readonly version: (scope: Scope) => Effect.Effect<number>
    /** Organizations whose due instant is not after `until`, earliest first; claimed ones as well. */
    readonly due: (list: {
      readonly until: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<{ readonly organizationId: string; readonly at: number }>>
    /**
     * Takes organizations that are due at `now`: of several callers at once each gets others. A claim covers what is due
     * at `now`: its organization is given to nobody until the claim ends at `now + leaseMillis`, or until a commit says
     * that it is due after `now`, or never. First come those that could be taken first: since they fell due, or since
     * a claim before ended. A claim is no lock: whoever has none may commit all the same. A claim that was made after
     * `now + clockSkewMillis` counts as none, because it is of a clock that was wrong. GAP-160
     */
    readonly claimDue: (claim: {
      readonly now: number
      readonly limit: number
      readonly leaseMillis: number
      readonly clockSkewMillis: number
    }) => Effect.Effect<ReadonlyArray<DueClaim>>
    /** Moves the end of these claims to `until`, to give them back or to wait. One that is no longer there stays away. */
    readonly moveClaims: (claims: ReadonlyArray<DueClaim>, until: number) => Effect.Effect<void>
    /** Messages of a kind that are not acknowledged, oldest first. */
    readonly outbox: (list: {
      readonly kind: OutboxMessage["kind"]
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<OutboxMessage>>
    /** Codes whose `readyAt` is not after `now`, oldest first. */
    readonly readyOtps: (list: {
      readonly now: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<WaitingOtp>>
    /**
     * Replaces a code, in its place, by the next attempt of the same code or by its dead letter; false, and no change,
     * when it is no longer there or has not the `attempts` of `before`. Of several callers at once one gets true.
     */
    readonly replaceOtp: (before: WaitingOtp, after: WaitingOtp | UndeliveredOtp) => Effect.Effect<boolean>
    readonly acknowledge: (messageIds: ReadonlyArray<string>) => Effect.Effect<void>
    /**
     * All of it or, with `VersionConflict`, nothing. If the ledger of a voucher already has an entry of the same place,
     * or of the same kind and cause, the rules have a bug: nothing happens, and the commit ends as a defect.
     */
    readonly commit: (commit: Commit) => Effect.Effect<void, VersionConflict>
  }
>()("studio-billing/ports/BillingStore") {}
