// Webhooks of Asaas: checked, and read as news for `hearGateway`. An example, tested against a fake; it was never run
// against Asaas itself.
//
// Sources, on https://docs.asaas.com/docs: receive-asaas-events-at-your-webhook-endpoint, payment-events, refunds and
// faq-de-webhooks (an event may come twice; only a 200 is taken for success). Asaas signs nothing: it sends along the token
// of the webhook's settings in `asaas-access-token`, so that there is no age to check.
import { createHash, timingSafeEqual } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type GatewayNews, PaymentAttempt } from "studio-billing"
import type { AsaasAccount } from "./AsaasGateway.ts"
import { Payment } from "./answers.ts"

/** A request as it came: the body, and the header `asaas-access-token`. */
export interface WebhookRequest {
  readonly body: string
  readonly token: string
}

/** The request is not from Asaas: answer 401. It says nothing of the token, nor of the body. */
export interface WebhookRefused {
  readonly _tag: "WebhookRefused"
}

/** The request is from Asaas, and is not what was documented: answer 500, and look into it. */
export interface WebhookUnread {
  readonly _tag: "WebhookUnread"
}

const Event = Schema.Struct({ event: Schema.String, payment: Schema.optionalKey(Payment) })

const refused = { _tag: "Answered", answer: PaymentAttempt.refusedWith("card_declined") } as const
const approved = { _tag: "Answered", answer: { _tag: "Approved" } } as const

/**
 * The events that are news of an attempt. A removed payment is none: it may be restored, and the boleto expires by its
 * date. No event of a lost dispute was found: `loseDispute` is the operator's.
 */
const meanings = {
  PAYMENT_CONFIRMED: approved,
  PAYMENT_RECEIVED: approved,
  PAYMENT_CREDIT_CARD_CAPTURE_REFUSED: refused,
  PAYMENT_REPROVED_BY_RISK_ANALYSIS: refused,
  PAYMENT_CHARGEBACK_REQUESTED: { _tag: "DisputeOpened" },
  PAYMENT_CHARGEBACK_DISPUTE: { _tag: "DisputeOpened" },
  PAYMENT_AWAITING_CHARGEBACK_REVERSAL: { _tag: "DisputeWon" },
} as const

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest()

/** What has to be heard of a webhook; nothing where it is about something else. Give each to `hearGateway`. */
export const readAsaasWebhook = Effect.fnUntraced(function* (
  { webhookToken }: Pick<AsaasAccount, "webhookToken">,
  { body, token }: WebhookRequest,
): Effect.fn.Return<ReadonlyArray<GatewayNews>, WebhookRefused | WebhookUnread> {
  if (webhookToken === "" || !timingSafeEqual(digestOf(token), digestOf(webhookToken))) {
    return yield* Effect.fail({ _tag: "WebhookRefused" } as const)
  }
  return yield* Effect.try({
    try: () => newsOf(Schema.decodeUnknownSync(Event)(JSON.parse(body))),
    catch: () => ({ _tag: "WebhookUnread" }) as const,
  })
})

const newsOf = ({ event, payment }: typeof Event.Type): ReadonlyArray<GatewayNews> => {
  const [organizationId, invoiceId, attemptId] = (payment?.externalReference ?? "").split("/")
  if (payment === undefined || organizationId === undefined) return []
  if (invoiceId === undefined || attemptId === undefined) return []
  const reference = { organizationId, invoiceId, attemptId }
  if (event === "PAYMENT_REFUNDED" || event === "PAYMENT_PARTIALLY_REFUNDED") {
    return refundsOf(payment).map((refund) => ({ ...reference, ...refund }))
  }
  const meaning = Object.hasOwn(meanings, event) ? meanings[event as keyof typeof meanings] : null
  return meaning === null ? [] : [{ ...reference, ...meaning }]
}

/** All refunds of a payment that are done. Asaas gives them no ids: each is known by its instant, amount and turn. */
const refundsOf = ({ id, refunds }: Payment) => {
  const done = (refunds ?? []).filter(({ status }) => status === "DONE")
  if (done.length === 0) throw new Error("A refund without its amount")
  return done.map(({ dateCreated, value }, index) => {
    const isSame = (one: (typeof done)[number]) => one.dateCreated === dateCreated && one.value === value
    const turn = done.slice(0, index).filter(isSame).length
    const amount = Math.round(value * 100)
    return { _tag: "Refunded", refundId: `${id}/${dateCreated}/${amount}/${turn}`, amount } as const
  })
}
