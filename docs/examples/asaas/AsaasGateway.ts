// A payment gateway on Asaas: `PaymentGateway` of studio-billing for cards and boletos in Brazil. An example, written from
// Asaas's public documentation and tested against a fake of it. It was never run against Asaas itself.
//
// Asaas has no idempotency keys. A charge has two steps in their place: a payment is made, which moves no money, and then
// it is paid. One payment is paid once, so a step that is repeated charges nobody twice. The payment is found again by its
// `externalReference`, as https://docs.asaas.com/docs/duplicate-charge-after-retry-without-idempotency advises.
//
// Not found in the documentation, so to be tried in the sandbox first: that a list by reference has what was just made, and
// what was removed; that a payment cannot be paid twice; how long a reference may be; that `payWithCreditCard` takes a
// stored token alone.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  type Account,
  type BillingPolicy,
  PaymentAttempt,
  type PaymentGateway,
  type PaymentMethod,
  SlipDates,
} from "studio-billing"
import { declineCodes, isPaid, outcomeOf, Payment } from "./answers.ts"

/** An account at Asaas; the sandbox is https://api-sandbox.asaas.com. */
export interface AsaasAccount {
  readonly url: string
  readonly apiKey: string
  /** The token that Asaas sends along with its webhooks. */
  readonly webhookToken: string
}

/** A card that Asaas stored for a customer. */
export interface AsaasCard extends PaymentMethod.Card {
  readonly customerId: string
  readonly creditCardToken: string
}

