// What a store cannot write right now holds up what is like it and nothing else: a delivery that somebody has under his hands,
// an event of an organization whose lane is held.
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import { PASSED_MAX, PUBLISHING_FAILURES_MAX } from "../../../src/app/webhooks/publishEvents.ts"
import { deliverEvents, dispatchEvents, type WebhookStore, WORKERS_MAX } from "../../../src/index.ts"
import { endpointOf, makeWebhooks, told } from "./support.ts"

type Store = WebhookStore["Service"]

const heldUp = new Error("held")

const orgs = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `org-${index}`)

/** Lets run what is ready to run, until something holds, or for so long that it never will. */
const turnsUntil = async (holds: () => boolean) => {
  for (let turns = 0; turns < 500 && !holds(); turns += 1)
    await new Promise((resolve) => setImmediate(resolve))
}

describe("a delivery that is held", () => {
  it("keeps one worker waiting, and the others send what comes", async () => {
    let waiting = 0
    const holding = (store: Store): Store => ({
      ...store,
      replace: (before, after) =>
        before.event.eventId === "held"
          ? Effect.andThen(
              Effect.sync(() => {
                waiting += 1
              }),
              Effect.never,
            )
          : store.replace(before, after),
    })
    const { run, commit, addEndpoints, sentTo } = makeWebhooks(() => "OK", holding)
    await addEndpoints(endpointOf("one"))
    await commit(told("held", "org-held"), ...orgs(20).map((org) => told(`first/${org}`, org)))
    const scope = Scope.makeUnsafe()
    const { wake } = await run(
      Scope.provide(
        dispatchEvents(() => undefined),
        scope,
      ),
    )
    await Effect.runPromise(wake)
    await turnsUntil(() => sentTo("one").length === 20)
    for (let round = 1; round <= WORKERS_MAX; round++) {
      await commit(told(`later/${round}`, `org-${round}`))
      await Effect.runPromise(wake)
      await turnsUntil(() => sentTo("one").length === 20 + round)
      expect(sentTo("one")).toHaveLength(20 + round)
    }
    expect(waiting).toBe(1)
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})

describe("an event that cannot be stored", () => {
  const refusing =
    (isHeld: (organizationId: string) => boolean) =>
    (store: Store): Store => ({
      ...store,
      publish: (event, deliveries) =>
        isHeld(event.organizationId) ? Effect.die(heldUp) : store.publish(event, deliveries),
    })

  it("lets those of other organizations pass, and those of its own wait behind it", async () => {
    const held = new Set(["org-held"])
    const defects: Array<unknown> = []
    const { run, commit, addEndpoints, sentTo } = makeWebhooks(
      () => "OK",
      refusing((organizationId) => held.has(organizationId)),
    )
    await addEndpoints(endpointOf("one"))
    await commit(told("1", "org-held"), told("2", "org-held"), told("3"), told("4", "org-2"))
    const deliver = deliverEvents((cause) => void defects.push(cause))
    await run(deliver)
    expect(sentTo("one")).toEqual(["3", "4"])
    expect(defects).toHaveLength(1)
    held.clear()
    await run(deliver)
    expect(sentTo("one")).toEqual(["3", "4", "1", "2"])
  })

  it("lets others pass also where more than a batch of its organization waits first", async () => {
    const { run, commit, addEndpoints, sentTo, state } = makeWebhooks(
      () => "OK",
      refusing((organizationId) => organizationId === "org-held"),
    )
    await addEndpoints(endpointOf("one"))
    const first = Array.from({ length: 250 }, (_, index) => told(`held/${index}`, "org-held"))
    await commit(...first, told("3"), told("4", "org-2"))
    await run(deliverEvents(() => undefined))
    expect(sentTo("one")).toEqual(["3", "4"])
    expect(state.outbox()).toHaveLength(250)
    // Behind more of them than are passed nothing is published, and looking for it ends.
    await commit(...Array.from({ length: PASSED_MAX }, (_, index) => told(`more/${index}`, "org-held")))
    await commit(told("5", "org-3"))
    await run(deliverEvents(() => undefined))
    expect(sentTo("one")).toEqual(["3", "4"])
  })

  it("is not passed any more where the store seems to be away", async () => {
    let tried = 0
    const { run, commit, state } = makeWebhooks(
      () => "OK",
      refusing(() => {
        tried += 1
        return true
      }),
    )
    await commit(...orgs(20).map((org) => told(org, org)))
    await run(deliverEvents(() => undefined))
    expect(tried).toBe(PUBLISHING_FAILURES_MAX)
    expect(state.outbox()).toHaveLength(20)
  })
})
