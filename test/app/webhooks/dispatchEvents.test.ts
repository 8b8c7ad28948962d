// Delivering in the background: in order, without waiting for anybody else, again after failures, and again after a crash.
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import {
  CurrentPortReporter,
  deliverEvents,
  dispatchEvents,
  type PortFault,
  WebhookDelivery,
  type WebhookStore,
  WORKERS_MAX,
} from "../../../src/index.ts"
import { endpointOf, makeWebhooks, type Reaction, secret, told } from "./support.ts"

// A listener that throws disturbs no work, so that the test fails by an error that nobody caught.
const failOn = (cause: Cause.Cause<never>): void =>
  queueMicrotask(() => {
    throw cause
  })

/** A dispatcher that runs until it is stopped. */
const dispatching = async (
  react?: Parameters<typeof makeWebhooks>[0],
  onDefect = failOn,
  wrapStore?: Parameters<typeof makeWebhooks>[1],
) => {
  const webhooks = makeWebhooks(react, wrapStore)
  const start = async () => {
    const scope = Scope.makeUnsafe()
    const { wake, idle } = await webhooks.run(Scope.provide(dispatchEvents(onDefect), scope))
    return {
      wake: () => Effect.runPromise(wake),
      idle: () => Effect.runPromise(idle),
      stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
    }
  }
  return { ...webhooks, start, ...(await start()) }
}

/** Runs what is ready to run; nothing of it waits for time. */
const turn = () => new Promise((resolve) => setImmediate(resolve))
const until = async (holds: () => boolean) => {
  while (!holds()) await turn()
}

const statuses = ({ records }: Pick<Awaited<ReturnType<typeof dispatching>>, "records">) =>
  records
    .deliveries()
    .map(({ status }) => status)
    .reverse()

