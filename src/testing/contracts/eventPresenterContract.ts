// The contract of `EventPresenter`: every event has a payload that JSON carries, the same each time, and no other's.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { BillingEvent } from "../../core/billing/Account.ts"
import { defaultPolicy } from "../../core/policy/BillingPolicy.ts"
import { EVENT_TYPES, type EventType } from "../../core/webhook/WebhookEvent.ts"
import { type EventMessage, EventPresenter } from "../../ports/EventPresenter.ts"
import { frozen } from "../frozen.ts"
import { hold, type Law, same } from "../Law.ts"
import { contractOf, type PortCase } from "./PortCase.ts"
import { invoiceOf, subscriptionOf, voucherOf } from "./records.ts"

const invoice = invoiceOf("invoice-1")
const subscription = subscriptionOf("subscription-1")
const voucher = voucherOf("voucher-1", [])

/** One event of each type. */
const events: Readonly<Record<EventType, BillingEvent>> = {
  "payment.approved": { type: "payment.approved", at: 0, invoice },
  "payment.failed": { type: "payment.failed", at: 0, invoice },
  "payment.needs_operator": { type: "payment.needs_operator", at: 0, invoice },
  "payment.unapplied": { type: "payment.unapplied", at: 0, voucher },
  "subscription.created": { type: "subscription.created", at: 0, subscription },
  "subscription.status_changed": {
    type: "subscription.status_changed",
    at: 0,
    subscription,
    previousStatus: "PAUSED",
  },
  "subscription.updated": { type: "subscription.updated", at: 0, subscription },
  "invoice.issued": { type: "invoice.issued", at: 0, invoice },
  "invoice.status_changed": { type: "invoice.status_changed", at: 0, invoice, previousStatus: "OPEN" },
  "invoice.updated": { type: "invoice.updated", at: 0, invoice },
  "voucher.granted": { type: "voucher.granted", at: 0, voucher },
  "voucher.updated": { type: "voucher.updated", at: 0, voucher },
  "voucher.revoked": { type: "voucher.revoked", at: 0, voucher, shortfall: 0 },
  "subscription.trial_ending": { type: "subscription.trial_ending", at: 0, subscription },
  "dunning.exhausted": { type: "dunning.exhausted", at: 0, subscription },
}

const messageOf = (type: EventType, messageId = "message-1"): EventMessage => ({
  kind: "EVENT",
  messageId,
  organizationId: "org-1",
  billingEvent: events[type],
})

const ofEach = (tell: (type: EventType) => void): Effect.Effect<void> =>
  Effect.sync(() => EVENT_TYPES.forEach(tell))

const cases: ReadonlyArray<PortCase<EventPresenter["Service"]>> = [
  {
    name: "every event has a payload",
    rule: "It is an object, whatever the type of the event.",
    tell: ({ present }) =>
      ofEach((type) => {
        const payload: unknown = present(messageOf(type), defaultPolicy)
        hold(
          `${type} is no object`,
          typeof payload === "object" && payload !== null && !Array.isArray(payload),
        )
      }),
  },
  {
    name: "JSON carries a payload as it is",
    rule: "It has no dates, big integers or members without a value, which would arrive as something else.",
    tell: ({ present }) =>
      ofEach((type) => {
        const payload = present(messageOf(type), defaultPolicy)
        const text = attempt(() => JSON.stringify(payload))
        same(
          type,
          attempt(() => JSON.parse(text)),
          payload,
        )
        same(`members of ${type}`, undefinedIn(payload), false)
      }),
  },
  {
    name: "an event has the same payload each time",
    rule: "A process that ended publishes it again, and receivers get the same bytes.",
    tell: ({ present }) =>
      ofEach((type) => {
        const text = () => attempt(() => JSON.stringify(present(messageOf(type), defaultPolicy)))
        same(type, text(), text())
      }),
  },
  {
    name: "another event has another payload",
    rule: "Two events of the same change are told apart, so that a receiver knows which one it had.",
    tell: ({ present }) =>
      ofEach((type) => {
        const texts = ["message-1", "message-2"].map((id) =>
          attempt(() => JSON.stringify(present(messageOf(type, id), defaultPolicy))),
        )
        hold(`two events of ${type} are the same`, new Set(texts).size === 2 || texts[0] === "not JSON")
      }),
  },
  {
    name: "an event is not changed",
    rule: "The message is read and left as it was.",
    tell: ({ present }) =>
      ofEach((type) => {
        present(frozen(structuredClone(messageOf(type))), defaultPolicy)
      }),
  },
]

/** What JSON cannot do is for one case to say. */
const attempt = (run: () => string): string => {
  try {
    return run()
  } catch {
    return "not JSON"
  }
}

const undefinedIn = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === "object" && value !== null && Object.values(value).some(undefinedIn))

/**
 * The contract of a presenter of events. It knows no wire: that a payload has the members that receivers want is for the
 * host to test.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { EventPresenter } from "studio-billing"
 * import { eventPresenterContract } from "studio-billing/testing"
 *
 * declare const present: EventPresenter["Service"]["present"]
 * eventPresenterContract(() => Layer.succeed(EventPresenter, { present })).length // 5
 * ```
 */
export const eventPresenterContract: (
  makeLayer: () => Layer.Layer<EventPresenter, unknown>,
) => ReadonlyArray<Law> = contractOf(EventPresenter, cases)
