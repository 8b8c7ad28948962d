// The ports as whoever does not know Effect writes them: objects whose functions return Promises. They say the same as
// the services of `src/ports`, which have all that each function has to keep. A service of this package fits too.
import type { Charge } from "../../core/billing/Account.ts"
import type { Coupon } from "../../core/coupon/Coupon.ts"
import type { Caller, Organization, User } from "../../core/identity/Access.ts"
import type { IdempotencyKey } from "../../core/identity/IdempotencyKey.ts"
import type { OtpAddress } from "../../core/identity/OtpAddress.ts"
import type { Session } from "../../core/identity/Session.ts"
import type { Invoice, InvoiceStatus } from "../../core/invoice/InvoiceRecord.ts"
import type { GatewayAnswer, LookupAnswer } from "../../core/payment/PaymentAttempt.ts"
import type { Plan, PlanStatus } from "../../core/plan/Plan.ts"
import type { BillingPolicy } from "../../core/policy/BillingPolicy.ts"
import type { Subscription } from "../../core/subscription/SubscriptionRecord.ts"
import type { Voucher, VoucherEntry, VoucherStatus } from "../../core/voucher/VoucherRecord.ts"
import type { DeliveryAnswer, DeliveryStatus, WebhookDelivery } from "../../core/webhook/WebhookDelivery.ts"
import type { WebhookEndpoint } from "../../core/webhook/WebhookEndpoint.ts"
import type { WebhookEvent } from "../../core/webhook/WebhookEvent.ts"
import type {
  AccountFocus,
  Commit,
  DueClaim,
  LoadedAccount,
  OutboxMessage,
  Page,
  PageRequest,
  Scope,
  VersionConflict,
  Versioned,
} from "../../ports/BillingStore.ts"
import type { EventMessage } from "../../ports/EventPresenter.ts"
import type { OtpMessage, UndeliveredOtp, WaitingOtp } from "../../ports/OtpSender.ts"
import type { CardTokenInvalid, TokenizedCard } from "../../ports/PaymentGateway.ts"
import type { AccessTokenInvalid } from "../../ports/TokenIssuer.ts"
import type { WebhookRequest } from "../../ports/WebhookSender.ts"

/** What the ports that come with this package give: work that begins when it is run. Your own ports need none of it. */
export interface Lazy<A, E = never> {
  /** The outline of an Effect. */
  readonly "~effect/Effect": {
    readonly _A: (_: never) => A
    readonly _E: (_: never) => E
    readonly _R: (_: never) => never
  }
}

/**
 * What a function of a port gives: a Promise, or the value itself. Where it throws or rejects, the call that needed it
 * rejects with that error; a gateway's is an answer that is not known.
 */
export type Given<A, E = never> = A | PromiseLike<A> | Lazy<A, E>

/** What a function is told beside its argument. */
export interface PortOptions {
  /** Aborted when nobody waits for the answer any more, as after `chargeDeadlineMillis`. */
  readonly signal: AbortSignal
}

/**
 * The storage of all records. `commit` writes all of a decision or nothing, and resolves to the `VersionConflict` of a
 * scope whose version is no longer the expected one, or to null. Every read sees every commit before it.
 */
