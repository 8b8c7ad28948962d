// From the outbox to deliveries: once, in order, whether or not anybody listens.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { PASSED_MAX, publishBatch } from "../../../src/app/webhooks/publishEvents.ts"
import {
  BillingStore,
  CurrentPortReporter,
  EventPresenter,
  type PortFault,
  publishEvents,
} from "../../../src/index.ts"
import { endpointOf, makeWebhooks, told } from "./support.ts"

describe("publishing", () => {
  it("keeps each event with a delivery for each endpoint that wants it, and empties the outbox", async () => {
    const { run, commit, addEndpoints, records, state, wall } = makeWebhooks()
    await addEndpoints(endpointOf("one"), endpointOf("two", { types: ["payment.failed"] }))
    await commit(told("a"), told("b", "org-2"))
    await run(publishEvents)
    expect(records.events()).toEqual([
      {
        sequence: 2,
        eventId: "b",
        type: "subscription.created",
        organizationId: "org-2",
        body: '{"id":"b"}',
      },
      {
        sequence: 1,
        eventId: "a",
        type: "subscription.created",
        organizationId: "org-1",
        body: '{"id":"a"}',
      },
    ])
    expect(records.waiting()).toMatchObject([
      { endpointId: "one", event: { eventId: "a" }, status: "PENDING", dueAt: wall.now(), attempts: [] },
      { endpointId: "one", event: { eventId: "b" }, status: "PENDING", dueAt: wall.now(), attempts: [] },
    ])
    expect(state.outbox()).toEqual([])
  })

  it("that crashed before the acknowledgement is repeated, and changes nothing", async () => {
    const { run, commit, addEndpoints, records, presented, state } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    await commit(told("a"))
    const deaf = Effect.updateService(publishEvents, BillingStore, (store) => ({
      ...store,
      acknowledge: () => Effect.interrupt,
    }))
    await expect(run(deaf)).rejects.toThrow(/interrupt/i)
    const before = records.deliveries()
    expect(before).toHaveLength(1)
    await run(publishEvents)
    expect(presented).toEqual(["a", "a"])
    expect(records.deliveries()).toEqual(before)
    expect(records.events()).toHaveLength(1)
    expect(state.outbox()).toEqual([])
  })

  it("lets pass what cannot be presented, and keeps it", async () => {
    const { run, commit, presented, state } = makeWebhooks()
    await commit(told("a"), told("broken"), told("b"))
    const faults: Array<PortFault> = []
    await run(
      Effect.provideService(publishEvents, CurrentPortReporter, (fault) =>
        Effect.sync(() => faults.push(fault)),
      ),
    )
    expect(presented).toEqual(["a", "b"])
    expect(state.outbox().map(({ messageId }) => messageId)).toEqual(["broken"])
    expect(faults).toMatchObject([{ operation: "EventPresenter.present", kind: "DEFECT", key: "broken" }])
  })

  it.each([
    ["nothing", undefined],
    ["a text", "payload"],
    ["a promise", Promise.resolve({})],
  ])("lets pass an event of which the presenter gives %s", async (_, given) => {
    const { run, commit, records, state } = makeWebhooks()
    await commit(told("a"), told("b"))
    const odd = Effect.updateService(publishEvents, EventPresenter, ({ present }) => ({
      present: (message, policy) =>
        message.messageId === "a" ? (given as unknown as object) : present(message, policy),
    }))
    await run(Effect.provideService(odd, CurrentPortReporter, () => Effect.void))
    expect(records.events().map(({ eventId }) => eventId)).toEqual(["b"])
    expect(state.outbox().map(({ messageId }) => messageId)).toEqual(["a"])
  })

  it("lets pass a long row of what cannot be presented, and tells of each once", async () => {
    const { run, commit, presented, state } = makeWebhooks()
    const broken = Array.from({ length: 250 }, (_, index) => `broken-${index}`)
    await commit(...broken.map((id) => told(id)), told("a"))
    const faults: Array<PortFault> = []
    const passed = new Set<string>()
    const publishing = Effect.gen(function* () {
      while (yield* publishBatch(passed));
    })
    const reported = Effect.provideService(publishing, CurrentPortReporter, (fault) =>
      Effect.sync(() => faults.push(fault)),
    )
    await run(reported)
    expect(presented).toEqual(["a"])
    expect(faults.map(({ key }) => key)).toEqual(broken)
    await commit(told("b"))
    await run(reported)
    expect(presented).toEqual(["a", "b"])
    expect(faults).toHaveLength(broken.length)
    expect(state.outbox()).toHaveLength(broken.length)
  })

  it("ends behind more of them than others may pass", async () => {
    const { run, commit, presented, state } = makeWebhooks()
    const broken = Array.from({ length: PASSED_MAX + 200 }, (_, index) => `broken-${index}`)
    await commit(...broken.map((id) => told(id)), told("a"))
    await run(Effect.provideService(publishEvents, CurrentPortReporter, () => Effect.void))
    expect(presented).toEqual([])
    expect(state.outbox()).toHaveLength(broken.length + 1)
  })

  it("by two at the same time comes to the same", async () => {
    const { run, commit, addEndpoints, records } = makeWebhooks()
    await addEndpoints(endpointOf("one"))
    const ids = Array.from({ length: 20 }, (_, index) => `event-${index}`)
    await commit(...ids.map((id) => told(id)))
    await run(Effect.all([publishEvents, publishEvents], { concurrency: "unbounded" }))
    expect(records.waiting().map(({ event }) => event.eventId)).toEqual(ids)
  })
})
