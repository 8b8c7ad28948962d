// Over the socket: the simulator beside the same work by hand and on fastify, each in a process of its own and the load
// in a further one, in turn. Authentication and the log of requests are on.
import { seeded } from "../support/simulator.ts"
import type { Job, Load, Shot } from "./load.ts"
import { ROUNDS, type Row, rowOf } from "./measure.ts"
import { runLoad, type Server, startServer } from "./processes.ts"
import type { Fixture } from "./servers/crud.ts"
import { creationsOf, listPlans, listsOf, restore } from "./shots.ts"

/** How many requests are under way at a time. */
export const CONNECTIONS = 16

/** How many organizations get a subscription in a round: so many tokens are remembered as verified. */
export const FRESH = 1_000

/** How many invoices the listed organization has. */
export const INVOICES = 100_000

const names = ["studio", "bareCrud", "fastify", "hello"] as const
type Name = (typeof names)[number]

const base = `/studio/organizations/${seeded.organizationId}`

/** What a round sends to a server. */
export type Scenario = (server: Server, round: number) => Omit<Job, "port" | "connections">

/** What is sent, by what it is called. */
export const scenariosOf = (fixture: Fixture): Readonly<Record<string, Scenario>> => {
  const token = fixture.tokens[0]?.token ?? null
  const repeated = (shot: Shot, times: number) => ({
    batches: [{ before: [], measured: [shot] }],
    times,
    status: 200,
  })
  return {
    "list plans": () => repeated(listPlans(token), 20_000),
    "list 20 of 100,000 invoices": () =>
      repeated({ method: "GET", path: `${base}/invoices`, token, body: null }, 10_000),
    "create a subscription": () => ({
      batches: [{ before: listsOf(fixture), measured: creationsOf(fixture) }],
      times: 1,
      status: 201,
    }),
    "record a usage event": (_, round) => ({
      batches: [
        {
          before: [],
          measured: Array.from({ length: 10_000 }, (_, index) => ({
            method: "POST",
            path: `/_simulator/organizations/${seeded.organizationId}/usage`,
            token: null,
            body: JSON.stringify({
              events: [{ eventId: `${round}-${index}`, meter: "messages", quantity: 1 }],
            }),
          })),
        },
      ],
      times: 1,
      status: 200,
    }),
  }
}

const targets: Readonly<Record<string, number>> = {
  "list plans": 0.75,
  "list 20 of 100,000 invoices": 0.65,
  "create a subscription": 0.5,
  "record a usage event": 0.55,
}

/** Rates and p99 of all scenarios. */
export const measureHttp = async (): Promise<ReadonlyArray<Row>> => {
  const studio = await startServer("studio", { organizations: FRESH, invoices: INVOICES })
  const fixture = studio.said.fixture as Fixture
  const servers: Readonly<Record<Name, Server>> = {
    studio,
    bareCrud: await startServer("bareCrud", fixture),
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

const rowsOf = async (
  name: string,
  scenario: Scenario,
  servers: Readonly<Record<Name, Server>>,
): Promise<ReadonlyArray<Row>> => {
  const loads: Record<Name, Array<Load>> = { studio: [], bareCrud: [], fastify: [], hello: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const server of names) {
      const { port } = servers[server]
      // An empty server answers everything with 200.
      const job = { ...scenario(servers[server], round), ...(server === "hello" && { status: 200 }) }
      const load = await runLoad({ ...job, port, connections: CONNECTIONS })
      if (round > 0) loads[server].push(load)
      if (job.status === 201)
        await runLoad({
          port,
          connections: 1,
          batches: [{ before: [], measured: [restore] }],
          times: 1,
          status: 200,
        })
    }
  }
  const rates = (server: Name) => loads[server].map(({ perSecond }) => perSecond)
  const p99s = (server: Name) => loads[server].map(({ p99 }) => p99)
  const unit = "requests/s"
  return [
    rowOf({
      name,
      ours: rates("studio"),
      theirs: rates("bareCrud"),
      unit,
      target: { atLeast: targets[name] ?? 0 },
    }),
    rowOf({ name: `${name}, fastify`, ours: rates("fastify"), theirs: rates("bareCrud"), unit }),
    rowOf({
      name: `${name}, by hand against an empty server`,
      ours: rates("bareCrud"),
      theirs: rates("hello"),
      unit,
      target: { atLeast: 0.5 },
    }),
    rowOf({
      name: `${name}, p99`,
      ours: p99s("studio"),
      theirs: p99s("bareCrud"),
      unit: "ms",
      target: { atMost: 2.5 },
    }),
  ]
}