export interface BillingStorePort {
  /** What an organization owns and its next decision reads, at one version. `docs/embedding.md` says what belongs to it. */
  readonly account: (organizationId: string, focus?: AccountFocus) => Given<LoadedAccount | null>
  /** An organization by its id. */
  readonly organization: (organizationId: string) => Given<Organization | null>
  /** One subscription of an organization. */
  readonly subscription: (organizationId: string, subscriptionId: string) => Given<Subscription | null>
  /** All subscriptions of the organization, newest first. */
  readonly subscriptions: (organizationId: string, page: PageRequest) => Given<Page<Subscription>>
  /** One issued invoice of an organization. */
  readonly invoice: (organizationId: string, invoiceId: string) => Given<Invoice | null>
  /** Issued invoices, newest first. */
  readonly invoices: (
    organizationId: string,
    list: PageRequest & { readonly status: InvoiceStatus | null },
  ) => Given<Page<Invoice>>
  /** One voucher of an organization. */
  readonly voucher: (organizationId: string, voucherId: string) => Given<Voucher | null>
  /** Newest first, with that status at the instant `at`. */
  readonly vouchers: (
    organizationId: string,
    list: PageRequest & { readonly status: VoucherStatus | null; readonly at: number },
  ) => Given<Page<Voucher>>
  /** The entries of a voucher's ledger, the latest first. */
  readonly voucherEntries: (
    organizationId: string,
    voucherId: string,
    page: PageRequest,
  ) => Given<Page<VoucherEntry>>
  /** A plan of the catalogue, ACTIVE or not. */
  readonly plan: (planId: string) => Given<Plan | null>
  /** In the order in which they were defined. */
  readonly plans: (list: PageRequest & { readonly status: PlanStatus | null }) => Given<Page<Plan>>
  /** The coupon of a code. */
  readonly couponByCode: (code: string) => Given<Coupon | null>
  /** The existing coupons among these ids. */
  readonly couponsById: (couponIds: ReadonlyArray<string>) => Given<ReadonlyArray<Coupon>>
  /** A user by its id. */
  readonly user: (userId: string) => Given<Versioned<User> | null>
  /** By normalised address. */
  readonly userByEmail: (email: string) => Given<Versioned<User> | null>
  /** By normalised address; an unknown address is empty, at version 0. */
  readonly otpAddress: (email: string) => Given<Versioned<OtpAddress>>
  /** The address that a code was requested for. */
  readonly otpAddressOf: (otpId: string) => Given<Versioned<OtpAddress> | null>
  /** A session by its id, also an ended one. */
  readonly session: (sessionId: string) => Given<Versioned<Session> | null>
  /** The use of an idempotency key. */
  readonly idempotencyKey: (keyId: string) => Given<Versioned<IdempotencyKey> | null>
  /** The sessions of a user that are not ended or expired at the instant `at`. */
  readonly openSessions: (userId: string, at: number) => Given<ReadonlyArray<Versioned<Session>>>
  /** The version of a scope: 0 where nothing was committed to it. */
  readonly version: (scope: Scope) => Given<number>
  /** Organizations whose due instant is not after `until`, earliest first; claimed ones as well. */
  readonly due: (list: {
    readonly until: number
    readonly limit: number
  }) => Given<ReadonlyArray<{ readonly organizationId: string; readonly at: number }>>
  /** Takes organizations that are due at `now`, for a while or until a commit says that they are due later. */
  readonly claimDue: (claim: {
    readonly now: number
    readonly limit: number
    readonly leaseMillis: number
    readonly clockSkewMillis: number
  }) => Given<ReadonlyArray<DueClaim>>
  /** Moves the end of these claims; one that is no longer there stays away. */
  readonly moveClaims: (claims: ReadonlyArray<DueClaim>, until: number) => Given<void>
  /** Messages of a kind that are not acknowledged, oldest first. */
  readonly outbox: (list: {
    readonly kind: OutboxMessage["kind"]
    readonly limit: number
  }) => Given<ReadonlyArray<OutboxMessage>>
  /** Codes whose `readyAt` is not after `now`, oldest first. */
  readonly readyOtps: (list: {
    readonly now: number
    readonly limit: number
  }) => Given<ReadonlyArray<WaitingOtp>>
  /** Replaces a code that still has the `attempts` of `before`; false, and no change, for any other. */
  readonly replaceOtp: (before: WaitingOtp, after: WaitingOtp | UndeliveredOtp) => Given<boolean>
  /** Removes messages from the outbox; an unknown id is not an error. */
  readonly acknowledge: (messageIds: ReadonlyArray<string>) => Given<void>
  /** All of it, which is null; or nothing, which is the conflict. */
  readonly commit: (
    commit: Commit,
  ) => VersionConflict | null | PromiseLike<VersionConflict | null> | Lazy<void, VersionConflict>
}

/** Charges payment methods. A call that throws or rejects is an unknown outcome, which is looked up later. */
export interface PaymentGatewayPort {
  /** Turns the token of a card into a card that can be stored; null for a token that it does not know. */
  readonly tokenize: (
    cardToken: string,
    options: PortOptions,
  ) => TokenizedCard | null | PromiseLike<TokenizedCard | null> | Lazy<TokenizedCard, CardTokenInvalid>
  /** Charges once under the charge's `attemptId`: the same id again is the same charge. */
  readonly charge: (charge: Charge, options: PortOptions) => Given<GatewayAnswer>
  /** Looks a charge up. It gets the same value as `charge`, so that the method says where to ask. */
  readonly lookup: (charge: Charge, options: PortOptions) => Given<LookupAnswer>
  /** Cancels the pending boleto of a charge; the answer is its present outcome. */
  readonly cancel: (charge: Charge, options: PortOptions) => Given<LookupAnswer>
}

/** Makes ids. All are UUIDs. */
export interface IdSourcePort {
  /** An id that was never given before. */
  readonly next: (() => Given<string>) | Lazy<string>
  /** The id for a key: always the same one, and another one for another key. */
  readonly derive: (key: string) => string
}

