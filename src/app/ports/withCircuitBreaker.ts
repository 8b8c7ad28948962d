// A gateway that is asked no more for a while when it answers nothing, so that an outage of it does not make everybody
// wait for every deadline.
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Charge } from "../../core/billing/Account.ts"
import * as CircuitBreaker from "../../core/payment/CircuitBreaker.ts"
import { readLookupAnswer } from "../../core/payment/readAnswer.ts"
import type { PaymentGateway } from "../../ports/PaymentGateway.ts"

type Gateway = PaymentGateway["Service"]

const unknown = { _tag: "Unknown" } as const

/**
 * The gateway behind a circuit breaker. While it is spared a charge or a look-up is Unknown at once, as it would be after
 * its deadline: the charge was not sent, the look-ups that follow find that out, and it is then made under the same key.
 * Nothing is charged twice and no invoice is late. Cards are stored as without it. What it knows is of this process.
 *
 * An answer that says Unknown, or cannot be read, is none. Its opening and closing are logged. GAP-152
 */
export const withCircuitBreaker = (
  gateway: Gateway,
  policy: CircuitBreaker.BreakerPolicy = CircuitBreaker.defaultBreaker,
): Gateway => {
  let breaker = CircuitBreaker.closed
  let calls = 0

  const became = (after: CircuitBreaker.CircuitBreaker): Effect.Effect<void> => {
    const was = CircuitBreaker.isSpared(breaker, policy)
    breaker = after
    const is = CircuitBreaker.isSpared(after, policy)
    if (was === is) return Effect.void
    return is
      ? Effect.logWarning(
          `The payment gateway gave no answer ${after.failures} times in a row: it is asked once in ${policy.pauseMillis} ms until it answers`,
        )
      : Effect.logInfo("The payment gateway answers again")
  }

  const guarded = <Answer extends { readonly _tag: string }>(
    call: (charge: Charge) => Effect.Effect<Answer>,
  ) =>
    Effect.fnUntraced(function* (charge: Charge): Effect.fn.Return<Answer | typeof unknown> {
      calls += 1
      const callId = String(calls)
      const { asked, breaker: after } = CircuitBreaker.ask(
        breaker,
        callId,
        yield* Clock.currentTimeMillis,
        policy,
      )
      yield* became(after)
      if (!asked) return unknown
      return yield* Effect.onExit(
        Effect.suspend(() => call(charge)),
        Effect.fnUntraced(function* (exit) {
          const isAnswered = Exit.isSuccess(exit) && readLookupAnswer(exit.value).answer._tag !== "Unknown"
          yield* became(
            CircuitBreaker.ended(breaker, callId, isAnswered, yield* Clock.currentTimeMillis, policy),
          )
        }),
      )
    })

  return {
    tokenize: (cardToken) => gateway.tokenize(cardToken),
    charge: guarded((charge) => gateway.charge(charge)),
    lookup: guarded((charge) => gateway.lookup(charge)),
    cancel: guarded((charge) => gateway.cancel(charge)),
  }
}
