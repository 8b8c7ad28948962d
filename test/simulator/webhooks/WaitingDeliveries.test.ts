// What waits is found as the rule says it of the whole list, whatever was put, tried, leased and removed before.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeWaitingDeliveries } from "../../../simulator/adapters/webhooks/WaitingDeliveries.ts"
import { WebhookDelivery } from "../../../src/index.ts"
import { attemptOf } from "../../app/webhooks/support.ts"
import { runs } from "../../support/runs.ts"

type Delivery = WebhookDelivery.WebhookDelivery

const deliveryOf = (number: number, endpoint: number, organization: number): Delivery =>
  WebhookDelivery.begin({
    deliveryId: `d${number}`,
    endpointId: `e${endpoint}`,
    event: { eventId: `v${number}`, type: "invoice.issued", organizationId: `o${organization}`, body: "{}" },
    now: number % 7,
  })

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom("put", "put", "lease", "fail", "succeed", "remove"),
    which: fc.nat(40),
    endpoint: fc.nat(2),
    organization: fc.nat(3),
  }),
  { maxLength: 60 },
)

describe("what waits", () => {
  it("is chosen as by the rule over all of it", () => {
    fc.assert(
      fc.property(actions, (steps) => {
        const waiting = makeWaitingDeliveries()
        let list: ReadonlyArray<Delivery> = []
        let now = 0
        const replace = (id: string, after: Delivery): void => {
          waiting.put(after)
          list = list.map((one) => (one.deliveryId === id ? after : one))
        }
        const drop = (id: string): void => {
          waiting.remove(id)
          list = list.filter(({ deliveryId }) => deliveryId !== id)
        }
        for (const [number, { kind, which, endpoint, organization }] of steps.entries()) {
          now += 1000
          if (kind === "put") {
            const fresh = deliveryOf(number, endpoint, organization)
            waiting.put(fresh)
            list = [...list, fresh]
          }
          const one = list[which % Math.max(1, list.length)]
          if (one === undefined) continue
          if (kind === "lease") replace(one.deliveryId, WebhookDelivery.lease(one, now))
          if (kind === "fail") {
            const after = WebhookDelivery.record(one, attemptOf(500, now), now)
            if (after.status === "PENDING") replace(one.deliveryId, after)
            else drop(one.deliveryId)
          }
          if (kind === "succeed" || kind === "remove") drop(one.deliveryId)
          for (const endpointId of ["e0", "e1", "e2"]) {
            const own = list.filter((delivery) => delivery.endpointId === endpointId)
            expect(waiting.of(endpointId)).toEqual(own)
            for (const limit of [1, 10]) {
              const expected = WebhookDelivery.ready(own, now).slice(0, limit)
              expect(waiting.ready(endpointId, now, limit)).toEqual(expected)
            }
          }
          expect(waiting.nextReadyAt(now)).toBe(WebhookDelivery.nextReadyAt(list, now))
        }
        expect(waiting.removeOf("e0").length).toBe(
          list.filter(({ endpointId }) => endpointId === "e0").length,
        )
        expect(waiting.all()).toEqual(list.filter(({ endpointId }) => endpointId !== "e0"))
      }),
      { numRuns: runs(300) },
    )
  })
})
