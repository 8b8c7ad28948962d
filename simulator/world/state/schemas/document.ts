// The document as which a world is written, of the one version that this code writes.
import * as Schema from "effect/Schema"
import {
  type Account,
  OtpDelivery,
  type OtpMessage,
  type OutboxMessage,
  type Put,
  type Scope,
  WebhookEndpoint,
} from "../../../../src/index.ts"
import { CHARGES_MAX, type Attempt as GatewayAttempt } from "../../../adapters/gateway/ScriptedGateway.ts"
import { EVENTS_KEPT } from "../../../adapters/webhooks/MemoryWebhookStore.ts"
import { isClockTime } from "../../clock.ts"
import { IdempotencyKey, Organization, OtpAddress, OtpContext, Session, User } from "./access.ts"
import {
  BillingPeriod,
  BillingThreshold,
  CouponUse,
  PaymentMethod,
  Subscription,
  UsageEvent,
  Voucher,
  VoucherEntry,
} from "./account.ts"
import { Coupon, Plan } from "./catalogue.ts"
import { Answer, Charge, Invoice, Truth } from "./invoice.ts"
import { At, AtOrNull, Natural, owner } from "./scalars.ts"
import { Endpoint, NumberedEvent } from "./webhooks.ts"

const put = <K extends Put["kind"], S extends Schema.Top>(kind: K, record: S) =>
  Schema.Struct({ kind: Schema.Literal(kind), record })

/** A stored record with its kind. */
export const Record: Schema.Codec<Put> = Schema.Union([
  put("Organization", Organization),
  put("User", User),
  put("Plan", Plan),
  put("Coupon", Coupon),
  put("PaymentMethod", PaymentMethod),
  put("Subscription", Subscription),
  put("BillingPeriod", BillingPeriod),
  put("Invoice", Invoice),
  put("Voucher", Voucher),
  put("VoucherEntry", VoucherEntry),
  put("BillingThreshold", BillingThreshold),
  put("CouponUse", CouponUse),
  put("UsageEvent", UsageEvent),
  put("OtpAddress", OtpAddress),
  put("Session", Session),
  put("IdempotencyKey", IdempotencyKey),
])

const invoiceTold = { at: At, invoice: Invoice, nextPaymentAttemptAt: Schema.optionalKey(At) }
const subscriptionTold = { at: At, subscription: Subscription }

const BillingEvent: Schema.Codec<Account.BillingEvent> = Schema.Union([
  Schema.Struct({
    type: Schema.Literals([
      "invoice.issued",
      "invoice.updated",
      "payment.approved",
      "payment.failed",
      "payment.needs_operator",
    ]),
    ...invoiceTold,
  }),
  Schema.Struct({
    type: Schema.Literal("invoice.status_changed"),
    ...invoiceTold,
    previousStatus: Schema.String,
  }),
  Schema.Struct({
    type: Schema.Literals([
      "subscription.created",
      "subscription.updated",
      "subscription.trial_ending",
      "dunning.exhausted",
    ]),
    ...subscriptionTold,
  }),
  Schema.Struct({
    type: Schema.Literal("subscription.status_changed"),
    ...subscriptionTold,
    previousStatus: Schema.String,
  }),
  Schema.Struct({
    type: Schema.Literals(["voucher.granted", "voucher.updated", "payment.unapplied"]),
    at: At,
    voucher: Voucher,
  }),
  Schema.Struct({ type: Schema.Literal("voucher.revoked"), at: At, voucher: Voucher, shortfall: Natural }),
])

const Code: Schema.Codec<OtpMessage> = Schema.Struct({
  otpId: Schema.String,
  email: Schema.String,
  code: Schema.String,
  context: OtpContext,
  createdAt: At,
  expiresAt: At,
  decoy: Schema.Boolean,
})

const Message: Schema.Codec<OutboxMessage> = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("EVENT"),
    messageId: Schema.String,
    ...owner,
    position: Schema.optionalKey(Natural),
    billingEvent: BillingEvent,
  }),
  Schema.Struct({
    kind: Schema.Literal("OTP"),
    messageId: Schema.String,
    message: Code,
    attempts: Natural,
    readyAt: At,
  }),
  Schema.Struct({
    kind: Schema.Literal("OTP_UNDELIVERED"),
    messageId: Schema.String,
    email: Schema.String,
    context: OtpContext,
    reason: Schema.Literals(OtpDelivery.UNDELIVERED_REASONS),
    attempts: Natural,
    createdAt: At,
    givenUpAt: At,
  }),
])

const ScopeKind: Schema.Codec<Scope["kind"]> = Schema.Literals([
  "organization",
  "address",
  "session",
  "user",
  "plan",
  "coupon",
  "idempotency_key",
])

const Attempt: Schema.Codec<GatewayAttempt> = Schema.Struct({
  charge: Charge,
  answer: Answer,
  truth: Truth,
  cancelled: Schema.Boolean,
  requestId: Schema.NullOr(Schema.String),
})

/** The version of the document. */
export const SCHEMA_VERSION = 1

/** A world as a document. The inbox, endpoints and messages with codes are secret; an export does without them. */
export const StateDocument = Schema.Struct({
  schemaVersion: Schema.Literal(SCHEMA_VERSION),
  /** The time of its clock. */
  now: Schema.String.check(
    Schema.makeFilter(isClockTime, { expected: "an ISO 8601 time before the year 9900" }),
  ),
  store: Schema.Struct({
    versions: Schema.Array(
      Schema.Struct({ scope: Schema.Struct({ kind: ScopeKind, id: Schema.String }), version: Natural }),
    ),
    records: Schema.Array(Record),
    outbox: Schema.Array(Message),
    due: Schema.Array(Schema.Struct({ ...owner, at: AtOrNull })),
  }),
  gateway: Schema.Struct({
    attempts: Schema.Array(Attempt).check(Schema.isMaxLength(CHARGES_MAX)),
    cards: Schema.Array(Schema.String).check(Schema.isMaxLength(CHARGES_MAX)),
  }),
  /** The redemptions of the seed's coupons before the world began. */
  couponsBefore: Schema.Array(
    Schema.Struct({ couponId: Schema.String, timesRedeemed: Natural, amountRedeemed: Natural }),
  ),
  /** Oldest first. */
  events: Schema.Array(NumberedEvent).check(Schema.isMaxLength(EVENTS_KEPT)),
  /** Oldest first; secret, because each has its own. */
  endpoints: Schema.optionalKey(
    Schema.Array(Endpoint).check(Schema.isMaxLength(WebhookEndpoint.ENDPOINTS_MAX)),
  ),
  /** Newest first. */
  inbox: Schema.optionalKey(Schema.Array(Code)),
})
