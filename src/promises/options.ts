// What `createBilling` is given, and each call.
import type { OtpPolicy } from "../core/identity/OtpPolicy.ts"
import type { BillingPolicy } from "../core/policy/BillingPolicy.ts"
import type {
  BillingStorePort,
  EventPresenterPort,
  IdSourcePort,
  OtpSenderPort,
  PaymentGatewayPort,
  SecretsPort,
  TokenIssuerPort,
  WebhookSenderPort,
  WebhookStorePort,
} from "./ports/ports.ts"

/** The outline of an exporter, which `makeOtlpExporter` of `studio-billing/observability` makes. */
export interface ExporterOption {
  /** Not for a call: what is observed is known to Effect alone. */
  readonly observe: (services: never) => unknown
  /** Sends what is left, and ends. */
  readonly close: () => Promise<void>
}

/** The ports and the policy of a service. */
export interface BillingOptions {
  /** Where the records are. */
  readonly store: BillingStorePort
  /** Who charges. */
  readonly gateway: PaymentGatewayPort
  /** By default ids of `node:crypto`. */
  readonly ids?: IdSourcePort
  /** What differs from the defaults of the billing policy. */
  readonly policy?: Partial<BillingPolicy>
  /** What differs from the defaults of one-time passwords. */
  readonly otpPolicy?: Partial<OtpPolicy>
  /** The present instant in milliseconds, by default `Date.now`. Deadlines wait in real time all the same. */
  readonly clock?: () => number
  /** `auth`, `webhooks.register` and `webhooks.rotateSecret` need it. */
  readonly secrets?: SecretsPort
  /** `auth` needs it. */
  readonly tokens?: TokenIssuerPort
  /** `auth.requestOtp` needs it. */
  readonly otpSender?: OtpSenderPort
  /** `webhooks` need it. */
  readonly webhookStore?: WebhookStorePort
  /** `webhooks.register`, `webhooks.update` and `webhooks.deliver` need it. */
  readonly webhookSender?: WebhookSenderPort
  /** By default the payloads of the contract. */
  readonly presenter?: EventPresenterPort
  /** Exports spans, metrics and logs: `makeOtlpExporter` of `studio-billing/observability`. */
  readonly exporter?: ExporterOption
  /** Told what a port threw or rejected with, and its name, such as `gateway.charge`: the rules take that for an unknown outcome. */
  readonly onPortError?: (error: unknown, member: string) => void
}

/** What any call takes beside its request. */
export interface CallOptions {
  /**
   * Aborts the call, which then rejects with its reason at once. A payment that has begun goes on, and is recorded.
   * GAP-149
   */
  readonly signal?: AbortSignal
}
