// How many statements a use case sends to the server, each of which is a round trip.
import { afterAll, beforeAll, expect, it } from "vitest"
import { payInvoice, recordUsage, runDue, setThreshold, withIdempotencyKey } from "../../src/index.ts"
import { organizationId, subscribed } from "../support/billing.ts"
import { billingOn } from "./billing.ts"
import { type Server, startServer } from "./server.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const ready = async () => {
  let count = 0
  const billing = await billingOn(server.pool, {
    wrapClient: ({ query }) => ({
      query: (sql, parameters) => {
        count += 1
        return query(sql, parameters)
      },
    }),
  })
  const { upcoming } = await billing.run(subscribed())
  /** How many statements some work sends. */
  const counted = async (work: Parameters<typeof billing.run>[0]): Promise<number> => {
    const before = count
    await billing.run(work)
    return count - before
  }
  const pay = payInvoice({
    organizationId,
    invoiceId: upcoming.invoiceId,
    paymentMethodId: null,
    expectedPayableAmount: null,
  })
  return { ...billing, counted, pay, upcoming }
}

const use = (eventId: string, quantity: number) =>
  recordUsage({ organizationId, events: [{ eventId, meter: "messages", quantity, occurredAt: null }] })

it("usage takes two, and one more to record a charge at the threshold", async () => {
  const { run, counted, charges } = await ready()
  expect(await counted(use("e1", 1))).toBe(2)
  expect(await counted(use("e1", 1)), "known").toBe(1)
  await run(setThreshold({ organizationId, value: 100, currency: "BRL" }))
  expect(await counted(use("e2", 1)), "below the threshold").toBe(2)
  expect(await counted(use("e3", 100))).toBe(3)
  expect(charges()).toHaveLength(1)
})

it("a payment takes three", async () => {
  const { counted, pay, charges } = await ready()
  expect(await counted(pay)).toBe(3)
  expect(charges()).toHaveLength(1)
})

it("a payment under a key takes five", async () => {
  const { counted, pay, charges } = await ready()
  const call = { key: "key-1", caller: { userId: "user-1", organizationId }, operation: "pay", body: {} }
  const text = {
    write: (answer: unknown) => JSON.stringify(answer),
    read: (kept: string) => JSON.parse(kept),
  }
  expect(await counted(withIdempotencyKey(call, text, pay))).toBe(5)
  expect(await counted(withIdempotencyKey(call, text, pay)), "again").toBe(2)
  expect(charges()).toHaveLength(1)
})

it("a boundary with its charge takes three, beside what finds it", async () => {
  const { counted, setNow, upcoming, charges } = await ready()
  setNow(upcoming.dueAt ?? 0)
  const looking = await counted(runDue(0))
  setNow(Date.UTC(2026, 1, 28, 12))
  expect((await counted(runDue(Date.UTC(2026, 1, 28, 12)))) - 2 * looking).toBe(3)
  expect(charges()).toHaveLength(1)
})
