// Acting once under a key: who shares a key, what is kept of it and for how long, and that however calls interleave
// one of them acts.
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import {
  type BillingStore,
  defaultPolicy,
  type KeyedCall,
  payInvoice,
  withIdempotencyKey,
} from "../../../src/index.ts"
import { makeBilling, organizationId, startAt, subscribed } from "../../support/billing.ts"
import { withoutVersionCheck } from "../../support/withoutVersionCheck.ts"

const MINUTE = 60_000
const DAY = 86_400_000
/** A minute by any clock. */
const FREE_MILLIS = MINUTE + defaultPolicy.clockSkewMillis

const call: KeyedCall = {
  key: "order-17",
  caller: { userId: "user-1", organizationId },
  operation: "POST /invoices/1/pay",
  body: { paymentMethodId: "method-1", expectedPayableAmount: 100 },
}

/** Texts are kept as they are, except those that say that they are not. */
const text = { write: (answer: string) => (answer.startsWith("not kept") ? null : answer), read: String }

const once = <E, R>(act: Effect.Effect<string, E, R>, other: Partial<KeyedCall> = {}) =>
  withIdempotencyKey({ ...call, ...other }, text, act)

/** Acts that count themselves. */
const counted = () => {
  const acts: Array<string> = []
  const act = (answer: string) =>
    Effect.sync(() => {
      acts.push(answer)
      return answer
    })
  return { acts, act }
}

const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>): string =>
  Result.isSuccess(result) ? "ok" : result.failure._tag

describe("a call that is made again", () => {
  it("has the first answer, and acts once", async () => {
    const { run } = makeBilling()
    const { acts, act } = counted()
    expect(await run(once(act("first")))).toEqual({ answer: "first", replayed: false })
    expect(await run(once(act("second")))).toEqual({ answer: "first", replayed: true })
    expect(acts).toEqual(["first"])
  })

  it.each<readonly [string, Partial<KeyedCall>]>([
    ["another key", { key: "order-18" }],
    ["another user", { caller: { userId: "user-2", organizationId } }],
    ["another organization", { caller: { userId: "user-1", organizationId: "org-2" } }],
    ["another invoice", { operation: "POST /invoices/2/pay" }],
    ["another method", { operation: "PUT /invoices/1/pay" }],
  ])("acts again with %s", async (_, other) => {
    const { run } = makeBilling()
    const { acts, act } = counted()
    await run(once(act("first")))
    expect(await run(once(act("second"), other))).toEqual({ answer: "second", replayed: false })
    expect(acts).toEqual(["first", "second"])
  })

  it.each<readonly [string, unknown, string]>([
    ["the same in another order", { expectedPayableAmount: 100, paymentMethodId: "method-1" }, "ok"],
    ["another value", { ...(call.body as object), expectedPayableAmount: 101 }, "IdempotencyKeyReused"],
    ["a member less", { paymentMethodId: "method-1" }, "IdempotencyKeyReused"],
    ["none", undefined, "IdempotencyKeyReused"],
  ])("with a body that is %s: %s", async (_, body, tag) => {
    const { run } = makeBilling()
    const { acts, act } = counted()
    await run(once(act("first")))
    expect(tagOf(await run(Effect.result(once(act("second"), { body }))))).toBe(tag)
    expect(acts).toEqual(["first"])
  })

  it("takes no body for an empty one", async () => {
    const { run } = makeBilling()
    const { acts, act } = counted()
    await run(once(act("first"), { body: undefined }))
    expect(await run(once(act("second"), { body: {} }))).toEqual({ answer: "first", replayed: true })
    expect(acts).toEqual(["first"])
  })

  it("acts again after a day, and not a millisecond before", async () => {
    const { run, setNow } = makeBilling()
    const { act } = counted()
    await run(once(act("first")))
    setNow(startAt + DAY - 1)
    expect(await run(once(act("second")))).toEqual({ answer: "first", replayed: true })
    setNow(startAt + DAY)
    expect(await run(once(act("third"), { body: {} }))).toEqual({ answer: "third", replayed: false })
  })
})

describe("a call without an answer to keep", () => {
  const lost = new Error("lost")

  it.each<readonly [string, Effect.Effect<string, { readonly _tag: "Refused" }>]>([
    ["an answer that is not kept", Effect.succeed("not kept: 400")],
    ["a failure", Effect.fail({ _tag: "Refused" } as const)],
    ["a defect", Effect.die(lost)],
    ["an interruption", Effect.interrupt],
  ])("frees its key: %s", async (_, act) => {
    const { run } = makeBilling()
    await run(Effect.exit(once(act)))
    expect(await run(once(Effect.succeed("second"), { body: {} }))).toEqual({
      answer: "second",
      replayed: false,
    })
  })

  it("still fails as it did", async () => {
    const { run } = makeBilling()
    const refused = await run(Effect.flip(once(Effect.fail({ _tag: "Refused" } as const))))
    expect(refused).toEqual({ _tag: "Refused" })
    await expect(run(once(Effect.die(lost)))).rejects.toBe(lost)
  })
})

