// Rate limits in PostgreSQL: the contract, processes that share a bucket, and what the sweep forgets.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { defaultPolicy, RateLimitStore, TokenBucket } from "../../src/index.ts"
import { fromPg, makePostgresRateLimitStore, migrate, sweep } from "../../src/postgres/index.ts"
import { rateLimitStoreContract } from "../../src/testing/index.ts"
import { type Server, startServer } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
  await Effect.runPromise(migrate(fromPg(server.pool)))
})
afterAll(() => server.stop())

const empty = Layer.effect(
  RateLimitStore,
  Effect.suspend(() =>
    Effect.as(
      Effect.promise(() => server.pool.query("TRUNCATE studio_billing.rate_limits")),
      makePostgresRateLimitStore(fromPg(server.pool)),
    ),
  ),
)

describe("the store of rate limits in PostgreSQL", () => {
  it.each(rateLimitStoreContract(() => empty).map(({ name, check }) => [name, check] as const))(
    "%s",
    (_, check) => check(),
  )

  it("says at each call what the rule says, whatever came before", async () => {
    const store = makePostgresRateLimitStore(fromPg(server.pool))
    // Clocks that go on, stand, go back a little, and go back by more than any window; limits of several sizes.
    const steps = [0, 1, 400, 999, 1_000, -300, 2_500, -90_000, 61_000, 0]
    const limits = [1, 3, 7].map((quota) => ({ quota, windowMillis: 1_000 * quota + 1 }))
    let now = Date.UTC(2026, 0, 31)
    let bucket: TokenBucket.TokenBucket | null = null
    for (let call = 0; call < 300; call += 1) {
      now += steps[(call * 7 + (call % 13)) % steps.length] ?? 0
      const limit = limits[call % 17 === 0 ? 1 : 2] ?? { quota: 1, windowMillis: 1 }
      const expected: Result.Result<TokenBucket.TokenBucket, TokenBucket.RateLimited> = TokenBucket.take(
        bucket,
        limit,
        now,
      )
      const told = await Effect.runPromise(Effect.result(store.take({ key: "table", limit, now })))
      expect(told, `call ${call}`).toEqual(expected)
      if (Result.isSuccess(expected)) bucket = expected.success
    }
  })

  it("gives each token once to processes that ask at the same moment, while full buckets are forgotten", async () => {
    const pools = [server.connect(), server.connect(), server.connect()]
    const limit = { quota: 50, windowMillis: 60_000 }
    const now = Date.UTC(2026, 1, 1)
    const calls = pools.flatMap((pool) => {
      const store = makePostgresRateLimitStore(fromPg(pool))
      return Array.from({ length: 40 }, () => Effect.result(store.take({ key: "shared", limit, now })))
    })
    const sweeping = sweep(fromPg(server.pool), now, defaultPolicy).pipe(Effect.repeat({ times: 20 }))
    const [told] = await Effect.runPromise(
      Effect.all([Effect.all(calls, { concurrency: "unbounded" }), sweeping], { concurrency: 2 }),
    )
    expect(told.filter(Result.isSuccess)).toHaveLength(50)
    for (const pool of pools) await pool.end()
  })

  it("forgets a bucket that is full again, and no other", async () => {
    const store = makePostgresRateLimitStore(fromPg(server.pool))
    const limit = { quota: 2, windowMillis: 1_000 }
    const now = Date.UTC(2026, 2, 1)
    await server.pool.query("TRUNCATE studio_billing.rate_limits")
    await Effect.runPromise(store.take({ key: "full", limit, now }))
    await Effect.runPromise(store.take({ key: "used", limit, now: now + 1 }))
    expect(
      await Effect.runPromise(
        sweep(fromPg(server.pool), now + 1_000 + defaultPolicy.clockSkewMillis, defaultPolicy),
      ),
    ).toBe(1)
    const { rows } = await server.pool.query("SELECT key FROM studio_billing.rate_limits")
    expect(rows).toEqual([{ key: "used" }])
  })
})
