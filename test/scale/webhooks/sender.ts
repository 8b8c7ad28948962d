// A process that publishes events and delivers them, from a server of PostgreSQL whose port it is given.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import pg from "pg"
import { makeMemoryIdSource } from "../../../simulator/adapters/memory/MemoryIdSource.ts"
import {
  BillingStore,
  dispatchEvents,
  EventPresenter,
  IdSource,
  WebhookSender,
  WebhookStore,
} from "../../../src/index.ts"
import { fromPg, makePostgresBillingStore, makePostgresWebhookStore } from "../../../src/postgres/index.ts"
import { makeNodeWebhookSender } from "../../../src/webhooks/index.ts"

const port = Number(process.argv[2])
const pool = new pg.Pool({ host: "127.0.0.1", port, user: "postgres", password: "postgres", max: 16 })
const client = fromPg(pool)
const everyone = { allowsUrl: () => true, allowsAddress: () => true }
const ports = Layer.mergeAll(
  Layer.succeed(BillingStore, makePostgresBillingStore(client)),
  Layer.succeed(WebhookStore, makePostgresWebhookStore(client)),
  Layer.succeed(IdSource, makeMemoryIdSource()),
  Layer.succeed(WebhookSender, makeNodeWebhookSender({ policy: everyone })),
  Layer.succeed(EventPresenter, {
    present: ({ organizationId, messageId }) => ({
      organizationId,
      number: Number(messageId.slice(messageId.indexOf("/") + 1)),
    }),
  }),
)
const work = Effect.gen(function* () {
  const { wake } = yield* dispatchEvents((cause) => {
    process.stderr.write(`${String(cause)}\n`)
    process.exit(1)
  })
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`)
  return yield* Effect.forever(Effect.andThen(wake, Effect.sleep(200)))
})
setInterval(
  () => process.stdout.write(`${JSON.stringify({ bytes: process.memoryUsage.rss() })}\n`),
  500,
).unref()
process.stdin.on("close", () => process.exit()).resume()
void Effect.runPromise(Effect.provide(Effect.scoped(work), ports))
