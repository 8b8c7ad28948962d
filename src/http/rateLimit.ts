// The limit of calls a minute for a caller, or for an address that asks for codes: token buckets, and what the answers
// say of them, in the fields of the IETF's draft on rate limits (draft-ietf-httpapi-ratelimit-headers). GAP-06
import * as Result from "effect/Result"
import { type ApiError, refusalOf } from "../api/index.ts"
import { TokenBucket } from "../index.ts"
import type { ResponseValue } from "./exchange.ts"

/** The calls that count together: those of a user in an organization, or those that name an e-mail address. */
export type Limited =
  | { readonly policy: "caller"; readonly userId: string; readonly organizationId: string }
  | { readonly policy: "email"; readonly email: string }

/** Counts a call. Gives the headers for its answer, and a refusal where it was one call too many. */
export type RateLimit = (limited: Limited) => {
  readonly headers: ResponseValue["headers"]
  readonly refusal: ApiError | null
}

/** The most buckets. Beyond it the bucket that was not used for longest is dropped, and so full again. */
export const BUCKETS_MAX = 10_000

const WINDOW_SECONDS = 60

/** A limit of so many calls a minute, counted in this process alone. `now` is the time in milliseconds. */
export const makeRateLimit = (options: {
  readonly perMinute: number
  readonly now: () => number
  readonly max?: number
}): RateLimit => {
  const { perMinute, max = BUCKETS_MAX } = options
  const limit = { quota: perMinute, windowMillis: WINDOW_SECONDS * 1000 }
  // In the order of their last use.
  const buckets = new Map<string, TokenBucket.TokenBucket>()

  const use = (key: string, bucket: TokenBucket.TokenBucket): void => {
    buckets.delete(key)
    buckets.set(key, bucket)
    const [first] = buckets.keys()
    if (buckets.size > max && first !== undefined) buckets.delete(first)
  }

  return (limited) => {
    const now = options.now()
    const key = JSON.stringify(limited)
    const before = buckets.get(key) ?? null
    const taken = TokenBucket.take(before, limit, now)
    const bucket = Result.isSuccess(taken) ? taken.success : before
    if (Result.isSuccess(taken)) use(key, taken.success)
    const { remaining, nextAt } = TokenBucket.stateAt(bucket, limit, now)
    return {
      headers: {
        "ratelimit-policy": `"${limited.policy}";q=${perMinute};w=${WINDOW_SECONDS}`,
        ratelimit: `"${limited.policy}";r=${remaining};t=${Math.ceil((nextAt - now) / 1000)}`,
      },
      refusal: Result.isFailure(taken) ? refusalOf(taken.failure, now) : null,
    }
  }
}
