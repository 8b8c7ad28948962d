// A payment gateway on Stripe's PaymentIntents: `PaymentGateway` of studio-billing for cards. An example, written from
// Stripe's public documentation and tested against a fake of it. It was never run against Stripe itself.
//
// Sources, on https://docs.stripe.com: /api/payment_intents, /api/idempotent_requests (a key is kept for at least 24
// hours), /search (no search right after a write; lists have no such delay), /api/errors, /currencies.
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Account, Currency, type PaymentAttempt, type PaymentGateway } from "studio-billing"
import { refusalOf } from "./declineCodes.ts"

/** An account at Stripe. */
export interface StripeAccount {
  readonly url: string
  readonly secretKey: string
  /** The secrets of the webhook endpoint: more than one while it gets a new one. */
  readonly webhookSecrets: ReadonlyArray<string>
}

/** The version of the interface that this adapter was written for. */
const VERSION = "2025-03-31.basil"

const CardError = Schema.Struct({
  type: Schema.String,
  code: Schema.optionalKey(Schema.NullOr(Schema.String)),
  decline_code: Schema.optionalKey(Schema.NullOr(Schema.String)),
})

const Failed = Schema.Struct({ error: CardError })

/** What this adapter reads of a PaymentIntent. */
export const Intent = Schema.Struct({
  id: Schema.String,
  status: Schema.String,
  metadata: Schema.Record(Schema.String, Schema.String),
  last_payment_error: Schema.optionalKey(Schema.NullOr(CardError)),
})

const IntentPage = Schema.Struct({ data: Schema.Array(Intent), has_more: Schema.Boolean })

const StoredCard = Schema.Struct({
  id: Schema.String,
  customer: Schema.NullOr(Schema.String),
  livemode: Schema.Boolean,
  card: Schema.Struct({
    brand: Schema.String,
    last4: Schema.String,
    exp_month: Schema.Int,
    exp_year: Schema.Int,
  }),
})

const Customer = Schema.Struct({ id: Schema.String })

/** An answer of Stripe. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

const unknown = { _tag: "Unknown" } as const

const refusedBy = ({ code, decline_code }: typeof CardError.Type) => refusalOf(decline_code ?? code ?? "")

/** What a PaymentIntent says. Only `succeeded` is money; a state between says nothing yet. */
export const intentAnswer = ({
  status,
  last_payment_error,
}: typeof Intent.Type): PaymentAttempt.GatewayAnswer => {
  if (status === "succeeded") return { _tag: "Approved" }
  if (status === "canceled") return refusalOf("")
  return status === "requires_payment_method" && last_payment_error ? refusedBy(last_payment_error) : unknown
}

/**
 * What an answer to a charge says. A refusal is a 402 with a `card_error`, and no other 4xx: a 400 may be about the
 * request, a 409 says that the same key is charging at this moment, a 429 that it was not looked at.
 */
export const chargeAnswer = ({ status, body }: Answer): PaymentAttempt.GatewayAnswer => {
  if (status === 200) return intentAnswer(Schema.decodeUnknownSync(Intent)(body))
  if (status !== 402) return unknown
  const { error } = Schema.decodeUnknownSync(Failed)(body)
  return error.type === "card_error" ? refusedBy(error) : unknown
}

/** Which attempt a PaymentIntent is; null where it is none of this service. */
export const referenceOf = ({ metadata }: Pick<typeof Intent.Type, "metadata">) => {
  const { organization_id: organizationId, invoice_id: invoiceId, attempt_id: attemptId } = metadata
  if (organizationId === undefined || invoiceId === undefined || attemptId === undefined) return null
  return { organizationId, invoiceId, attemptId }
}

/** Calls Stripe. A call that gets no answer, or none that can be read, fails. */
export const makeCall =
  ({ url, secretKey }: StripeAccount, send: typeof fetch) =>
  async (
    signal: AbortSignal,
    path: string,
    form?: { readonly key: string; readonly members: Readonly<Record<string, string>> },
  ): Promise<Answer> => {
    const response = await send(`${url}${path}`, {
      signal,
      redirect: "error",
      headers: {
        authorization: `Bearer ${secretKey}`,
        "stripe-version": VERSION,
        ...(form !== undefined && { "idempotency-key": form.key }),
      },
      ...(form !== undefined && { method: "POST", body: new URLSearchParams(form.members) }),
    })
    return { status: response.status, body: await response.json() }
  }

const CARD = /^pm_\w+$/

/**
 * A gateway that charges cards. A card token is the id of a PaymentMethod, `pm_…`, as Stripe's page makes it. It has no
 * bank slips: the policy of its service allows no BOLETO.
 */
