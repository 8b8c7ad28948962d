// The limit of calls a minute for a caller, or for an address that asks for codes: token buckets, and what the answers
// say of them, in the fields of the IETF's draft on rate limits (draft-ietf-httpapi-ratelimit-headers). GAP-06
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type ApiError, refusalOf } from "../api/index.ts"
import { type RateLimitStore, TokenBucket } from "../index.ts"
import { effectOf } from "./effectOf.ts"
import type { ResponseValue } from "./exchange.ts"

/** The calls that count together: those of a user in an organization, or those that name an e-mail address. */
export type Limited =
  | { readonly policy: "caller"; readonly userId: string; readonly organizationId: string }
  | { readonly policy: "email"; readonly email: string }

/** Counts a call. Gives the headers for its answer, and a refusal where it was one call too many. */
export type RateLimit = (limited: Limited) => Effect.Effect<{
  readonly headers: ResponseValue["headers"]
  readonly refusal: ApiError | null
}>

/** The most buckets in memory. Beyond it the bucket that was not used for longest is dropped, and so full again. */
export const BUCKETS_MAX = 10_000

const WINDOW_SECONDS = 60

/** Buckets in this process alone. */
export const makeMemoryRateLimitStore = (max: number = BUCKETS_MAX): RateLimitStore["Service"] => {
  // In the order of their last use.
  const buckets = new Map<string, TokenBucket.TokenBucket>()
  const use = (key: string, bucket: TokenBucket.TokenBucket): void => {
    buckets.delete(key)
    buckets.set(key, bucket)
    const [first] = buckets.keys()
    if (buckets.size > max && first !== undefined) buckets.delete(first)
  }
  return {
    take: ({ key, limit, now }) =>
      Effect.suspend(() => {
        const taken = TokenBucket.take(buckets.get(key) ?? null, limit, now)
        if (Result.isSuccess(taken)) use(key, taken.success)
        return Effect.fromResult(taken)
      }),
  }
}

/** A limit of so many calls a minute, by the clock around it. They are counted in this process unless there is a `store`. */
export const makeRateLimit = (options: {
  readonly perMinute: number
  readonly store?: RateLimitStore["Service"]
}): RateLimit => {
  const { perMinute, store = makeMemoryRateLimitStore() } = options
  if (!Number.isSafeInteger(perMinute) || perMinute < 1) {
    throw new RangeError(`perMinute: expected a whole number from 1 on, not ${String(perMinute)}`)
  }
  const limit = { quota: perMinute, windowMillis: WINDOW_SECONDS * 1000 }
  const headersOf = (policy: string, remaining: number, millis: number): ResponseValue["headers"] => ({
    "ratelimit-policy": `"${policy}";q=${perMinute};w=${WINDOW_SECONDS}`,
    ratelimit: `"${policy}";r=${remaining};t=${Math.ceil(millis / 1000)}`,
  })
  return (limited) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.match(
        effectOf("RateLimitStore.take", store.take({ key: JSON.stringify(limited), limit, now })),
        {
          onSuccess: (bucket) => {
            const { remaining, nextAt } = TokenBucket.stateAt(bucket, limit, now)
            return { headers: headersOf(limited.policy, remaining, nextAt - now), refusal: null }
          },
          onFailure: (rejection) => ({
            headers: headersOf(limited.policy, 0, rejection.retryAt - now),
            refusal: refusalOf(rejection, now),
          }),
        },
      ),
    )
}
