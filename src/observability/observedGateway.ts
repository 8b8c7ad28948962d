// The payment gateway, with a client span and a duration for each call. Only the kind of an answer is told of it.
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { nameOf } from "../app/telemetry/quietTracer.ts"
import { attribute, spanName } from "../app/telemetry/telemetry.ts"
import type { Charge } from "../core/billing/Account.ts"
import { readChargeAnswer, readLookupAnswer } from "../core/payment/readAnswer.ts"
import type { PaymentGateway } from "../ports/PaymentGateway.ts"
import { update } from "./metrics.ts"
import { observedCall } from "./observedCall.ts"

type Gateway = PaymentGateway["Service"]

/** The answers after which nobody knows whether money moved, or a card was stored. */
const NO_ANSWER = "NoAnswer"
const isOpen = (outcome: string): boolean => outcome === "Unknown" || outcome === NO_ANSWER

const asked = <A, E>(
  operation: keyof Gateway,
  attributes: Readonly<Record<string, unknown>>,
  outcomeOf: (answer: A) => string,
  ask: () => Effect.Effect<A, E>,
): Effect.Effect<A, E> =>
  observedCall(
    {
      name: spanName.gateway.replace("{operation}", operation),
      attributes,
      onExit: (span, exit, seconds) => {
        const outcome = Exit.match(exit, {
          onSuccess: outcomeOf,
          onFailure: (cause) => {
            const [reason] = cause.reasons
            return reason?._tag === "Fail" ? nameOf(reason.error) : NO_ANSWER
          },
        })
        span.attribute(attribute.outcome, outcome)
        if (isOpen(outcome)) span.attribute(attribute.errorType, outcome)
        return update("gatewayDuration", seconds, {
          [attribute.operation]: operation,
          [attribute.outcome]: outcome,
        })
      },
    },
    ask,
  )

const about = ({ organizationId, invoiceId, attemptId, paymentMethod }: Charge) => ({
  [attribute.organizationId]: organizationId,
  [attribute.invoiceId]: invoiceId,
  [attribute.attemptId]: attemptId,
  [attribute.paymentMethod]: paymentMethod.type,
})

const charged = (answer: unknown): string => readChargeAnswer(answer).answer._tag
const found = (answer: unknown): string => readLookupAnswer(answer).answer._tag

/** The gateway, observed. A call that was given up, or ended as a defect, is `NoAnswer`. */
export const observedGateway = (gateway: Gateway): Gateway => ({
  tokenize: (cardToken) =>
    asked(
      "tokenize",
      {},
      () => "Stored",
      () => gateway.tokenize(cardToken),
    ),
  charge: (charge) => asked("charge", about(charge), charged, () => gateway.charge(charge)),
  lookup: (charge) => asked("lookup", about(charge), found, () => gateway.lookup(charge)),
  cancel: (charge) => asked("cancel", about(charge), found, () => gateway.cancel(charge)),
})
