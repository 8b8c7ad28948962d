// One organization to which several processes record usage at once, over the real server: every event counts once.
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { recordUsage } from "../../src/index.ts"
import { measureHot } from "../bench/postgres/hot.ts"
import { organizationId, subscribed } from "../support/billing.ts"
import { billingOn } from "./billing.ts"
import { type Server, startServer } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it.each([
  [1, 1],
  [3, 1],
  [3, 10],
])(
  "%d processes with %d events a request lose none, count none twice, and refuse nobody",
  async (processes, events) => {
    const told = await measureHot(server, { processes, senders: 24, events, requests: 12 })
    expect(told).toMatchObject({ requests: 24 * 12, refused: [] })
    expect(told.accepted + told.duplicates).toBe(24 * 12 * events)
    expect(told.stored).toEqual({ events: told.accepted, counted: told.accepted })
    expect(told.commits - told.conflicts, "they are committed together").toBeLessThan(24 * 12)
    if (processes > 1) expect(told.duplicates).toBeGreaterThan(0)
  },
)

/** Letters that no index makes much shorter: the last ones of each number's square root. */
const long = Array.from({ length: 1_500 }, (_, index) =>
  Math.sqrt(index + 2)
    .toString(36)
    .slice(-4),
).join("")

it.each([
  ["too long for its index", long],
  ["of a character that it does not know", "a\0b"],
])("an id that is %s fails no other request of its group", async (_, bad) => {
  const billing = await billingOn(server.pool)
  await billing.run(subscribed())
  const use = (eventId: string) =>
    Effect.match(
      recordUsage({
        organizationId,
        events: [{ eventId, meter: "messages", quantity: 1, occurredAt: null }],
      }),
      { onFailure: ({ _tag }) => _tag, onSuccess: ({ accepted }) => accepted },
    )
  const told = await billing.run(
    Effect.all(["first", "good", bad, "fine"].map(use), { concurrency: "unbounded" }),
  )
  expect(told).toEqual([1, 1, "UsageEventInvalid", 1])
})
