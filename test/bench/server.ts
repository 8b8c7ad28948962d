// A server of one's own beside the simulator, on the same records in memory: what `makeStudioServer` adds to a call.
import { FRESH, INVOICES, loadScenario, scenariosOf } from "./http.ts"
import type { Load } from "./load.ts"
import { ROUNDS, type Row, rowOf } from "./measure.ts"
import { type Server, startServer } from "./processes.ts"
import type { Fixture } from "./servers/crud.ts"

/** Rates and p99 of a server against those of the simulator, in turn. */
export const measureServer = async (): Promise<ReadonlyArray<Row>> => {
  const size = { organizations: FRESH, invoices: INVOICES }
  const own = await startServer("own", size)
  const simulator = await startServer("studio", size)
  try {
    const rows: Array<Row> = []
    const scenarios = Object.keys(scenariosOf(own.said.fixture as Fixture))
    // Usage comes by a call of the control plane, which a server of one's own has not.
    for (const name of scenarios.filter((one) => one !== "record a usage event")) {
      const loads: Record<"own" | "simulator", Array<Load>> = { own: [], simulator: [] }
      for (let round = 0; round <= ROUNDS; round++) {
        // Each begins every second round: what comes first has another cache.
        const turns = [["own", own] as const, ["simulator", simulator] as const]
        for (const [key, server] of round % 2 === 0 ? turns : turns.toReversed()) {
          const load = await loadOf(name, server, round)
          if (round > 0) loads[key].push(load)
        }
      }
      const series = (read: (load: Load) => number) => ({
        ours: loads.own.map(read),
        theirs: loads.simulator.map(read),
      })
      const rates = series(({ perSecond }) => perSecond)
      rows.push(
        rowOf({
          name: `${name}, a server against the simulator`,
          ...rates,
          unit: "requests/s",
          target: { atLeast: 0.95 },
        }),
        rowOf({
          name: `${name}, a server against the simulator, p99`,
          ...series(({ p99 }) => p99),
          unit: "ms",
          target: { atMost: 1.05 },
        }),
      )
    }
    return rows
  } finally {
    own.process.kill()
    simulator.process.kill()
  }
}

const loadOf = async (name: string, server: Server, round: number): Promise<Load> => {
  const scenario = scenariosOf(server.said.fixture as Fixture)[name]
  if (scenario === undefined) throw new Error(`There is no ${name}`)
  return await loadScenario(scenario, server, round)
}