/** Makes secrets and recognises them; only sign-in and webhooks need it. */
export interface SecretsPort {
  /** A code of that many decimal digits. */
  readonly otpCode: (digits: number) => Given<string>
  /** The keyed hash under which a secret is stored. `subject` ties it to its record. */
  readonly digest: (secret: { readonly subject: string; readonly text: string }) => string
  /** Tells in constant time whether a text has that hash. */
  readonly matches: (secret: {
    readonly subject: string
    readonly text: string
    readonly digest: string
  }) => boolean
  /** The first refresh token of a session: opaque, 256 random bits. */
  readonly refreshToken: (sessionId: string) => Given<string>
  /** The successor of a token: always the same for the same token. */
  readonly successor: (refreshToken: string) => string
  /** The session of a token that this service made; null for any other text. */
  readonly sessionOf: (refreshToken: string) => string | null
  /** The secret that signs the webhooks of one endpoint: `whsec_` and the base64 of 256 random bits. */
  readonly webhookSecret: (() => Given<string>) | Lazy<string>
}

/** Signs and verifies access tokens; only sign-in needs it. */
export interface TokenIssuerPort {
  /** A token for a caller, valid from `now` on for `expiresInSeconds`. */
  readonly issue: (
    token: Caller & { readonly now: number; readonly expiresInSeconds: number },
  ) => Given<string>
  /** The caller of a token that this service issued and that has not expired at `now`; null for any other text. */
  readonly verify: (
    accessToken: string,
    now: number,
  ) => Caller | null | PromiseLike<Caller | null> | Lazy<Caller, AccessTokenInvalid>
}

/**
 * Sends codes; only sign-in needs it. A send has to take as long for a decoy as for any other, also where it fails:
 * `withEqualTimes` sees to it.
 */
export interface OtpSenderPort {
  /** The same message can come again, with the same `otpId`. */
  readonly send: (message: OtpMessage, options: PortOptions) => Given<void>
}

/** The storage of webhooks: endpoints, and deliveries to them. */
export interface WebhookStorePort {
  /** In the order in which they were added. */
  readonly endpoints: (() => Given<ReadonlyArray<WebhookEndpoint>>) | Lazy<ReadonlyArray<WebhookEndpoint>>
  /** Adds an endpoint at the end. */
  readonly addEndpoint: (endpoint: WebhookEndpoint) => Given<void>
  /** Replaces `before` by `after` in its place; false, and no change, when `before` is no longer the stored one. */
  readonly replaceEndpoint: (before: WebhookEndpoint, after: WebhookEndpoint) => Given<boolean>
  /** Removes an endpoint and its PENDING deliveries; false for an unknown id. */
  readonly removeEndpoint: (endpointId: string) => Given<boolean>
  /** Stores an event with its deliveries, all or nothing. A known event changes nothing. */
  readonly publish: (event: WebhookEvent, deliveries: ReadonlyArray<WebhookDelivery>) => Given<void>
  /**
   * The endpoint's PENDING deliveries that may be made at `now`, in the order of their events, or of the instants from which
   * they may be made.
   */
  readonly ready: (list: {
    readonly endpointId: string
    readonly now: number
    readonly limit: number
  }) => Given<ReadonlyArray<WebhookDelivery>>
  /** When the next PENDING delivery may be made; null where none waits. */
  readonly nextReadyAt: (now: number) => Given<number | null>
  /** A delivery by its id. */
  readonly delivery: (deliveryId: string) => Given<WebhookDelivery | null>
  /** A page of the endpoint's deliveries of a status, that of the latest event first. */
  readonly deliveries: (
    list: PageRequest & { readonly endpointId: string; readonly status: DeliveryStatus },
  ) => Given<Page<WebhookDelivery>>
  /** The endpoint's PARKED deliveries whose `createdAt` is not before `since`, in the order of their events. */
  readonly parked: (list: {
    readonly endpointId: string
    readonly since: number
    readonly limit: number
  }) => Given<ReadonlyArray<WebhookDelivery>>
  /** Replaces `before` by `after`; false, and no change, when `before` is no longer the stored one. */
  readonly replace: (before: WebhookDelivery, after: WebhookDelivery) => Given<boolean>
}

/** Sends webhooks; `makeNodeWebhookSender` of `studio-billing/webhooks` is one. */
export interface WebhookSenderPort {
  /** Makes one attempt. It never rejects, and ends in time. */
  readonly send: (request: WebhookRequest, options: PortOptions) => Given<DeliveryAnswer>
  /** Tells whether it would send to a URL, judged by its text. */
  readonly accepts: (url: string) => boolean
}

/** Writes the payload of events. */
export interface EventPresenterPort {
  /** The payload, at once; it is written as JSON. */
  readonly present: (message: EventMessage, policy: BillingPolicy) => object & { readonly then?: never }
}
