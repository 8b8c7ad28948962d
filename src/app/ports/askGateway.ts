// Asking the payment gateway. Each answer is read before a rule sees it, and what is wrong with it is reported.
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Charge } from "../../core/billing/Account.ts"
import type { GatewayAnswer, LookupAnswer } from "../../core/payment/PaymentAttempt.ts"
import {
  type ReadAnswer,
  readCard,
  readChargeAnswer,
  readLookupAnswer,
} from "../../core/payment/readAnswer.ts"
import type { BillingDetails } from "../../core/payment-method/PaymentMethod.ts"
import {
  type CardTokenInvalid,
  type GatewayUnavailable,
  gatewayUnavailable,
  PaymentGateway,
  type TokenizedCard,
} from "../../ports/PaymentGateway.ts"
import { callPort, faultOf, type PortCall, reportPortFault } from "./callPort.ts"

const details = {
  UNREADABLE:
    "the answer cannot be read, and its outcome counts as unknown: give one of the answers of the port",
  UNKNOWN_DECLINE_CODE: "the decline code is unknown and counts as processing_error: map it in the adapter",
}

/** What is wrong with an outcome that the gateway tells by itself. */
export const UNREADABLE_NEWS =
  "cannot be read: it has to be Approved, Declined or Pending, and a slip needs its digits and an instant in milliseconds"

const OTHER_AMOUNT =
  "the refund is known with another amount, and changes nothing: tell each refund by its own id and amount, and no sum"

/** What of billing details tells who somebody is. A state or a country tells it of nobody. */
const identifying = ({ name, email, phone, address }: BillingDetails): ReadonlyArray<string> =>
  [name, email, phone, address?.line1, address?.city, address?.postalCode].filter(
    (text) => typeof text === "string",
  )

const callOf = (operation: string, charge: Charge): PortCall => {
  const { organizationId, invoiceId, attemptId, paymentMethod } = charge
  const secrets = paymentMethod.type === "CARD" ? [paymentMethod.gatewayReference] : []
  const personal = identifying(paymentMethod.billingDetails)
  return {
    operation: `PaymentGateway.${operation}`,
    organizationId,
    invoiceId,
    key: attemptId,
    secrets,
    personal,
  }
}

const answerOf = Effect.fnUntraced(function* <Answer>(
  call: PortCall,
  ask: (gateway: PaymentGateway["Service"]) => Effect.Effect<unknown>,
  read: (value: unknown) => ReadAnswer<Answer>,
): Effect.fn.Return<Answer | { readonly _tag: "Unknown" }, never, PaymentGateway> {
  const gateway = yield* PaymentGateway
  const given = yield* callPort(call, () => Effect.map(ask(gateway), read))
  if (Option.isNone(given)) return { _tag: "Unknown" }
  const { answer, fault } = given.value
  if (fault !== null) yield* reportPortFault(faultOf(call, fault, details[fault]))
  return answer
})

/** Charges. Anything but an explicit answer that can be read is Unknown. */
export const askCharge = (charge: Charge): Effect.Effect<GatewayAnswer, never, PaymentGateway> =>
  answerOf(callOf("charge", charge), (gateway) => gateway.charge(charge), readChargeAnswer)

/** Looks a charge up, or cancels its boleto. Anything but an explicit answer that can be read is Unknown. */
export const askOutcome = (
  operation: "lookup" | "cancel",
  charge: Charge,
): Effect.Effect<LookupAnswer, never, PaymentGateway> =>
  answerOf(callOf(operation, charge), (gateway) => gateway[operation](charge), readLookupAnswer)

/**
 * Reads an outcome that the gateway tells by itself. What cannot be read, or is Unknown, tells nothing that could be
 * stored: a `TypeError`, since whoever read the webhook made the mistake. GAP-138, GAP-148
 */
export const readTold = Effect.fnUntraced(function* (news: {
  readonly organizationId: string
  readonly invoiceId: string
  readonly attemptId: string
  readonly answer: GatewayAnswer
}): Effect.fn.Return<Exclude<GatewayAnswer, { readonly _tag: "Unknown" }>> {
  const { organizationId, invoiceId, attemptId } = news
  const { answer, fault } = readChargeAnswer(news.answer)
  if (answer._tag === "Unknown") throw new TypeError(`hearGateway: answer ${UNREADABLE_NEWS}`)
  const call = { operation: "hearGateway", organizationId, invoiceId, key: attemptId }
  if (fault !== null) yield* reportPortFault(faultOf(call, fault, details[fault]))
  return answer
})

/** Reports news of a refund that is known, where the amount is another one: what it says is not recorded. */
export const reportOtherAmount = (news: {
  readonly organizationId: string
  readonly invoiceId: string
  readonly attemptId: string
}): Effect.Effect<void> => {
  const { organizationId, invoiceId, attemptId } = news
  const call = { operation: "hearGateway", organizationId, invoiceId, key: attemptId }
  return reportPortFault(faultOf(call, "UNREADABLE", OTHER_AMOUNT))
}

/** Turns the token of a card into a card that can be stored. Without a card that can be read nothing is stored. */
export const askForCard = Effect.fnUntraced(function* (
  organizationId: string,
  cardToken: string,
): Effect.fn.Return<TokenizedCard, CardTokenInvalid | GatewayUnavailable, PaymentGateway> {
  const gateway = yield* PaymentGateway
  const call = {
    operation: "PaymentGateway.tokenize",
    organizationId,
    refusal: "CardTokenInvalid",
    secrets: [cardToken],
  }
  const given = yield* callPort(call, () => Effect.map(gateway.tokenize(cardToken), readCard))
  if (Option.isSome(given) && given.value !== null) return given.value
  if (Option.isSome(given)) yield* reportPortFault(faultOf(call, "UNREADABLE", details.UNREADABLE))
  return yield* Effect.fail(gatewayUnavailable)
})