/** What the service knows, and Asaas cannot be asked. */
export interface AsaasHost {
  /** The customer, `cus_…`, that was made for an organization with its CPF or CNPJ. */
  readonly customerOf: (organizationId: string) => Promise<string>
  /** The card that was stored under this token; null where there is none. */
  readonly cardOf: (cardToken: string) => Promise<AsaasCard | null>
  readonly policy: BillingPolicy
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const PaymentPage = Schema.Struct({ data: Schema.Array(Payment), hasMore: Schema.Boolean })
const Refused = Schema.Struct({ errors: Schema.Array(Schema.Struct({ code: Schema.String })) })
const Removed = Schema.Struct({ deleted: Schema.Boolean })
const Line = Schema.Struct({ identificationField: Schema.String, barCode: Schema.String })

const unknown = { _tag: "Unknown" } as const

/** What the answer to paying by card says. Only the code of a refused card is a refusal: a 400 may be about the request. */
export const payAnswer = ({ status, body }: Answer): PaymentAttempt.GatewayAnswer => {
  if (status === 200) return isPaid(Schema.decodeUnknownSync(Payment)(body)) ? { _tag: "Approved" } : unknown
  if (status !== 400) return unknown
  const [error] = Schema.decodeUnknownSync(Refused)(body).errors
  const code = error && Object.hasOwn(declineCodes, error.code) ? declineCodes[error.code] : undefined
  return code === undefined ? unknown : PaymentAttempt.refusedWith(code)
}

/** Which attempt a payment is: `externalReference` comes back in the webhooks, and says whose money it is. */
const referenceOf = (charge: Account.Charge): string =>
  [charge.organizationId, charge.invoiceId, charge.attemptId].join("/")

const makeCall =
  ({ url, apiKey }: AsaasAccount, send: typeof fetch) =>
  async (
    signal: AbortSignal,
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: object,
  ): Promise<Answer> => {
    const response = await send(`${url}/v3/payments${path}`, {
      method,
      signal,
      redirect: "error",
      headers: {
        access_token: apiKey,
        "content-type": "application/json",
        "user-agent": "studio-billing-example",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

/** A gateway that charges cards and makes boletos, in BRL. */
export const makeAsaasGateway = (
  account: AsaasAccount,
  host: AsaasHost,
  send: typeof fetch = fetch,
): PaymentGateway["Service"] => {
  const call = makeCall(account, send)

  /** The payments of a charge; fails where it cannot be told which there are. */
  const paymentsOf = async (charge: Account.Charge, signal: AbortSignal) => {
    const page = new URLSearchParams({ externalReference: referenceOf(charge), limit: "100" })
    const { status, body } = await call(signal, "GET", `?${page}`)
    if (status !== 200) throw new Error(`Asaas answered ${status}`)
    const { data, hasMore } = Schema.decodeUnknownSync(PaymentPage)(body)
    if (hasMore) throw new Error("Asaas has too many payments of one attempt")
    return data
  }

  const remove = async (id: string, signal: AbortSignal): Promise<boolean> => {
    const { status, body } = await call(signal, "DELETE", `/${id}`)
    return status === 200 && Schema.decodeUnknownSync(Removed)(body).deleted
  }

  /**
   * Makes the payment, and takes it back unless it is the only one: where another process makes one at the same moment,
   * at most one is paid. Where none is, the attempt is found as refused, and no money moved.
   */
  const make = async (charge: Account.Charge, now: number, signal: AbortSignal) => {
    const { dueDate } = Result.getOrThrow(SlipDates.slipDates(Math.max(charge.at, now), host.policy))
    const { organizationId, paymentMethod } = charge
    const isCard = paymentMethod.type === "CARD"
    const { status, body } = await call(signal, "POST", "", {
      customer: isCard ? storedOf(paymentMethod).customerId : await host.customerOf(organizationId),
      billingType: isCard ? "CREDIT_CARD" : "BOLETO",
      value: charge.amount / 100,
      dueDate,
      externalReference: referenceOf(charge),
    })
    if (status !== 200) return unknown
    const made = Schema.decodeUnknownSync(Payment)(body)
    const outcome = outcomeOf(await paymentsOf(charge, signal))
    if (outcome._tag !== "Open" || outcome.payment.id !== made.id) await remove(made.id, signal)
    return outcome
  }

  const slipOf = async ({ id, dueDate }: Payment, signal: AbortSignal) => {
    const { status, body } = await call(signal, "GET", `/${id}/identificationField`)
    if (status !== 200) return unknown
    const { identificationField, barCode } = Schema.decodeUnknownSync(Line)(body)
    // São Paulo has had no summer time since 2019.
    const expiresAt = Date.parse(`${dueDate}T23:59:59.999-03:00`)
    const slip: PaymentAttempt.Slip = { barcode: barCode, digitableLine: identificationField, expiresAt }
    return { _tag: "Pending", slip } as const
  }

  const payByCard = async ({ id }: Payment, creditCardToken: string, signal: AbortSignal) => {
    const answer = payAnswer(await call(signal, "POST", `/${id}/payWithCreditCard`, { creditCardToken }))
    // A refused payment would stay open, and its payer could pay it at Asaas. Removed, it is also found as refused.
    if (answer._tag === "Declined") await remove(id, signal).catch(() => false)
    return answer
  }

  const charged = async (charge: Account.Charge, now: number, signal: AbortSignal) => {
    const known = outcomeOf(await paymentsOf(charge, signal))
    const outcome = known._tag === "NotFound" ? await make(charge, now, signal) : known
    if (outcome._tag === "NotFound") return unknown
    if (outcome._tag !== "Open") return outcome
    const { paymentMethod } = charge
    return paymentMethod.type === "CARD"
      ? payByCard(outcome.payment, storedOf(paymentMethod).creditCardToken, signal)
      : slipOf(outcome.payment, signal)
  }

  const found = async (charge: Account.Charge, signal: AbortSignal): Promise<PaymentAttempt.LookupAnswer> => {
    const outcome = outcomeOf(await paymentsOf(charge, signal))
    if (outcome._tag !== "Open") return outcome
    // No card was charged for an open payment. Charging again pays this very one.
    return charge.paymentMethod.type === "CARD" ? { _tag: "NotFound" } : slipOf(outcome.payment, signal)
  }

  const cancelled = async (charge: Account.Charge, signal: AbortSignal) => {
    const outcome = outcomeOf(await paymentsOf(charge, signal))
    if (outcome._tag !== "Open") return outcome
    await remove(outcome.payment.id, signal)
    // A boleto that was paid meanwhile cannot be removed.
    const after = outcomeOf(await paymentsOf(charge, signal))
    return after._tag === "Open" ? unknown : after
  }

  const running = new Map<string, Promise<PaymentAttempt.GatewayAnswer>>()
  /** Calls of one attempt at the same moment are one. */
  const once = (key: string, work: () => Promise<PaymentAttempt.GatewayAnswer>) => {
    const begun = running.get(key) ?? work().finally(() => running.delete(key))
    running.set(key, begun)
    return begun
  }

  return {
    tokenize: (cardToken) =>
      Effect.flatMap(
        Effect.promise(() => host.cardOf(cardToken)),
        (stored) => {
          if (stored === null) return Effect.fail({ _tag: "CardTokenInvalid" } as const)
          const { customerId, creditCardToken, ...card } = stored
          const test = account.url.includes("sandbox")
          return Effect.succeed({ ...card, gatewayReference: `${customerId}/${creditCardToken}`, test })
        },
      ),
    charge: (charge) =>
      charge.currency === "BRL" && isWhole(charge.paymentMethod)
        ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
            asked((signal) => once(charge.attemptId, () => charged(charge, now, signal))),
          )
        : Effect.succeed(PaymentAttempt.refusedWith("processing_error")),
    lookup: (charge) => asked((signal) => found(charge, signal)),
    cancel: (charge) => asked((signal) => cancelled(charge, signal)),
  }
}

/** Asks. Whatever goes wrong on the way is Unknown, and so is an answer that does not come before the deadline. */
const asked = <A>(question: (signal: AbortSignal) => Promise<A>): Effect.Effect<A | typeof unknown> =>
  Effect.tryPromise(question).pipe(Effect.catch(() => Effect.succeed(unknown)))

/** The customer and the token of a card, as `tokenize` put them together. */
const storedOf = ({ gatewayReference }: PaymentMethod.CardMethod) => {
  const [customerId = "", creditCardToken = ""] = gatewayReference.split("/")
  return { customerId, creditCardToken }
}

/** Whether a card has its customer, which an import may forget: Asaas would answer 400, which is Unknown. */
const isWhole = (method: PaymentMethod.PaymentMethod): boolean => {
  if (method.type === "BOLETO") return true
  const { customerId, creditCardToken } = storedOf(method)
  return customerId !== "" && creditCardToken !== ""
}
