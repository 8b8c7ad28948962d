// A small host: the use cases of studio-billing on these stores and this gateway. Its functions are what routes and workers
// of a service call. Who may call them is the service's own affair, and checked before.
import { createHash, randomUUID } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  addPaymentMethod,
  type BillingPolicy,
  BillingStore,
  billingPolicy,
  changeInvoice,
  createOrganization,
  createSubscription,
  createUser,
  type DueRun,
  defaultPolicy,
  EventPresenter,
  IdSource,
  type Invoice,
  type PayInvoice,
  PaymentGateway,
  Payments,
  Permission,
  payInvoice,
  runDue,
  WebhookSender,
  WebhookStore,
  withIdempotencyKey,
} from "studio-billing"
import { presentEvent } from "studio-billing/api"
import { makeNodeWebhookSender, publicReceivers } from "studio-billing/webhooks"
import type { AcquirerEvent } from "./AcquirerGateway.ts"
import type { Database } from "./Database.ts"
import { makeSqliteBillingStore } from "./SqliteBillingStore.ts"
import { makeSqliteWebhookStore } from "./SqliteWebhookStore.ts"
import { sweep } from "./sweep.ts"

/** The policy of this service: its acquirer makes no bank slips, and remembers a key for two days. */
export const policy: BillingPolicy = {
  ...defaultPolicy,
  paymentMethodsMax: { CARD: 3, BOLETO: 0 },
  gatewayKeyMillis: 2 * 86_400_000,
}

/** Ids: a derived one is a UUID of version 8 made of a hash of its key, a fresh one a UUID of version 4. */
export const ids: IdSource["Service"] = {
  next: Effect.sync(() => randomUUID()),
  derive: (key) =>
    createHash("sha256")
      .update(key)
      .digest("hex")
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5"),
}

/** The ports of the service, on one database and one gateway. */
export const portsOf = (database: Database, gateway: PaymentGateway["Service"]) =>
  Layer.mergeAll(
    Layer.succeed(BillingStore, makeSqliteBillingStore(database)),
    Layer.succeed(WebhookStore, makeSqliteWebhookStore(database)),
    Layer.succeed(PaymentGateway, gateway),
    Layer.succeed(IdSource, ids),
    billingPolicy(policy),
    Layer.succeed(EventPresenter, { present: presentEvent }),
    Layer.succeed(WebhookSender, makeNodeWebhookSender({ policy: publicReceivers })),
  )

/** Signs a company up, with the person who may do everything there. */
export const signUp = Effect.fnUntraced(function* (company: {
  readonly name: string
  readonly email: string
}) {
  const organization = yield* createOrganization({
    organizationId: null,
    name: company.name,
    currency: "BRL",
    status: "ACTIVE",
  })
  const { organizationId } = organization
  const memberships = [{ organizationId, permissions: Permission.ALL_PERMISSIONS }]
  const user = yield* createUser({ userId: null, email: company.email, emailVerified: true, memberships })
  return { organization, user }
})

/** Stores a card and subscribes with it. Nothing is charged yet: the fee falls due when its cycle ends. */
export const subscribe = Effect.fnUntraced(function* (chosen: {
  readonly organizationId: string
  readonly cardToken: string
  readonly planId: string
  readonly planIntervalId: string
}) {
  const { organizationId, cardToken, ...plan } = chosen
  const { paymentMethodId } = yield* addPaymentMethod({
    organizationId,
    type: "CARD",
    cardToken,
    isDefault: true,
    billingDetails: { name: null, email: null },
  })
  return yield* createSubscription({ organizationId, ...plan, paymentMethodId, couponCode: null })
})

/** Pays an invoice. The same key again is answered as it was the first time, also by another process. */
export const pay = (call: {
  readonly userId: string
  readonly key: string
  readonly command: PayInvoice
}) => {
  const { userId, key, command } = call
  const { organizationId, invoiceId } = command
  return withIdempotencyKey(
    { key, caller: { userId, organizationId }, operation: `pay ${invoiceId}`, body: command },
    {
      write: (paid: Invoice.Invoice) => JSON.stringify(paid),
      read: (text): Invoice.Invoice => JSON.parse(text),
    },
    payInvoice(command),
  )
}

/**
 * Hears from the acquirer what became of a charge. It goes the way of the direct answer, by the id of the attempt: the
 * money counts once, whichever comes first and however often.
 */
export const hear = ({ organizationId, invoiceId, attemptId, answer }: AcquirerEvent) =>
  changeInvoice({ organizationId, invoiceId }, (account, now, rules) =>
    Payments.recordAnswer(account, { invoiceId, attemptId, answer, now }, rules),
  )

/** Does what is due by now, and forgets what is over: once a minute, in any number of processes. */
export const tick = Effect.fnUntraced(function* (
  database: Database,
): Effect.fn.Return<DueRun, never, BillingStore | IdSource | PaymentGateway> {
  const now = yield* Clock.currentTimeMillis
  const run = yield* runDue(now)
  yield* sweep(database, now, policy)
  return run
})
