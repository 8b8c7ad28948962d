// Waiting for the requests of a dispatcher.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import type { ResponseValue } from "../../src/http/exchange.ts"
import { countInFlight } from "../../src/http/index.ts"

const LONG = 2 ** 31 - 1
const request = { method: "GET", url: "/", headers: {}, body: null }

it("tells everybody who waits when nothing is in flight", async () => {
  const answer = Deferred.makeUnsafe<ResponseValue>()
  const { dispatcher, idle } = countInFlight(() => Deferred.await(answer))
  const answered = Effect.runPromise(dispatcher(request))
  const told: Array<string> = []
  const waiting = ["first", "second"].map((name) => idle(LONG).then(() => told.push(name)))
  expect(told).toEqual([])
  Deferred.doneUnsafe(answer, Effect.succeed({ status: 204, headers: {}, body: null }))
  await answered
  await Promise.all(waiting)
  expect(told).toEqual(["first", "second"])
  await idle(LONG)
})

it("waits no longer than it may", async () => {
  const { dispatcher, idle } = countInFlight(() => Effect.never)
  const ended = new AbortController()
  const answered = Effect.runPromise(dispatcher(request), { signal: ended.signal })
  await idle(1)
  ended.abort()
  await expect(answered).rejects.toThrow()
})
