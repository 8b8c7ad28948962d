// What both processes stand on: a pool of connections, the stores over it, the gateway, and the policy of the service.
import { createHash, randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import pg from "pg"
import {
  BillingStore,
  billingPolicy,
  defaultPolicy,
  EventPresenter,
  IdSource,
  OtpSender,
  PaymentGateway,
  WebhookSender,
  WebhookStore,
  withCircuitBreaker,
  withEqualTimes,
} from "studio-billing"
import { presentEvent } from "studio-billing/api"
import { fromPg, makePostgresBillingStore, makePostgresWebhookStore } from "studio-billing/postgres"
import { makeNodeWebhookSender, publicReceivers } from "studio-billing/webhooks"
import { makeStripeGateway } from "../stripe/StripeGateway.ts"
import { log } from "./log.ts"
import { database, mailUrl, stripe } from "./settings.ts"

/** The policy of this service: there are no bank slips at Stripe. */
export const policy = { ...defaultPolicy, paymentMethodsMax: { CARD: 3, BOLETO: 0 } }

/** The pool. A connection that breaks while nobody uses it is replaced; without a listener it would end the process. */
export const pool = new pg.Pool({
  ...database(),
  connectionTimeoutMillis: 10_000,
  // No statement takes so long: one that does has lost its server, and a lost commit is looked up.
  query_timeout: 60_000,
})
pool.on("error", ({ message }) => log({ database: message }))

/** The account at the gateway. */
export const account = stripe()

/** The database. */
export const client = fromPg(pool)

const mail = mailUrl()
if (mail === null) log({ mail: "MAIL_URL is not set: codes are not sent" })

// What the mail service does not accept in two seconds is a defect, and is tried again.
const sender = withEqualTimes({
  send: ({ email, code }) =>
    mail === null
      ? Effect.void
      : Effect.promise(async (signal) => {
          const body = JSON.stringify({ to: email, text: `Your code is ${code}` })
          const { ok, status } = await fetch(mail, { method: "POST", body, signal })
          if (!ok) throw new Error(`The mail service answered ${status}`)
        }),
})

/** Ids: a derived one is a UUID of version 8 made of a hash of its key, a fresh one a UUID of version 4. */
const ids: IdSource["Service"] = {
  next: Effect.sync(() => randomUUID()),
  derive: (key) =>
    createHash("sha256")
      .update(key)
      .digest("hex")
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5"),
}

/** The ports that both processes need. */
export const ports = Layer.mergeAll(
  Layer.succeed(BillingStore, makePostgresBillingStore(client)),
  Layer.succeed(WebhookStore, makePostgresWebhookStore(client)),
  Layer.succeed(PaymentGateway, withCircuitBreaker(makeStripeGateway(account))),
  Layer.succeed(IdSource, ids),
  Layer.succeed(OtpSender, sender),
  Layer.succeed(EventPresenter, { present: presentEvent }),
  Layer.succeed(WebhookSender, makeNodeWebhookSender({ policy: publicReceivers })),
  billingPolicy(policy),
)
