// The table of crashes of docs/payments.md with processes and a server: one is killed at each row, the engine of another
// one does what is left, the receipt is recorded, and nobody is charged twice.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { fromPg, makePostgresBillingStore, migrate } from "../../src/postgres/index.ts"
import { commitWith } from "../../src/testing/contracts/records.ts"
import { auditEngines } from "../scale/engine/audit.ts"
import { CHARGES } from "../scale/engine/gateway.ts"
import { organizationId } from "../support/billing.ts"
import { about, type Cause, pay, type Row, rows, table } from "../support/chargeScenes.ts"
import { thorough } from "../support/thorough.ts"
import type { DyingInput } from "./dyingProcess.ts"
import { makeTime, startEngine, untilDone } from "./engineProcess.ts"
import { EMPTY, type Server, startServer } from "./server.ts"
import { whole } from "./withFault.ts"

let server: Server
beforeAll(async () => {
  server = await startServer()
  await Effect.runPromise(migrate(fromPg(server.pool)))
  await server.pool.query(CHARGES)
})
afterAll(() => server.stop())

/** Runs a process that is killed; gives the signal. */
const die = async (input: DyingInput): Promise<unknown> => {
  const path = fileURLToPath(new URL("./dyingProcess.ts", import.meta.url))
  const child = spawn(process.execPath, [path, JSON.stringify(input)], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  const [, signal] = await once(child, "close")
  return signal
}

const chargesMade = async (): Promise<number> =>
  (await server.pool.query("SELECT count(*)::int AS charges FROM charges")).rows[0]?.charges

const chosen: ReadonlyArray<readonly [Cause, Row]> = thorough
  ? table
  : [
      ["a payment", "after commit 1"],
      ["a boundary", "before commit 2"],
    ]

it.each(chosen)("a process that is killed in %s, %s, leaves nothing unrepaired", async (cause, row) => {
  await server.pool.query(EMPTY)
  await server.pool.query("TRUNCATE charges")
  const { state, at, invoiceId } = await about(cause, "approved")
  const { records, due } = state.snapshot()
  const store = makePostgresBillingStore(fromPg(server.pool))
  await Effect.runPromise(Effect.orDie(store.commit(commitWith({ puts: records, due }))))
  expect(await die({ port: server.port, at, cause, invoiceId, row })).toBe("SIGKILL")
  expect(await chargesMade()).toBe(rows[row].arrived ? 1 : 0)

  const time = makeTime(at)
  const engine = startEngine(server, time)
  await untilDone({ server, time, engines: [engine] })
  // Of a payment that was not stored only the payer knows.
  if (cause === "a payment" && !rows[row].started) await engine.run(pay(invoiceId))
  await engine.stop()
  expect(await auditEngines(server.pool, time.now())).toEqual({ charges: 1, ...whole })
  const invoice = await Effect.runPromise(store.invoice(organizationId, invoiceId))
  expect(invoice?.status).toBe("PAID")
})
