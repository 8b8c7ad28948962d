// What the example finds ready is what the rule says of all that waits, whatever was published, tried and removed before.
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { Database } from "../../../docs/examples/sqlite/Database.ts"
import { openDatabase } from "../../../docs/examples/sqlite/Database.ts"
import { migrations } from "../../../docs/examples/sqlite/migrations.ts"
import { makeSqliteWebhookStore } from "../../../docs/examples/sqlite/SqliteWebhookStore.ts"
import { WebhookDelivery } from "../../../src/index.ts"
import { attemptOf, endpointOf } from "../../app/webhooks/support.ts"
import { runs } from "../../support/runs.ts"

type Delivery = WebhookDelivery.WebhookDelivery

const endpoints = ["one", "two"]

const step = fc.record({
  kind: fc.constantFrom("publish", "publish", "lease", "fail", "succeed", "park", "again", "remove"),
  which: fc.nat(40),
  organization: fc.nat(2),
})

/** The delivery after a step; the same one where it changes nothing. */
const after = (kind: string, one: Delivery, now: number): Delivery => {
  if (kind === "lease") return WebhookDelivery.lease(one, now)
  if (kind === "fail") return WebhookDelivery.record(one, attemptOf(500, now), now)
  if (kind === "succeed") return WebhookDelivery.record(one, attemptOf(200, now), now)
  if (kind === "again") return WebhookDelivery.redeliver(one, now)
  return kind === "park" ? { ...one, status: "PARKED", dueAt: null, leasedUntil: null } : one
}

const told = (number: number, organization: number) => ({
  eventId: `v${number}`,
  type: "invoice.issued" as const,
  organizationId: `o${organization}`,
  body: "{}",
})

/** Plays steps; the list is what is stored, in the order of the events. */
const play = (
  steps: ReadonlyArray<typeof step extends fc.Arbitrary<infer S> ? S : never>,
  database: Database,
) => {
  const store = makeSqliteWebhookStore(database)
  const run = Effect.runSync
  for (const endpoint of endpoints) run(store.addEndpoint(endpointOf(endpoint)))
  let list: ReadonlyArray<Delivery> = []
  let now = 0
  const check = (): void => {
    const waiting = list.filter(({ status }) => status === "PENDING")
    for (const endpointId of endpoints) {
      const own = waiting.filter((delivery) => delivery.endpointId === endpointId)
      for (const limit of [1, 10]) {
        const expected = WebhookDelivery.ready(own, now).slice(0, limit)
        expect(run(store.ready({ endpointId, now, limit }))).toEqual(expected)
      }
    }
    expect(run(store.nextReadyAt(now))).toBe(WebhookDelivery.nextReadyAt(waiting, now))
  }
  for (const [number, { kind, which, organization }] of steps.entries()) {
    now += 1000
    const one = list[which % Math.max(1, list.length)]
    if (kind === "publish") {
      const event = told(number, organization)
      const deliveries = endpoints.map((endpointId) =>
        WebhookDelivery.begin({
          deliveryId: `${endpointId}/${number}`,
          endpointId,
          event,
          now: now + (which % 3),
        }),
      )
      run(store.publish(event, deliveries))
      list = [...list, ...deliveries]
    } else if (kind === "remove" && which === 40) {
      run(store.removeEndpoint("one"))
      run(store.addEndpoint(endpointOf("one")))
      list = list.filter(({ endpointId, status }) => endpointId !== "one" || status !== "PENDING")
    } else if (one !== undefined) {
      const changed = after(kind, one, now)
      expect(run(store.replace(one, changed))).toBe(true)
      list = list.map((other) => (other === one ? changed : other))
    }
    check()
  }
}

it("finds what is ready as the rule over all of it", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 50 }), (steps) => {
      const database = openDatabase(":memory:")
      play(steps, database)
      database.close()
    }),
    { numRuns: runs(150) },
  )
})

it("looks at what is ready, and not at what waits", () => {
  const sqlite = new DatabaseSync(":memory:")
  for (const one of migrations) sqlite.exec(one)
  const plan = sqlite
    .prepare(
      `EXPLAIN QUERY PLAN SELECT doc FROM webhook_deliveries
       WHERE endpoint_id = ? AND next = 1 AND ready_at <= ? ORDER BY seq LIMIT ?`,
    )
    .all("one", 0, 10)
    .map(({ detail }) => detail)
  expect(plan[0]).toContain("USING INDEX webhook_deliveries_next (endpoint_id=? AND ready_at<?)")
  sqlite.close()
})
