// Scenes around one charge: what makes it, the points at which its process can end, and what is to be seen of it.
import * as Effect from "effect/Effect"
import { applyDue, type Invoice, type PaymentAttempt, payInvoice, runDue } from "../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "./billing.ts"
import { type Fate, makeForgettingGateway } from "./forgettingGateway.ts"
import type { Point } from "./processes.ts"

const DAY = 24 * 60 * 60_000

/** The end of the first cycle of `subscribed`. */
export const boundary = Date.UTC(2026, 1, 28, 12)

/** Pays an invoice with the default method. */
export const pay = (invoiceId: string) =>
  payInvoice({ organizationId, invoiceId, paymentMethodId: null, expectedPayableAmount: null })

const approved = ["payment.approved", "invoice.status_changed"]
const declined = ["payment.failed", "invoice.status_changed", "subscription.status_changed"]
/** The subscription is in its next period. */
const billed = ["invoice.issued", "subscription.updated"]

/** What makes a charge: when, with which charges before it, and what is announced before it and by its answer. */
export const causes = {
  "a payment": {
    at: startAt,
    fates: [],
    before: ["subscription.created"],
    approved: ["invoice.issued", ...approved],
    declined: ["invoice.issued", ...declined],
  },
  "a boundary": {
    at: boundary,
    fates: [],
    before: ["subscription.created"],
    approved: [...billed, ...approved],
    declined: [...billed, ...declined],
  },
  "a dunning round": {
    at: boundary + DAY,
    fates: ["declined"],
    before: ["subscription.created", ...billed, ...declined],
    // The round begins.
    approved: ["subscription.updated", ...approved, "subscription.status_changed"],
    declined: ["subscription.updated", "payment.failed"],
  },
} satisfies Record<string, { readonly fates: ReadonlyArray<Fate>; readonly [member: string]: unknown }>

export type Cause = keyof typeof causes

/** The points of a charge: whether its attempt is stored then, whether it arrived, and whether its answer is stored. */
export const rows = {
  "before commit 1": {
    point: { call: "commit", nth: 1, when: "before" },
    started: false,
    arrived: false,
    over: false,
  },
  "after commit 1": {
    point: { call: "commit", nth: 1, when: "after" },
    started: true,
    arrived: false,
    over: false,
  },
  "during the charge, before it arrives": {
    point: { call: "charge", nth: 1, when: "before" },
    started: true,
    arrived: false,
    over: false,
  },
  "during the charge, after it arrived": {
    point: { call: "charge", nth: 1, when: "after" },
    started: true,
    arrived: true,
    over: false,
  },
  "before commit 2": {
    point: { call: "commit", nth: 2, when: "before" },
    started: true,
    arrived: true,
    over: false,
  },
  "after commit 2, before the answer": {
    point: { call: "commit", nth: 2, when: "after" },
    started: true,
    arrived: true,
    over: true,
  },
} as const satisfies Record<string, { readonly point: Point; readonly [member: string]: unknown }>

export type Row = keyof typeof rows

/** Every cause with every row. */
export const table = (Object.keys(causes) as ReadonlyArray<Cause>).flatMap((cause) =>
  (Object.keys(rows) as ReadonlyArray<Row>).map((row) => [cause, row] as const),
)

/** A service right before a charge whose fate is told. */
export const about = async (cause: Cause, fate: Fate) => {
  const { fates, at } = causes[cause]
  const gateway = makeForgettingGateway([...fates, fate])
  const billing = makeBilling({ gateway: gateway.service })
  await billing.seeded()
  const { upcoming } = await billing.run(subscribed())
  if (cause === "a dunning round") {
    billing.setNow(boundary)
    await billing.run(runDue(boundary))
  }
  billing.setNow(at)
  const { invoiceId } = upcoming
  const invoice = (): Invoice.Invoice | undefined =>
    billing.state.ofOrganization(organizationId)?.invoices.find((issued) => issued.invoiceId === invoiceId)
  return {
    ...billing,
    at,
    invoiceId,
    /** What makes the charge, when a client asks or the engine runs. */
    byClient:
      cause === "a payment"
        ? Effect.asVoid(Effect.result(pay(invoiceId)))
        : Effect.asVoid(Effect.result(applyDue({ organizationId }))),
    byProcess:
      cause === "a payment" ? Effect.asVoid(Effect.result(pay(invoiceId))) : Effect.asVoid(runDue(at)),
    invoice,
    attempt: (): PaymentAttempt.PaymentAttempt | undefined => invoice()?.attempts[fates.length],
    /** The charges that arrived, without those before the scene. */
    arrived: () => gateway.arrived().slice(fates.length),
    status: () => billing.state.ofOrganization(organizationId)?.subscriptions.at(-1)?.status,
    events: (): ReadonlyArray<string> =>
      billing.state
        .outbox()
        .flatMap((message) => (message.kind === "EVENT" ? [message.billingEvent.type] : [])),
  }
}

export type Scene = Awaited<ReturnType<typeof about>>