describe("a dispatcher", () => {
  it("sends each event to each endpoint that wants it, signed for the reference library", async () => {
    const { commit, addEndpoints, wake, idle, sent, sentTo, state } = await dispatching()
    await addEndpoints(
      endpointOf("one"),
      endpointOf("two"),
      endpointOf("other", { types: ["invoice.issued"] }),
    )
    await commit(told("a"), told("b"))
    await wake()
    await idle()
    expect([sentTo("one"), sentTo("two"), sentTo("other")]).toEqual([["a", "b"], ["a", "b"], []])
    expect(state.outbox()).toEqual([])
    const [first] = sent
    expect(first).toMatchObject({ url: "https://one.example/", body: '{"id":"a"}', timeoutMillis: 15_000 })
    const at = new Date(Date.UTC(2026, 5, 1))
    expect(first?.headers).toEqual({
      "content-type": "application/json",
      "webhook-id": "a",
      "webhook-timestamp": String(at.getTime() / 1000),
      "webhook-signature": new Webhook(secret).sign("a", at, '{"id":"a"}'),
    })
  })

  it("sends the events of an organization one after the other, those of others beside them", async () => {
    const { commit, addEndpoints, wake, idle, sentTo, release } = await dispatching(({ headers }) =>
      headers["webhook-id"] === "a1" ? "HANG" : "OK",
    )
    await addEndpoints(endpointOf("one"))
    await commit(told("a1", "a"), told("a2", "a"), told("b1", "b"), told("b2", "b"))
    await wake()
    await until(() => sentTo("one").length === 3)
    await turn()
    expect(sentTo("one")).toEqual(["a1", "b1", "b2"])
    await release()
    await idle()
    expect(sentTo("one")).toEqual(["a1", "b1", "b2", "a2"])
  })

  it("lets a receiver that hangs delay no other one, for later events too", async () => {
    const { commit, addEndpoints, wake, sentTo } = await dispatching(({ url }) =>
      url.includes("//slow.") ? "HANG" : "OK",
    )
    await addEndpoints(endpointOf("slow"), endpointOf("quick"))
    await commit(told("a"), told("b"))
    await wake()
    await until(() => sentTo("quick").length === 2)
    await commit(told("c"))
    await wake()
    await until(() => sentTo("quick").length === 3)
    expect([sentTo("slow"), sentTo("quick")]).toEqual([["a"], ["a", "b", "c"]])
  })

  it("has a bounded number of attempts under way for one endpoint", async () => {
    const { commit, addEndpoints, wake, idle, sent, release } = await dispatching(() => "HANG")
    await addEndpoints(endpointOf("one"))
    await commit(...Array.from({ length: 3 * WORKERS_MAX }, (_, index) => told(`${index}`, `org-${index}`)))
    await wake()
    await wake()
    await until(() => sent.length >= WORKERS_MAX)
    for (let count = 0; count < 100; count++) await turn()
    expect(sent).toHaveLength(WORKERS_MAX)
    while (sent.length < 3 * WORKERS_MAX) {
      await release()
      await turn()
    }
    await release()
    await idle()
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(3 * WORKERS_MAX)
  })

  it("misses no event that comes while all its workers are about to leave", async () => {
    let gate: Promise<void> | undefined
    let leaving = 0
    // Whoever found nothing learns it late, as from a slow store.
    const slow = (store: WebhookStore["Service"]): WebhookStore["Service"] => ({
      ...store,
      ready: (list) =>
        Effect.tap(store.ready(list), (found) => {
          if (gate === undefined || found.length > 0) return Effect.void
          leaving += 1
          return Effect.promise(() => gate ?? Promise.resolve())
        }),
    })
    const { commit, addEndpoints, wake, idle, sentTo, sent, release } = await dispatching(
      ({ headers }) => (headers["webhook-id"] === "late" ? "OK" : "HANG"),
      failOn,
      slow,
    )
    await addEndpoints(endpointOf("one"))
    await commit(...Array.from({ length: WORKERS_MAX }, (_, index) => told(`${index}`, `org-${index}`)))
    await wake()
    await until(() => sent.length === WORKERS_MAX)
    const opening = Promise.withResolvers<void>()
    gate = opening.promise
    await release()
    // One asks the store, and the others wait for it.
    await until(() => leaving === 1)
    await commit(told("late"))
    await wake()
    gate = undefined
    opening.resolve()
    await idle()
    expect(sentTo("one").at(-1)).toBe("late")
  })

  it("lets the next event pass one that failed, and tries that again when it is due, under the same id", async () => {
    let failures = 0
    const { commit, addEndpoints, wake, idle, sentTo, sent, wall, records } = await dispatching(
      ({ headers }) => (headers["webhook-id"] === "a" && ++failures <= 2 ? "REFUSE" : "OK"),
    )
    await addEndpoints(endpointOf("one"))
    await commit(told("a"), told("b"))
    await wake()
    await idle()
    expect(sentTo("one")).toEqual(["a", "b"])
    wall.advance(4999)
    await turn()
    expect(sentTo("one")).toEqual(["a", "b"])
    wall.advance(1)
    await until(() => sent.length === 3)
    await idle()
    wall.advance(5 * 60_000)
    await until(() => sent.length === 4)
    await idle()
    expect(sentTo("one")).toEqual(["a", "b", "a", "a"])
    expect(sent.map(({ headers }) => Number(headers["webhook-timestamp"]))).toEqual(
      [0, 0, 5, 305].map((seconds) => Date.UTC(2026, 5, 1) / 1000 + seconds),
    )
    expect(records.waiting()).toEqual([])
    expect(wall.sleepers()).toBe(0)
  })

  it("forgets no retry when its alarm is late and another attempt ends meanwhile", async () => {
    let first = true
    const { commit, addEndpoints, wake, sentTo, release, wall, records } = await dispatching(({ url }) => {
      if (!url.includes("//one.")) return "HANG"
      const reaction = first ? "REFUSE" : "OK"
      first = false
      return reaction
    })
    // The one that goes on hanging is what is due after the retry: its lease ends.
    await addEndpoints(endpointOf("one"), endpointOf("two"), endpointOf("three"))
    await commit(told("a"))
    await wake()
    const waiting = (count: number) => until(() => records.waiting().length === count)
    // The alarm, and the time that each of the two may take.
    await until(() => wall.sleepers() === 3 && sentTo("three").length === 1)
    wall.pass(5000)
    await release(1)
    await waiting(2)
    for (let count = 0; count < 20; count++) await turn()
    wall.advance(0)
    await waiting(1)
    expect([sentTo("one"), sentTo("two"), sentTo("three")]).toEqual([["a", "a"], ["a"], ["a"]])
  })

  it("parks what fails to the end of the schedule", async () => {
    const webhooks = await dispatching(() => "REFUSE")
    const { commit, addEndpoints, wake, idle, sent, wall } = webhooks
    await addEndpoints(endpointOf("one"))
    await commit(told("a"))
    await wake()
    for (const [index, after] of WebhookDelivery.RETRY_MILLIS.entries()) {
      await until(() => sent.length === index + 1)
      await idle()
      expect(statuses(webhooks)).toEqual(["PENDING"])
      wall.advance(after)
    }
    await until(() => sent.length === 10)
    await idle()
    expect(statuses(webhooks)).toEqual(["PARKED"])
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set(["a"]))
    expect(wall.sleepers()).toBe(0)
  })

  it("acknowledges events without endpoints, and sleeps", async () => {
    const { commit, wake, idle, sent, state, records, wall } = await dispatching()
    await commit(...Array.from({ length: 250 }, (_, index) => told(`${index}`)))
    await wake()
    await idle()
    expect([state.outbox().length, records.events().length, sent.length]).toEqual([0, 250, 0])
    expect(wall.sleepers()).toBe(0)
  })

  it("tells of an event that cannot be presented once, however often it is woken, and sends what comes after it", async () => {
    const faults: Array<PortFault> = []
    const webhooks = makeWebhooks()
    const scope = Scope.makeUnsafe()
    const report = (fault: PortFault) => Effect.sync(() => void faults.push(fault))
    const { wake, idle } = await webhooks.run(
      dispatchEvents(failOn).pipe(Scope.provide(scope), Effect.provideService(CurrentPortReporter, report)),
    )
    await webhooks.addEndpoints(endpointOf("one"))
    for (const id of ["broken", "a", "b"]) {
      await webhooks.commit(told(id))
      await Effect.runPromise(Effect.andThen(wake, idle))
    }
    await Effect.runPromise(Scope.close(scope, Exit.void))
    expect(webhooks.sent.map(({ headers }) => headers["webhook-id"])).toEqual(["a", "b"])
    expect(faults.map(({ key }) => key)).toEqual(["broken"])
  })

  it("sends nothing any more when it was stopped, and gives up what is under way", async () => {
    const webhooks = await dispatching(() => "HANG")
    const { commit, addEndpoints, wake, stop, sent } = webhooks
    await addEndpoints(endpointOf("one"))
    await commit(told("a", "org-1"))
    await wake()
    await until(() => sent.length === 1)
    await stop()
    await commit(told("b", "org-2"))
    await wake()
    await turn()
    expect(sent).toHaveLength(1)
    expect(statuses(webhooks)).toEqual(["PENDING", "PENDING"])
  })

  it("tries again by the schedule where the sender dies, and parks it in the end", async () => {
    const webhooks = await dispatching(() => {
      throw new Error("broken")
    })
    const { commit, addEndpoints, wake, idle, sent, wall } = webhooks
    await addEndpoints(endpointOf("one"))
    await commit(told("a"))
    await wake()
    await idle()
    for (const [retry, millis] of WebhookDelivery.RETRY_MILLIS.entries()) {
      wall.advance(millis)
      await until(() => sent.length === retry + 2)
      await idle()
    }
    expect(statuses(webhooks)).toEqual(["PARKED"])
  })

  it("counts what it cannot sign as a failed attempt, and parks it in the end", async () => {
    const webhooks = await dispatching()
    const { commit, addEndpoints, wake, idle, sent, wall } = webhooks
    await addEndpoints({ ...endpointOf("one"), secret: "whsec_" })
    await commit(told("a"))
    await wake()
    await idle()
    for (const millis of WebhookDelivery.RETRY_MILLIS) {
      wall.advance(millis)
      await turn()
      await idle()
    }
    expect(sent).toEqual([])
    expect(statuses(webhooks)).toEqual(["PARKED"])
  })

  it("goes on where the store interrupted all workers of an endpoint", async () => {
    const { commit, addEndpoints, wake, idle, sentTo } = await dispatching(({ headers }) =>
      headers["webhook-id"] === "late" ? "OK" : "CRASH",
    )
    await addEndpoints(endpointOf("one"))
    await commit(...Array.from({ length: WORKERS_MAX }, (_, index) => told(`${index}`, `org-${index}`)))
    await wake()
    await idle()
    await commit(told("late", "org-late"))
    await wake()
    await idle()
    expect(sentTo("one")).toContain("late")
  })

  it("tries again what was published before, also while an event cannot be published", async () => {
    const defects: Array<unknown> = []
    const { commit, addEndpoints, wake, idle, sent, wall } = await dispatching(
      () => "REFUSE",
      (cause) => void defects.push(cause),
      (store) => ({
        ...store,
        publish: (event, deliveries) =>
          event.eventId === "bad" ? Effect.die(new Error("broken")) : store.publish(event, deliveries),
      }),
    )
    await addEndpoints(endpointOf("one"))
    await commit(told("a"))
    await wake()
    await idle()
    await commit(told("bad"))
    wall.advance(WebhookDelivery.RETRY_MILLIS[0] ?? 0)
    await wake()
    await idle()
    expect(sent).toHaveLength(2)
    expect(defects.length).toBeGreaterThan(0)
  })

  it("says what went wrong in the store, and tries again when the lease is over", async () => {
    const defects: Array<unknown> = []
    let isBroken = true
    const { commit, addEndpoints, wake, idle, sent, wall } = await dispatching(
      () => "OK",
      (cause) => void defects.push(cause),
      (store) => ({
        ...store,
        replace: (before, after) =>
          Effect.suspend(() => {
            if (!isBroken || after.attempts.length === 0) return store.replace(before, after)
            isBroken = false
            return Effect.die(new Error("broken"))
          }),
      }),
    )
    await addEndpoints(endpointOf("one"))
    await commit(told("a"))
    await wake()
    await idle()
    expect(defects).toHaveLength(1)
    wall.advance(WebhookDelivery.LEASE_MILLIS)
    await until(() => sent.length === 2)
    await idle()
    expect(defects).toHaveLength(1)
  })
})

