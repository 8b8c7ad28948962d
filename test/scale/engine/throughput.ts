// How fast engines bring organizations up to date that fall due at one moment, by the number of processes.
import { setTimeout as wait } from "node:timers/promises"
import { makeEngineWorld } from "./world.ts"

/** What some processes did. */
export interface Throughput {
  readonly processes: number
  readonly gatewayMillis: number
  /** Organizations under way at once in a process. */
  readonly concurrency: number
  readonly organizationsPerSecond: number
  /** Commits that met one of another process. */
  readonly conflicts: number
  readonly failed: number
  /** The most memory that one of them had. */
  readonly peakBytes: number
}

/** Lets so many processes take what is due at once, and measures until nothing is. */
export const measureEngines = async (options: {
  readonly organizations: number
  readonly processes: number
  readonly gatewayMillis: number
  readonly concurrency?: number
}): Promise<Throughput> => {
  const { organizations, processes, gatewayMillis, concurrency = 32 } = options
  const { server, aheadBefore, start, stop } = await makeEngineWorld(organizations)
  const starting = Array.from({ length: processes }, () =>
    start({ aheadMillis: aheadBefore, gatewayMillis, concurrency }),
  )
  const workers = await Promise.all(starting)
  const ahead = aheadBefore + 120_000
  const began = performance.now()
  let peakBytes = 0
  for (const { setAhead } of workers) setAhead(ahead)
  for (let left = organizations; left > 0; ) {
    await wait(50)
    for (const { said } of workers) peakBytes = Math.max(peakBytes, said().residentBytes)
    const { rows } = await server.pool.query(
      "SELECT count(*)::int AS left FROM studio_billing.due WHERE at <= $1",
      [Date.now() + ahead],
    )
    left = rows[0]?.left ?? 0
  }
  const seconds = (performance.now() - began) / 1000
  await wait(200)
  const said = workers.map((worker) => worker.said())
  await Promise.all(workers.map(({ kill }) => kill()))
  await stop()
  return {
    processes,
    gatewayMillis,
    concurrency,
    organizationsPerSecond: Math.round(organizations / seconds),
    conflicts: said.reduce((sum, { conflicts }) => sum + conflicts, 0),
    failed: said.reduce((sum, { failed }) => sum + failed, 0),
    peakBytes,
  }
}
