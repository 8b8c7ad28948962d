// Engines over PostgreSQL whose clocks, leases or server are not as they should be: each organization is charged once.
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { fromPg, migrate } from "../../src/postgres/index.ts"
import { auditEngines } from "../scale/engine/audit.ts"
import { CHARGES } from "../scale/engine/gateway.ts"
import { boundary } from "../support/chargeScenes.ts"
import {
  makeOrganizations,
  makeTime,
  startEngine,
  TURN_MILLIS,
  until,
  untilDone,
  whileAway,
} from "./engineProcess.ts"
import { type Server, startServer } from "./server.ts"
import { whole } from "./withFault.ts"

const MINUTE = 60_000
const LEASE_MILLIS = TURN_MILLIS + MINUTE

let server: Server
beforeAll(async () => {
  server = await startServer()
  await Effect.runPromise(migrate(fromPg(server.pool)))
  await server.pool.query(CHARGES)
})
afterAll(() => server.stop())

const charges = async (): Promise<number> => {
  const { rows } = await server.pool.query("SELECT count(*)::int AS charges FROM charges")
  return rows[0]?.charges
}

const killBackend = async (): Promise<boolean> => {
  const { rows } = await server.pool.query("SELECT pg_backend_pid() AS pid")
  return process.kill(rows[0].pid, "SIGKILL")
}

it.each([
  ["before it arrives", false],
  ["after it arrived", true],
])(
  "a claim that ends during a slow charge, %s, is taken over, and it is charged once",
  async (_, arrives) => {
    await makeOrganizations(server, 1)
    const time = makeTime(boundary)
    const asked = Promise.withResolvers<void>()
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
    const slow = Effect.suspend(() => {
      asked.resolve()
      return Effect.promise(() => answers)
    })
    const first = startEngine(server, {
      now: time.now,
      ...(arrives ? { answering: slow } : { charging: slow }),
    })
    await asked.promise
    time.moveTo(boundary + LEASE_MILLIS)
    const second = startEngine(server, { now: time.now })
    // The second one has it as far as it goes: an unknown outcome that is looked up.
    await untilDone({ server, time, engines: [second] })
    answer()
    await first.stop()
    await untilDone({ server, time, engines: [second] })
    await second.stop()
    expect(await auditEngines(server.pool, time.now())).toEqual({ charges: 1, ...whole })
  },
)

it.each([10 * MINUTE, -10 * MINUTE])(
  "an engine whose clock is %d ms off and one whose is right charge each organization once",
  async (off) => {
    await makeOrganizations(server, 6)
    const time = makeTime(boundary - 5 * MINUTE)
    const engines = [
      startEngine(server, { now: () => time.now() + off }),
      startEngine(server, { now: time.now }),
    ]
    await untilDone({ server, time, engines })
    for (const engine of engines) await engine.stop()
    expect(await auditEngines(server.pool, time.now() + Math.max(off, 0))).toEqual({ charges: 6, ...whole })
  },
)

it("a server that crashes and comes back under load leaves each organization charged once", async () => {
  await makeOrganizations(server, 30)
  const time = makeTime(boundary)
  const engines = [startEngine(server, time), startEngine(server, time)]
  for (let crashes = 1; crashes <= 2; crashes += 1) {
    await until({ server, time, engines }, async () => (await charges()) >= crashes * 8)
    // One of its processes is killed, so that it ends all connections and recovers.
    await until({ server, time, engines }, killBackend)
  }
  await untilDone({ server, time, engines })
  for (const engine of engines) await engine.stop()
  // All may be done before the server notices that it has to recover.
  const audited = () => whileAway(server, auditEngines(server.pool, time.now()), null)
  let found = await audited()
  while (found === null) found = await audited()
  expect(found).toEqual({ charges: 30, ...whole })
})
