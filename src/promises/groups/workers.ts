// What time causes, and telling others of it.
import type { ApplyDueRejection } from "../../app/execution/applyDue.ts"
import type { RegisterEndpoint } from "../../app/webhooks/registerEndpoint.ts"
import type { BillingEvent } from "../../core/billing/Account.ts"
import type { WebhookDelivery, WebhookDeliveryNotFound } from "../../core/webhook/WebhookDelivery.ts"
import type {
  WebhookEndpoint,
  WebhookEndpointLimitReached,
  WebhookEndpointNotFound,
  WebhookSecretInvalid,
  WebhookUrlNotAllowed,
} from "../../core/webhook/WebhookEndpoint.ts"
import type { Call } from "../Call.ts"
import type { RunDue, Wish } from "../requests.ts"

/** An organization that could not be brought up to date; the next run tries it again. */
export interface DueFault {
  readonly organizationId: string
  /** `Defect` is a bug in the rules or a port, or a broken record. */
  readonly rejection: ApplyDueRejection["_tag"] | "Defect"
  /** What was refused or thrown. */
  readonly error: unknown
}

/** What a run came to. */
export interface DueReport {
  /** How many organizations were brought up to date. */
  readonly organizations: number
  /** What happened there, in order. */
  readonly billingEvents: ReadonlyArray<{
    readonly organizationId: string
    readonly billingEvent: BillingEvent
  }>
  /** Look at them: whoever is listed here was not billed. */
  readonly failures: ReadonlyArray<DueFault>
}

/** What time causes. */
export interface EngineApi {
  /** Takes every step that is due, of all organizations: once a minute, in any number of processes. */
  readonly runDue: Call<RunDue, DueReport, never>
}

/** Telling others of events. */
export interface WebhooksApi {
  /** Adds an endpoint, which gets the events from then on. */
  readonly register: Call<
    Wish<RegisterEndpoint>,
    WebhookEndpoint,
    WebhookUrlNotAllowed | WebhookSecretInvalid | WebhookEndpointLimitReached
  >
  /** Removes an endpoint, with its waiting deliveries. */
  readonly remove: Call<{ readonly endpointId: string }, void, WebhookEndpointNotFound>
  /** Makes a delivery due at once. */
  readonly redeliver: Call<
    { readonly deliveryId: string },
    WebhookDelivery,
    WebhookDeliveryNotFound | WebhookEndpointNotFound
  >
  /** Delivers whatever is ready, and ends when no attempt is under way: now and then, in any number of processes. */
  readonly deliver: Call<Readonly<Record<never, never>>, void, never>
}
