// The storage of rate limits: a bucket for whatever counts together, shared by the processes that share the store.
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as TokenBucket from "../core/identity/TokenBucket.ts"

/** The storage that counting calls needs. A bucket that is full may be forgotten: it is as one that was never used. */
export class RateLimitStore extends Context.Service<
  RateLimitStore,
  {
    /**
     * Takes a token of the bucket of a key by `TokenBucket.take`, and gives what is left. Of calls at once each sees those
     * before it, also by another process; a refusal leaves the bucket as it was.
     */
    readonly take: (call: {
      readonly key: string
      readonly limit: TokenBucket.RateLimit
      /** The caller's clock; those of several processes may differ a little. */
      readonly now: number
    }) => Effect.Effect<TokenBucket.TokenBucket, TokenBucket.RateLimited>
  }
>()("studio-billing/ports/RateLimitStore") {}