describe("a crash", () => {
  it("between sending and recording sends the event again, under the same id, when the lease is over", async () => {
    let reaction: Reaction = "CRASH"
    const webhooks = await dispatching(() => reaction)
    const { commit, addEndpoints, wake, idle, stop, start, sentTo, wall } = webhooks
    await addEndpoints(endpointOf("one"))
    await commit(told("a"), told("b"))
    await wake()
    await idle()
    await stop()
    expect(sentTo("one")).toEqual(["a"])
    reaction = "OK"
    const next = await start()
    await next.wake()
    await next.idle()
    expect(sentTo("one")).toEqual(["a"])
    wall.advance(WebhookDelivery.LEASE_MILLIS)
    await until(() => sentTo("one").length === 3)
    await next.idle()
    expect(sentTo("one")).toEqual(["a", "a", "b"])
    expect(statuses(webhooks)).toEqual(["DELIVERED", "DELIVERED"])
  })

  it("of one dispatcher leaves the work to another one on the same stores", async () => {
    const webhooks = await dispatching(({ headers }) => (headers["webhook-id"] === "a" ? "CRASH" : "OK"))
    const { commit, addEndpoints, wake, start, sentTo, idle } = webhooks
    await addEndpoints(endpointOf("one"))
    await commit(told("a", "org-1"), told("b", "org-2"), told("c", "org-2"))
    const other = await start()
    await Promise.all([wake(), other.wake()])
    await Promise.all([idle(), other.idle()])
    expect(sentTo("one")).toEqual(["a", "b", "c"])
  })
})

