// The gateway's webhooks, on a port of their own: `POST /stripe`. What is heard is recorded once, however often it comes.
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { type BillingPorts, hearGateway } from "studio-billing"
import { makeDispatcher, type Route, respondEmpty } from "studio-billing/http"
import { listen } from "studio-billing/http/node"
import { readStripeWebhook } from "../stripe/webhook.ts"
import { log, logFault } from "./log.ts"
import { account } from "./ports.ts"

const BODY_BYTES_MAX = 1_048_576

/** How long a stop waits for what is being heard. */
const STOP_MILLIS = 30_000

/** What the rules refuse for good is an operator's to see: it would be refused as often as it came. */
const refused = (rejection: object) =>
  Effect.sync(() => {
    log({ webhook: "refused", ...rejection })
    return 200
  })

/** Listens for webhooks until its scope ends, and gives the port. */
export const listenForHooks = Effect.fnUntraced(function* (host: string, port: number) {
  const ports = yield* Effect.context<BillingPorts>()
  // 200 when all of it is recorded, or never will be; 400 where it is not the gateway's; anything else makes it come again.
  const statusOf = (bytes: Uint8Array, signature: string) =>
    readStripeWebhook(account, { body: Buffer.from(bytes).toString(), signature }).pipe(
      Effect.flatMap((news) => Effect.forEach(news, hearGateway)),
      Effect.as(200),
      Effect.catchTags({
        WebhookRefused: () => Effect.succeed(400),
        OrganizationNotFound: refused,
        InvoiceNotFound: refused,
        AttemptNotFound: refused,
        InvoiceTransitionInvalid: refused,
        RefundExceedsPaid: refused,
      }),
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          logFault({ webhook: Cause.hasDies(cause) ? "defect" : "not recorded" }, cause)
          return 500
        }),
      ),
      Effect.provideContext(ports),
    )
  const hook: Route = {
    method: "POST",
    path: "/stripe",
    handle: ({ headers, body }) =>
      Effect.flatMap(body?.(BODY_BYTES_MAX) ?? Effect.succeed(new Uint8Array()), (bytes) =>
        Effect.map(statusOf(bytes, String(headers["stripe-signature"] ?? "")), (status) =>
          respondEmpty(status),
        ),
      ),
  }
  const dispatcher = makeDispatcher({
    routes: [hook],
    onDefect: ({ cause, ...where }) => logFault(where, cause),
  })
  // A port that is taken ends the process.
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => listen({ dispatcher, host, port, stopMillis: STOP_MILLIS })),
    ({ stop }) => Effect.promise(stop),
  )
  return server.port
})
