// A token bucket: a number of calls at once, refilled evenly over time. It is exact in integers: a call costs
// `windowMillis` units, each millisecond gives `quota` units, and a full bucket holds the units of `quota` calls.
// Models "Rate limits: not shown" of the specification. GAP-06
import * as Result from "effect/Result"
import { defaultPolicy } from "../policy/BillingPolicy.ts"

/** The number of calls that a bucket takes at once, and the time to refill it. Their product is a safe integer. */
export interface RateLimit {
  readonly quota: number
  readonly windowMillis: number
}

/** The units of a bucket at an instant. A bucket that was never used is null: it is full. */
export interface TokenBucket {
  readonly level: number
  readonly at: number
}

/** The bucket is empty. */
export interface RateLimited {
  readonly _tag: "RateLimited"
  /** The instant of the next token. */
  readonly retryAt: number
}

/** How far a bucket may be ahead of the clock of a call: by its window, and by how far clocks may be apart. GAP-154 */
export const aheadMillisMax = (windowMillis: number): number => windowMillis + defaultPolicy.clockSkewMillis

/** Of processes whose clocks differ the latest counts, or they would refill the bucket in turn. GAP-154 */
const refilledAt = (
  bucket: TokenBucket | null,
  { quota, windowMillis }: RateLimit,
  now: number,
): TokenBucket => {
  const capacity = quota * windowMillis
  // One that is further ahead than clocks may be apart is of a clock that was set back: it is not waited for.
  if (bucket === null || bucket.at - now > aheadMillisMax(windowMillis)) return { level: capacity, at: now }
  const at = Math.max(bucket.at, now)
  const elapsed = Math.min(at - bucket.at, windowMillis)
  return { level: Math.min(capacity, bucket.level + elapsed * quota), at }
}

/**
 * Takes a token for a call at `now`, or gives the instant of the next one. A refusal leaves the bucket as it was.
 *
 * @example
 * ```ts
 * import { TokenBucket } from "studio-billing"
 * import * as Result from "effect/Result"
 *
 * const limit = { quota: 1, windowMillis: 60_000 }
 * const used = Result.getOrThrow(TokenBucket.take(null, limit, 0))
 *
 * TokenBucket.take(used, limit, 59_999) // Result.fail({ _tag: "RateLimited", retryAt: 60_000 })
 * TokenBucket.take(used, limit, 60_000) // Result.succeed({ level: 0, at: 60_000 })
 * ```
 */
export const take = (
  bucket: TokenBucket | null,
  limit: RateLimit,
  now: number,
): Result.Result<TokenBucket, RateLimited> => {
  const { level: held, at } = refilledAt(bucket, limit, now)
  const level = held - limit.windowMillis
  return level < 0
    ? Result.fail({ _tag: "RateLimited", retryAt: at + Math.ceil(-level / limit.quota) })
    : Result.succeed({ level, at })
}

/** The whole tokens of a bucket at `now`, and the instant of the next one; `now` itself for a full bucket. */
export const stateAt = (
  bucket: TokenBucket | null,
  limit: RateLimit,
  now: number,
): { readonly remaining: number; readonly nextAt: number } => {
  const { level, at } = refilledAt(bucket, limit, now)
  const remaining = Math.floor(level / limit.windowMillis)
  const missing = remaining === limit.quota ? 0 : (remaining + 1) * limit.windowMillis - level
  return { remaining, nextAt: missing === 0 ? now : at + Math.ceil(missing / limit.quota) }
}
