// What both processes stand on: a pool of connections, the stores over it, the gateway, and the policy of the service.
import { createHash, randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"
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

const mailService = mailUrl()
if (mailService === null) log({ mail: "MAIL_URL is not set: codes are not sent" })

/** How long it takes to hand over a code, also one that goes nowhere: nobody is to learn by it which addresses have an account. */
const SEND_MILLIS = 2_000

/** Hands a code to the mail service. What it does not accept in time is a defect, and is tried again. */
const mail = async (url: string, email: string, code: string): Promise<void> => {
  const body = JSON.stringify({ to: email, text: `Your code is ${code}` })
  const signal = AbortSignal.timeout(SEND_MILLIS)
  const { ok, status } = await fetch(url, { method: "POST", body, signal })
  if (!ok) throw new Error(`The mail service answered ${status}`)
}

const sender: OtpSender["Service"] = {
  send: ({ email, code, decoy }) =>
    mailService === null
      ? Effect.void
      : Effect.promise(async () => {
          const isOver = setTimeout(SEND_MILLIS)
          try {
            if (!decoy) await mail(mailService, email, code)
          } finally {
            await isOver
          }
        }),
}

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
