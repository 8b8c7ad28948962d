// Over the socket: the simulator beside the same answers by hand, bare and with the work that cannot be left out, and on
// fastify, each in a process of its own and the load in a further one, in turn. Authentication and the log of requests are on.
import { seeded } from "../support/simulator.ts"
import type { Job, Shot } from "./load.ts"
import { ROUNDS, type Row, rowOf } from "./measure.ts"
import { loadServer, type Server, type ServerLoad, startServer } from "./processes.ts"
import type { Fixture } from "./servers/crud.ts"
import { creationsOf, listPlans, listsOf, restore, usageOf } from "./shots.ts"

/** How many requests are under way at a time. */
export const CONNECTIONS = 16

/** How many organizations get a subscription in a round: so many tokens are remembered as verified. */
export const FRESH = 1_000

/** How many invoices the listed organization has. */
export const INVOICES = 100_000

const names = ["studio", "bareCrud", "floor", "fastify", "hello"] as const
type Name = (typeof names)[number]

const base = `/studio/organizations/${seeded.organizationId}`

/** What a round sends to a server, and before it what is not measured. */
export type Scenario = (
  server: Server,
  round: number,
) => Omit<Job, "port" | "connections"> & { readonly first?: ReadonlyArray<Shot> }

/** What is sent, by what it is called. */
export const scenariosOf = (fixture: Fixture): Readonly<Record<string, Scenario>> => {
  const token = fixture.tokens[0]?.token ?? null
  const invoices: Shot = { method: "GET", path: `${base}/invoices`, token, body: null }
  return {
    "list plans": () => ({ shots: [listPlans(token)], times: 20_000, status: 200 }),
    "list 20 of 100,000 invoices": () => ({ shots: [invoices], times: 10_000, status: 200 }),
    "create a subscription": () => ({
      first: listsOf(fixture),
      shots: creationsOf(fixture),
      times: 1,
      status: 201,
    }),
    "record a usage event": (_, round) => ({
      shots: usageOf(String(round), 10_000),
      times: 1,
      status: 200,
    }),
  }
}

/** What we want to reach: of the rate of `bareCrud`, of its processor time, and of that of the floor. */
const targets: Readonly<
  Record<
    string,
    {
      readonly rate: number
      readonly ofBare: number
      readonly ofFloor?: number
      /** Rounds that count in nothing: what a server compiles is in its processor time, and short rounds end before it is done. */
      readonly unmeasured?: number
    }
  >
> = {
  "list plans": { rate: 0.75, ofBare: 1.4 },
  "list 20 of 100,000 invoices": { rate: 0.65, ofBare: 1.2 },
  "create a subscription": { rate: 0.5, ofBare: 2.8, ofFloor: 2.2, unmeasured: 8 },
  "record a usage event": { rate: 0.55, ofBare: 2.0, ofFloor: 1.8 },
}

/** Rates, p99 and processor time of all scenarios. */
export const measureHttp = async (): Promise<ReadonlyArray<Row>> => {
  const studio = await startServer("studio", { organizations: FRESH, invoices: INVOICES })
  const fixture = studio.said.fixture as Fixture
  const servers: Readonly<Record<Name, Server>> = {
    studio,
    bareCrud: await startServer("bareCrud", fixture),
    floor: await startServer("floor", fixture),
    fastify: await startServer("fastify", fixture),
    hello: await startServer("hello"),
  }
  try {
    const rows: Array<Row> = []
    for (const [name, scenario] of Object.entries(scenariosOf(fixture))) {
      rows.push(...(await rowsOf(name, scenario, servers)))
    }
    return rows
  } finally {
    for (const { process } of Object.values(servers)) process.kill()
  }
}

/** Sends a scenario to a server, and afterwards lets it forget what was created. */
export const loadScenario = async (
  scenario: Scenario,
  server: Server,
  round: number,
): Promise<ServerLoad> => {
  const job = scenario(server, round)
  const load = await loadServer(server, { ...job, connections: CONNECTIONS })
  if (job.status === 201) {
    await loadServer(server, { shots: [restore], times: 1, status: 200, connections: 1 })
  }
  return load
}

const rowsOf = async (
  name: string,
  scenario: Scenario,
  servers: Readonly<Record<Name, Server>>,
): Promise<ReadonlyArray<Row>> => {
  const loads: Record<Name, Array<ServerLoad>> = {
    studio: [],
    bareCrud: [],
    floor: [],
    fastify: [],
    hello: [],
  }
  // An empty server answers everything with 200.
  const toHello: Scenario = (server, round) => ({ ...scenario(server, round), status: 200 })
  const { rate: atLeast = 0, ofBare = 0, ofFloor, unmeasured = 1 } = targets[name] ?? {}
  for (let round = 0; round < unmeasured + ROUNDS; round++) {
    for (const server of names) {
      const load = await loadScenario(server === "hello" ? toHello : scenario, servers[server], round)
      if (round >= unmeasured) loads[server].push(load)
    }
  }
  const of = (server: Name, member: "perSecond" | "p99" | "cpuMicros") =>
    loads[server].map((load) => load[member])
  const rate = { unit: "requests/s", theirs: of("bareCrud", "perSecond") }
  const processor = { unit: "µs", ours: of("studio", "cpuMicros") }
  return [
    rowOf({ name, ours: of("studio", "perSecond"), ...rate, target: { atLeast } }),
    rowOf({ name: `${name}, fastify`, ours: of("fastify", "perSecond"), ...rate }),
    rowOf({
      name: `${name}, by hand against an empty server`,
      ours: of("bareCrud", "perSecond"),
      theirs: of("hello", "perSecond"),
      unit: "requests/s",
      target: { atLeast: 0.5 },
    }),
    rowOf({
      name: `${name}, p99`,
      ours: of("studio", "p99"),
      theirs: of("bareCrud", "p99"),
      unit: "ms",
      target: { atMost: 2.5 },
    }),
    rowOf({
      name: `${name}, processor time`,
      ...processor,
      theirs: of("bareCrud", "cpuMicros"),
      target: { atMost: ofBare },
    }),
    rowOf({
      name: `${name}, processor time against the fair floor`,
      ...processor,
      theirs: of("floor", "cpuMicros"),
      ...(ofFloor !== undefined && { target: { atMost: ofFloor } }),
    }),
  ]
}
