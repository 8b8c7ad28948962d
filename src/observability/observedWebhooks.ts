// The ports of webhooks and of one-time codes, with a client span for each sending.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { attribute, spanName } from "../app/telemetry/telemetry.ts"
import type { WebhookDelivery } from "../core/webhook/WebhookDelivery.ts"
import type { OtpSender } from "../ports/OtpSender.ts"
import type { WebhookSender } from "../ports/WebhookSender.ts"
import type { WebhookStore } from "../ports/WebhookStore.ts"
import { update } from "./metrics.ts"
import { observedCall } from "./observedCall.ts"

/** The sender of webhooks, observed. Of the address only the host is told, because its path may hold a secret. */
export const observedWebhookSender = (sender: WebhookSender["Service"]): WebhookSender["Service"] => ({
  accepts: (url) => sender.accepts(url),
  send: (request) =>
    observedCall(
      {
        name: spanName.webhook,
        attributes: { [attribute.httpMethod]: "POST", [attribute.serverAddress]: hostOf(request.url) },
        onExit: (span, exit) =>
          Effect.sync(() => {
            if (Exit.isFailure(exit)) return
            const { status, failure } = exit.value
            if (status !== null) span.attribute(attribute.httpStatus, status)
            if (failure !== null) span.attribute(attribute.errorType, failure)
            else if (status !== null && status >= 400) span.attribute(attribute.errorType, String(status))
          }),
      },
      () => sender.send(request),
    ),
})

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "")

/** The store of webhooks, which counts each attempt that was recorded. */
export const observedWebhookStore = (store: WebhookStore["Service"]): WebhookStore["Service"] => {
  const replace: WebhookStore["Service"]["replace"] = (before, after) =>
    Effect.tap(store.replace(before, after), (replaced) => {
      const outcome = replaced ? outcomeOf(before, after) : null
      return outcome === null ? Effect.void : update("webhookDeliveries", 1, { [attribute.outcome]: outcome })
    })
  return new Proxy({} as WebhookStore["Service"], {
    get: (_, name) => {
      if (name === "replace") return replace
      const member: unknown = Reflect.get(store, name)
      return typeof member === "function" ? member.bind(store) : member
    },
  })
}

/** What became of an attempt; null where the delivery was only leased, or is to be sent again by hand. */
const outcomeOf = (before: WebhookDelivery, after: WebhookDelivery): string | null => {
  if (after.status !== before.status && after.status !== "PENDING") return after.status.toLowerCase()
  return after.failures > before.failures ? "failed" : null
}

/** The sender of codes, observed. Its span has no attributes, so that a decoy looks like any other code. */
export const observedOtpSender = (sender: OtpSender["Service"]): OtpSender["Service"] => ({
  send: (message) => observedCall({ name: spanName.otp }, () => sender.send(message)),
})
