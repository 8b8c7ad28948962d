// When a call is made again by itself: only where the contract has it act once all the same. GAP-126
import { Refused, StudioClientError } from "./errors.ts"

/** The longest wait that a service may ask for. What is to wait longer is the caller's to decide. */
const WAIT_MILLIS_MAX = 60_000

const PASSING = new Set(["rate_limited", "service_unavailable", "idempotency_key.in_use"])

/** How long to wait before a call is made again, in milliseconds; null where it would fail again. */
const waitAfter = (fault: unknown, tries: number): number | null => {
  const usual = Math.min(250 * 2 ** tries, 8_000) * (0.5 + Math.random() / 2)
  if (!(fault instanceof StudioClientError || fault instanceof Refused)) return null
  const isPassing = fault instanceof Refused ? PASSING.has(fault.refusal.code) : fault.isPassing
  if (!isPassing) return null
  const { retryAfterSeconds } = fault
  if (retryAfterSeconds === undefined) return usual
  const asked = retryAfterSeconds * 1000
  return asked > WAIT_MILLIS_MAX ? null : Math.max(asked, usual)
}

/** Tries as often as is allowed, with growing waits between. */
export const retrying = async <A>(
  retries: number,
  signal: AbortSignal | undefined,
  attempt: () => Promise<A>,
): Promise<A> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt()
    } catch (fault) {
      const wait = tries < retries ? waitAfter(fault, tries) : null
      if (wait === null || signal?.aborted) throw fault
      await pause(wait, signal)
    }
  }
}

const pause = (millis: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort)
      resolve()
    }, millis)
    signal?.addEventListener("abort", abort, { once: true })
  })
