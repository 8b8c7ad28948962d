// The contract of `RateLimitStore`: a bucket gives what it holds and no more, to whoever asks in whatever order.
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as TokenBucket from "../../core/identity/TokenBucket.ts"
import { RateLimitStore } from "../../ports/RateLimitStore.ts"
import { type Law, same } from "../Law.ts"
import { contractOf, type PortCase } from "./PortCase.ts"

type Store = RateLimitStore["Service"]

const NOON = Date.UTC(2026, 0, 31, 12)
const limit: TokenBucket.RateLimit = { quota: 3, windowMillis: 60_000 }

/** What is left in a bucket after a call, or how long until there is more. */
const take = (store: Store, key: string, at: number) =>
  Effect.match(store.take({ key, limit, now: NOON + at }), {
    onSuccess: (bucket) => `${TokenBucket.stateAt(bucket, limit, NOON + at).remaining} left`,
    onFailure: ({ retryAt }) => `more at ${retryAt - NOON}`,
  })

/** Takes at these instants, one after the other. */
const takes = (store: Store, key: string, instants: ReadonlyArray<number>) =>
  Effect.forEach(instants, (at) => take(store, key, at))

const cases: ReadonlyArray<PortCase<Store>> = [
  {
    name: "a bucket gives what it holds",
    rule: "It gives its quota at once and nothing more, however large that is, and a refusal says when there is more.",
    tell: Effect.fnUntraced(function* (store) {
      const told = yield* takes(store, "a", [0, 0, 0, 0])
      same("answers", told, ["2 left", "1 left", "0 left", "more at 20000"])
      const many = { quota: 100_000, windowMillis: 60_000 }
      const bucket = yield* Effect.orDie(store.take({ key: "b", limit: many, now: NOON }))
      same("left of 100,000", TokenBucket.stateAt(bucket, many, NOON).remaining, 99_999)
    }),
  },
  {
    name: "a bucket fills evenly",
    rule: "A third of its window gives one token of three, not a millisecond earlier, and it is never more than full.",
    tell: Effect.fnUntraced(function* (store) {
      const told = yield* takes(store, "a", [0, 0, 0, 19_999, 20_000, 200_000])
      same("answers", told, ["2 left", "1 left", "0 left", "more at 20000", "0 left", "2 left"])
    }),
  },
  {
    name: "a refusal takes nothing",
    rule: "However often a call is refused, the next one is granted when the first refusal said.",
    tell: Effect.fnUntraced(function* (store) {
      yield* takes(store, "a", [0, 0, 0])
      for (const at of [1, 5_000, 10_000, 19_999])
        same("refusal", yield* take(store, "a", at), "more at 20000")
      same("answer", yield* take(store, "a", 20_000), "0 left")
    }),
  },
  {
    name: "keys are told apart",
    rule: "Each key has a bucket of its own, also where keys differ by case, by spaces or by what is no ASCII.",
    tell: Effect.fnUntraced(function* (store) {
      const keys = [
        "a",
        "A",
        "a ",
        "á",
        "a\u0301",
        "a'b",
        'a"b',
        "a%",
        "a_",
        "",
        "x".repeat(400),
        "x".repeat(401),
      ]
      for (const key of keys) same(`“${key}”`, yield* take(store, key, 0), "2 left")
      for (const key of keys) same(`“${key}” again`, yield* take(store, key, 0), "1 left")
    }),
  },
  {
    name: "of calls at once none is given away twice",
    rule: "Of twenty calls at one moment as many are granted as the bucket holds.",
    tell: Effect.fnUntraced(function* (store) {
      const calls = Array.from({ length: 20 }, () => take(store, "a", 0))
      const told = yield* Effect.all(calls, { concurrency: "unbounded" })
      same("granted", told.filter((one) => one.endsWith("left")).toSorted(), ["0 left", "1 left", "2 left"])
    }),
  },
  {
    name: "clocks that differ refill nothing twice",
    rule: "Where the calls of two processes come in turn and one clock is behind by 15 minutes at most, the latest clock counts.",
    tell: Effect.fnUntraced(function* (store) {
      for (const behind of [20_000, 120_000, 900_000]) {
        const told = yield* takes(store, `${behind}`, [0, -behind, 0, -behind, 0])
        same("answers", told, ["2 left", "1 left", "0 left", "more at 20000", "more at 20000"])
      }
      const told = yield* takes(store, "a", [0, 0, 0, -960_001])
      same("a clock that was set back", told, ["2 left", "1 left", "0 left", "2 left"])
    }),
  },
  {
    name: "a limit may change",
    rule: "The limit of a call counts, whatever that of the call before it was.",
    tell: Effect.fnUntraced(function* (store) {
      yield* takes(store, "a", [0, 0, 0])
      const less = { quota: 1, windowMillis: 60_000 }
      const told = yield* Effect.match(store.take({ key: "a", limit: less, now: NOON }), {
        onSuccess: () => "granted",
        onFailure: ({ retryAt }) => retryAt - NOON,
      })
      same("answer", told, 60_000)
    }),
  },
]

/**
 * The contract of a store of rate limits. Whether processes count together depends on what they share, and no test in one
 * process shows it.
 *
 * @example
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { RateLimitStore } from "studio-billing"
 * import { rateLimitStoreContract } from "studio-billing/testing"
 *
 * declare const makeStore: () => RateLimitStore["Service"]
 * rateLimitStoreContract(() => Layer.sync(RateLimitStore, makeStore)).length // 7
 * ```
 */
export const rateLimitStoreContract: (
  makeLayer: () => Layer.Layer<RateLimitStore, unknown>,
) => ReadonlyArray<Law> = contractOf(RateLimitStore, cases)
