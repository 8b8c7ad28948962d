// Sending again by hand.
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { attemptDelivery } from "../../../src/app/webhooks/attemptDelivery.ts"
import { makeTaker } from "../../../src/app/webhooks/makeTaker.ts"
import {
  deliverEvents,
  publishEvents,
  redeliver,
  removeEndpoint,
  WebhookDelivery,
} from "../../../src/index.ts"
import { endpointOf, makeWebhooks, type Reaction, told } from "./support.ts"

const deliver = deliverEvents((cause) =>
  queueMicrotask(() => {
    throw cause
  }),
)

/** One event that was sent to one endpoint, which then reacts as `next` says. */
const delivered = async (first: Reaction, next: Reaction = "OK") => {
  let count = 0
  const webhooks = makeWebhooks(() => (count++ === 0 ? first : next))
  await webhooks.addEndpoints(endpointOf("one"))
  await webhooks.commit(told("a"))
  await webhooks.run(deliver)
  const [delivery] = webhooks.records.deliveries()
  return { ...webhooks, deliveryId: delivery?.deliveryId ?? "" }
}

describe("a delivery", () => {
  it("that arrived is sent again, under the same id", async () => {
    const { run, deliveryId, sentTo, records } = await delivered("OK")
    expect(await run(redeliver(deliveryId))).toMatchObject({ deliveryId, status: "PENDING" })
    await run(deliver)
    expect(sentTo("one")).toEqual(["a", "a"])
    expect(records.deliveries()).toMatchObject([
      { status: "DELIVERED", attempts: [{ status: 204 }, { status: 204 }] },
    ])
  })

  it("that was parked has the whole schedule again", async () => {
    const { run, deliveryId, records, wall, sent } = await delivered("REFUSE", "REFUSE")
    const play = async () => {
      for (const after of WebhookDelivery.RETRY_MILLIS) {
        wall.advance(after)
        await run(deliver)
      }
    }
    await play()
    expect(records.deliveries()).toMatchObject([{ status: "PARKED" }])
    await run(redeliver(deliveryId))
    await run(deliver)
    await play()
    expect(records.deliveries()).toMatchObject([{ status: "PARKED" }])
    expect(sent).toHaveLength(20)
  })

  it("that waits for a retry does not wait", async () => {
    const { run, deliveryId, records, sentTo } = await delivered("REFUSE")
    await run(redeliver(deliveryId))
    await run(deliver)
    expect(sentTo("one")).toEqual(["a", "a"])
    expect(records.deliveries()).toMatchObject([{ status: "DELIVERED", failures: 1 }])
  })

  it("that nobody knows cannot be sent again", async () => {
    const { run } = await delivered("OK")
    const refusal = await run(Effect.flip(redeliver("nothing")))
    expect(refusal).toEqual({ _tag: "WebhookDeliveryNotFound", deliveryId: "nothing" })
  })

  it("of an endpoint that is gone cannot be sent again", async () => {
    const { run, deliveryId } = await delivered("OK")
    await run(removeEndpoint("one"))
    const refusal = await run(Effect.flip(redeliver(deliveryId)))
    expect(refusal).toEqual({ _tag: "WebhookEndpointNotFound", endpointId: "one" })
  })
})

describe("an attempt that outlived its lease", () => {
  it("does not overwrite what the next one found", async () => {
    let count = 0
    const { run, commit, addEndpoints, records, wall, sent } = makeWebhooks(() =>
      count++ === 0 ? "OK" : "REFUSE",
    )
    const endpoint = endpointOf("one")
    await addEndpoints(endpoint)
    await commit(told("a"))
    await run(publishEvents)
    const first = await run(makeTaker("one"))
    wall.advance(WebhookDelivery.LEASE_MILLIS)
    const second = await run(makeTaker("one"))
    if (first === null || second === null) throw new Error("Nothing was ready")
    await run(attemptDelivery(endpoint, second))
    await run(attemptDelivery(endpoint, first))
    expect(sent).toHaveLength(2)
    expect(records.deliveries()).toMatchObject([{ status: "DELIVERED", failures: 0 }])
  })
})
