// A payment gateway over HTTP: `PaymentGateway` of studio-billing for an acquirer that takes an `Idempotency-Key`. What it
// answers is mapped in one place; whatever is no explicit yes or no is Unknown, and never a refusal.
import { createHmac, timingSafeEqual } from "node:crypto"
import * as Effect from "effect/Effect"
import { type Account, PaymentAttempt, type PaymentGateway } from "studio-billing"

/** Where the acquirer is, and what it knows this service by. */
export interface Acquirer {
  readonly url: string
  readonly apiKey: string
  /** What it signs its webhooks with. */
  readonly webhookSecret: string
}

/** An answer of the acquirer; null where none came, or none that can be read. */
export interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** The words of the acquirer for a refusal, and those of the rules. A word that is not here is `processing_error`. */
const declineCodes: Readonly<Record<string, PaymentAttempt.DeclineCode>> = {
  refused: "card_declined",
  no_funds: "insufficient_funds",
  stolen: "stolen_card",
  expired: "expired_card",
}

/**
 * What an answer to a charge says. A 402 or a `refused` is the acquirer's word that no money moved. A 400 is not: it may
 * be a proxy's; a 5xx, a time-out and a body that cannot be read say nothing at all.
 */
export const chargeAnswer = (answer: Answer | null): PaymentAttempt.GatewayAnswer => {
  if (answer === null) return { _tag: "Unknown" }
  const { status, body } = answer
  if (status === 200 && body.state === "approved") return { _tag: "Approved" }
  if ((status === 200 || status === 402) && body.state === "refused") {
    return PaymentAttempt.refusedWith(declineCodes[String(body.reason)] ?? "processing_error")
  }
  return { _tag: "Unknown" }
}

/** What an answer to a look-up says. Only the acquirer's own 404, which names its code, says that a key is not known. */
export const lookupAnswer = (answer: Answer | null): PaymentAttempt.LookupAnswer =>
  answer?.status === 404 && answer.body.code === "charge_not_found"
    ? { _tag: "NotFound" }
    : chargeAnswer(answer)

/** A gateway that charges cards. It has no bank slips: the policy of its service allows no BOLETO. */
export const makeAcquirerGateway = (
  acquirer: Acquirer,
  send: typeof fetch = fetch,
): PaymentGateway["Service"] => {
  const call = (method: "GET" | "POST", path: string, key: string | null, body?: object) =>
    Effect.tryPromise(async (signal): Promise<Answer> => {
      const response = await send(`${acquirer.url}${path}`, {
        method,
        // Whoever asks has a deadline (`chargeDeadlineMillis`) and hangs up at its end.
        signal,
        redirect: "error",
        headers: {
          authorization: `Bearer ${acquirer.apiKey}`,
          "content-type": "application/json",
          ...(key !== null && { "idempotency-key": key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Answer["body"] }
    }).pipe(Effect.catch(() => Effect.succeed(null)))
  return {
    tokenize: (cardToken) =>
      Effect.flatMap(call("POST", "/cards", null, { token: cardToken }), (answer) => {
        if (answer?.status === 404) return Effect.fail({ _tag: "CardTokenInvalid" } as const)
        if (answer?.status !== 200) return Effect.die(new Error("The acquirer stored no card"))
        const { card, brand, last4, month, year, test } = answer.body
        return Effect.succeed({
          gatewayReference: String(card),
          brand: String(brand),
          last4: String(last4),
          expMonth: Number(month),
          expYear: Number(year),
          test: test === true,
        })
      }),
    charge: ({ attemptId, organizationId, invoiceId, amount, currency, paymentMethod }) =>
      paymentMethod.type === "BOLETO"
        ? Effect.succeed(PaymentAttempt.refusedWith("processing_error"))
        : Effect.map(
            call("POST", "/charges", attemptId, {
              card: paymentMethod.gatewayReference,
              amount,
              currency,
              // Comes back in the acquirer's webhook, and says whose money it is.
              reference: referenceOf({ organizationId, invoiceId, attemptId }),
            }),
            chargeAnswer,
          ),
    lookup: ({ attemptId }) => Effect.map(call("GET", `/charges/${attemptId}`, null), lookupAnswer),
    // Where there is no slip there is nothing to cancel.
    cancel: ({ attemptId }) => Effect.map(call("GET", `/charges/${attemptId}`, null), lookupAnswer),
  }
}

/** Which attempt a charge is. */
export type Reference = Pick<Account.Charge, "organizationId" | "invoiceId" | "attemptId">

const referenceOf = (of: Reference): string => [of.organizationId, of.invoiceId, of.attemptId].join("/")

/** What a webhook of the acquirer tells: which attempt, and what became of it. */
export interface AcquirerEvent extends Reference {
  readonly answer: PaymentAttempt.GatewayAnswer
}

/** The event of a webhook; null where it is not signed by the acquirer, or is about nothing that is known here. */
export const readAcquirerEvent = (
  { webhookSecret }: Pick<Acquirer, "webhookSecret">,
  request: { readonly body: string; readonly signature: string },
): AcquirerEvent | null => {
  const expected = createHmac("sha256", webhookSecret).update(request.body).digest()
  const given = Buffer.from(request.signature, "hex")
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const body: Readonly<Record<string, unknown>> = JSON.parse(request.body)
  const [organizationId, invoiceId, attemptId] = String(body.reference).split("/")
  if (organizationId === undefined || invoiceId === undefined || attemptId === undefined) return null
  return { organizationId, invoiceId, attemptId, answer: chargeAnswer({ status: 200, body }) }
}