describe("calls at the same time", () => {
  const together = async (wrapStore?: (store: BillingStore["Service"]) => BillingStore["Service"]) => {
    const billing = makeBilling(wrapStore === undefined ? {} : { wrapStore })
    await billing.seeded()
    const { upcoming } = await billing.run(subscribed())
    let acts = 0
    const pay = Effect.gen(function* () {
      acts += 1
      const command = { organizationId, invoiceId: upcoming.invoiceId, paymentMethodId: null }
      const result = yield* Effect.result(payInvoice({ ...command, expectedPayableAmount: null }))
      return Result.isSuccess(result) ? result.success.status : result.failure._tag
    })
    const results = await billing.race(Array.from({ length: 10 }, () => once(pay)))
    const again = await billing.run(Effect.result(once(pay)))
    return { acts, charges: billing.charges().length, tags: results.map(tagOf), again }
  }

  it("act once; the others are told that it is in use", async () => {
    const { acts, charges, tags, again } = await together()
    expect({ acts, charges }).toEqual({ acts: 1, charges: 1 })
    expect(tags.filter((tag) => tag === "ok")).toHaveLength(1)
    expect(tags.filter((tag) => tag === "IdempotencyKeyInUse")).toHaveLength(9)
    expect(again).toEqual(Result.succeed({ answer: "PAID", replayed: true }))
  })

  it("would be seen to act more often if nobody checked the key's version, and charge once even then", async () => {
    const { acts, charges } = await together((store) => ({
      ...store,
      commit: (commit) =>
        commit.puts.some(({ kind }) => kind === "IdempotencyKey")
          ? withoutVersionCheck(store).commit(commit)
          : store.commit(commit),
    }))
    expect(acts).toBeGreaterThan(1)
    expect(charges).toBe(1)
  })
})

/** A call that begins and waits; `finish` lets it go on. */
const waiting = (answer: string) => {
  const gate = Deferred.makeUnsafe<void>()
  let begun = false
  return {
    act: Effect.suspend(() => {
      begun = true
      return Effect.as(Deferred.await(gate), answer)
    }),
    begun: Effect.gen(function* () {
      while (!begun) yield* Effect.yieldNow
    }),
    finish: Deferred.succeed(gate, undefined),
  }
}

const letOthersRun = Effect.gen(function* () {
  for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
})

describe("a caller who leaves", () => {
  it("interrupts neither the call nor the record of its answer", async () => {
    const { run } = makeBilling()
    const { act, begun, finish } = waiting("first")
    const second = await run(
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(once(act))
        yield* begun
        yield* Fiber.interrupt(fiber)
        yield* finish
        yield* letOthersRun
        return yield* once(Effect.succeed("second"))
      }),
    )
    expect(second).toEqual({ answer: "first", replayed: true })
  })
})

describe("a call that does not end", () => {
  it("holds its key for a minute by any clock; then another one acts, and its own answer comes too late", async () => {
    const { run, setNow } = makeBilling()
    const { act, begun, finish } = waiting("first")
    await run(
      Effect.gen(function* () {
        const slow = yield* Effect.forkChild(once(act))
        yield* begun
        setNow(startAt + FREE_MILLIS - 1)
        expect(yield* Effect.flip(once(Effect.succeed("second")))).toEqual({ _tag: "IdempotencyKeyInUse" })
        setNow(startAt + FREE_MILLIS)
        expect(yield* once(Effect.succeed("third"))).toEqual({ answer: "third", replayed: false })
        yield* finish
        expect(yield* Fiber.join(slow)).toEqual({ answer: "first", replayed: false })
        expect(yield* once(Effect.succeed("fourth"))).toEqual({ answer: "third", replayed: true })
      }),
    )
  })
})

describe("a store that cannot keep the answer", () => {
  it("does not hide it, and the key is in use for a minute by any clock", async () => {
    const { run, setNow } = makeBilling({
      wrapStore: (store) => ({
        ...store,
        commit: (commit) =>
          commit.puts.some((put) => put.kind === "IdempotencyKey" && put.record.status !== "IN_USE")
            ? Effect.die(new Error("The disk is full"))
            : store.commit(commit),
      }),
    })
    expect(await run(once(Effect.succeed("first")))).toEqual({ answer: "first", replayed: false })
    expect(await run(Effect.flip(once(Effect.succeed("second"))))).toEqual({ _tag: "IdempotencyKeyInUse" })
    setNow(startAt + FREE_MILLIS)
    expect(await run(once(Effect.succeed("third")))).toEqual({ answer: "third", replayed: false })
  })
})
