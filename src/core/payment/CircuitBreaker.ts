// Sparing a gateway that answers nothing: after some calls in a row without an answer it is asked no more for a while,
// and then once, to see whether it answers again. GAP-152

/** When a gateway is spared, and for how long. */
export interface BreakerPolicy {
  /** How many calls in a row have no answer before it is asked no more. */
  readonly failuresMax: number
  /** How long it is asked nothing then. Milliseconds. */
  readonly pauseMillis: number
  /** From how long on a call that goes on counts as one without an answer. Milliseconds. */
  readonly answerMillis: number
}

/** Ten calls in a row, half a minute. */
export const defaultBreaker: BreakerPolicy = { failuresMax: 10, pauseMillis: 30_000, answerMillis: 30_000 }

/** What is known of the latest calls. */
export interface CircuitBreaker {
  /** How many calls in a row had no answer. */
  readonly failures: number
  /** The instant from which the gateway may be asked, where it is spared. */
  readonly askAgainAt: number
  /** When each call that goes on was begun. */
  readonly underWay: ReadonlyMap<string, number>
}

/** No call was made yet. */
export const closed: CircuitBreaker = { failures: 0, askAgainAt: 0, underWay: new Map() }

/**
 * Whether a call may be made now, and the breaker after it. Of a gateway that is spared one call is made after each
 * pause.
 *
 * @example
 * ```ts
 * import { CircuitBreaker } from "studio-billing"
 *
 * const policy = { failuresMax: 1, pauseMillis: 1000, answerMillis: 500 }
 * const { breaker } = CircuitBreaker.ask(CircuitBreaker.closed, "a", 0, policy)
 * const spared = CircuitBreaker.ended(breaker, "a", false, 200, policy)
 * CircuitBreaker.ask(spared, "b", 1199, policy).asked // false
 * CircuitBreaker.ask(spared, "b", 1200, policy).asked // true
 * ```
 */
export const ask = (
  breaker: CircuitBreaker,
  callId: string,
  now: number,
  policy: BreakerPolicy,
): { readonly asked: boolean; readonly breaker: CircuitBreaker } => {
  const overdue = Array.from(breaker.underWay).flatMap(([id, at]) =>
    now >= at + policy.answerMillis ? [id] : [],
  )
  const known = overdue.reduce((before, id) => ended(before, id, false, now, policy), breaker)
  const spared = isSpared(known, policy)
  // A clock that went back must not spare it for longer than the pause.
  if (spared && now < known.askAgainAt && known.askAgainAt - now <= policy.pauseMillis) {
    return { asked: false, breaker: known }
  }
  const askAgainAt = spared ? now + policy.pauseMillis : known.askAgainAt
  return {
    asked: true,
    breaker: { ...known, askAgainAt, underWay: new Map(known.underWay).set(callId, now) },
  }
}

/** The breaker after a call ended, with an answer or without one. Any answer ends the pause. */
export const ended = (
  breaker: CircuitBreaker,
  callId: string,
  isAnswered: boolean,
  now: number,
  policy: BreakerPolicy,
): CircuitBreaker => {
  const underWay = new Map(breaker.underWay)
  const isCounted = !underWay.delete(callId)
  if (isAnswered) return { failures: 0, askAgainAt: 0, underWay }
  // It was counted when it took too long.
  if (isCounted) return breaker
  return { failures: breaker.failures + 1, askAgainAt: now + policy.pauseMillis, underWay }
}

/** Tells whether the gateway is spared. */
export const isSpared = ({ failures }: CircuitBreaker, { failuresMax }: BreakerPolicy): boolean =>
  failures >= failuresMax