export const makeStripeGateway = (
  account: StripeAccount,
  send: typeof fetch = fetch,
): PaymentGateway["Service"] => {
  const call = makeCall(account, send)

  /** A list, in place of a search: what was just made is in it, so that "not found" is certain. */
  const find = async (charge: Account.Charge, signal: AbortSignal): Promise<PaymentAttempt.LookupAnswer> => {
    const { customer } = chargedOf(charge)
    let after: string | undefined
    for (;;) {
      const page = new URLSearchParams({ customer, limit: "100", ...(after && { starting_after: after }) })
      const { status, body } = await call(signal, `/v1/payment_intents?${page}`)
      if (status !== 200) return unknown
      const { data, has_more } = Schema.decodeUnknownSync(IntentPage)(body)
      const found = data.find(({ metadata }) => metadata.attempt_id === charge.attemptId)
      if (found !== undefined) return intentAnswer(found)
      if (!has_more) return { _tag: "NotFound" }
      after = data.at(-1)?.id
      if (after === undefined) return unknown
    }
  }

  const store = async (token: string, signal: AbortSignal) => {
    if (!CARD.test(token)) return null
    const read = await call(signal, `/v1/payment_methods/${token}`)
    if (read.status === 404) return null
    // A token of the sandbox, as pm_card_visa, stands for a card with another id.
    const { id, card, livemode, customer } = Schema.decodeUnknownSync(StoredCard)(read.body)
    let owner = customer
    if (owner === null) {
      const made = await call(signal, "/v1/customers", {
        key: `customer/${id}`,
        members: { payment_method: id },
      })
      // The bank refused to have the card stored.
      if (made.status === 402) return null
      owner = Schema.decodeUnknownSync(Customer)(made.body).id
    }
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
    return { gatewayReference: `${owner}/${id}`, brand, last4, expMonth, expYear, test: !livemode }
  }

  return {
    tokenize: (cardToken) =>
      Effect.flatMap(
        Effect.promise((signal) => store(cardToken, signal)),
        (card) => (card === null ? Effect.fail({ _tag: "CardTokenInvalid" } as const) : Effect.succeed(card)),
      ),
    charge: (charge) =>
      canCharge(charge)
        ? asked(async (signal) => chargeAnswer(await call(signal, "/v1/payment_intents", formOf(charge))))
        : Effect.succeed(refusalOf("")),
    lookup: (charge) =>
      canCharge(charge)
        ? asked((signal) => find(charge, signal))
        : Effect.succeed({ _tag: "NotFound" } as const),
    // There are no slips, so nobody may be told that one is cancelled.
    cancel: () => Effect.succeed(unknown),
  }
}

/** Asks. Whatever goes wrong on the way is Unknown, and so is an answer that does not come before the deadline. */
const asked = <A>(question: (signal: AbortSignal) => Promise<A>): Effect.Effect<A | typeof unknown> =>
  Effect.tryPromise(question).pipe(Effect.catch(() => Effect.succeed(unknown)))

/** The customer and the card of a charge, as `tokenize` put them together. */
const chargedOf = ({ paymentMethod }: Account.Charge) => {
  const reference = paymentMethod.type === "CARD" ? paymentMethod.gatewayReference : ""
  const [customer = "", card = ""] = reference.split("/")
  return { customer, card }
}

/**
 * Whether the charge is of a card with its customer and of an amount that Stripe reads as it is meant. An import that forgot
 * the customer is refused: Stripe would answer 400, which is Unknown, and each of these invoices would wait for an operator.
 */
const canCharge = (charge: Account.Charge): boolean => {
  const { customer, card } = chargedOf(charge)
  return customer !== "" && card !== "" && isReadAlike(charge)
}

/** Currencies that Stripe counts by other decimals than ISO 4217: it would take a hundredth, or a hundred times as much. */
const COUNTED_OTHERWISE: ReadonlySet<string> = new Set(["ISK", "MGA", "UGX"])

/** Whether Stripe reads this amount as the rules do. Of three decimals it wants the last one to be 0. */
const isReadAlike = ({ amount, currency }: Account.Charge): boolean =>
  !COUNTED_OTHERWISE.has(currency) &&
  (Result.getOrElse(Currency.exponentOf(currency), () => 0) !== 3 || amount % 10 === 0)

/** One PaymentIntent, confirmed at once and without its payer. The key is the attempt's id, each time. */
const formOf = (charge: Account.Charge) => {
  const { customer, card } = chargedOf(charge)
  return {
    key: charge.attemptId,
    members: {
      amount: String(charge.amount),
      currency: charge.currency.toLowerCase(),
      customer,
      payment_method: card,
      "payment_method_types[]": "card",
      confirm: "true",
      off_session: "true",
      // A bank that wants to see the payer is a refusal: nobody is there to answer.
      error_on_requires_action: "true",
      "metadata[organization_id]": charge.organizationId,
      "metadata[invoice_id]": charge.invoiceId,
      "metadata[attempt_id]": charge.attemptId,
    },
  }
}
