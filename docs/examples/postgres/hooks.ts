// The gateway's webhooks, on a port of their own: `POST /stripe`. What is heard is recorded once, however often it comes.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { type BillingPorts, hearGateway } from "studio-billing"
import { readStripeWebhook } from "../stripe/webhook.ts"
import { log, logFault } from "./log.ts"
import { account } from "./ports.ts"

const BODY_BYTES_MAX = 1_048_576

/** Listens for webhooks until its scope ends, and gives the port. */
export const listenForHooks = Effect.fnUntraced(function* (host: string, port: number) {
  const ports = yield* Effect.context<BillingPorts>()
  // 200 when all of it is recorded; 400 where it is not the gateway's; anything else makes it come again.
  const statusOf = (body: string, signature: string): Promise<number> =>
    readStripeWebhook(account, { body, signature }).pipe(
      Effect.flatMap((news) => Effect.forEach(news, hearGateway)),
      Effect.as(200),
      Effect.catchTag("WebhookRefused", () => Effect.succeed(400)),
      Effect.catchCause((cause) =>
        Effect.sync(() => {
          logFault({ webhook: Cause.hasDies(cause) ? "defect" : "not recorded" }, cause)
          return 500
        }),
      ),
      Effect.provideContext(ports),
      Effect.runPromise,
    )
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Array<Buffer> = []
    let bytes = 0
    const isHook = request.method === "POST" && request.url === "/stripe"
    for await (const part of request) {
      bytes += part.length
      if (bytes <= BODY_BYTES_MAX) parts.push(part)
    }
    const signature = String(request.headers["stripe-signature"] ?? "")
    const body = Buffer.concat(parts).toString("utf8")
    response.statusCode = !isHook ? 404 : bytes > BODY_BYTES_MAX ? 413 : await statusOf(body, signature)
    response.end()
  }
  // Whoever leaves in the middle of a request ends that request, and not the process.
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.requestTimeout = 10_000
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      // A port that is taken ends the process. What goes wrong later does not.
      server.once("error", (fault) => resume(Effect.die(fault)))
      server.listen(port, host, () => {
        server.removeAllListeners("error").on("error", ({ message }) => log({ hooks: message }))
        resume(Effect.void)
      })
    }),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void))),
  )
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : port
})
