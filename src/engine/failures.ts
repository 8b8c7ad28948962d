// The organizations that failed in this engine. Each waits longer with each failure in a row.
import { backoffOf } from "./backoffOf.ts"
import type { EngineBounds } from "./EngineBounds.ts"

/** How often an organization failed in a row, and when it is tried again. */
export interface Failure {
  readonly failures: number
  readonly againAt: number
}

/** What one engine knows of its failures. */
export interface Failures {
  /** How many organizations wait after a failure. */
  readonly count: () => number
  /** When an organization may be tried again; 0 where it did not fail. */
  readonly againAt: (organizationId: string) => number
  readonly add: (organizationId: string, at: number) => Failure
  /** Forgets an organization that did not fail this time. */
  readonly end: (organizationId: string) => void
  /** Forgets failures of a time when the clock was further ahead of now than clocks may differ. GAP-160 */
  readonly forgetAhead: (now: number, clockSkewMillis: number) => void
  /** Forgets failures that are long over: whoever else claims the organization is done with it, or fails as often. */
  readonly forgetOld: (now: number) => void
}

/** The failures of one engine: none yet. */
export const makeFailures = (bounds: EngineBounds): Failures => {
  const failing = new Map<string, Failure>()

  const forget = (isOver: (failure: Failure) => boolean): void => {
    for (const [organizationId, failure] of failing) {
      if (isOver(failure)) failing.delete(organizationId)
    }
  }

  return {
    count: () => failing.size,
    againAt: (organizationId) => failing.get(organizationId)?.againAt ?? 0,
    add: (organizationId, at) => {
      const failures = (failing.get(organizationId)?.failures ?? 0) + 1
      const failure = { failures, againAt: at + backoffOf(failures, bounds) }
      failing.set(organizationId, failure)
      return failure
    },
    end: (organizationId) => void failing.delete(organizationId),
    forgetAhead: (now, clockSkewMillis) =>
      forget(({ againAt }) => againAt > now + bounds.backoffMillisMax + clockSkewMillis),
    forgetOld: (now) =>
      forget(
        ({ failures, againAt }) => againAt + 2 * backoffOf(failures + 1, bounds) + bounds.everyMillis < now,
      ),
  }
}