describe("dispatchers", () => {
  it("that share a store send each event once", async () => {
    const { commit, addEndpoints, wake, idle, start, sentTo } = await dispatching()
    await addEndpoints(endpointOf("one"))
    const ids = Array.from({ length: 60 }, (_, index) => `${index}`)
    await commit(...ids.map((id) => told(id, `org-${id}`)))
    const other = await start()
    await Promise.all([wake(), other.wake()])
    await Promise.all([idle(), other.idle()])
    expect(sentTo("one").toSorted()).toEqual(ids.toSorted())
  })
})

describe("delivering once", () => {
  it("returns when all that was ready was sent", async () => {
    const { run, commit, addEndpoints, sentTo, wall } = makeWebhooks(({ headers }) =>
      headers["webhook-id"] === "b" ? "REFUSE" : "OK",
    )
    await addEndpoints(endpointOf("one"))
    await commit(told("a"), told("b"), told("c"))
    await run(deliverEvents(failOn))
    expect(sentTo("one")).toEqual(["a", "b", "c"])
    await run(deliverEvents(failOn))
    expect(sentTo("one")).toEqual(["a", "b", "c"])
    wall.advance(5000)
    await run(deliverEvents(failOn))
    expect(sentTo("one")).toEqual(["a", "b", "c", "b"])
  })

  it("begins nothing more when its time is over, and waits for the attempts under way", async () => {
    const { run, commit, addEndpoints, sent, wall, release, records } = makeWebhooks(() => "HANG")
    await addEndpoints(endpointOf("one"))
    const ids = Array.from({ length: WORKERS_MAX + 1 }, (_, index) => `${index}`)
    await commit(...ids.map((id) => told(id, `org-${id}`)))
    let isOver = false
    const delivering = run(deliverEvents(failOn, { withinMillis: 5_000 })).then(() => {
      isOver = true
    })
    await expect.poll(() => sent.length).toBe(WORKERS_MAX)
    wall.advance(5_000)
    await release(1)
    expect(isOver).toBe(false)
    await release()
    await delivering
    expect(sent).toHaveLength(WORKERS_MAX)
    expect(records.waiting()).toHaveLength(1)
  })

  it("is refused a time that is none", async () => {
    const { run } = makeWebhooks()
    await expect(run(deliverEvents(failOn, { withinMillis: 0 }))).rejects.toThrow(
      "withinMillis: expected a whole number from 1 to 86400000, not 0",
    )
  })
})
