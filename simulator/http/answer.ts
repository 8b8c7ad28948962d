// From a use case to an answer: run with the ports of one world, and refused in the words of the wire.
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type ApiError, type Rejection, refusalOf } from "../../src/api/index.ts"
import type {
  BillingStore,
  IdSource,
  OtpSender,
  PaymentGateway,
  Secrets,
  TokenIssuer,
} from "../../src/index.ts"

/** Everything that the use cases need of a world. */
export type Ports = BillingStore | IdSource | OtpSender | PaymentGateway | Secrets | TokenIssuer

/** Makes an answer of a use case. */
export type Answer = <A, R>(
  useCase: Effect.Effect<A, Rejection, R>,
) => Effect.Effect<A, ApiError, Exclude<R, Ports>>

/** Answers with the ports of one world. */
export const answerWith =
  (ports: Context.Context<Ports>): Answer =>
  (useCase) =>
    Effect.provideContext(Effect.catch(useCase, refuse), ports)

const refuse = (rejection: Rejection): Effect.Effect<never, ApiError> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.fail(refusalOf(rejection, now)))
