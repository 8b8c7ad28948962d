// What a killed engine had claimed is left alone while its claims last, and done by another one once they have ended.
import { setTimeout as wait } from "node:timers/promises"
import { auditEngines, type EngineAudit } from "./audit.ts"
import { makeEngineWorld } from "./world.ts"

/** What came of a kill. */
export interface Takeover extends EngineAudit {
  /** Organizations that were claimed when the engine was killed. */
  readonly claimed: number
  /** Those of them that another engine touched before the claims ended. */
  readonly touched: number
  /** From the end of the claims until nothing was left, by the real clock. */
  readonly millis: number
}

/** The claims of the workers last a minute longer than their `turnMillis` of 20 s. */
const LEASE_MILLIS = 80_000

/** Kills the only engine in the middle of its work, and starts another one. */
export const takeOver = async (organizations: number): Promise<Takeover> => {
  const { server, aheadBefore, start, stop } = await makeEngineWorld(organizations)
  const ahead = aheadBefore + 120_000
  const left = async (where: string): Promise<number> => {
    const { rows } = await server.pool.query(
      `SELECT count(*)::int AS left FROM studio_billing.due WHERE at <= $1 AND ${where}`,
      [Date.now() + ahead],
    )
    return rows[0]?.left ?? 0
  }
  const connected = async (): Promise<number> => {
    const { rows } = await server.pool.query(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'engine'",
    )
    return rows[0].count
  }
  const killed = await start({ aheadMillis: ahead, gatewayMillis: 300 })
  while ((await left("claimed_until IS NOT NULL")) === 0) await wait(5)
  await killed.kill()
  // What it had sent is done, or never will be, once the server knows that it is gone.
  while ((await connected()) > 0) await wait(5)
  const claimed = await left(`free_at > ${Date.now() + ahead}`)
  const other = await start({ aheadMillis: ahead, gatewayMillis: 0 })
  // It does what is free, and finds no more.
  while ((await left(`free_at <= ${Date.now() + ahead}`)) > 0) await wait(20)
  await wait(500)
  const still = await left("true")
  other.setAhead(ahead + LEASE_MILLIS)
  const began = performance.now()
  while ((await left("true")) > 0) await wait(20)
  const millis = Math.round(performance.now() - began)
  await other.kill()
  const audit = await auditEngines(server.pool, Date.now() + ahead + LEASE_MILLIS)
  await stop()
  return { claimed, touched: Math.max(0, claimed - still), millis, ...audit }
}
