// Engines that are killed again and again: whatever they were doing, another one ends it, and nobody pays twice.
import { setTimeout as wait } from "node:timers/promises"
import { makeChance } from "../../support/random.ts"
import { auditEngines, type EngineAudit } from "./audit.ts"
import { type EngineWorld, makeEngineWorld } from "./world.ts"

/** What came of some kills. */
export interface EngineKills extends EngineAudit {
  readonly kills: number
  readonly cycles: number
  /** Kills that left organizations claimed, which others took over. */
  readonly midWork: number
}

/** Kills one of three processes so many times, at moments of chance, while cycle after cycle falls due. */
export const killEngines = async (options: {
  readonly organizations: number
  readonly kills: number
  readonly seed: number
}): Promise<EngineKills> => {
  const { organizations, kills, seed } = options
  const world = await makeEngineWorld(organizations)
  const { server, start } = world
  const chance = makeChance(seed)
  const gatewayMillis = 20
  let ahead = world.aheadBefore + 120_000
  const begin = () => start({ aheadMillis: ahead, gatewayMillis })
  const workers = await Promise.all([begin(), begin(), begin()])
  let midWork = 0
  /** Puts all clocks to where something is free to be taken, if nothing is. */
  const pass = async (): Promise<void> => {
    const freeAt = await nextFree(world)
    if (freeAt <= Date.now() + ahead) return
    ahead = freeAt - Date.now() + 1_000
    for (const { setAhead } of workers) setAhead(ahead)
  }
  for (let kill = 0; kill < kills; kill += 1) {
    await pass()
    await wait(chance.below(400))
    const index = chance.below(workers.length)
    await workers[index]?.kill()
    midWork += Math.min(1, await claimed(world, Date.now() + ahead))
    workers[index] = await begin()
  }
  // What they left is done: once each look-up was made, nothing is due for a day.
  for (;;) {
    const freeAt = await nextFree(world)
    if (freeAt > Date.now() + ahead + DAY) break
    await pass()
    await wait(100)
  }
  await Promise.all(workers.map((worker) => worker.kill()))
  const audit = await auditEngines(server.pool, Date.now() + ahead)
  await world.stop()
  return { kills, cycles: Math.ceil(audit.charges / organizations), midWork, ...audit }
}

const DAY = 24 * 60 * 60_000

const nextFree = async ({ server }: EngineWorld): Promise<number> => {
  const { rows } = await server.pool.query("SELECT min(free_at)::float8 AS first FROM studio_billing.due")
  return rows[0]?.first ?? Number.POSITIVE_INFINITY
}

const claimed = async ({ server }: EngineWorld, now: number): Promise<number> => {
  const { rows } = await server.pool.query(
    "SELECT count(*)::int AS claimed FROM studio_billing.due WHERE at <= $1 AND free_at > $1",
    [now],
  )
  return rows[0]?.claimed ?? 0
}
