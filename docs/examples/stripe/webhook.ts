// Webhooks of Stripe: checked, and read as news for `hearGateway`. An example, tested against a fake; it was never run
// against Stripe itself.
//
// Sources, on https://docs.stripe.com: /webhooks (the signature, its tolerance of five minutes; an event may come twice,
// and in any order), /api/events/types, /api/refunds, /api/disputes.
import { createHmac, timingSafeEqual } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { GatewayNews } from "studio-billing"
import { Intent, intentAnswer, makeCall, referenceOf, type StripeAccount } from "./StripeGateway.ts"

/** A request as it came: the body byte by byte, and the header `Stripe-Signature`. */
export interface WebhookRequest {
  readonly body: string
  readonly signature: string
}

/** The request is not Stripe's, or is too old: answer 400. It says nothing of the secret, nor of the body. */
export interface WebhookRefused {
  readonly _tag: "WebhookRefused"
}

/** Stripe could not be asked what the event is about: answer 500, so that the event comes again. */
export interface WebhookUnread {
  readonly _tag: "WebhookUnread"
}

const TOLERANCE_SECONDS = 300

const PARSED =
  "readStripeWebhook: `body` has to be the text as it came, before anything parsed it: take it by express.text or request.text()"

const Event = Schema.Struct({ type: Schema.String, data: Schema.Struct({ object: Schema.Unknown }) })

/** A refund or a dispute: what is done to the payment of a PaymentIntent. */
const Reversal = Schema.Struct({
  id: Schema.String,
  amount: Schema.Int,
  status: Schema.NullOr(Schema.String),
  payment_intent: Schema.NullOr(Schema.String),
})

/** Tells whether Stripe signed a request, not longer ago than the tolerance. */
export const isSigned = (
  { webhookSecrets }: Pick<StripeAccount, "webhookSecrets">,
  { body, signature }: WebhookRequest,
  now: number,
): boolean => {
  const parts = signature.split(",").map((part) => part.split("=", 2))
  const at = parts.find(([name]) => name === "t")?.[1] ?? ""
  if (!/^\d+$/.test(at) || Math.abs(now / 1000 - Number(at)) > TOLERANCE_SECONDS) return false
  const given = parts.flatMap(([name, value = ""]) => (name === "v1" ? [Buffer.from(value, "hex")] : []))
  return webhookSecrets.some((secret) => {
    // Under an empty one everybody can sign.
    if (secret === "") return false
    const expected = createHmac("sha256", secret).update(`${at}.${body}`).digest()
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
}

/** What has to be heard of a webhook; nothing where it is about something else. Give it to `hearGateway`. */
export const readStripeWebhook = Effect.fnUntraced(function* (
  account: StripeAccount,
  request: WebhookRequest,
  send: typeof fetch = fetch,
): Effect.fn.Return<ReadonlyArray<GatewayNews>, WebhookRefused | WebhookUnread> {
  // A framework gives a value without a type. Refused, it would be answered 400 for ever, and nobody would know why.
  if (typeof request.body !== "string" && !Buffer.isBuffer(request.body)) throw new TypeError(PARSED)
  const now = yield* Clock.currentTimeMillis
  if (!isSigned(account, request, now)) return yield* Effect.fail({ _tag: "WebhookRefused" } as const)
  const call = makeCall(account, send)
  return yield* Effect.tryPromise({
    try: async (signal) => {
      const { type, data } = Schema.decodeUnknownSync(Event)(JSON.parse(request.body))
      if (/^payment_intent\.(succeeded|payment_failed|canceled)$/.test(type)) return outcomeOf(data.object)
      const told = reversalOf(type, data.object)
      if (told === null) return []
      // A refund does not say whose money it is; its PaymentIntent does.
      const { status, body } = await call(signal, `/v1/payment_intents/${told.intentId}`)
      if (status !== 200) throw new Error(`Stripe answered ${status}`)
      const reference = referenceOf(Schema.decodeUnknownSync(Intent)(body))
      return reference === null ? [] : [{ ...reference, ...told.news }]
    },
    catch: () => ({ _tag: "WebhookUnread" }) as const,
  })
})

const outcomeOf = (object: unknown): ReadonlyArray<GatewayNews> => {
  const intent = Schema.decodeUnknownSync(Intent)(object)
  const reference = referenceOf(intent)
  const answer = intentAnswer(intent)
  return reference === null || answer._tag === "Unknown" ? [] : [{ ...reference, _tag: "Answered", answer }]
}

type Reversed =
  | { readonly _tag: "Refunded"; readonly refundId: string; readonly amount: number }
  | { readonly _tag: "DisputeOpened" | "DisputeWon" | "DisputeLost" }

/** An inquiry, whose status begins with `warning_`, takes no money: it is no dispute. */
const reversalOf = (type: string, object: unknown): { intentId: string; news: Reversed } | null => {
  if (!/^(refund\.(created|updated)|charge\.dispute\.(created|closed))$/.test(type)) return null
  const { id, amount, status, payment_intent: intentId } = Schema.decodeUnknownSync(Reversal)(object)
  if (intentId === null) return null
  if (type.startsWith("refund.")) {
    return status === "succeeded" ? { intentId, news: { _tag: "Refunded", refundId: id, amount } } : null
  }
  if (status === "won") return { intentId, news: { _tag: "DisputeWon" } }
  if (status === "lost") return { intentId, news: { _tag: "DisputeLost" } }
  const isOpened = type === "charge.dispute.created" && !status?.startsWith("warning_")
  return isOpened ? { intentId, news: { _tag: "DisputeOpened" } } : null
}
