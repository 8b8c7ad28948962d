// The same calls with and without a socket: what a test suite gains by having the simulator in its own process.
import { seeded } from "../support/simulator.ts"
import { inTurn, type Row, rowOf } from "./measure.ts"
import { runLoad, startServer } from "./processes.ts"
import type { Fixture } from "./servers/crud.ts"
import { makeBenchWorld } from "./servers/studio.ts"

const AT_ONCE = 16
const CREATED = 1_000

/** Calls a second, so many under way at a time. */
const rateOf = async (count: number, call: (index: number) => Promise<unknown>): Promise<number> => {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) await call(next++)
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return (count / (performance.now() - start)) * 1000
}

/** Rates in process against those over the socket. */
export const measureInProcess = async (): Promise<ReadonlyArray<Row>> => {
  const size = { organizations: CREATED, invoices: 20 }
  const { fetch, fixture, call } = await makeBenchWorld(size)
  await call("POST", "/_simulator/snapshots/bench")
  const server = await startServer("studio", size)
  const there = server.said.fixture as Fixture
  const choice = { planId: seeded.starter, planIntervalId: seeded.starterMonthly }
  const creations = (of: Fixture) =>
    of.tokens.slice(1).map(({ token, organizationId }) => ({
      method: "POST",
      path: `/studio/organizations/${organizationId}/subscriptions`,
      token,
      body: JSON.stringify({ ...choice, paymentMethodId: of.paymentMethodIds[organizationId] }),
    }))
  const list = { method: "GET", path: "/studio/plans", token: there.tokens[0]?.token ?? null, body: null }
  const authorization = `Bearer ${fixture.tokens[0]?.token}`
  const own = creations(fixture)
  const load = { port: server.port, connections: AT_ONCE }
  try {
    const lists = await inTurn({
      ours: () =>
        rateOf(10_000, async () => (await fetch("/studio/plans", { headers: { authorization } })).text()),
      theirs: async () =>
        (await runLoad({ ...load, batches: [{ before: [], measured: [list] }], times: 10_000, status: 200 }))
          .perSecond,
    })
    const made = await inTurn({
      ours: async () => {
        await call("POST", "/_simulator/snapshots/bench/restore")
        for (const { token } of own) await call("GET", "/studio/plans", undefined, token)
        return rateOf(CREATED, async (index) => {
          const { path, body, token } = own[index] ?? list
          const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
          const response = await fetch(path, { method: "POST", headers, body })
          if (response.status !== 201) throw new Error(`${response.status} in place of 201`)
          await response.text()
        })
      },
      theirs: async () => {
        const restore = {
          method: "POST",
          path: "/_simulator/snapshots/bench/restore",
          token: null,
          body: "{}",
        }
        await runLoad({
          ...load,
          connections: 1,
          batches: [{ before: [], measured: [restore] }],
          times: 1,
          status: 200,
        })
        const measured = creations(there)
        const before = measured.map(({ token }) => ({ ...list, token }))
        return (await runLoad({ ...load, batches: [{ before, measured }], times: 1, status: 201 })).perSecond
      },
    })
    const unit = "requests/s"
    return [
      rowOf({ name: "list plans, in process against the socket", ...lists, unit, target: { atLeast: 2 } }),
      rowOf({
        name: "create a subscription, in process against the socket",
        ...made,
        unit,
        target: { atLeast: 2 },
      }),
    ]
  } finally {
    server.process.kill()
  }
}
